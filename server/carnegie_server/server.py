"""The service as a whole: workers, the gRPC server before them, and an orderly end."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from carnegie.v1 import advisor_pb2, info_pb2, rules_pb2, solo_pb2
from carnegie_server import grpc_transport
from carnegie_server.engine_setup import ENGINE_MODULE, EngineOptions, build_engine
from carnegie_server.front import AnswerCache, Front
from carnegie_server.gateway import open_gateway, require_packages
from carnegie_server.info import describe
from carnegie_server.lifetime import StopRequests
from carnegie_server.listening import CannotListen, with_brackets
from carnegie_server.monitoring import monitoring
from carnegie_server.settings import Settings
from carnegie_server.workers import PoolOptions, WorkerPool

if TYPE_CHECKING:
    from carnegie_server.gateway.gateway import Gateway

_LOGGER = logging.getLogger(__name__)

_ONLY_UNCOMPRESSED = 1
_LAST_WORDS_SECONDS = 0.1

SERVICES: tuple[ServiceDescriptor, ...] = (
    advisor_pb2.DESCRIPTOR.services_by_name["AdvisorService"],
    rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
    solo_pb2.DESCRIPTOR.services_by_name["SoloService"],
    info_pb2.DESCRIPTOR.services_by_name["InfoService"],
)


async def serve(
    settings: Settings, components_text: str, weights_text: str, announce: Callable[[str], None]
) -> None:
    """Run the service until it is asked to stop.

    Parameters
    ----------
    settings
        The settings.
    components_text, weights_text
        What the files of the settings hold; empty for none.
    announce
        Called once with the address, when calls are taken.

    Raises
    ------
    StartRefusal
        The components or weights are faulty.
    CannotListen
        The address cannot be listened on.
    MissingPackages
        The browser gateway is asked for, and packages that it needs are not installed.
    """
    if settings.web_port is not None:
        require_packages()
    stop_requests = StopRequests()
    stop_requests.listen_to_signals()
    if settings.exit_with_stdin:
        stop_requests.listen_to_standard_input()
    options = EngineOptions(
        settings.max_time_limit, settings.max_threads, components_text, weights_text, settings.log_format
    )
    cache = AnswerCache(settings.cache_bytes)
    pool = WorkerPool(
        functools.partial(build_engine, options),
        PoolOptions(
            size=settings.workers,
            max_seconds=settings.max_time_limit,
            max_waiting=settings.max_waiting,
            max_waiting_seconds=settings.max_time_limit,
            memory_bytes=settings.worker_memory,
            preload=(ENGINE_MODULE,),
        ),
        cache.recall if cache.in_use else None,
    )
    # The workers come first: what gRPC sets up in this process must not get into theirs.
    greeting = await pool.start()
    try:
        with monitoring(settings, pool, SERVICES, cache) as observers:
            front = Front(
                pool,
                describe(settings, greeting),
                observers=observers,
                cache=cache,
                max_batch=settings.max_batch,
            )
            service = Service(settings, front)
            announce(await service.start())
            await stop_requests.first()
            await service.drain(stop_requests)
    finally:
        await pool.close()


class Service:
    """The gRPC server with all its services.

    Parameters
    ----------
    settings
        The settings.
    front
        Answers the calls.
    """

    def __init__(self, settings: Settings, front: Front) -> None:
        self._settings = settings
        self._front = front
        self._gateway: Gateway | None = None
        self._health = health.aio.HealthServicer()
        self._server = aio.server(
            options=[
                ("grpc.max_receive_message_length", settings.max_request_bytes),
                # A compressed message is unpacked before its length is checked: 1 MiB can become 1 GiB of memory.
                ("grpc.compression_enabled_algorithms_bitset", _ONLY_UNCOMPRESSED),
                # Otherwise a second service on the same port would silently take half of the calls.
                ("grpc.so_reuseport", 0),
            ]
        )

    async def start(self) -> str:
        """Begin to take calls; returns the address, such as ``127.0.0.1:50051``.

        Raises
        ------
        CannotListen
            The address cannot be listened on.
        """
        for service in SERVICES:
            handlers = {
                method.name: grpc_transport.handler(self._front, f"/{service.full_name}/{method.name}")
                for method in service.methods
            }
            generic = grpc.method_handlers_generic_handler(service.full_name, handlers)
            self._server.add_generic_rpc_handlers((generic,))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        names = [service.full_name for service in SERVICES]
        reflection.enable_server_reflection(
            (*names, health.SERVICE_NAME, reflection.SERVICE_NAME), self._server
        )
        host = with_brackets(self._settings.host)
        try:
            port = self._server.add_insecure_port(f"{host}:{self._settings.port}")
        except RuntimeError as fault:
            raise CannotListen(f"cannot listen on {host}:{self._settings.port}") from fault
        await self._server.start()
        for name in names:
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        if self._settings.web_port is not None:
            try:
                self._gateway = await open_gateway(self._settings, self._front, SERVICES)
            except OSError as fault:
                await self.stop_at_once()
                raise CannotListen(str(fault)) from fault
        return f"{host}:{port}"

    async def drain(self, stop_requests: StopRequests) -> None:
        """Take no new calls, let the running ones finish within the grace, and stop; at once if asked again."""
        await self._health.enter_graceful_shutdown()
        if self._gateway is not None:
            self._gateway.refuse_calls()
        self._front.stop_reading()
        stopping = asyncio.ensure_future(self._server.stop(self._settings.shutdown_grace))
        # The server would wait for every stream, and a client that watches the health service keeps one open for ever.
        waiting = [
            asyncio.ensure_future(awaitable)
            for awaitable in (self._front.wait_until_idle(), stop_requests.second())
        ]
        await asyncio.wait([*waiting, stopping], return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await self._server.stop(_LAST_WORDS_SECONDS)
        await stopping
        if self._gateway is not None:
            await self._gateway.stop()
        _LOGGER.info("stopped")

    async def stop_at_once(self) -> None:
        """Stop; what runs is cancelled."""
        await self._server.stop(None)

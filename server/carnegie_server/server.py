"""The service as a whole: workers, the gRPC server before them, and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from carnegie.v1 import advisor_pb2, games_pb2, info_pb2, review_pb2, rules_pb2, solo_pb2
from carnegie_server import grpc_transport
from carnegie_server.connections import channel_arguments
from carnegie_server.engine_setup import ENGINE_MODULE, EngineOptions, build_engine
from carnegie_server.front import AnswerCache, Front
from carnegie_server.games import games_kept
from carnegie_server.gateway import open_gateway, require_packages
from carnegie_server.info import describe
from carnegie_server.lifetime import StopRequests
from carnegie_server.listening import CannotListen, with_brackets
from carnegie_server.monitoring import monitoring
from carnegie_server.security import TransportSecurity, securing
from carnegie_server.settings import Settings
from carnegie_server.workers import PoolOptions, WorkerPool

if TYPE_CHECKING:
    from carnegie_server.gateway.gateway import Gateway

_LOGGER = logging.getLogger(__name__)

_LAST_WORDS_SECONDS = 0.1
_ENDING_SECONDS = 1.0
"""How long the calls that the grace leaves undone may take to say so."""

SERVICES: tuple[ServiceDescriptor, ...] = (
    advisor_pb2.DESCRIPTOR.services_by_name["AdvisorService"],
    rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
    solo_pb2.DESCRIPTOR.services_by_name["SoloService"],
    games_pb2.DESCRIPTOR.services_by_name["GameStoreService"],
    review_pb2.DESCRIPTOR.services_by_name["ReviewService"],
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
    FaultyFile
        The tokens or the certificates cannot be used.
    MissingPackages
        The browser gateway is asked for, and packages that it needs are not installed.
    GamesUnusable
        Games cannot be kept in the file of the settings.
    OSError
        The address cannot be announced.
    """
    if settings.web_port is not None:
        require_packages()
    stop_requests = StopRequests()
    stop_requests.listen_to_signals()
    if settings.exit_with_stdin:
        stop_requests.listen_to_standard_input()
    options = EngineOptions(
        settings.max_time_limit,
        settings.max_threads,
        components_text,
        weights_text,
        settings.log_format,
        settings.max_game_bytes,
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
    async with contextlib.AsyncExitStack() as stack:
        security = await stack.enter_async_context(securing(settings))
        games = await stack.enter_async_context(games_kept(settings.games_path, settings.max_games))
        # The workers come first: what gRPC sets up in this process must not get into theirs.
        greeting = await pool.start()
        stack.push_async_callback(pool.close)
        observers = stack.enter_context(monitoring(settings, pool, SERVICES, cache))
        info = describe(settings, greeting)
        front = Front(pool, info, security.gate, observers, cache, settings.max_batch, games)
        service = Service(settings, front, security.transport)
        address = await service.start()
        try:
            announce(address)
        except OSError:
            await service.stop_at_once()
            raise
        await stop_requests.first()
        await service.drain(stop_requests)


class Service:
    """The gRPC server with all its services.

    Parameters
    ----------
    settings
        The settings.
    front
        Answers the calls.
    transport
        Encrypts the connections; None where they are not.
    """

    def __init__(self, settings: Settings, front: Front, transport: TransportSecurity | None = None) -> None:
        self._settings = settings
        self._front = front
        self._transport = transport
        self._gateway: Gateway | None = None
        self._health = health.aio.HealthServicer()
        self._server = aio.server(options=channel_arguments(settings))

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
            port = self._listen(f"{host}:{self._settings.port}")
        except RuntimeError as fault:
            raise CannotListen(f"cannot listen on {host}:{self._settings.port}") from fault
        await self._server.start()
        for name in names:
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        if self._settings.web_port is not None:
            context = None if self._transport is None else self._transport.http_context()
            try:
                self._gateway = await open_gateway(self._settings, self._front, SERVICES, context)
            except OSError as fault:
                await self.stop_at_once()
                raise CannotListen(str(fault)) from fault
        return f"{host}:{port}"

    def _listen(self, address: str) -> int:
        if self._transport is None:
            return self._server.add_insecure_port(address)
        return self._server.add_secure_port(address, self._transport.grpc_credentials())

    async def drain(self, stop_requests: StopRequests) -> None:
        """Say that the service stops, take no new calls, let the running ones finish within the grace, and stop.

        Those that are left then are ended here, for gRPC would cancel them without a word of why.

        New calls are taken for another `drain_delay`, since whoever sends them may not have heard of it. Asked again,
        the service stops at once.
        """
        await self._health.enter_graceful_shutdown()
        if self._gateway is not None:
            self._gateway.announce_end()
        if self._settings.drain_delay:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop_requests.second(), self._settings.drain_delay)
        if self._gateway is not None:
            self._gateway.refuse_calls()
        self._front.stop_reading()
        # When gRPC stops taking calls, it cancels those that it has received and not yet handed over. So that there are
        # hardly any, callers are kept waiting for that moment; what they have asked is answered after it.
        await self._front.hold()
        grace = self._settings.shutdown_grace
        stopping = asyncio.ensure_future(self._server.stop(grace + 2 * _ENDING_SECONDS))
        await asyncio.sleep(0.0)
        self._front.go_on()
        # A call that was taken in the last moment may reach the front only when that is idle: hence another look.
        # The server would wait for every stream, and a client that watches the health service keeps one open for ever.
        waiting = [
            asyncio.ensure_future(awaitable)
            for awaitable in (
                # Of both doors: gRPC is done as soon as it has no call of its own.
                self._front.wait_until_idle(_LAST_WORDS_SECONDS),
                stop_requests.second(),
                asyncio.sleep(grace),
            )
        ]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        is_idle = waiting[0].done()
        for task in waiting:
            task.cancel()
        if not is_idle:
            await self._front.end_calls(_ENDING_SECONDS)
        await self._server.stop(_LAST_WORDS_SECONDS if is_idle else _ENDING_SECONDS)
        await stopping
        if self._gateway is not None:
            await self._gateway.stop()
        _LOGGER.info("stopped")

    async def stop_at_once(self) -> None:
        """Stop; what runs is cancelled."""
        await self._server.stop(None)
        if self._gateway is not None:
            await self._gateway.stop()

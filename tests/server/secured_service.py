"""A service with its security, but without workers: it answers GetInfo, and refuses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
from grpc import aio

from carnegie.v1 import info_pb2
from carnegie_server.front import Front, Observer
from carnegie_server.methods import GET_INFO
from carnegie_server.security import Security, securing
from carnegie_server.server import Service
from carnegie_server.settings import Settings
from carnegie_server.workers import PoolOptions, WorkerPool
from server.commands import build_commands


@dataclass(frozen=True)
class SecuredService:
    """A service that runs in this event loop."""

    address: str
    security: Security
    service: Service

    async def ask(
        self,
        credentials: grpc.ChannelCredentials | None = None,
        metadata: Sequence[tuple[str, str]] = (),
        host: str = "",
    ) -> None:
        """Call GetInfo over a connection of its own; `host` is the name that the certificate must have."""
        options = [("grpc.use_local_subchannel_pool", 1)]
        if host:
            options.append(("grpc.ssl_target_name_override", host))  # type: ignore[arg-type] # of texts, too
        channel = (
            aio.secure_channel(self.address, credentials, options)
            if credentials
            else aio.insecure_channel(self.address, options)
        )
        async with channel:
            method: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(GET_INFO)
            await method(b"", timeout=5.0, metadata=aio.Metadata(*metadata))


@asynccontextmanager
async def secured_service(
    settings: Settings, observers: Sequence[Observer] = ()
) -> AsyncIterator[SecuredService]:
    async with securing(settings) as security:
        pool = WorkerPool(build_commands, PoolOptions(1, max_seconds=5.0))
        service = Service(
            settings, Front(pool, info_pb2.GetInfoResponse(), security.gate, observers), security.transport
        )
        address = await service.start()
        try:
            yield SecuredService(address, security, service)
        finally:
            await service.stop_at_once()

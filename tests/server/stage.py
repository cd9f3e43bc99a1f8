"""The service's front and transport in the process of a test, before workers that do as they are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from grpc import aio

from carnegie.v1 import info_pb2
from carnegie_server.front import Front
from carnegie_server.methods import SUGGEST
from carnegie_server.server import Service
from carnegie_server.settings import Settings
from carnegie_server.workers import HandlerFactory, PoolOptions, WorkerPool
from server.commands import build_commands
from server.service_process import Refusal, refusal


@dataclass(frozen=True)
class Stage:
    """A service whose workers do as they are told."""

    pool: WorkerPool
    service: Service
    address: str
    channel: aio.Channel

    def begin(self, command: str, deadline: float | None = None) -> aio.UnaryUnaryCall[bytes, bytes]:
        method: aio.UnaryUnaryMultiCallable[bytes, bytes] = self.channel.unary_unary(SUGGEST)
        return method(command.encode(), timeout=deadline)

    async def do(self, command: str, deadline: float | None = None) -> str:
        answer = await self.begin(command, deadline)
        return answer.decode()

    async def refused(self, command: str) -> Refusal:
        with pytest.raises(aio.AioRpcError) as error:
            await self.do(command)
        return refusal(error.value)

    async def until_free(self, workers: int) -> None:
        end = time.monotonic() + 5.0
        while self.pool.free < workers:
            assert time.monotonic() < end
            await asyncio.sleep(0.005)


@asynccontextmanager
async def running_stage(options: PoolOptions, build: HandlerFactory = build_commands) -> AsyncIterator[Stage]:
    """Run a service in this process, with workers in others."""
    pool = WorkerPool(build, options)
    await pool.start()
    service = Service(Settings(port=0), Front(pool, info_pb2.GetInfoResponse()))
    try:
        address = await service.start()
        async with aio.insecure_channel(address) as channel:
            yield Stage(pool, service, address, channel)
    finally:
        await service.stop_at_once()
        await pool.close()

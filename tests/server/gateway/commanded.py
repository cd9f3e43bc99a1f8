"""A gateway in the test's own process, before workers that do what the request tells them to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from google.protobuf.descriptor import ServiceDescriptor

from carnegie.v1 import advisor_pb2, info_pb2
from carnegie_server.front import CallRecord, Front, Gate
from carnegie_server.gateway.gateway import Gateway
from carnegie_server.settings import Settings
from carnegie_server.workers import PoolOptions, WorkerPool
from server.gateway.telling import build_telling_commands
from server.gateway.web import ORIGIN, PROTO, Web, WebAnswer, web_at

SETTINGS = Settings(web_port=0, allowed_origins=(ORIGIN,))


class Records:
    """Keeps what is told of calls."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended_calls: list[CallRecord] = []
        self.news = asyncio.Event()

    def began(self, method: str) -> None:
        self.begun.append(method)
        self.news.set()

    def ended(self, record: CallRecord) -> None:
        self.ended_calls.append(record)
        self.news.set()


@dataclass(frozen=True)
class Commanded:
    """What a test of such a gateway needs."""

    gateway: Gateway
    web: Web
    pool: WorkerPool
    records: Records

    async def command(self, text: str, **headers: str) -> WebAnswer:
        """Have a worker do something by a Suggest call."""
        return await asyncio.to_thread(self.web.post, text, PROTO, **headers)

    async def get(self, path: str, **headers: str) -> WebAnswer:
        """Ask for a page."""
        return await asyncio.to_thread(self.web.request, "GET", path, None, **headers)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection to write bytes to."""
        return await asyncio.open_connection(self.web.host, self.web.port)

    async def begun(self, count: int) -> None:
        """Wait until so many calls have come in."""
        async with asyncio.timeout(5.0):
            while len(self.records.begun) < count:
                self.records.news.clear()
                await self.records.news.wait()

    async def ended(self, count: int = 1) -> list[CallRecord]:
        """Wait until so many calls have ended, and give what is told of them."""
        async with asyncio.timeout(5.0):
            while len(self.records.ended_calls) < count:
                self.records.news.clear()
                await self.records.news.wait()
        return self.records.ended_calls


@asynccontextmanager
async def _commanded(
    gate: Gate | None, settings: Settings, services: Sequence[ServiceDescriptor], max_waiting: int
) -> AsyncIterator[Commanded]:
    options = PoolOptions(size=1, max_seconds=5.0, grace_seconds=0.1, max_waiting=max_waiting)
    pool = WorkerPool(build_telling_commands, options)
    await pool.start()
    records = Records()
    front = Front(pool, info_pb2.GetInfoResponse(version="1"), gate, (records,))
    gateway = Gateway(settings, front, services)
    try:
        yield Commanded(gateway, web_at(await gateway.start()), pool, records)
    finally:
        await gateway.stop()
        await pool.close()


def with_gateway(
    test: Callable[[Commanded], Awaitable[None]],
    *,
    gate: Gate | None = None,
    services: Sequence[ServiceDescriptor] = (advisor_pb2.DESCRIPTOR.services_by_name["AdvisorService"],),
    max_waiting: int = 4,
    **settings: object,
) -> None:
    """Run a test with a gateway in an event loop of its own."""

    async def run() -> None:
        changed = replace(SETTINGS, **settings)  # type: ignore[arg-type]
        async with _commanded(gate, changed, services, max_waiting) as commanded:
            await test(commanded)

    asyncio.run(run())

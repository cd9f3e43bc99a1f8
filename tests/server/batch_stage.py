"""A service whose workers do as they are told, and batches of commands to them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from grpc import aio

from carnegie.v1 import advisor_pb2, info_pb2
from carnegie_server.front import Front
from carnegie_server.front.batch import Batch
from carnegie_server.front.envelopes import _CLASSES
from carnegie_server.methods import ANALYZE_BATCH, SUGGEST
from carnegie_server.server import Service
from carnegie_server.settings import Settings
from carnegie_server.workers import PoolOptions, WorkerPool
from server.commands import build_commands

MOST = 4
"""Questions under way at the same time."""


@dataclass(frozen=True)
class Final:
    """A final message: what it answers, or the code of its error."""

    id: str
    answer: str


class Stream:
    """A batch whose questions are commands to the worker."""

    def __init__(self, call: aio.StreamStreamCall[bytes, bytes]) -> None:
        self.call = call

    async def ask(self, id_: str, command: str, priority: int | None = None, progress: bool = False) -> None:
        item = {"id": id_, "question": command.encode(), "priority": priority, "progress": progress}
        await self.call.write(_CLASSES["AnalyzeBatchRequest"](item=item).SerializeToString())

    async def cancel(self, id_: str) -> None:
        await self.call.write(advisor_pb2.AnalyzeBatchRequest(cancel=id_).SerializeToString())

    async def messages(self) -> AsyncIterator[bytes]:
        """Give what comes until the stream ends."""
        while isinstance(message := await asyncio.wait_for(self.call.read(), 20.0), bytes):
            yield message

    async def finals(self) -> AsyncIterator[Final]:
        """Give the final messages until the stream ends."""
        async for message in self.messages():
            read = _CLASSES["AnalyzeBatchResponse"].FromString(message)
            if not read.final:
                continue
            # What the worker answers is no suggestion here, but any text.
            if read.suggestion:
                yield Final(read.id, read.suggestion.decode())
            else:
                yield Final(read.id, advisor_pb2.AnalyzeBatchResponse.FromString(message).failure.code)

    async def next(self) -> tuple[str, str]:
        """Wait for the next final message; give its id, and its answer or the code of its error."""
        async for final in self.finals():
            return final.id, final.answer
        raise AssertionError(f"the stream ended with {await self.call.code()}")

    async def rest(self) -> dict[str, str]:
        """Close the client's side, and give the answers to all that is left."""
        await self.call.done_writing()
        found: dict[str, str] = {}
        async for final in self.finals():
            assert final.id not in found
            found[final.id] = final.answer
        return found


@dataclass(frozen=True)
class Stage:
    """A service whose workers do as they are told."""

    pool: WorkerPool
    service: Service
    front: Front
    channel: aio.Channel

    def open(self, deadline: float | None = 20.0) -> Stream:
        """Open a batch."""
        method: aio.StreamStreamMultiCallable[bytes, bytes] = self.channel.stream_stream(ANALYZE_BATCH)
        return Stream(method(timeout=deadline))

    async def batch(self) -> Batch:
        """Give the only batch, as the front has it."""
        await until(lambda: len(self.front._batches) == 1)
        (batch,) = self.front._batches
        return batch

    async def do(self, command: str, priority: str | None = None) -> str:
        """Make a call of its own."""
        method: aio.UnaryUnaryMultiCallable[bytes, bytes] = self.channel.unary_unary(SUGGEST)
        metadata = () if priority is None else (("x-carnegie-priority", priority),)
        return (await method(command.encode(), timeout=20.0, metadata=metadata)).decode()


@asynccontextmanager
async def running_stage(options: PoolOptions, most: int) -> AsyncIterator[Stage]:
    pool = WorkerPool(build_commands, options)
    await pool.start()
    front = Front(pool, info_pb2.GetInfoResponse(), max_batch=most)
    service = Service(Settings(port=0), front)
    try:
        address = await service.start()
        async with aio.insecure_channel(address) as channel:
            yield Stage(pool, service, front, channel)
    finally:
        await service.stop_at_once()
        await pool.close()


def with_stage(
    test: Callable[[Stage], Awaitable[None]], options: PoolOptions | None = None, most: int = MOST
) -> None:
    """Run a test on a stage of its own."""

    async def run() -> None:
        async with running_stage(options or PoolOptions(1, max_seconds=10.0), most) as stage:
            await test(stage)

    asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + 10.0
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)

"""A service whose workers review games that are lists of commands: what each decision is to cost, or to do."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from google.rpc import code_pb2
from grpc import aio

from carnegie.v1 import advisor_pb2, info_pb2, review_pb2
from carnegie_server.closed_review import closed_decision
from carnegie_server.front import Front, Gate, Observer
from carnegie_server.methods import REVIEW_GAME, SUGGEST
from carnegie_server.server import Service
from carnegie_server.settings import Settings
from carnegie_server.workers import Job, PoolOptions, Reply, Session, WorkerPool

FORCED = "forced"


class Reviews:
    """Cuts ``a b c`` into three decisions, and judges each by doing what it says.

    It may say ``gap:5``, ``sleep:0.2``, ``search`` for all the time that there is, ``crash``, or ``raise:words``.
    """

    @property
    def greeting(self) -> bytes:
        return b""

    def __call__(self, job: Job, session: Session) -> Reply:
        if job.method == REVIEW_GAME:
            return _cut(job.request.decode().split(), session)
        name, _, argument = job.request.decode().partition(":")
        match name:
            case "sleep":
                time.sleep(float(argument))
            case "search":
                while session.seconds_left > 0.0 and not session.stop_requested():
                    time.sleep(0.005)
            case "crash":
                os.kill(os.getpid(), signal.SIGKILL)
            case "raise":
                raise LookupError(argument)
        gap = int(argument) if name == "gap" else 0
        return Reply(code_pb2.OK, advisor_pb2.EvaluatePlanResponse(gap=gap).SerializeToString())


def _cut(commands: Sequence[str], session: Session) -> Reply:
    session.tell(b"")
    for index, command in enumerate(commands):
        forced = command == FORCED
        decision = review_pb2.ReviewedDecision(index=index, forced=forced)
        message = review_pb2.ReviewGameResponse(decision=decision, decision_count=len(commands))
        question = b"" if forced else closed_decision(command.encode())
        session.tell(message.SerializeToString() + question)
    final = review_pb2.ReviewGameResponse(
        final=True, review=review_pb2.GameReview(player=2), decision_count=len(commands)
    )
    return Reply(code_pb2.OK, final.SerializeToString())


def build_reviews() -> Reviews:
    """Build the handler."""
    return Reviews()


@dataclass(frozen=True)
class ReviewStage:
    """A service whose workers do as they are told."""

    pool: WorkerPool
    channel: aio.Channel

    def review(
        self, *commands: str, deadline: float | None = 20.0, priority: str | None = None
    ) -> aio.UnaryStreamCall[bytes, bytes]:
        """Have a list of commands reviewed."""
        method: aio.UnaryStreamMultiCallable[bytes, bytes] = self.channel.unary_stream(REVIEW_GAME)
        metadata = () if priority is None else (("x-carnegie-priority", priority),)
        return method(" ".join(commands).encode(), timeout=deadline, metadata=metadata)

    async def messages(self, *commands: str) -> list[review_pb2.ReviewGameResponse]:
        """Give all messages of a review that comes to its end."""
        return [read(message) async for message in self.review(*commands)]

    async def rest(self, review: aio.UnaryStreamCall[bytes, bytes]) -> list[review_pb2.ReviewGameResponse]:
        """Give the messages that are left of a review of which some have been read, the final one included."""
        messages = [read(await review.read())]
        while not messages[-1].final:
            messages.append(read(await review.read()))
        return messages

    async def do(self, command: str) -> None:
        """Make a call of its own."""
        method: aio.UnaryUnaryMultiCallable[bytes, bytes] = self.channel.unary_unary(SUGGEST)
        await method(command.encode(), timeout=20.0)


def read(message: object) -> review_pb2.ReviewGameResponse:
    """Read a message of a stream that has not ended."""
    assert isinstance(message, bytes)
    return review_pb2.ReviewGameResponse.FromString(message)


@asynccontextmanager
async def _running(
    options: PoolOptions, gate: Gate | None, observers: Sequence[Observer]
) -> AsyncIterator[ReviewStage]:
    pool = WorkerPool(build_reviews, options)
    await pool.start()
    service = Service(Settings(port=0), Front(pool, info_pb2.GetInfoResponse(), gate, observers))
    try:
        async with aio.insecure_channel(await service.start()) as channel:
            yield ReviewStage(pool, channel)
    finally:
        await service.stop_at_once()
        await pool.close()


def on_stage(
    test: Callable[[ReviewStage], Awaitable[None]],
    workers: int = 1,
    gate: Gate | None = None,
    observers: Sequence[Observer] = (),
    max_waiting: int = 64,
) -> None:
    """Run a test on a stage of its own."""

    async def run() -> None:
        options = PoolOptions(workers, max_seconds=10.0, max_waiting=max_waiting)
        async with _running(options, gate, observers) as stage:
            await test(stage)

    asyncio.run(run())

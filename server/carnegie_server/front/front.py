"""Answering calls: the gate, the workers, errors as the caller sees them, and a record of each call."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing

from google.protobuf.message import DecodeError
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2, info_pb2
from carnegie_server.errors import CallRefused, Reason
from carnegie_server.front.asking import Asking, refused, shutting_down
from carnegie_server.front.batch import Batch
from carnegie_server.front.cache import AnswerCache
from carnegie_server.front.calls import Answer, IncomingCall
from carnegie_server.front.failures import failure_of
from carnegie_server.front.game_calls import GameCalls
from carnegie_server.front.gate import Gate, OpenGate
from carnegie_server.front.observing import LogLines, Observer
from carnegie_server.front.questions import DEFAULT_PRIORITY, Questions
from carnegie_server.front.review import Review
from carnegie_server.front.room import Room
from carnegie_server.front.traffic import Course, Traffic
from carnegie_server.games import GameKeeper
from carnegie_server.methods import BATCH_ITEM, GAME_METHODS, GET_INFO, REVIEW_GAME, REVIEWED_DECISION
from carnegie_server.workers import Reply, WorkerPool

_DEADLINE_MARGIN_SECONDS = 0.1
"""How much of the caller's time is left for what comes after a search: the hardest end 90 ms after their limit."""
_BATCH_BYTES = 64 << 20
"""How many bytes the questions of all batches may hold that are read and not answered."""
_LARGEST_MARGIN = 0.6
"""How much of a short time is left for that at most, as a share."""


class Front:
    """Answers calls, most of them by way of the workers.

    Nothing is decoded here. A message is decoded where it is worked on, in a worker, so that a hostile one costs the
    front nothing, and bytes that are no message get a proper answer.

    Parameters
    ----------
    pool
        The workers.
    info
        The answer to GetInfo.
    gate
        Decides which calls are let in.
    observers
        Are told of every call.
    cache
        Remembers answers; None to remember none.
    max_batch
        How many questions of a batch are under way at the same time.
    games
        Keeps games; None to keep none.
    """

    def __init__(
        self,
        pool: WorkerPool,
        info: info_pb2.GetInfoResponse,
        gate: Gate | None = None,
        observers: Sequence[Observer] = (LogLines(),),
        cache: AnswerCache | None = None,
        max_batch: int = 64,
        games: GameKeeper | None = None,
    ) -> None:
        self._workers = Asking(pool, AnswerCache(0) if cache is None else cache)
        self._games = GameCalls(self._workers, games)
        self._info = info.SerializeToString()
        self._gate = gate or OpenGate()
        self._traffic = Traffic(observers)
        self._max_batch = max_batch
        self._room = Room(_BATCH_BYTES)
        self._batches: set[Batch] = set()
        self._reading = True

    async def wait_until_idle(self, seconds: float = 0.0) -> None:
        """Wait until no call is being answered, and none has begun by so many seconds later."""
        await self._traffic.wait_until_idle(seconds)

    async def hold(self) -> None:
        """Begin to answer no call that comes in from now on, and wait until no more do, a second at most."""
        await self._traffic.hold()

    def go_on(self) -> None:
        """Answer also the calls that were held."""
        self._traffic.go_on()

    async def end_calls(self, seconds: float) -> None:
        """Have all calls end that wait for a worker's answer: with SHUTTING_DOWN, a stream with a final message, too.

        Waits until no call is being answered, so many seconds at most: one may wait for its client, or for a disk.
        """
        await self._workers.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._traffic.wait_until_idle(0.0)

    def stop_reading(self) -> None:
        """Have the batches take no more questions: they end when those that they have are answered."""
        self._reading = False
        for batch in self._batches:
            batch.stop_reading()

    async def answer(self, call: IncomingCall) -> Answer:
        """Answer a call that receives one message and gives one."""
        with self._traffic.course(call) as course:
            return course.end(await self._answer(call, course))

    async def stream(self, call: IncomingCall) -> AsyncGenerator[bytes | Answer, None]:
        """Answer a call that gives a stream: messages, and at the very end how it ended.

        What the worker tells is passed on, and then its answer; a call that fails has a final message, too. The body of
        a good ending is empty, for its message has been given before.
        """
        parts = self._review(call) if call.method == REVIEW_GAME else self._analysis(call)
        async with aclosing(parts):
            async for part in parts:
                yield part

    async def _analysis(self, call: IncomingCall) -> AsyncGenerator[bytes | Answer, None]:
        told: asyncio.Queue[bytes | None] = asyncio.Queue()
        with self._traffic.course(call) as course:
            answering = asyncio.ensure_future(self._answer(call, course, told.put_nowait))
            answering.add_done_callback(lambda _: told.put_nowait(None))
            try:
                while (message := await told.get()) is not None:
                    yield message
                reply = await answering
                if reply.code == code_pb2.OK:
                    yield reply.body
                    yield course.end(Reply(reply.code, b"", reply.facts))
                else:
                    yield _final_failure(reply)
                    yield course.end(reply)
            finally:
                answering.cancel()

    async def _review(self, call: IncomingCall) -> AsyncGenerator[bytes | Answer, None]:
        with self._traffic.course(call) as course:
            try:
                course.enter(self._gate)
                await self._traffic.may_go_on()
                call = await _translated(call)
                questions = self._questions(call, course, REVIEWED_DECISION)
                review = Review(self._workers, questions, call.priority(DEFAULT_PRIORITY))
                async with aclosing(review.messages(call.request)) as messages:
                    async for message in messages:
                        yield message
                reply = review.ending
            except CallRefused as refusal:
                reply = refused(refusal)
            if reply.code != code_pb2.OK:
                yield _final_failure(reply)
            yield course.end(reply)

    async def batch(
        self, call: IncomingCall, requests: AsyncIterator[bytes]
    ) -> AsyncGenerator[bytes | Answer]:
        """Answer a call that receives a stream of questions and gives one: messages, and at the end how it ended."""
        with self._traffic.course(call) as course:
            try:
                course.enter(self._gate)
                await self._traffic.may_go_on()
                if not self._reading:
                    raise shutting_down()
            except CallRefused as refusal:
                yield course.end(refused(refusal))
                return
            batch = Batch(self._questions(call, course, BATCH_ITEM), self._room, self._max_batch)
            self._batches.add(batch)
            try:
                async with aclosing(batch.answers(requests)) as messages:
                    async for message in messages:
                        yield message
            finally:
                self._batches.discard(batch)
            yield course.end(batch.ending())

    def _questions(self, call: IncomingCall, course: Course, name: str) -> Questions:
        seconds = _seconds_to_answer(call)
        deadline = None if seconds is None else asyncio.get_running_loop().time() + seconds
        return Questions(self._workers, self._gate, self._traffic, call, course, name, deadline)

    async def _answer(
        self, call: IncomingCall, course: Course, on_progress: Callable[[bytes], None] | None = None
    ) -> Reply:
        try:
            course.enter(self._gate)
            await self._traffic.may_go_on()
            call = await _translated(call)
            if call.method == GET_INFO:
                return self._get_info(call.request)
            seconds, priority = _seconds_to_answer(call), call.priority()
            if call.method in GAME_METHODS:
                owner = course.caller.name
                return await self._games.answer(call.method, call.request, owner, seconds, priority)
            return await self._workers.ask(call.method, call.request, seconds, on_progress, priority)
        except CallRefused as refusal:
            return refused(refusal)

    def _get_info(self, request: bytes) -> Reply:
        try:
            info_pb2.GetInfoRequest.FromString(request)
        except DecodeError:
            raise CallRefused(
                code_pb2.INVALID_ARGUMENT,
                Reason.MALFORMED_MESSAGE,
                "the request is not a serialized carnegie.v1.GetInfoRequest",
            ) from None
        return Reply(code_pb2.OK, self._info)


async def _translated(call: IncomingCall) -> IncomingCall:
    if call.translate is None:
        return call
    loop = asyncio.get_running_loop()
    started = loop.time()
    request = await call.translate(call.request)
    return call.translated(request, loop.time() - started)


def _final_failure(reply: Reply) -> bytes:
    """Give the final message of a stream that fails; a ReviewGameResponse has the same fields for that."""
    return advisor_pb2.AnalyzeResponse(final=True, failure=failure_of(reply)).SerializeToString()


def _seconds_to_answer(call: IncomingCall) -> float | None:
    """Give the time that the caller's deadline leaves, less what the answer needs for its way back."""
    if call.seconds is None:
        return None
    return call.seconds - min(_DEADLINE_MARGIN_SECONDS, _LARGEST_MARGIN * call.seconds)

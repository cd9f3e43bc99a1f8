"""A batch: a stream of questions, each with progress if it wants, and with exactly one final message."""

from __future__ import annotations

import asyncio
import functools
import heapq
import itertools
import traceback
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping

from google.rpc import code_pb2

from carnegie_server.errors import CallRefused, Reason
from carnegie_server.front.asking import incident, refused, shutting_down
from carnegie_server.front.envelopes import (
    Cancel,
    Item,
    id_in_use,
    read_envelope,
    write_analysis,
    write_answer,
    write_failure,
)
from carnegie_server.front.failures import failure_of
from carnegie_server.front.outbox import Outbox, Told
from carnegie_server.front.questions import Questions
from carnegie_server.front.room import Room
from carnegie_server.methods import BATCH_ITEM, SUGGEST
from carnegie_server.workers import Reply


class Batch:
    """Answers the questions of one stream.

    As many are with the workers as there are workers, or wait for one; the others wait here, where no other call is in
    their way, nor they in that of others.

    Parameters
    ----------
    questions
        Has single questions answered.
    room
        Bounds the bytes of the questions that all batches hold; where there is none, no more is read.
    most
        How many questions are under way at the same time, 1 or more; no more is read before one of them is answered,
        and its final message taken.
    """

    def __init__(self, questions: Questions, room: Room, most: int) -> None:
        self._questions, self._room = questions, room
        self._slots = asyncio.Semaphore(most)
        self._outbox = Outbox()
        self._numbers = itertools.count()
        self._under_way: set[str] = set()
        self._waiting: list[tuple[int, int, Item]] = []
        self._asked: dict[str, asyncio.Task[Reply]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._read_to_end = False
        self._stopped = False
        self._facts = {"items": 0, "failed": 0}

    async def answers(self, requests: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
        """Give the messages of the service to those of the client, until all that was read is answered."""
        self._reader = asyncio.ensure_future(self._read(requests))
        self._reader.add_done_callback(self._end_of_reading)
        try:
            while (message := await self._outbox.take()) is not None:
                if message.final:
                    self._under_way.discard(message.id)
                yield message.body
                if message.final:
                    self._slots.release()
                    self._close_if_done()
        finally:
            self._reader.cancel()
            for _, _, item in self._waiting:
                self._room.give_back(len(item.question))
            self._waiting.clear()
            for task in self._asked.values():
                task.cancel()

    def ending(self) -> Reply:
        """Say how the stream ends, once all answers have been given."""
        assert self._reader is not None
        facts: Mapping[str, str | float] = dict(self._facts)
        if self._stopped:
            return refused(shutting_down())
        fault = self._reader.exception()
        if isinstance(fault, CallRefused):
            return refused(fault)
        if fault is not None:
            raise fault
        return Reply(code_pb2.OK, b"", facts)

    def stop_reading(self) -> None:
        """Take no more questions, and end when those that have been read are answered."""
        if self._reader is not None and not self._reader.done():
            self._stopped = True
            self._reader.cancel()

    async def _read(self, requests: AsyncIterator[bytes]) -> None:
        async for message in requests:
            match read_envelope(message):
                case Cancel(id_):
                    self._cancel(id_)
                case Item() as item:
                    # Only here, so that a client with as many questions under way as may be can still cancel one.
                    await self._slots.acquire()
                    await self._room.take(len(item.question))
                    self._add(item)

    def _end_of_reading(self, reader: asyncio.Task[None]) -> None:
        if not reader.cancelled():
            # Looked at here, for a stream that is cancelled never asks for it.
            reader.exception()
        self._read_to_end = True
        self._close_if_done()

    def _close_if_done(self) -> None:
        if self._read_to_end and not self._under_way:
            self._outbox.close()

    def _add(self, item: Item) -> None:
        if item.id in self._under_way:
            self._room.give_back(len(item.question))
            raise id_in_use(item.id)
        self._under_way.add(item.id)
        self._facts["items"] += 1
        heapq.heappush(self._waiting, (-item.priority, next(self._numbers), item))
        self._ask_next()

    def _ask_next(self) -> None:
        while self._waiting and len(self._asked) < self._questions.workers:
            _, _, item = heapq.heappop(self._waiting)
            task = self._asked[item.id] = asyncio.ensure_future(self._answer(item))
            task.add_done_callback(functools.partial(self._answered, item))

    def _cancel(self, id_: str) -> None:
        if id_ in self._asked:
            self._asked[id_].cancel()
            return
        for place, (_, _, item) in enumerate(self._waiting):
            if item.id == id_:
                del self._waiting[place]
                heapq.heapify(self._waiting)
                self._room.give_back(len(item.question))
                self._finish(item, _cancelled())
                return

    async def _answer(self, item: Item) -> Reply:
        method, teller = (BATCH_ITEM, self._teller(item.id)) if item.progress else (SUGGEST, None)
        return await self._questions.answer(method, item.question, item.priority, teller)

    def _teller(self, id_: str) -> Callable[[bytes], None]:
        return lambda body: self._outbox.put(Told(id_, write_analysis(id_, body), final=False))

    def _answered(self, item: Item, task: asyncio.Task[Reply]) -> None:
        del self._asked[item.id]
        self._room.give_back(len(item.question))
        if task.cancelled():
            self._finish(item, _cancelled())
        elif (fault := task.exception()) is not None:
            self._finish(item, refused(incident(BATCH_ITEM, "".join(traceback.format_exception(fault)))))
        else:
            self._finish(item, task.result())
        self._ask_next()

    def _finish(self, item: Item, reply: Reply) -> None:
        if reply.code != code_pb2.OK:
            self._facts["failed"] += 1
            body = write_failure(item.id, failure_of(reply))
        elif item.progress:
            body = write_analysis(item.id, reply.body)
        else:
            body = write_answer(item.id, reply.body)
        self._outbox.put(Told(item.id, body, final=True))


def _cancelled() -> Reply:
    return refused(CallRefused(code_pb2.CANCELLED, Reason.CANCELLED, "the client has given the question up"))

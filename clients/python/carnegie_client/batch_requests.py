"""What is sent in a batch: taken from the caller's questions one by one, kept until the service begins to answer."""

from __future__ import annotations

import asyncio
import itertools
import math
import threading
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Final

from carnegie.v1.advisor_pb2 import AnalyzeBatchRequest, AnalyzeBatchResponse
from carnegie_client.batch import AsyncQuestions, BatchAnswer, BatchQuestion, Questions
from carnegie_client.call_errors import error_from_failure
from carnegie_client.calls import Method, name_for

BATCH: Final = Method("/carnegie.v1.AdvisorService/AnalyzeBatch", AnalyzeBatchResponse, cheap=False)


@dataclass(frozen=True, slots=True)
class BatchCall:
    """The call of a batch.

    Attributes
    ----------
    request_id
        The name of the call in the service's log and in errors.
    seconds
        Seconds, > 0, for all of it; None for as long as it takes.
    """

    request_id: str
    seconds: float | None


def batch_call(*, timeout: float | None = None, request_id: str | None = None) -> BatchCall:
    """Give the call of a batch; raises ValueError if the timeout or the request id cannot be one."""
    if timeout is not None and not (math.isfinite(timeout) and timeout > 0):
        raise ValueError(f"timeout: found {timeout}, allowed a finite number of seconds above 0")
    return BatchCall(name_for(request_id), timeout)


class _Requests:
    """What is common to both clients: which questions are under way, and what another attempt has to send again."""

    def __init__(self) -> None:
        self.failure: BaseException | None = None
        """What the caller's questions have ended with, if it is an error."""
        self.largest = AnalyzeBatchRequest()
        """The largest request so far."""
        self._under_way: set[str] = set()
        self._next: deque[AnalyzeBatchRequest] = deque()
        self._sent: list[AnalyzeBatchRequest] | None = []
        self._attempts = itertools.count()
        self._current = -1
        self._ended = False
        self._lock = threading.Lock()

    @property
    def unanswered(self) -> list[str]:
        """The ids of the questions without a final answer."""
        return sorted(self._under_way)

    def answer(self, message: AnalyzeBatchResponse, address: str, request_id: str) -> BatchAnswer:
        """Read a message of the service; from the first one on nothing is sent again."""
        with self._lock:
            self._sent = None
        if message.final:
            self._under_way.discard(message.id)
        error = None
        if message.HasField("failure"):
            error = error_from_failure(message.failure, address, request_id)
        suggestion = message.suggestion if error is None else None
        return BatchAnswer(message.id, message.final, suggestion, error)

    def _begin(self) -> int:
        """Begin an attempt: all that has been sent is to be sent again, and earlier attempts send nothing more."""
        with self._lock:
            if self._sent is not None:
                self._next.extendleft(reversed(self._sent))
                self._sent.clear()
            self._current = next(self._attempts)
            return self._current

    def _end(self) -> None:
        with self._lock:
            self._current = -1

    def _is_over(self, attempt: int) -> bool:
        """Whether an attempt has nothing more to send."""
        with self._lock:
            return attempt != self._current or (self._ended and not self._next)

    def _pop(self, attempt: int) -> AnalyzeBatchRequest | None:
        with self._lock:
            if attempt != self._current or not self._next:
                return None
            request = self._next.popleft()
            if self._sent is not None:
                self._sent.append(request)
            return request

    def _add(self, question: BatchQuestion) -> None:
        if question.id in self._under_way:
            raise ValueError(
                f"the id of a question: found {question.id!r} twice, allowed an id of no question under way"
            )
        self._under_way.add(question.id)
        request = AnalyzeBatchRequest(item=question.item)
        if request.ByteSize() > self.largest.ByteSize():
            self.largest = request
        with self._lock:
            self._next.append(request)


class BatchRequests(_Requests):
    """The requests of the client that waits; gRPC takes them in a thread of its own.

    An attempt that has failed may still wait for the next question, in its thread. The next attempt then sends again
    what there is, and gets that question when it comes.
    """

    def __init__(self, questions: Questions) -> None:
        super().__init__()
        self._questions = iter(questions)
        self._taking = threading.Lock()

    def attempt(self) -> Iterator[AnalyzeBatchRequest]:
        """Give the requests of another attempt, the last one's first as long as nothing has been answered."""
        return self._requests(self._begin())

    def close(self) -> None:
        """Send nothing more."""
        self._end()

    def _requests(self, attempt: int) -> Iterator[AnalyzeBatchRequest]:
        while not self._is_over(attempt):
            if (request := self._pop(attempt)) is not None:
                yield request
                continue
            with self._taking:
                if not (self._is_over(attempt) or self._next):
                    self._take()

    def _take(self) -> None:
        try:
            self._add(next(self._questions))
        except StopIteration:
            self._ended = True
        except BaseException as error:  # noqa: BLE001 # raised where the answers are read
            self.failure, self._ended = error, True


class AsyncBatchRequests(_Requests):
    """The requests of the asynchronous client.

    The next question is waited for by a task of its own, which outlives an attempt that fails meanwhile.
    """

    def __init__(self, questions: AsyncQuestions) -> None:
        super().__init__()
        self._questions: AsyncIterator[BatchQuestion] = (
            aiter(questions) if isinstance(questions, AsyncIterable) else _one_by_one(questions)
        )
        self._taking: asyncio.Task[None] | None = None

    def attempt(self) -> AsyncGenerator[AnalyzeBatchRequest, None]:
        """As `BatchRequests.attempt`."""
        return self._requests(self._begin())

    async def close(self) -> None:
        """Send nothing more, and wait for no question any longer."""
        self._end()
        if self._taking is not None:
            self._taking.cancel()
            await asyncio.wait([self._taking])

    async def _requests(self, attempt: int) -> AsyncGenerator[AnalyzeBatchRequest, None]:
        while not self._is_over(attempt):
            if (request := self._pop(attempt)) is not None:
                yield request
                continue
            if self._taking is None or self._taking.done():
                self._taking = asyncio.create_task(self._take())
            await asyncio.wait([self._taking])

    async def _take(self) -> None:
        try:
            self._add(await anext(self._questions))
        except StopAsyncIteration:
            self._ended = True
        except BaseException as error:  # noqa: BLE001 # raised where the answers are read
            self.failure, self._ended = error, True


async def _one_by_one(questions: Questions) -> AsyncGenerator[BatchQuestion, None]:
    for question in questions:
        yield question

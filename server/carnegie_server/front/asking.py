"""Asking the workers, or the cache; what keeps them from an answer is told as the caller is to see it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable

from google.rpc import code_pb2

from carnegie_server.errors import CallRefused, Reason, to_status
from carnegie_server.front.cache import AnswerCache, wording_of
from carnegie_server.methods import CACHED_METHODS
from carnegie_server.workers import (
    JobFailed,
    LossCause,
    OutOfTime,
    PoolBusy,
    PoolClosed,
    Reply,
    WorkerLost,
    WorkerPool,
)

_LOGGER = logging.getLogger(__name__)


class Asking:
    """Has calls answered by the workers, or by what they have answered before.

    Parameters
    ----------
    pool
        The workers.
    cache
        Remembers their answers.
    """

    def __init__(self, pool: WorkerPool, cache: AnswerCache) -> None:
        self._pool = pool
        self._cache = cache

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return self._pool.size

    async def close(self) -> None:
        """End the workers; all who wait for an answer are told that the service stops."""
        await self._pool.close()

    async def ask(
        self,
        method: str,
        request: bytes,
        seconds: float | None,
        on_progress: Callable[[bytes], None] | None = None,
        priority: int = 0,
    ) -> Reply:
        """Have a call answered, see `WorkerPool.submit`.

        Raises
        ------
        CallRefused
            There is no answer.
        """
        if not self._cache.in_use or method not in CACHED_METHODS:
            return await self._submit(method, request, seconds, on_progress, priority)
        wording = wording_of(method, request)
        known = self._cache.find(wording)
        if known is not None:
            return known
        reply = await self._submit(method, request, seconds, on_progress, priority)
        self._cache.keep(wording, reply)
        return reply

    async def _submit(
        self,
        method: str,
        request: bytes,
        seconds: float | None,
        on_progress: Callable[[bytes], None] | None,
        priority: int,
    ) -> Reply:
        try:
            return await self._pool.submit(method, request, seconds, on_progress, priority)
        except PoolBusy as busy:
            raise CallRefused(
                code_pb2.RESOURCE_EXHAUSTED,
                Reason.BUSY,
                "too many calls are waiting for an answer; try again later",
                retry_seconds=busy.retry_seconds,
            ) from None
        except OutOfTime:
            raise _no_answer_in_time() from None
        except PoolClosed:
            raise shutting_down() from None
        except WorkerLost as lost:
            if lost.cause is LossCause.OVERRAN:
                raise _no_answer_in_time() from None
            if lost.cause is LossCause.CLOSED:
                raise shutting_down() from None
            raise CallRefused(
                code_pb2.INTERNAL,
                Reason.WORKER_LOST,
                "the process that worked on this call ended unexpectedly",
            ) from None
        except JobFailed as failure:
            raise incident(method, str(failure)) from None


def incident(method: str, traceback: str) -> CallRefused:
    """Log a fault of the service, and give the error that names it to the caller without telling what it is."""
    number = secrets.token_hex(8)
    _LOGGER.error("incident %s: %s failed\n%s", number, method, traceback)
    return CallRefused(
        code_pb2.INTERNAL,
        Reason.INTERNAL_ERROR,
        f"a fault of the service, logged as incident {number}",
        metadata={"incident": number},
    )


def refused(refusal: CallRefused) -> Reply:
    """Give an error the form in which a worker would have answered with it."""
    return Reply(refusal.code, to_status(refusal).SerializeToString(), {"reason": refusal.reason.value})


def _no_answer_in_time() -> CallRefused:
    return CallRefused(
        code_pb2.DEADLINE_EXCEEDED, Reason.NO_ANSWER_IN_TIME, "no answer was found in the time allowed"
    )


def shutting_down() -> CallRefused:
    """Say that nothing is taken any more."""
    return CallRefused(code_pb2.UNAVAILABLE, Reason.SHUTTING_DOWN, "the service is about to stop")

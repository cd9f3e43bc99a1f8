"""The front's side of one worker: hands it jobs, hears its answers, kills it when it overruns."""

from __future__ import annotations

import asyncio
import enum
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from carnegie_server.workers.frames import FrameBuffer, frame
from carnegie_server.workers.launch import LaunchedWorker
from carnegie_server.workers.messages import (
    Allowance,
    Answered,
    Failed,
    Job,
    Progress,
    Ready,
    Recall,
    Recalled,
    Reply,
    StartRefusal,
    StartRefused,
    ToFront,
    ToWorker,
    read_in_front,
    written,
)

_LOGGER = logging.getLogger(__name__)

_FIRST_LOOK_SECONDS = 0.01
"""A job that takes longer is looked after by its worker's stop watch; most take less."""


class LossCause(enum.Enum):
    """Why a worker is gone."""

    DIED = "died"
    """It ended by itself: a crash, or the system's doing."""
    OVERRAN = "overran"
    """It was killed because it did not answer in time."""
    ABANDONED = "abandoned"
    """It was killed because it did not stop when nobody waited for its answer any more."""
    CLOSED = "closed"
    """The pool was closed."""


class WorkerLost(Exception):
    """The worker is gone and took the job with it."""

    def __init__(self, cause: LossCause) -> None:
        super().__init__(f"the worker {cause.value}")
        self.cause = cause


class JobFailed(Exception):
    """The handler raised an exception; the text is its traceback."""


@dataclass(slots=True)
class _Running:
    job: Job
    reply: asyncio.Future[Reply]
    latest: float
    """When the worker is killed, by the loop's clock."""
    watchdog: asyncio.TimerHandle
    on_progress: Callable[[bytes], None] | None


class WorkerLink(asyncio.Protocol):
    """One worker, seen from the event loop of the front.

    Parameters
    ----------
    worker
        The process and the connection to it.
    grace_seconds
        How much later than asked an answer may come before the worker is killed.
    on_free
        Called when a job has been answered and another one can be taken.
    on_lost
        Called once, when the worker is gone.
    recall
        Gives the answer to a question with this key, if there is one already.
    """

    def __init__(
        self,
        worker: LaunchedWorker,
        grace_seconds: float,
        on_free: Callable[[WorkerLink], None],
        on_lost: Callable[[WorkerLink, LossCause], None],
        recall: Callable[[bytes], Reply | None],
    ) -> None:
        self._worker = worker
        self._grace_seconds = grace_seconds
        self._on_free = on_free
        self._on_lost = on_lost
        self._recall = recall
        self._loop = asyncio.get_running_loop()
        self._buffer = FrameBuffer()
        self._transport: asyncio.WriteTransport | None = None
        self._running: _Running | None = None
        self._cause = LossCause.DIED
        self._killed = False
        self._lost = False
        self.process_id = worker.process_id
        self.ready: asyncio.Future[bytes] = self._loop.create_future()
        self.gone: asyncio.Future[LossCause] = self._loop.create_future()

    @property
    def usable(self) -> bool:
        """Whether the worker is there and not about to go."""
        return not self._killed and not self._lost

    async def connect(self) -> None:
        """Begin to listen to the worker."""
        await self._loop.create_unix_connection(lambda: self, sock=self._worker.connection)

    def start(self, job: Job, on_progress: Callable[[bytes], None] | None = None) -> asyncio.Future[Reply]:
        """Hand over a job; only to a worker that is ready and free.

        What the worker tells before the answer goes to `on_progress`, as long as somebody waits for it.

        The future raises `WorkerLost` or `JobFailed`. To give the job up, cancel the future and call `abandon`.
        """
        if self._running is not None or self._transport is None or not self.usable:
            raise RuntimeError("the worker cannot take a job")
        reply: asyncio.Future[Reply] = self._loop.create_future()
        now = self._loop.time()
        latest = now + job.seconds + self._grace_seconds
        watchdog = self._loop.call_at(min(now + _FIRST_LOOK_SECONDS, latest), self._have_looked_after)
        self._running = _Running(job, reply, latest, watchdog, on_progress)
        self._say(job)
        return reply

    def abandon(self, number: int) -> None:
        """Tell the worker that nobody waits for a job's answer; kill it if it does not stop within the grace."""
        if self._running is None or self._running.job.number != number:
            return
        self._worker.stop.value = number
        self._worker.ring()
        self._bring_watchdog_forward(self._grace_seconds, LossCause.ABANDONED)

    def kill(self, cause: LossCause) -> None:
        """Kill the process; `on_lost` follows as soon as the system has ended it."""
        if self._lost:
            return
        self._cause = cause
        self._killed = True
        self._worker.kill()

    def reap(self) -> None:
        """Take note of the death of the process, see `LaunchedWorker.reap`; blocks."""
        self._worker.reap()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport, see `asyncio.BaseProtocol`."""
        # No check by type: uvloop's transports are of no class of asyncio's.
        self._transport = cast("asyncio.WriteTransport", transport)

    def data_received(self, data: bytes) -> None:
        """Take in a piece of what the worker says, see `asyncio.Protocol`."""
        for body in self._buffer.feed(data):
            self._hear(read_in_front(body))

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the worker is gone, see `asyncio.BaseProtocol`."""
        if exc is not None and not self._killed:
            # Otherwise a worker ends its connection only by ending itself, and needs not be killed.
            _LOGGER.warning("the connection to worker %s broke: %s", self.process_id, exc)
            self._worker.kill()
        self._lost = True
        running, self._running = self._running, None
        if running is not None:
            running.watchdog.cancel()
            if not running.reply.done():
                running.reply.set_exception(WorkerLost(self._cause))
        if not self.ready.done():
            self.ready.set_exception(WorkerLost(self._cause))
        if not self.gone.done():
            self.gone.set_result(self._cause)
        self._on_lost(self, self._cause)

    def _hear(self, message: ToFront) -> None:
        match message:
            case Answered(number, reply):
                self._finish(number, reply)
            case Failed(number, traceback):
                self._finish(number, JobFailed(traceback))
            case Progress(number, body):
                self._pass_on(number, body)
            case Recall(key):
                self._say(Recalled(self._recall(key)))
            case Allowance(number, seconds):
                if self._running is not None and self._running.job.number == number:
                    self._bring_watchdog_forward(seconds + self._grace_seconds, LossCause.OVERRAN)
            case Ready(greeting):
                if not self.ready.done():
                    self.ready.set_result(greeting)
            case StartRefused(description):
                if not self.ready.done():
                    self.ready.set_exception(StartRefusal(description))

    def _say(self, message: ToWorker) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(frame(written(message)))

    def _pass_on(self, number: int, body: bytes) -> None:
        running = self._running
        if running is None or running.job.number != number or running.reply.done():
            return
        if running.on_progress is not None:
            running.on_progress(body)

    def _finish(self, number: int, outcome: Reply | JobFailed) -> None:
        running = self._running
        if running is None or running.job.number != number:
            # The connection ends with that, and with it the job that it has in hand.
            raise RuntimeError(f"a worker answered job {number}, which it was not given")
        self._running = None
        running.watchdog.cancel()
        # First: to deal with the answer takes longer than to hand over the next job, and the worker has nothing to do.
        if self.usable:
            self._on_free(self)
        if not running.reply.done():
            if isinstance(outcome, JobFailed):
                running.reply.set_exception(outcome)
            else:
                running.reply.set_result(outcome)
        elif isinstance(outcome, JobFailed):
            _LOGGER.error("a job that nobody waited for failed: %s\n%s", running.job.method, outcome)

    def _have_looked_after(self) -> None:
        """Have the worker look after its job from now on, and kill it when its time is over."""
        if self._running is not None:
            self._worker.ring()
            self._running.watchdog = self._loop.call_at(self._running.latest, self.kill, LossCause.OVERRAN)

    def _bring_watchdog_forward(self, seconds: float, cause: LossCause) -> None:
        if self._running is None:
            return
        when = self._loop.time() + seconds
        if when < self._running.latest:
            self._running.latest = when
            self._running.watchdog.cancel()
            self._running.watchdog = self._loop.call_at(when, self.kill, cause)

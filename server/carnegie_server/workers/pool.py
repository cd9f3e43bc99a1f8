"""The worker pool: a fixed number of workers, a bounded queue before them, and a new worker for every one lost."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import itertools
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from carnegie_server.workers.launch import LaunchedWorker, Launcher
from carnegie_server.workers.link import LossCause, WorkerLink, WorkerLost
from carnegie_server.workers.messages import HandlerFactory, Job, Reply, StartRefusal
from carnegie_server.workers.pace import Pace
from carnegie_server.workers.waiting import WaitingLine, give_up

_LOGGER = logging.getLogger(__name__)

QUEUE_SECONDS = "queue_seconds"
"""The fact in every reply of a worker that says how long its job has waited for it."""

_START_SECONDS = 60.0
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 5.0


class PoolBusy(Exception):
    """No worker is free, and as many jobs of at least this priority wait as may, or this one has waited for too long.

    Parameters
    ----------
    retry_seconds
        When a job of its kind would probably be taken, more than 0.
    """

    def __init__(self, retry_seconds: float) -> None:
        super().__init__(f"too many jobs are waiting; come again in {retry_seconds:.3f} s")
        self.retry_seconds = retry_seconds


class OutOfTime(Exception):
    """The caller's deadline leaves no time to answer."""


class PoolClosed(Exception):
    """The pool does not take jobs any more."""


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """How a pool works.

    Attributes
    ----------
    size
        How many workers there are, 1 or more.
    max_seconds
        The longest that a job may take.
    grace_seconds
        How much later than that an answer may come before its worker is killed.
    max_waiting
        How many jobs may wait for a free worker.
    max_waiting_seconds
        How long a job may wait for a free worker.
    memory_bytes
        The most address space a worker may use; 0 for no limit.
    preload
        Modules that are imported once for all workers.
    """

    size: int
    max_seconds: float
    grace_seconds: float = 0.2
    max_waiting: int = 64
    max_waiting_seconds: float = 10.0
    memory_bytes: int = 0
    preload: tuple[str, ...] = ()


@dataclass(slots=True)
class PoolStatistics:
    """What has happened in a pool so far.

    Attributes
    ----------
    jobs
        How many have been begun.
    refused
        How many were sent away because too many waited.
    lost
        How many workers are gone, by cause; each was replaced.
    """

    jobs: int = 0
    refused: int = 0
    lost: collections.Counter[LossCause] = field(default_factory=collections.Counter)


class WorkerPool:
    """Workers that answer jobs, for use from one event loop.

    Parameters
    ----------
    build
        Builds the handler in every worker; picklable.
    options
        How the pool works.
    recall
        Gives the answer to a question with this key, if it has been answered before; None where nobody remembers any.
    """

    def __init__(
        self,
        build: HandlerFactory,
        options: PoolOptions,
        recall: Callable[[bytes], Reply | None] | None = None,
    ) -> None:
        self._options = options
        self._recall = recall
        self._launcher = Launcher(build, options.preload, options.memory_bytes)
        # Starting and reaping processes blocks, and multiprocessing's bookkeeping is not made for several threads.
        self._process_thread = ThreadPoolExecutor(1, "carnegie-processes")
        self._links: set[WorkerLink] = set()
        self._starting: set[WorkerLink] = set()
        self._free: list[WorkerLink] = []
        self._waiting = WaitingLine(options.max_waiting)
        self._pace = Pace()
        self._begun: dict[int, float] = {}
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = asyncio.Event()
        self.statistics = PoolStatistics()

    @property
    def alive(self) -> int:
        """How many workers can take jobs or have one."""
        return len(self._links)

    @property
    def free(self) -> int:
        """How many workers have no job."""
        return len(self._free)

    @property
    def busy(self) -> int:
        """How many workers have a job."""
        return len(self._links) - len(self._free)

    @property
    def size(self) -> int:
        """How many workers there are when none has just been lost."""
        return self._options.size

    @property
    def waiting(self) -> int:
        """How many jobs wait for a free worker."""
        return len(self._waiting)

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The numbers by which the system knows the workers' processes."""
        return tuple(link.process_id for link in tuple(self._links))

    async def start(self) -> bytes:
        """Start all workers and return what their handler wants known.

        Raises
        ------
        StartRefusal
            The handler cannot work with what it was given.
        """
        started = await asyncio.gather(
            *(self._start_worker() for _ in range(self._options.size)), return_exceptions=True
        )
        for outcome in started:
            if isinstance(outcome, BaseException):
                await self.close()
                raise outcome
        for link in self._links:
            self._release(link)
        return next(iter(self._links)).ready.result()

    async def submit(
        self,
        method: str,
        request: bytes,
        seconds: float | None = None,
        on_progress: Callable[[bytes], None] | None = None,
        priority: int = 0,
    ) -> Reply:
        """Have a job answered by the next free worker; the reply's facts also say how long it has waited.

        When this call is cancelled, the worker is told to stop, and killed if it does not.

        Parameters
        ----------
        method
            The full name of the call.
        request
            The serialized request.
        seconds
            The time within which the caller needs the answer, waiting included; None for as long as the pool allows.
        on_progress
            Called with each message that the worker tells before the answer.
        priority
            Jobs of a higher one are taken first, and sent away last.

        Raises
        ------
        PoolBusy, OutOfTime, PoolClosed
            The job has not been begun.
        WorkerLost, JobFailed
            The job has been begun, and there is no answer.
        """
        loop = asyncio.get_running_loop()
        came = loop.time()
        deadline = None if seconds is None else came + seconds
        link = await self._take(deadline, priority)
        while not link.usable:
            # It has gone between being handed over and being received.
            link = await self._take(deadline, priority)
        begun = loop.time()
        allowed = self._options.max_seconds
        if deadline is not None:
            allowed = min(allowed, deadline - begun)
            if allowed <= 0.0:
                self._release(link)
                raise OutOfTime
        self.statistics.jobs += 1
        number = next(self._numbers)
        running = link.start(Job(number, method, request, allowed, self._recall is not None), on_progress)
        self._begun[number] = begun
        running.add_done_callback(lambda _: self._pace.done(loop.time() - self._begun.pop(number)))
        try:
            reply = await running
        except asyncio.CancelledError:
            link.abandon(number)
            raise
        return Reply(reply.code, reply.body, {**reply.facts, QUEUE_SECONDS: begun - came}, reply.key)

    async def close(self) -> None:
        """Kill all workers, whatever they do, and wait until they are gone."""
        self._closed.set()
        self._waiting.refuse_all(PoolClosed)
        links = self._links | self._starting
        for link in links:
            link.kill(LossCause.CLOSED)
        await asyncio.gather(*(link.gone for link in links))
        await asyncio.gather(*self._tasks)
        self._process_thread.shutdown()

    async def _take(self, deadline: float | None, priority: int) -> WorkerLink:
        if self._closed.is_set():
            raise PoolClosed
        if self._free:
            return self._free.pop()
        waiter = self._waiting.join(priority, self._refusal)
        loop = asyncio.get_running_loop()
        latest = loop.time() + self._options.max_waiting_seconds
        if deadline is not None and deadline < latest:
            timer = loop.call_at(deadline, give_up, waiter, OutOfTime)
        else:
            timer = loop.call_at(latest, give_up, waiter, self._refusal)
        try:
            return await waiter.worker
        except asyncio.CancelledError:
            # The worker may have been handed over in the very moment in which the caller went away.
            if waiter.worker.done() and not waiter.worker.cancelled() and waiter.worker.exception() is None:
                self._release(waiter.worker.result())
            raise
        finally:
            timer.cancel()
            self._waiting.leave(waiter)

    def _refusal(self) -> PoolBusy:
        """Count a job that is sent away, and say when it should come again: when those before it have been taken."""
        self.statistics.refused += 1
        now = asyncio.get_running_loop().time()
        running = sum(now - begun for begun in self._begun.values()) / max(1, len(self._begun))
        return PoolBusy(
            self._pace.wait(
                len(self._waiting) + 1, self._options.size, running, self._options.max_waiting_seconds
            )
        )

    def _release(self, link: WorkerLink) -> None:
        if link.usable and not self._waiting.hand_over(link):
            self._free.append(link)

    def _lose(self, link: WorkerLink, cause: LossCause) -> None:
        was_ready = link in self._links
        self._links.discard(link)
        if link in self._free:
            self._free.remove(link)
        self._process_thread.submit(link.reap)
        if was_ready and not self._closed.is_set():
            self.statistics.lost[cause] += 1
            _LOGGER.warning(
                "worker %s %s; replacing it (%d lost so far)",
                link.process_id,
                cause.value,
                self.statistics.lost.total(),
            )
            task = asyncio.get_running_loop().create_task(self._replace())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _replace(self) -> None:
        pause = _FIRST_PAUSE_SECONDS
        while not self._closed.is_set():
            try:
                link = await self._start_worker()
            except (StartRefusal, WorkerLost, TimeoutError, OSError) as fault:
                if self._closed.is_set():
                    return
                _LOGGER.error("a worker could not be started, trying again in %.1f s: %s", pause, fault)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._closed.wait(), pause)
                pause = min(2.0 * pause, _LONGEST_PAUSE_SECONDS)
            else:
                self._release(link)
                return

    async def _start_worker(self) -> WorkerLink:
        loop = asyncio.get_running_loop()
        worker: LaunchedWorker = await loop.run_in_executor(self._process_thread, self._launcher.launch)
        link = WorkerLink(
            worker, self._options.grace_seconds, self._release, self._lose, self._recall or _nothing
        )
        await link.connect()
        if self._closed.is_set():
            link.kill(LossCause.CLOSED)
        self._starting.add(link)
        try:
            async with asyncio.timeout(_START_SECONDS):
                await link.ready
        except BaseException as error:
            link.kill(LossCause.CLOSED)
            await link.gone
            if isinstance(error, TimeoutError):
                raise TimeoutError(f"a worker was not ready after {_START_SECONDS:g} s") from error
            raise
        finally:
            self._starting.discard(link)
        if not link.usable:
            raise WorkerLost(await link.gone)
        self._links.add(link)
        return link


def _nothing(_key: bytes) -> Reply | None:
    """Remember no answer."""
    return None

"""Every job ends with its answer or a stated cause, no worker is held past its time, and none is lost for good."""

from __future__ import annotations

import asyncio
import ctypes
import multiprocessing
import os
import random
import signal
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from carnegie_server.workers import (
    JobFailed,
    LossCause,
    OutOfTime,
    PoolBusy,
    PoolClosed,
    PoolOptions,
    StartRefusal,
    WorkerLost,
    WorkerPool,
    worker,
)
from carnegie_server.workers import pool as pool_module
from server.commands import (
    build_commands,
    build_misnumbered,
    crash_at_start,
    hang_at_start,
    refuse_to_start,
)

METHOD = "/test/Do"


def options(size: int = 1, **changes: float) -> PoolOptions:
    return PoolOptions(**({"size": size, "max_seconds": 5.0, "grace_seconds": 0.1} | changes))  # type: ignore[arg-type]


@asynccontextmanager
async def running_pool(pool_options: PoolOptions) -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(build_commands, pool_options)
    assert await pool.start() == b"at your command"
    try:
        yield pool
    finally:
        await pool.close()
    assert pool.alive == 0


def with_pool(pool_options: PoolOptions, test: Callable[[WorkerPool], Awaitable[None]]) -> None:
    async def run() -> None:
        async with running_pool(pool_options) as pool:
            await test(pool)

    asyncio.run(run())


async def do(pool: WorkerPool, command: str, seconds: float | None = None) -> str:
    return (await pool.submit(METHOD, command.encode(), seconds)).body.decode()


async def worker_of(pool: WorkerPool) -> int:
    facts = (await pool.submit(METHOD, b"echo:")).facts
    return int(facts["worker"])


async def until(condition: Callable[[], bool], seconds: float = 3.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def test_jobs_are_answered_side_by_side() -> None:
    async def test(pool: WorkerPool) -> None:
        started = time.monotonic()
        answers = await asyncio.gather(*(do(pool, "sleep:0.5") for _ in range(2)))
        assert answers == ["done", "done"]
        assert time.monotonic() - started < 0.95
        large = "x" * 1_000_000
        assert await do(pool, f"echo:{large}") == large
        assert pool.statistics.jobs == 3

    with_pool(options(2), test)


def test_a_worker_that_overruns_is_killed_and_replaced_and_others_are_unhurt() -> None:
    async def test(pool: WorkerPool) -> None:
        neighbour = asyncio.create_task(do(pool, "sleep:0.4"))
        started = time.monotonic()
        with pytest.raises(WorkerLost) as lost:
            await do(pool, "spin:5", 0.2)
        took = time.monotonic() - started
        assert lost.value.cause is LossCause.OVERRAN
        assert 0.3 <= took < 2.0
        assert await neighbour == "done"
        await until(lambda: pool.free == 2)
        assert await do(pool, "echo:again") == "again"
        assert pool.statistics.lost == {LossCause.OVERRAN: 1}

    with_pool(options(2), test)


def test_a_job_gets_the_time_of_the_pool_or_of_its_caller_whichever_is_less() -> None:
    async def test(pool: WorkerPool) -> None:
        assert float(await do(pool, "seconds")) == pytest.approx(5.0, abs=0.1)
        assert float(await do(pool, "seconds", 9.0)) == pytest.approx(5.0, abs=0.1)
        assert float(await do(pool, "seconds", 1.0)) == pytest.approx(1.0, abs=0.1)

    with_pool(options(), test)


@pytest.mark.parametrize("command", ["allow_and_spin:0.1", "spin_allow_and_spin:0.2,0.1"])
def test_a_worker_is_held_to_the_shorter_time_that_it_allows_itself(command: str) -> None:
    """Also where it says so only after it has been looked at."""

    async def test(pool: WorkerPool) -> None:
        started = time.monotonic()
        with pytest.raises(WorkerLost) as lost:
            await do(pool, command)
        assert lost.value.cause is LossCause.OVERRAN
        assert time.monotonic() - started < 2.0

    with_pool(options(), test)


def test_a_worker_that_dies_at_work_is_replaced() -> None:
    async def test(pool: WorkerPool) -> None:
        with pytest.raises(WorkerLost) as lost:
            await do(pool, "crash")
        assert lost.value.cause is LossCause.DIED
        assert await do(pool, "echo:again") == "again"

    with_pool(options(), test)


def test_a_worker_that_dies_without_a_job_is_replaced() -> None:
    async def test(pool: WorkerPool) -> None:
        first = await worker_of(pool)
        os.kill(first, signal.SIGKILL)
        await until(lambda: pool.alive == 0)
        assert await worker_of(pool) != first
        assert pool.statistics.lost == {LossCause.DIED: 1}

    with_pool(options(), test)


def test_the_pool_survives_its_fork_server() -> None:
    async def test(pool: WorkerPool) -> None:
        os.kill(fork_server_of(await worker_of(pool)), signal.SIGKILL)
        with pytest.raises(WorkerLost):
            await do(pool, "crash")
        await until(lambda: pool.free == 2)
        with pytest.raises(WorkerLost):
            await asyncio.gather(*(do(pool, "spin:5", 0.1) for _ in range(2)))
        await until(lambda: pool.free == 2)
        assert await do(pool, "echo:again") == "again"

    with_pool(options(2), test)


def fork_server_of(worker: int) -> int:
    """Give the parent of a process."""
    status = Path(f"/proc/{worker}/status").read_text(encoding="utf-8")
    return int(status.partition("PPid:")[2].split()[0])


def test_an_exception_is_reported_and_the_worker_goes_on() -> None:
    async def test(pool: WorkerPool) -> None:
        first = await worker_of(pool)
        with pytest.raises(JobFailed, match="LookupError: what is this"):
            await do(pool, "raise:what is this")
        assert await worker_of(pool) == first

    with_pool(options(), test)


def test_an_answer_that_cannot_be_written_is_an_exception_too() -> None:
    async def test(pool: WorkerPool) -> None:
        first = await worker_of(pool)
        with pytest.raises(JobFailed, match="OverflowError"):
            await do(pool, "large_fact:70")
        assert await worker_of(pool) == first

    with_pool(options(), test)


def test_a_worker_that_answers_another_job_loses_the_one_it_has() -> None:
    async def run() -> None:
        pool = WorkerPool(build_misnumbered, options())
        await pool.start()
        for _ in range(2):
            with pytest.raises(WorkerLost):
                await asyncio.wait_for(do(pool, "echo:"), 3.0)
        await pool.close()

    asyncio.run(run())


def test_a_cancelled_job_is_told_to_stop_and_its_worker_stays() -> None:
    async def test(pool: WorkerPool) -> None:
        first = await worker_of(pool)
        job = asyncio.create_task(do(pool, "wait_for_stop:5"))
        await asyncio.sleep(0.1)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert await worker_of(pool) == first
        assert not pool.statistics.lost

    with_pool(options(grace_seconds=1.0), test)


def test_a_cancelled_job_that_does_not_stop_is_killed() -> None:
    async def test(pool: WorkerPool) -> None:
        job = asyncio.create_task(do(pool, "spin:5"))
        await asyncio.sleep(0.1)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        started = time.monotonic()
        assert await do(pool, "echo:next") == "next"
        assert time.monotonic() - started < 2.0
        assert pool.statistics.lost == {LossCause.ABANDONED: 1}

    with_pool(options(), test)


def test_the_queue_is_bounded_in_length_and_time() -> None:
    async def test(pool: WorkerPool) -> None:
        running = asyncio.create_task(do(pool, "sleep:1.5"))
        await asyncio.sleep(0.05)
        started = time.monotonic()
        waiting = asyncio.create_task(do(pool, "echo:late"))
        hurried = asyncio.create_task(do(pool, "echo:hurried", 0.1))
        await asyncio.sleep(0)
        with pytest.raises(PoolBusy):
            await do(pool, "echo:one too many")
        with pytest.raises(OutOfTime):
            await hurried
        assert 0.1 <= time.monotonic() - started < 1.0
        with pytest.raises(PoolBusy):
            await waiting
        assert 0.3 <= time.monotonic() - started < 1.4
        assert await running == "done"
        assert pool.waiting == 0
        assert await do(pool, "echo:free again") == "free again"
        with pytest.raises(OutOfTime):
            await do(pool, "echo:too late", 0.0)
        assert pool.free == 1

    with_pool(options(max_waiting=2, max_waiting_seconds=0.3), test)


def test_a_worker_that_goes_while_it_is_handed_over_is_not_used() -> None:
    async def test(pool: WorkerPool) -> None:
        link = pool._free.pop()
        job = asyncio.create_task(do(pool, "echo:patient"))
        await until(lambda: pool.waiting == 1)
        pool._release(link)
        link.kill(LossCause.DIED)
        assert await job == "patient"

    with_pool(options(), test)


def test_waiting_jobs_are_taken_in_order() -> None:
    async def test(pool: WorkerPool) -> None:
        done: list[int] = []

        async def job(number: int) -> None:
            await do(pool, "sleep:0.01")
            done.append(number)

        await asyncio.gather(*(job(number) for number in range(10)))
        assert done == list(range(10))

    with_pool(options(), test)


def test_the_next_job_is_begun_before_the_answer_is_dealt_with() -> None:
    async def test(pool: WorkerPool) -> None:
        begun: list[int] = []

        async def job() -> None:
            await do(pool, "sleep:0.05")
            begun.append(pool.statistics.jobs)

        await asyncio.gather(*(job() for _ in range(3)))
        assert begun == [2, 3, 3]

    with_pool(options(), test)


def test_no_slot_leaks_however_callers_go_away() -> None:
    async def test(pool: WorkerPool) -> None:
        chance = random.Random(20_221)

        async def caller() -> None:
            command = chance.choice(["echo:x", "sleep:0.01", "wait_for_stop:0.05", "raise:x"])
            job = asyncio.create_task(do(pool, command, chance.choice([None, 0.02, 1.0])))
            await asyncio.sleep(chance.uniform(0.0, 0.1))
            job.cancel()
            await asyncio.gather(job, return_exceptions=True)

        for _ in range(10):
            await asyncio.gather(*(caller() for _ in range(30)))
        await until(lambda: pool.free == 2)
        assert pool.waiting == 0
        assert await asyncio.gather(*(do(pool, f"echo:{number}") for number in range(4))) == list("0123")

    with_pool(options(2, grace_seconds=0.5), test)


def test_a_worker_keeps_to_its_memory() -> None:
    async def test(pool: WorkerPool) -> None:
        assert await do(pool, f"allocate:{1 << 20}") == str(1 << 20)
        with pytest.raises(JobFailed, match="MemoryError"):
            await do(pool, f"allocate:{4 << 30}")
        assert await do(pool, "echo:alive") == "alive"

    with_pool(options(memory_bytes=1 << 30), test)


def test_a_refused_start_is_reported() -> None:
    async def run() -> None:
        pool = WorkerPool(refuse_to_start, options(2))
        with pytest.raises(StartRefusal, match="the file is faulty"):
            await pool.start()
        assert pool.alive == 0

    asyncio.run(run())


def test_a_crash_at_the_start_is_reported() -> None:
    async def run() -> None:
        with pytest.raises(WorkerLost):
            await WorkerPool(crash_at_start, options()).start()

    asyncio.run(run())


def test_a_worker_that_does_not_get_ready_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_START_SECONDS", 0.5)

    async def run() -> None:
        with pytest.raises(TimeoutError, match=r"^a worker was not ready after 0\.5 s$"):
            await WorkerPool(hang_at_start, options()).start()

    asyncio.run(run())


def test_a_worker_that_hangs_at_its_start_ends_without_a_front(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads what it says, or could kill it; the alarm is set before it begins to build its handler."""
    monkeypatch.setattr(worker, "_START_SECONDS", 0.3)
    front_end, worker_end = socket.socketpair()
    front_bell, worker_bell = socket.socketpair()
    stop = multiprocessing.RawValue(ctypes.c_ulonglong, 0)
    process = multiprocessing.get_context("fork").Process(
        target=worker.run_worker, args=(worker_end, worker_bell, stop, hang_at_start, 0)
    )
    with front_end, worker_end, front_bell, worker_bell:
        process.start()
        process.join(10.0)
        assert process.exitcode == -signal.SIGALRM


def test_a_closed_pool_ends_what_it_has() -> None:
    async def run() -> None:
        async with running_pool(options()) as pool:
            running = asyncio.create_task(do(pool, "sleep:5"))
            waiting = asyncio.create_task(do(pool, "echo:never"))
            await asyncio.sleep(0.05)
        with pytest.raises(WorkerLost) as lost:
            await running
        assert lost.value.cause is LossCause.CLOSED
        with pytest.raises(PoolClosed):
            await waiting
        with pytest.raises(PoolClosed):
            await do(pool, "echo:never")

    asyncio.run(run())

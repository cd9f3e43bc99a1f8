"""Who waits for a worker is taken by priority; who is sent away is told honestly when to come again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc import aio

from carnegie_server.front.calls import IncomingCall
from carnegie_server.methods import SUGGEST
from carnegie_server.workers import PoolBusy, PoolOptions, WorkerPool
from carnegie_server.workers.link import WorkerLink
from carnegie_server.workers.pace import LEAST_RETRY_SECONDS, Pace
from carnegie_server.workers.waiting import WaitingLine
from server.batch_stage import Stage, until, with_stage
from server.commands import build_commands
from server.service_process import detail, refusal


def with_pool(test: Callable[[WorkerPool], Awaitable[None]], **options: float) -> None:
    """Run a test with a pool of one worker."""

    async def run() -> None:
        pool = WorkerPool(build_commands, PoolOptions(1, **({"max_seconds": 10.0} | options)))  # type: ignore[arg-type]
        await pool.start()
        try:
            await test(pool)
        finally:
            await pool.close()

    asyncio.run(run())


async def do(pool: WorkerPool, command: str, priority: int = 0) -> str:
    return (await pool.submit(SUGGEST, command.encode(), None, None, priority)).body.decode()


def refuse() -> PoolBusy:
    return PoolBusy(1.0)


def test_the_line_is_that_of_a_sorted_list() -> None:
    """Compared with a list that is sorted anew each time; some go away while they wait."""

    async def test() -> None:
        chance = random.Random(3)
        line = WaitingLine(8)
        waiting: list[tuple[int, int, asyncio.Future[WorkerLink]]] = []
        for number in range(3_000):
            action = chance.random()
            if action < 0.6:
                priority = chance.randint(-3, 3)
                last = max(waiting, default=None, key=lambda each: (each[0], each[1]))
                if len(waiting) == 8 and last is not None and last[0] <= -priority:
                    with pytest.raises(PoolBusy):
                        line.join(priority, refuse)
                    continue
                waiter = line.join(priority, refuse)
                if len(waiting) == 8 and last is not None:
                    waiting.remove(last)
                    assert isinstance(last[2].exception(), PoolBusy)
                waiting.append((-priority, number, waiter.worker))
            elif action < 0.8:
                assert line.hand_over(None) == bool(waiting)  # type: ignore[arg-type] # any worker
                if waiting:
                    first = min(waiting, key=lambda each: (each[0], each[1]))
                    waiting.remove(first)
                    assert first[2].done()
            elif waiting:
                gone = chance.choice(waiting)
                waiting.remove(gone)
                (waiter,) = [each for each in line._waiters if each.worker is gone[2]]
                line.leave(waiter)
                line.leave(waiter)
            assert len(line) == len(waiting)
            assert not any(future.done() for _, _, future in waiting)

    asyncio.run(test())


def test_a_higher_priority_overtakes_and_the_same_waits_its_turn() -> None:
    async def test(pool: WorkerPool) -> None:
        done: list[str] = []

        async def job(name: str, priority: int) -> None:
            await do(pool, "sleep:0.01", priority)
            done.append(name)

        running = asyncio.create_task(do(pool, "sleep:0.3"))
        await asyncio.sleep(0.05)
        names = [("a", 0), ("b", -5), ("c", 7), ("d", 0), ("e", 7), ("f", 10)]
        await asyncio.gather(running, *(job(*each) for each in names))
        assert done == ["f", "c", "e", "a", "d", "b"]

    with_pool(test)


def test_a_full_line_takes_only_who_outranks_the_last_who_then_gives_way() -> None:
    async def test(pool: WorkerPool) -> None:
        running = asyncio.create_task(do(pool, "sleep:0.4"))
        await asyncio.sleep(0.05)
        first = asyncio.create_task(do(pool, "echo:first", -1))
        last = asyncio.create_task(do(pool, "echo:last", -1))
        await asyncio.sleep(0.05)
        with pytest.raises(PoolBusy):
            await do(pool, "echo:equal", -1)
        urgent = asyncio.create_task(do(pool, "echo:urgent", 1))
        with pytest.raises(PoolBusy):
            await last
        answers = await asyncio.gather(running, urgent, first)
        assert list(answers) == ["done", "urgent", "first"]
        assert pool.statistics.refused == 2
        assert (pool.waiting, pool.free, pool.busy) == (0, 1, 0)

    with_pool(test, max_waiting=2)


def test_nobody_waits_for_ever_however_many_overtake() -> None:
    """With a queue that never empties of the urgent, the patient is sent away after the longest wait."""

    async def test(pool: WorkerPool) -> None:
        loop = asyncio.get_running_loop()

        async def urgent() -> None:
            end = loop.time() + 1.2
            while loop.time() < end:
                await do(pool, "sleep:0.02", 5)

        urgently = [asyncio.create_task(urgent()) for _ in range(3)]
        await asyncio.sleep(0.05)
        began = loop.time()
        with pytest.raises(PoolBusy):
            await do(pool, "echo:patient", -5)
        assert 0.4 < loop.time() - began < 1.0
        await asyncio.gather(*urgently)

    with_pool(test, max_waiting=20, max_waiting_seconds=0.5)


def test_a_worker_handed_over_in_the_moment_of_a_cancel_goes_to_the_next() -> None:
    """The one who waits is cancelled after its worker was handed over, and before it could know."""

    async def test(pool: WorkerPool) -> None:
        link = pool._free.pop()
        gone = asyncio.create_task(do(pool, "echo:gone", 5))
        next_ = asyncio.create_task(do(pool, "echo:next"))
        await until(lambda: pool.waiting == 2)
        pool._release(link)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert await next_ == "next"
        assert (pool.waiting, pool.free, pool.statistics.jobs) == (0, 1, 1)

    with_pool(test)


def test_the_reply_says_how_long_its_job_has_waited() -> None:
    async def test(pool: WorkerPool) -> None:
        running = asyncio.create_task(pool.submit(SUGGEST, b"sleep:0.3"))
        await asyncio.sleep(0.0)
        waited = await pool.submit(SUGGEST, b"echo:x")
        assert float((await running).facts["queue_seconds"]) < 0.1
        assert 0.25 < float(waited.facts["queue_seconds"]) < 2.0

    with_pool(test)


def test_the_wait_is_that_of_the_jobs_before() -> None:
    pace = Pace()
    for _ in range(200):
        pace.done(2.0)
    assert pace.wait(6, 3, 0.0, 100.0) == pytest.approx(4.0)
    assert pace.wait(6, 3, 0.0, 3.0) == 3.0
    assert pace.wait(6, 3, 5.0, 100.0) == pytest.approx(10.0)
    for _ in range(200):
        pace.done(0.001)
    assert pace.wait(6, 3, 0.0, 100.0) == LEAST_RETRY_SECONDS


def test_who_is_sent_away_is_told_to_come_when_there_should_be_room() -> None:
    """Jobs of 0.2 s, one running and three waiting, one worker: some 0.8 s, the running one being half done."""

    async def test(stage: Stage) -> None:
        for _ in range(3):
            await stage.do("sleep:0.2")
        running = [asyncio.create_task(stage.do("sleep:0.2")) for _ in range(4)]
        await asyncio.sleep(0.1)
        with pytest.raises(aio.AioRpcError) as error:
            await stage.do("echo:x")
        told = detail(refusal(error.value).status, error_details_pb2.RetryInfo).retry_delay
        assert 0.6 <= told.ToMilliseconds() / 1e3 <= 1.2
        await asyncio.gather(*running)

    with_stage(test, PoolOptions(1, max_seconds=5.0, max_waiting=3))


def test_the_priority_of_a_call_travels_beside_it() -> None:
    async def test(stage: Stage) -> None:
        done: list[str] = []

        async def call(name: str, priority: str | None) -> None:
            await stage.do("sleep:0.01", priority)
            done.append(name)

        running = asyncio.create_task(stage.do("sleep:0.5"))
        await asyncio.sleep(0.1)
        calls = [("plain", None), ("low", "-10"), ("high", "10")]
        await asyncio.gather(running, *(call(*each) for each in calls))
        assert done == ["high", "plain", "low"]

    with_stage(test)


@pytest.mark.parametrize("priority", ["11", "-11", "high", "1.5", "1_0", "", "9" * 5_000])
def test_a_priority_that_is_none_is_refused(priority: str) -> None:
    async def test(stage: Stage) -> None:
        with pytest.raises(aio.AioRpcError) as error:
            await stage.do("echo:x", priority)
        told = refusal(error.value)
        assert told.code is grpc.StatusCode.INVALID_ARGUMENT
        assert told.violations == {"x-carnegie-priority": "OUT_OF_RANGE"}

    with_stage(test)


@pytest.mark.parametrize(("text", "priority"), [("0", 0), ("-10", -10), ("10", 10), ("+3", 3)])
def test_priorities_are_whole_numbers(text: str, priority: int) -> None:
    assert IncomingCall(SUGGEST, b"", metadata={"x-carnegie-priority": text}).priority() == priority

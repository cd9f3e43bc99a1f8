"""A stop reaches a search of CP-SAT while it runs, and even before it has begun; then the worker is free again."""

from __future__ import annotations

import asyncio
import time

import pytest

from carnegie_server.workers import PoolOptions, WorkerPool
from server.searching import build_searching

GRACE_SECONDS = 5.0


@pytest.mark.parametrize(
    ("begins", "cancelled"), [(0.0, 0.3), (0.3, 0.1), (0.1, 0.1), (0.1, 0.101), (0.0, 0.0)]
)
def test_a_cancel_ends_the_search_and_the_worker_stays(begins: float, cancelled: float) -> None:
    """Were the worker killed, it would be after the grace, and counted as lost."""

    async def test() -> None:
        pool = WorkerPool(build_searching, PoolOptions(1, max_seconds=30.0, grace_seconds=GRACE_SECONDS))
        await pool.start()
        try:
            for _ in range(3):
                job = asyncio.create_task(pool.submit("/test/Search", str(begins).encode()))
                await asyncio.sleep(cancelled)
                job.cancel()
                stopped = time.monotonic()
                with pytest.raises(asyncio.CancelledError):
                    await job
                await pool.submit("/test/Search", b"stopped")
                assert time.monotonic() - stopped < max(0.0, begins - cancelled) + 1.0
            assert not pool.statistics.lost
        finally:
            await pool.close()

    asyncio.run(test())


def test_the_end_of_the_jobs_time_ends_the_search_with_what_it_has() -> None:
    """The limit of this search is a minute, its job's time half a second."""

    async def test() -> None:
        pool = WorkerPool(build_searching, PoolOptions(1, max_seconds=30.0, grace_seconds=GRACE_SECONDS))
        await pool.start()
        told: list[bytes] = []
        try:
            reply = await pool.submit("/test/Search", b"0", 0.5, told.append)
            assert 0.3 < float(reply.body) < 1.5
            assert told == [b"TIME True False"]
            assert not pool.statistics.lost
        finally:
            await pool.close()

    asyncio.run(test())

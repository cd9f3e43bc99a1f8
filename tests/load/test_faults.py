"""Faults of workers and of clients hurt nobody else: the short version of ``load.faults``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from load.faults import TIMED, cancelling_clients
from load.neighbour import Verdict


@pytest.mark.parametrize("fault", TIMED)
def test_a_fault_is_seen_by_its_caller_and_hurts_nobody_else(
    fault: Callable[[float], Awaitable[Verdict]],
) -> None:
    async def run() -> Verdict:
        return await fault(0.5)

    verdict = asyncio.run(run())
    assert not verdict.broken
    assert verdict.times


def test_clients_that_cancel_leave_no_slot_taken() -> None:
    verdict = asyncio.run(cancelling_clients(100))
    assert not verdict.broken
    assert verdict.times == 100

"""A limit is what is left of time and work, and names the bound that has been reached."""

from __future__ import annotations

import math

from carnegie_solver.advisor import suggest
from carnegie_solver.components import load_components
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached, Stop, any_reached
from models.construction_positions import full_position

COMPONENTS = load_components()


def test_work_is_used_up_and_shared() -> None:
    limit = Limit(work=1.0, seed=3, threads=2)
    assert limit.after(0.25).work == 0.75
    assert limit.after(0.25).share(3).work == 0.25
    assert limit.after(2.0).work == 0.0
    assert (limit.after(0.5).seed, limit.share(2).threads) == (3, 2)
    assert limit.reached() is None
    assert limit.after(1.0).reached() is LimitReached.WORK


def test_without_a_bound_nothing_is_used_up() -> None:
    assert UNLIMITED.after(1e9) == UNLIMITED.share(7) == UNLIMITED
    assert UNLIMITED.reached() is None


def test_time_is_not_shared() -> None:
    now = [10.0]
    limit = Limit(seconds=2.0, work=5.0, clock=lambda: now[0])
    assert limit.share(2).after(1.0).remaining_seconds() == 2.0
    now[0] = math.inf
    assert limit.reached() is LimitReached.TIME


def test_time_wins_where_several_searches_were_ended() -> None:
    assert any_reached([None, LimitReached.WORK, LimitReached.TIME]) is LimitReached.TIME
    assert any_reached([LimitReached.WORK, None]) is LimitReached.WORK
    assert any_reached([None, None]) is None
    assert any_reached([]) is None


def test_a_watch_knows_how_to_stop_what_runs_and_changes_nothing() -> None:
    """Told of each search of CP-SAT and of its end, by turns; the answer is the same to the last step."""
    told: list[Stop | None] = []
    position = full_position(COMPONENTS, 1, 2)
    watched = suggest(COMPONENTS, position, limit=Limit(work=5.0, watch=told.append), lines=3)
    assert told[1::2] == [None] * (len(told) // 2)
    assert told[::2]
    assert all(stop is not None for stop in told[::2])
    assert watched == suggest(COMPONENTS, position, limit=Limit(work=5.0), lines=3)


def test_a_stop_at_any_time_does_no_harm() -> None:
    """One that comes before the search has begun, or when it has ended, is lost."""
    stops: list[Stop] = []

    def watch(stop: Stop | None) -> None:
        if stop is not None:
            stop()
            stops.append(stop)
        for earlier in stops[:-1]:
            earlier()

    position = full_position(COMPONENTS, 1, 2)
    stopped = suggest(COMPONENTS, position, limit=Limit(work=5.0, watch=watch), lines=3)
    assert stopped.lines == suggest(COMPONENTS, position, limit=Limit(work=5.0), lines=3).lines

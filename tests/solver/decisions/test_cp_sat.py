"""CP-SAT runs the same way each time, with one thread and with several, and says which limit ended it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from carnegie_solver.advisor import Suggestion, suggest
from carnegie_solver.components import Action, load_components
from carnegie_solver.decisions import cp_sat
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached
from models.construction_components import many_desks
from models.construction_positions import full_position
from models.random_positions import counted_position

COMPONENTS = load_components()


@pytest.fixture
def busy() -> Iterator[None]:
    """Keep this process busy with searches of another kind."""
    over = threading.Event()

    def search() -> None:
        while not over.is_set():
            suggest(COMPONENTS, counted_position(COMPONENTS, 5, Action.MANAGEMENT))

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    yield
    over.set()
    for thread in threads:
        thread.join()


def asked(seed: int, limit: Limit) -> Suggestion:
    five = many_desks(5)
    return suggest(five, full_position(five, seed, 5), limit=limit, strict=True, lines=3)


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("work", [5e-4, 5e-3, 0.05])
def test_threads_give_the_same_answer_each_time(work: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_sat, "ALONE_WORK", 1e-4)
    for seed in range(2):
        for threads in (2, 3):
            limit = Limit(work=work, seed=seed, threads=threads)
            answers = [asked(seed, limit) for _ in range(3)]
            assert answers[0] == answers[1] == answers[2]


def test_threads_prove_what_one_thread_proves(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [asked(seed, UNLIMITED) for seed in range(3)]
    monkeypatch.setattr(cp_sat, "ALONE_WORK", 1e-4)
    for seed, one in enumerate(alone):
        together = asked(seed, Limit(work=0.5, threads=2))
        assert together.statistics.work > one.statistics.work
        assert together.lines[0].gain <= one.lines[0].gain <= together.bound
        if together.lines[0].proved:
            assert together.lines[0].gain == one.lines[0].gain


def test_easy_programs_need_one_thread_only() -> None:
    position = counted_position(COMPONENTS, 3, Action.CONSTRUCTION)
    alone = suggest(COMPONENTS, position, limit=Limit(work=5.0))
    assert alone == suggest(COMPONENTS, position, limit=Limit(work=5.0, threads=4))


@pytest.mark.parametrize("action", list(Action))
@pytest.mark.parametrize("lines", [1, 5])
def test_the_limit_that_ends_a_search_is_named(action: Action, lines: int) -> None:
    """With an hour's time it is work that ends a search, never time; and all searches together keep to it."""
    ended = 0
    for seed in range(40, 52):
        position = counted_position(COMPONENTS, seed, action)
        for work in (1e-6, 1e-4, 2e-3):
            limit = Limit(seconds=3_600.0, work=work)
            answer = suggest(COMPONENTS, position, limit=limit, lines=lines)
            assert answer.limit_reached in (None, LimitReached.WORK)
            assert answer.limit_reached is LimitReached.WORK or answer.lines[0].proved
            timeless = suggest(COMPONENTS, position, limit=replace(limit, seconds=None), lines=lines)
            assert answer == timeless
            ended += answer.limit_reached is LimitReached.WORK
            full = suggest(COMPONENTS, position, lines=lines)
            if answer.limit_reached is None:
                assert answer.lines == full.lines
    assert ended > 0


@pytest.mark.parametrize("lines", [1, 5, 10])
def test_all_searches_of_an_answer_share_the_work(lines: int) -> None:
    """Ten lines may not do ten times the work: what one search is over the limit by is small."""
    five = many_desks(5)
    limited = 0
    for seed in range(6):
        position = full_position(five, seed, 5)
        for work in (2e-3, 0.01, 0.03):
            answer = suggest(five, position, limit=Limit(work=work), lines=lines)
            assert answer.statistics.work < work + 1e-3
            limited += answer.limit_reached is LimitReached.WORK
    assert limited > 0

"""An analysis reports better and better answers, and ends with the one that the advisor gives for the same limit."""

from __future__ import annotations

import pytest

from carnegie_solver import analysis
from carnegie_solver.advisor import suggest
from carnegie_solver.analysis import analyze
from carnegie_solver.components import Action, load_components
from carnegie_solver.limits import Limit
from models.random_positions import counted_position

COMPONENTS = load_components()


@pytest.mark.parametrize("action", list(Action))
def test_reports_get_better(action: Action, monkeypatch: pytest.MonkeyPatch) -> None:
    """From very little work on, each report is better than the one before; the last is final and proved."""
    monkeypatch.setattr(analysis, "FIRST_WORK", 1e-5)
    told = 0
    for seed in range(3000, 3008):
        position = counted_position(COMPONENTS, seed, action)
        reports = list(analyze(COMPONENTS, position))
        assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]
        gains = [report.suggestion.lines[0].gain for report in reports]
        bounds = [report.suggestion.bound for report in reports]
        assert gains == sorted(gains)
        assert all(gain <= bounds[-1] <= bound for gain, bound in zip(gains, bounds, strict=True))
        assert reports[-1].suggestion == suggest(COMPONENTS, position)
        told += len(reports) - 1
    assert told > 0


@pytest.mark.parametrize("work", [1e-5, 1e-3, 0.05])
def test_a_limit_of_work_ends_with_the_advisors_answer(work: float) -> None:
    for seed in range(3100, 3104):
        position = counted_position(COMPONENTS, seed, Action.CONSTRUCTION)
        *_, last = analyze(COMPONENTS, position, limit=Limit(work=work))
        best = suggest(COMPONENTS, position, limit=Limit(work=work))
        assert last.final
        assert last.suggestion.lines[0].gain >= best.lines[0].gain
        assert last.suggestion.status == best.status


def test_without_time_there_is_one_final_report() -> None:
    position = counted_position(COMPONENTS, 3203, Action.CONSTRUCTION)
    (only,) = analyze(COMPONENTS, position, limit=Limit(seconds=1e-9))
    assert only.final
    assert only.suggestion.status == "BEST_FOUND"

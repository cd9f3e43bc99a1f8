"""Lines that differ at the end of the round: no two leave the same, and nothing better is left out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Action, load_components
from carnegie_solver.decisions import human_resources
from carnegie_solver.decisions.outcomes import outcome
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import Plan
from carnegie_solver.plans import outcome as outcome_of_plan
from carnegie_solver.rules import Position
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.enumeration import Enumeration, TooLarge
from models.random_positions import Size, counted_position

Record = Callable[[str, object], None]
COMPONENTS = load_components()
LITTLE = Size(
    employees=4, tiles=1, money=4, goods=1, pulled=4, projects=3, neutral=92, donations=2, players=2
)
LINES = 5


def naive_gains(position: Position) -> set[int]:
    """Give what plans with different outcomes gain, each with its best standing-up, in centi-VP."""
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    before = worth(COMPONENTS, outlook, position.decider)
    found = Enumeration(COMPONENTS, outlook, position, 4_000).by_outcome()
    return {value - before for value in found.values()}


@pytest.mark.parametrize("action", list(Action))
def test_no_two_lines_leave_the_same(action: Action, record_property: Record) -> None:
    """On 40 small positions all ends differ, and each gain of the enumeration down to the last line's is listed.

    Plans left out leave what a line leaves, so they gain as much as it.
    """
    compared = 0
    for seed in range(2_000):
        position = counted_position(COMPONENTS, seed, action, LITTLE)
        try:
            gains = naive_gains(position)
        except TooLarge:
            continue
        answer = suggest(COMPONENTS, position, lines=LINES, strict=True)
        listed = [line.gain for line in answer.lines]
        assert listed == sorted(listed, reverse=True)
        least = min(listed) if len(listed) == LINES else min(gains)
        assert set(listed) == {gain for gain in gains if gain >= least}
        finals = set()
        for line in answer.lines:
            own, later = (
                tuple(planned.step for planned in steps) for steps in (line.steps, line.steps_at_end_of_round)
            )
            final = outcome_of_plan(COMPONENTS, position, Plan(own, later))
            finals.add(outcome(COMPONENTS, position, final, 0))
        assert len(finals) == len(answer.lines)
        compared += 1
        if compared == 40:
            break
    assert compared == 40
    record_property(f"compared: {action.name}, lines that differ in the end, with the enumeration", compared)


def test_moves_told_apart_by_their_ends_are_those_that_remain_of_all(record_property: Record) -> None:
    """On 100 small positions the five plans with different ends are the first of each end among the many plans."""
    compared = 0
    for seed in range(100, 200):
        position = counted_position(COMPONENTS, seed, Action.HUMAN_RESOURCES, LITTLE)
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        many = human_resources.solve(COMPONENTS, outlook, position, UNLIMITED, 60)
        ends = {
            outcome(COMPONENTS, position, outcome_of_plan(COMPONENTS, position, choice.plan), 0): choice.gain
            for choice in reversed(many.choices)
        }
        gains = sorted(ends.values(), reverse=True)[:LINES]
        assert len(gains) == LINES or len(many.choices) < 60
        answer = human_resources.solve_by_end(COMPONENTS, outlook, position, UNLIMITED, LINES)
        assert [choice.gain for choice in answer.choices] == gains
        compared += 1
    record_property("compared: Human Resources, lines told apart by their ends, with many lines", compared)

"""What one answer shares: only decisions in which nothing that matters differs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, load_components
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.shared_solves import SharedSolve, shared, what_matters
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position
from carnegie_solver.rules.steps import EndTurn
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.enumeration import TooLarge, best_worth
from models.random_positions import SMALL, Size, random_position

Record = Callable[[str, object], None]
COMPONENTS = load_components()
LITTLE = Size(
    employees=3, tiles=2, money=9, goods=3, pulled=4, projects=4, neutral=92, donations=2, players=2
)


class Counting:
    """Answers with the end of the turn, and counts how often it is asked."""

    def __init__(self, reached: LimitReached | None = None) -> None:
        self.asked = 0
        self._reached = reached

    def __call__(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Answer."""
        del components, outlook, position, limit, count
        self.asked += 1
        return Answer((Choice(Plan((EndTurn(),)), 0, 0),), self._reached, Statistics("NONE", work=2.0))


def made() -> tuple[Outlook, Position]:
    """Make a position in a turn of Human Resources, with two donations that no such turn makes score more."""
    position = random_position(COMPONENTS, 3, Action.HUMAN_RESOURCES, SMALL)
    player = replace(position.decider, donations=("WELFARE_FLAT", "EDUCATION_DEPARTMENTS_ANY"))
    position = position.with_decider(player)
    return Outlook(COMPONENTS, load_weights(), position.timeline), position


def test_the_same_question_is_solved_once() -> None:
    """The row, the round, and donations that the turn cannot change make no difference; the work is counted again."""
    outlook, position = made()
    solve = Counting()
    ours = shared({"HUMAN_RESOURCES": solve})["HUMAN_RESOURCES"]
    first = ours(COMPONENTS, outlook, position, UNLIMITED)
    other = replace(position.decider, donations=("WELFARE_FLAT", "HEALTH_PROJECTS_EAST"))
    row = replace(position.timeline[0], used=5 - position.timeline[0].used)
    for same in (
        position,
        replace(position, round=position.round + 1, timeline=(row, *position.timeline[1:])),
        position.with_decider(other),
    ):
        assert ours(COMPONENTS, outlook, same, UNLIMITED) == first
    assert solve.asked == 1
    assert first.statistics.work == 2.0


def test_another_question_is_solved_anew() -> None:
    """Other holdings, donations that matter, lines, limits or prices are other questions."""
    outlook, position = made()
    solve = Counting()
    ours = SharedSolve(solve)
    ours(COMPONENTS, outlook, position, UNLIMITED)
    decider = position.decider
    for number, changed in enumerate(
        (
            replace(decider, money=decider.money + 1),
            replace(decider, donations=("WELFARE_FLAT", "WELFARE_GOODS")),
            replace(decider, donations=("WELFARE_FLAT", "WELFARE_DEPARTMENTS_STAFFED")),
            replace(decider, donations=("WELFARE_FLAT",)),
        ),
        start=2,
    ):
        ours(COMPONENTS, outlook, position.with_decider(changed), UNLIMITED)
        assert solve.asked == number
    ours(COMPONENTS, outlook, position, UNLIMITED, 2)
    ours(COMPONENTS, outlook, position, Limit(work=1.0))
    ours(COMPONENTS, Outlook(COMPONENTS, load_weights(), position.timeline), position, UNLIMITED)
    assert solve.asked == 8


def test_what_a_limit_cut_short_is_not_kept() -> None:
    """With more time left, or none, the next answer can be another one."""
    outlook, position = made()
    solve = Counting(LimitReached.TIME)
    ours = SharedSolve(solve)
    for _ in range(2):
        ours(COMPONENTS, outlook, position, UNLIMITED)
    assert solve.asked == 2


@pytest.mark.parametrize("action", list(Action))
def test_turns_that_are_shared_gain_the_same(action: Action, record_property: Record) -> None:
    """With another donation that is said to make no difference the best of all turns gains the same."""
    compared = 0
    for seed in range(80):
        position = random_position(COMPONENTS, seed, action, LITTLE)
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        groups: dict[int, list[int]] = {}
        keys: list[Position] = []
        try:
            for name in COMPONENTS.donations:
                own = replace(position.decider, donations=(name,))
                with_it = position.with_decider(own)
                key = what_matters(with_it)
                if key not in keys:
                    keys.append(key)
                group = groups.setdefault(keys.index(key), [])
                if len(group) < 3:
                    before = worth(COMPONENTS, outlook, own)
                    group.append(best_worth(COMPONENTS, outlook, with_it, 250) - before)
        except TooLarge:
            continue
        assert all(len(set(gains)) == 1 for gains in groups.values())
        compared += sum(len(gains) > 1 for gains in groups.values())
        if compared >= 12:
            break
    studies = action in (Action.CONSTRUCTION, Action.RESEARCH_AND_DEVELOPMENT)
    assert compared == 0 if studies else compared >= 5
    record_property(f"compared: groups of donations that share a turn of {action.name}", compared)

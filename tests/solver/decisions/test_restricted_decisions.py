"""With allow and avoid lists every decision agrees with a naive enumeration that passes over what they forbid."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from carnegie_solver.components import Action
from carnegie_solver.decisions import construction
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import Plan, outcome, pass_to_own_decision
from carnegie_solver.restrictions import NothingPermitted, Restrictions, StepPattern
from carnegie_solver.rules import Phase, Position, Step, apply
from carnegie_solver.rules.steps import EndTurn, SelectTimeline
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.comparison import compare_lines
from models.construction_tiles import small_with_tiles
from models.enumeration import TooLarge, best_worth, worth_with_sales
from models.restricted import Drawing, random_restrictions, steps_of_plan
from models.restricted_positions import BOARD, KINDS, ROWS, selecting

Record = Callable[[str, object], None]
WANTED = 200
WITH_STEPS = {
    "HUMAN_RESOURCES": 80,
    "MANAGEMENT": 120,
    "CONSTRUCTION": 100,
    "RESEARCH_AND_DEVELOPMENT": 50,
    "INCOME": 40,
    "DONATION": 80,
    "SETUP_PLACEMENT": 70,
    "STANDING_UP": 100,
    "ACTION_CHOICE": 25,
}
"""Of each decision, on how many positions the best plan does anything, at least."""


@pytest.mark.parametrize("kind", KINDS)
def test_five_lines_agree_with_the_enumeration(kind: str, record_property: Record) -> None:
    """On 200 small positions with lists drawn for each, the gains are those of the five best outcomes permitted."""
    components, solve, made, most = KINDS[kind]
    positions, drawing = made(), Drawing(components, solve)
    instances = with_steps = 0
    while instances < WANTED:
        batch = islice(positions, WANTED - instances)
        compared = compare_lines(components, solve, batch, most=most, restrictions_of=drawing)
        instances += compared.instances
        with_steps += compared.with_steps
    record_property(f"compared: {kind} with allow and avoid lists", instances)
    assert with_steps >= WITH_STEPS[kind]


def test_no_disk_is_built_that_no_project_brings() -> None:
    """Without the only city whose income brings study points, a tab that shows no disk builds none."""
    position = small_with_tiles(BOARD, 886, "Supply Chain", "Construction Outsourcing")
    lists = Restrictions(avoid=(StepPattern(city="St. Paul"),))
    compared = compare_lines(BOARD, construction.solve, [position], restrictions_of=lambda _: lists)
    assert compared.with_steps == 1


def decisions(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """Split the steps of a round into its decisions."""
    own: list[Step] = []
    for step in steps:
        own.append(step)
        if isinstance(step, EndTurn):
            yield tuple(own)
            own = []


def gain_of_round(outlook: Outlook, position: Position, plan: Plan) -> int:
    """Check that each decision of a row's plan is the best that is permitted; give what the whole gains."""
    player = position.player
    reached = apply(BOARD, position, plan.steps[0])
    for steps in decisions(plan.in_round):
        reached = pass_to_own_decision(BOARD, reached, player)
        best = best_worth(BOARD, outlook, reached, 800)
        last = reached.phase is Phase.USE_DEPARTMENTS
        final = outcome(BOARD, reached, Plan(steps, plan.at_end_of_round if last else ()))
        value = worth if last else worth_with_sales
        assert value(BOARD, outlook, final.players[player]) == best, (position, plan, outlook.restrictions)
        reached = final
    before = worth(BOARD, outlook, position.players[player])
    return worth(BOARD, outlook, reached.players[player]) - before


def rows_agree(position: Position, restrictions: Restrictions, others: dict[Step, int]) -> bool:
    """Check the answer for a row of the timeline with lists; `others` is what each row gives the other players."""
    outlook = Outlook(BOARD, load_weights(), position.timeline, restrictions)
    rows = {SelectTimeline(row) for row in Action}
    permitted = {row for row in rows if restrictions.permits(BOARD, position, row)}
    if not permitted:
        with pytest.raises(NothingPermitted):
            ROWS(BOARD, outlook, position, UNLIMITED, 5)
        return True
    answer = ROWS(BOARD, outlook, position, UNLIMITED, 5)
    assert {choice.plan.steps[0] for choice in answer.choices} == permitted
    assert [choice.gain for choice in answer.choices] == sorted(
        (choice.gain for choice in answer.choices), reverse=True
    )
    try:
        for choice in answer.choices:
            assert choice.proved
            # The lists are the player's own: they do not bind the others.
            assert choice.others == others[choice.plan.steps[0]]
            assert gain_of_round(outlook, position, choice.plan) - choice.others == choice.gain
            for before, step in steps_of_plan(BOARD, position, choice.plan):
                assert restrictions.permits(BOARD, before, step)
    except TooLarge:
        return False
    return True


@pytest.mark.parametrize("part", range(2))
def test_rows_of_the_timeline_agree_with_the_enumeration(part: int, record_property: Record) -> None:
    """On 100 positions only permitted rows are answered, with the best permitted plan of each round."""
    agreeing = 0
    for number, position in enumerate(islice(selecting(), part, None, 2)):
        outlook = Outlook(BOARD, load_weights(), position.timeline)
        every = ROWS(BOARD, outlook, position, UNLIMITED, 4)
        others = {choice.plan.steps[0]: choice.others for choice in every.choices}
        found = [found for choice in every.choices for found in steps_of_plan(BOARD, position, choice.plan)]
        drawn = random_restrictions(random.Random(f"rows {part} {number}"), BOARD, found)
        agreeing += rows_agree(position, drawn, others)
        if agreeing == WANTED // 2:
            break
    record_property("compared: rows of the timeline with allow and avoid lists", agreeing)
    assert agreeing == WANTED // 2

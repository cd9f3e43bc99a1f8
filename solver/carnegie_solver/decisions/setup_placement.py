"""The setup's placement: the sides of the tabs, the city of the Housing disk, the reserved Department.

The valuation adds up over these choices, but for the Housing tab, whose side says what the placed disk brings; so all
combinations are valued from a few tables.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator

from carnegie_solver.components import Components, ProjectType
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.standing_options import Holdings
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.restrictions import NothingPermitted
from carnegie_solver.rules import Phase, Position, apply
from carnegie_solver.rules.placement import legal_placements
from carnegie_solver.rules.steps import (
    ChooseTabSide,
    EndTurn,
    PlaceHousing,
    ReserveDepartment,
    Step,
)
from carnegie_solver.valuation import Outlook, worth

Part = tuple[int, tuple[Step, ...]]
"""What a part of the placement gains in centi-VP, and its steps."""


def solve(
    components: Components,
    outlook: Outlook,
    position: Position,
    limit: Limit,  # noqa: ARG001  (every combination is valued in a few milliseconds)
    count: int = 1,
) -> Answer:
    """Find the best placement; all are valued.

    Raises
    ------
    ValueError
        When the position is not in the setup's placement.
    NothingPermitted
        When there is something to place or to reserve, but none of it may be.
    """
    if position.phase is not Phase.SETUP_PLACEMENT:
        raise ValueError("no placement of the setup")
    parts = [
        list(_housing(components, outlook, position)),
        *(
            list(_sides(components, outlook, position, kind))
            for kind in ProjectType
            if kind is not ProjectType.HOUSING
        ),
        list(_reservations(components, outlook, position)),
        # Nothing that is placed changes what a sale is worth.
        [Holdings(components, outlook, position.decider).free_sale()],
    ]
    combinations = itertools.product(*parts)
    best = heapq.nsmallest(count, combinations, key=_order)
    choices = []
    for combination in best:
        gain = sum(value for value, _ in combination)
        steps = tuple(step for _, own in combination for step in own)
        choices.append(Choice(Plan((*steps, EndTurn())), gain, gain))
    tried = 1
    for part in parts:
        tried *= len(part)
    return Answer(tuple(choices), None, Statistics("ENUMERATION", nodes=tried))


def _order(combination: tuple[Part, ...]) -> tuple[int, int]:
    """Order combinations by what they gain, and those that gain the same by how few steps they take."""
    return -sum(value for value, _ in combination), sum(len(steps) for _, steps in combination)


def _valued(components: Components, outlook: Outlook, position: Position, steps: tuple[Step, ...]) -> Part:
    """Give what some steps gain by themselves."""
    after = position
    for step in steps:
        after = apply(components, after, step)
    number = position.player
    before = worth(components, outlook, position.players[number])
    return worth(components, outlook, after.players[number]) - before, steps


def _sides(components: Components, outlook: Outlook, position: Position, kind: ProjectType) -> Iterator[Part]:
    """Give each side that a tab can lie on."""
    yield 0, ()
    for step in legal_placements(components, position):
        permitted = outlook.restrictions.permits(components, position, step)
        if permitted and isinstance(step, ChooseTabSide) and step.type is kind:
            yield _valued(components, outlook, position, (step,))


def _housing(components: Components, outlook: Outlook, position: Position) -> Iterator[Part]:
    """Give each side of the Housing tab with each city that the Housing disk can be placed in."""
    sides: list[tuple[Step, ...]] = [
        steps for _, steps in _sides(components, outlook, position, ProjectType.HOUSING)
    ]
    cities: dict[str, PlaceHousing] = {}
    needed = False
    for step in legal_placements(components, position):
        if isinstance(step, PlaceHousing):
            needed = True
            if outlook.restrictions.permits(components, position, step):
                cities.setdefault(step.city, step)  # the spaces of a city are alike
    if needed and not cities:
        raise NothingPermitted
    places: list[tuple[Step, ...]] = [(step,) for step in cities.values()] or [()]
    for side, place in itertools.product(sides, places):
        yield _valued(components, outlook, position, (*side, *place))


def _reservations(components: Components, outlook: Outlook, position: Position) -> Iterator[Part]:
    """Give each Department that can be reserved; the step is needed as long as there is one."""
    steps = [step for step in legal_placements(components, position) if isinstance(step, ReserveDepartment)]
    permitted = [step for step in steps if outlook.restrictions.permits(components, position, step)]
    if steps and not permitted:
        raise NothingPermitted
    for step in permitted:
        yield _valued(components, outlook, position, (step,))
    if not steps:
        yield 0, ()

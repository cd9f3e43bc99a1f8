"""What a player decides with: the same question with one unit more of a means, wherever it can be had."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, ProjectType, TabSpaceKind
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.turn import STANDING_UP_PHASES, TURN_PHASES

MOST_OF_A_MEANS = 99
"""Beyond this no more is tried: nothing that a player could use is missing then."""


class Richer(Struct, frozen=True):
    """A question with one unit more of a means.

    Attributes
    ----------
    components, position
        The question. The components are others only where the unit is printed: a workstation.
    subject
        Where the unit is: the name of a Department or of a type of project; empty for what belongs nowhere.
    """

    components: Components
    position: Position
    subject: str = ""


def _money(components: Components, position: Position) -> Iterator[Richer]:
    player = position.decider
    yield Richer(components, position.with_decider(replace(player, money=player.money + 1)))


def _goods(components: Components, position: Position) -> Iterator[Richer]:
    player = position.decider
    yield Richer(components, position.with_decider(replace(player, goods=player.goods + 1)))


def _moves(components: Components, position: Position) -> Iterator[Richer]:
    turn = position.turn
    if turn is not None and 0 < turn.moves < MOST_OF_A_MEANS:
        yield Richer(components, replace(position, turn=replace(turn, moves=turn.moves + 1)))


def _study_points(components: Components, position: Position) -> Iterator[Richer]:
    turn = position.turn
    if turn is not None and 0 < turn.study_points < MOST_OF_A_MEANS:
        yield Richer(components, replace(position, turn=replace(turn, study_points=turn.study_points + 1)))


def _workstations(components: Components, position: Position) -> Iterator[Richer]:
    """One workstation more in a Department of the Company, at the least cost that is printed on it."""
    if position.phase not in (Phase.USE_DEPARTMENTS, Phase.SETUP_MOVES, *STANDING_UP_PHASES):
        return
    for space in position.decider.company:
        if space.department is not None and components.departments[space.department].desk_costs:
            yield Richer(components.with_workstation(space.department), position, space.department)


def _disks(components: Components, position: Position) -> Iterator[Richer]:
    """One disk more in the supply, or, in Construction, waiting on a tab that has a circle left for it."""
    turn, player = position.turn, position.decider
    if turn is None or turn.action in (Action.HUMAN_RESOURCES, Action.MANAGEMENT):
        return
    yield Richer(
        components, position.with_decider(replace(player, disks_in_supply=player.disks_in_supply + 1))
    )
    for kind in ProjectType if turn.action is Action.CONSTRUCTION else ():
        tab = player.tabs[kind]
        spaces = components.tab(kind, tab.side).spaces
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in spaces)
        if tab.built + tab.waiting < circles:
            more = player.with_tab(kind, replace(tab, waiting=tab.waiting + 1))
            yield Richer(components, position.with_decider(more), kind.name)


def _uses(components: Components, position: Position) -> Iterator[Richer]:
    """One employee more who stands in a Department of the action, at its cheapest free workstation, with his use."""
    turn = position.turn
    if turn is None or position.phase is not Phase.USE_DEPARTMENTS:
        return
    for index, space in enumerate(position.decider.company):
        if space.department is None or components.departments[space.department].type is not turn.action:
            continue
        costs = components.departments[space.department].desk_costs
        free = [number for number in range(1, len(costs) + 1) if number not in space.standing_at]
        if not free or not rule_of(space.department).has_uses:
            continue
        taken = min(free, key=lambda number: costs[number - 1])
        staffed = replace(space, standing_at=tuple(sorted((*space.standing_at, taken))))
        uses = dict(turn.uses) | {index: turn.uses_of(index) + 1}
        more = position.with_decider(position.decider.with_space(index, staffed))
        yield Richer(
            components,
            replace(more, turn=replace(turn, uses=tuple(sorted(uses.items())))),
            space.department,
        )


def _employees_in_supply(components: Components, position: Position) -> Iterator[Richer]:
    player = position.decider
    if position.phase in TURN_PHASES:
        more = replace(player, employees_in_supply=player.employees_in_supply + 1)
        yield Richer(components, position.with_decider(more))


MEANS: dict[str, Callable[[Components, Position], Iterator[Richer]]] = {
    "MONEY": _money,
    "GOODS": _goods,
    "MOVES": _moves,
    "STUDY_POINTS": _study_points,
    "WORKSTATIONS": _workstations,
    "DISKS": _disks,
    "USES": _uses,
    "EMPLOYEES_IN_SUPPLY": _employees_in_supply,
}
"""The means of a decision, by name: each gives the questions with one unit more, none where it has no part in it."""

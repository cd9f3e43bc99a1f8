"""Moving employees: the ways in which each space can end the round, and from chosen ends and flows to steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.placement import routes_of
from carnegie_solver.decisions.standing_options import StandingOption, leave, standing_options
from carnegie_solver.plans import Plan, is_standing_up
from carnegie_solver.rules import Player, Position, Space, Step
from carnegie_solver.rules.human_resources import spaces_in_reach
from carnegie_solver.rules.steps import EndTurn, MoveEmployee
from carnegie_solver.valuation import Outlook


@dataclass(frozen=True, slots=True)
class SpaceEnd:
    """One way in which a space can end the round.

    `employees` are then on it; `left` are the workstations that standing employees leave, `standing` says who
    stands up.
    """

    employees: int
    left: tuple[int, ...]
    standing: StandingOption


def space_end_states(components: Components, space: Space, most: int) -> list[tuple[tuple[int, ...], Space]]:
    """Give, for 0 to `most` employees on a space in the end, the workstations left and the space's state.

    Lying employees leave first, and those who arrive lie: a standing employee is never worth less than a lying one.
    """
    states = []
    for employees in range(most + 1):
        left, kept = leave(components, space, max(0, len(space.standing_at) - employees))
        states.append((left, replace(kept, lying=employees - len(kept.standing_at))))
    return states


def space_ends(components: Components, outlook: Outlook, player: Player, moves: int) -> list[list[SpaceEnd]]:
    """List, for each space, the ways in which it can end the round that are not plainly worse than another."""
    total = sum(space.employees for space in player.company)
    budget = player.money + components.tables.setup.goods_sell_price_any_time * player.goods
    every = []
    for index, space in enumerate(player.company):
        ends = []
        for employees, (left, state) in enumerate(
            space_end_states(components, space, min(total, space.employees + moves))
        ):
            best = None
            for option in standing_options(components, outlook, index, state):
                if option.cost <= budget and (best is None or option.value > best):
                    best = option.value
                    ends.append(SpaceEnd(employees, left, option))
        every.append(ends)
    return every


def edges_of_moves(components: Components, position: Position) -> tuple[tuple[int, int], ...]:
    """Give the pairs of spaces between which one move leads in a turn, the smaller index first."""
    if position.turn is None or not position.turn.diagonal:
        return components.space_edges
    reach = spaces_in_reach(components, position.turn)
    return tuple((one, other) for one, spaces in enumerate(reach) for other in spaces if one < other)


def plan_of(position: Position, steps: tuple[Step, ...], later: tuple[Step, ...]) -> Plan:
    """Make a plan of moves and of standing up, which is a part of the decision itself when that is what is awaited."""
    if is_standing_up(position):
        return Plan((*steps, *later, EndTurn()))
    return Plan((*steps, EndTurn()), later)


def moving_steps(
    components: Components, player: Player, flows: Iterable[tuple[int, int, int]]
) -> tuple[MoveEmployee, ...]:
    """Give the moves that make net flows (from, to, count): lying employees leave first, then the cheapest seats."""
    labels = components.space_labels
    who: dict[int, list[int | None]] = {}
    for index, space in enumerate(player.company):
        standing = leave(components, space, len(space.standing_at))[0]
        who[index] = [*([None] * space.lying), *standing]
    return tuple(
        MoveEmployee(tuple(labels[space] for space in route), who[route[0]].pop(0))
        for route in routes_of(flows)
    )

"""Human Resources: which employees to move where, counting on whom they let stand up, solved exactly by flows.

Also standing up itself, which is the same question without a move.
"""

from __future__ import annotations

from carnegie_solver.components import Components
from carnegie_solver.decisions import staffed_donation
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.ends import edges_of_moves, moving_steps, plan_of, space_ends
from carnegie_solver.decisions.placement import Option, Placement, PlacementProblem, solve_placement
from carnegie_solver.decisions.standing_options import Holdings, standing_steps
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.donations import STAFFED
from carnegie_solver.valuation import Outlook


def money_table(holdings: Holdings, player: Player, most_spent: int) -> tuple[int, ...]:
    """Give the change in worth of money and goods cubes by the dollars spent on standing up, sales included."""
    start = holdings.worth(player.money, player.goods)
    table: list[int] = []
    while len(table) <= most_spent and (sale := holdings.best_sale(len(table))) is not None:
        table.append(sale[0] - start)
    return tuple(table)


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best moves of a Human Resources turn, or the best standing-up where that is the decision.

    The gain counts on the standing-up at the end of the round, within the player's money and what his goods cubes sell
    for. The method is exact: a Lagrangian relaxation solved as minimum-cost flows by networkx, closed by a search.
    """
    player = position.decider
    moves = 0 if position.turn is None else position.turn.moves
    ends = space_ends(components, outlook, player, moves)
    start = [space.employees for space in player.company]
    held = STAFFED in player.donations
    if held and staffed_donation.limit_can_bind(components, player, ends):
        return staffed_donation.solve(components, outlook, position, limit, count)
    per_standing = 100 * components.donations[STAFFED].vp_each if held else 0
    options = tuple(
        tuple(
            Option(
                end.employees,
                end.standing.value + per_standing * end.standing.standing,
                end.standing.cost,
            )
            for end in own
        )
        for own in ends
    )
    before = sum(
        next(option.value for option in own if option.employees == count and option.cost == 0)
        for own, count in zip(options, start, strict=True)
    )
    holdings = Holdings(components, outlook, player)
    most_spent = sum(max(end.standing.cost for end in own) for own in ends)
    table = money_table(holdings, player, most_spent)
    problem = PlacementProblem(tuple(start), edges_of_moves(components, position), options, moves, table)
    placement = solve_placement(problem, limit)
    chosen = [own[choice] for own, choice in zip(ends, placement.choices, strict=True)]
    sale = holdings.best_sale(placement.cost)
    assert sale is not None
    later = standing_steps(components, sale[1], {index: end.standing for index, end in enumerate(chosen)})
    steps = moving_steps(components, player, placement.flows)
    choice = Choice(plan_of(position, steps, later), placement.value - before, placement.bound - before)
    return Answer((choice,), placement.limit_reached, _statistics(placement))


def _statistics(placement: Placement) -> Statistics:
    found = placement.statistics
    return Statistics(f"FLOW_{found.method.name}", found.states / 1000, found.states, found.flows_solved)

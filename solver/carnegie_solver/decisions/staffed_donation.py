"""Human Resources when a donation counts standing employees up to a limit that can bind, as a CP-SAT program.

The limit ties all spaces of the Company together, which the flow method does not cover.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.closing import Closing, Scenario
from carnegie_solver.decisions.ends import SpaceEnd, edges_of_moves, moving_steps, plan_of, space_end_states
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, Settings, answer_of, total
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.donations import STAFFED, donation_limit
from carnegie_solver.valuation import Outlook

SETTINGS = Settings()


def limit_can_bind(components: Components, player: Player, ends: Sequence[Sequence[SpaceEnd]]) -> bool:
    """Whether more employees could stand in the end than the donation's limit lets it count."""
    employees = sum(space.employees for space in player.company)
    most = min(employees, sum(max(end.standing.standing for end in own) for own in ends))
    return components.donations[STAFFED].vp_each * most > donation_limit(components, player)


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best moves and standing-up with the donation's limit in force: net flows over edges, ends of spaces."""
    player = position.decider
    moves = 0 if position.turn is None else position.turn.moves
    program = Program()
    employees = sum(space.employees for space in player.company)
    balance: list[list[LinearExpr]] = [[space.employees] for space in player.company]
    flows: list[tuple[int, int, cp_model.IntVar]] = []
    if moves:
        for one, other in edges_of_moves(components, position):
            for source, target in ((one, other), (other, one)):
                flow = program.integer(0, min(employees, moves), f"flow{source}_{target}")
                flows.append((source, target, flow))
                balance[source].append(-flow)
                balance[target].append(flow)
    walked = total([flow for _, _, flow in flows])
    program.model.add(walked <= moves)
    program.takes_steps(walked)
    scenarios: dict[int, list[Scenario]] = {}
    for index, space in enumerate(player.company):
        states = space_end_states(components, space, min(employees, space.employees + moves))
        chosen = [program.boolean(f"space{index}_holds{number}") for number in range(len(states))]
        program.model.add_exactly_one(chosen)
        employees_here = total([number * state for number, state in enumerate(chosen)])
        program.model.add(total(balance[index]) == employees_here)
        scenarios[index] = [(state, active) for (_, state), active in zip(states, chosen, strict=True)]
    closing = Closing(
        program,
        components,
        outlook,
        player,
        money=player.money,
        most_money=player.money,
        goods=player.goods,
        most_goods=player.goods,
        scenarios=scenarios,
    )

    def plan(outcome: Outcome) -> Plan:
        net = {(source, target): outcome.value(flow) for source, target, flow in flows}
        used = [(a, b, moved - net[b, a]) for (a, b), moved in net.items() if moved > net[b, a]]
        return plan_of(position, moving_steps(components, player, used), closing.steps(outcome))

    return answer_of(program.solve_lines(limit, SETTINGS, count), plan)

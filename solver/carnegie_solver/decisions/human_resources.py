"""Human Resources: whom to send, move, relocate and stand up; and the standing-up as a decision of its own.

A turn is solved by minimum-cost flows wherever moves, dollars and goods cubes alone tie the spaces of the
Company together; the rest is for a CP-SAT program, and so is every question with allow or avoid lists.
"""

from __future__ import annotations

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.moving import flows, program, standing
from carnegie_solver.decisions.placement import TooManyStatesError
from carnegie_solver.limits import Limit
from carnegie_solver.plans import is_standing_up
from carnegie_solver.rules import Position
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.standing_up import may_change_payroll
from carnegie_solver.rules.steps import Gain
from carnegie_solver.valuation import Outlook


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best plans of a Human Resources turn, or the best standing-up where that is the decision.

    The gain counts on the standing-up at the end of the round, within the player's money and what his goods cubes sell
    for.
    """
    return _solve(components, outlook, position, limit, count, by_end=False)


def solve_by_end(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best plans as `solve` does, but of those that leave the same once employees have stood up only one.

    Where not flows but another method has to solve a turn, such plans can be among them all the same.
    """
    return _solve(components, outlook, position, limit, count, by_end=True)


def _solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int, *, by_end: bool
) -> Answer:
    if is_standing_up(position):
        return standing.solve(components, outlook, position, limit, count)
    # The flow method knows of no forbidden steps.
    if not spaces_are_tied(position) and not outlook.restrictions.restrict:
        by_flows = flows.FlowSolver(components, outlook, position, limit, count, by_end=by_end)
        try:
            return by_flows.solve()
        except (TooManyStatesError, flows.DonationLimitError):
            answer = program.solve(components, outlook, position, limit.after(by_flows.work), count)
            work = by_flows.work + answer.statistics.work
            return replace(answer, statistics=replace(answer.statistics, work=work))
    return program.solve(components, outlook, position, limit, count)


def spaces_are_tied(position: Position) -> bool:
    """Whether relocations, or Payroll Management, with which it can be good that employees lie, matter in a turn."""
    if may_change_payroll(position):
        return True
    if position.turn is None:
        return False
    company = position.decider.company
    return position.turn.relocations > 0 or any(
        use.gain is Gain.RELOCATIONS
        for index, _ in position.turn.uses
        for use in rule_of(company[index].department).uses
    )

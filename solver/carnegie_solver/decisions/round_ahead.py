"""What a player makes of the rest of a round: his best decision in each event, and after them his best turn."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from carnegie_solver.components import Components
from carnegie_solver.decisions.action_choice import WithActionChoice
from carnegie_solver.decisions.answer import Solve
from carnegie_solver.limits import Limit, LimitReached, any_reached
from carnegie_solver.plans import outcome, pass_to_own_decision
from carnegie_solver.rules import Phase, Position, apply
from carnegie_solver.rules.steps import Step
from carnegie_solver.rules.timeline import may_change_action
from carnegie_solver.valuation import Outlook, worth

BEYOND = 1_000_000
"""More centi-VP than any turn brings."""


class RoundAhead(Struct, frozen=True, gc=False):
    """What a player makes of the rest of a round.

    `in_round` holds his decisions in it, `at_end_of_round` his standing-up; `gain` and `bound` are in centi-VP.
    """

    in_round: tuple[Step, ...]
    at_end_of_round: tuple[Step, ...]
    gain: int
    bound: int
    limit_reached: LimitReached | None
    work: float


def round_ahead(
    solves: Mapping[str, Solve],
    components: Components,
    outlook: Outlook,
    position: Position,
    player: int,
    limit: Limit,
) -> RoundAhead:
    """Solve a player's decisions in a round one after the other, as if nobody else did anything.

    Parameters
    ----------
    solves
        How the decisions of a round are solved, by name: the four actions, `INCOME` and `DONATION`.
    position
        A position in an event, or in the use of Departments, in which the player has still a decision before him.

    Raises
    ------
    ValueError
        When the player decides no more in this round.
    """
    begun = position.players[player]
    position = pass_to_own_decision(components, position, player)
    in_round: list[Step] = []
    gain = gap = 0
    work = 0.0
    limit_reached = None
    with_action_choice = WithActionChoice(solves)
    while True:
        solve = solves[decision_in_round(position)]
        if may_change_action(components, position):
            solve = with_action_choice
        share = limit.after(work).share(len(position.events) + 1)
        answer = solve(components, outlook, position, share)
        plan = answer.plan
        in_round.extend((*plan.steps, *plan.in_round))
        gain += answer.gain
        gap += answer.bound - answer.gain
        work += answer.statistics.work
        limit_reached = any_reached((limit_reached, answer.limit_reached))
        if position.phase is Phase.USE_DEPARTMENTS or plan.in_round:
            if gap:
                # What is not proved best can gain more than is claimed; what is proved gains just that.
                final = outcome(components, position, plan)
                gain = worth(components, outlook, final.players[player]) - worth(components, outlook, begun)
            return RoundAhead(tuple(in_round), plan.at_end_of_round, gain, gain + gap, limit_reached, work)
        reached = position
        for step in plan.steps:
            reached = apply(components, reached, step)
        if plan.at_end_of_round:
            # What the event counts on for later is decided again in the turn.
            at_once = worth(components, outlook, reached.players[player])
            gain += at_once - worth(components, outlook, position.players[player]) - answer.gain
        position = pass_to_own_decision(components, reached, player)


def decision_in_round(position: Position) -> str:
    """Name the decision that a position waits for in an event or in the use of Departments."""
    if position.phase is Phase.EVENT:
        return "DONATION" if position.events[0].name == "DONATION" else "INCOME"
    assert position.turn is not None
    assert position.turn.action is not None
    return position.turn.action.name

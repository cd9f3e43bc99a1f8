"""Which row of the timeline to select: by what its event and its action bring the player, less what they bring others.

A row is worth what the player gains by the best decision in its event, and after it by the best turn in its action; a
share of what the other players gain in the same way, on average, is taken off. Each of these decisions is solved as it
would be when its time comes, as if nobody did anything before. Andrew's cards are hidden, so he is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from carnegie_solver.components import Action, Components
from carnegie_solver.decisions.answer import Answer, Choice, Solve, Statistics
from carnegie_solver.limits import Limit, LimitReached
from carnegie_solver.plans import Plan, outcome, pass_to_own_decision
from carnegie_solver.restrictions import NothingPermitted
from carnegie_solver.rules import Phase, Position, apply
from carnegie_solver.rules.steps import SelectTimeline, Step
from carnegie_solver.valuation import Outlook, worth


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """What a player makes of a round whose row has been selected.

    `in_round` holds his decisions in it, `at_end_of_round` his standing-up; `gain` and `bound` are in centi-VP.
    """

    in_round: tuple[Step, ...]
    at_end_of_round: tuple[Step, ...]
    gain: int
    bound: int
    limit_reached: LimitReached | None
    work: float


class RowSelection:
    """Values rows of the timeline.

    Parameters
    ----------
    solves
        How the decisions of a round are solved, by name: the four actions, `INCOME` and `DONATION`.
    """

    def __init__(self, solves: Mapping[str, Solve]) -> None:
        self._solves = solves

    def __call__(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Find the best row; every row that may be selected is tried, so that all lines are known.

        Raises
        ------
        ValueError
            When the position does not wait for a row to be selected.
        NothingPermitted
            When no row may be selected.
        """
        if position.phase is not Phase.SELECT_TIMELINE:
            raise ValueError("no row to select")
        outlook_of_others = outlook.unrestricted
        choices: list[Choice] = []
        limits: list[LimitReached] = []
        work = 0.0
        for row in Action:
            step = SelectTimeline(row)
            if not outlook.restrictions.permits(components, position, step):
                continue
            selected = apply(components, position, step)
            own = self._round_ahead(components, outlook, selected, position.player, limit)
            others = [
                self._round_ahead(components, outlook_of_others, selected, number, limit)
                for number in range(len(position.players))
                if number != position.player
            ]
            rivals = _share(outlook.weights.opponents, [other.gain for other in others])
            plan = Plan((step,), own.at_end_of_round, own.in_round)
            choices.append(Choice(plan, own.gain - rivals, own.bound - rivals, rivals))
            limits.extend(ahead.limit_reached for ahead in (own, *others) if ahead.limit_reached is not None)
            work += sum(ahead.work for ahead in (own, *others))
        if not choices:
            raise NothingPermitted
        choices.sort(key=lambda choice: -choice.gain)
        # What is not proved of one row may be true of it: then it could be better than those before it.
        proved = [
            replace(choice, bound=max(other.bound for other in choices[number:]))
            for number, choice in enumerate(choices)
        ]
        return Answer(
            tuple(proved[:count]), limits[0] if limits else None, Statistics("ROWS", work, len(choices))
        )

    def _round_ahead(
        self, components: Components, outlook: Outlook, selected: Position, player: int, limit: Limit
    ) -> RoundAhead:
        """Give what a player makes of the round: the best decision in each event, then the best turn."""
        start = worth(components, outlook, selected.players[player])
        position = pass_to_own_decision(components, selected, player)
        in_round: list[Step] = []
        at_end: tuple[Step, ...] = ()
        gap = 0
        work = 0.0
        limit_reached = None
        while True:
            answer = self._solves[decision_in_round(position)](components, outlook, position, limit)
            in_round.extend(answer.plan.steps)
            at_end = answer.plan.at_end_of_round
            gap += answer.bound - answer.gain
            work += answer.statistics.work
            limit_reached = limit_reached or answer.limit_reached
            if position.phase is Phase.USE_DEPARTMENTS:
                final = outcome(components, position, answer.plan)
                gain = worth(components, outlook, final.players[player]) - start
                return RoundAhead(tuple(in_round), at_end, gain, gain + gap, limit_reached, work)
            for step in answer.plan.steps:
                position = apply(components, position, step)
            position = pass_to_own_decision(components, position, player)


def decision_in_round(position: Position) -> str:
    """Name the decision that a position waits for in an event or in the use of Departments."""
    if position.phase is Phase.EVENT:
        return "DONATION" if position.events[0].name == "DONATION" else "INCOME"
    assert position.turn is not None
    assert position.turn.action is not None
    return position.turn.action.name


def _share(percent: int, gains: list[int]) -> int:
    """Give a share of the mean of some gains, in whole centi-VP towards nothing; none without players."""
    return percent * sum(gains) // (100 * len(gains)) if gains else 0

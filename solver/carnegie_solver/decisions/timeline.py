"""Which row of the timeline to select: by what its event and its action bring the player, less what they bring others.

A row is worth what the player gains by the best decision in its event, and after it by the best turn in its action; a
share of what the other players gain in the same way, on average, is taken off. Each of these decisions is solved as it
would be when its time comes, as if nobody did anything before. Andrew's cards are hidden, so he is left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from carnegie_solver.components import Action, Components
from carnegie_solver.decisions.answer import Answer, Choice, Solve, Statistics
from carnegie_solver.decisions.round_ahead import BEYOND, round_ahead
from carnegie_solver.decisions.shared_solves import shared
from carnegie_solver.limits import Limit, LimitReached, any_reached
from carnegie_solver.plans import Plan
from carnegie_solver.restrictions import NothingPermitted
from carnegie_solver.rules import Phase, Position, apply
from carnegie_solver.rules.steps import SelectTimeline
from carnegie_solver.valuation import Outlook


class RowSelection:
    """Values rows of the timeline.

    Parameters
    ----------
    solves
        How the decisions of a round are solved, by name: the four actions, `INCOME` and `DONATION`.
    solves_of_others
        The same for the other players, whose gains are but estimated; as for the player if None.
    """

    def __init__(
        self, solves: Mapping[str, Solve], solves_of_others: Mapping[str, Solve] | None = None
    ) -> None:
        self._solves = solves
        self._solves_of_others = solves if solves_of_others is None else solves_of_others

    def __call__(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Find the best row; every row that may be selected is tried, so that all lines are known.

        When the time is over, no further row is begun: even without a search a row takes up to 40 ms.

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
        solves, solves_of_others = shared(self._solves), shared(self._solves_of_others)
        choices: list[Choice] = []
        limits: list[LimitReached | None] = []
        work = 0.0
        beyond = -BEYOND
        share = limit.share(len(Action) * len(position.players))
        for row in Action:
            step = SelectTimeline(row)
            if not outlook.restrictions.permits(components, position, step):
                continue
            if choices and limit.out_of_time():
                limits.append(LimitReached.TIME)
                beyond = BEYOND
                break
            selected = apply(components, position, step)
            own = round_ahead(solves, components, outlook, selected, position.player, share)
            others = [
                round_ahead(solves_of_others, components, outlook_of_others, selected, number, share)
                for number in range(len(position.players))
                if number != position.player
            ]
            # Where a limit cut the others' searches short, they may gain up to their bounds.
            rivals = _share(outlook.weights.opponents, [other.bound for other in others])
            least = _share(outlook.weights.opponents, [other.gain for other in others])
            plan = Plan((step,), own.at_end_of_round, own.in_round)
            choices.append(Choice(plan, own.gain - rivals, own.bound - least, rivals))
            limits.extend(ahead.limit_reached for ahead in (own, *others))
            work += sum(ahead.work for ahead in (own, *others))
        if not choices:
            raise NothingPermitted
        choices.sort(key=lambda choice: -choice.gain)
        # What is not proved of one row may be true of it: then it could be better than those before it.
        proved = [
            replace(choice, bound=max(beyond, *(other.bound for other in choices[number:])))
            for number, choice in enumerate(choices)
        ]
        return Answer(tuple(proved[:count]), any_reached(limits), Statistics("ROWS", work, len(choices)))


def _share(percent: int, gains: list[int]) -> int:
    """Give a share of the mean of some gains, in whole centi-VP towards nothing; none without players."""
    return percent * sum(gains) // (100 * len(gains)) if gains else 0

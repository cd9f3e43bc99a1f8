"""Decisions that several parts of one answer need, each solved once.

Rows of the timeline can bring the same event, Action Choice tiles lead from every row to the same turns, and donations
that a turn cannot make score more or less leave the same turn. What was found for one of them holds for all. The work
is counted each time as if it had been done again, so that an answer within a limit on work is what it is without this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer, Solve
from carnegie_solver.decisions.donation_prospects import UNSCORED, changed, raises_limits
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.donations import COUNTED
from carnegie_solver.valuation import Outlook


@runtime_checkable
class Sharing(Protocol):
    """A decision that is solved by way of others, which it can be told to share."""

    def sharing(self, solves: Mapping[str, Solve]) -> Solve:
        """Give the same by way of other solves."""
        ...


class SharedSolve:
    """Solves a decision of one answer; what has been solved before is remembered."""

    def __init__(self, solve: Solve) -> None:
        self._solve = solve
        self._known: dict[tuple[Outlook, int, float | None], list[tuple[Position, Answer]]] = {}

    def __call__(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Give the answer; another position counts as the same where nothing that matters in the decision differs."""
        seen = what_matters(position)
        known = self._known.setdefault((outlook, count, limit.work), [])
        for other, answer in known:
            if other == seen:
                return answer
        answer = self._solve(components, outlook, position, limit, count)
        # What a limit has cut short could be found now.
        if answer.limit_reached is None:
            known.append((seen, answer))
        return answer


def shared(solves: Mapping[str, Solve]) -> dict[str, Solve]:
    """Give solves for one answer that remember what they have solved."""
    ours: dict[str, Solve] = {}
    for name, solve in solves.items():
        ours[name] = solve.sharing(ours) if isinstance(solve, Sharing) else SharedSolve(solve)
    return ours


def what_matters(position: Position) -> Position:
    """Give a position in an event or a turn without what makes no difference to the decision that it waits for.

    The timeline is seen through the outlook; of the round only what may still change the action.
    """
    decider = position.decider
    turn = position.turn
    if turn is not None and turn.action is not None and decider.donations and not raises_limits(turn.action):
        # Those paid with goods cubes and money are none that count.
        scored = (None, *changed(turn.action))
        donations = tuple(
            donation if COUNTED.get(donation) in scored else UNSCORED for donation in decider.donations
        )
        position = position.with_decider(replace(decider, donations=donations))
    return replace(
        position,
        round=0,
        timeline=(),
        action=position.action if decider.action_choice_tile else None,
        events=position.events[:1] if position.phase is Phase.EVENT else (),
    )

"""The naive oracle: try every legal step sequence and look at what each is worth at the end of the round."""

from __future__ import annotations

from collections.abc import Iterable

from carnegie_solver.components import Components
from carnegie_solver.plans import pass_to_standing_up
from carnegie_solver.rules import Position, Step, apply, legal_steps
from carnegie_solver.rules.steps import EndTurn, SellGoods
from carnegie_solver.rules.turn import STANDING_UP_PHASES
from carnegie_solver.valuation import Outlook, worth


class TooLarge(Exception):
    """The instance has more positions than the oracle is willing to visit."""


def reachable(components: Components, start: Position, most: int) -> Iterable[Position]:
    """Visit every position that own steps lead to within one decision, ends and early sales left out."""
    seen = {start}
    frontier = [start]
    while frontier:
        position = frontier.pop()
        yield position
        for step in legal_steps(components, position):
            if isinstance(step, EndTurn):
                continue
            # One cube at a time reaches every number of sold ones; before the end of the round money buys nothing.
            if isinstance(step, SellGoods) and (step.count > 1 or position.phase not in STANDING_UP_PHASES):
                continue
            after = apply(components, position, step)
            if after not in seen:
                seen.add(after)
                frontier.append(after)
                if len(seen) > most:
                    raise TooLarge(f"more than {most} positions")


def best_worth(components: Components, outlook: Outlook, position: Position, most: int = 20_000) -> int:
    """Give the most that the deciding player's holdings can be worth once he has stood employees up."""
    player = position.player
    best: int | None = None
    seen: set[Position] = set()
    for after in reachable(components, position, most):
        standing = pass_to_standing_up(components, apply(components, after, EndTurn()), player)
        if standing in seen:
            continue
        seen.add(standing)
        for final in reachable(components, standing, most):
            value = worth(components, outlook, final.players[player])
            best = value if best is None else max(best, value)
    assert best is not None
    return best


def played(components: Components, position: Position, steps: Iterable[Step]) -> Position:
    """Play steps one after the other."""
    for step in steps:
        position = apply(components, position, step)
    return position

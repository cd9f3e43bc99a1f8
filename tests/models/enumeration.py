"""The naive oracle: try every legal step sequence and look at what each is worth at the end of the round."""

from __future__ import annotations

from collections.abc import Iterator

from carnegie_solver.components import Components
from carnegie_solver.plans import pass_to_standing_up
from carnegie_solver.rules import Player, Position, apply, legal_steps
from carnegie_solver.rules.steps import EndTurn, SellGoods
from carnegie_solver.rules.turn import STANDING_UP_PHASES
from carnegie_solver.valuation import Outlook, worth


class TooLarge(Exception):
    """The instance has more positions than the oracle is willing to visit."""


class Enumeration:
    """All that the deciding player can do in one decision, and in the standing-up that follows it.

    Parameters
    ----------
    most
        How many positions it visits before it raises TooLarge.
    """

    def __init__(self, components: Components, outlook: Outlook, position: Position, most: int) -> None:
        self._components = components
        self._outlook = outlook
        self._start = position
        self._left = most
        self._seen: set[Position] = set()

    def best_worth(self) -> int:
        """Give the most that the player's holdings can be worth once he has stood employees up, in centi-VP."""
        player = self._start.player
        finals: set[Player] = set()
        for after in self._reachable(self._start):
            ended = self._end(after)
            if ended.phase in STANDING_UP_PHASES and self._start.phase not in STANDING_UP_PHASES:
                finals.update(final.players[player] for final in self._reachable(ended))
            else:
                finals.add(after.players[player])
        return max(worth(self._components, self._outlook, final) for final in finals)

    def _end(self, position: Position) -> Position:
        if position.phase in STANDING_UP_PHASES:
            return position
        ended = apply(self._components, position, EndTurn())
        return pass_to_standing_up(self._components, ended, position.player)

    def _reachable(self, start: Position) -> Iterator[Position]:
        """Visit every position, not visited before, that own steps lead to within one decision."""
        if start in self._seen:
            return
        self._seen.add(start)
        frontier = [start]
        while frontier:
            position = frontier.pop()
            yield position
            self._left -= 1
            if self._left < 0:
                raise TooLarge
            for step in legal_steps(self._components, position):
                if isinstance(step, EndTurn):
                    continue
                # One cube at a time reaches every number of sold ones; before the end of the round money buys nothing.
                if isinstance(step, SellGoods) and (
                    step.count > 1 or position.phase not in STANDING_UP_PHASES
                ):
                    continue
                after = apply(self._components, position, step)
                if after not in self._seen:
                    self._seen.add(after)
                    frontier.append(after)


def best_worth(components: Components, outlook: Outlook, position: Position, most: int = 20_000) -> int:
    """Give the most that the deciding player's holdings can be worth at the end of the round, in centi-VP."""
    return Enumeration(components, outlook, position, most).best_worth()

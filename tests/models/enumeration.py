"""The naive oracle: try every legal step sequence and look at what each is worth at the end of the round."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.outcomes import outcome
from carnegie_solver.plans import pass_to_standing_up
from carnegie_solver.rules import Phase, Player, Position, apply, legal_steps
from carnegie_solver.rules.department_rule import DepartmentRule
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.steps import EndTurn, Gain, SellGoods
from carnegie_solver.rules.timeline import may_change_action
from carnegie_solver.rules.turn import STANDING_UP_PHASES, can_end
from carnegie_solver.valuation import Outlook, worth


class TooLarge(Exception):
    """The instance has more positions than the oracle is willing to visit."""


def _costs_dollars(rule: DepartmentRule) -> bool:
    """Whether a use of a Department can cost dollars."""
    projects = rule.builds_projects
    buys = any(use.gain is Gain.PURCHASE for use in rule.uses)
    return buys or rule.gives_donations or (projects is not None and projects.dollars > 0)


class Enumeration:
    """All that the deciding player can do in one decision, and in the standing-up that follows it.

    The round's action comes after an event: what is done in one is worth what is held right after it. Steps that the
    outlook's allow and avoid lists forbid are passed over.

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
        company = position.decider.company
        used = [] if position.turn is None else [index for index, _ in position.turn.uses]
        if may_change_action(components, position):
            used = [index for index, space in enumerate(company) if space.standing_at]
        # Goods cubes are sold at the end of the round; before it dollars buy something in few decisions only. Decisions
        # that no standing-up follows are worth what is held then, so that a sale can pay in itself.
        self._sells = (
            position.phase in (Phase.EVENT, Phase.SETUP_PLACEMENT)
            or position.phase in STANDING_UP_PHASES
            or any(_costs_dollars(rule_of(company[index].department)) for index in used)
        )
        self._worth: dict[tuple[Player, object], int] = {}

    def by_outcome(self) -> dict[Hashable, int]:
        """Give, for each outcome of the decision, the most that the player's holdings can be worth in the end."""
        player = self._start.player
        best: dict[Hashable, int] = {}
        for after, sold in self._reachable(self._start, selling=self._sells):
            if not can_end(self._components, after):
                continue
            key = outcome(self._components, self._start, after, sold)
            best[key] = max(best.get(key, -(10**9)), self._worth_in_the_end(after, player))
        return best

    def _worth_in_the_end(self, after: Position, player: int) -> int:
        if self._start.phase in (Phase.EVENT, Phase.SETUP_PLACEMENT):
            return worth(self._components, self._outlook, after.players[player])
        ended = self._end(after)
        if ended.phase not in STANDING_UP_PHASES or self._start.phase in STANDING_UP_PHASES:
            return worth(self._components, self._outlook, after.players[player])
        holdings = ended.players[player], ended.turn
        if holdings not in self._worth:
            self._worth[holdings] = max(
                worth(self._components, self._outlook, final.players[player])
                for final, _ in self._reachable(ended, selling=True)
            )
        return self._worth[holdings]

    def _end(self, position: Position) -> Position:
        if position.phase in STANDING_UP_PHASES:
            return position
        ended = apply(self._components, position, EndTurn())
        return pass_to_standing_up(self._components, ended, position.player)

    def _reachable(self, start: Position, *, selling: bool) -> Iterator[tuple[Position, int]]:
        """Visit every position that own steps lead to within one decision, with the goods cubes sold on the way."""
        seen = {(start, 0)}
        frontier = [(start, 0)]
        while frontier:
            position, sold = frontier.pop()
            yield position, sold
            self._left -= 1
            if self._left < 0:
                raise TooLarge
            for step in legal_steps(self._components, position):
                if isinstance(step, EndTurn):
                    continue
                if not self._outlook.restrictions.permits(self._components, position, step):
                    continue
                # One cube at a time reaches every number of sold ones.
                if isinstance(step, SellGoods) and (step.count > 1 or not selling):
                    continue
                state = apply(self._components, position, step), sold + isinstance(step, SellGoods)
                if state not in seen:
                    seen.add(state)
                    frontier.append(state)


def best_worth(components: Components, outlook: Outlook, position: Position, most: int = 20_000) -> int:
    """Give the most that the deciding player's holdings can be worth at the end of the round, in centi-VP."""
    return max(Enumeration(components, outlook, position, most).by_outcome().values())


def best_lines(
    components: Components, outlook: Outlook, position: Position, count: int, most: int = 20_000
) -> list[int]:
    """Give what the holdings are worth with the best plans of different outcomes, best first, in centi-VP."""
    return sorted(Enumeration(components, outlook, position, most).by_outcome().values(), reverse=True)[
        :count
    ]


def worth_with_sales(components: Components, outlook: Outlook, player: Player) -> int:
    """Give the most that a player's holdings can be worth once goods cubes are sold as permitted, in centi-VP."""
    price = components.tables.setup.goods_sell_price_any_time
    may_sell = outlook.restrictions.permits_on(components, None, SellGoods(1))
    return max(
        worth(
            components, outlook, replace(player, money=player.money + price * sold, goods=player.goods - sold)
        )
        for sold in (range(player.goods + 1) if may_sell else (0,))
    )

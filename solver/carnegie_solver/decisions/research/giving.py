"""Donations that a Department such as Charitable Giving makes in a turn, and how they are paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.restrictions import Restrictions
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.donating import donation_cost, held_by_others
from carnegie_solver.rules.steps import Donate, Mission, SellGoods


class Giving:
    """Which donations are made, and the goods cubes sold to pay for them.

    Parameters
    ----------
    program
        The program to extend.
    position
        The position in which the decision is awaited.
    uses
        For each Department's space: how many of its uses make a donation.
    restrictions
        Which steps are permitted; the regions of Missions are not looked at here.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        position: Position,
        uses: Mapping[int, cp_model.IntVar],
        restrictions: Restrictions,
    ) -> None:
        self._sells = restrictions.permits(components, position, SellGoods(1))
        self._program, self._components, self._uses = program, components, uses
        player = position.decider
        open_to_him = held_by_others(position).difference(player.donations)
        left = {} if position.turn is None else dict(position.turn.uses)
        most = min(
            sum(left[index] for index in uses),
            len(open_to_him),
            player.disks_in_supply,
        )
        names = [name for name in components.donations if name in open_to_him] if most else []
        self.made = {name: program.boolean(f"donates_{name}") for name in names}
        program.decides(*self.made.values())
        count = total(self.made.values())
        program.model.add(count == total(uses.values()))
        self.disks: LinearExpr = count
        self.most_disks = most
        nth = [program.boolean(f"donation{number}") for number in range(most)]
        for one, following in pairwise(nth):
            program.model.add(following <= one)
        program.model.add(total(nth) == count)
        self._costs: list[LinearExpr] = []
        for number, chosen in enumerate(nth):
            with_others = replace(player, donations=(*player.donations, *[""] * number))
            self._costs.append(donation_cost(with_others) * chosen)
        self._sold: cp_model.IntVar | int = 0

    def pay(self, money: LinearExpr, goods: LinearExpr, most_goods: int) -> tuple[LinearExpr, LinearExpr]:
        """Pay for the donations, selling goods cubes where need be; give the dollars and the cubes left."""
        if not self.made:
            return money, goods
        program = self._program
        price = self._components.tables.setup.goods_sell_price_any_time
        self._sold = program.integer(0, most_goods if self._sells else 0, "sold_to_donate")
        sells = program.boolean("sells_to_donate")
        program.model.add(self._sold <= most_goods * sells)
        program.model.add(sells <= total(self.made.values()))
        program.takes_steps(sells)
        left = money + price * self._sold - total(self._costs)
        program.model.add(left >= 0)
        program.model.add(goods - self._sold >= 0)
        return left, goods - self._sold

    def steps(self, outcome: Outcome, send: Callable[[int, str | None], Mission]) -> list[Step]:
        """Read the sale and the donations from a solution."""
        sold = outcome.value(self._sold)
        steps: list[Step] = [SellGoods(sold)] if sold else []
        spaces = [index for index, count in self._uses.items() for _ in range(outcome.value(count))]
        names = [name for name, chosen in self.made.items() if outcome.value(chosen)]
        labels = self._components.space_labels
        steps.extend(
            Donate(name, labels[index], send(index, name)) for name, index in zip(names, spaces, strict=True)
        )
        return steps

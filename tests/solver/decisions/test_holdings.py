"""Money and goods at the end of the round: the best sale is the best of all sales."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from carnegie_solver.components import Action, load_components
from carnegie_solver.decisions.standing_options import Holdings
from carnegie_solver.rules.donations import PAID, donation_limit, paid_vp
from carnegie_solver.valuation import Outlook, load_weights
from models.random_positions import counted_position


def test_the_best_sale_is_the_best_of_all(record_property: Callable[[str, object], None]) -> None:
    """Of every number of cubes that can be sold, the one chosen is worth the most, and is the smallest such."""
    components = load_components()
    compared = 0
    for seed in range(300):
        chance = random.Random(seed)
        position = counted_position(components, seed, Action.HUMAN_RESOURCES)
        held = tuple(donation for donation in PAID if chance.random() < 0.5)
        money, goods = chance.randint(0, 60), chance.randint(0, 40)
        player = replace(position.decider, money=money, goods=goods, donations=held)
        prices = {"money": (chance.choice([0, 32, 200]),) * 21, "goods": (chance.choice([0, 90]),) * 21}
        outlook = Outlook(components, load_weights(prices), position.timeline)
        limit = donation_limit(components, player)
        holdings = Holdings(components, outlook, player)
        for spent in range(0, money + goods + 3, 7):
            sales = {
                sold: outlook.money * (money + sold - spent)
                + outlook.goods * (goods - sold)
                + 100 * paid_vp(components, frozenset(held), limit, money + sold - spent, goods - sold)
                for sold in range(goods + 1)
                if money + sold >= spent
            }
            best = max(sales.values(), default=None)
            smallest = min((sold for sold, value in sales.items() if value == best), default=0)
            assert holdings.best_sale(spent) == (None if best is None else (best, smallest))
            compared += 1
    record_property("compared: best sale of goods with all sales", compared)

"""Turns in which nothing can be done: what is left is the standing-up that they count on.

Without moves, study points and uses for which there is something to do, no step of a turn is legal but sales of goods
cubes and its end. Such turns are many, as an action often finds nobody in its Departments, or no disk to build, and a
CP-SAT program takes longer to build than this.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.placement import work_of
from carnegie_solver.decisions.program import STEP_SCALE
from carnegie_solver.decisions.space_worths import SpaceWorths
from carnegie_solver.decisions.standing_options import (
    Holdings,
    StandingOption,
    standing_options,
    standing_steps,
)
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.donations import STAFFED, donation_limit
from carnegie_solver.rules.referee import generate_legal_steps
from carnegie_solver.rules.standing_up import may_change_payroll
from carnegie_solver.rules.steps import ChangeAction, EndTurn, SellGoods
from carnegie_solver.valuation import Outlook


class Ended(NamedTuple):
    """The best of the ways to stand up that cost as much and leave as many standing.

    `objective` is 128 times their worth in centi-VP less their steps; `ways` counts those as good, up to their choice.
    """

    objective: int
    ways: int
    chosen: tuple[tuple[int, StandingOption], ...]


def is_empty(components: Components, position: Position) -> bool:
    """Whether no step of a turn can ever be made but sales and its end, and another action by an Action Choice tile.

    What cannot be done with the dollars for all goods cubes, and these cubes besides, cannot be done after any sale.
    """
    turn = position.turn
    if turn is None or turn.action is None or turn.moves or turn.study_points or turn.relocations:
        return False
    if not turn.uses:
        return True
    player = position.decider
    price = components.tables.setup.goods_sell_price_any_time
    rich = position.with_decider(replace(player, money=player.money + price * player.goods))
    steps = generate_legal_steps(components, rich)
    return all(isinstance(step, SellGoods | EndTurn | ChangeAction) for step in steps)


def solve_empty(components: Components, outlook: Outlook, position: Position) -> Answer | None:
    """Give the one plan of an empty turn with the best standing-up.

    None where the turn is not empty, where Payroll Management may change what standing up costs, and where several
    ways to stand up are the best, with as few steps: a CP-SAT program says then which of them it is.
    """
    if may_change_payroll(position) or not is_empty(components, position):
        return None
    player = position.decider
    holdings = Holdings(components, outlook, player)
    before = STEP_SCALE * holdings.worth(player.money, player.goods)
    best: tuple[int, int, Ended] | None = None
    ways = looked_at = 0
    for cost, standing, ended in _ends(components, outlook, player):
        counted = STEP_SCALE * _of_standing(components, player, standing)
        for sold, worth in _sales(components, outlook, player, holdings, cost):
            looked_at += 1
            objective = ended.objective + counted + STEP_SCALE * worth - before - (sold > 0)
            if best is None or objective > best[0]:
                best, ways = (objective, sold, ended), ended.ways
            elif objective == best[0]:
                ways += ended.ways
    assert best is not None, "nobody has to stand up"
    if ways > 1:
        return None
    objective, sold, ended = best
    gain = -(-objective // STEP_SCALE)
    plan = Plan((EndTurn(),), standing_steps(components, sold, dict(ended.chosen)))
    statistics = Statistics("STANDING_UP", work_of(looked_at, 0), looked_at)
    return Answer((Choice(plan, gain, gain),), None, statistics)


def _ends(components: Components, outlook: Outlook, player: Player) -> Iterator[tuple[int, int, Ended]]:
    """Give the sums of dollars and of employees that stand up, each with the best ways that come to it."""
    worths = SpaceWorths(components, outlook, player)
    counts = STAFFED in player.donations
    sums: dict[tuple[int, int], Ended] = {(0, 0): Ended(0, 1, ())}
    for index, space in enumerate(player.company):
        options = standing_options(components, worths, index, space)
        if len(options) == 1:
            continue
        longer: dict[tuple[int, int], Ended] = {}
        for (cost, up), ended in sums.items():
            for option in options:
                seats = len(option.seats)
                key = (cost + option.cost, up + seats if counts else 0)
                objective = ended.objective + STEP_SCALE * (option.value - options[0].value) - seats
                known = longer.get(key)
                if known is None or objective > known.objective:
                    longer[key] = Ended(objective, ended.ways, (*ended.chosen, (index, option)))
                elif objective == known.objective:
                    longer[key] = known._replace(ways=known.ways + ended.ways)
        sums = longer
    for (cost, up), ended in sums.items():
        yield cost, up, ended


def _of_standing(components: Components, player: Player, up: int) -> int:
    """Give what the donation for standing employees scores more for some who stand up, in centi-VP."""
    if STAFFED not in player.donations:
        return 0
    each, limit = components.donations[STAFFED].vp_each, donation_limit(components, player)
    standing = sum(len(space.standing_at) for space in player.company)
    return 100 * (min(limit, each * (standing + up)) - min(limit, each * standing))


def _sales(
    components: Components, outlook: Outlook, player: Player, holdings: Holdings, cost: int
) -> Iterator[tuple[int, int]]:
    """Give the numbers of goods cubes that can be sold where dollars are to be paid, and the worth of what is left."""
    price = components.tables.setup.goods_sell_price_any_time
    sells = outlook.restrictions.permits_on(components, None, SellGoods(1))
    for sold in range(player.goods + 1 if sells else 1):
        money = player.money + price * sold - cost
        if money >= 0:
            yield sold, holdings.worth(money, player.goods - sold)

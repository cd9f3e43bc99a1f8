"""Standing up at the end of the round, and selling goods cubes at any time."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.rules.departments import rule_of, staffed_rules
from carnegie_solver.rules.position import Phase, Player, Position, Turn
from carnegie_solver.rules.steps import IllegalStep, Payroll, SellGoods, StandUp
from carnegie_solver.rules.turn import STANDING_UP_PHASES, space_named

VP_FOR_A_CUT = 1


def stand_up(components: Components, position: Position, step: StandUp) -> Position:
    """An employee lying in a Department takes a free workstation and pays the cost printed under it [seed, public]."""
    if position.phase not in STANDING_UP_PHASES:
        raise IllegalStep(step, "WRONG_PHASE", "", position.phase.name, "STANDING_UP")
    index = space_named(components, step, step.space)
    player = position.decider
    space = player.company[index]
    if space.department is None:
        raise IllegalStep(
            step, "NO_DEPARTMENT", "space", "a space without a Department", "a built Department"
        )
    costs = components.departments[space.department].desk_costs
    free = [number for number in range(1, len(costs) + 1) if number not in space.standing_at]
    if step.workstation not in free:
        allowed = "a free one: " + (", ".join(map(str, free)) or "none")
        raise IllegalStep(step, "NO_FREE_WORKSTATION", "workstation", step.workstation, allowed)
    if not space.lying:
        raise IllegalStep(step, "NOBODY_LYING", "space", "no lying employee", "a Department with one")
    cost, vp = costs[step.workstation - 1], 0
    if step.payroll is not None:
        if not may_change_payroll(position):
            found = "nobody there, or its own employee stood up in this round"
            raise IllegalStep(step, "NOT_STAFFED", "payroll", found, "Payroll Management staffed before")
        if not may_pay(player, step.payroll):
            allowed = f"{VP_FOR_A_CUT} or more"
            raise IllegalStep(step, "NOT_ENOUGH_VP", "payroll", f"{player.vp} VP", allowed)
        cost, vp = changed_payroll(cost, step.payroll)
    if cost > player.money:
        raise IllegalStep(step, "NOT_ENOUGH_MONEY", "", f"${player.money}", f"${cost} or more")
    standing_at = tuple(sorted((*space.standing_at, step.workstation)))
    player = player.with_space(index, replace(space, standing_at=standing_at, lying=space.lying - 1))
    position = position.with_decider(replace(player, money=player.money - cost, vp=player.vp + vp))
    if rule_of(space.department).changes_payroll:
        position = replace(position, turn=Turn(None, payroll_stood_up=True))
    return position


def may_change_payroll(position: Position) -> bool:
    """Whether standing up may cost more or less: Payroll Management was staffed before the standing-up [public]."""
    if position.turn is not None and position.turn.payroll_stood_up:
        return False
    return any(rule.changes_payroll for rule in staffed_rules(position.decider))


def changed_payroll(cost: int, payroll: Payroll) -> tuple[int, int]:
    """Give the dollars and the VP of standing up at a workstation with a cost: $2 more, or $1 in all [public]."""
    return (cost + 2, 1) if payroll is Payroll.BONUS else (1, -1)


def sell_goods(components: Components, position: Position, step: SellGoods) -> Position:
    """Sell goods cubes at the price of any time [public]."""
    if position.phase is Phase.GAME_OVER:
        raise IllegalStep(step, "WRONG_PHASE", "", position.phase.name, "a phase of the game")
    player = position.decider
    if not 1 <= step.count <= player.goods:
        allowed = f"1 to {player.goods}" if player.goods else "nothing, for there are no goods cubes"
        raise IllegalStep(step, "NOT_ENOUGH_GOODS", "count", step.count, allowed)
    price = components.tables.setup.goods_sell_price_any_time
    player = replace(player, goods=player.goods - step.count, money=player.money + price * step.count)
    return position.with_decider(player)


def may_pay(player: Player, payroll: Payroll) -> bool:
    """Whether a player has the VP for a changed cost: a cut needs 1, a bonus none [public]."""
    return payroll is not Payroll.CUT or player.vp >= VP_FOR_A_CUT


def legal_standing_up(components: Components, position: Position) -> Iterator[StandUp]:
    """Give every legal way to stand one employee up."""
    if position.phase not in STANDING_UP_PHASES:
        return
    player = position.decider
    changes = tuple(Payroll) if may_change_payroll(position) else ()
    for index, space in enumerate(player.company):
        if space.department is None or not space.lying:
            continue
        for number, cost in enumerate(components.departments[space.department].desk_costs, start=1):
            if number in space.standing_at:
                continue
            if cost <= player.money:
                yield StandUp(components.space_labels[index], number)
            for payroll in changes:
                changed, _ = changed_payroll(cost, payroll)
                if changed <= player.money and may_pay(player, payroll):
                    yield StandUp(components.space_labels[index], number, payroll)

"""Management: money and goods from Commerce and Finance, new Departments from Strategic Planning [seed]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from carnegie_solver.components import Action, Components, Region
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.missions import check_mission, send
from carnegie_solver.rules.position import Player, Position
from carnegie_solver.rules.steps import BuildDepartment, Gain, IllegalStep, Mission, UseDepartment
from carnegie_solver.rules.turn import space_named, turn_of

GOODS_WITH_EMPLOYEE = 1
GOODS_WITHOUT_EMPLOYEE = 2


def use_department(components: Components, position: Position, step: UseDepartment) -> Position:
    """Take money or goods for one use, sending the employee on a Mission for more [seed]."""
    turn = turn_of(position, step)
    index = space_named(components, step, step.space)
    player = position.decider
    gains = {(gain, sent): amount for gain, sent, amount in rule_of(player.company[index].department).gains}
    if not gains or not turn.uses_of(index):
        found = player.company[index].department or "no Department"
        raise IllegalStep(
            step, "NO_USE_LEFT", "space", found, "a Department with a use left for money or goods"
        )
    amount = gains.get((step.gain, step.mission is not None))
    if amount is None:
        found = f"{step.gain.name} {'with' if step.mission else 'without'} a Mission"
        allowed = ", ".join(f"{gain.name} {'with' if sent else 'without'} a Mission" for gain, sent in gains)
        raise IllegalStep(step, "NO_SUCH_GAIN", "gain", found, allowed)
    if step.mission is not None:
        check_mission(position, step, index, step.mission)
        player = send(player, index, step.mission)
    if step.gain is Gain.MONEY:
        player = replace(player, money=player.money + amount)
    else:
        player = replace(player, goods=player.goods + amount)
    return replace(position.with_decider(player), turn=turn.used(index))


def goods_for(components: Components, player: Player, department: str, index: int) -> int:
    """Count the goods cubes for building a Department on a space: fewer where an own employee is [seed]."""
    cost = GOODS_WITH_EMPLOYEE if player.company[index].employees else GOODS_WITHOUT_EMPLOYEE
    return cost + components.departments[department].extra_goods


def planning_space(position: Position) -> int | None:
    """Give the space of a Department that can still build Departments this turn, if there is one."""
    if position.turn is None:
        return None
    company = position.decider.company
    for index, _ in position.turn.uses:
        if rule_of(company[index].department).builds_departments:
            return index
    return None


def buildable(position: Position) -> tuple[str, ...]:
    """List the Departments that the deciding player may build, each once, ascending by name.

    Only the reserved one while there is one; never one that the Company already holds [seed].
    """
    player = position.decider
    if player.reserved_department is not None:
        return (player.reserved_department,)
    held = {space.department for space in player.company}
    return tuple(sorted(set(position.display) - held))


def build_department(components: Components, position: Position, step: BuildDepartment) -> Position:
    """Build a Department for one use of Strategic Planning [seed]."""
    turn = turn_of(position, step, Action.MANAGEMENT)
    planning = planning_space(position)
    if planning is None:
        raise IllegalStep(
            step, "NO_USE_LEFT", "", "no use of Strategic Planning left", "one use per Department"
        )
    player = position.decider
    allowed = buildable(position)
    if step.department not in allowed:
        reason = "NOT_AVAILABLE"
        if any(space.department == step.department for space in player.company):
            reason = "IDENTICAL_DEPARTMENT"
        elif player.reserved_department is not None:
            reason = "RESERVED_DEPARTMENT_FIRST"
        raise IllegalStep(step, reason, "department", repr(step.department), ", ".join(allowed) or "none")
    index = space_named(components, step, step.space)
    space = player.company[index]
    if index == 0 or space.department is not None:
        raise IllegalStep(
            step, "SPACE_NOT_EMPTY", "space", space.department or "the Lobby", "an empty building space"
        )
    cost = goods_for(components, player, step.department, index)
    if cost > player.goods:
        raise IllegalStep(step, "NOT_ENOUGH_GOODS", "", f"{player.goods} goods cubes", f"{cost} or more")
    display = position.display
    if player.reserved_department is None:
        where = display.index(step.department)
        display = (*display[:where], *display[where + 1 :])
    player = replace(
        player.with_space(index, replace(space, department=step.department)),
        goods=player.goods - cost,
        reserved_department=None,
    )
    return replace(position.with_decider(player), turn=turn.used(planning), display=display)


def legal_uses(components: Components, position: Position) -> Iterator[UseDepartment]:
    """Give every legal use for money or goods."""
    if position.turn is None:
        return
    company = position.decider.company
    for index, _ in position.turn.uses:
        label = components.space_labels[index]
        for gain, sent, _amount in rule_of(company[index].department).gains:
            if not sent:
                yield UseDepartment(label, gain)
                continue
            for region in Region:
                for number in company[index].standing_at:
                    yield UseDepartment(label, gain, Mission(region, number))


def legal_departments(components: Components, position: Position) -> Iterator[BuildDepartment]:
    """Give every legal way to build a Department."""
    if planning_space(position) is None:
        return
    player = position.decider
    for department in buildable(position):
        for index, space in enumerate(player.company):
            free = index > 0 and space.department is None
            if free and goods_for(components, player, department, index) <= player.goods:
                yield BuildDepartment(department, components.space_labels[index])

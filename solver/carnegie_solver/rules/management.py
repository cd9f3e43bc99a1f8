"""Management: new Departments from Strategic Planning [seed]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import Action, Components
from carnegie_solver.rules.departments import rule_of, staffed_rules
from carnegie_solver.rules.employees import laid_down, taken_from, who_can_go
from carnegie_solver.rules.position import Player, Position, Turn
from carnegie_solver.rules.steps import BuildDepartment, Fetched, IllegalStep
from carnegie_solver.rules.turn import space_named, turn_of

GOODS_WITH_EMPLOYEE = 1
GOODS_WITHOUT_EMPLOYEE = 2


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
    turn = turn.used(planning)
    if step.fetched is not None:
        player, turn = _with_fetched(components, player, turn, step, step.fetched, index)
    space = player.company[index]
    player = replace(
        player.with_space(index, replace(space, department=step.department)),
        goods=player.goods - cost,
        reserved_department=None,
    )
    return replace(position.with_decider(player), turn=turn, display=display)


def may_fetch(player: Player) -> bool:
    """Whether an employee may be fetched into a Department as it is built: Property Management is staffed [public]."""
    return any(rule.fetches for rule in staffed_rules(player))


def _with_fetched(
    components: Components, player: Player, turn: Turn, step: BuildDepartment, fetched: Fetched, index: int
) -> tuple[Player, Turn]:
    """Fetch an employee from elsewhere in the Company; it serves no use any more where it stood [public, decided]."""
    if not may_fetch(player):
        found = "no employee in a Department such as Property Management"
        raise IllegalStep(step, "NOT_STAFFED", "fetched", found, "Property Management staffed")
    start = space_named(components, step, fetched.start, "fetched.start")
    if start == index:
        raise IllegalStep(step, "SAME_SPACE", "fetched.start", fetched.start, "another space")
    paths = {"space_path": "fetched.start", "standing_path": "fetched.standing_at"}
    player = taken_from(player, start, fetched.standing_at, step, **paths)
    return laid_down(player, index), turn.with_uses_at_most(start, len(player.company[start].standing_at))


def legal_departments(components: Components, position: Position) -> Iterator[BuildDepartment]:
    """Give every legal way to build a Department."""
    if planning_space(position) is None:
        return
    player = position.decider
    labels = components.space_labels
    who = tuple(who_can_go(player)) if may_fetch(player) else ()
    for department in buildable(position):
        for index, space in enumerate(player.company):
            free = index > 0 and space.department is None
            if free and goods_for(components, player, department, index) <= player.goods:
                yield BuildDepartment(department, labels[index])
                for start, standing_at in who:
                    if start != index:
                        yield BuildDepartment(department, labels[index], Fetched(labels[start], standing_at))

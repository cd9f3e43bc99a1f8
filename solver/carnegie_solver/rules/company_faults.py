"""What can be wrong with one player's holdings and Company."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from carnegie_solver.components import Components, ProjectType, Region, TabSpaceKind
from carnegie_solver.faults import Fault, join, outside, shown
from carnegie_solver.rules.position import Player, Space
from carnegie_solver.rules.setup_values import REGION_FIELDS, TAB_FIELDS

MOST_MONEY = 999
MOST_VP = 999
EMPTY = Space()


def player_faults(components: Components, player: Player, path: str) -> Iterator[Fault]:
    """Find what is wrong with a player's money, goods, employees, disks and tabs."""
    setup = components.tables.setup
    yield from outside(path, player.money, 0, MOST_MONEY, "money")
    yield from outside(path, player.goods, 0, MOST_MONEY, "goods")
    # Only a bid takes VP below 0 [public].
    yield from outside(path, player.vp, min(0, *components.tables.bidding.vp), MOST_VP, "vp")
    for region in Region:
        here = ("missions", REGION_FIELDS[region])
        yield from outside(path, player.missions[region], 0, setup.employees.total, *here)
    yield from _employee_faults(player, path, setup.employees.total)
    for kind in ProjectType:
        yield from _tab_faults(components, player, kind, join(path, "tabs", TAB_FIELDS[kind]))
    disks = (
        1
        + len(Region)
        + sum(tab.built + tab.waiting for tab in player.tabs)
        + len(player.donations)
        + player.disks_in_supply
    )
    where = join(path, "disks_in_supply")
    if player.disks_in_supply < 0:
        found = f"{setup.disks - player.disks_in_supply} disks on the board, the tabs and the donations"
        yield Fault(where, "TOO_MANY_DISKS", found, f"at most {setup.disks} in all")
    elif disks != setup.disks:
        yield Fault(where, "INCONSISTENT", f"{disks} disks in all", f"{setup.disks} in all")


def _employee_faults(player: Player, path: str, total: int) -> Iterator[Fault]:
    placed = sum(space.employees for space in player.company) + sum(player.missions)
    where = join(path, "employees_in_supply")
    if placed > total:
        found = f"{placed} employees in the Company and on Missions"
        yield Fault(where, "TOO_MANY_EMPLOYEES", found, f"at most {total} in all")
    elif player.employees_in_supply < 0:
        yield Fault(where, "OUT_OF_RANGE", shown(player.employees_in_supply), f"0 to {total}")
    elif placed + player.employees_in_supply != total:
        found = f"{placed + player.employees_in_supply} employees in all"
        yield Fault(where, "INCONSISTENT", found, f"{total} in all")


def _tab_faults(components: Components, player: Player, kind: ProjectType, path: str) -> Iterator[Fault]:
    tab = player.tabs[kind]
    printed = components.tab(kind, tab.side)
    last = len(printed.spaces) - 1
    yield from outside(path, tab.pulled, 0, last, "pulled")
    yield from outside(path, tab.built, 0, last + 1, "built")
    yield from outside(path, tab.waiting, 0, last + 1, "waiting")
    on_map = sum(project.type is kind for project in player.projects)
    if tab.built != on_map:
        found = f"{tab.built} built"
        yield Fault(
            join(path, "built"), "INCONSISTENT", found, f"{on_map}, the {kind.name} projects on the map"
        )
    if 0 <= tab.pulled <= last:
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in printed.spaces[: tab.pulled + 1])
        disks = tab.built + tab.waiting
        # A circle revealed while the supply was empty has no disk, and the supply never fills again [decided].
        if disks > circles or (disks < circles and player.disks_in_supply > 0):
            found = f"{tab.built} built and {tab.waiting} waiting"
            yield Fault(
                join(path, "waiting"), "INCONSISTENT", found, f"{circles} in all, the revealed circles"
            )


def company_faults(components: Components, player: Player, path: str) -> Iterator[Fault]:
    """Find what is wrong with a player's Company: Departments, workstations, employees."""
    listed = 0
    for index, space in enumerate(player.company):
        if space == EMPTY:
            continue
        where = f"{path}.company.spaces[{listed}]"
        listed += 1
        if space.lying < 0:
            found = f"{space.lying} at {_named(components, index, space)}"
            yield Fault(join(where, "lying"), "OUT_OF_RANGE", found, "0 or more")
        yield from _department_faults(components, index, space, f"{where}.department")
        yield from _standing_faults(components, index, space, f"{where}.standing_at")
    counted = Counter(space.department for space in player.company if space.department is not None)
    for department_name, count in sorted(counted.items()):
        if count > 1:
            found = f"{count} of {shown(department_name)}"
            yield Fault(
                join(path, "company", "spaces"), "IDENTICAL_DEPARTMENT", found, "no two identical Departments"
            )
    if player.reserved_department is not None and player.reserved_department in counted:
        found = f"{shown(player.reserved_department)}, already built"
        yield Fault(join(path, "reserved_department"), "INCONSISTENT", found, "a Department not yet built")


def _named(components: Components, index: int, space: Space) -> str:
    """Name a space with its Department, for a fault."""
    department = shown(space.department) if space.department else "no Department"
    return f"{components.space_labels[index]} ({department})"


def _department_faults(components: Components, index: int, space: Space, path: str) -> Iterator[Fault]:
    if space.department is None:
        return
    starting = components.starting_spaces.get(index)
    department = components.departments.get(space.department)
    belongs = department is not None and department.starting == (starting is not None)
    if index and belongs and starting in (None, space.department):
        return
    found = f"{shown(space.department)} at {components.space_labels[index]}"
    if department is None:
        yield Fault(path, "UNKNOWN_DEPARTMENT", found, "the name of a Department")
    elif starting is not None and space.department != starting:
        yield Fault(path, "INCONSISTENT", found, f"{starting}, printed there")
    elif department.starting and starting is None:
        yield Fault(path, "INCONSISTENT", found, "a starting Department on its own space only")
    elif index == 0:
        yield Fault(path, "INCONSISTENT", found, "no Department in the Lobby")


def _standing_faults(components: Components, index: int, space: Space, path: str) -> Iterator[Fault]:
    if not space.standing_at:
        return
    if space.department is None:
        found = f"{len(space.standing_at)} standing at {_named(components, index, space)}"
        yield Fault(path, "NO_WORKSTATION", found, "standing only in a Department")
        return
    department = components.departments.get(space.department)
    if department is None:
        return
    desks = len(department.desk_costs)
    for number in sorted(set(space.standing_at)):
        if not 1 <= number <= desks:
            allowed = f"1 to {desks}" if desks else "none: it has no workstation"
            found = f"workstation {number} at {_named(components, index, space)}"
            yield Fault(path, "NO_WORKSTATION", found, allowed)
    if len(set(space.standing_at)) != len(space.standing_at):
        found = f"{shown(list(space.standing_at))} at {_named(components, index, space)}"
        yield Fault(path, "DUPLICATE", found, "one employee per workstation")

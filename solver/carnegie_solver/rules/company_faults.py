"""What can be wrong with one player's holdings and Company."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from carnegie_solver.components import Components, ProjectType, Region, TabSpaceKind
from carnegie_solver.faults import Fault, join, shown
from carnegie_solver.rules.position import Player
from carnegie_solver.rules.setup_values import REGION_FIELDS, TAB_FIELDS

MOST_MONEY = 999
MOST_VP = 999


def _outside(path: str, value: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= value <= most:
        yield Fault(path, "OUT_OF_RANGE", shown(value), f"{least} to {most}")


def player_faults(components: Components, player: Player, path: str) -> Iterator[Fault]:
    """Find what is wrong with a player's money, goods, employees, disks and tabs."""
    setup = components.tables.setup
    yield from _outside(join(path, "money"), player.money, 0, MOST_MONEY)
    yield from _outside(join(path, "goods"), player.goods, 0, MOST_MONEY)
    yield from _outside(join(path, "vp"), player.vp, -MOST_VP, MOST_VP)
    for region in Region:
        where = join(path, "missions", REGION_FIELDS[region])
        yield from _outside(where, player.missions[region], 0, setup.employees.total)
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
    yield from _outside(join(path, "pulled"), tab.pulled, 0, last)
    yield from _outside(join(path, "built"), tab.built, 0, last + 1)
    yield from _outside(join(path, "waiting"), tab.waiting, 0, last + 1)
    on_map = sum(project.type is kind for project in player.projects)
    if tab.built != on_map:
        found = f"{tab.built} built"
        yield Fault(join(path, "built"), "INCONSISTENT", found, f"{on_map}, the {kind.name} projects on the map")
    if 0 <= tab.pulled <= last:
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in printed.spaces[: tab.pulled + 1])
        disks = tab.built + tab.waiting
        # A circle revealed while the supply was empty has no disk, and the supply never fills again [decided].
        if disks > circles or (disks < circles and player.disks_in_supply > 0):
            found = f"{tab.built} built and {tab.waiting} waiting"
            yield Fault(join(path, "waiting"), "INCONSISTENT", found, f"{circles} in all, the revealed circles")


def company_faults(components: Components, player: Player, path: str) -> Iterator[Fault]:
    """Find what is wrong with a player's Company: Departments, workstations, employees."""
    listed = 0
    for index, space in enumerate(player.company):
        label = components.space_labels[index]
        where = join(path, "company", "spaces", listed)
        listed += space.department is not None or bool(space.employees)
        name = f"{label} ({space.department or 'no Department'})"
        if space.lying < 0:
            yield Fault(join(where, "lying"), "OUT_OF_RANGE", f"{space.lying} at {name}", "0 or more")
        starting = components.starting_spaces.get(index)
        department = None
        if space.department is not None:
            department = components.departments.get(space.department)
            if department is None:
                found = f"{shown(space.department)} at {label}"
                yield Fault(join(where, "department"), "UNKNOWN_DEPARTMENT", found, "the name of a Department")
            elif starting is not None and space.department != starting:
                yield Fault(join(where, "department"), "INCONSISTENT", f"{space.department} at {label}", starting)
            elif department.starting and starting is None:
                found = f"{space.department} at {label}"
                yield Fault(join(where, "department"), "INCONSISTENT", found, "a starting Department on its own space")
            elif index == 0:
                yield Fault(join(where, "department"), "INCONSISTENT", f"{space.department} in the Lobby", "nothing")
        if not space.standing_at:
            continue
        if department is None:
            if space.department is None:
                found = f"{len(space.standing_at)} standing at {name}"
                yield Fault(join(where, "standing_at"), "NO_WORKSTATION", found, "standing only in a Department")
            continue
        desks = len(department.desk_costs)
        for number in sorted(set(space.standing_at)):
            if not 1 <= number <= desks:
                allowed = f"1 to {desks}" if desks else "none: it has no workstation"
                yield Fault(join(where, "standing_at"), "NO_WORKSTATION", f"workstation {number} at {name}", allowed)
        if len(set(space.standing_at)) != len(space.standing_at):
            found = f"{list(space.standing_at)} at {name}"
            yield Fault(join(where, "standing_at"), "DUPLICATE", found, "one employee per workstation")
    counted = Counter(space.department for space in player.company if space.department is not None)
    for department_name, count in sorted(counted.items()):
        if count > 1:
            found = f"{count} of {department_name}"
            yield Fault(join(path, "company", "spaces"), "IDENTICAL_DEPARTMENT", found, "no two identical Departments")
    if player.reserved_department is not None and player.reserved_department in counted:
        found = f"{player.reserved_department}, already built"
        yield Fault(join(path, "reserved_department"), "INCONSISTENT", found, "a Department not yet built")

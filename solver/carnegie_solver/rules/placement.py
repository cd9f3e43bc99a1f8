"""The setup's own decisions: tab sides, the Housing disk, the reserved Department [public]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import CitySize, Components, ProjectType, TabSide, TabSpaceKind
from carnegie_solver.rules.position import Phase, Position, Project
from carnegie_solver.rules.projects import occupied_spaces, open_housing_spaces
from carnegie_solver.rules.steps import ChooseTabSide, IllegalStep, PlaceHousing, ReserveDepartment


def _check_phase(position: Position, step: object) -> None:
    if position.phase is not Phase.SETUP_PLACEMENT:
        raise IllegalStep(step, "WRONG_PHASE", "", position.phase.name, "SETUP_PLACEMENT")


def choose_tab_side(components: Components, position: Position, step: ChooseTabSide) -> Position:
    """Turn a tab that has not been pulled to one of its sides; its exposed circle keeps its disk [public]."""
    _check_phase(position, step)
    player = position.decider
    tab = player.tabs[step.type]
    if step.side is tab.side:
        raise IllegalStep(step, "SAME_SIDE", "side", step.side.name, "the other side")
    exposed = components.tab(step.type, step.side).spaces[0].kind is TabSpaceKind.PROJECT
    disks = tab.built + tab.waiting
    if exposed != bool(disks):
        found = f"a side that exposes {'a circle' if exposed else 'no circle'} under {disks} disks"
        raise IllegalStep(
            step, "OTHER_EXPOSED_SPACE", "side", found, "a side that exposes the same kind of space"
        )
    return position.with_decider(player.with_tab(step.type, replace(tab, side=step.side)))


def place_housing(components: Components, position: Position, step: PlaceHousing) -> Position:
    """Place the Housing disk on a free Housing space of a medium or major city [public]."""
    _check_phase(position, step)
    player = position.decider
    tab = player.tabs[ProjectType.HOUSING]
    if tab.built or not tab.waiting:
        raise IllegalStep(
            step, "ALREADY_PLACED", "", "the Housing disk on the map", "one Housing disk at setup"
        )
    number = components.city_index.get(step.city)
    if number is None:
        raise IllegalStep(step, "UNKNOWN_CITY", "city", repr(step.city), "a city of the map")
    if components.cities[number].size is CitySize.SMALL:
        raise IllegalStep(step, "SMALL_CITY", "city", step.city, "a medium or major city")
    spaces = components.city_spaces[number]
    if not 0 <= step.city_space < len(spaces):
        raise IllegalStep(
            step, "UNKNOWN_CITY_SPACE", "city_space", step.city_space, f"0 to {len(spaces) - 1}"
        )
    if spaces[step.city_space] is not ProjectType.HOUSING:
        raise IllegalStep(
            step, "WRONG_PROJECT_TYPE", "city_space", "a space of another type", "a Housing space"
        )
    if (step.city, step.city_space) in occupied_spaces(position):
        raise IllegalStep(
            step, "SPACE_OCCUPIED", "city_space", f"a disk on {step.city}'s space", "a free space"
        )
    player = player.with_tab(ProjectType.HOUSING, replace(tab, built=1, waiting=tab.waiting - 1))
    project = Project(step.city, step.city_space, ProjectType.HOUSING)
    return position.with_decider(replace(player, projects=tuple(sorted((*player.projects, project)))))


def reserve_department(components: Components, position: Position, step: ReserveDepartment) -> Position:
    """Take a Department from the display: it is the first that the player will build [seed, public]."""
    _check_phase(position, step)
    player = position.decider
    if player.reserved_department is not None:
        raise IllegalStep(step, "ALREADY_RESERVED", "", player.reserved_department, "one reserved Department")
    if step.department not in position.display:
        reason = "NOT_AVAILABLE" if step.department in components.departments else "UNKNOWN_DEPARTMENT"
        allowed = ", ".join(sorted(set(position.display))) or "none"
        raise IllegalStep(step, reason, "department", repr(step.department), allowed)
    left = Counter(position.display)
    left[step.department] -= 1
    player = replace(player, reserved_department=step.department)
    return replace(position.with_decider(player), display=tuple(sorted(left.elements())))


def legal_placements(
    components: Components, position: Position
) -> Iterator[ChooseTabSide | PlaceHousing | ReserveDepartment]:
    """Give every legal step of the setup's placement; a tab is only turned to its other side."""
    if position.phase is not Phase.SETUP_PLACEMENT:
        return
    player = position.decider
    for kind in ProjectType:
        tab = player.tabs[kind]
        for side in TabSide:
            exposed = components.tab(kind, side).spaces[0].kind is TabSpaceKind.PROJECT
            if side is not tab.side and exposed == bool(tab.built + tab.waiting):
                yield ChooseTabSide(kind, side)
    housing = player.tabs[ProjectType.HOUSING]
    if housing.waiting and not housing.built:
        yield from (PlaceHousing(*place) for place in open_housing_spaces(components, position))
    if player.reserved_department is None:
        yield from map(ReserveDepartment, sorted(set(position.display)))

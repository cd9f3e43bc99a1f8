"""Construction: projects on the map, each with a Mission [seed]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from carnegie_solver.components import Action, Components, ProjectType
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.income import receive
from carnegie_solver.rules.missions import check_mission, send
from carnegie_solver.rules.position import Position, Project
from carnegie_solver.rules.steps import BuildProject, IllegalStep, Mission
from carnegie_solver.rules.turn import space_named, turn_of


def occupied_spaces(position: Position) -> frozenset[tuple[str, int]]:
    """List the spaces of cities that hold a disk, whosoever's."""
    taken = {(project.city, project.city_space) for player in position.players for project in player.projects}
    taken.update((project.city, project.city_space) for project in position.neutral_projects)
    if position.andrew is not None:
        taken.update((project.city, project.city_space) for project in position.andrew.projects)
    return frozenset(taken)


def build_project(components: Components, position: Position, step: BuildProject) -> Position:
    """Send the employee, pay the tab's goods cost, and move the tab's rightmost disk onto the space [seed].

    A small city with the income mark pays at once the transport income at the disk on its region's track; study points
    among it are spent at once, and lost with the next build [decided].
    """
    turn = turn_of(position, step, Action.CONSTRUCTION)
    index = space_named(components, step, step.space)
    player = position.decider
    department = player.company[index].department
    if not rule_of(department).builds_projects or not turn.uses_of(index):
        raise IllegalStep(
            step, "NO_USE_LEFT", "space", department or "no Department", "a Department with a use left"
        )
    number = components.city_index.get(step.city)
    if number is None:
        raise IllegalStep(step, "UNKNOWN_CITY", "city", repr(step.city), "a city of the map")
    city = components.cities[number]
    if step.mission.region is not city.region:
        raise IllegalStep(step, "WRONG_REGION", "mission.region", step.mission.region.name, city.region.name)
    check_mission(position, step, index, step.mission)
    takes = components.city_spaces[number]
    if not 0 <= step.city_space < len(takes):
        raise IllegalStep(step, "UNKNOWN_CITY_SPACE", "city_space", step.city_space, f"0 to {len(takes) - 1}")
    if takes[step.city_space] not in (None, step.type):
        found = f"{step.type.name} on a space for {_name(takes[step.city_space])}"
        raise IllegalStep(step, "WRONG_PROJECT_TYPE", "type", found, _name(takes[step.city_space]))
    if (step.city, step.city_space) in occupied_spaces(position):
        raise IllegalStep(
            step, "SPACE_OCCUPIED", "city_space", f"a disk on {step.city}'s space", "a free space"
        )
    tab = player.tabs[step.type]
    if not tab.waiting:
        raise IllegalStep(
            step, "NO_DISK_WAITING", "type", f"no disk on the {step.type.name} tab", "a tab with a disk"
        )
    cost = components.goods_cost[step.type]
    if cost > player.goods:
        raise IllegalStep(step, "NOT_ENOUGH_GOODS", "", f"{player.goods} goods cubes", f"{cost} or more")
    player = send(player, index, step.mission).with_tab(
        step.type, replace(tab, built=tab.built + 1, waiting=tab.waiting - 1)
    )
    player = replace(
        player,
        goods=player.goods - cost,
        projects=tuple(sorted((*player.projects, Project(step.city, step.city_space, step.type)))),
    )
    points = 0
    if city.income_mark:
        income = components.tracks[city.region].spaces[player.transport[city.region]].income
        player = receive(player, income)
        points = income.study_points
    return replace(position.with_decider(player), turn=replace(turn.used(index), study_points=points))


def _name(kind: ProjectType | None) -> str:
    return "every type" if kind is None else kind.name


def legal_projects(components: Components, position: Position) -> Iterator[BuildProject]:
    """Give every legal way to build a project."""
    turn = position.turn
    if turn is None or turn.action is not Action.CONSTRUCTION:
        return
    player = position.decider
    affordable = [
        kind
        for kind in ProjectType
        if player.tabs[kind].waiting and components.goods_cost[kind] <= player.goods
    ]
    taken = occupied_spaces(position)
    for index, _ in turn.uses:
        if not rule_of(player.company[index].department).builds_projects:
            continue
        label = components.space_labels[index]
        for city, takes in zip(components.cities, components.city_spaces, strict=True):
            for city_space, printed in enumerate(takes):
                if (city.name, city_space) in taken:
                    continue
                for kind in affordable:
                    if printed not in (None, kind):
                        continue
                    for workstation in player.company[index].standing_at:
                        mission = Mission(city.region, workstation)
                        yield BuildProject(label, kind, city.name, city_space, mission)

"""Construction: projects on the map, each with a Mission [seed]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import LOBBY, Action, Components, ProjectType
from carnegie_solver.components.tables import City
from carnegie_solver.rules.departments import rule_of, staffed_rules
from carnegie_solver.rules.income import lobbies, lobby_named, receive, track_spaces, transport_income
from carnegie_solver.rules.missions import check_mission, missions_from, send
from carnegie_solver.rules.position import Player, Position, Project
from carnegie_solver.rules.projects import occupied_spaces
from carnegie_solver.rules.steps import BuildProject, IllegalStep
from carnegie_solver.rules.turn import space_named, turn_of


def build_project(components: Components, position: Position, step: BuildProject) -> Position:
    """Send the employee, pay the tab's goods cost, and move the tab's rightmost disk onto the space [seed].

    A small city with the income mark pays at once the transport income at the disk on its region's track; study points
    among it are spent at once, and lost with the next build [decided].
    """
    turn = turn_of(position, step, Action.CONSTRUCTION)
    index = space_named(components, step, step.space)
    player = position.decider
    department = player.company[index].department
    use = rule_of(department).builds_projects
    if use is None or not turn.uses_of(index):
        raise IllegalStep(
            step, "NO_USE_LEFT", "space", department or "no Department", "a Department with a use left"
        )
    number = components.city_index.get(step.city)
    if number is None:
        raise IllegalStep(step, "UNKNOWN_CITY", "city", repr(step.city), "a city of the map")
    city = components.cities[number]
    if (step.mission is None) == use.mission:
        found = "no Mission" if step.mission is None else "a Mission"
        allowed = "a Mission to the city's region" if use.mission else "none: it builds without"
        raise IllegalStep(step, "WRONG_MISSION", "mission", found, allowed)
    if step.mission is not None:
        if step.mission.region is not city.region:
            region = step.mission.region.name
            raise IllegalStep(step, "WRONG_REGION", "mission.region", region, city.region.name)
        check_mission(position, step, index, step.mission)
        player = send(player, index, step.mission)
    takes = components.city_spaces[number]
    if not 0 <= step.city_space < len(takes):
        raise IllegalStep(step, "UNKNOWN_CITY_SPACE", "city_space", step.city_space, f"0 to {len(takes) - 1}")
    matching = takes[step.city_space] in (None, step.type)
    if not matching and not any(rule.builds_on_any_type for rule in staffed_rules(player)):
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
    if use.dollars > player.money:
        raise IllegalStep(step, "NOT_ENOUGH_MONEY", "", f"${player.money}", f"${use.dollars} or more")
    player = player.with_tab(step.type, replace(tab, built=tab.built + 1, waiting=tab.waiting - 1))
    player = replace(
        player,
        money=player.money - use.dollars,
        goods=player.goods - cost,
        vp=player.vp + sum(rule.vp_for_matching for rule in staffed_rules(player) if matching),
        projects=tuple(sorted((*player.projects, Project(step.city, step.city_space, step.type)))),
    )
    player, points = _with_city_income(components, player, city, step)
    return replace(position.with_decider(player), turn=replace(turn.used(index), study_points=points))


def _with_city_income(
    components: Components, player: Player, city: City, step: BuildProject
) -> tuple[Player, int]:
    """Give the player with what the city's income mark pays, if it has one, and the study points among it [seed]."""
    if not city.income_mark:
        if step.track_space is not None:
            raise IllegalStep(
                step, "NOT_LOWER", "track_space", step.track_space, f"none: {city.name} pays no income"
            )
        lobby_named(components, player, step, new_employee=False)
        return player, 0
    income = transport_income(components, player, city.region, step)
    somebody = income.new_employee > 0 and player.employees_in_supply > 0
    lobby = lobby_named(components, player, step, new_employee=somebody)
    return receive(player, income, lobby), income.study_points


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
    any_type = any(rule.builds_on_any_type for rule in staffed_rules(player))
    taken = occupied_spaces(position)
    for index, _ in turn.uses:
        use = rule_of(player.company[index].department).builds_projects
        if use is None or use.dollars > player.money:
            continue
        label = components.space_labels[index]
        for city, takes in zip(components.cities, components.city_spaces, strict=True):
            missions = missions_from(player.company[index], (city.region,)) if use.mission else (None,)
            ways = [
                (mission, *way)
                for mission in missions
                for way in _ways_to_take_income(components, player, city)
            ]
            for city_space, printed in enumerate(takes):
                if (city.name, city_space) in taken:
                    continue
                for kind in affordable:
                    if printed in (None, kind) or any_type:
                        for way in ways:
                            yield BuildProject(label, kind, city.name, city_space, *way)


def _ways_to_take_income(
    components: Components, player: Player, city: City
) -> Iterator[tuple[int | None, str]]:
    """Give the spaces of the track and the Lobbies that a project in a city can be built with."""
    if not city.income_mark:
        yield None, LOBBY
        return
    for track_space in track_spaces(player, city.region):
        reached = player.transport[city.region] if track_space is None else track_space
        income = components.tracks[city.region].spaces[reached].income
        if income.new_employee and player.employees_in_supply:
            yield from ((track_space, components.space_labels[lobby]) for lobby in lobbies(player))
        else:
            yield track_space, LOBBY

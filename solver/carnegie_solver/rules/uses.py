"""Using a Department for what it brings: money, goods cubes, VP, moves, study points and more [seed, public]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import LOBBY, Components, Region
from carnegie_solver.components.tables import Income
from carnegie_solver.rules.department_rule import MOST_CUBES, Per, Use
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import standing_employees
from carnegie_solver.rules.income import lobbies, lobby_named, receive
from carnegie_solver.rules.missions import check_mission, missions_from, send
from carnegie_solver.rules.position import Player, Position, Turn
from carnegie_solver.rules.projects import projects_in
from carnegie_solver.rules.steps import Gain, IllegalStep, UseDepartment
from carnegie_solver.rules.turn import space_named, turn_of


def use_department(components: Components, position: Position, step: UseDepartment) -> Position:
    """Take what one use brings, sending the employee on a Mission where the use says so [seed, public].

    A use that would bring nothing cannot be made [decided].
    """
    turn = turn_of(position, step)
    index = space_named(components, step, step.space)
    player = position.decider
    department = player.company[index].department
    uses = {(use.gain, use.mission): use for use in rule_of(department).uses}
    if department is None or not uses or not turn.uses_of(index):
        allowed = "a Department with a use left that brings something"
        raise IllegalStep(step, "NO_USE_LEFT", "space", department or "no Department", allowed)
    use = uses.get((step.gain, step.mission is not None))
    if use is None:
        found = f"{step.gain.name} {'with' if step.mission else 'without'} a Mission"
        allowed = ", ".join(f"{gain.name} {'with' if sent else 'without'} a Mission" for gain, sent in uses)
        raise IllegalStep(step, "NO_SUCH_GAIN", "gain", found, allowed)
    _check_details(components, player, use, step)
    if step.mission is not None:
        check_mission(position, step, index, step.mission)
        player = send(player, index, step.mission)
    lobby = lobby_named(components, player, step, new_employee=use.gain is Gain.NEW_EMPLOYEE)
    times = _times(components, player, use, department, step)
    if not times or (use.gain is Gain.NEW_EMPLOYEE and not player.employees_in_supply):
        raise IllegalStep(step, "NO_GAIN", "", "a use that would bring nothing", "one that brings something")
    player, turn = _carried_out(components, player, turn.used(index), use, times, step, lobby)
    return replace(position.with_decider(player), turn=turn)


def _check_details(components: Components, player: Player, use: Use, step: UseDepartment) -> None:
    """Check the region and the count of a use."""
    if (step.region is None) == (use.per is Per.PROJECT):
        found = "no region" if step.region is None else step.region.name
        allowed = "a region" if use.per is Per.PROJECT else "none: the use has no region"
        raise IllegalStep(step, "WRONG_REGION", "region", found, allowed)
    if use.per is Per.CUBE:
        if not 1 <= step.count <= MOST_CUBES:
            raise IllegalStep(step, "WRONG_COUNT", "count", step.count, f"1 to {MOST_CUBES}")
        if use.gain is Gain.SALE and step.count > player.goods:
            raise IllegalStep(
                step, "NOT_ENOUGH_GOODS", "count", f"{player.goods} goods cubes", f"{step.count} or more"
            )
        if use.gain is Gain.PURCHASE and use.amount * step.count > player.money:
            allowed = f"${use.amount * step.count} or more"
            raise IllegalStep(step, "NOT_ENOUGH_MONEY", "count", f"${player.money}", allowed)
    elif step.region is not None and use.dollars_instead:
        projects = projects_in(components, player, step.region)
        if not projects:
            found = f"no own project in {step.region.name}"
            raise IllegalStep(step, "NO_GAIN", "region", found, "a region with own projects")
        if not 1 <= step.count <= projects:
            raise IllegalStep(step, "WRONG_COUNT", "count", step.count, f"1 to {projects}, the own projects")
    elif step.count:
        raise IllegalStep(step, "WRONG_COUNT", "count", step.count, "0: the Department alone says how much")


def _times(components: Components, player: Player, use: Use, department: str, step: UseDepartment) -> int:
    """Give what the amount of a use is multiplied with, once its employee is on the Mission."""
    match use.per:
        case Per.USE:
            return 1
        case Per.DEPARTMENT:
            own = components.departments[department].type
            held = (space.department for space in player.company if space.department is not None)
            return sum(components.departments[name].type is own for name in held)
        case Per.STANDING_PAIR:
            return -(-standing_employees(player) // 2)
        case Per.PROJECT:
            assert step.region is not None
            return step.count or projects_in(components, player, step.region)
        case _:
            return step.count


def _carried_out(
    components: Components,
    player: Player,
    turn: Turn,
    use: Use,
    times: int,
    step: UseDepartment,
    lobby: int,
) -> tuple[Player, Turn]:
    """Give the player and the turn with what a use brings."""
    amount = use.amount * times
    if use.dollars_instead:
        assert step.region is not None
        others = projects_in(components, player, step.region) - step.count
        player = replace(player, money=player.money + use.dollars_instead * others)
    match use.gain:
        case Gain.MONEY:
            player = replace(player, money=player.money + amount)
        case Gain.GOODS:
            player = replace(player, goods=player.goods + amount)
        case Gain.VP:
            player = replace(player, vp=player.vp + amount)
        case Gain.NEW_EMPLOYEE:
            player = receive(player, Income(new_employee=amount), lobby)
        case Gain.MOVES:
            turn = replace(turn, moves=turn.moves + amount)
        case Gain.STUDY_POINTS:
            turn = replace(turn, study_points=turn.study_points + amount)
        case Gain.RELOCATIONS:
            turn = replace(turn, relocations=turn.relocations + amount)
        case Gain.SALE:
            player = replace(
                player,
                goods=player.goods - times,
                money=player.money + amount,
                vp=player.vp + use.vp_per_cube * times,
            )
        case Gain.PURCHASE:
            player = replace(player, goods=player.goods + times, money=player.money - amount)
    return player, turn


def legal_uses(components: Components, position: Position) -> Iterator[UseDepartment]:
    """Give every legal use for what it brings."""
    if position.turn is None:
        return
    player = position.decider
    for index, _ in position.turn.uses:
        space = player.company[index]
        label = components.space_labels[index]
        for use in rule_of(space.department).uses:
            if not _brings_something(player, use):
                continue
            missions = missions_from(space) if use.mission else (None,)
            lobby_labels: tuple[str, ...] = (LOBBY,)
            if use.gain is Gain.NEW_EMPLOYEE:
                lobby_labels = tuple(components.space_labels[lobby] for lobby in lobbies(player))
            for mission in missions:
                for count, region in _details(components, player, use):
                    for lobby in lobby_labels:
                        yield UseDepartment(label, use.gain, mission, count, region, lobby)


def _brings_something(player: Player, use: Use) -> bool:
    if use.per is Per.STANDING_PAIR:
        return standing_employees(player) > use.mission
    return use.gain is not Gain.NEW_EMPLOYEE or player.employees_in_supply > 0


def _details(components: Components, player: Player, use: Use) -> Iterator[tuple[int, Region | None]]:
    """Give every count and region that a use can be made with."""
    if use.per is Per.PROJECT:
        for region in Region:
            projects = projects_in(components, player, region)
            if use.dollars_instead:
                yield from ((count, region) for count in range(1, projects + 1))
            elif projects:
                yield 0, region
    elif use.per is Per.CUBE:
        most = player.goods if use.gain is Gain.SALE else player.money // use.amount
        yield from ((count, None) for count in range(1, min(MOST_CUBES, most) + 1))
    else:
        yield 0, None

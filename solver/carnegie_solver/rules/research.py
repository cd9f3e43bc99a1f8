"""Research and Development: sliding project tabs and advancing transport disks for study points [seed]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import Components, ProjectType, Region, TabSpaceKind
from carnegie_solver.components.tables import TrackSpace
from carnegie_solver.rules.departments import staffed_rules
from carnegie_solver.rules.income import receive
from carnegie_solver.rules.position import Player, Position
from carnegie_solver.rules.steps import AdvanceTransport, IllegalStep, SlideTab
from carnegie_solver.rules.turn import turn_of


def slide_tab(components: Components, position: Position, step: SlideTab) -> Position:
    """Slide a tab one space; a revealed circle gets a disk from the supply while there is one [seed, decided]."""
    turn = turn_of(position, step)
    player = position.decider
    tab = player.tabs[step.type]
    printed = components.tab(step.type, tab.side)
    if tab.pulled >= len(printed.advance_costs):
        found = f"{step.type.name} pulled {tab.pulled}"
        raise IllegalStep(step, "TAB_FULLY_PULLED", "type", found, "a tab not fully pulled")
    cost = printed.advance_costs[tab.pulled]
    if cost > turn.study_points:
        raise IllegalStep(
            step, "NOT_ENOUGH_STUDY_POINTS", "", f"{turn.study_points} study points", f"{cost} or more"
        )
    disk = printed.spaces[tab.pulled + 1].kind is TabSpaceKind.PROJECT and player.disks_in_supply > 0
    player = player.with_tab(step.type, replace(tab, pulled=tab.pulled + 1, waiting=tab.waiting + disk))
    player = replace(player, disks_in_supply=player.disks_in_supply - disk)
    return replace(position.with_decider(player), turn=replace(turn, study_points=turn.study_points - cost))


def held_last_space(position: Position, region: Region, last: int) -> bool:
    """Whether another player's disk, or Andrew's, stands on the last space of a track, which holds one only [board]."""
    others = [
        player.transport[region]
        for number, player in enumerate(position.players)
        if number != position.player
    ]
    if position.andrew is not None:
        others.append(position.andrew.transport[region])
    return last in others


def advance_cost(components: Components, player: Player, region: Region) -> int:
    """Give the study points for the next space of a track, which must not have ended [seed].

    With Telegraph Operators staffed 1 less, at least 1 [public].
    """
    printed = components.tracks[region].advance_costs[player.transport[region]]
    discount = sum(rule.advance_discount for rule in staffed_rules(player))
    return max(min(1, printed), printed - discount)


def _may_enter(position: Position, region: Region, arrival: TrackSpace, number: int) -> bool:
    """Whether the decider's disk may enter a space: a last one while it is free, or with Archives staffed [public]."""
    if not arrival.single_occupant or not held_last_space(position, region, number):
        return True
    return any(rule.enters_last_space for rule in staffed_rules(position.decider))


def advance_transport(components: Components, position: Position, step: AdvanceTransport) -> Position:
    """Advance a transport disk one space; arriving on the last one gives its bonus [seed, board]."""
    turn = turn_of(position, step)
    player = position.decider
    track = components.tracks[step.region]
    reached = player.transport[step.region]
    if reached >= len(track.advance_costs):
        raise IllegalStep(
            step, "TRACK_ENDED", "region", f"{step.region.name} on its last space", "a track not ended"
        )
    cost = advance_cost(components, player, step.region)
    if cost > turn.study_points:
        raise IllegalStep(
            step, "NOT_ENOUGH_STUDY_POINTS", "", f"{turn.study_points} study points", f"{cost} or more"
        )
    arrival = track.spaces[reached + 1]
    if not _may_enter(position, step.region, arrival, reached + 1):
        raise IllegalStep(
            step, "SPACE_OCCUPIED", "region", "another disk on the last space", "a free last space"
        )
    transport = tuple(
        place + (region is step.region) for region, place in zip(Region, player.transport, strict=True)
    )
    player = receive(replace(player, transport=transport), arrival.arrival_bonus)
    points = turn.study_points - cost + arrival.arrival_bonus.study_points
    return replace(position.with_decider(player), turn=replace(turn, study_points=points))


def legal_research(components: Components, position: Position) -> Iterator[SlideTab | AdvanceTransport]:
    """Give every legal way to spend study points on one space."""
    turn = position.turn
    if turn is None or not turn.study_points:
        return
    player = position.decider
    for kind in ProjectType:
        tab = player.tabs[kind]
        costs = components.tab(kind, tab.side).advance_costs
        if tab.pulled < len(costs) and costs[tab.pulled] <= turn.study_points:
            yield SlideTab(kind)
    for region in Region:
        track, reached = components.tracks[region], player.transport[region]
        if reached >= len(track.advance_costs):
            continue
        if advance_cost(components, player, region) > turn.study_points:
            continue
        if _may_enter(position, region, track.spaces[reached + 1], reached + 1):
            yield AdvanceTransport(region)

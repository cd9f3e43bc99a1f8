"""How far each project tab can be slid and each transport disk advanced with some study points, and what that gains."""

from __future__ import annotations

from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.departments import staffed_rules
from carnegie_solver.rules.research import advance_cost, held_last_space
from carnegie_solver.valuation import Outlook


class TabOption(Struct, frozen=True):
    """A tab slid by some spaces, of which `disks` circles get a disk; `raised` is in VP, `value` a gain in centi-VP.

    `short` says that a revealed circle gets none, which only an empty supply allows.
    """

    slides: int
    disks: int
    cost: int
    raised: int
    value: int
    short: bool


class TrackOption(Struct, frozen=True):
    """A transport disk advanced by some spaces, with what its arrivals give; `value` is a gain in centi-VP.

    The value is that of the VP, of the transport income to come and of the employees now on Missions there.
    """

    advances: int
    reached: int
    cost: int
    level: Level
    money: int
    goods: int
    vp: int
    study_points: int
    new_employees: int
    value: int


def unrevealed_circles(components: Components, player: Player) -> int:
    """Count the circles that the player's tabs have still to reveal."""
    return sum(
        space.kind is TabSpaceKind.PROJECT
        for kind in ProjectType
        for space in components.tab(kind, player.tabs[kind].side).spaces[player.tabs[kind].pulled + 1 :]
    )


def bonus_points(components: Components, player: Player) -> int:
    """Sum the study points that arrivals on the spaces before the player's transport disks give."""
    return sum(
        space.arrival_bonus.study_points
        for region in Region
        for space in components.tracks[region].spaces[player.transport[region] + 1 :]
    )


def tab_options(
    components: Components,
    outlook: Outlook,
    player: Player,
    kind: ProjectType,
    points: int,
    *,
    may_run_short: bool,
) -> tuple[TabOption, ...]:
    """List how far a tab can be slid with some study points, and how many of its circles get a disk."""
    tab = player.tabs[kind]
    printed = components.tab(kind, tab.side)
    waiting = outlook.waiting(kind, tab.waiting)
    ahead = outlook.tab_ahead(kind, tab.side, tab.pulled)
    options = []
    for slides, cost in enumerate((0, *accumulate(printed.advance_costs[tab.pulled :]))):
        if cost > points:
            break
        revealed = printed.spaces[tab.pulled + 1 : tab.pulled + 1 + slides]
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in revealed)
        raised = sum(space.raise_by for space in revealed if space.kind is TabSpaceKind.DONATION_LIMIT)
        value = (
            100 * sum(space.vp for space in revealed if space.kind is TabSpaceKind.VP)
            + outlook.tab_ahead(kind, tab.side, tab.pulled + slides)
            - ahead
            + outlook.raised_limits(raised)
        )
        # While the supply lasts every circle gets a disk; when it runs short, the order of slides decides which.
        for new in range(0 if may_run_short else circles, circles + 1):
            gain = outlook.waiting(kind, tab.waiting + new) - waiting
            options.append(TabOption(slides, new, cost, raised, value + gain, new < circles))
    return tuple(options)


def track_options(
    components: Components, outlook: Outlook, position: Position, region: Region, points: int
) -> tuple[TrackOption, ...]:
    """List how far a transport disk can be advanced with some study points."""
    player = position.decider
    track = components.tracks[region]
    start = player.transport[region]

    def estimate(reached: int) -> int:
        return outlook.transport(region, reached) + player.missions[region] * outlook.mission(region, reached)

    options = []
    cost = money = goods = vp = study_points = new_employees = 0
    for reached in range(start, len(track.spaces)):
        space = track.spaces[reached]
        if reached > start:
            if space.single_occupant and _closed(position, region, reached):
                break
            before = player if reached == start + 1 else _with_disk_on(player, region, reached - 1)
            cost += advance_cost(components, before, region)
            if cost > points:
                break
            money += space.arrival_bonus.money
            goods += space.arrival_bonus.goods
            vp += space.arrival_bonus.vp
            study_points += space.arrival_bonus.study_points
            new_employees += space.arrival_bonus.new_employee
        options.append(
            TrackOption(
                advances=reached - start,
                reached=reached,
                cost=cost,
                level=space.level,
                money=money,
                goods=goods,
                vp=vp,
                study_points=study_points,
                new_employees=new_employees,
                value=100 * vp + estimate(reached) - estimate(start),
            )
        )
    return tuple(options)


def _closed(position: Position, region: Region, last: int) -> bool:
    """Whether a last space is held by another disk, and no staffed Department opens it."""
    if not held_last_space(position, region, last):
        return False
    return not any(rule.enters_last_space for rule in staffed_rules(position.decider))


def _with_disk_on(player: Player, region: Region, reached: int) -> Player:
    places = zip(Region, player.transport, strict=True)
    return replace(player, transport=tuple(reached if place is region else at for place, at in places))

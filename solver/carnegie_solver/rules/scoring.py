"""The final score: a sheet of named lines that add up to the total [public, board]."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from carnegie_solver.components import Components, ProjectType, TabSpaceKind
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import (
    BY_GOODS,
    BY_MONEY,
    BY_MONEY_AND_GOODS,
    COUNTS,
    DOLLARS_PER_SUM,
    PAID,
    donation_limit,
    donation_vp,
    paid_vp,
    standing_employees,
)
from carnegie_solver.rules.links import levels, link_vp, own_cities
from carnegie_solver.rules.position import Player, Position

ANDREW_VP_PER_DEPARTMENT = 2
ANDREW_VP_PER_LAST_SPACE = 6


class ScoreLine(Struct, frozen=True, gc=False):
    """A line of a score sheet: its name and its VP."""

    name: str
    vp: int


def departments_vp(components: Components, player: Player) -> int:
    """Score the built Departments, the starting five left out: more on the topmost row [public, board]."""
    final = components.tables.final
    vp = 0
    for index, space in enumerate(player.company):
        if space.department is not None and not components.departments[space.department].starting:
            topmost = components.topmost[index]
            vp += final.vp_per_department_topmost_row if topmost else final.vp_per_department
    return vp


def tabs_vp(components: Components, player: Player) -> int:
    """Score the VP spaces revealed on the tabs [seed]."""
    return sum(
        space.vp
        for kind in ProjectType
        for space in components.tab(kind, player.tabs[kind].side).spaces[: player.tabs[kind].pulled + 1]
        if space.kind is TabSpaceKind.VP
    )


def cities_vp(components: Components, player: Player) -> int:
    """Score each project by its city [board]."""
    cities = (components.cities[components.city_index[project.city]] for project in player.projects)
    return sum(city.vp_per_project for city in cities)


def links_vp(components: Components, player: Player) -> int:
    """Score the best connected group, the Post Office left out [public, board]."""
    return link_vp(components, own_cities(components, player), levels(components, player))


def endgame_vp(components: Components, player: Player) -> dict[str, int]:
    """Score the staffed Departments that do so at the end of the game, by name [public]."""
    names = (space.department for space in player.company if space.standing_at and space.department)
    rules = ((name, rule_of(name).endgame) for name in names)
    return {name: rule.score(components, player) for name, rule in rules if rule is not None}


SHEET: dict[str, Callable[[Components, Player], int]] = {
    "vp": lambda _components, player: player.vp,
    "standing_employees": lambda components, player: (
        components.tables.final.vp_per_standing_employee * standing_employees(player)
    ),
    "departments": departments_vp,
    "tabs": tabs_vp,
    "cities": cities_vp,
    "links": links_vp,
    "donations": donation_vp,
    "action_choice_tile": lambda components, player: (
        components.tables.setup.action_choice_tile_unused_vp * player.action_choice_tile
    ),
    "endgame_departments": lambda components, player: sum(endgame_vp(components, player).values()),
}
"""The lines of a player's sheet."""


def score_sheet(components: Components, player: Player) -> tuple[ScoreLine, ...]:
    """Give a player's score as if the game ended now, line by line; the lines add up to the total."""
    return tuple(ScoreLine(name, count(components, player)) for name, count in SHEET.items())


def total(sheet: tuple[ScoreLine, ...]) -> int:
    """Add up a sheet."""
    return sum(line.vp for line in sheet)


def holdings_left(components: Components, player: Player) -> tuple[tuple[int, int], ...]:
    """List what can be left of money and goods cubes once the player's own donations are paid in the best way.

    Only what a donation counts is paid: nothing beyond its limit [decided].
    """
    held = frozenset(player.donations)
    limit = donation_limit(components, player)
    each = {donation: components.donations[donation].vp_each for donation in PAID}
    most = {donation: -(-limit // each[donation]) if donation in held else 0 for donation in PAID}
    sums = player.money // DOLLARS_PER_SUM
    best, left = -1, set()
    for pairs in range(min(sums, player.goods, most[BY_MONEY_AND_GOODS]) + 1):
        for cubes in range(min(player.goods - pairs, most[BY_GOODS]) + 1):
            for dollars in range(min(sums - pairs, most[BY_MONEY]) + 1):
                vp = sum(
                    min(limit, each[donation] * count)
                    for donation, count in (
                        (BY_MONEY_AND_GOODS, pairs),
                        (BY_GOODS, cubes),
                        (BY_MONEY, dollars),
                    )
                )
                rest = (player.money - DOLLARS_PER_SUM * (pairs + dollars), player.goods - pairs - cubes)
                if vp > best:
                    best, left = vp, {rest}
                elif vp == best:
                    left.add(rest)
    return tuple(sorted(left))


def andrew_score_sheet(components: Components, position: Position) -> tuple[ScoreLine, ...]:
    """Give Andrew's score as if the game ended now; his donations count the human's holdings [public].

    Of ways to pay the human's own donations that score the same, the one that leaves Andrew least counts [decided].
    """
    andrew = position.andrew
    if andrew is None:
        raise ValueError("no Andrew in this game")
    human = position.players[0]
    last_spaces = sum(
        reached == len(track.spaces) - 1
        for reached, track in zip(andrew.transport, components.tracks, strict=True)
    )
    cities = (components.cities[components.city_index[project.city]] for project in andrew.projects)
    return (
        ScoreLine("cards", andrew.vp),
        ScoreLine("departments", ANDREW_VP_PER_DEPARTMENT * len(andrew.departments)),
        ScoreLine("cities", sum(city.vp_per_project for city in cities)),
        ScoreLine("transport", ANDREW_VP_PER_LAST_SPACE * last_spaces),
        ScoreLine("donations", _andrew_donations_vp(components, human, frozenset(andrew.donations))),
    )


def _andrew_donations_vp(components: Components, human: Player, held: frozenset[str]) -> int:
    limit = components.tables.donations.limit
    counted = sum(
        min(limit, components.donations[donation].vp_each * COUNTS[donation](components, human))
        for donation in held
        if donation in COUNTS
    )
    paid = min(
        paid_vp(components, held, limit, money, goods) for money, goods in holdings_left(components, human)
    )
    return counted + paid

"""The worth of a position to a player, term by term, in centi-VP."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from carnegie_solver.components import Components, ProjectType, Region
from carnegie_solver.rules.donations import raised_limits
from carnegie_solver.rules.links import own_cities
from carnegie_solver.rules.position import Player, Position
from carnegie_solver.rules.scoring import SHEET
from carnegie_solver.valuation.outlook import Outlook
from carnegie_solver.valuation.weights import Weights


class Worth(Struct, frozen=True, gc=False):
    """A named term of the valuation: VP certain by now, or an estimate; in centi-VP."""

    name: str
    value: int
    certain: bool


def certain_terms(components: Components, player: Player) -> tuple[Worth, ...]:
    """Give the VP that the player would score if the game ended now, term by term [public, board]."""
    return tuple(Worth(name, 100 * count(components, player), certain=True) for name, count in SHEET.items())


def estimated_terms(components: Components, outlook: Outlook, player: Player) -> tuple[Worth, ...]:
    """Give what the player's holdings are estimated to bring until the end, term by term."""
    terms = {
        "money": outlook.money * player.money,
        "goods": outlook.goods * player.goods,
        "workforce": sum(
            outlook.workforce(index, space.department, len(space.standing_at), space.lying)
            for index, space in enumerate(player.company)
        ),
        "missions": sum(
            player.missions[region] * outlook.mission(region, player.transport[region]) for region in Region
        ),
        "transport": sum(outlook.transport(region, player.transport[region]) for region in Region),
        "project_income": sum(
            outlook.project_income(kind, player.tabs[kind].side, player.tabs[kind].built)
            for kind in ProjectType
        ),
        "waiting_disks": sum(outlook.waiting(kind, player.tabs[kind].waiting) for kind in ProjectType),
        "tabs_ahead": sum(
            outlook.tab_ahead(kind, player.tabs[kind].side, player.tabs[kind].pulled) for kind in ProjectType
        ),
        "links_ahead": sum(outlook.link_city(city) for city in own_cities(components, player)),
        "donations_ahead": outlook.raised_limits(raised_limits(components, player))
        + sum(outlook.donation_growth(donation) for donation in player.donations),
        "reserved_department": (
            0 if player.reserved_department is None else outlook.reserved(player.reserved_department)
        ),
    }
    return tuple(Worth(name, value, certain=False) for name, value in terms.items())


def valuation(components: Components, weights: Weights, position: Position, player: int) -> tuple[Worth, ...]:
    """Give every term of the worth of a position to a player; their sum is the worth, in centi-VP."""
    outlook = Outlook(components, weights, position.timeline)
    return valuation_in(components, outlook, position.players[player])


@lru_cache(maxsize=128)
def valuation_in(components: Components, outlook: Outlook, player: Player) -> tuple[Worth, ...]:
    """Give every term of a player's worth in a known outlook."""
    return (*certain_terms(components, player), *estimated_terms(components, outlook, player))


def worth(components: Components, outlook: Outlook, player: Player) -> int:
    """Sum the terms of a player's worth, in centi-VP."""
    return sum(term.value for term in valuation_in(components, outlook, player))

"""The Departments that score at the end of the game while they are staffed [public]."""

from __future__ import annotations

from carnegie_solver.components import Components, Region
from carnegie_solver.rules.links import levels, link_vp, own_cities
from carnegie_solver.rules.position import Player
from carnegie_solver.rules.projects import projects_in

POST_OFFICE_POINTS = 6
POST_OFFICE_VP = 9


def green_spaces(_components: Components, player: Player) -> int:
    """Score 2 VP per space without a Department, the Lobby left out [public]."""
    return 2 * sum(space.department is None for space in player.company[1:])


def public_relations(components: Components, player: Player) -> int:
    """Score 2 VP per own project in one region of the player's choice [public]."""
    return 2 * max(projects_in(components, player, region) for region in Region)


def network_of_libraries(components: Components, player: Player) -> int:
    """Score 4 VP per own project in the region where the player has the fewest [public]."""
    return 4 * min(projects_in(components, player, region) for region in Region)


def post_office(components: Components, player: Player) -> int:
    """Score what one more link point adds, at most six in all, six giving 9 VP more than five [public]."""
    cities, reached = own_cities(components, player), levels(components, player)
    with_office = link_vp(
        components,
        cities,
        reached,
        extra_points=1,
        most_points=POST_OFFICE_POINTS,
        beyond_vp=POST_OFFICE_VP,
    )
    return with_office - link_vp(components, cities, reached)

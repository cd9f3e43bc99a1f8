"""The values of a new game: what a position has where nothing is said."""

from __future__ import annotations

from functools import lru_cache

from carnegie_solver.components import Action, Components
from carnegie_solver.rules.position import Space, TimelineRow

SPACES_PER_ROW = 5
"""Spaces in each row of the timeline [public]."""
REGION_FIELDS = ("west", "midwest", "east", "south")
TAB_FIELDS = ("housing", "commerce", "industry", "public_infrastructure")
TIMELINE_FIELDS = ("human_resources", "management", "construction", "research_and_development")


@lru_cache(maxsize=16)
def starting_company(components: Components) -> tuple[Space, ...]:
    """Give the Company at setup: one employee standing in each starting Department, others in the Lobby [public]."""
    lying = components.tables.setup.employees.lying_in_lobby
    company = [Space() for _ in components.space_labels]
    company[0] = Space(lying=lying)
    for index, name in components.starting_spaces.items():
        company[index] = Space(name, standing_at=(1,))
    return tuple(company)


@lru_cache(maxsize=16)
def default_timeline(components: Components) -> tuple[TimelineRow, ...]:
    """Give the timeline of tiles 1 to 4, front side up, from the topmost row down [decided]."""
    return tuple(
        TimelineRow(components.timeline_events[number, True]) for number, _ in enumerate(Action, start=1)
    )


@lru_cache(maxsize=16)
def default_display(components: Components) -> tuple[str, ...]:
    """Give one tile of each Department of the base game [decided]; which ones are removed is chance."""
    names = (department for department in components.departments.values() if not department.starting)
    return tuple(sorted(department.name for department in names if not department.expansion))


def holds_action_choice_tile(components: Components, number: int, players: int) -> bool:
    """Whether the player on seat `number`, counted from 0, gets an Action Choice tile at setup [public]."""
    seats = components.tables.setup.action_choice_tiles
    return any(number + 1 in tile for count, tile in seats.items() if int(count) == players)

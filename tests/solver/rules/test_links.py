"""The links: worked by hand from the board, and compared with all subsets of cities on small random maps."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from importlib import resources
from itertools import combinations
from typing import Any

import networkx as nx
import pytest

from carnegie_solver.components import CitySize, Components, Level, Region
from carnegie_solver.components.tables import Tables
from carnegie_solver.rules.links import connected_groups, levels, link_vp, own_cities
from models.hand_positions import COMPONENTS, hand_position, project

PRINTED = json.loads(
    resources.files("carnegie_solver.components").joinpath("carnegie.json").read_text(encoding="utf-8")
)
SCORE = {
    Level.CART: {2: 3, 3: 6, 4: 12, 5: 18},
    Level.STAGECOACH: {2: 6, 3: 12, 4: 18, 5: 24},
    Level.RAILROAD: {2: 9, 3: 18, 4: 27, 5: 36},
}
CART, STAGE, RAIL = Level
Report = Callable[[str, object], None]

# The majors and the ways between them, read off the board.
TO_NEW_YORK = "Chicago, Pittsburgh, New York"
TO_NEW_ORLEANS = "Chicago, St. Louis, Memphis, New Orleans"
SOUTHERN = "San Francisco, Los Angeles, Phoenix, El Paso, Dallas, Houston, New Orleans"
WESTERN = "San Francisco, Reno, Salt Lake City, Denver, Omaha, Chicago"
EVERYTHING = f"{WESTERN}, {TO_NEW_YORK}, {TO_NEW_ORLEANS}"


def score(cities: str, west: Level, midwest: Level, east: Level, south: Level) -> int:
    owned = {COMPONENTS.city_index[name] for name in cities.split(", ") if name}
    return link_vp(COMPONENTS, owned, (west, midwest, east, south))


@pytest.mark.parametrize(
    ("cities", "by_region", "vp"),
    [
        # Nothing to join.
        ("", (RAIL, RAIL, RAIL, RAIL), 0),
        ("San Francisco", (RAIL, RAIL, RAIL, RAIL), 0),  # two link points, but one major city
        ("Boston, Albany, Pittsburgh", (RAIL, RAIL, RAIL, RAIL), 0),
        ("San Francisco, Los Angeles, Santa Fe, Denver", (RAIL, RAIL, RAIL, RAIL), 0),
        # A chain with a gap joins nothing.
        ("Chicago, New York", (RAIL, RAIL, RAIL, RAIL), 0),
        ("Chicago, St. Louis, New Orleans", (RAIL, RAIL, RAIL, RAIL), 0),
        ("Chicago, Cincinnati, Washington, New York", (RAIL, RAIL, RAIL, RAIL), 0),
        # Two points, by the lowest level of the two regions.
        (TO_NEW_YORK, (CART, CART, CART, CART), 3),
        (TO_NEW_YORK, (RAIL, CART, RAIL, RAIL), 3),
        (TO_NEW_YORK, (CART, STAGE, RAIL, CART), 6),
        (TO_NEW_YORK, (CART, RAIL, RAIL, CART), 9),
        (TO_NEW_ORLEANS, (CART, RAIL, CART, STAGE), 6),
        # San Francisco counts two: three points.
        (SOUTHERN, (CART, RAIL, RAIL, RAIL), 6),
        (SOUTHERN, (STAGE, CART, CART, STAGE), 12),
        (SOUTHERN, (RAIL, CART, CART, RAIL), 18),
        (WESTERN, (RAIL, RAIL, CART, CART), 18),
        # Four points.
        (f"{WESTERN}, {TO_NEW_YORK}", (CART, RAIL, RAIL, CART), 12),
        (f"{WESTERN}, {TO_NEW_YORK}", (STAGE, STAGE, STAGE, CART), 18),
        (f"{SOUTHERN}, {TO_NEW_ORLEANS}", (RAIL, RAIL, CART, RAIL), 27),
        # All four majors: five points.
        (EVERYTHING, (CART, CART, CART, CART), 18),
        (EVERYTHING, (STAGE, RAIL, STAGE, RAIL), 24),
        (EVERYTHING, (RAIL, RAIL, RAIL, RAIL), 36),
        # Leaving cities out: three points at Cart are 6, but Chicago and New York at Railroad are 9.
        (f"{TO_NEW_YORK}, {TO_NEW_ORLEANS}", (CART, RAIL, RAIL, CART), 9),
        # Leaving out the East: four points at Cart are 12, San Francisco to Chicago at Railroad 18.
        (f"{WESTERN}, {TO_NEW_YORK}", (RAIL, RAIL, CART, RAIL), 18),
        # Leaving out the West and the East: five points at Cart are 18, the two others at Railroad only 9.
        (EVERYTHING, (CART, RAIL, CART, RAIL), 18),
        # A small city of a poor region may be left out where the rest hangs together without it.
        (f"{TO_NEW_YORK}, Cincinnati, Atlanta", (CART, RAIL, RAIL, CART), 9),
        # But not where the chain leads through it: Helena, Seattle and Portland are West.
        (
            "Chicago, St. Paul, Fargo, Helena, Seattle, Portland, San Francisco",
            (CART, RAIL, RAIL, RAIL),
            6,
        ),
        # Two groups: the better one counts, not both.
        (f"{TO_NEW_YORK}, {SOUTHERN}", (STAGE, RAIL, RAIL, STAGE), 12),
        (f"{TO_NEW_YORK}, {SOUTHERN}", (CART, RAIL, RAIL, RAIL), 9),
    ],
)
def test_by_hand(cities: str, by_region: tuple[Level, Level, Level, Level], vp: int) -> None:
    """The best connected group scores by its lowest level; cities may be left out; one major alone scores nothing."""
    assert score(cities, *by_region) == vp


def test_levels_follow_the_disks() -> None:
    """A region's level is that of the space that the player's disk has reached [board]."""
    expected = {
        Region.WEST: (CART, STAGE, STAGE, RAIL, RAIL),
        Region.MIDWEST: (CART, STAGE, RAIL, RAIL, RAIL),
        Region.EAST: (STAGE, RAIL, RAIL, RAIL, RAIL),
        Region.SOUTH: (CART, STAGE, RAIL, RAIL, RAIL),
    }
    for region in Region:
        for reached in range(5):
            (player,) = hand_position({"transport": {region.name.lower(): reached}}).players
            assert levels(COMPONENTS, player)[region] is expected[region][reached]


def test_only_own_projects_count() -> None:
    """Cities are joined by a player's own projects, not by those of others or by neutral disks."""
    one, other = hand_position(
        {"projects": [project("Chicago", 1), project("New York", 2)], "tabs": {"housing": {"pulled": 2}}},
        {"projects": [project("Pittsburgh", 1)]},
        neutralProjects=[project("Pittsburgh", 0)],
    ).players
    names = {COMPONENTS.cities[index].name for index in own_cities(COMPONENTS, one)}
    assert names == {"Chicago", "New York"}
    assert link_vp(COMPONENTS, own_cities(COMPONENTS, one), (RAIL,) * 4) == 0
    assert {COMPONENTS.cities[index].name for index in own_cities(COMPONENTS, other)} == {"Pittsburgh"}


def best_of_all_subsets(components: Components, cities: list[int], by_region: tuple[Level, ...]) -> int:
    """Try every set of cities that hangs together and joins two major cities."""
    names = [components.cities[city].name for city in cities]
    whole = nx.Graph(components.tables.map_links.rows)
    whole.add_nodes_from(names)
    graph = whole.subgraph(names)
    rows = {city.name: city for city in components.cities}
    best = 0
    for size in range(2, len(names) + 1):
        for group in combinations(names, size):
            majors = [name for name in group if rows[name].size is CitySize.MAJOR]
            if len(majors) < 2 or not nx.is_connected(graph.subgraph(group)):
                continue
            points = sum(rows[name].link_points for name in majors)
            lowest = min(by_region[rows[name].region] for name in group)
            best = max(best, SCORE[lowest].get(points, 0))
    return best


def random_map(chance: random.Random) -> Components:
    """Make a printed game with a small random map: some major cities of one or two link points, some small ones."""
    count = chance.randint(3, 8)
    names = [f"City {number}" for number in range(count)]
    majors = set(chance.sample(names, min(count, chance.randint(2, 4))))
    big = chance.choice(sorted(majors))
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "region": chance.choice(list(Region)).name,
            "size": "MAJOR" if name in majors else "SMALL",
            "spaces": ["ANY"],
            "vp_per_project": 0,
            "link_points": (name in majors) + (name == big),
            "income_mark": False,
        }
        for name in names
    ]
    links = [list(pair) for pair in combinations(names, 2) if chance.random() < 2.2 / count]
    tables = {
        **PRINTED,
        "cities": {"source": "user", "rows": rows},
        "map_links": {"source": "user", "rows": links},
    }
    return Components(Tables.model_validate(tables), "a random map")


@pytest.mark.parametrize("seed", range(12))
def test_all_subsets_of_random_maps(seed: int, record_property: Report) -> None:
    """On small random maps the score is that of the best of all subsets of the own cities."""
    chance = random.Random(seed)
    positive = 0
    for _ in range(25):
        components = random_map(chance)
        indices = range(len(components.cities))
        cities = sorted(chance.sample(indices, chance.randint(2, len(components.cities))))
        by_region = tuple(chance.choice(list(Level)) for _ in Region)
        expected = best_of_all_subsets(components, cities, by_region)
        assert link_vp(components, cities, by_region) == expected
        positive += expected > 0
    assert positive
    record_property("compared: link scores with all subsets of cities", 25)


@pytest.mark.parametrize("seed", range(8))
def test_all_subsets_of_the_board(seed: int, record_property: Report) -> None:
    """On the printed map, too, for up to nine own cities grown from a major one."""
    chance = random.Random(seed)
    graph = nx.Graph(COMPONENTS.tables.map_links.rows)
    positive = 0
    for _ in range(5):
        names = [chance.choice(["Chicago", "New York"])]
        while len(names) < 9:
            near = sorted({name for own in names for name in graph[own]} - set(names))
            names.append(chance.choice([name for name in near if graph.degree[name] > 2] or near))
        cities = sorted(COMPONENTS.city_index[name] for name in names)
        by_region = tuple(chance.choice(list(Level)) for _ in Region)
        expected = best_of_all_subsets(COMPONENTS, cities, by_region)
        assert link_vp(COMPONENTS, cities, by_region) == expected
        positive += expected > 0
    assert positive
    record_property("compared: link scores with all subsets of cities", 5)


def test_groups_are_networkxs_components() -> None:
    """The largest connected groups are the connected components of the map between the cities."""
    chance = random.Random(3)
    graph = nx.Graph(COMPONENTS.tables.map_links.rows)
    for _ in range(50):
        cities = chance.sample(range(32), chance.randint(0, 20))
        names = [COMPONENTS.cities[city].name for city in cities]
        found = [
            {COMPONENTS.cities[city].name for city in group} for group in connected_groups(COMPONENTS, cities)
        ]
        expected = [set(group) for group in nx.connected_components(graph.subgraph(names))]
        assert sorted(map(sorted, found)) == sorted(map(sorted, expected))

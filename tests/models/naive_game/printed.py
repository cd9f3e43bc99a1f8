"""What is printed on the boards and tiles, read from the file of components."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

_PRINTED = json.loads(
    resources.files("carnegie_solver.components").joinpath("carnegie.json").read_text(encoding="utf-8")
)

ACTIONS = ("HUMAN_RESOURCES", "MANAGEMENT", "CONSTRUCTION", "RESEARCH_AND_DEVELOPMENT")
"""The four actions; also the rows of the timeline, from the topmost down."""
REGIONS = ("WEST", "MIDWEST", "EAST", "SOUTH")
PROJECT_TYPES = ("HOUSING", "COMMERCE", "INDUSTRY", "PUBLIC_INFRASTRUCTURE")

CITIES: dict[str, dict[str, Any]] = {row["name"]: row for row in _PRINTED["cities"]["rows"]}
TRACKS: dict[str, dict[str, Any]] = _PRINTED["transport_tracks"]["rows"]
TABS: dict[tuple[str, str], dict[str, Any]] = {
    (row["type"], row["side"]): row for row in _PRINTED["project_tabs"]["rows"]
}
GOODS_FOR_A_PROJECT: dict[str, int] = _PRINTED["project_goods_cost"]["rows"]
DONATIONS: tuple[str, ...] = tuple(row["id"] for row in _PRINTED["donations"]["rows"])
END_TILE: dict[str, list[str]] = {
    row["row"]: [event if event == "DONATION" else f"INCOME_{event}" for event in row["events"]]
    for row in _PRINTED["timeline_tiles"]["end_tile"]
}
SOLO_CARDS: dict[str, dict[str, Any]] = {row["id"]: row for row in _PRINTED["solo_cards"]["rows"]}
SHIFT_VP: list[int] = _PRINTED["solo_cards"]["shift_vp"]
ROUNDS: int = _PRINTED["setup"]["rounds"]
SETUP_MOVES: int = _PRINTED["setup"]["setup_moves"]
DOLLARS_FOR_A_CUBE: int = _PRINTED["setup"]["goods_sell_price_any_time"]

_BOARD = _PRINTED["company_board"]
DEPARTMENTS: dict[str, dict[str, Any]] = {
    row["name"]: row for row in [*_BOARD["starting_departments"], *_PRINTED["departments"]["rows"]]
}
STARTING: tuple[str, ...] = tuple(row["name"] for row in _BOARD["starting_departments"])

Cell = tuple[int, int]
CELLS: dict[str, list[Cell]] = {
    "lobby": [
        (_BOARD["lobby"]["row"], _BOARD["lobby"]["column"] + shift)
        for shift in range(_BOARD["lobby"]["column_span"])
    ],
    **{
        f"{'abcd'[space['column']]}{space['row']}": [(space["row"], space["column"])]
        for space in _BOARD["spaces"]
    },
}
"""The cells of the grid, (row, column), that each space of the Company covers."""
LABELS: tuple[str, ...] = tuple(CELLS)
"""The spaces of the Company in the order in which positions list them."""


def workstation_costs(department: str | None) -> list[int]:
    """Give the dollars printed under a Department's workstations, from the left; none on an empty space."""
    if department is None:
        return []
    costs: list[int] = DEPARTMENTS[department]["desk_costs"]
    return costs


def circles(kind: str, side: str) -> list[dict[str, Any]]:
    """Give the incomes of a tab's circles in the order in which they are revealed."""
    return [space["income"] for space in TABS[kind, side]["spaces"] if space["kind"] == "PROJECT"]

"""Games with other Company boards, project tabs and tracks, for what the printed ones seldom or never show."""

from __future__ import annotations

import json
import random
from importlib import resources
from typing import Any

from carnegie_solver.components import Components, ProjectType, Region, TabSide, load_components
from carnegie_solver.components.tables import Income


def many_desks(count: int) -> Components:
    """The printed game with a user's Company board, on which Construction has `count` workstations."""
    board = _printed()["company_board"]
    for department in board["starting_departments"]:
        if department["name"] == "Construction":
            department["desk_costs"] = list(range(1, count + 1))
    return load_components({"company_board": board})


def many_circles() -> Components:
    """The printed game with a user's project tabs, which have so many circles that the supply of disks can run out."""
    rows = []
    for kind in ProjectType:
        for side in TabSide:
            spaces: list[dict[str, Any]] = [
                {"kind": "PROJECT", "income": {"money": number % 3}} for number in range(8)
            ]
            spaces.insert(5 if side is TabSide.A else 7, {"kind": "VP", "vp": 3})
            rows.append({"type": kind.name, "side": side.name, "spaces": spaces, "advance_costs": [1, 2] * 4})
    return load_components({"project_tabs": {"rows": rows}})


def scarce_tabs() -> Components:
    """The printed game with a user's project tabs, of which one hides VP behind a circle."""
    circle: dict[str, Any] = {"kind": "PROJECT", "income": {"money": 1}}
    tabs: dict[ProjectType, tuple[list[dict[str, Any]], list[int]]] = {
        ProjectType.HOUSING: ([circle, circle, {"kind": "VP", "vp": 20}], [1, 3]),
        ProjectType.COMMERCE: ([circle, circle, circle], [1, 3]),
        ProjectType.INDUSTRY: ([circle], []),
        ProjectType.PUBLIC_INFRASTRUCTURE: ([{"kind": "BLANK"}], []),
    }
    rows = [
        {"type": kind.name, "side": side.name, "spaces": spaces, "advance_costs": costs}
        for kind, (spaces, costs) in tabs.items()
        for side in TabSide
    ]
    return load_components({"project_tabs": {"rows": rows}})


def odd_tracks(seed: int) -> Components:
    """The game with other incomes on its tracks: goods cubes and study points at once, more than one employee."""
    chance = random.Random(f"tracks {seed}")
    components = load_components()
    tracks = {}
    for region, track in zip(Region, components.tracks, strict=True):
        spaces = []
        for space in track.spaces:
            income = Income(
                goods=chance.choice([0, 0, 1, 1, 2, 3]),
                study_points=chance.choice([0, 0, 0, 0, 1, 2, 3]),
                money=chance.choice([0, 0, 2]),
                vp=chance.choice([0, 0, 1]),
                new_employee=chance.choice([0, 0, 0, 1, 2]),
            )
            bonus = Income(goods=chance.choice([0, 0, 1, 2]), vp=chance.choice([0, 0, 1]))
            spaces.append(space.model_copy(update={"income": income, "arrival_bonus": bonus}))
        costs = tuple(chance.choice([1, 2, 3]) for _ in track.advance_costs)
        tracks[region] = track.model_copy(update={"spaces": tuple(spaces), "advance_costs": costs})
    table = components.tables.transport_tracks.model_copy(update={"rows": tracks})
    return Components(components.tables.model_copy(update={"transport_tracks": table}), f"odd tracks {seed}")


def _printed() -> dict[str, Any]:
    text = resources.files("carnegie_solver.components").joinpath("carnegie.json").read_text(encoding="utf-8")
    printed = json.loads(text)
    assert isinstance(printed, dict)
    return printed

"""Games with other tracks and tabs, in which arrivals bring study points and incomes bring new employees."""

from __future__ import annotations

import random

from carnegie_solver.components import Components, Region, TabSpaceKind, load_components
from carnegie_solver.components.tables import Income


def rewarding_tracks(seed: int, *, hiring: bool = False) -> Components:
    """The game with low costs and with arrivals that bring study points, money and goods cubes, on any space.

    With `hiring` arrivals and incomes can bring new employees too, several at once among them.
    """
    chance = random.Random(f"rewarding tracks {seed} {hiring}")
    components = load_components()
    tracks = {}
    for region, track in zip(Region, components.tracks, strict=True):
        spaces = []
        for space in track.spaces:
            bonus = Income(
                study_points=chance.choice([0, 0, 1, 2, 3]),
                money=chance.choice([0, 0, 4]),
                goods=chance.choice([0, 0, 1]),
                vp=chance.choice([0, 0, 1]),
                new_employee=chance.choice([0, 0, 1]) if hiring else 0,
            )
            income = Income(
                study_points=chance.choice([0, 0, 1, 2]),
                money=chance.choice([0, 1, 3]),
                vp=chance.choice([0, 0, 1]),
                new_employee=chance.choice([0, 0, 1, 2]) if hiring else chance.choice([0, 0, 1]),
            )
            spaces.append(space.model_copy(update={"income": income, "arrival_bonus": bonus}))
        costs = tuple(chance.choice([1, 2, 3]) for _ in track.advance_costs)
        tracks[region] = track.model_copy(update={"spaces": tuple(spaces), "advance_costs": costs})
    table = components.tables.transport_tracks.model_copy(update={"rows": tracks})
    tables = components.tables.model_copy(update={"transport_tracks": table})
    return Components(tables, f"rewarding tracks {seed} {hiring}")


def hiring_tabs() -> Components:
    """The printed game with other incomes under the circles: of new employees, with and without a choice."""
    components = load_components()
    hired = Income(new_employee=1)
    incomes = (
        hired,
        Income(choice=(hired, Income(study_points=1), Income(vp=1))),
        Income(choice=(hired, Income(money=2))),
        Income(study_points=1),
    )
    rows = []
    for tab in components.tables.project_tabs.rows:
        number = tab.type.value
        spaces = []
        for space in tab.spaces:
            if space.kind is TabSpaceKind.PROJECT:
                spaces.append(space.model_copy(update={"income": incomes[number % len(incomes)]}))
                number += 1
            else:
                spaces.append(space)
        rows.append(tab.model_copy(update={"spaces": tuple(spaces)}))
    table = components.tables.project_tabs.model_copy(update={"rows": tuple(rows)})
    return Components(components.tables.model_copy(update={"project_tabs": table}), "hiring tabs")

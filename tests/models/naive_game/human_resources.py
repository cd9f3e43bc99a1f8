"""Moving and relocating employees (rules 4, 16.5, 17.17 and 17.19)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.beginnings import act
from models.naive_game.company import employees_on, lay_down, take_away, touching, written
from models.naive_game.printed import LABELS
from models.naive_game.table import Json, Table, copied, decider


def _put(table: Table, start: str, standing_at: int | None, end: str) -> Table:
    """Put an employee on another space, lying (4.4); it is too late for uses then (16.5)."""
    after = copied(table)
    take_away(decider(after), start, standing_at)
    lay_down(decider(after), end)
    after["turn"]["uses"] = {}
    act(after)
    return after


def _everybody_to_everywhere(table: Table) -> Iterator[tuple[str, int | None, str]]:
    for start in LABELS:
        for standing_at in employees_on(decider(table), start):
            for end in LABELS:
                if end != start:
                    yield start, standing_at, end


def move(table: Table) -> Iterator[tuple[Json, Table]]:
    """Move an employee by one step."""
    turn = table["turn"]
    if table["phase"] not in ("USE_DEPARTMENTS", "SETUP_MOVES") or not turn["moves"]:
        return
    for start, standing_at, end in _everybody_to_everywhere(table):
        if touching(start, end, diagonally=turn["diagonal"]):
            after = _put(table, start, standing_at, end)
            after["turn"]["moves"] -= 1
            yield {"moveEmployee": {"path": [start, end], **written(standing_at)}}, after


def relocate(table: Table) -> Iterator[tuple[Json, Table]]:
    """Put an employee on any other space."""
    if table["phase"] != "USE_DEPARTMENTS" or not table["turn"]["relocations"]:
        return
    for start, standing_at, end in _everybody_to_everywhere(table):
        after = _put(table, start, standing_at, end)
        after["turn"]["relocations"] -= 1
        yield {"relocate": {"start": start, "end": end, **written(standing_at)}}, after

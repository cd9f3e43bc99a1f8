"""The score sheets of a position, laid out for a reader."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from carnegie.v1.rules_pb2 import ScorePositionResponse
from carnegie_client.advice.words import term_name


def score_table(score: ScorePositionResponse) -> RenderableType:
    """Lay the sheets out side by side, a row for each line that any of them has, the totals last."""
    sheets = {f"player {number}": sheet for number, sheet in enumerate(score.players, start=1)}
    if score.HasField("andrew"):
        sheets["Andrew"] = score.andrew
    columns = [{line.name: line.vp for line in sheet.lines} for sheet in sheets.values()]
    table = Table.grid(padding=(0, 2))
    table.add_column()
    for _ in sheets:
        table.add_column(justify="right", no_wrap=True)
    table.add_row(*(Text(head, style="dim") for head in ("", *sheets)))
    # A dict rather than a set: the lines stay in their order.
    for name in {name: None for column in columns for name in column}:
        cells = (str(column.get(name, "")) for column in columns)
        table.add_row(*(Text(cell) for cell in (term_name(name), *cells)))
    totals = (str(sheet.total) for sheet in sheets.values())
    table.add_row(*(Text(cell, style="bold") for cell in ("together", *totals)))
    return table

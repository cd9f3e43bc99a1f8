"""What incomes bring (rules 6.5, 11 and 17.31)."""

from __future__ import annotations

from typing import Any

from models.naive_game.company import hire, is_staffed
from models.naive_game.printed import TRACKS
from models.naive_game.table import Person, Table, decider


def receive(table: Table, income: dict[str, Any], lobby: str) -> None:
    """Give the deciding player an income, new employees into a Lobby; a choice is for later."""
    player = decider(table)
    player["money"] += income.get("money", 0)
    player["goods"] += income.get("goods", 0)
    player["vp"] += income.get("vp", 0)
    table["turn"]["points"] += income.get("study_points", 0)
    for _ in range(income.get("new_employee", 0)):
        hire(player, lobby)


def transport_incomes(player: Person, region: str) -> list[tuple[dict[str, int], dict[str, Any]]]:
    """List the transport incomes that can be taken in a region, each with what a step says of it.

    The one at the disk's space, and with Archives staffed any lower one.
    """
    spaces, reached = TRACKS[region]["spaces"], player["transport"][region]
    incomes: list[tuple[dict[str, int], dict[str, Any]]] = [({}, spaces[reached]["income"])]
    if is_staffed(player, "Archives"):
        incomes += [({"trackSpace": lower}, spaces[lower]["income"]) for lower in range(reached)]
    return incomes

"""The automaton Andrew (rules 15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.naive_game.construction import is_taken
from models.naive_game.flow import select_timeline
from models.naive_game.printed import CITIES, DEPARTMENTS, SHIFT_VP, SOLO_CARDS, TRACKS
from models.naive_game.table import Json, Table, copied


def waits_for_andrew(table: Table) -> bool:
    """Whether Andrew acts before the player decides."""
    return table["andrew"] is not None and bool(table["andrew"]["to act"])


def play_andrew(table: Table) -> Iterator[tuple[Json, Table]]:
    """Have Andrew do what his top card says."""
    after = copied(table)
    after["andrew"]["to act"] = False
    card = SOLO_CARDS[after["andrew"]["cards"][after["andrew"]["played"]]]
    match table["phase"]:
        case "SELECT_TIMELINE":
            row = {"selectTimeline": {"row": f"ACTION_{card['main_action']}"}}
            (after,) = (selected for step, selected in select_timeline(after) if step == row)
        case "EVENT":
            _donate(after, card["donation"])
        case "USE_DEPARTMENTS":
            _ACTIONS[table["action"]](after, card)
            andrew = after["andrew"]
            andrew["vp"] += SHIFT_VP[andrew["shift"]]
            andrew["shift"] = 0
            andrew["played"] += 1
    yield {"playAndrew": {}}, after


def _shift(table: Table, by: int = 1) -> None:
    table["andrew"]["shift"] = min(4, table["andrew"]["shift"] + by)


def _donate(table: Table, donation: str) -> None:
    held = [name for player in table["players"] for name in player["donations"]]
    if donation in [*held, *table["neutral donations"], *table["andrew"]["donations"]]:
        _shift(table)
    else:
        table["andrew"]["donations"].append(donation)


def _human_resources(table: Table, card: dict[str, Any]) -> None:
    _shift(table, card["human_resources_shift"])


def _management(table: Table, card: dict[str, Any]) -> None:
    taken: list[str] = []
    for kind in card["management_departments"]:
        offered = [
            name for name in table["display"] if DEPARTMENTS[name]["type"] == kind and name not in taken
        ]
        if offered:
            lowest = min(offered, key=lambda name: int(DEPARTMENTS[name]["number"]))
            taken.append(lowest)
            table["display"].remove(lowest)
            table["andrew"]["departments"].append(lowest)
        else:
            _shift(table)


def _construction(table: Table, card: dict[str, Any]) -> None:
    for city in card["construction_cities"]:
        for number in range(len(CITIES[city]["spaces"])):
            if not is_taken(table, city, number):
                table["andrew"]["projects"].append((city, number))
                break
        else:
            _shift(table)


def _research(table: Table, card: dict[str, Any]) -> None:
    region = card["research_region"]
    last = len(TRACKS[region]["spaces"]) - 1
    transport = table["andrew"]["transport"]
    for _ in range(card["research_steps"]):
        held = any(player["transport"][region] == last for player in table["players"])
        if transport[region] == last or (transport[region] == last - 1 and held):
            _shift(table)
        else:
            transport[region] += 1


_ACTIONS = {
    "HUMAN_RESOURCES": _human_resources,
    "MANAGEMENT": _management,
    "CONSTRUCTION": _construction,
    "RESEARCH_AND_DEVELOPMENT": _research,
}

"""The placement of the setup: sides of tabs, the Housing disk, a reserved Department (rules 13.4 to 13.6)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.construction import is_taken
from models.naive_game.printed import CITIES, PROJECT_TYPES, TABS
from models.naive_game.table import Json, Person, Table, copied, decider


def _is_circle(kind: str, side: str) -> bool:
    """Whether the space that a tab exposes at the start takes a disk."""
    return bool(TABS[kind, side]["spaces"][0]["kind"] == "PROJECT")


def choose_tab_side(table: Table) -> Iterator[tuple[Json, Table]]:
    """Turn a tab to its other side, where that shows what the disk lies on."""
    if table["phase"] != "SETUP_PLACEMENT":
        return
    for kind in PROJECT_TYPES:
        side = decider(table)["tabs"][kind]["side"]
        other = "B" if side == "A" else "A"
        if _is_circle(kind, side) == _is_circle(kind, other):
            after = copied(table)
            decider(after)["tabs"][kind]["side"] = other
            yield {"chooseTabSide": {"type": f"PROJECT_TYPE_{kind}", "side": f"TAB_SIDE_{other}"}}, after


def place_housing(table: Table) -> Iterator[tuple[Json, Table]]:
    """Place the Housing disk on a free Housing space of a medium or major city."""
    if table["phase"] != "SETUP_PLACEMENT" or decider(table)["projects"]:
        return
    for city, printed in CITIES.items():
        for number, space_type in enumerate(printed["spaces"]):
            if printed["size"] == "SMALL" or space_type != "HOUSING" or is_taken(table, city, number):
                continue
            after = copied(table)
            player: Person = decider(after)
            player["projects"].append((city, number, "HOUSING"))
            player["tabs"]["HOUSING"]["waiting"] -= 1
            player["tabs"]["HOUSING"]["built"] += 1
            yield {"placeHousing": {"city": city, **({"citySpace": number} if number else {})}}, after


def reserve_department(table: Table) -> Iterator[tuple[Json, Table]]:
    """Reserve a Department of the display, which leaves it."""
    if table["phase"] != "SETUP_PLACEMENT" or decider(table)["reserved"]:
        return
    for department in sorted(set(table["display"])):
        after = copied(table)
        decider(after)["reserved"] = department
        after["display"].remove(department)
        yield {"reserveDepartment": {"department": department}}, after


def is_placed(table: Table) -> bool:
    """Whether the deciding player has placed and reserved all that has to be."""
    player = decider(table)
    return bool(player["projects"] and (player["reserved"] or not table["display"]))

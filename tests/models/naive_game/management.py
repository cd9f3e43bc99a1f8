"""Building Departments (rules 5.2 to 5.6 and 17.8)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.beginnings import spend_use, usable
from models.naive_game.company import employees_on, is_staffed, lay_down, take_away, written
from models.naive_game.printed import DEPARTMENTS, LABELS
from models.naive_game.table import Json, Person, Table, copied, decider


def build_department(table: Table) -> Iterator[tuple[Json, Table]]:
    """Build a Department by Strategic Planning."""
    player = decider(table)
    for planning, name in usable(table, "MANAGEMENT"):
        if name != "Strategic Planning":
            continue
        for department in _to_be_built(table):
            for label in LABELS:
                space = player["spaces"][label]
                if label == "lobby" or space["department"] is not None:
                    continue
                goods = 1 if space["standing"] or space["lying"] else 2
                goods += DEPARTMENTS[department].get("extra_goods", 0)
                if goods > player["goods"]:
                    continue
                built = _built(table, planning, department, label, goods)
                fields = {"department": department, "space": label}
                yield {"buildDepartment": fields}, built
                for fetched, after in _fetching(built, player, label):
                    yield {"buildDepartment": {**fields, "fetched": fetched}}, after


def _to_be_built(table: Table) -> list[str]:
    """List the Departments that the player may build: the reserved one first of all, and none twice (5.4, 5.5)."""
    player = decider(table)
    held = [space["department"] for space in player["spaces"].values()]
    offered = [player["reserved"]] if player["reserved"] else sorted(set(table["display"]))
    return [department for department in offered if department not in held]


def _built(table: Table, planning: str, department: str, label: str, goods: int) -> Table:
    after = copied(table)
    player = decider(after)
    spend_use(after, planning)
    player["goods"] -= goods
    player["spaces"][label]["department"] = department
    if player["reserved"]:
        player["reserved"] = None
    else:
        after["display"].remove(department)
    return after


def _fetching(built: Table, player: Person, label: str) -> Iterator[tuple[Json, Table]]:
    """Give each employee whom Property Management may fetch into a new Department; `player` is as before."""
    if not is_staffed(player, "Property Management"):
        return
    for start in LABELS:
        if start == label:
            continue
        for standing_at in employees_on(player, start):
            after = copied(built)
            person, uses = decider(after), after["turn"]["uses"]
            take_away(person, start, standing_at)
            lay_down(person, label)
            if start in uses:  # who is fetched serves no more (16.7)
                uses[start] = min(uses[start], len(person["spaces"][start]["standing"]))
            yield {"start": start, **written(standing_at)}, after

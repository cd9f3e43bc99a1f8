"""Building projects (rules 6, 17.9, 17.10, 17.27 and 17.31)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.beginnings import spend_use, usable
from models.naive_game.company import is_staffed, lobbies, send
from models.naive_game.income import receive, transport_incomes
from models.naive_game.printed import CITIES, GOODS_FOR_A_PROJECT, PROJECT_TYPES
from models.naive_game.table import Json, Person, Table, copied, decider

_WITH_A_MISSION = ("Construction", "Engineering")
_WITHOUT = "Construction Outsourcing"
_DOLLARS_FOR_OUTSOURCING = 3


def build_project(table: Table) -> Iterator[tuple[Json, Table]]:
    """Build a project."""
    player = decider(table)
    for label, name in usable(table, "CONSTRUCTION"):
        senders: list[int | None] = []
        if name in _WITH_A_MISSION:
            senders = sorted(player["spaces"][label]["standing"])
        elif name == _WITHOUT and player["money"] >= _DOLLARS_FOR_OUTSOURCING:
            senders = [None]
        for standing_at in senders:
            for kind, city, number in _sites(table):
                built = _built(table, label, standing_at, kind, city, number)
                fields: Json = {"space": label, "type": f"PROJECT_TYPE_{kind}", "city": city}
                if number:
                    fields["citySpace"] = number
                if standing_at is not None:
                    region = f"REGION_{CITIES[city]['region']}"
                    fields["mission"] = {"region": region, "standingAt": standing_at}
                for more, after in _paid(built, city):
                    yield {"buildProject": fields | more}, after


def _sites(table: Table) -> Iterator[tuple[str, str, int]]:
    """Give the projects that the player's disks and goods cubes allow: type, city, space."""
    player = decider(table)
    for kind in PROJECT_TYPES:
        if not player["tabs"][kind]["waiting"] or GOODS_FOR_A_PROJECT[kind] > player["goods"]:
            continue
        for city, printed in CITIES.items():
            for number, space_type in enumerate(printed["spaces"]):
                if is_taken(table, city, number):
                    continue
                if _matches(space_type, kind) or is_staffed(player, "Political Lobbying"):
                    yield kind, city, number


def _matches(space_type: str, kind: str) -> bool:
    """Whether a space shows a type, or lies in a small city, which takes every one (6.3)."""
    return space_type in ("ANY", kind)


def is_taken(table: Table, city: str, number: int) -> bool:
    """Whether any disk lies on a space of a city."""
    disks = [disk[:2] for player in table["players"] for disk in player["projects"]]
    disks += table["neutral projects"]
    if table["andrew"] is not None:
        disks += table["andrew"]["projects"]
    return (city, number) in disks


def _built(table: Table, label: str, standing_at: int | None, kind: str, city: str, number: int) -> Table:
    after = copied(table)
    player: Person = decider(after)
    spend_use(after, label)
    if standing_at is None:
        player["money"] -= _DOLLARS_FOR_OUTSOURCING
    else:
        send(player, label, standing_at, CITIES[city]["region"])
    player["goods"] -= GOODS_FOR_A_PROJECT[kind]
    player["tabs"][kind]["waiting"] -= 1
    player["tabs"][kind]["built"] += 1
    player["projects"].append((city, number, kind))
    if is_staffed(player, "Political Lobbying") and _matches(CITIES[city]["spaces"][number], kind):
        player["vp"] += 1
    after["turn"]["points"] = 0  # what was left of an earlier income is lost (6.6)
    return after


def _paid(built: Table, city: str) -> Iterator[tuple[Json, Table]]:
    """Give each way to take the transport income that a city pays: where on the track, into which Lobby."""
    if not CITIES[city]["income_mark"]:
        yield {}, built
        return
    player = decider(built)
    for where, income in transport_incomes(player, CITIES[city]["region"]):
        somebody_comes = income.get("new_employee", 0) and player["employees"]
        for lobby in lobbies(player) if somebody_comes else ["lobby"]:
            after = copied(built)
            receive(after, income, lobby)
            yield {**where, **({} if lobby == "lobby" else {"lobby": lobby})}, after

"""Using a Department for what it brings (rules 5.1, 16 and 17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.naive_game.beginnings import spend_use, usable
from models.naive_game.company import departments_of_type, everybody_standing, hire, lobbies, send
from models.naive_game.printed import ACTIONS, CITIES, REGIONS
from models.naive_game.table import Json, Person, Table, copied, decider

# What the employee who stays brings, and the one who goes on a Mission: either of several gains.
_STAYING = {"Commerce and Finance": {"MONEY": 3, "GOODS": 1}, "Recruiting": {"MOVES": 4}}
_ON_A_MISSION = {
    "Commerce and Finance": {"MONEY": 6, "GOODS": 2},
    "Training and Partnerships": {"MOVES": 8, "MONEY": 8},
    "Purchasing": {"GOODS": 3, "MONEY": 8},
    "Advanced Research": {"STUDY_POINTS": 7},
}
# What the one who goes on a Mission brings for each Department of a type.
_FOR_EACH_DEPARTMENT = {
    "Human Resources Administration": ("RELOCATIONS", 1, "HUMAN_RESOURCES"),
    "Accounting": ("MONEY", 3, "MANAGEMENT"),
    "Production Lines": ("GOODS", 1, "CONSTRUCTION"),
    "R&D Coordination": ("STUDY_POINTS", 2, "RESEARCH_AND_DEVELOPMENT"),
}
# What each own project in a region brings, if not $2.
_FOR_EACH_PROJECT = {
    "Local Partners": ("MOVES", 2),
    "Branding": ("GOODS", 1),
    "Renovation": ("VP", 1),
    "Knowledge Sharing": ("STUDY_POINTS", 2),
}
_DOLLARS_FOR_A_PROJECT = 2
# Dollars and VP for each goods cube sold; dollars for each one bought.
_SALES = {"Sales": (6, 0), "Logistics": (3, 1)}
_PURCHASES = {"Supply Chain": 1}
_MOST_CUBES = 3

_HOLDINGS = {"MONEY": "money", "GOODS": "goods", "VP": "vp"}
_TURN = {"MOVES": "moves", "STUDY_POINTS": "points", "RELOCATIONS": "relocations"}

Effect = Callable[[Table], None]


def use(table: Table) -> Iterator[tuple[Json, Table]]:
    """Use a Department once."""
    for action in ACTIONS:
        for label, name in usable(table, action):
            for fields, effect in _uses_of(decider(table), label, name):
                after = copied(table)
                spend_use(after, label)
                effect(after)
                yield {"useDepartment": {"space": label, **fields}}, after


def _uses_of(player: Person, label: str, name: str) -> Iterator[tuple[Json, Effect]]:
    for gain, amount in _STAYING.get(name, {}).items():
        yield {"gain": f"GAIN_{gain}"}, _gaining(gain, amount)
    for fields, effect in _effects_of_missions(player, name):
        yield from _missions(player, label, fields, effect)
    if name in _FOR_EACH_PROJECT:
        yield from _by_projects(player, *_FOR_EACH_PROJECT[name])
    for count in range(1, _MOST_CUBES + 1):
        if name in _SALES and count <= player["goods"]:
            yield {"gain": "GAIN_SALE", "count": count}, _selling(count, *_SALES[name])
        if name in _PURCHASES and count * _PURCHASES[name] <= player["money"]:
            yield {"gain": "GAIN_PURCHASE", "count": count}, _buying(count, _PURCHASES[name])


def _effects_of_missions(player: Person, name: str) -> Iterator[tuple[Json, Effect]]:
    """Give what an employee can bring who goes on a Mission."""
    for gain, amount in _ON_A_MISSION.get(name, {}).items():
        yield {"gain": f"GAIN_{gain}"}, _gaining(gain, amount)
    if name in _FOR_EACH_DEPARTMENT:
        gain, amount, kind = _FOR_EACH_DEPARTMENT[name]
        yield {"gain": f"GAIN_{gain}"}, _gaining(gain, amount * departments_of_type(player, kind))
    if name == "Recruiting" and player["employees"]:  # without one, it would bring nothing (16.4)
        for lobby in lobbies(player):
            elsewhere = {} if lobby == "lobby" else {"lobby": lobby}
            yield {"gain": "GAIN_NEW_EMPLOYEE", **elsewhere}, _hiring(lobby)
    if name == "Safety and Quality":
        left = everybody_standing(player) - 1
        if left:  # with nobody, it would bring nothing (16.4)
            yield {"gain": "GAIN_VP"}, _gaining("VP", (left + 1) // 2)


def _missions(player: Person, label: str, fields: Json, effect: Effect) -> Iterator[tuple[Json, Effect]]:
    """Give a use once for each employee who can go and each region."""
    for standing_at in sorted(player["spaces"][label]["standing"]):
        for region in REGIONS:
            mission = {"region": f"REGION_{region}", "standingAt": standing_at}
            yield {**fields, "mission": mission}, _going(label, standing_at, region, effect)


def _by_projects(player: Person, gain: str, amount: int) -> Iterator[tuple[Json, Effect]]:
    """Give a use for each region with own projects and each way to share them out (16.3)."""
    for region in REGIONS:
        there = sum(CITIES[city]["region"] == region for city, _, _ in player["projects"])
        if not there:  # it would bring nothing (16.4)
            continue
        where = {"region": f"REGION_{region}"}
        yield {"gain": "GAIN_MONEY", **where}, _gaining("MONEY", _DOLLARS_FOR_A_PROJECT * there)
        for count in range(1, there + 1):
            dollars = _DOLLARS_FOR_A_PROJECT * (there - count)
            effect = _both(_gaining(gain, amount * count), _gaining("MONEY", dollars))
            yield {"gain": f"GAIN_{gain}", "count": count, **where}, effect


def _gaining(gain: str, amount: int) -> Effect:
    def effect(table: Table) -> None:
        if gain in _HOLDINGS:
            decider(table)[_HOLDINGS[gain]] += amount
        else:
            table["turn"][_TURN[gain]] += amount

    return effect


def _both(one: Effect, other: Effect) -> Effect:
    def effect(table: Table) -> None:
        one(table)
        other(table)

    return effect


def _going(label: str, standing_at: int, region: str, effect: Effect) -> Effect:
    return _both(lambda table: send(decider(table), label, standing_at, region), effect)


def _hiring(lobby: str) -> Effect:
    return lambda table: hire(decider(table), lobby)


def _selling(count: int, dollars: int, points: int) -> Effect:
    def effect(table: Table) -> None:
        player = decider(table)
        player["goods"] -= count
        player["money"] += dollars * count
        player["vp"] += points * count

    return effect


def _buying(count: int, dollars: int) -> Effect:
    def effect(table: Table) -> None:
        player = decider(table)
        player["money"] -= dollars * count
        player["goods"] += count

    return effect

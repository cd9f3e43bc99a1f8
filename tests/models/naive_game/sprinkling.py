"""Positions full of Department tiles: those of random games, with more tiles built, staffed and lain in at random."""

from __future__ import annotations

import random

from models.naive_game.company import lay_down
from models.naive_game.printed import ACTIONS, DEPARTMENTS, STARTING, workstation_costs
from models.naive_game.table import Json, Person, Table, decider, read_table, write_table

_PHASES = ("EVENT", "USE_DEPARTMENTS", "STANDING_UP")


def can_be_sprinkled(position: Json) -> bool:
    """Whether a position is one of a round, and the game waits for its player."""
    table = read_table(position)
    waits = table["andrew"] is not None and table["andrew"]["to act"]
    return table["phase"] in _PHASES and not waits


def sprinkled(position: Json, seed: int) -> Json:
    """Give the deciding player of a position tiles, dollars, goods cubes and VP, and have the decision begin.

    In the round's action it may be another action than the position's.
    """
    chance = random.Random(f"sprinkled {seed}")
    table = read_table(position)
    player = decider(table)
    player["money"] += chance.randint(0, 6)
    player["goods"] += chance.randint(0, 3)
    player["vp"] += chance.randint(0, 1)
    for label, space in player["spaces"].items():
        if space["department"] is None and label != "lobby" and chance.random() < 0.6:
            _build(table, label, chance)
    if table["phase"] == "USE_DEPARTMENTS":
        table["action"] = chance.choice([row for row in ACTIONS if table["timeline"][row]["used"]])
    elif table["phase"] == "EVENT" and table["events"][0] != "DONATION" and player["employees"]:
        player["employees"] -= 1
        player["missions"][table["events"][0].removeprefix("INCOME_")] += 1
    table["turn"] = None
    return write_table(table)


def _build(table: Table, label: str, chance: random.Random) -> None:
    """Build one of the tiles that the player lacks, from the display or from outside, and staff it."""
    player: Person = decider(table)
    own = {space["department"] for space in player["spaces"].values()}
    names = [
        name for name in DEPARTMENTS if name not in STARTING and name not in own and _is_left(table, name)
    ]
    if not names:
        return
    name = chance.choice(names)
    if name in table["display"]:
        table["display"].remove(name)
    player["spaces"][label]["department"] = name
    for number, _ in enumerate(workstation_costs(name), start=1):
        if player["employees"] and chance.random() < 0.8:
            player["employees"] -= 1
            if chance.random() < 0.8:
                player["spaces"][label]["standing"].append(number)
            else:
                lay_down(player, label)


def _is_left(table: Table, name: str) -> bool:
    """Whether a tile lies on the display, or fewer than two of it are anywhere."""
    held = [space["department"] for player in table["players"] for space in player["spaces"].values()]
    held += [player["reserved"] for player in table["players"]]
    held += [] if table["andrew"] is None else table["andrew"]["departments"]
    return name not in [player["reserved"] for player in table["players"]] and (
        name in table["display"] or held.count(name) < 2
    )

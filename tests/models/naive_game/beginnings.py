"""How turns begin, and what every step of a turn does to it (rules 2 to 7 and 16)."""

from __future__ import annotations

from models.naive_game.company import is_staffed
from models.naive_game.printed import DEPARTMENTS, STARTING
from models.naive_game.table import Json, Table, decider, new_turn

# The starting Departments that are used by each employee; the other two count when the turn begins (4.1, 7.1).
_STARTING_USES = ("Commerce and Finance", "Strategic Planning", "Construction")


def beginning_of_action(table: Table, action: str) -> Json:
    """Begin the deciding player's turn in an action."""
    player = decider(table)
    turn = new_turn(action)
    for label, space in player["spaces"].items():
        name, standing = space["department"], len(space["standing"])
        if name is None or DEPARTMENTS[name]["type"] != action:
            continue
        if name == "Human Resources":
            turn["moves"] += 3 * (standing + 1)  # the permanent employee too (4.1)
        elif name == "Research and Development":
            turn["points"] += 3 * standing
        elif name == "Advanced Design":
            turn["points"] += 4 * standing
        elif standing and (name in _STARTING_USES or _is_used(name)):
            turn["uses"][label] = standing
    turn["diagonal"] = action == "HUMAN_RESOURCES" and is_staffed(player, "Corporate Communications")
    return turn


def _is_used(name: str) -> bool:
    return name not in STARTING and DEPARTMENTS[name]["timing"] == "USE"


def can_change_action(table: Table) -> bool:
    """Whether the deciding player could do another action: not the first one, with a tile (14.2)."""
    return (
        table["phase"] == "USE_DEPARTMENTS"
        and table["player"] != table["first"]
        and bool(decider(table)["tile"])
    )


def act(table: Table) -> None:
    """Note that something has been done in the turn, so that it is too late for another action (14.3)."""
    if can_change_action(table):
        table["turn"]["acted"] = True


def spend_use(table: Table, label: str) -> None:
    """Count one use of the Department on a space."""
    table["turn"]["uses"][label] -= 1
    act(table)


def usable(table: Table, action: str) -> list[tuple[str, str]]:
    """List the Departments that have a use left in an action, by space and name (3.1)."""
    turn = table["turn"]
    if table["phase"] != "USE_DEPARTMENTS" or turn["action"] != action:
        return []
    spaces = decider(table)["spaces"]
    return [(label, spaces[label]["department"]) for label, count in turn["uses"].items() if count]

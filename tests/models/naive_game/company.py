"""The Company and its employees (rules 1 and 16)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.printed import CELLS, DEPARTMENTS, LABELS
from models.naive_game.table import Json, Person


def touching(one: str, other: str, *, diagonally: bool) -> bool:
    """Whether a step leads from one space to another: over an edge, in some turns over a corner too (1.2, 17.19)."""
    if one == other:
        return False
    for row, column in CELLS[one]:
        for other_row, other_column in CELLS[other]:
            apart = (abs(row - other_row), abs(column - other_column))
            if apart in ((0, 1), (1, 0)) or (diagonally and apart == (1, 1)):
                return True
    return False


def lobbies(player: Person) -> list[str]:
    """List the spaces that are a Lobby: the printed one, and New Lobby, which needs no employee (17.4)."""
    new = [label for label in LABELS if player["spaces"][label]["department"] == "New Lobby"]
    return ["lobby", *new]


def is_staffed(player: Person, department: str) -> bool:
    """Whether an employee stands in a Department (16.1)."""
    return any(space["department"] == department and space["standing"] for space in player["spaces"].values())


def everybody_standing(player: Person) -> int:
    """Count who stands anywhere in the Company, without the permanent employee (1.5)."""
    return sum(len(space["standing"]) for space in player["spaces"].values())


def departments_of_type(player: Person, kind: str) -> int:
    """Count the Departments of a type, the starting ones too, staffed or not (16.2)."""
    names = [space["department"] for space in player["spaces"].values()]
    return sum(name is not None and DEPARTMENTS[name]["type"] == kind for name in names)


def employees_on(player: Person, label: str) -> Iterator[int | None]:
    """Give those on a space who differ: by workstation who stands, and None for anyone who lies (1.3)."""
    space = player["spaces"][label]
    yield from sorted(space["standing"])
    if space["lying"]:
        yield None


def written(standing_at: int | None) -> Json:
    """Write in a step which employee of a space is meant."""
    return {} if standing_at is None else {"standingAt": standing_at}


def take_away(player: Person, label: str, standing_at: int | None) -> None:
    """Take an employee off a space."""
    space = player["spaces"][label]
    if standing_at is None:
        space["lying"] -= 1
    else:
        space["standing"].remove(standing_at)


def lay_down(player: Person, label: str) -> None:
    """Lay an employee on a space; any number may lie there (1.4)."""
    player["spaces"][label]["lying"] += 1


def send(player: Person, label: str, standing_at: int, region: str) -> None:
    """Send who stands at a workstation on a Mission (3.2)."""
    take_away(player, label, standing_at)
    player["missions"][region] += 1


def hire(player: Person, lobby: str) -> None:
    """Take a new employee from the supply, if there is one, into a Lobby (1.7, 11.5)."""
    if player["employees"]:
        player["employees"] -= 1
        lay_down(player, lobby)

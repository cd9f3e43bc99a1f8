"""The names of the spaces of a Company, kept up to date while steps are told."""

from __future__ import annotations

from typing import Final

from carnegie.v1.position_pb2 import Position
from carnegie.v1.steps_pb2 import Step

LOBBY: Final = "lobby"


class CompanyNames:
    """What stands on the spaces of one player's Company.

    Parameters
    ----------
    position
        A position in its canonical form, as the service gives it.
    player
        The player, an index into the position's players; one who is not there has an empty Company.
    """

    def __init__(self, position: Position, player: int) -> None:
        self._departments: dict[str, str] = {}
        if 0 <= player < len(position.players):
            spaces = position.players[player].company.spaces
            self._departments = {space.space: space.department for space in spaces if space.department}

    def name(self, space: str) -> str:
        """Name a space by what stands on it: `Construction (c1)`, `the Lobby`, `the empty space b4`."""
        if space == LOBBY:
            return "the Lobby"
        department = self._departments.get(space)
        return f"{department} ({space})" if department else f"the empty space {space}"

    def play(self, step: Step) -> None:
        """Take note of a Department that a step builds."""
        if step.HasField("build_department"):
            self._departments[step.build_department.space] = step.build_department.department

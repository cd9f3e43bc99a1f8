"""New employees, whom income marks offer, and the Lobbies in which they lie."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components
from carnegie_solver.decisions.construction.course import Gained
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.space_worths import SpaceWorths
from carnegie_solver.rules import Player
from carnegie_solver.rules.income import LOBBY_INDEX, lobbies
from carnegie_solver.valuation import Outlook


@dataclass
class LobbyList:
    """The Lobbies of the employees still to come, in their order, and how many the supply has left."""

    spaces: list[int]
    supply: int

    def take(self, employees: int) -> int:
        """Give the Lobby for those whom one income offers; where nobody comes it has to be the printed one."""
        coming = min(employees, self.supply)
        self.supply -= coming
        taken, self.spaces = self.spaces[:coming], self.spaces[coming:]
        return taken[0] if taken else LOBBY_INDEX


class Hiring:
    """How many new employees there are, and in which Lobby they lie.

    Parameters
    ----------
    program, components, outlook, player
        The program to extend, and the decision.
    offered
        The employees whom the incomes of the turn offer; they come while there are any in the supply.
    """

    def __init__(
        self, program: Program, components: Components, outlook: Outlook, player: Player, offered: Gained
    ) -> None:
        self._program = program
        self._player = player
        self._offered = offered
        self._most = min(player.employees_in_supply, offered.most)
        self._lying: dict[int, cp_model.IntVar] = {}
        self._hired: LinearExpr = 0
        if not self._most:
            return
        worths = SpaceWorths(components, outlook, player)
        for index in self._own_lobbies(components):
            space = player.company[index]
            more = replace(space, lying=space.lying + 1)
            each = worths.of(index, more) - worths.of(index, space)
            count = program.integer(0, self._most, f"space{index}_hired")
            program.gains(each * count, max(0, each * self._most))
            self._lying[index] = count
        self._hired = total(self._lying.values())
        program.model.add(self._hired <= self._most)
        program.model.add(self._hired <= offered.amount)

    def _own_lobbies(self, components: Components) -> tuple[int, ...]:
        """Give the Lobbies to choose from: one alone where an income brings several employees at once."""
        at_once = max(
            space.income.new_employee + space.arrival_bonus.new_employee * 2
            for track in components.tracks
            for space in track.spaces
        )
        return lobbies(self._player) if at_once <= 1 else (LOBBY_INDEX,)

    def decide(self, *, varied: bool) -> None:
        """Name what makes up the outcome; with one Lobby only where equal projects can bring different employees."""
        if not self._lying or (len(self._lying) == 1 and not varied):
            return
        hired = self._program.integer(0, self._most, "hired")
        self._program.model.add(hired == self._hired)
        self._program.model.add_min_equality(hired, [self._player.employees_in_supply, self._offered.amount])
        self._program.decides(*self._lying.values())

    def lobbies(self, outcome: Outcome) -> LobbyList:
        """Give the Lobbies of a solution."""
        spaces = [index for index, count in self._lying.items() for _ in range(outcome.value(count))]
        return LobbyList(spaces, self._player.employees_in_supply)

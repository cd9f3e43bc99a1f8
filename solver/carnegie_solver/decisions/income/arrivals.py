"""Who comes to which Lobby in an income event: employees from Missions, and new ones from the supply.

A new employee lies where the one lies who brings the income; one of an income that was chosen lies in any Lobby. When
the supply runs short, those who come later bring nobody. With two Lobbies it is then told apart who does, of the first
employee to come home, of the others, and of the incomes chosen; in what order the others come is free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ortools.sat.python import cp_model

from carnegie_solver.components import LOBBY, Components
from carnegie_solver.components.tables import Income
from carnegie_solver.decisions.income.collected import Collectable
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.research.spending import Bounded
from carnegie_solver.rules import Player
from carnegie_solver.rules.income import LOBBY_INDEX, lobbies
from carnegie_solver.valuation import Outlook

Picked = Sequence[tuple[Income, cp_model.IntVar]]


class Arrivals:
    """The employees who come to the player's Lobbies.

    Parameters
    ----------
    program
        The program to extend.
    offer
        What the event offers.
    home
        For each space of the region's track: how many come home with its income.
    comes
        Whether anybody comes home.
    picked
        The parts of incomes to choose from, and whether each is chosen.
    bonus
        New employees of arrivals on the tracks' spaces: how many, and at most.

    Attributes
    ----------
    beyond
        What plans that are not looked at could gain more, in centi-VP: 0 but with two Lobbies and odd incomes, as
        several new employees at once, or some with study points or by arrivals, and a supply that can run short.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        outlook: Outlook,
        player: Player,
        offer: Collectable,
        home: Mapping[int, cp_model.IntVar],
        comes: LinearExpr,
        picked: Picked,
        bonus: Bounded,
    ) -> None:
        self._program, self._components, self._outlook = program, components, outlook
        self._player, self._offer, self._home, self._comes = player, offer, home, comes
        self._picked = picked
        track = components.tracks[offer.region].spaces
        self.hires = {space: track[space].income.new_employee for space in home}
        self._with_first = sum(income.new_employee for income in offer.projects)
        arriving, most_arriving = bonus
        potential = total(
            [
                *(self.hires[space] * count for space, count in home.items()),
                self._with_first * comes,
                *(part.new_employee * chosen for part, chosen in picked),
                arriving,
            ]
        )
        most = offer.most(components, "new_employee") + most_arriving
        supply = player.employees_in_supply
        most_hired = min(most, supply)
        self._hired: LinearExpr = potential
        if most > supply:
            self._hired = program.integer(0, most_hired, "hired")
            program.model.add_min_equality(self._hired, [potential, supply])
        everybody = total(home.values()) + self._hired
        most_in_all = offer.away + most_hired
        others = lobbies(player)[1:]
        at_once = max(
            (*self.hires.values(), *(part.new_employee for part, _ in picked)),
            default=0,
        )
        late = most_arriving > 0 or any(part.new_employee and part.study_points for part, _ in picked)
        several = at_once > 1 or (late and most > supply)
        self.beyond = 0
        self._other: int | None = None
        there: LinearExpr = 0
        if others and several:
            self.beyond = self._most_worth(others[0], most_in_all)
        elif others:
            self._other = others[0]
            there = self._split(arriving, most_hired)
        self._gain(LOBBY_INDEX, everybody - there, most_in_all)
        if self._other is not None:
            self._gain(self._other, there, most_in_all)

    def _split(self, arriving: LinearExpr, most_hired: int) -> LinearExpr:
        """Add the choice of Lobbies; give how many come to the other one."""
        program, model, offer = self._program, self._program.model, self._offer
        away = offer.away
        first: LinearExpr = 0 if offer.begun else self._comes
        self._first_there = program.boolean("first_there")
        model.add(self._first_there <= first)
        self._first_hires = program.boolean("first_hires")
        with_first = self._hired_with_first(first)
        rest = total(self._home.values()) - first
        self._rest_there = program.integer(0, away, "rest_there")
        model.add(self._rest_there <= rest)
        self._hiring = program.integer(0, most_hired, "hiring")
        hirers = total([count for space, count in self._home.items() if self.hires[space]])
        model.add(self._hiring <= hirers - self._first_hires)
        self._hiring_there = program.integer(0, most_hired, "hiring_there")
        model.add(self._hiring_there <= self._hiring)
        model.add(self._hiring_there <= self._rest_there)
        model.add(self._hiring - self._hiring_there <= rest - self._rest_there)
        self._chosen = program.integer(0, most_hired, "chosen")
        model.add(self._chosen <= total([chosen for part, chosen in self._picked if part.new_employee]))
        self._chosen_there = program.integer(0, most_hired, "chosen_there")
        model.add(self._chosen_there <= self._chosen)
        model.add(with_first + self._hiring + self._chosen + arriving == self._hired)
        first_hired_there = program.integer(0, most_hired, "first_hired_there")
        model.add(first_hired_there <= with_first)
        model.add(first_hired_there <= most_hired * self._first_there)
        model.add(first_hired_there >= with_first - most_hired * ~self._first_there)
        there = program.integer(0, away + most_hired, "there")
        model.add(
            there
            == self._first_there
            + first_hired_there
            + self._rest_there
            + self._hiring_there
            + self._chosen_there
        )
        return there

    def _hired_with_first(self, first: LinearExpr) -> LinearExpr:
        """Say whether the first one to come home takes an income with a new employee; give how many lie with him.

        His own income comes before those of the projects, and no advance can come before both.
        """
        model, supply = self._program.model, self._player.employees_in_supply
        now = [
            (count, self.hires[space]) for space, count in self._home.items() if space <= self._offer.start
        ]
        model.add(self._first_hires <= total([count for count, hires in now if hires]))
        model.add(self._first_hires >= first - total([count for count, hires in now if not hires]))
        model.add(self._first_hires <= first)
        by_projects = min(supply, self._with_first)
        by_both = min(supply, self._with_first + 1)
        return by_projects * first + (by_both - by_projects) * self._first_hires

    def _most_worth(self, index: int, most: int) -> int:
        return max(self._table(index, most))

    def _table(self, index: int, most: int) -> list[int]:
        """Give the gain of 0 to `most` more employees who lie on a space."""
        space = self._player.company[index]
        standing = len(space.standing_at)
        worth = [
            self._outlook.workforce(index, space.department, standing, space.lying + more)
            for more in range(most + 1)
        ]
        return [value - worth[0] for value in worth]

    def _gain(self, index: int, more: LinearExpr, most: int) -> None:
        """Gain the worth of employees who come to a Lobby; how many they are makes plans differ."""
        if not most:
            return
        program = self._program
        count = program.integer(0, most, f"comes_to_{index}")
        program.model.add(count == more)
        program.decides(count)
        table = self._table(index, most)
        if all(value == table[1] * number for number, value in enumerate(table)):
            program.gains(table[1] * count, max(0, table[most]))
            return
        worth = program.integer(min(table), max(table), f"worth_in_{index}")
        program.model.add_element(count, table, worth)
        program.gains(worth, max(table))

    # Reading a solution ------------------------------------------------------------------------------------------

    @property
    def splits(self) -> bool:
        """Whether there is another Lobby to come to."""
        return self._other is not None

    def first_space(self, outcome: Outcome, left: Mapping[int, int]) -> int:
        """Give the space of the track whose income the first one to come home takes."""
        now = [space for space, count in left.items() if count and space <= self._offer.start]
        if self._other is None:
            return now[-1]
        hires = bool(outcome.value(self._first_hires))
        return next(space for space in reversed(now) if bool(self.hires[space]) is hires)

    def first_lobby(self, outcome: Outcome) -> str:
        """Give the Lobby of the first one to come home."""
        return self._label(there=self._other is not None and bool(outcome.value(self._first_there)))

    def lobbies_of_rest(self, outcome: Outcome) -> Iterator[tuple[bool, str]]:
        """Give Lobbies for the others who come home: those who bring a new employee first, and whether it is one."""
        if self._other is None:
            return
        hiring, hiring_there = outcome.value(self._hiring), outcome.value(self._hiring_there)
        for number in range(hiring):
            yield True, self._label(there=number < hiring_there)
        for _ in range(outcome.value(self._rest_there) - hiring_there):
            yield False, self._label(there=True)

    def lobbies_of_chosen(self, outcome: Outcome) -> Iterator[str]:
        """Give Lobbies for the new employees of incomes that are chosen, as long as the supply has some."""
        if self._other is None:
            return
        there = outcome.value(self._chosen_there)
        for number in range(outcome.value(self._chosen)):
            yield self._label(there=number < there)

    def _label(self, *, there: bool) -> str:
        return self._components.space_labels[self._other] if there and self._other is not None else LOBBY

"""Property Management: whom to fetch into the Departments that are built, and in which order to build them.

The order matters: a space costs fewer goods cubes while an employee is there, the reserved Department comes first, an
employee can be fetched on from where it has just been brought, and nobody is fetched any more once nobody stands in
Property Management [public, decided]: 5.2, 5.4, 17.8. So the Departments are numbered as they are built, and for each
it is said who is fetched into it from where.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field
from ortools.sat.python import cp_model

from carnegie_solver.components import Components
from carnegie_solver.decisions.management.buildings import Building, Buildings
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.rules import Position, Space
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.management import goods_for

Source = tuple[int, bool]
"""A space from which an employee is fetched, and whether it stood there."""


class Built(Struct, frozen=True):
    """A Department built on a space, and who is fetched into it, if anybody."""

    department: str
    space: int
    fetched: Source | None = None


class Number(Struct, frozen=True):
    """What is built as the first, second, ... Department.

    Attributes
    ----------
    occupied, fetched_to
        By space that had employees: whether this is built there, and whether somebody is fetched into it.
    plain
        On an empty space, with nobody fetched.
    stays
        On an empty space, with somebody fetched who stays.
    leaves
        On an empty space, with somebody fetched who is fetched on from there later.
    sources
        Who is fetched.
    onward
        By the number of an earlier Department: whether its employee is fetched on.
    """

    occupied: dict[int, cp_model.IntVar]
    fetched_to: dict[int, cp_model.IntVar]
    plain: cp_model.IntVar
    stays: cp_model.IntVar
    leaves: cp_model.IntVar
    sources: dict[Source, cp_model.IntVar]
    onward: list[cp_model.IntVar] = field(default_factory=list)

    @property
    def built(self) -> LinearExpr:
        """Whether anything is built."""
        return total([*self.occupied.values(), self.plain, self.stays, self.leaves])

    @property
    def fetches(self) -> LinearExpr:
        """Whether somebody is fetched."""
        return total([*self.fetched_to.values(), self.stays, self.leaves])


class Fetching:
    """Who is fetched into the Departments that are built.

    Parameters
    ----------
    program
        The program to extend.
    buildings
        What can be built, with employees fetched.
    """

    def __init__(
        self, program: Program, components: Components, position: Position, buildings: Buildings
    ) -> None:
        self._program, self._components, self._buildings = program, components, buildings
        self._player = position.decider
        self._numbers = [self._number(number) for number in range(buildings.left)]
        self._extra: list[LinearExpr] = []
        self._order()
        self._plain_last()
        self._build()
        self._take()
        self._onward()
        self._permit()
        self._pay()

    def _number(self, number: int) -> Number:
        program = self._program
        occupied = self._buildings.occupied
        sources: dict[Source, cp_model.IntVar] = {}
        for index, space in enumerate(self._player.company):
            # Employees can come to lie on a space as it is built; they can be fetched on from there.
            if space.lying or (index in occupied and number):
                sources[index, False] = program.boolean(f"fetch{number}_{index}")
            if space.standing_at:
                sources[index, True] = program.boolean(f"fetch{number}_{index}_standing")
        return Number(
            {index: program.boolean(f"occupied{number}_{index}") for index in occupied},
            {index: program.boolean(f"fetched{number}_{index}") for index in occupied},
            program.boolean(f"plain{number}"),
            program.boolean(f"stays{number}"),
            program.boolean(f"leaves{number}"),
            sources,
            [program.boolean(f"onward{number}_{before}") for before in range(number)],
        )

    def _order(self) -> None:
        """Number what is built without a gap, the reserved Department first."""
        model = self._program.model
        for number, following in zip(self._numbers, self._numbers[1:], strict=False):
            model.add(following.built <= number.built)
        for number in self._numbers:
            model.add_at_most_one(*number.occupied.values(), number.plain, number.stays, number.leaves)
            for index, here in number.occupied.items():
                model.add_implication(number.fetched_to[index], here)
        first = self._numbers[0]
        for building in self._buildings.buildings:
            if building.department == self._buildings.reserved:
                if building.space in first.occupied:
                    model.add_implication(building.chosen, first.occupied[building.space])
                elif building.lying:
                    model.add_implication(building.chosen, first.stays)
                else:
                    model.add(building.chosen <= first.plain + first.leaves)

    def _plain_last(self) -> None:
        """Build what has nothing to do with those who are fetched last, or first where it is the reserved Department.

        When it is built makes no difference: so of plans that differ in that only one is left to be found.
        """
        first = 0 if self._buildings.reserved is None else 1
        for number, following in zip(self._numbers[first:], self._numbers[first + 1 :], strict=False):
            self._program.model.add(number.plain + following.built <= 1 + following.plain)

    def _build(self) -> None:
        """Say of each Department as which it is built."""
        model, buildings = self._program.model, self._buildings
        alike = [b.chosen for b in buildings.buildings if buildings.is_alike(b)]
        model.add(total([n.plain + n.leaves for n in self._numbers]) == total(alike))
        apart = [
            b.chosen
            for b in buildings.buildings
            if b.space not in buildings.occupied and not buildings.is_alike(b)
        ]
        model.add(total([n.stays for n in self._numbers]) == total(apart))
        for index in buildings.occupied:
            here = [b.chosen for b in buildings.buildings if b.space == index]
            model.add(total([n.occupied[index] for n in self._numbers]) == total(here))
            left = [
                space.lying * active for space, active in buildings.scenarios[index] if active is not None
            ]
            model.add(total(left) == self._lying(index, len(self._numbers)))

    def _lying(self, index: int, before: int) -> LinearExpr:
        """Count who lies on a space that had employees, before a numbered Department is built."""
        earlier = self._numbers[:before]
        arrived = [number.fetched_to[index] for number in earlier]
        gone = [number.sources[index, False] for number in earlier if (index, False) in number.sources]
        return self._player.company[index].lying + total(arrived) - total(gone)

    def _take(self) -> None:
        """Fetch one for each Department that somebody is fetched into, while someone stands in Property Management."""
        model, company = self._program.model, self._player.company
        allowing = {
            index
            for index, space in enumerate(company)
            if space.standing_at and rule_of(space.department).fetches
        }
        standing_there = sum(len(company[index].standing_at) for index in allowing)
        for place, number in enumerate(self._numbers):
            taken = [*number.sources.values(), *number.onward]
            model.add_at_most_one(taken)
            model.add(total(taken) == number.fetches)
            gone = [
                chosen
                for earlier in self._numbers[:place]
                for (index, standing), chosen in earlier.sources.items()
                if standing and index in allowing
            ]
            model.add(total(gone) + number.fetches <= standing_there)
            for index, here in number.occupied.items():
                if (index, False) in number.sources:
                    source = number.sources[index, False]
                    model.add(here + source <= 1)
                    model.add(source <= self._lying(index, place))

    def _onward(self) -> None:
        """Fetch on whoever is brought to an empty space and does not stay there."""
        model = self._program.model
        for place, number in enumerate(self._numbers):
            later = [following.onward[place] for following in self._numbers[place + 1 :]]
            model.add(total(later) == number.leaves)

    def _permit(self) -> None:
        """Leave out what may not be built on a space, with nobody fetched or with one from certain spaces."""
        model, permitted = self._program.model, self._buildings.permitted
        for building in self._buildings.buildings if self._buildings.apart else ():
            name, index = building.department, building.space
            for number in self._numbers:
                built = [~building.chosen, ~number.occupied[index]]
                if not permitted.at(name, index):
                    model.add_bool_or(*built, number.fetched_to[index])
                for (start, _), fetched in number.sources.items():
                    if not permitted.at(name, index, start):
                        model.add_bool_or(*built, ~fetched)

    def _pay(self) -> None:
        """Count the goods cubes that spaces cost more because all employees have been fetched away before."""
        program, player = self._program, self._player
        for place, number in enumerate(self._numbers):
            for index, here in number.occupied.items():
                if player.company[index].lying > place:
                    continue
                emptied = program.boolean(f"emptied{place}_{index}")
                program.model.add_implication(emptied, here)
                program.model.add(self._lying(index, place) == 0).only_enforce_if(emptied)
                program.model.add(self._lying(index, place) >= 1).only_enforce_if(here, ~emptied)
                name = self._buildings.names[0]
                bare = player.with_space(index, Space())
                more = goods_for(self._components, bare, name, index) - goods_for(
                    self._components, player, name, index
                )
                self._extra.append(more * emptied)

    # What the rest of the program needs ---------------------------------------------------------------------------

    def paid_more(self) -> LinearExpr:
        """Count the goods cubes paid more than `Buildings.paid` says."""
        return total(self._extra)

    def taken(self, index: int, *, standing: bool) -> tuple[LinearExpr, int]:
        """Give how many standing or lying employees are fetched from a space that keeps its Department, at most too."""
        chosen = [n.sources[index, standing] for n in self._numbers if (index, standing) in n.sources]
        space = self._player.company[index]
        here = len(space.standing_at) if standing else space.lying
        return total(chosen), min(len(chosen), here)

    # Reading a solution --------------------------------------------------------------------------------------------

    def order(self, outcome: Outcome) -> list[Built]:
        """Give what is built in its order."""
        chosen = self._buildings.chosen(outcome)
        placed = list(zip(chosen, self._buildings.places(chosen), strict=True))
        order: list[Built] = []
        for number in self._numbers:
            if not outcome.value(number.built):
                break
            building, place = next(pair for pair in placed if self._fits(outcome, number, pair[0]))
            placed.remove((building, place))
            order.append(Built(building.department, place, self._source(outcome, number, order)))
        return order

    def _fits(self, outcome: Outcome, number: Number, building: Building) -> bool:
        """Whether a building is of the kind that is built as a numbered one; those of a kind can change places."""
        if building.space in number.occupied:
            return bool(outcome.value(number.occupied[building.space]))
        if self._buildings.is_alike(building):
            return bool(outcome.value(number.plain + number.leaves))
        return bool(outcome.value(number.stays))

    @staticmethod
    def _source(outcome: Outcome, number: Number, order: list[Built]) -> Source | None:
        for source, chosen in number.sources.items():
            if outcome.value(chosen):
                return source
        for built, chosen in zip(order, number.onward, strict=True):
            if outcome.value(chosen):
                return built.space, False
        return None


def fetchable(company: tuple[Space, ...], occupied: tuple[int, ...]) -> Iterator[int]:
    """Give the spaces from which employees can be fetched and that keep their Department."""
    for index, space in enumerate(company):
        if space.employees and index not in occupied:
            yield index

"""The Departments that a turn of Management builds: which, where, for how many goods cubes, and who then lies there.

Two spaces without employees on which a Department is built that nobody lies in afterwards differ only by the VP of the
topmost row, so the first of each kind stands for all of them. Spaces on which somebody lies are told apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Action, Components
from carnegie_solver.decisions.closing import Scenario, Score
from carnegie_solver.decisions.management.permitted_buildings import PermittedBuildings
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.standing_options import most_up
from carnegie_solver.rules import Position, Space
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import built_departments
from carnegie_solver.rules.endgame import PerEmptySpace
from carnegie_solver.rules.management import goods_for
from carnegie_solver.valuation import Outlook

EDUCATION = {
    "EDUCATION_DEPARTMENTS_HUMAN_RESOURCES": Action.HUMAN_RESOURCES,
    "EDUCATION_DEPARTMENTS_MANAGEMENT": Action.MANAGEMENT,
    "EDUCATION_DEPARTMENTS_CONSTRUCTION": Action.CONSTRUCTION,
    "EDUCATION_DEPARTMENTS_RESEARCH": Action.RESEARCH_AND_DEVELOPMENT,
    "EDUCATION_DEPARTMENTS_ANY": None,
}


class Building(Struct, frozen=True):
    """A Department that may be built on a space, and whether it is.

    `goods` are the cubes for it while all employees are where the turn found them; `lying` is how many lie there when
    standing up begins.
    """

    department: str
    space: int
    lying: int
    goods: int
    chosen: cp_model.IntVar


class Buildings:
    """What can be built.

    Parameters
    ----------
    program
        The program to extend.
    left
        Departments that can be built at most.
    fetching
        Whether employees can be fetched into them [public]: 17.8.
    variants
        Of spaces that are worth the same, how many have to be told apart at least: no fewer than the plans wanted.
    permitted
        What may be built where.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        outlook: Outlook,
        position: Position,
        left: int,
        *,
        fetching: bool,
        variants: int,
        permitted: PermittedBuildings,
    ) -> None:
        self._program, self._components, self._outlook = program, components, outlook
        self._player = player = position.decider
        self.left = left
        self.scenarios: dict[int, list[Scenario]] = {}
        held = {space.department for space in player.company}
        display = sorted({*position.display} - held - {player.reserved_department})
        self.reserved = player.reserved_department
        names = display if self.reserved is None else [self.reserved, *display]
        self.permitted = permitted
        self.names = [name for name in names if permitted.anywhere(name, fetching=fetching)]
        spaces = [index for index, space in enumerate(player.company) if index and space.department is None]
        # Where what may be built differs by space, empty spaces are told apart like those with employees.
        self.apart = any(permitted.depends_on_space(name, fetching=fetching) for name in self.names)
        self.occupied = tuple(index for index in spaces if self.apart or player.company[index].employees)
        empty = [index for index in spaces if index not in self.occupied]
        topmost = components.topmost
        rows = ([index for index in empty if topmost[index] is top] for top in (True, False))
        self.rows = tuple(tuple(row) for row in rows if row)
        self.buildings: list[Building] = []
        for index in self.occupied:
            self._add_occupied(index, fetching=fetching)
        for row in self.rows:
            self._add_row(row, self._told_apart(row, max(left, variants)) if fetching else ())
        self._restrict()
        self._score()

    # What can be built ------------------------------------------------------------------------------------------

    def _building(self, name: str, index: int, lying: int) -> Building:
        goods = goods_for(self._components, self._player, name, index)
        chosen = self._program.boolean(f"build_{name}_{index}_{lying}")
        building = Building(name, index, lying, goods, chosen)
        self.buildings.append(building)
        return building

    def _add_occupied(self, index: int, *, fetching: bool) -> None:
        """Add what can become of a space with employees; who is fetched away or there depends on how much is built."""
        program, space = self._program, self._player.company[index]
        fetches = self.left if fetching and self.names else 0
        fewer = range(max(0, space.lying - fetches), space.lying + 1)
        unbuilt = {lying: program.boolean(f"unbuilt{index}_{lying}") for lying in fewer}
        states: list[Scenario] = [(replace(space, lying=lying), active) for lying, active in unbuilt.items()]
        if space.employees:
            program.decides(*unbuilt.values())
        # Its own building fetches one there at most, and none away from it.
        least, most = max(0, space.lying - max(0, fetches - 1)), space.lying + (1 if fetches else 0)
        names = [name for name in self.names if fetches or self.permitted.at(name, index)]
        for name in names:
            for lying in range(least, most + 1):
                building = self._building(name, index, lying)
                states.append((Space(name, (), lying), building.chosen))
        here = [building.chosen for building in self.buildings if building.space == index]
        program.model.add_exactly_one(*unbuilt.values(), *here)
        self.scenarios[index] = states

    def _add_row(self, row: tuple[int, ...], told_apart: tuple[int, ...]) -> None:
        """Add what can be built on the empty spaces of a row: with nobody fetched, or on one told apart with one."""
        program = self._program
        alike = [self._building(name, row[0], 0).chosen for name in self.names]
        fetched: list[cp_model.IntVar] = []
        for index in told_apart:
            here = [self._building(name, index, 1) for name in self.names]
            untouched = program.boolean(f"untouched{index}")
            program.model.add_exactly_one(untouched, *(building.chosen for building in here))
            states: list[Scenario] = [(self._player.company[index], untouched)]
            states.extend((Space(building.department, (), 1), building.chosen) for building in here)
            self.scenarios[index] = states
            fetched.extend(building.chosen for building in here)
        program.model.add(total([*alike, *fetched]) <= len(row))

    def _told_apart(self, row: tuple[int, ...], variants: int) -> tuple[int, ...]:
        """Leave out spaces that are worth the same, whatever is built there, as enough others."""
        kinds: dict[tuple[int, ...], int] = {}
        kept = []
        for index in row:
            worth = tuple(
                self._outlook.workforce(index, name, standing, 1 - standing)
                for name in self.names
                for standing in (0, 1)
            )
            worth += tuple(
                most_up(self._components, self._outlook, index, Space(name, (), 1)) for name in self.names
            )
            kinds[worth] = kinds.get(worth, 0) + 1
            if kinds[worth] <= variants:
                kept.append(index)
        return tuple(kept)

    def _restrict(self) -> None:
        """Build each Department once, the reserved one first, and no more than there are uses."""
        program = self._program
        for name in self.names:
            program.model.add_at_most_one(b.chosen for b in self.buildings if b.department == name)
        if self.reserved is not None:
            first = [b.chosen for b in self.buildings if b.department == self.reserved]
            for building in self.buildings:
                if building.department != self.reserved:
                    program.model.add(building.chosen <= total(first))
        everything = [building.chosen for building in self.buildings]
        program.model.add(total(everything) <= self.left)
        program.takes_steps(total(everything))
        alike: dict[tuple[str, bool], list[cp_model.IntVar]] = {}
        for building in self.buildings:
            if not self._player.company[building.space].employees and not building.lying:
                kind = building.department, self._components.topmost[building.space]
                alike.setdefault(kind, []).append(building.chosen)
            else:
                program.decides(building.chosen)
        for (name, top), chosen in alike.items():
            if len(chosen) == 1:
                program.decides(*chosen)
                continue
            one_of_them = program.boolean(f"build_{name}_{top}")
            program.model.add(one_of_them == total(chosen))
            program.decides(one_of_them)

    def _score(self) -> None:
        """Add the VP of new Departments, and the worth of the open workstations where nobody is."""
        final = self._components.tables.final
        most = 0
        for building in self.buildings:
            topmost = self._components.topmost[building.space]
            value = 100 * (final.vp_per_department_topmost_row if topmost else final.vp_per_department)
            if self.is_alike(building):
                value += self._outlook.workforce(building.space, building.department, 0, 0)
            if building.department == self.reserved:
                value -= self._outlook.reserved(building.department)
            self._program.gains(value * building.chosen, 0)
            most = max(most, value)
        self._program.gains(0, most * self.left)

    # What the rest of the program needs ---------------------------------------------------------------------------

    def is_alike(self, building: Building) -> bool:
        """Whether a building stands for those on all empty spaces of its row."""
        return building.space not in self.occupied and not building.lying

    def paid(self) -> LinearExpr:
        """Count the goods cubes paid, as if all employees were still where the turn found them."""
        return total([building.goods * building.chosen for building in self.buildings])

    def new(self, action: Action | None) -> list[cp_model.IntVar]:
        """Give the buildings of a type, or all, each at most one Department."""
        types = self._components.departments
        return [b.chosen for b in self.buildings if action in (None, types[b.department].type)]

    def most_new(self, action: Action | None) -> int:
        """Count the Departments of a type, or of all, that can be built at most."""
        types = self._components.departments
        return min(self.left, sum(action in (None, types[name].type) for name in self.names))

    def education(self) -> dict[str, tuple[LinearExpr, int]]:
        """Count built Departments for the donations held that score them."""
        counts: dict[str, tuple[LinearExpr, int]] = {}
        for donation, action in EDUCATION.items():
            if donation in self._player.donations:
                before = built_departments(self._components, self._player, action)
                counts[donation] = (before + total(self.new(action)), before + self.most_new(action))
        return counts

    def endgame(self) -> dict[str, Score]:
        """Give what Departments score at the end of the game that count the spaces left empty, if they are staffed."""
        scores: dict[str, Score] = {}
        held = (space.department for space in self._player.company if space.department is not None)
        for name in (*held, *self.names):
            rule = rule_of(name).endgame
            if self.buildings and isinstance(rule, PerEmptySpace):
                now = rule.score(self._components, self._player)
                scores[name] = (now - rule.vp * total(self.new(None)), now)
        return scores

    # Reading a solution --------------------------------------------------------------------------------------------

    def chosen(self, outcome: Outcome) -> list[Building]:
        """Give what is built, the reserved Department first."""
        chosen = [building for building in self.buildings if outcome.value(building.chosen)]
        return sorted(chosen, key=lambda building: building.department != self.reserved)

    def places(self, chosen: list[Building]) -> Iterator[int]:
        """Give the space of each building: its own, or the first free one of its row."""
        taken = {building.space for building in chosen if not self.is_alike(building)}
        for building in chosen:
            place = building.space
            if self.is_alike(building):
                row = next(row for row in self.rows if building.space in row)
                place = next(index for index in row if index not in taken)
                taken.add(place)
            yield place

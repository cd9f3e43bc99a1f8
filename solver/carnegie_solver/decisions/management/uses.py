"""Using Departments of Management for dollars, goods cubes and VP: how many uses of each Department go which way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from ortools.sat.python import cp_model

from carnegie_solver.components import Action, Components, Region
from carnegie_solver.decisions.management.buildings import Buildings
from carnegie_solver.decisions.permitted import may_use
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.restrictions import Restrictions
from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.department_rule import MOST_CUBES, Per, Use
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.projects import projects_in
from carnegie_solver.rules.steps import Gain


class Amount(Struct, frozen=True):
    """What uses bring: dollars, goods cubes, VP; expressions or numbers."""

    money: LinearExpr = 0
    goods: LinearExpr = 0
    vp: LinearExpr = 0


class Way(Struct, frozen=True):
    """A way of using a Department once, and how many of its uses go that way.

    Attributes
    ----------
    space, use
        The Department's space, and the entry of its rule.
    money, goods, vp
        What each use brings; of a sale what each goods cube brings, which itself is not among them.
    projects, region
        For a use by projects: how many give the gain, and in which region.
    built
        For a use by Departments: how many new ones of the type have been built before it.
    count
        How many uses go this way.
    cubes
        For a sale: the goods cubes sold in all of them.
    """

    space: int
    use: Use
    money: int
    goods: int
    vp: int
    count: cp_model.IntVar
    projects: int = 0
    region: Region | None = None
    built: int = 0
    cubes: cp_model.IntVar | None = None


def is_counted(use: Use) -> bool:
    """Whether this module knows what a use brings: dollars, goods cubes and VP, in the orders that tiles allow."""
    match use.per:
        case Per.USE | Per.PROJECT:
            return use.gain in (Gain.MONEY, Gain.GOODS, Gain.VP)
        case Per.DEPARTMENT:
            # Dollars buy nothing in this turn, so such a use can be made at any time.
            return use.mission and use.gain is Gain.MONEY
        case Per.CUBE:
            return use.gain is Gain.SALE and not use.mission
        case _:
            return False


def bring(use: Use, times: int) -> tuple[int, int, int]:
    """Give the dollars, goods cubes and VP of a use whose amount is multiplied with some number."""
    amount = use.amount * times
    return (
        amount if use.gain is Gain.MONEY else 0,
        amount if use.gain is Gain.GOODS else 0,
        amount if use.gain is Gain.VP else 0,
    )


class Uses:
    """The uses of all Departments but those that build Departments.

    Parameters
    ----------
    program
        The program to extend.
    buildings
        What is built in the turn, None where nothing can be: some uses bring more the more Departments there are.
    restrictions
        Which uses are permitted.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        position: Position,
        buildings: Buildings | None,
        restrictions: Restrictions,
    ) -> None:
        assert position.turn is not None
        self._position, self._restrictions = position, restrictions
        self._program, self._components, self._buildings = program, components, buildings
        self._player = position.decider
        self.ways: list[Way] = []
        self._most: list[tuple[int, int, int]] = []
        self.left = dict(position.turn.uses)
        for index, left in position.turn.uses:
            self._add_uses(index, left)

    def _add_uses(self, index: int, left: int) -> None:
        """Add the uses of one Department, the ways that bring the same once."""
        program = self._program
        own: list[Way] = []
        for use in filter(is_counted, rule_of(self._player.company[index].department).uses):
            ways = list(self._ways(index, use, left))
            own.extend(ways)
        if not own:
            return
        self.ways.extend(own)
        made = total([way.count for way in own])
        program.model.add(made <= left)
        program.takes_steps(made)
        each = [self._most_of(way) for way in own]
        money, goods, vp = (left * max(amounts) for amounts in zip(*each, strict=True))
        self._most.append((money, goods, vp))

    def _permitted(self, index: int, use: Use, region: Region | None = None) -> bool:
        return may_use(self._components, self._restrictions, self._position, index, use, region)

    @staticmethod
    def _most_of(way: Way) -> tuple[int, int, int]:
        times = MOST_CUBES if way.cubes is not None else 1
        return (times * way.money, times * way.goods, times * way.vp)

    def _ways(self, index: int, use: Use, left: int) -> Iterator[Way]:
        program = self._program

        def counted(name: str) -> cp_model.IntVar:
            return program.integer(0, left, f"use{index}_{use.gain.name}_{use.mission}_{name}")

        match use.per:
            case Per.PROJECT:
                yield from self._by_projects(index, use, counted)
            case _ if not self._permitted(index, use):
                return
            case Per.DEPARTMENT:
                yield from self._by_departments(index, use, left, counted)
            case Per.CUBE:
                cubes = program.integer(0, MOST_CUBES * left, f"cubes{index}")
                count = counted("sale")
                program.model.add(count <= cubes)
                program.model.add(cubes <= MOST_CUBES * count)
                yield Way(index, use, use.amount, 0, use.vp_per_cube, count, cubes=cubes)
            case _:
                yield Way(index, use, *bring(use, 1), counted("plain"))

    def _by_projects(self, index: int, use: Use, counted: Callable[[str], cp_model.IntVar]) -> Iterator[Way]:
        """Give the ways of a use by projects: regions with as many are alike, for no more depends on the region."""
        known: set[int] = set()
        for region in Region:
            projects = projects_in(self._components, self._player, region)
            if not projects or projects in known or not self._permitted(index, use, region):
                continue
            known.add(projects)
            for count in range(1, projects + 1) if use.dollars_instead else (projects,):
                money, goods, vp = bring(use, count)
                money += use.dollars_instead * (projects - count)
                variable = counted(f"{region.name}_{count}")
                of_them = count if use.dollars_instead else 0
                yield Way(index, use, money, goods, vp, variable, projects=of_them, region=region)

    def _by_departments(
        self, index: int, use: Use, left: int, counted: Callable[[str], cp_model.IntVar]
    ) -> Iterator[Way]:
        """Give the ways of a use by Departments: before, between or after those that are built."""
        action = self._components.departments[self._player.company[index].department or ""].type
        held = departments_held(self._components, self._player, action)
        new = [] if self._buildings is None else self._buildings.new(action)
        most = 0 if self._buildings is None else self._buildings.most_new(action)
        for built in range(most + 1):
            count = counted(f"after{built}")
            if built:
                after = self._program.boolean(f"use{index}_after{built}")
                self._program.model.add(count <= left * after)
                self._program.model.add(built * after <= total(new))
            yield Way(index, use, *bring(use, held + built), count, built=built)

    # What the rest of the program needs ---------------------------------------------------------------------------

    def brought(self) -> Amount:
        """Sum what all uses bring; the goods cubes sold are taken off."""
        money: list[LinearExpr] = []
        goods: list[LinearExpr] = []
        vp: list[LinearExpr] = []
        for way in self.ways:
            times = way.count if way.cubes is None else way.cubes
            money.append(way.money * times)
            goods.append(way.goods * times)
            vp.append(way.vp * times)
            if way.cubes is not None:
                goods.append(-way.cubes)
        return Amount(total(money), total(goods), total(vp))

    def most(self) -> tuple[int, int, int]:
        """Give the most dollars, goods cubes and VP that all uses can bring."""
        money, goods, vp = (sum(most) for most in zip((0, 0, 0), *self._most, strict=True))
        return money, goods, vp

    def sent(self) -> dict[int, tuple[LinearExpr, int]]:
        """Give, for each space that employees can leave on Missions, how many do, and how many can at most."""
        spaces = sorted({way.space for way in self.ways if way.use.mission})
        return {
            index: (
                total([way.count for way in self.ways if way.space == index and way.use.mission]),
                self.left[index],
            )
            for index in spaces
        }

    def made(self, outcome: Outcome) -> Iterator[tuple[Way, int]]:
        """Read the single uses from a solution, each with the goods cubes sold in it."""
        for way in self.ways:
            count = outcome.value(way.count)
            cubes = 0 if way.cubes is None else outcome.value(way.cubes)
            for number in range(count):
                # As many as can be, but one at least for each of the uses that follow.
                sold = min(MOST_CUBES, cubes - (count - 1 - number)) if way.cubes is not None else 0
                cubes -= sold
                yield way, sold


def departments_held(components: Components, player: Player, action: Action) -> int:
    """Count the Departments of a type in the whole Company, the starting ones among them [public]: 16.2."""
    held = (space.department for space in player.company if space.department is not None)
    return sum(components.departments[name].type is action for name in held)

"""The course of a turn without study points: tracks and tabs stay as they are, and the order matters for cubes only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from carnegie_solver.components import Components, Level, ProjectType, Region
from carnegie_solver.components.tables import Income
from carnegie_solver.decisions.construction.course import NOTHING, AmountOf, Build, Gained, income_spaces
from carnegie_solver.decisions.construction.missions import Missions
from carnegie_solver.decisions.construction.sites import Site, SiteCounts
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.rules import Position, Step
from carnegie_solver.valuation import Outlook


class Mark(Struct, frozen=True):
    """Projects of one type on the income marks of a region that take the income of one space of its track.

    `cost` and `income` are what each costs in goods cubes and brings; `most` of them can be built.
    """

    kind: ProjectType
    region: Region
    space: int
    cost: int
    income: Income
    count: LinearExpr
    most: int


class PlainCourse:
    """How the turn goes when there are no study points to spend.

    Parameters
    ----------
    program, components, outlook, position
        The program to extend, and the decision.
    sites
        How many projects are built where.
    missions
        Who goes on a Mission where.
    supplied
        Goods cubes that are got before the first project.
    """

    raised: Gained | None = None
    railroads: Gained | None = None
    sold_early: LinearExpr = 0

    def __init__(
        self,
        program: Program,
        components: Components,
        outlook: Outlook,
        position: Position,
        sites: SiteCounts,
        missions: Missions,
        supplied: Gained,
    ) -> None:
        self._components = components
        self._player = player = position.decider
        self._most = sites.most
        self._marks: list[Mark] = []
        for region in Region:
            mission = outlook.mission(region, player.transport[region])
            program.gains(mission * missions.in_region(region), mission * missions.most)
            for kind in ProjectType:
                count, most = sites.marks(kind, region)
                if most:
                    self._marks.extend(self._ways(program, kind, region, count, most))
        self.vp = self._gained(lambda income: income.vp)
        program.gains(100 * self.vp.amount, 100 * self.vp.most)
        self.money = self._gained(lambda income: income.money)
        self.goods = self._gained(lambda income: income.goods)
        self.employees = self._gained(lambda income: income.new_employee)
        if player.goods < sites.most * max(components.goods_cost):
            self._order_by_goods(program, player.goods + supplied.amount)

    def _ways(
        self, program: Program, kind: ProjectType, region: Region, count: LinearExpr, most: int
    ) -> Iterator[Mark]:
        """Share the projects on marks out among the spaces of the track at which they can take their income."""
        own, *lower = income_spaces(self._components, self._player, region, self._player.transport[region])
        cost = self._components.goods_cost[kind]
        left = count
        for space in lower:
            taken = program.integer(0, most, f"mark{kind}_{region}_{space}")
            left = left - taken
            yield Mark(kind, region, space, cost, self._income(region, space), taken, most)
        if lower:
            program.model.add(left >= 0)
        yield Mark(kind, region, own, cost, self._income(region, own), left, most)

    def _income(self, region: Region, space: int) -> Income:
        return self._components.tracks[region].spaces[space].income

    def _gained(self, amount_of: AmountOf) -> Gained:
        bringing = [(amount_of(mark.income), mark) for mark in self._marks if amount_of(mark.income)]
        if not bringing:
            return NOTHING
        most = sum(amount * mark.most for amount, mark in bringing)
        return Gained(
            total(amount * mark.count for amount, mark in bringing),
            min(most, self._most * max(amount for amount, _ in bringing)),
        )

    def _order_by_goods(self, program: Program, goods: LinearExpr) -> None:
        """Require that the cubes suffice at each project on a mark that brings some, in the best order.

        That order is: first those that bring at least as many as they cost, the cheapest first, while the cubes never
        fall; then the others, those that bring most first, which seen from the end is the same. Projects that bring
        none come last, and for them the cubes suffice if none are missing in the end.
        """
        marks = [mark for mark in self._marks if mark.income.goods]
        for number, mark in enumerate(sorted(marks, key=lambda one: _turn(one.cost, one.income.goods))):
            any_built = program.boolean(f"mark{number}_built")
            program.model.add(mark.count <= mark.most * any_built)
            if mark.income.goods >= mark.cost:
                program.model.add(goods >= mark.cost * any_built)
            goods = goods + (mark.income.goods - mark.cost) * mark.count
            if mark.income.goods < mark.cost:
                # When the last of them had been paid for and its own cubes had not come yet, there were 0 or more.
                program.model.add(goods >= mark.income.goods * any_built)

    def disks(self, kind: ProjectType) -> Gained:  # noqa: ARG002 - no tab gets any
        """Count the disks that a tab gets in the turn."""
        return NOTHING

    def reached(self, region: Region, level: Level) -> LinearExpr:
        """Say with 0 or 1 whether the disk of a region is at a level or beyond it."""
        return int(self._components.tracks[region].spaces[self._player.transport[region]].level >= level)

    def decide(self) -> bool:
        """Say whether equal projects can bring different things: where an income can be taken at lower spaces."""
        return any(mark.space != self._player.transport[mark.region] for mark in self._marks)

    def arranged(self, outcome: Outcome, built: Sequence[Site]) -> tuple[Step | Build, ...]:
        """Put the projects of a solution in the order in which the cubes suffice."""
        spaces: dict[tuple[ProjectType, Region], list[int]] = {}
        for mark in self._marks:
            taken = spaces.setdefault((mark.kind, mark.region), [])
            taken.extend([mark.space] * outcome.value(mark.count))
        order: list[tuple[tuple[bool, int], Build]] = []
        for site in built:
            city = self._components.cities[site.city]
            cost = self._components.goods_cost[site.kind]
            if not city.income_mark:
                order.append((_turn(cost, 0), Build(site)))
                continue
            space = spaces[site.kind, city.region].pop()
            income = self._income(city.region, space)
            lower = None if space == self._player.transport[city.region] else space
            order.append((_turn(cost, income.goods), Build(site, lower, income.new_employee)))
        return tuple(build for _, build in sorted(order, key=lambda pair: pair[0]))


def _turn(cost: int, brings: int) -> tuple[bool, int]:
    """Give a project's turn in the best order, by the cubes that it costs and brings."""
    return (False, cost) if brings >= cost else (True, -brings)

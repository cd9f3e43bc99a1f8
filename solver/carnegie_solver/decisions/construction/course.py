"""The course of a turn: what the income marks bring, and in which order the projects are built.

A project that is built outside the marked cities changes nothing but that it takes goods cubes, so it can always wait
until all others are built: only those on income marks need an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, ProjectType, Region
from carnegie_solver.components.tables import Income
from carnegie_solver.decisions.construction.sites import Site, SiteCounts
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program
from carnegie_solver.rules import Position, Step
from carnegie_solver.valuation import Outlook


@dataclass(frozen=True, slots=True)
class Gained:
    """An amount that the course of the turn brings, and the most that it can be."""

    amount: LinearExpr
    most: int


NOTHING = Gained(0, 0)


class Course(Protocol):
    """How the turn goes, in the program.

    Attributes
    ----------
    money, goods, employees
        Dollars, goods cubes and new employees gained; what the projects cost is not taken off, and the supply of
        employees not looked at.
    raised, railroads
        VP by which every donation's limit is raised more than before, and tracks at the highest level in the end; None
        where the turn cannot change them.
    """

    money: Gained
    goods: Gained
    employees: Gained
    raised: Gained | None
    railroads: Gained | None

    def revealed(self, kind: ProjectType) -> Gained:
        """Count the disks that a tab gets in the turn."""

    def reached(self, region: Region, level: Level) -> LinearExpr:
        """Say with 0 or 1 whether a region's disk is at a level or beyond it in the end."""

    def arranged(self, outcome: Outcome, built: Sequence[Site]) -> tuple[Step | Site, ...]:
        """Put the projects of a solution in a legal order, with the study points spent between them."""


class PlainCourse:
    """The course of a turn without study points: tracks and tabs stay as they are; the order matters for cubes only.

    A plan's projects can all be paid for exactly if they can in this order: first those that bring at least the cubes
    that they cost, the cheapest first; then the others, those that bring most first.
    """

    raised = None
    railroads = None

    def __init__(
        self, program: Program, components: Components, outlook: Outlook, position: Position, sites: SiteCounts
    ) -> None:
        self._components = components
        self._player = player = position.decider
        marks = []
        for region in Region:
            program.gains(
                outlook.mission(region, player.transport[region]) * sites.in_region(region),
                outlook.mission(region, player.transport[region]) * sites.most,
            )
            for kind in ProjectType:
                count, most = sites.marks(kind, region)
                if most:
                    marks.append((kind, self._income(region), count, most))
        for _, income, count, most in marks:
            program.gains(100 * income.vp * count, 100 * income.vp * most)
        self.money = _total([(income.money, count, most) for _, income, count, most in marks], sites.most)
        self.goods = _total([(income.goods, count, most) for _, income, count, most in marks], sites.most)
        self.employees = _total([(income.new_employee, count, most) for _, income, count, most in marks], sites.most)
        if player.goods < sites.most * max(components.goods_cost):
            bringing = [
                (components.goods_cost[kind], income.goods, count, most)
                for kind, income, count, most in marks
                if income.goods
            ]
            self._order_by_goods(program, bringing)

    def _income(self, region: Region) -> Income:
        return self._components.tracks[region].spaces[self._player.transport[region]].income

    def _order_by_goods(self, program: Program, marks: list[tuple[int, int, LinearExpr, int]]) -> None:
        """Require that cubes suffice at each project that brings some; at the others the end of the turn requires it."""
        goods: LinearExpr = self._player.goods
        for cost, gain, count, most in sorted(marks, key=lambda mark: _place_in_order(mark[0], mark[1])):
            any_built = program.boolean("any_built")
            program.model.add(count <= most * any_built)
            if gain >= cost:
                program.model.add(goods >= cost * any_built)
            goods = goods + (gain - cost) * count
            if gain < cost:
                program.model.add(goods >= gain * any_built)

    def revealed(self, kind: ProjectType) -> Gained:  # noqa: ARG002
        """Count the disks that a tab gets in the turn: none."""
        return NOTHING

    def reached(self, region: Region, level: Level) -> LinearExpr:
        """Say with 0 or 1 whether a region's disk is at a level or beyond it."""
        return int(self._components.tracks[region].spaces[self._player.transport[region]].level >= level)

    def arranged(self, outcome: Outcome, built: Sequence[Site]) -> tuple[Step | Site, ...]:  # noqa: ARG002
        """Put the projects of a solution in an order in which the cubes suffice."""

        def place(site: Site) -> tuple[bool, int]:
            city = self._components.cities[site.city]
            gain = self._income(city.region).goods if city.income_mark else 0
            return _place_in_order(self._components.goods_cost[site.kind], gain)

        return tuple(sorted(built, key=place))


def _place_in_order(cost: int, gain: int) -> tuple[bool, int]:
    return (gain < cost, cost if gain >= cost else -gain)


def _total(parts: list[tuple[int, LinearExpr, int]], most_projects: int) -> Gained:
    """Sum amounts, each times its count, which is at most its maximum, and all counts at most `most_projects`."""
    parts = [part for part in parts if part[0]]
    if not parts:
        return NOTHING
    amount = cp_model.LinearExpr.sum([each * count for each, count, _ in parts])
    most = min(max(each for each, _, _ in parts) * most_projects, sum(each * most for each, _, most in parts))
    return Gained(amount, most)

"""Goods cubes bought, and own projects renovated, in a turn of Construction."""

from __future__ import annotations

from msgspec import Struct
from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.construction.course import NOTHING, Gained
from carnegie_solver.decisions.construction.permitted_projects import PermittedProjects
from carnegie_solver.decisions.construction.sites import SiteCounts
from carnegie_solver.decisions.construction.turn_uses import Purchaser, Renovator, TurnUses
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.department_rule import MOST_CUBES
from carnegie_solver.rules.projects import projects_in
from carnegie_solver.rules.steps import Gain, UseDepartment


class Purchases(Struct, frozen=True):
    """What one Department buys: cubes, and the uses that this takes."""

    of: Purchaser
    cubes: cp_model.IntVar
    uses: cp_model.IntVar


class Renovation(Struct, frozen=True):
    """One use for the projects of a region.

    `regions` are 0-1 variables, none of them 1 when the use is not made; `for_vp` and `for_dollars` count the projects
    that give either.
    """

    of: Renovator
    regions: dict[Region, cp_model.IntVar]
    for_vp: cp_model.IntVar
    for_dollars: cp_model.IntVar

    @property
    def counted(self) -> LinearExpr:
        """The projects that it counts."""
        return self.for_vp + self.for_dollars


class Trades:
    """What is bought and renovated, whenever that is.

    Parameters
    ----------
    program, components, position
        The program to extend, and the decision.
    uses
        What the uses of the turn are.
    sites
        How many projects are built where.
    permitted
        In which regions renovations may be made.

    Attributes
    ----------
    spent
        Dollars spent on goods cubes.
    goods
        Goods cubes bought.
    money, vp
        Dollars and VP got by renovations; the VP are in the program's gain.
    events
        How many uses there are.
    may_sell
        Whether goods cubes may be sold for all this.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        position: Position,
        uses: TurnUses,
        sites: SiteCounts,
        permitted: PermittedProjects,
    ) -> None:
        self._program = program
        self._permitted = permitted
        self.may_sell = permitted.selling
        self._components = components
        self._player = position.decider
        self._sites = sites
        self.purchases = [self._buy(one) for one in uses.purchasers]
        self.own = {region: projects_in(components, position.decider, region) for region in Region}
        self.renovations = [self._renovate(one) for one in uses.renovators for _ in range(one.count)]
        self.events = sum(one.count for one in uses.purchasers) + len(self.renovations)
        most = max(self.own.values()) + sites.most
        self.spent: LinearExpr = total(one.of.dollars * one.cubes for one in self.purchases)
        self.goods = self._gained([(1, one.cubes, one.of.most) for one in self.purchases])
        self.money = self._gained([(one.of.dollars, one.for_dollars, most) for one in self.renovations])
        self.vp = self._gained([(one.of.vp, one.for_vp, most) for one in self.renovations])
        program.gains(100 * self.vp.amount, 100 * self.vp.most)

    def _gained(self, rows: list[tuple[int, cp_model.IntVar, int]]) -> Gained:
        if not rows:
            return NOTHING
        return Gained(
            total(each * count for each, count, _ in rows), sum(each * most for each, _, most in rows)
        )

    def _buy(self, one: Purchaser) -> Purchases:
        program = self._program
        cubes = program.integer(0, one.most, f"space{one.index}_bought")
        uses = program.integer(0, one.count, f"space{one.index}_buys")
        program.model.add(cubes <= MOST_CUBES * uses)
        program.model.add(cubes >= uses)
        program.takes_steps(uses)
        return Purchases(one, cubes, uses)

    def _renovate(self, one: Renovator) -> Renovation:
        """Choose the region of a use; the projects that it counts are those at some moment of the turn."""
        program, sites = self._program, self._sites
        most = max(self.own.values()) + sites.most
        regions = {region: program.boolean(f"space{one.index}_renovates{region}") for region in Region}
        for_vp = program.integer(0, most, f"space{one.index}_vp")
        for_dollars = program.integer(0, most, f"space{one.index}_dollars")
        chosen = total(regions.values())
        program.model.add_at_most_one(regions.values())
        program.model.add(for_vp + for_dollars >= chosen)
        program.model.add(for_vp + for_dollars <= most * chosen)
        for region, here in regions.items():
            if not self._permitted.renovates(one.index, region):
                program.model.add(here == 0)
            program.model.add(for_vp + for_dollars >= self.own[region] * here)
            program.model.add(
                for_vp + for_dollars <= self.own[region] + sites.in_region(region) + most * (1 - here)
            )
        program.takes_steps(chosen)
        return Renovation(one, regions, for_vp, for_dollars)

    # Reading a solution ----------------------------------------------------------------------------------------

    def buying_steps(self, outcome: Outcome) -> list[Step]:
        """Give the purchases of a solution in which they can all be made at first."""
        steps: list[Step] = []
        for one in self.purchases:
            cubes, uses = outcome.value(one.cubes), outcome.value(one.uses)
            for left in range(uses, 0, -1):
                count = min(MOST_CUBES, cubes - (left - 1))
                steps.append(self.buying_step(one, count))
                cubes -= count
        return steps

    def buying_step(self, one: Purchases, count: int) -> Step:
        """Give the purchase of some cubes."""
        return UseDepartment(self._components.space_labels[one.of.index], Gain.PURCHASE, count=count)

    def renovating_step(self, outcome: Outcome, one: Renovation) -> tuple[Region, int, Step] | None:
        """Give the region of a renovation in a solution, how many of the turn's projects it counts, and its step."""
        region = next((region for region, here in one.regions.items() if outcome.value(here)), None)
        if region is None:
            return None
        vp, counted = outcome.value(one.for_vp), outcome.value(one.counted)
        label = self._components.space_labels[one.of.index]
        gain = Gain.VP if vp else Gain.MONEY
        return region, counted - self.own[region], UseDepartment(label, gain, count=vp, region=region)

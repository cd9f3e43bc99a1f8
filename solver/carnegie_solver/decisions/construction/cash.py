"""The order of a turn in which dollars are short: what is bought, renovated and outsourced when, and sold for it.

Each stage of the turn but the first begins with one event: a project on an income mark, a purchase, or a renovation.
Goods cubes can be sold just before it. A project outside the marked cities waits until the end of the turn, or is built
just before a renovation that is to count it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, ProjectType, Region
from carnegie_solver.decisions.construction.missions import Missions
from carnegie_solver.decisions.construction.sites import SiteCounts
from carnegie_solver.decisions.construction.trades import Trades
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.rules.department_rule import MOST_CUBES
from carnegie_solver.rules.steps import SellGoods, Step

Mark = tuple[ProjectType, Region, bool | None]
"""What the order minds of a project; whether it is outsourced only where the Departments that build are told apart."""


def marks_told_apart(sites: SiteCounts) -> Iterator[Mark]:
    """Give all that the order can mind of a project."""
    for kind in ProjectType:
        for region in Region:
            for outsourced in (False, True) if sites.told_apart else (None,):
                yield kind, region, outsourced


class CashOrder:
    """What happens in which stage, but for the projects on income marks.

    Parameters
    ----------
    program, components
        The program to extend, and the printed game.
    sites, missions, trades
        What is done in the turn.
    stages
        The numbers of the stages, 0 being what comes before the first event.
    most_goods
        The most goods cubes that there can be at any time.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        sites: SiteCounts,
        missions: Missions,
        trades: Trades,
        stages: range,
        most_goods: int,
    ) -> None:
        self._program = program
        self._components = components
        self._sites = sites
        self._missions = missions
        self._trades = trades
        self._stages = stages
        self._price = components.tables.setup.goods_sell_price_any_time
        self._most_goods = most_goods if trades.may_sell else 0
        later = stages[1:]
        self._buys = [
            {stage: program.boolean(f"stage{stage}_buys") for stage in later} for _ in trades.purchases
        ]
        self._cubes = [
            {stage: program.integer(0, MOST_CUBES, f"stage{stage}_cubes") for stage in later}
            for _ in trades.purchases
        ]
        self._renews = [
            {stage: program.boolean(f"stage{stage}_renews") for stage in later} for _ in trades.renovations
        ]
        self._before = [self._build_before(stage) if stage else {} for stage in stages]
        self._dollars = [
            {
                stage: program.integer(0, one.of.dollars * self._most_counted, f"stage{stage}_dollars")
                for stage in later
            }
            for one in trades.renovations
        ]
        self._time_trades()
        self._sold = self._sell()
        self._outsourced: list[dict[Region, cp_model.IntVar]] = []

    @property
    def _most_counted(self) -> int:
        return max(self._trades.own.values()) + self._sites.most

    def events(self, stage: int) -> list[cp_model.IntVar]:
        """List the 0-1 variables of the events with which a stage can begin."""
        return [chosen[stage] for chosen in (*self._buys, *self._renews)]

    def _build_before(self, stage: int) -> dict[Mark, cp_model.IntVar]:
        """Count the projects outside the marked cities that are built just before the renovation of a stage."""
        if not self._renews:
            return {}
        before: dict[Mark, cp_model.IntVar] = {}
        for mark in marks_told_apart(self._sites):
            _, most = self._sites.unmarked(*mark)
            if most:
                kind, region, outsourced = mark
                name = f"stage{stage}_before{kind}_{region}_{outsourced}"
                before[mark] = self._program.integer(0, most, name)
        renews = total(chosen[stage] for chosen in self._renews)
        self._program.model.add(total(before.values()) <= self._sites.most * renews)
        return before

    def _time_trades(self) -> None:
        """Have each trade at one time, or at one for each use."""
        model, later = self._program.model, self._stages[1:]
        for one, buys, cubes in zip(self._trades.purchases, self._buys, self._cubes, strict=True):
            model.add(total(buys.values()) == one.uses)
            model.add(total(cubes.values()) == one.cubes)
            for stage in later:
                model.add(cubes[stage] >= buys[stage])
                model.add(cubes[stage] <= MOST_CUBES * buys[stage])
        for renovation, renews, dollars in zip(
            self._trades.renovations, self._renews, self._dollars, strict=True
        ):
            each = renovation.of.dollars
            model.add(total(renews.values()) == total(renovation.regions.values()))
            model.add(total(dollars.values()) == each * renovation.for_dollars)
            for stage in later:
                model.add(dollars[stage] <= each * self._most_counted * renews[stage])
        for mark in marks_told_apart(self._sites):
            before = [counts[mark] for counts in self._before if mark in counts]
            if before:
                model.add(total(before) <= self._sites.unmarked(*mark)[0])

    def _sell(self) -> list[cp_model.IntVar]:
        """Count the cubes sold by the events of each stage, and by the end of the turn."""
        program = self._program
        sold = [program.integer(0, self._most_goods, f"sold{stage}") for stage in self._stages]
        for earlier, later in pairwise(sold):
            sells = program.boolean("sells_early")
            program.model.add(later >= earlier)
            program.model.add(later - earlier <= self._most_goods * sells)
            program.takes_steps(sells)
        # The first stage has no event; its place is taken by the sale at the end of the turn.
        program.model.add(sold[0] == 0)
        at_end = program.integer(0, self._most_goods, "sold_in_turn")
        sells = program.boolean("sells_late")
        program.model.add(at_end >= sold[-1])
        program.model.add(at_end - sold[-1] <= self._most_goods * sells)
        program.takes_steps(sells)
        return [*sold, at_end]

    @property
    def sold(self) -> LinearExpr:
        """The cubes sold in the turn."""
        return self._sold[-1]

    # What the course asks for ----------------------------------------------------------------------------------

    def connect(self, built: Sequence[Mapping[Mark, cp_model.IntVar]]) -> None:
        """Take the projects on marks into account, which each stage begins with."""
        model, program, sites = self._program.model, self._program, self._sites
        self._outsourced = [{}]
        if self._missions.dollars_each:
            for stage in self._stages[1:]:
                counts = {}
                for region in Region:
                    marks = [*built[stage].items(), *self._before[stage].items()]
                    here = [count for mark, count in marks if mark[1] is region and mark[2] is not False]
                    if here:
                        most = sites.most if self._before[stage] else 1
                        counts[region] = program.integer(0, most, f"stage{stage}_outsourced{region}")
                        model.add(counts[region] <= total(here))
                        if sites.told_apart:
                            model.add(counts[region] >= total(here))
                self._outsourced.append(counts)
            for region in Region:
                in_stages = total(counts[region] for counts in self._outsourced if region in counts)
                staged = [
                    count
                    for counts in (*built[1:], *self._before[1:])
                    for mark, count in counts.items()
                    if mark[1] is region
                ]
                left = self._missions.outsourced[region] - in_stages
                model.add(left >= 0)
                model.add(left <= sites.in_region(region) - total(staged))
        else:
            self._outsourced += [{} for _ in self._stages[1:]]
        self._count_projects(built)

    def _count_projects(self, built: Sequence[Mapping[Mark, cp_model.IntVar]]) -> None:
        """Have each renovation count the projects of its region that there are at its stage."""
        for one, renews in zip(self._trades.renovations, self._renews, strict=True):
            for region, here in one.regions.items():
                projects: list[LinearExpr] = [self._trades.own[region]]
                for stage in self._stages[1:]:
                    projects += [count for mark, count in self._before[stage].items() if mark[1] is region]
                    counted = one.counted == total(projects)
                    self._program.model.add(counted).only_enforce_if(here, renews[stage])
                    projects += [chosen for mark, chosen in built[stage].items() if mark[1] is region]

    def before(self, stage: int, kind: ProjectType) -> LinearExpr:
        """Count the projects of a type that are built just before the event of a stage."""
        return total(count for mark, count in self._before[stage].items() if mark[0] is kind)

    def cubes_paid(self, stage: int) -> LinearExpr:
        """Give the goods cubes that the projects before the event of a stage cost."""
        costs = self._components.goods_cost
        return total(costs[mark[0]] * count for mark, count in self._before[stage].items())

    def dollars_paid(self, stage: int) -> LinearExpr:
        """Give the dollars that a stage costs before anything comes of its event."""
        parts: list[LinearExpr] = [
            one.of.dollars * cubes[stage]
            for one, cubes in zip(self._trades.purchases, self._cubes, strict=True)
        ]
        parts += [self._missions.dollars_each * count for count in self._outsourced[stage].values()]
        return total(parts)

    def dollars_got(self, stage: int) -> LinearExpr:
        """Give the dollars that a renovation brings in a stage."""
        return total(dollars[stage] for dollars in self._dollars)

    def cubes_got(self, stage: int) -> LinearExpr:
        """Give the goods cubes bought in a stage."""
        return total(cubes[stage] for cubes in self._cubes)

    def afford(self, stage: int, money: LinearExpr, goods: LinearExpr) -> None:
        """Require that dollars and cubes suffice, those sold by the event of a stage taken into account."""
        self._program.model.add(money + self._price * self._sold[stage] >= 0)
        self._program.model.add(goods - self._sold[stage] >= 0)

    # Reading a solution ----------------------------------------------------------------------------------------

    def sale(self, outcome: Outcome, stage: int | None) -> list[Step]:
        """Give the sale before the event of a stage; None for that at the end of the turn."""
        number = len(self._sold) - 1 if stage is None else stage
        count = outcome.value(self._sold[number]) - outcome.value(self._sold[number - 1]) if number else 0
        return [SellGoods(count)] if count else []

    def built_before(self, outcome: Outcome, stage: int) -> list[Mark]:
        """List the projects built just before the event of a stage."""
        return [mark for mark, count in self._before[stage].items() for _ in range(outcome.value(count))]

    def outsourced(self, outcome: Outcome, stage: int, region: Region) -> int:
        """Count the projects of a stage in a region that are built without a Mission."""
        count = self._outsourced[stage].get(region)
        return 0 if count is None else outcome.value(count)

    def trade(self, outcome: Outcome, stage: int) -> list[Step]:
        """Give the purchase or the renovation with which a stage begins, if it does."""
        for one, buys, cubes in zip(self._trades.purchases, self._buys, self._cubes, strict=True):
            if outcome.value(buys[stage]):
                return [self._trades.buying_step(one, outcome.value(cubes[stage]))]
        for renovation, renews in zip(self._trades.renovations, self._renews, strict=True):
            if outcome.value(renews[stage]):
                renovating = self._trades.renovating_step(outcome, renovation)
                assert renovating is not None
                return [renovating[2]]
        return []

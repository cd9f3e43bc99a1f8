"""The course of a turn with study points, or short of dollars: the projects on income marks, one by one.

Stage 0 is what the points that the turn begins with are spent on. Each further stage is one project on an income mark
and what its study points are spent on; or, where dollars are short, a purchase or a renovation. The projects outside
the marked cities follow after the last stage, if they are not built before a renovation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.components.tables import Income, TabSpace, TrackSpace
from carnegie_solver.decisions.construction.cash import CashOrder, Mark, marks_told_apart
from carnegie_solver.decisions.construction.course import NOTHING, AmountOf, Build, Gained, income_spaces
from carnegie_solver.decisions.construction.ladder import Ladder
from carnegie_solver.decisions.construction.missions import Missions
from carnegie_solver.decisions.construction.reach import StudyReach
from carnegie_solver.decisions.construction.sites import Site, SiteCounts, take_site
from carnegie_solver.decisions.construction.study_values import StudyValues
from carnegie_solver.decisions.construction.trades import Trades
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.steps import AdvanceTransport, SlideTab
from carnegie_solver.valuation import Outlook


class StudyCourse:
    """How the turn goes when there are study points to spend, or dollars are short.

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
    reach
        How far the tracks and tabs can get.
    trades
        What is bought and renovated, if dollars are short, so that it matters when.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        outlook: Outlook,
        position: Position,
        sites: SiteCounts,
        missions: Missions,
        supplied: Gained,
        reach: StudyReach,
        trades: Trades | None = None,
    ) -> None:
        self._program = program
        self._components = components
        self._player = position.decider
        self._sites = sites
        self._missions = missions
        self._supplied = supplied
        self._start = reach.start
        most_of = {mark: sites.marks(*mark)[1] for mark in marks_told_apart(sites)}
        self._marks = [mark for mark, most in most_of.items() if most]
        # Fewer than in the reach where disks or cubes are short.
        projects = min(reach.last, sites.most, sum(most_of.values()))
        self._stages = range(1 + projects + (trades.events if trades else 0))
        self._last = self._stages[-1]
        with_points = [min(stage, projects) for stage in self._stages]
        self._tracks = {
            region: Ladder(
                program, reach.track_costs[region], [reach.advances(region, stage) for stage in with_points]
            )
            for region in Region
        }
        self._tabs = {
            kind: Ladder(program, reach.tab_costs[kind], [reach.slides(kind, stage) for stage in with_points])
            for kind in ProjectType
        }
        self._cash = self._order_cash(trades) if trades else None
        self.sold_early: LinearExpr = self._cash.sold if self._cash else 0
        self._circles = {
            kind: [int(space.kind is TabSpaceKind.PROJECT) for space in self._tab_spaces(kind)]
            for kind in ProjectType
        }
        self._built = self._build_on_marks()
        self._places = self._stand_on_tracks()
        self._spend_points()
        self._given = self._give_disks()
        self._pay()
        self.money = self._gained(lambda income: income.money)
        self.goods = self._gained(lambda income: income.goods)
        self.employees = self._gained(lambda income: income.new_employee)
        self.raised = self._raise_limits()
        self.railroads = self._count_railroads()
        self.vp = self._gained(lambda income: income.vp)
        program.gains(100 * self.vp.amount, 100 * self.vp.most)
        StudyValues(program, components, outlook, self._player, self._last).add(
            self._tracks, self._tabs, missions
        )

    def _order_cash(self, trades: Trades) -> CashOrder:
        brought = max(space.income.goods for track in self._components.tracks for space in track.spaces)
        arrivals = sum(
            space.arrival_bonus.goods for region in Region for space in self._track_spaces(region)[1:]
        )
        most = (
            self._player.goods
            + self._supplied.most
            + trades.goods.most
            + self._sites.most * brought
            + arrivals
        )
        return CashOrder(
            self._program, self._components, self._sites, self._missions, trades, self._stages, most
        )

    def _track_spaces(self, region: Region) -> tuple[TrackSpace, ...]:
        """List the spaces of a track that the disk can stand on, the present one first."""
        first = self._player.transport[region]
        return self._components.tracks[region].spaces[first : first + self._tracks[region].rungs + 1]

    def _tab_spaces(self, kind: ProjectType) -> tuple[TabSpace, ...]:
        """List the spaces of a tab that can be revealed."""
        tab = self._player.tabs[kind]
        first = tab.pulled + 1
        return self._components.tab(kind, tab.side).spaces[first : first + self._tabs[kind].rungs]

    # The stages ------------------------------------------------------------------------------------------------

    def _build_on_marks(self) -> list[dict[Mark, cp_model.IntVar]]:
        """Choose the project on an income mark with which each stage but the first begins; the last can have none."""
        model = self._program.model
        built: list[dict[Mark, cp_model.IntVar]] = [{}]
        before: list[cp_model.IntVar] = []
        for stage in self._stages[1:]:
            now = {
                mark: self._program.boolean(f"stage{stage}_mark{number}")
                for number, mark in enumerate(self._marks)
            }
            events = [*now.values(), *(self._cash.events(stage) if self._cash else ())]
            model.add_at_most_one(events)
            if stage > 1:
                model.add(total(events) <= total(before))
            before = events
            built.append(now)
        for mark in self._marks:
            model.add(total(now[mark] for now in built[1:]) == self._sites.marks(*mark)[0])
        if self._cash:
            self._cash.connect(built)
        return built

    def _stand_on_tracks(self) -> list[dict[tuple[Region, int], LinearExpr]]:
        """Say for each stage whether its project is in a region, and at which space of the track it takes its income.

        That is the space on which the disk stands then, or a lower one.
        """
        model = self._program.model
        places: list[dict[tuple[Region, int], LinearExpr]] = [{}]
        for stage in self._stages[1:]:
            now: dict[tuple[Region, int], LinearExpr] = {}
            for region, track in self._tracks.items():
                built = [chosen for mark, chosen in self._built[stage].items() if mark[1] is region]
                first, height = self._player.transport[region], track.height(stage - 1)
                own = range(first, first + height + 1)
                # With a lower income allowed, whatever the disk has passed can be taken.
                lower = income_spaces(self._components, self._player, region, first)[1:]
                passed = len(income_spaces(self._components, self._player, region, own[-1])) > 1
                if built and not height and not lower:
                    now[region, first] = total(built)
                elif built:
                    spaces = {
                        space: self._program.boolean(f"stage{stage}_at{space}") for space in (*lower, *own)
                    }
                    model.add(total(spaces.values()) == total(built))
                    for space, here in spaces.items():
                        if space > first and passed:
                            model.add(here <= track.reached(stage - 1, space - first))
                        elif space >= first and not passed:
                            model.add(here <= track.at(stage - 1, space - first))
                        now[region, space] = here
            places.append(now)
        return places

    def _income_at(self, region: Region, space: int) -> Income:
        return self._components.tracks[region].spaces[space].income

    def _income(self, stage: int, amount_of: AmountOf) -> Gained:
        """Give what the income mark of a stage brings of something."""
        parts = [
            (amount_of(self._income_at(region, space)), here)
            for (region, space), here in self._places[stage].items()
        ]
        most = max((amount for amount, _ in parts), default=0)
        return Gained(total(amount * here for amount, here in parts if amount), most) if most else NOTHING

    def _arrivals(self, stage: int, amount_of: AmountOf) -> Gained:
        """Give what arriving on spaces of tracks has brought of something by the end of a stage."""
        parts: list[LinearExpr] = []
        most = 0
        for region, track in self._tracks.items():
            amounts = [amount_of(space.arrival_bonus) for space in self._track_spaces(region)[1:]]
            if any(amounts):
                parts.append(track.summed(stage, amounts))
                most += sum(amounts)
        return Gained(total(parts), most) if most else NOTHING

    def _gained(self, amount_of: AmountOf) -> Gained:
        """Give what the whole turn brings of something."""
        parts = [self._income(stage, amount_of) for stage in self._stages[1:]]
        parts.append(self._arrivals(self._last, amount_of))
        most = sum(part.most for part in parts)
        return Gained(total(part.amount for part in parts if part.most), most) if most else NOTHING

    def _spend_points(self) -> None:
        """Spend in each stage no more study points than it brings: what is left is lost [seed, decided]."""
        ladders = (*self._tracks.values(), *self._tabs.values())
        for stage in self._stages:
            points = self._income(stage, lambda income: income.study_points).amount if stage else self._start
            self._program.model.add(total(ladder.spent(stage) for ladder in ladders) <= points)
        for ladder in ladders:
            self._program.takes_steps(ladder.summed(self._last, [1] * ladder.rungs))

    def _give_disks(self) -> list[dict[ProjectType, LinearExpr]]:
        """Count the disks that each tab has got by the end of each stage: one per circle while the supply lasts."""
        program, supply = self._program, self._player.disks_in_supply
        revealed = [
            {kind: self._tabs[kind].summed(stage, self._circles[kind]) for kind in ProjectType}
            for stage in self._stages
        ]
        if sum(map(sum, self._circles.values())) <= supply:
            return revealed
        # Within a stage the order of the slides decides which circles get the last disks.
        given: list[dict[ProjectType, LinearExpr]] = []
        before: dict[ProjectType, LinearExpr] = dict.fromkeys(ProjectType, 0)
        hidden: dict[ProjectType, LinearExpr] = dict.fromkeys(ProjectType, 0)
        for stage in self._stages:
            now: dict[ProjectType, LinearExpr] = {}
            for kind, circles in self._circles.items():
                count = program.integer(0, min(supply, sum(circles)), f"stage{stage}_disks{kind}")
                program.model.add(count >= before[kind])
                program.model.add(count - before[kind] <= revealed[stage][kind] - hidden[kind])
                now[kind] = count
            all_given = program.integer(0, supply, f"stage{stage}_disks")
            program.model.add(all_given == total(now.values()))
            program.model.add_min_equality(all_given, [total(revealed[stage].values()), supply])
            given.append(now)
            before, hidden = now, revealed[stage]
        return given

    def _pay(self) -> None:
        """Require cubes and a disk for each project on a mark; for the others the end of the turn requires them."""
        model, costs, cash = self._program.model, self._components.goods_cost, self._cash
        plenty = self._player.goods >= self._sites.most * max(costs) and cash is None
        goods: list[LinearExpr] = [self._player.goods, self._supplied.amount]
        money: list[LinearExpr] = [self._player.money, self._missions.money.amount]
        built: dict[ProjectType, list[LinearExpr]] = {kind: [] for kind in ProjectType}
        for stage in self._stages[1:]:
            goods.extend(-costs[kind] * chosen for (kind, *_), chosen in self._built[stage].items())
            arrivals = self._arrivals(stage - 1, lambda income: income.goods)
            if cash is not None:
                goods.append(-cash.cubes_paid(stage))
                money.append(-cash.dollars_paid(stage))
                dollars = self._arrivals(stage - 1, lambda income: income.money)
                cash.afford(stage, total(money) + dollars.amount, total(goods) + arrivals.amount)
                goods.append(cash.cubes_got(stage))
                money.append(cash.dollars_got(stage))
                money.append(self._income(stage, lambda income: income.money).amount)
            elif not plenty:
                model.add(total(goods) + arrivals.amount >= 0)
            goods.append(self._income(stage, lambda income: income.goods).amount)
            for kind in ProjectType:
                built[kind] += [chosen for mark, chosen in self._built[stage].items() if mark[0] is kind]
                before = cash.before(stage, kind) if cash else 0
                if cash:
                    built[kind].append(before)
                waiting = self._player.tabs[kind].waiting
                if built[kind] and (waiting < stage or cash):
                    model.add(total(built[kind]) <= waiting + self._given[stage - 1][kind])

    # What the turn brings --------------------------------------------------------------------------------------

    def disks(self, kind: ProjectType) -> Gained:
        """Count the disks that a tab gets in the turn."""
        most = min(sum(self._circles[kind]), self._player.disks_in_supply)
        return Gained(self._given[self._last][kind], most) if most else NOTHING

    def reached(self, region: Region, level: Level) -> LinearExpr:
        """Say with 0 or 1 whether the disk of a region is at a level or beyond it in the end."""
        amounts = [int(space.level >= level) for space in self._track_spaces(region)]
        return self._tracks[region].amount(self._last, amounts)

    def decide(self) -> bool:
        """Name what makes up the outcome of tabs and tracks; what projects bring depends on when they are built."""
        for ladder in (*self._tracks.values(), *self._tabs.values()):
            self._program.decides(*ladder.in_the_end)
        self._program.decides(
            *(count for count in self._given[self._last].values() if isinstance(count, cp_model.IntVar))
        )
        return True

    def _count_railroads(self) -> Gained | None:
        if not any(track.rungs for track in self._tracks.values()):
            return None
        return Gained(total(self.reached(region, Level.RAILROAD) for region in Region), len(Region))

    def _raise_limits(self) -> Gained | None:
        parts: list[LinearExpr] = []
        most = 0
        for kind, tab in self._tabs.items():
            amounts = [space.raise_by for space in self._tab_spaces(kind)]
            parts.append(tab.summed(self._last, amounts))
            most += sum(amounts)
        return Gained(total(parts), most) if most else None

    # Reading a solution ----------------------------------------------------------------------------------------

    def arranged(self, outcome: Outcome, built: Sequence[Site]) -> tuple[Step | Build, ...]:
        """Put the projects of a solution in a legal order, with what is done between them."""
        left = list(built)
        order: list[Step | Build] = []
        cash = self._cash
        for stage in self._stages:
            outsourced: dict[Region, int] = {}
            if cash and stage:
                outsourced = {region: cash.outsourced(outcome, stage, region) for region in Region}
                order.extend(cash.sale(outcome, stage))
                order.extend(
                    self._build(take_site(left, self._on(mark, marked=False)), outsourced)
                    for mark in cash.built_before(outcome, stage)
                )
                order.extend(cash.trade(outcome, stage))
            for mark, chosen in self._built[stage].items():
                if outcome.value(chosen):
                    site = take_site(left, self._on(mark, marked=True))
                    build = self._build(site, outsourced)
                    order.append(self._with_income(outcome, stage, mark[1], build))
            order.extend(self._spending(outcome, stage))
        if cash:
            order.extend(cash.sale(outcome, None))
            missing = {
                region: outcome.value(count)
                - sum(cash.outsourced(outcome, stage, region) for stage in self._stages[1:])
                for region, count in self._missions.outsourced.items()
            }
            return (*order, *(self._build(site, missing) for site in left))
        return (*order, *map(Build, left))

    def _build(self, site: Site, outsourced: dict[Region, int]) -> Build:
        """Build a project without a Mission while some of its region are to be, which are counted down."""
        region = self._components.cities[site.city].region
        without = outsourced.get(region, 0) > 0 if site.outsourced is None else site.outsourced
        if without and region in outsourced:
            outsourced[region] -= 1
        return Build(site, outsourced=without)

    def _with_income(self, outcome: Outcome, stage: int, region: Region, build: Build) -> Build:
        """Say where on the track a project takes its income."""
        space = next(
            space
            for (place, space), here in self._places[stage].items()
            if place is region and outcome.value(here)
        )
        own = self._player.transport[region] + self._tracks[region].climbed(outcome, stage - 1)
        employees = self._income_at(region, space).new_employee
        return replace(build, track_space=None if space == own else space, employees=employees)

    def _on(self, mark: Mark, *, marked: bool) -> Callable[[Site], bool]:
        def fits(site: Site) -> bool:
            city = self._components.cities[site.city]
            return city.income_mark is marked and (site.kind, city.region, site.outsourced) == mark

        return fits

    def _spending(self, outcome: Outcome, stage: int) -> list[Step]:
        """Spend the points of a stage: on the circles that get a disk, then on the other slides, then on the tracks."""
        first: list[Step] = []
        rest: list[Step] = []
        for kind, tab in self._tabs.items():
            before, after = tab.climbed(outcome, stage - 1), tab.climbed(outcome, stage)
            disks = outcome.value(self._given[stage][kind])
            disks -= outcome.value(self._given[stage - 1][kind]) if stage else 0
            circles = self._circles[kind][before:after]
            needed = next(count for count in range(len(circles) + 1) if sum(circles[:count]) == disks)
            first.extend(SlideTab(kind) for _ in range(needed))
            rest.extend(SlideTab(kind) for _ in range(after - before - needed))
        for region, track in self._tracks.items():
            advances = track.climbed(outcome, stage) - track.climbed(outcome, stage - 1)
            rest.extend(AdvanceTransport(region) for _ in range(advances))
        return [*first, *rest]

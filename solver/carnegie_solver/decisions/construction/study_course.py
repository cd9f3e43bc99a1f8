"""The course of a turn with study points: the projects on income marks, one by one, and what is spent between them.

Stage 0 is what the points that the turn begins with are spent on. Each further stage is one project on an income mark
and what its study points are spent on. The projects outside the marked cities follow after the last stage.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.components.tables import TabSpace, TrackSpace
from carnegie_solver.decisions.construction.course import NOTHING, AmountOf, Gained
from carnegie_solver.decisions.construction.ladder import Ladder, rises
from carnegie_solver.decisions.construction.reach import StudyReach
from carnegie_solver.decisions.construction.sites import Site, SiteCounts
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.steps import AdvanceTransport, SlideTab
from carnegie_solver.valuation import Outlook

Mark = tuple[ProjectType, Region]
"""What the course minds of a project on an income mark."""


class StudyCourse:
    """How the turn goes when there are study points to spend.

    Parameters
    ----------
    program, components, outlook, position
        The program to extend, and the decision.
    sites
        How many projects are built where.
    reach
        How far the tracks and tabs can get.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        outlook: Outlook,
        position: Position,
        sites: SiteCounts,
        reach: StudyReach,
    ) -> None:
        self._program = program
        self._components = components
        self._outlook = outlook
        self._player = position.decider
        self._sites = sites
        self._start = reach.start
        most_of = {(kind, region): sites.marks(kind, region)[1] for kind in ProjectType for region in Region}
        self._marks = [mark for mark, most in most_of.items() if most]
        # Fewer than in the reach where disks or cubes are short.
        self._stages = range(1 + min(reach.last, sites.most, sum(most_of.values())))
        self._last = self._stages[-1]
        self._tracks = {
            region: Ladder(
                program, reach.track_costs[region], [reach.advances(region, stage) for stage in self._stages]
            )
            for region in Region
        }
        self._tabs = {
            kind: Ladder(
                program, reach.tab_costs[kind], [reach.slides(kind, stage) for stage in self._stages]
            )
            for kind in ProjectType
        }
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
        vp = self._gained(lambda income: income.vp)
        program.gains(100 * vp.amount, 100 * vp.most)
        self._value_tracks()
        self._value_tabs()
        self._value_missions()

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
        for stage in self._stages[1:]:
            now = {
                mark: self._program.boolean(f"stage{stage}_mark{number}")
                for number, mark in enumerate(self._marks)
            }
            model.add_at_most_one(now.values())
            if stage > 1:
                model.add(total(now.values()) <= total(built[-1].values()))
            built.append(now)
        for mark in self._marks:
            model.add(total(now[mark] for now in built[1:]) == self._sites.marks(*mark)[0])
        return built

    def _stand_on_tracks(self) -> list[dict[tuple[Region, int], LinearExpr]]:
        """Say for each stage whether its project is in a region, and how far the disk there has then advanced."""
        model = self._program.model
        places: list[dict[tuple[Region, int], LinearExpr]] = [{}]
        for stage in self._stages[1:]:
            now: dict[tuple[Region, int], LinearExpr] = {}
            for region, track in self._tracks.items():
                built = [chosen for mark, chosen in self._built[stage].items() if mark[1] is region]
                height = track.height(stage - 1)
                if built and not height:
                    now[region, 0] = total(built)
                elif built:
                    spaces = [self._program.boolean(f"stage{stage}_at{rungs}") for rungs in range(height + 1)]
                    model.add(total(spaces) == total(built))
                    for rungs, here in enumerate(spaces):
                        model.add(here <= track.at(stage - 1, rungs))
                        now[region, rungs] = here
            places.append(now)
        return places

    def _income(self, stage: int, amount_of: AmountOf) -> Gained:
        """Give what the income mark of a stage brings of something."""
        parts = [
            (amount_of(self._track_spaces(region)[rungs].income), here)
            for (region, rungs), here in self._places[stage].items()
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
        model, costs = self._program.model, self._components.goods_cost
        plenty = self._player.goods >= self._sites.most * max(costs)
        paid: list[LinearExpr] = []
        got: list[LinearExpr] = [self._player.goods]
        for stage in self._stages[1:]:
            paid.extend(costs[kind] * chosen for (kind, _), chosen in self._built[stage].items())
            if not plenty:
                arrivals = self._arrivals(stage - 1, lambda income: income.goods)
                model.add(total(paid) <= total(got) + arrivals.amount)
                got.append(self._income(stage, lambda income: income.goods).amount)
            for kind in {mark[0] for mark in self._marks}:
                waiting = self._player.tabs[kind].waiting
                if waiting < stage:
                    past = [self._built[earlier] for earlier in self._stages[1 : stage + 1]]
                    built = total(chosen for now in past for mark, chosen in now.items() if mark[0] is kind)
                    model.add(built <= waiting + self._given[stage - 1][kind])

    # What the turn brings --------------------------------------------------------------------------------------

    def disks(self, kind: ProjectType) -> Gained:
        """Count the disks that a tab gets in the turn."""
        most = min(sum(self._circles[kind]), self._player.disks_in_supply)
        return Gained(self._given[self._last][kind], most) if most else NOTHING

    def reached(self, region: Region, level: Level) -> LinearExpr:
        """Say with 0 or 1 whether the disk of a region is at a level or beyond it in the end."""
        return self._in_the_end(region, [int(space.level >= level) for space in self._track_spaces(region)])

    def _in_the_end(self, region: Region, amounts: Sequence[int]) -> LinearExpr:
        """Give the amount that belongs to the space on which the disk of a region stands in the end."""
        return amounts[0] + self._tracks[region].summed(self._last, rises(amounts))

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

    def _value_tracks(self) -> None:
        """Add the worth of the spaces on which the disks stand in the end, to the Missions of earlier turns as well."""
        outlook, player = self._outlook, self._player
        for region in Region:
            first = player.transport[region]
            worth = [
                outlook.transport(region, space) + player.missions[region] * outlook.mission(region, space)
                for space in range(first, first + self._tracks[region].rungs + 1)
            ]
            self._program.gains(self._in_the_end(region, worth) - worth[0], max(worth) - worth[0])

    def _value_tabs(self) -> None:
        """Add the worth of the spaces revealed, the disks on them left out."""
        outlook = self._outlook
        for kind, ladder in self._tabs.items():
            tab = self._player.tabs[kind]
            certain = 0
            worth = [outlook.tab_ahead(kind, tab.side, tab.pulled)]
            for slid, space in enumerate(self._tab_spaces(kind), start=1):
                certain += 100 * space.vp + outlook.raised_limits(space.raise_by)
                worth.append(certain + outlook.tab_ahead(kind, tab.side, tab.pulled + slid))
            self._program.gains(ladder.summed(self._last, rises(worth)), max(worth) - worth[0])

    def _value_missions(self) -> None:
        """Add the worth of the Missions of this turn, at the space on which the region's disk stands in the end."""
        program, most = self._program, self._sites.most
        for region, track in self._tracks.items():
            sent = self._sites.in_region(region)
            first = self._player.transport[region]
            worth = [self._outlook.mission(region, first + rungs) for rungs in range(track.rungs + 1)]
            if len(set(worth)) == 1:
                program.gains(worth[0] * sent, worth[0] * most)
                continue
            counts = [program.integer(0, most, f"region{region}_sent{rungs}") for rungs in range(len(worth))]
            program.model.add(total(counts) == sent)
            for rungs, count in enumerate(counts):
                program.model.add(count <= most * track.at(self._last, rungs))
            program.gains(cp_model.LinearExpr.weighted_sum(counts, worth), max(worth) * most)

    # Reading a solution ----------------------------------------------------------------------------------------

    def arranged(self, outcome: Outcome, built: Sequence[Site]) -> tuple[Step | Site, ...]:
        """Put the projects of a solution in a legal order, with the study points spent between them."""
        left = list(built)
        order: list[Step | Site] = []
        for stage in self._stages:
            for mark, chosen in self._built[stage].items():
                if outcome.value(chosen):
                    site = next(site for site in left if self._is_on(site, mark))
                    left.remove(site)
                    order.append(site)
            order.extend(self._spending(outcome, stage))
        return (*order, *left)

    def _is_on(self, site: Site, mark: Mark) -> bool:
        city = self._components.cities[site.city]
        return city.income_mark and (site.kind, city.region) == mark

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

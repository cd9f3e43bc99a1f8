"""The course of a turn with study points: first the marked cities, one by one, study points being spent in between.

Stage 0 is what the points that the turn begins with are spent on; stage n >= 1 is the n-th project on an income mark, then
what its study points are spent on. The projects outside the marked cities follow after the last stage.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.decisions.construction.course import NOTHING, Gained
from carnegie_solver.decisions.construction.ladder import Ladder
from carnegie_solver.decisions.construction.reach import StudyReach, circles_ahead, rises
from carnegie_solver.decisions.construction.sites import Site, SiteCounts
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.steps import AdvanceTransport, SlideTab
from carnegie_solver.valuation import Outlook

Mark = tuple[ProjectType, Region]
"""What matters of a project in a marked city: its type and its region."""


class StudyCourse:
    """How the turn goes when there are study points to spend; the stages are exact for every order of steps.

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
        self._position = position
        self._player = position.decider
        self._sites = sites
        self._start = reach.start
        most_of = {(kind, region): sites.marks(kind, region)[1] for kind in ProjectType for region in Region}
        self._marks = [mark for mark, most in most_of.items() if most]
        self._stages = 1 + min(sites.most, sum(most_of.values()))
        first = 0 if reach.start else 1
        self._tracks: dict[Region, Ladder] = {}
        self._tabs: dict[ProjectType, Ladder] = {}
        for region in Region:
            begin = self._player.transport[region]
            costs = components.tracks[region].advance_costs[begin : begin + reach.advances[region]]
            self._tracks[region] = Ladder(program, costs, self._stages, first)
        for kind in ProjectType:
            tab = self._player.tabs[kind]
            costs = components.tab(kind, tab.side).advance_costs[tab.pulled : tab.pulled + reach.slides[kind]]
            self._tabs[kind] = Ladder(program, costs, self._stages, first)
        self._circles = {kind: circles_ahead(components, position, reach, kind) for kind in ProjectType}
        self._built_on = self._build_on_marks()
        self._arrivals = self._arrive()
        self._spend()
        self._given = self._give_disks()
        bonus = {
            name: [
                [
                    getattr(components.tracks[region].spaces[self._player.transport[region] + rung].arrival_bonus, name)
                    for rung in range(1, len(self._tracks[region].costs) + 1)
                ]
                for region in Region
            ]
            for name in ("money", "goods")
        }
        self._goods_bonus = bonus["goods"]
        self._pay_goods()
        self.money = self._gained("money", bonus["money"])
        self.goods = self._gained("goods", bonus["goods"])
        self.employees = self._gained("new_employee", [[] for _ in Region])
        self.raised = self._raise_limits()
        self.railroads = self._count_railroads()
        self._value_tracks()
        self._value_tabs()
        self._value_missions()

    # The stages ------------------------------------------------------------------------------------------------

    @property
    def _last(self) -> int:
        return self._stages - 1

    def _build_on_marks(self) -> list[dict[Mark, cp_model.IntVar]]:
        """Choose the project on an income mark with which each stage but the first begins; the last ones may have none."""
        model = self._program.model
        chosen: list[dict[Mark, cp_model.IntVar]] = [{}]
        for stage in range(1, self._stages):
            now = {mark: self._program.boolean(f"stage{stage}_mark{number}") for number, mark in enumerate(self._marks)}
            if stage > 1:
                model.add(_sum(now.values()) <= _sum(chosen[-1].values()))
            model.add_at_most_one(now.values())
            chosen.append(now)
        for mark in self._marks:
            model.add(_sum(now[mark] for now in chosen[1:]) == self._sites.marks(*mark)[0])
        return chosen

    def _arrive(self) -> list[dict[tuple[Region, int], LinearExpr]]:
        """Say for each stage whether its project is in a region whose disk has then advanced so many spaces."""
        model = self._program.model
        arrivals: list[dict[tuple[Region, int], LinearExpr]] = [{}]
        for stage in range(1, self._stages):
            now: dict[tuple[Region, int], LinearExpr] = {}
            for region in Region:
                built = [chosen for mark, chosen in self._built_on[stage].items() if mark[1] is region]
                track = self._tracks[region]
                if not built:
                    continue
                if not track.costs or (stage == 1 and not self._start):
                    now[region, 0] = _sum(built)
                    continue
                places = [self._program.boolean(f"stage{stage}_at{rung}") for rung in range(len(track.costs) + 1)]
                model.add(_sum(places) == _sum(built))
                for rung, place in enumerate(places):
                    model.add(place <= track.at(stage - 1, rung))
                    now[region, rung] = place
            arrivals.append(now)
        return arrivals

    def _income(self, region: Region, advanced: int, name: str) -> int:
        income = self._components.tracks[region].spaces[self._player.transport[region] + advanced].income
        amount = getattr(income, name)
        assert isinstance(amount, int)
        return amount

    def _incomes(self, name: str, stage: int) -> tuple[LinearExpr, int]:
        """Give what a stage's income mark brings of something, and the most that it can be."""
        parts = [(self._income(*place, name), built) for place, built in self._arrivals[stage].items()]
        return _sum([amount * built for amount, built in parts if amount]), max([0, *(amount for amount, _ in parts)])

    def _ladders(self) -> tuple[Ladder, ...]:
        return (*self._tracks.values(), *self._tabs.values())

    def _spend(self) -> None:
        """Spend in each stage no more study points than it brings; steps spend them."""
        for stage in range(self._stages):
            points = self._incomes("study_points", stage)[0] if stage else self._start
            if stage or self._start:
                self._program.model.add(_sum(ladder.spent(stage) for ladder in self._ladders()) <= points)
        for ladder in self._ladders():
            self._program.takes_steps(ladder.summed(self._last, [1] * len(ladder.costs)))

    def _give_disks(self) -> list[dict[ProjectType, LinearExpr]]:
        """Count the disks that each tab has got by the end of each stage: one for each circle while the supply lasts."""
        supply = self._player.disks_in_supply
        circles = [
            {kind: self._tabs[kind].summed(stage, self._circles[kind]) for kind in ProjectType}
            for stage in range(self._stages)
        ]
        most = sum(sum(revealed) for revealed in self._circles.values())
        if most <= supply:
            return circles
        # Within a stage the player chooses by the order of slides which circles get the last disks.
        model = self._program.model
        given: list[dict[ProjectType, LinearExpr]] = []
        for stage in range(self._stages):
            now: dict[ProjectType, LinearExpr] = {}
            for kind in ProjectType:
                count = self._program.integer(0, min(supply, sum(self._circles[kind])), f"stage{stage}_disks{kind}")
                before = given[-1][kind] if stage else 0
                revealed = circles[stage][kind] - (circles[stage - 1][kind] if stage else 0)
                model.add(count >= before)
                model.add(count - before <= revealed)
                now[kind] = count
            total = self._program.integer(0, supply, f"stage{stage}_disks")
            model.add(total == _sum(now.values()))
            model.add_min_equality(total, [_sum(circles[stage].values()), supply])
            given.append(now)
        return given

    def _pay_goods(self) -> None:
        """Require cubes and a disk for each project on an income mark; at the others the end of the turn requires them."""
        model, costs = self._program.model, self._components.goods_cost
        plenty = self._player.goods >= self._sites.most * max(costs)
        paid: list[LinearExpr] = []
        gained: list[LinearExpr] = []
        for stage in range(1, self._stages):
            now = self._built_on[stage]
            paid.append(_sum(costs[kind] * chosen for (kind, _), chosen in now.items()))
            if not plenty:
                bonus = self._bonus(stage - 1, self._goods_bonus)
                model.add(_sum(paid) <= self._player.goods + _sum(gained) + bonus)
            gained.append(self._incomes("goods", stage)[0])
            for kind in ProjectType:
                built = _sum(
                    chosen
                    for past in self._built_on[1 : stage + 1]
                    for (other, _), chosen in past.items()
                    if other is kind
                )
                waiting = self._player.tabs[kind].waiting
                if waiting < min(stage, self._sites.most) and any(mark[0] is kind for mark in self._marks):
                    model.add(built <= waiting + self._given[stage - 1][kind])

    def _bonus(self, stage: int, amounts: Sequence[Sequence[int]]) -> LinearExpr:
        return _sum(self._tracks[region].summed(stage, amounts[region]) for region in Region if any(amounts[region]))

    # What the stages bring -------------------------------------------------------------------------------------

    def _gained(self, name: str, bonus: Sequence[Sequence[int]]) -> Gained:
        incomes = [self._incomes(name, stage) for stage in range(1, self._stages)]
        most = sum(most for _, most in incomes) + sum(sum(amounts) for amounts in bonus)
        if not most:
            return NOTHING
        return Gained(_sum([amount for amount, _ in incomes]) + self._bonus(self._last, bonus), most)

    def revealed(self, kind: ProjectType) -> Gained:
        """Count the disks that a tab gets in the turn."""
        most = min(sum(self._circles[kind]), self._player.disks_in_supply)
        return Gained(self._given[self._last][kind], most) if most else NOTHING

    def reached(self, region: Region, level: Level) -> LinearExpr:
        """Say with 0 or 1 whether a region's disk is at a level or beyond it in the end."""
        return self._at_places(region, [space.level >= level for space in self._spaces(region)])

    def _spaces(self, region: Region) -> tuple:
        begin = self._player.transport[region]
        return self._components.tracks[region].spaces[begin : begin + len(self._tracks[region].costs) + 1]

    def _at_places(self, region: Region, amounts: Sequence[int]) -> LinearExpr:
        """Give the amount that belongs to the space on which a region's disk is in the end."""
        return int(amounts[0]) + self._tracks[region].summed(self._last, rises(map(int, amounts)))

    def _count_railroads(self) -> Gained | None:
        if not any(track.costs for track in self._tracks.values()):
            return None
        return Gained(_sum(self.reached(region, Level.RAILROAD) for region in Region), len(Region))

    def _raise_limits(self) -> Gained | None:
        parts = []
        most = 0
        for kind, ladder in self._tabs.items():
            raised = [
                space.raise_by if space.kind is TabSpaceKind.DONATION_LIMIT else 0 for space in self._revealed_spaces(kind)
            ]
            parts.append(ladder.summed(self._last, raised))
            most += sum(raised)
        return Gained(_sum(parts), most) if most else None

    def _revealed_spaces(self, kind: ProjectType) -> tuple:
        tab = self._player.tabs[kind]
        first = tab.pulled + 1
        return self._components.tab(kind, tab.side).spaces[first : first + len(self._tabs[kind].costs)]

    def _value_tracks(self) -> None:
        """Add the worth of the spaces reached, of VP on arrival, and of the incomes in VP at the income marks."""
        player, outlook = self._player, self._outlook
        for stage in range(1, self._stages):
            vp, most = self._incomes("vp", stage)
            self._program.gains(100 * vp, 100 * most)
        for region in Region:
            worth = []
            vp = 0
            for advanced, space in enumerate(self._spaces(region)):
                place = player.transport[region] + advanced
                vp += space.arrival_bonus.vp if advanced else 0
                missions = player.missions[region] * outlook.mission(region, place)
                worth.append(100 * vp + outlook.transport(region, place) + missions)
            self._program.gains(self._at_places(region, worth) - worth[0], max(worth) - worth[0])

    def _value_tabs(self) -> None:
        """Add the worth of the spaces revealed, but for the disks on them."""
        outlook = self._outlook
        for kind, ladder in self._tabs.items():
            tab = self._player.tabs[kind]
            worth = [outlook.tab_ahead(kind, tab.side, tab.pulled)]
            certain = 0
            for slid, space in enumerate(self._revealed_spaces(kind), start=1):
                if space.kind is TabSpaceKind.VP:
                    certain += 100 * space.vp
                elif space.kind is TabSpaceKind.DONATION_LIMIT:
                    certain += outlook.raised_limits(space.raise_by)
                worth.append(certain + outlook.tab_ahead(kind, tab.side, tab.pulled + slid))
            self._program.gains(ladder.summed(self._last, rises(worth)), max(worth) - worth[0])

    def _value_missions(self) -> None:
        """Add the worth of the turn's own Missions, at the space that the region's disk reaches in the end."""
        program, outlook, most = self._program, self._outlook, self._sites.most
        for region in Region:
            sent = self._sites.in_region(region)
            track = self._tracks[region]
            begin = self._player.transport[region]
            worth = [outlook.mission(region, begin + advanced) for advanced in range(len(track.costs) + 1)]
            if len(set(worth)) == 1:
                program.gains(worth[0] * sent, worth[0] * most)
                continue
            counts = [program.integer(0, most, f"sent{region}_{advanced}") for advanced in range(len(worth))]
            program.model.add(_sum(counts) == sent)
            for advanced, count in enumerate(counts):
                program.model.add(count <= most * track.at(self._last, advanced))
            program.gains(cp_model.LinearExpr.weighted_sum(counts, worth), max(worth) * most)

    # Reading a solution ----------------------------------------------------------------------------------------

    def arranged(self, outcome: Outcome, built: Sequence[Site]) -> tuple[Step | Site, ...]:
        """Put the projects of a solution in a legal order, with the study points spent between them."""
        left = list(built)
        order: list[Step | Site] = []
        for stage in range(self._stages):
            for (kind, region), chosen in self._built_on[stage].items():
                if outcome.value(chosen):
                    site = next(site for site in left if site.kind is kind and self._marked_in(site, region))
                    left.remove(site)
                    order.append(site)
            order.extend(self._spending(outcome, stage))
        return (*order, *left)

    def _marked_in(self, site: Site, region: Region) -> bool:
        city = self._components.cities[site.city]
        return city.income_mark and city.region is region

    def _spending(self, outcome: Outcome, stage: int) -> list[Step]:
        """Spend the study points of a stage: circles that get a disk first, then the other slides, then the tracks."""
        first: list[Step] = []
        rest: list[Step] = []
        for kind, ladder in self._tabs.items():
            slid = (ladder.climbed(outcome, stage - 1) if stage else 0, ladder.climbed(outcome, stage))
            disks = outcome.value(self._given[stage][kind]) - (outcome.value(self._given[stage - 1][kind]) if stage else 0)
            needed = 0
            for number, circle in enumerate(self._circles[kind][slid[0] : slid[1]], start=1):
                if circle and disks:
                    disks -= 1
                    needed = number
            first.extend(SlideTab(kind) for _ in range(needed))
            rest.extend(SlideTab(kind) for _ in range(slid[1] - slid[0] - needed))
        for region, ladder in self._tracks.items():
            before = ladder.climbed(outcome, stage - 1) if stage else 0
            rest.extend(AdvanceTransport(region) for _ in range(ladder.climbed(outcome, stage) - before))
        return [*first, *rest]


def _sum(parts: object) -> LinearExpr:
    return cp_model.LinearExpr.sum(list(parts))  # type: ignore[arg-type]

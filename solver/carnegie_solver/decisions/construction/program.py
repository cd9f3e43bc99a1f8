"""Construction as a CP-SAT program: who goes on a Mission, which disks are built where, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components, ProjectType, Region
from carnegie_solver.decisions.closing import Closing, Score
from carnegie_solver.decisions.construction.course import NOTHING, Build, Course, Gained
from carnegie_solver.decisions.construction.endgame import project_scores
from carnegie_solver.decisions.construction.hiring import Hiring
from carnegie_solver.decisions.construction.ladder import rises
from carnegie_solver.decisions.construction.link_sets import GroupScore
from carnegie_solver.decisions.construction.links import add_link_sets, link_question
from carnegie_solver.decisions.construction.missions import Missions
from carnegie_solver.decisions.construction.permitted_projects import PermittedProjects
from carnegie_solver.decisions.construction.plain_course import PlainCourse
from carnegie_solver.decisions.construction.reach import circles_ahead, most_projects, study_reach
from carnegie_solver.decisions.construction.sites import Site, SiteCounts, buildable_sites, free_places
from carnegie_solver.decisions.construction.study_course import StudyCourse
from carnegie_solver.decisions.construction.trades import Trades
from carnegie_solver.decisions.construction.turn_uses import turn_uses
from carnegie_solver.decisions.endgame import LinkScores
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position, Project, Step
from carnegie_solver.rules.departments import staffed_rules
from carnegie_solver.rules.donations import COUNTS, RAILROADS, raised_limits
from carnegie_solver.rules.standing_up import may_change_payroll
from carnegie_solver.rules.steps import BuildProject, EndTurn, Mission
from carnegie_solver.valuation import Outlook


class ConstructionProgram:
    """The whole turn, up to standing up at the end of the round.

    Parameters
    ----------
    components, outlook, position
        The decision: a position in a turn of Construction.

    Attributes
    ----------
    program
        The CP-SAT model with its gain.
    closing
        The end of the round in it.
    """

    def __init__(self, components: Components, outlook: Outlook, position: Position) -> None:
        self.program = Program()
        self._components = components
        self._outlook = outlook
        self._position = position
        self._player = player = position.decider
        rules = tuple(staffed_rules(player))
        self._vp_for_matching = sum(rule.vp_for_matching for rule in rules)
        places = free_places(components, position)
        permitted = PermittedProjects(components, outlook.restrictions, position)
        self._uses = uses = permitted.uses(turn_uses(components, position), places)
        self._reach = reach = study_reach(components, position, places, uses.projects, outlook.restrictions)
        disks = {
            kind: player.tabs[kind].waiting
            + min(player.disks_in_supply, circles_ahead(components, position, reach, kind))
            for kind in ProjectType
        }
        most = most_projects(components, position, reach, places, disks, uses.projects, uses.supplied_goods)
        any_type = any(rule.builds_on_any_type for rule in rules)
        sites = permitted.sites(buildable_sites(places, disks, most, any_type=any_type), uses)
        self._sites = SiteCounts(self.program, components, position, sites, most)
        if most < uses.projects:
            # What the marks bring comes too late for more, and their order is not looked at for so few.
            self.program.model.add(self._sites.built <= most)
        self._missions = Missions(self.program, components, position, uses, self._sites, permitted)
        self._trades = Trades(self.program, components, position, uses, self._sites, permitted)
        self._short = uses.dollars > player.money
        self._course = self._run_course()
        self.program.takes_steps(self._sites.built)
        self._value_cities()
        self._value_disks()
        self._endgame = self._add_links()
        self._endgame |= project_scores(self.program, components, player, self._sites)
        self._hiring = Hiring(self.program, components, outlook, player, self._course.employees)
        self._matching = self._value_matching()
        self.closing = self._close()

    def _run_course(self) -> Course:
        supplied = self._missions.goods if self._short else self._missions.goods + self._trades.goods
        parts = (
            self.program,
            self._components,
            self._outlook,
            self._position,
            self._sites,
            self._missions,
            supplied,
        )
        if self._short:
            return StudyCourse(*parts, self._reach, self._trades)
        return PlainCourse(*parts) if self._reach.nothing else StudyCourse(*parts, self._reach)

    def _value_matching(self) -> Gained:
        """Add the VP for projects on spaces of their own type."""
        each, most = self._vp_for_matching, self._vp_for_matching * self._sites.most
        if not each:
            return NOTHING
        matching = Gained(self._sites.weighted(each * site.matching for site in self._sites.sites), most)
        self.program.gains(100 * matching.amount, 100 * most)
        return matching

    def _value_cities(self) -> None:
        """Add the VP of the cities, and their worth for links to come where they are entered."""
        cities = self._components.cities
        vp = [100 * cities[site.city].vp_per_project for site in self._sites.sites]
        self.program.gains(self._sites.weighted(vp), max(vp, default=0) * self._sites.most)
        entered = self._sites.entered
        ahead = {city: self._outlook.link_city(city) for city in entered}
        gain = total(ahead[city] * first for city, first in entered.items() if ahead[city])
        self.program.gains(gain, max(ahead.values(), default=0) * self._sites.most)

    def _value_disks(self) -> None:
        """Add what the disks are worth that are built and that wait in the end, more than before."""
        outlook = self._outlook
        for kind in ProjectType:
            tab = self._player.tabs[kind]
            new = self._course.disks(kind)
            built = self._sites.of_kind(kind)
            most = min(self._sites.most, tab.waiting + new.most)
            income = [outlook.project_income(kind, tab.side, tab.built + count) for count in range(most + 1)]
            waiting = [outlook.waiting(kind, count) for count in range(tab.waiting + new.most + 1)]
            if new.most:
                self._value_count(built, income, f"built{kind}")
                self._value_count(tab.waiting + new.amount - built, waiting, f"waiting{kind}")
                before = waiting[0] - waiting[tab.waiting]
                self.program.gains(before, before)
            elif most:
                both = [worth + waiting[tab.waiting - count] for count, worth in enumerate(income)]
                self._value_count(built, both, f"built{kind}")
            elif any(site.kind is kind for site in self._sites.sites):
                # The sites are for disks that marks could bring; here no project on a mark brings any.
                self.program.model.add(built == 0)

    def _value_count(self, count: LinearExpr, worth: Sequence[int], name: str) -> None:
        """Add what a count is worth more than none, in centi-VP, by a table that ends at the most it can be."""
        reached = [self.program.boolean(f"{name}_{number}") for number in range(1, len(worth))]
        for fewer, more in pairwise(reached):
            self.program.model.add_implication(more, fewer)
        self.program.model.add(count == total(reached))
        gain = cp_model.LinearExpr.weighted_sum(reached, list(rises(worth)))
        self.program.gains(gain, max(worth) - worth[0])

    def _add_links(self) -> dict[str, Score]:
        """Add what the links gain; give what a Department scores that would add link points if it were staffed."""
        scores = LinkScores(self._player)
        links, before = self._links(scores.of_group)
        self.program.gains(100 * links.amount, 100 * links.most)
        if scores.open is None:
            return {}
        name, rule = scores.open
        more, before_more = self._links(rule.of_group)
        score = before_more + more.amount - before - links.amount
        return {name: (score, before_more + more.most - before)}

    def _links(self, of_group: GroupScore) -> tuple[Gained, int]:
        """Give the VP by which links rise that score by groups in a certain way, and what they score before."""
        parts = (self._components, self._position, self._reach, self._sites, of_group)
        question = link_question(*parts)
        return add_link_sets(
            self.program, self._components, question, self._sites, self._course
        ), question.before

    def _close(self) -> Closing:
        components, player, course = self._components, self._player, self._course
        missions, trades = self._missions, self._trades
        costs = self._sites.weighted(components.goods_cost[site.kind] for site in self._sites.sites)
        brought = course.money + missions.money + trades.money
        money = player.money + brought.amount - missions.dollars - trades.spent
        got = course.goods + missions.goods + trades.goods
        goods = player.goods + got.amount - costs
        vp = course.vp + trades.vp + self._matching
        self._decide(money, player.money + brought.most, goods, player.goods + got.most, vp)
        price = components.tables.setup.goods_sell_price_any_time
        if self._short:
            self.program.model.add(money + price * course.sold_early >= 0)
            self.program.model.add(goods - course.sold_early >= 0)
        raised = raised_limits(components, player)
        return Closing(
            self.program,
            components,
            self._outlook,
            player,
            money=money + price * course.sold_early,
            most_money=player.money
            + brought.most
            + (price * (player.goods + got.most) if self._short else 0),
            goods=goods - course.sold_early,
            most_goods=player.goods + got.most,
            scenarios=missions.scenarios(),
            raised=raised + course.raised.amount if course.raised else None,
            most_raised=raised + course.raised.most if course.raised else 0,
            counts=self._counts(),
            endgame=self._endgame,
            payroll=may_change_payroll(self._position),
            vp=player.vp + vp.amount,
        )

    def _decide(
        self, money: LinearExpr, most_money: int, goods: LinearExpr, most_goods: int, vp: Gained
    ) -> None:
        """Name what makes up the outcome; money, goods cubes and VP only where equal projects can bring different ones.

        Money and goods cubes are those without sales.
        """
        program, uses = self.program, self._uses
        self._sites.decide()
        self._missions.decide()
        varied = self._course.decide()
        self._hiring.decide(varied=varied)
        if not (varied or self._vp_for_matching or not uses.only_by_missions):
            return
        least = -uses.dollars if self._short else 0
        for name, amount, lowest, most in (
            ("money", money, least, most_money),
            ("goods", goods, 0, most_goods),
            ("vp", self._player.vp + vp.amount, 0, self._player.vp + vp.most),
        ):
            if isinstance(amount, int):
                continue
            whole = program.integer(lowest, most, name)
            program.model.add(whole == amount)
            program.decides(whole)

    def _counts(self) -> dict[str, tuple[LinearExpr, int]]:
        """Count what the held donations count, where the turn can change it."""
        components, player, sites = self._components, self._player, self._sites.sites
        counts: dict[str, tuple[LinearExpr, int]] = {}
        if self._course.railroads is not None:
            counts[RAILROADS] = (self._course.railroads.amount, self._course.railroads.most)
        held = [donation for donation in player.donations if donation in COUNTS]
        # What a project counts for is asked of the donations' own rules, with the player having it alone.
        none = replace(player, projects=())
        alone = [replace(player, projects=(self._first_project(site),)) for site in sites if held]
        for donation in held:
            count = COUNTS[donation]
            base = count(components, none)
            each = [count(components, one) - base for one in alone]
            if any(each):
                now = count(components, player)
                counts[donation] = (
                    now + self._sites.weighted(each),
                    now + max(each) * self._sites.most,
                )
        return counts

    def _first_project(self, site: Site) -> Project:
        return Project(self._components.cities[site.city].name, site.place.free[0], site.kind)

    def plan(self, outcome: Outcome) -> Plan:
        """Read the plan from a solution."""
        return Plan((*self.steps(outcome), EndTurn()), self.closing.steps(outcome))

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps of the turn from a solution; projects take the free spaces of a place from the left."""
        built = [
            site
            for site, count in zip(self._sites.sites, self._sites.counts, strict=True)
            for _ in range(outcome.value(count))
        ]
        order = list(self._course.arranged(outcome, built))
        steps = self._missions.supplying_steps(outcome)
        if not self._short:
            steps.extend(self._trades.buying_steps(outcome))
            order = self._with_renovations(outcome, self._with_outsourced(outcome, order))
        leaving = [
            (one.index, workstation)
            for one in self._uses.senders
            for workstation in self._missions.workstations(outcome, one.index)
        ]
        free = {site.place: list(site.place.free) for site in built}
        lobbies = self._hiring.lobbies(outcome)
        for item in order:
            if not isinstance(item, Build):
                steps.append(item)
                continue
            city = self._components.cities[item.site.city]
            if item.outsourced:
                index, mission = self._uses.outsourcers[0].index, None
            else:
                left = next(one for one in leaving if item.site.builder in (None, one[0]))
                leaving.remove(left)
                index, workstation = left
                mission = Mission(city.region, workstation)
            steps.append(
                BuildProject(
                    self._components.space_labels[index],
                    item.site.kind,
                    city.name,
                    free[item.site.place].pop(0),
                    mission,
                    item.track_space,
                    self._components.space_labels[lobbies.take(item.employees)],
                )
            )
        return tuple(steps)

    def _region(self, build: Build) -> Region:
        return self._components.cities[build.site.city].region

    def _with_outsourced(self, outcome: Outcome, order: list[Step | Build]) -> list[Step | Build]:
        """Have as many projects of each region as in the solution built without a Mission."""
        left = {region: outcome.value(count) for region, count in self._missions.outsourced.items()}
        changed: list[Step | Build] = []
        for item in order:
            if isinstance(item, Build) and item.site.outsourced is not None:
                changed.append(replace(item, outsourced=item.site.outsourced))
            elif isinstance(item, Build) and left[self._region(item)]:
                left[self._region(item)] -= 1
                changed.append(replace(item, outsourced=True))
            else:
                changed.append(item)
        return changed

    def _with_renovations(self, outcome: Outcome, order: list[Step | Build]) -> list[Step | Build]:
        """Put each renovation where as many projects of its region have been built as it counts."""
        for one in self._trades.renovations:
            renovating = self._trades.renovating_step(outcome, one)
            if renovating is None:
                continue
            region, counted, step = renovating
            place = 0
            while counted:
                item = order[place]
                counted -= isinstance(item, Build) and self._region(item) is region
                place += 1
            order.insert(place, step)
        return order

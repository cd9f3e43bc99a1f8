"""Construction as a CP-SAT program: who goes on a Mission, which disks are built where, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, ProjectType, Region
from carnegie_solver.decisions.closing import Closing, Scenario
from carnegie_solver.decisions.construction.course import Course, PlainCourse
from carnegie_solver.decisions.construction.link_sets import LinkQuestion, LinkSet, TooManySets, link_sets
from carnegie_solver.decisions.construction.reach import attainable_levels, circles_ahead, rises, study_reach
from carnegie_solver.decisions.construction.sites import Site, SiteCounts, buildable_sites, free_places
from carnegie_solver.decisions.construction.study_course import StudyCourse
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.rules import Position, Project, Step
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import COUNTS, RAILROADS, raised_limits
from carnegie_solver.rules.links import levels, link_vp, own_cities
from carnegie_solver.rules.steps import BuildProject, Mission
from carnegie_solver.valuation import Outlook

MOST_VISITED = 5000


class ConstructionProgram:
    """The whole turn, up to standing up at the end of the round."""

    def __init__(self, components: Components, outlook: Outlook, position: Position, link_mode: str = "sets") -> None:
        assert position.turn is not None
        self.program = Program()
        self._components = components
        self._outlook = outlook
        self._position = position
        self._player = player = position.decider
        self._uses = [
            (index, count)
            for index, count in position.turn.uses
            if rule_of(player.company[index].department).builds_projects
        ]
        uses = sum(count for _, count in self._uses)
        places = free_places(components, position)
        self._reach = study_reach(components, position, places, uses)
        disks = {
            kind: player.tabs[kind].waiting
            + min(player.disks_in_supply, sum(circles_ahead(components, position, self._reach, kind)))
            for kind in ProjectType
        }
        most = min(uses, sum(disks.values()))
        self._sites = SiteCounts(self.program, components, position, buildable_sites(places, disks, most), most)
        model = self.program.model
        self.program.takes_steps(self._sites.total)
        course: Course
        if self._reach.nothing:
            course = PlainCourse(self.program, components, outlook, position, self._sites)
        else:
            course = StudyCourse(self.program, components, outlook, position, self._sites, self._reach)
        self._course = course
        self._value_cities()
        self._value_tabs()
        self._links()
        self._sent = self._send()
        scenarios: dict[int, list[Scenario]] = {
            index: [(leave(components, player.company[index], number)[1], sent) for number, sent in enumerate(choices)]
            for index, choices in self._sent.items()
        }
        self._hire(course)
        paid = self._sites.weighted([components.goods_cost[site.kind] for site in self._sites.sites])
        model_goods = player.goods + course.goods.amount - paid
        raised = raised_limits(components, player)
        self.closing = Closing(
            self.program,
            components,
            outlook,
            player,
            money=player.money + course.money.amount,
            most_money=player.money + course.money.most,
            goods=model_goods,
            most_goods=player.goods + course.goods.most,
            scenarios=scenarios,
            raised=None if course.raised is None else raised + course.raised.amount,
            most_raised=0 if course.raised is None else raised + course.raised.most,
            counts=self._counts(course),
        )

    def _send(self) -> dict[int, list[cp_model.IntVar]]:
        """Choose how many employees each Department sends on a Mission: one for each project."""
        program = self.program
        sent = {
            index: [program.boolean(f"space{index}_sends{number}") for number in range(count + 1)]
            for index, count in self._uses
        }
        total: list[LinearExpr] = [0]
        for choices in sent.values():
            program.model.add_exactly_one(choices)
            total.extend(number * choice for number, choice in enumerate(choices))
        program.model.add(cp_model.LinearExpr.sum(total) == self._sites.total)
        return sent

    def _value_cities(self) -> None:
        cities = [self._components.cities[site.city] for site in self._sites.sites]
        vp = [100 * city.vp_per_project for city in cities]
        self.program.gains(self._sites.weighted(vp), max([0, *vp]) * self._sites.most)
        ahead = {city: self._outlook.link_city(city) for city in self._sites.entered}
        self.program.gains(
            cp_model.LinearExpr.sum([ahead[city] * entered for city, entered in self._sites.entered.items()]),
            max([0, *ahead.values()]) * self._sites.most,
        )

    def _value_tabs(self) -> None:
        for kind in ProjectType:
            tab = self._player.tabs[kind]
            revealed = self._course.revealed(kind)
            built = self._sites.of_kind(kind)
            most_built = min(self._sites.most, tab.waiting + revealed.most)
            if not most_built and not revealed.most:
                continue
            income = [self._outlook.project_income(kind, tab.side, tab.built + number) for number in range(most_built + 1)]
            waiting = [self._outlook.waiting(kind, number) for number in range(tab.waiting + revealed.most + 1)]
            if revealed.most:
                self._table(built, income, tab.built)
                self._table(tab.waiting + revealed.amount - built, waiting, 0)
                self.program.gains(-waiting[tab.waiting], -waiting[tab.waiting])
                self.program.gains(waiting[0], waiting[0])
            else:
                table = [income[number] + waiting[tab.waiting - number] for number in range(most_built + 1)]
                self._table(built, table, 0)

    def _table(self, count: LinearExpr, table: list[int], name: int) -> None:
        """Add what a table gives for a count more than for none."""
        rungs = [self.program.boolean(f"table{name}_{number}") for number in range(len(table) - 1)]
        for lower, upper in zip(rungs, rungs[1:], strict=False):
            self.program.model.add_implication(upper, lower)
        self.program.model.add(cp_model.LinearExpr.sum(rungs) == count)
        self.program.gains(cp_model.LinearExpr.weighted_sum(rungs, rises(table)), max(table) - table[0])

    def _hire(self, course: Course) -> None:
        each = self._outlook.elsewhere[0]
        most = min(self._player.employees_in_supply, course.employees.most)
        if most and each:
            hired = self.program.integer(0, most, "hired")
            self.program.model.add(hired <= course.employees.amount)
            self.program.gains(each * hired, each * most)

    def _counts(self, course: Course) -> dict[str, tuple[LinearExpr, int]]:
        """Count what the held donations count, where the plan changes it."""
        counts: dict[str, tuple[LinearExpr, int]] = {}
        player = self._player
        if RAILROADS in player.donations and course.railroads is not None:
            counts[RAILROADS] = (course.railroads.amount, course.railroads.most)
        held = [donation for donation in player.donations if donation in COUNTS]
        if not held or not self._sites.sites:
            return counts
        none = replace(player, projects=())
        lone = [
            replace(player, projects=(Project(self._components.cities[site.city].name, site.place.free[0], site.kind),))
            for site in self._sites.sites
        ]
        for donation in held:
            count = COUNTS[donation]
            base = count(self._components, none)
            each = [count(self._components, one) - base for one in lone]
            if any(each):
                now = count(self._components, player)
                counts[donation] = (now + self._sites.weighted(each), now + max(each) * self._sites.most)
        return counts

    def _links(self) -> None:
        components, player = self._components, self._player
        own = own_cities(components, player)
        now = levels(components, player)
        before = link_vp(components, own, now)
        question = LinkQuestion(
            own,
            frozenset(self._sites.entered),
            now,
            attainable_levels(components, self._position, self._reach),
            self._sites.most,
            before,
        )
        sets = link_sets(components, question, MOST_VISITED)
        self.number_of_sets = len(sets)
        if not sets:
            return
        chosen = [self.program.boolean(f"links{number}") for number in range(len(sets))]
        self.program.model.add_at_most_one(chosen)
        for one, choice in zip(sets, chosen, strict=True):
            for city in one.cities:
                self.program.model.add(choice <= self._sites.entered[city])
            for region in one.regions:
                self.program.model.add(choice <= self._course.reached(region, one.level))
        self.program.gains(
            cp_model.LinearExpr.weighted_sum(chosen, [100 * (one.vp - before) for one in sets]),
            100 * (max(one.vp for one in sets) - before),
        )

    # Reading -----------------------------------------------------------------------------------------------

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps of the turn from a solution."""
        built = [
            site
            for site, count in zip(self._sites.sites, self._sites.counts, strict=True)
            for _ in range(outcome.value(count))
        ]
        senders = [
            (index, workstation)
            for index, choices in self._sent.items()
            for number, choice in enumerate(choices)
            if outcome.value(choice)
            for workstation in leave(self._components, self._player.company[index], number)[0]
        ]
        steps: list[Step] = []
        free = {site.place: list(site.place.free) for site in built}
        for item in self._course.arranged(outcome, built):
            if not isinstance(item, Site):
                steps.append(item)
                continue
            index, workstation = senders.pop(0)
            city = self._components.cities[item.city]
            steps.append(
                BuildProject(
                    self._components.space_labels[index],
                    item.kind,
                    city.name,
                    free[item.place].pop(0),
                    Mission(city.region, workstation),
                )
            )
        return tuple(steps)

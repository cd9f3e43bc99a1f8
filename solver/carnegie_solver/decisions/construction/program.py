"""Construction as a CP-SAT program: who goes on a Mission, which disks are built where, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, ProjectType
from carnegie_solver.decisions.closing import Closing, Scenario
from carnegie_solver.decisions.construction.course import Course
from carnegie_solver.decisions.construction.ladder import rises
from carnegie_solver.decisions.construction.links import add_link_sets, link_question
from carnegie_solver.decisions.construction.plain_course import PlainCourse
from carnegie_solver.decisions.construction.reach import circles_ahead, most_projects, study_reach
from carnegie_solver.decisions.construction.sites import Site, SiteCounts, buildable_sites, free_places
from carnegie_solver.decisions.construction.study_course import StudyCourse
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position, Project, Step
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import COUNTS, RAILROADS, raised_limits
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
        self._reach = reach = study_reach(components, position, places, uses)
        disks = {
            kind: player.tabs[kind].waiting
            + min(player.disks_in_supply, circles_ahead(components, position, reach, kind))
            for kind in ProjectType
        }
        most = most_projects(components, position, reach, places, disks, uses)
        sites = buildable_sites(places, disks, most)
        self._sites = SiteCounts(self.program, components, position, sites, most)
        self._course = self._run_course()
        self.program.takes_steps(self._sites.built)
        self._value_cities()
        self._value_disks()
        self._add_links()
        self._hire()
        self._sent = self._send()
        self.closing = self._close()

    def _run_course(self) -> Course:
        parts = (self.program, self._components, self._outlook, self._position, self._sites)
        return PlainCourse(*parts) if self._reach.nothing else StudyCourse(*parts, self._reach)

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

    def _value_count(self, count: LinearExpr, worth: Sequence[int], name: str) -> None:
        """Add what a count is worth more than none, in centi-VP, by a table that ends at the most it can be."""
        reached = [self.program.boolean(f"{name}_{number}") for number in range(1, len(worth))]
        for fewer, more in pairwise(reached):
            self.program.model.add_implication(more, fewer)
        self.program.model.add(count == total(reached))
        gain = cp_model.LinearExpr.weighted_sum(reached, list(rises(worth)))
        self.program.gains(gain, max(worth) - worth[0])

    def _add_links(self) -> None:
        question = link_question(self._components, self._position, self._reach, self._sites)
        add_link_sets(self.program, self._components, question, self._sites, self._course)

    def _hire(self) -> None:
        """Add the worth of new employees, who lie in the Lobby, while there are any in the supply."""
        each = self._outlook.elsewhere[0]
        offered = self._course.employees
        most = min(self._player.employees_in_supply, offered.most)
        if most:
            hired = self.program.integer(0, most, "hired")
            self.program.model.add(hired <= offered.amount)
            self.program.gains(each * hired, each * most)

    def _send(self) -> dict[int, list[cp_model.IntVar]]:
        """Choose how many employees each Department sends on Missions: one for each project."""
        sent = {
            index: [self.program.boolean(f"space{index}_sends{number}") for number in range(count + 1)]
            for index, count in self._uses
        }
        numbers: list[LinearExpr] = []
        for choices in sent.values():
            self.program.model.add_exactly_one(choices)
            numbers.extend(number * choice for number, choice in enumerate(choices))
        self.program.model.add(self._sites.built == total(numbers))
        return sent

    def _close(self) -> Closing:
        components, player, course = self._components, self._player, self._course
        scenarios: dict[int, list[Scenario]] = {
            index: [
                (leave(components, player.company[index], number)[1], choice)
                for number, choice in enumerate(choices)
            ]
            for index, choices in self._sent.items()
        }
        costs = self._sites.weighted(components.goods_cost[site.kind] for site in self._sites.sites)
        raised = raised_limits(components, player)
        return Closing(
            self.program,
            components,
            self._outlook,
            player,
            money=player.money + course.money.amount,
            most_money=player.money + course.money.most,
            goods=player.goods + course.goods.amount - costs,
            most_goods=player.goods + course.goods.most,
            scenarios=scenarios,
            raised=raised + course.raised.amount if course.raised else None,
            most_raised=raised + course.raised.most if course.raised else 0,
            counts=self._counts(),
        )

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
        leaving = [
            (self._components.space_labels[index], workstation)
            for index, choices in self._sent.items()
            for number, choice in enumerate(choices)
            if outcome.value(choice)
            for workstation in leave(self._components, self._player.company[index], number)[0]
        ]
        free = {site.place: list(site.place.free) for site in built}
        steps: list[Step] = []
        for item in self._course.arranged(outcome, built):
            if isinstance(item, Site):
                city = self._components.cities[item.city]
                label, workstation = leaving.pop(0)
                mission = Mission(city.region, workstation)
                steps.append(BuildProject(label, item.kind, city.name, free[item.place].pop(0), mission))
            else:
                steps.append(item)
        return tuple(steps)

"""Construction with the links as a flow through the map: the rival in the benchmark, and a second opinion in the tests.

The cities of one group are chosen in the program itself; they are connected because a flow from one of its major cities
reaches each of them through others of the group.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, Region
from carnegie_solver.decisions.construction import ConstructionProgram
from carnegie_solver.decisions.construction.course import NOTHING, Course, Gained
from carnegie_solver.decisions.construction.link_sets import GroupScore, LinkQuestion
from carnegie_solver.decisions.construction.links import link_question
from carnegie_solver.decisions.construction.sites import SiteCounts
from carnegie_solver.decisions.program import LinearExpr, Program, total


class LinkFlowProgram(ConstructionProgram):
    """The program of Construction but for the links."""

    def _links(self, of_group: GroupScore) -> tuple[Gained, int]:
        question = link_question(self._components, self._position, self._reach, self._sites, of_group)
        return add_link_flow(
            self.program, self._components, question, self._sites, self._course
        ), question.before


def add_link_flow(
    program: Program, components: Components, question: LinkQuestion, sites: SiteCounts, course: Course
) -> Gained:
    """Give the VP by which links rise: a connected group of cities, scored at a level that all its regions reach."""
    model = program.model
    cities = sorted(question.own | question.enterable)
    grouped = {city: program.boolean(f"grouped{city}") for city in cities}
    for city in question.enterable:
        model.add(grouped[city] <= sites.entered[city])
    scored: list[cp_model.IntVar] = []
    points: list[LinearExpr] = []
    gains: list[int] = []
    for level in Level:
        rows = {
            number: question.of_group(components, level, number)
            for number in range(1 + sum(components.cities[city].link_points for city in components.majors))
        }
        at_level = [
            (number, vp, program.boolean(f"level{level}_points{number}"))
            for number, vp in rows.items()
            if vp > question.before
        ]
        chosen = total(variable for _, _, variable in at_level)
        for region in Region:
            reached = course.reached(region, level)
            for city in cities:
                if components.cities[city].region is region:
                    model.add(grouped[city] + chosen <= 1 + reached)
        scored.extend(variable for _, _, variable in at_level)
        points.extend(number * variable for number, _, variable in at_level)
        gains.extend(vp - question.before for _, vp, _ in at_level)
    if not scored:
        return NOTHING
    model.add_at_most_one(scored)
    majors = [city for city in cities if city in components.majors]
    model.add(total(points) <= total(components.cities[city].link_points * grouped[city] for city in majors))
    model.add(total(grouped[city] for city in majors) >= 2 * total(scored))
    _connect(program, components, grouped, majors, len(question.own) + question.most_new)
    return Gained(cp_model.LinearExpr.weighted_sum(scored, gains), max(gains))


def _connect(
    program: Program,
    components: Components,
    grouped: dict[int, cp_model.IntVar],
    majors: list[int],
    most: int,
) -> None:
    """Send one unit to each of at most `most` cities of the group, from one of its major cities and through others."""
    model = program.model
    inflow: dict[int, list[LinearExpr]] = {city: [] for city in grouped}
    sources = []
    for city in majors:
        source = program.boolean(f"source{city}")
        supply = program.integer(0, most, f"supply{city}")
        model.add(supply <= most * source)
        sources.append(source)
        inflow[city].append(supply)
    model.add_at_most_one(sources)
    for city, in_group in grouped.items():
        for other in components.city_neighbours[city]:
            if other in grouped:
                flow = program.integer(0, most, f"flow{city}_{other}")
                model.add(flow <= most * in_group)
                model.add(flow <= most * grouped[other])
                inflow[other].append(flow)
                inflow[city].append(-flow)
    for city, parts in inflow.items():
        model.add(total(parts) == grouped[city])

"""The links in the program: the best of the smallest sets of new cities that the plan enters."""

from __future__ import annotations

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, Region
from carnegie_solver.decisions.construction.course import NOTHING, Course, Gained
from carnegie_solver.decisions.construction.link_sets import GroupScore, LinkQuestion, link_sets
from carnegie_solver.decisions.construction.reach import StudyReach, track_ahead
from carnegie_solver.decisions.construction.sites import SiteCounts
from carnegie_solver.decisions.program import Program
from carnegie_solver.rules import Position
from carnegie_solver.rules.links import levels, link_vp, own_cities


def link_question(
    components: Components, position: Position, reach: StudyReach, sites: SiteCounts, of_group: GroupScore
) -> LinkQuestion:
    """Say what the links depend on in a turn, and how a connected group scores."""
    own = own_cities(components, position.decider)
    now = levels(components, position.decider)
    attainable: list[Level] = [
        max(space.level for space in track_ahead(components, position, reach, region, reach.last))
        for region in Region
    ]
    before = link_vp(components, own, now, of_group)
    entered = frozenset(sites.entered)
    return LinkQuestion(own, entered, now, tuple(attainable), sites.most, of_group, before)


def add_link_sets(
    program: Program, components: Components, question: LinkQuestion, sites: SiteCounts, course: Course
) -> Gained:
    """Give the VP by which links rise: at most one set of cities counts, and only if the plan enters all of them."""
    sets = link_sets(components, question)
    if not sets:
        return NOTHING
    chosen = [program.boolean(f"links{number}") for number in range(len(sets))]
    program.model.add_at_most_one(chosen)
    for one, counts in zip(sets, chosen, strict=True):
        for city in sorted(one.cities):
            program.model.add(counts <= sites.entered[city])
        for region in sorted(one.regions):
            program.model.add(counts <= course.reached(region, one.level))
    gains = [one.vp - question.before for one in sets]
    return Gained(cp_model.LinearExpr.weighted_sum(chosen, gains), max(gains))

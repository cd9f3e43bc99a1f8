"""The links in the program: the best of the smallest sets of new cities that the plan enters."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, Region
from carnegie_solver.decisions.construction.course import NOTHING, Course, Gained
from carnegie_solver.decisions.construction.link_sets import GroupScore, LinkQuestion, LinkSet, link_sets
from carnegie_solver.decisions.construction.reach import StudyReach, track_ahead
from carnegie_solver.decisions.construction.sites import SiteCounts
from carnegie_solver.decisions.program import Program, total
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
    # Since at most one set counts, one constraint for all sets that need the same thing takes the place of one for
    # each: the linear relaxation cannot count a part of a city for several sets.
    _require_cities(program, sets, chosen, sites)
    _require_levels(program, sets, chosen, course)
    gains = [one.vp - question.before for one in sets]
    return Gained(cp_model.LinearExpr.weighted_sum(chosen, gains), max(gains))


def _require_cities(
    program: Program, sets: Sequence[LinkSet], chosen: Sequence[cp_model.IntVar], sites: SiteCounts
) -> None:
    """Let a set count only if each of its cities is entered."""
    needing: dict[int, list[cp_model.IntVar]] = {}
    for one, counts in zip(sets, chosen, strict=True):
        for city in sorted(one.cities):
            needing.setdefault(city, []).append(counts)
    for city, counted in needing.items():
        program.model.add(total(counted) <= sites.entered[city])


def _require_levels(
    program: Program, sets: Sequence[LinkSet], chosen: Sequence[cp_model.IntVar], course: Course
) -> None:
    """Let a set count only if each of its regions reaches its level; what reaches a level has reached those below."""
    needed = sorted({(region, one.level) for one in sets for region in one.regions})
    for region, level in needed:
        counted = [
            counts
            for one, counts in zip(sets, chosen, strict=True)
            if region in one.regions and one.level >= level
        ]
        program.model.add(total(counted) <= course.reached(region, level))

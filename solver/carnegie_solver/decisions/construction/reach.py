"""What study points can reach in a turn of Construction: most often nothing, and then the program is much smaller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from carnegie_solver.components import Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.decisions.construction.sites import Place
from carnegie_solver.rules import Position
from carnegie_solver.rules.research import held_last_space


@dataclass(frozen=True, slots=True)
class StudyReach:
    """How far study points can carry tracks and tabs.

    Attributes
    ----------
    start
        The study points that the turn begins with.
    advances, slides
        The most spaces by which a transport disk can be advanced, by region, and a tab slid, by type.
    """

    start: int
    advances: tuple[int, ...]
    slides: tuple[int, ...]

    @property
    def nothing(self) -> bool:
        """Whether no study point can be spent."""
        return not any(self.advances) and not any(self.slides)


def study_reach(components: Components, position: Position, places: Iterable[Place], uses: int) -> StudyReach:
    """Bound what the study points of a turn reach, those of income marks included, with some uses left."""
    assert position.turn is not None
    player = position.decider
    start = position.turn.study_points
    marked = {
        components.cities[place.city].region for place in places if components.cities[place.city].income_mark
    }
    track_costs = [_open_costs(components, position, region) for region in Region]
    tab_costs = [
        components.tab(kind, player.tabs[kind].side).advance_costs[player.tabs[kind].pulled :] for kind in ProjectType
    ]
    each = 0
    while True:
        # Points are spent as soon as they are got, so that no step may cost more than is got at once.
        at_once, total = max(start, each), start + uses * each
        advances = tuple(_affordable(costs, at_once, total) for costs in track_costs)
        slides = tuple(_affordable(costs, at_once, total) for costs in tab_costs)
        most = 0
        for region in marked if uses else ():
            first = player.transport[region]
            for space in components.tracks[region].spaces[first : first + advances[region] + 1]:
                most = max(most, space.income.study_points)
        if most <= each:
            return StudyReach(start, advances, slides)
        each = most


def _open_costs(components: Components, position: Position, region: Region) -> tuple[int, ...]:
    """Give the costs of the advances on a track up to its end, or to a space held by another."""
    track = components.tracks[region]
    reached = position.decider.transport[region]
    costs = list(track.advance_costs[reached:])
    for number in range(reached + 1, len(track.spaces)):
        if track.spaces[number].single_occupant and held_last_space(position, region, number):
            return tuple(costs[: number - reached - 1])
    return tuple(costs)


def _affordable(costs: Sequence[int], at_once: int, total: int) -> int:
    count = spent = 0
    for cost in costs:
        spent += cost
        if cost > at_once or spent > total:
            break
        count += 1
    return count


def circles_ahead(components: Components, position: Position, reach: StudyReach, kind: ProjectType) -> tuple[int, ...]:
    """Give 1 for each space that a tab can reveal and that is a circle, else 0."""
    tab = position.decider.tabs[kind]
    spaces = components.tab(kind, tab.side).spaces[tab.pulled + 1 : tab.pulled + 1 + reach.slides[kind]]
    return tuple(int(space.kind is TabSpaceKind.PROJECT) for space in spaces)


def attainable_levels(components: Components, position: Position, reach: StudyReach) -> tuple[Level, ...]:
    """Give the highest level that each region's disk can reach."""
    return tuple(
        max(
            space.level
            for space in components.tracks[region].spaces[
                position.decider.transport[region] : position.decider.transport[region] + reach.advances[region] + 1
            ]
        )
        for region in Region
    )


def rises(values: Iterable[int]) -> tuple[int, ...]:
    """Give the differences between neighbouring values."""
    return tuple(after - before for before, after in pairwise(values))

"""What study points can reach in a turn of Construction: most often nothing, and then the program is much smaller."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Components, ProjectType, Region, TabSpaceKind
from carnegie_solver.components.tables import TrackSpace
from carnegie_solver.decisions.construction.sites import Place
from carnegie_solver.restrictions import Restrictions
from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.departments import staffed_rules
from carnegie_solver.rules.income import takes_lower_income
from carnegie_solver.rules.research import advance_cost, held_last_space
from carnegie_solver.rules.steps import AdvanceTransport, SlideTab


class StudyReach(Struct, frozen=True):
    """How far study points can carry tracks and tabs in a turn of Construction.

    Points are spent as soon as they are got. So stage 0 of the turn is what the points that it begins with are spent
    on, and each later stage begins with a project on an income mark.

    Attributes
    ----------
    start
        The study points that the turn begins with.
    each
        The most study points that one project can bring.
    stages
        How many stages the turn can have.
    track_costs
        Study points for each space ahead on a track, by region, up to its end or to a space held by another; none where
        no advance is permitted.
    tab_costs
        Study points for each space ahead on a tab, by type; none where no slide is permitted.
    """

    start: int
    each: int
    stages: int
    track_costs: tuple[tuple[int, ...], ...]
    tab_costs: tuple[tuple[int, ...], ...]

    @property
    def last(self) -> int:
        """The last stage."""
        return self.stages - 1

    @property
    def nothing(self) -> bool:
        """Whether no study point can be spent."""
        return not any(self._affordable(costs, self.last) for costs in (*self.track_costs, *self.tab_costs))

    def advances(self, region: Region, stage: int) -> int:
        """Bound how far the disk of a region can have advanced by the end of a stage."""
        return self._affordable(self.track_costs[region], stage)

    def slides(self, kind: ProjectType, stage: int) -> int:
        """Bound how far a tab can have been slid by the end of a stage."""
        return self._affordable(self.tab_costs[kind], stage)

    def _affordable(self, costs: tuple[int, ...], stage: int) -> int:
        # No step may cost more than is got at once.
        at_once, total = max(self.start, self.each), self.start + stage * self.each
        count = spent = 0
        for cost in costs:
            spent += cost
            if cost > at_once or spent > total:
                break
            count += 1
        return count


def study_reach(
    components: Components, position: Position, places: Sequence[Place], uses: int, restrictions: Restrictions
) -> StudyReach:
    """Bound what the study points of a turn reach, those of income marks included."""
    assert position.turn is not None
    permits = functools.partial(restrictions.permits, components, position)
    player = position.decider
    marked = [place for place in places if components.cities[place.city].income_mark]
    reach = StudyReach(
        start=position.turn.study_points,
        each=0,
        stages=1 + min(uses, sum(len(place.free) for place in marked)),
        track_costs=tuple(
            _open_costs(components, position, region) if permits(AdvanceTransport(region)) else ()
            for region in Region
        ),
        tab_costs=tuple(
            components.tab(kind, player.tabs[kind].side).advance_costs[player.tabs[kind].pulled :]
            if permits(SlideTab(kind))
            else ()
            for kind in ProjectType
        ),
    )
    regions = {components.cities[place.city].region for place in marked}
    while reach.last:
        # Where a disk gets with the last points is too late for any project.
        each = max(
            space.income.study_points
            for region in regions
            for space in paying_spaces(components, position, reach, region, reach.last - 1)
        )
        if each <= reach.each:
            break
        reach = replace(reach, each=each)
    return reach


def _open_costs(components: Components, position: Position, region: Region) -> tuple[int, ...]:
    """Give the costs of the advances on a track up to its end, or to a space that the disk may not enter."""
    player = position.decider
    track = components.tracks[region]
    enters = any(rule.enters_last_space for rule in staffed_rules(player))
    costs = []
    for number in range(player.transport[region], len(track.advance_costs)):
        single = track.spaces[number + 1].single_occupant
        if single and not enters and held_last_space(position, region, number + 1):
            break
        costs.append(advance_cost(components, _advanced(player, region, number), region))
    return tuple(costs)


def _advanced(player: Player, region: Region, space: int) -> Player:
    """Give the player with the disk of a region on another space of its track."""
    transport = tuple(
        space if place is region else old for place, old in zip(Region, player.transport, strict=True)
    )
    return replace(player, transport=transport)


def track_ahead(
    components: Components, position: Position, reach: StudyReach, region: Region, stage: int
) -> tuple[TrackSpace, ...]:
    """List the spaces of a track on which the disk can be at the end of a stage, the present one first."""
    first = position.decider.transport[region]
    return components.tracks[region].spaces[first : first + reach.advances(region, stage) + 1]


def paying_spaces(
    components: Components, position: Position, reach: StudyReach, region: Region, stage: int
) -> tuple[TrackSpace, ...]:
    """List the spaces of a track whose income can be had at the end of a stage."""
    player = position.decider
    first = 0 if takes_lower_income(player) else player.transport[region]
    last = player.transport[region] + reach.advances(region, stage)
    return components.tracks[region].spaces[first : last + 1]


def circles_ahead(components: Components, position: Position, reach: StudyReach, kind: ProjectType) -> int:
    """Count the circles that a tab can reveal."""
    tab = position.decider.tabs[kind]
    first = tab.pulled + 1
    spaces = components.tab(kind, tab.side).spaces[first : first + reach.slides(kind, reach.last)]
    return sum(space.kind is TabSpaceKind.PROJECT for space in spaces)


def most_projects(
    components: Components,
    position: Position,
    reach: StudyReach,
    places: Sequence[Place],
    disks: Mapping[ProjectType, int],
    uses: int,
    supplied: int,
) -> int:
    """Bound the projects of a turn by the uses, the disks and the goods cubes, those on the way included.

    `supplied` are cubes that other uses of the turn can bring.
    """
    goods = position.decider.goods + supplied
    each = 0
    for region in Region:
        spaces = track_ahead(components, position, reach, region, reach.last)
        goods += sum(space.arrival_bonus.goods for space in spaces[1:])
        if any(_is_marked(components, place, region) for place in places):
            paying = paying_spaces(components, position, reach, region, reach.last)
            each = max(each, *(space.income.goods for space in paying))
    costs = sorted(components.goods_cost[kind] for kind in ProjectType for _ in range(disks[kind]))[:uses]
    for count, spent in enumerate(accumulate(costs)):
        if spent > goods + count * each:
            return count
    return len(costs)


def _is_marked(components: Components, place: Place, region: Region) -> bool:
    city = components.cities[place.city]
    return city.income_mark and city.region is region

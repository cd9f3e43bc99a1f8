"""What is left to play, and what things are worth in the light of it: the prices behind the estimates.

An outlook depends on the timeline, the components and the weights only, so it stays the same for a whole decision. The
optimisers take their coefficients from the same tables as the valuation, which is why their objectives agree with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cached_property, lru_cache, wraps
from itertools import combinations
from typing import Any, TypeVar, TypeVarTuple

import networkx as nx

from carnegie_solver.components import (
    Action,
    Components,
    Event,
    Level,
    ProjectType,
    Region,
    TabSide,
    TabSpaceKind,
)
from carnegie_solver.components.tables import Income
from carnegie_solver.restrictions import UNRESTRICTED, Restrictions
from carnegie_solver.rules.position import TimelineRow
from carnegie_solver.valuation.weights import Weights

SPACES_PER_ROW = 5
Asked = TypeVarTuple("Asked")
Answer = TypeVar("Answer")


def remembered(
    find: Callable[[Outlook, *Asked], Answer],
) -> Callable[[Outlook, *Asked], Answer]:
    """Have a question answered once for each outlook and what is asked: searches ask the same again and again.

    What is known goes with its outlook, so that it is no longer kept, nor looked through by the garbage collector, than
    the decision needs it.
    """

    @wraps(find)
    def found(outlook: Outlook, *asked: *Asked) -> Answer:
        known: dict[tuple[*Asked], Answer] = outlook.known[find]
        answer = known.get(asked)
        if answer is None:
            answer = known[asked] = find(outlook, *asked)
        return answer

    return found


class Outlook:
    """Prices in centi-VP for the rest of a game.

    Parameters
    ----------
    components
        The printed game.
    weights
        What things are taken to be worth.
    timeline
        The four rows; their used spaces say what is left to play.
    restrictions
        Which steps the optimisers may make; no price depends on it.
    """

    def __init__(
        self,
        components: Components,
        weights: Weights,
        timeline: tuple[TimelineRow, ...],
        restrictions: Restrictions = UNRESTRICTED,
    ) -> None:
        self.components = components
        self.weights = weights
        self.timeline = timeline
        self.restrictions = restrictions
        self.row_left = tuple(_spaces_left(row) for row in timeline)
        self.rounds_left = rounds_left(timeline)
        self.events_left = Counter(
            event
            for row, last in zip(timeline, components.last_events, strict=True)
            for space in (*((event,) for event in row.events), last)[row.used :]
            for event in space
        )
        self.known: defaultdict[object, dict[Any, Any]] = defaultdict(dict)
        """What has been asked so far, by the function that answers it: see `remembered`."""

    @property
    def unrestricted(self) -> Outlook:
        """The same outlook, with every legal step permitted."""
        if not self.restrictions.restrict:
            return self
        return Outlook(self.components, self.weights, self.timeline)

    # Money, goods, incomes -------------------------------------------------------------------------------------

    @cached_property
    def money(self) -> int:
        """The worth of one dollar."""
        return self.weights.money[min(20, self.rounds_left)]

    @cached_property
    def goods(self) -> int:
        """The worth of one goods cube."""
        return self.weights.goods[min(20, self.rounds_left)]

    def income(self, income: Income) -> int:
        """Give the worth of an income got once; of a choice, that of its best part."""
        left = min(20, self.rounds_left)
        if income.choice:
            return max(self.income(part) for part in income.choice)
        return (
            100 * income.vp
            + self.money * income.money
            + self.goods * income.goods
            + self.weights.study_point[left] * income.study_points
            + self.weights.new_employee[left] * income.new_employee
        )

    # Employees -------------------------------------------------------------------------------------------------

    def uses(self, action: Action) -> int:
        """Give how many uses an employee standing for an action is still good for, in percent of one."""
        by_row = self.weights.use_by_row_left[self.row_left[action]]
        return by_row * self.weights.use_by_rounds_left[action][min(20, self.rounds_left)] // 100

    @remembered
    def department(self, name: str) -> int:
        """Give the worth of the first employee standing in a Department, by what it will do until the end."""
        department = self.components.departments[name]
        per_use = self.weights.use_of_department.get(name, self.weights.use_of_action[department.type])
        return per_use * self.uses(department.type) // 100

    def reserved(self, name: str) -> int:
        """Give the worth of a Department that waits, reserved, to be built."""
        builds = min(100, self.weights.use_by_row_left[self.row_left[Action.MANAGEMENT]])
        return self.department(name) * self.weights.reserved_department * builds // 10_000

    @cached_property
    def elsewhere(self) -> tuple[int, ...]:
        """The worth of an employee lying on each space, who must first be moved to a starting Department."""
        if not self.uses(Action.HUMAN_RESOURCES):
            return tuple(0 for _ in self.components.space_labels)
        worth = []
        for distances in company_distances(self.components):
            best = 0
            for index, name in self.components.starting_spaces.items():
                reached = self.weights.lying_elsewhere * self.department(name) // 100
                if distances[index] > 0:
                    best = max(best, reached - self.weights.step * distances[index])
            worth.append(best)
        return tuple(worth)

    @remembered
    def workforce(self, space: int, department: str | None, standing: int, lying: int) -> int:
        """Give the worth of the employees on a space of the Company, and of its workstations open to others.

        Never less for one who stands than for one who lies: the optimisers rely on it.
        """
        elsewhere = self.elsewhere[space]
        if department is None:
            return elsewhere * lying
        full = self.department(department)
        desks = len(self.components.departments[department].desk_costs)
        crowding = self.weights.crowding
        total = 0
        for rank in range(standing + lying):
            worth = full * crowding[min(rank, len(crowding) - 1)] // 100
            if rank >= standing:
                worth = worth * self.weights.lying_in_department // 100 if rank < desks else 0
            total += max(worth, elsewhere)
        if self.uses(Action.HUMAN_RESOURCES):
            for rank in range(standing + lying, desks):
                open_worth = full * crowding[min(rank, len(crowding) - 1)] // 100
                total += open_worth * self.weights.open_workstation // 100
        return total

    @remembered
    def mission(self, region: Region, reached: int) -> int:
        """Give the worth of an employee on a Mission in a region whose track is reached up to a space."""
        events = self.events_left[Event(region.value)]
        if not events:
            return 0
        by_events = self.weights.mission_by_events_left
        income = self.income(self.components.tracks[region].spaces[reached].income)
        return (income + self.elsewhere[0]) * by_events[min(events, len(by_events) - 1)] // 100

    # Tabs and tracks -------------------------------------------------------------------------------------------

    @remembered
    def transport(self, region: Region, reached: int) -> int:
        """Give the worth of standing on a space of a track, for the incomes to come."""
        income = self.income(self.components.tracks[region].spaces[reached].income)
        return income * self.weights.transport_income_per_event * self.events_left[Event(region.value)] // 100

    @remembered
    def project_income(self, kind: ProjectType, side: TabSide, built: int) -> int:
        """Give the worth of the incomes under the first `built` disks of a tab."""
        events = sum(self.events_left[Event(region.value)] for region in Region)
        per_event = self.weights.project_income_per_event
        incomes = circle_incomes(self.components, kind, side)[:built]
        return sum(self.income(income) * per_event * events // 100 for income in incomes)

    @remembered
    def waiting(self, kind: ProjectType, disks: int) -> int:
        """Give the worth of disks that wait on a tab to be built."""
        ranks = self.weights.waiting_by_rank
        percent = sum(ranks[min(rank, len(ranks) - 1)] for rank in range(disks))
        builds = self.weights.use_by_row_left[self.row_left[Action.CONSTRUCTION]]
        return self.weights.waiting_disk[kind] * percent * builds // 10_000

    @remembered
    def tab_ahead(self, kind: ProjectType, side: TabSide, pulled: int) -> int:
        """Give the worth of the VP spaces that a tab has still to reveal, by the study points they cost from here."""
        row_left = self.row_left[Action.RESEARCH_AND_DEVELOPMENT]
        if not row_left:
            return 0
        tab = self.components.tab(kind, side)
        by_cost = self.weights.tab_ahead_by_cost
        cost = total = 0
        for advance, space in zip(tab.advance_costs[pulled:], tab.spaces[pulled + 1 :], strict=True):
            cost += advance
            percent = by_cost[cost] if cost < len(by_cost) else 0
            if space.kind is TabSpaceKind.VP:
                total += 100 * space.vp * percent // 100
            elif space.kind is TabSpaceKind.DONATION_LIMIT:
                total += self.raised_limits(space.raise_by) * percent // 100
        return total * min(100, self.weights.use_by_row_left[row_left]) // 100

    def raised_limits(self, raised: int) -> int:
        """Give the worth of limits raised by some VP, for the donations to come."""
        return self.weights.donation_limit * raised * min(4, self.events_left[Event.DONATION])

    def donation_growth(self, donation: str) -> int:
        """Give the worth of what a donation will still score more until the end, in proportion to the rounds left."""
        return self.weights.donation_growth.get(donation, 0) * min(20, self.rounds_left) // 20

    # The map ---------------------------------------------------------------------------------------------------

    @remembered
    def link_city(self, city: int) -> int:
        """Give the worth of a first project in a city as part of links to come."""
        builds = min(100, self.weights.use_by_row_left[self.row_left[Action.CONSTRUCTION]])
        return link_shares(self.components)[city] * self.weights.link_city * builds // 10_000


def _spaces_left(row: TimelineRow) -> int:
    return max(0, SPACES_PER_ROW - row.used)


def rounds_left(timeline: tuple[TimelineRow, ...]) -> int:
    """Count the unused spaces of the timeline: 0 in the last round."""
    return sum(map(_spaces_left, timeline))


@lru_cache(maxsize=16)
def company_distances(components: Components) -> tuple[tuple[int, ...], ...]:
    """Give the moves between any two spaces of a Company; the number of spaces where there is no way."""
    count = len(components.space_labels)
    graph = nx.Graph(components.space_edges)
    graph.add_nodes_from(range(count))
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    return tuple(tuple(lengths[one].get(other, count) for other in range(count)) for one in range(count))


@lru_cache(maxsize=32)
def circle_incomes(components: Components, kind: ProjectType, side: TabSide) -> tuple[Income, ...]:
    """Give the incomes under a tab's circles, in the order in which their disks are built."""
    spaces = components.tab(kind, side).spaces
    return tuple(space.income for space in spaces if space.kind is TabSpaceKind.PROJECT)


@lru_cache(maxsize=16)
def link_shares(components: Components) -> tuple[int, ...]:
    """Give each city's share, in centi-VP, of the best link between two major cities that it lies on.

    A link counts as at STAGECOACH level and is shared by the cities of a shortest path.
    """
    graph = nx.Graph(components.tables.map_links.rows)
    shares = [0] * len(components.cities)
    for one, other in combinations(components.majors, 2):
        names = components.cities[one].name, components.cities[other].name
        points = components.cities[one].link_points + components.cities[other].link_points
        vp = components.link_vp(Level.STAGECOACH, points)
        if not all(name in graph for name in names) or not nx.has_path(graph, *names):
            continue
        for path in nx.all_shortest_paths(graph, *names):
            for name in path:
                index = components.city_index[name]
                shares[index] = max(shares[index], 100 * vp // len(path))
    return tuple(shares)

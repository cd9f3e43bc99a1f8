"""A turn of Human Resources by minimum-cost flows: one placement of the employees for each combination of uses.

Where it is known that what a combination can bring at most is less than the outcomes found, it is left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations_with_replacement

from msgspec import Struct

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.moving.arrivals import most_arrivals
from carnegie_solver.decisions.moving.bounds import Bounds
from carnegie_solver.decisions.moving.ends import Chosen, EndTables
from carnegie_solver.decisions.moving.routing import edges_of_moves, fewest_walks, walk_steps
from carnegie_solver.decisions.moving.uses import Bundle, bundles, pair_positions, pairs_vp, use_steps
from carnegie_solver.decisions.moving.variants import MovedOutcome, Numbers, Variants
from carnegie_solver.decisions.placement import (
    OutOfLimitError,
    Placement,
    PlacementProblem,
    SeveralSearch,
    work_of,
)
from carnegie_solver.decisions.standing_options import standing_steps
from carnegie_solver.limits import Limit, LimitReached
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Player, Position, Space
from carnegie_solver.rules.donations import donation_limit, standing_employees
from carnegie_solver.rules.human_resources import spaces_in_reach
from carnegie_solver.rules.steps import EndTurn
from carnegie_solver.valuation import Outlook

NEVER = -(10**12)
"""Less than any gain, in centi-VP."""


class Extra(Struct, frozen=True, gc=False):
    """What uses bring besides moves and money: the order of its Missions, their regions, VP, the gain."""

    places: tuple[int, ...]
    regions: tuple[Region, ...]
    vp: int
    gain: int


class Combination(Struct, frozen=True, gc=False):
    """A combination of uses: the player after it, and its best extras."""

    bundle: Bundle
    player: Player
    moves: int
    extras: tuple[Extra, ...]


class Found(Struct, frozen=True, gc=False):
    """A plan found: its gain in centi-VP, its steps in number, and what it is made of."""

    gain: int
    steps: int
    combination: Combination
    extra: Extra
    moved: MovedOutcome


class DonationLimitError(Exception):
    """A donation's limit on standing employees ties the spaces together: the flow method does not cover that."""


class FlowSolver:
    """The search over the combinations.

    Parameters
    ----------
    count
        How many plans at most, no two of which are the same.
    by_end
        Whether plans are the same when they leave the same after the standing-up that they count on, or before it.
    """

    def __init__(
        self,
        components: Components,
        outlook: Outlook,
        position: Position,
        limit: Limit,
        count: int,
        *,
        by_end: bool,
    ) -> None:
        assert position.turn is not None
        self._components, self._outlook, self._position = components, outlook, position
        self._limit, self._count, self._by_end = limit, count, by_end
        self._player = position.decider
        self._edges = edges_of_moves(components, position)
        self._combinations = list(self._combine(position.turn.moves))
        people = sum(space.employees for space in self._player.company)
        people += max(len(each.bundle.lobbies) for each in self._combinations)
        self._ends = EndTables(components, outlook, self._player, people)
        self._before = sum(option.value for option in self._ends.first(self._player.company))
        self._found: dict[Hashable, Found] = {}
        self._reached: LimitReached | None = None
        self._seen: set[tuple[Space, ...]] = set()
        self._open = 0
        self._states = self._flows = 0
        self._method = "OPTIONS_ONLY"

    def _combine(self, moves: int) -> Iterator[Combination]:
        standing = standing_employees(self._player)
        worth = {region: self._outlook.mission(region, self._player.transport[region]) for region in Region}
        for bundle in bundles(self._components, self._position):
            orders: dict[int, tuple[int, ...]] = {}
            for places in pair_positions(bundle, standing):
                orders.setdefault(bundle.vp + pairs_vp(bundle, standing, places), places)
            extras = [
                Extra(places, regions, vp, 100 * vp + sum(worth[region] for region in regions))
                for vp, places in orders.items()
                for regions in combinations_with_replacement(Region, bundle.missions)
            ]
            extras.sort(key=lambda extra: -extra.gain)
            player = bundle.player_after(self._components, self._player)
            yield Combination(bundle, player, moves + bundle.moves, tuple(extras[: self._count]))

    def solve(self) -> Answer:
        """Solve the combinations that can bring the most first, until none is left that can bring more than is found.

        Raises
        ------
        TooManyStatesError
            When the search of a combination grew too long.
        DonationLimitError
            When more would stand than the donation for standing employees can count.
        """
        if not self._within_limit(self._ends.first(self._player.company)):
            raise DonationLimitError
        bounds = Bounds(self._ends)
        waiting = list(self._combinations)
        most = [0] * len(waiting)
        while waiting:
            if len(self._combinations) > 1:
                own = [self._most(each, bounds) for each in waiting]
                order = sorted(range(len(waiting)), key=lambda number: -own[number])
                waiting, most = [waiting[number] for number in order], [own[number] for number in order]
                if most[0] <= self._least():
                    waiting = []
                    break
            self._solve_one(waiting.pop(0), bounds)
            most = most[1:]
            if self._reached is not None:
                break
        return self._answer(max(most) if waiting else None)

    def _most(self, combination: Combination, bounds: Bounds) -> int:
        """Give a bound on what a combination of uses gains, in centi-VP."""
        _, table = self._ends.money_table(combination.player)
        most = bounds.most(combination.player.company, combination.moves, table)
        return combination.extras[0].gain + most - self._before

    def _least(self) -> int:
        """Give what a plan has to gain more than to be one of the best, in centi-VP."""
        gains = sorted((found.gain for found in self._found.values()), reverse=True)
        return gains[self._count - 1] if len(gains) >= self._count else NEVER

    def _solve_one(self, combination: Combination, bounds: Bounds) -> None:
        """Find the best placements after some uses, and from them the best plans."""
        limit = self._limit_left()
        if limit is None:
            self._reached, self._open = LimitReached.WORK, self._most(combination, bounds)
            return
        _, table = self._ends.money_table(combination.player)
        company = combination.player.company
        people = sum(space.employees for space in company)
        assert self._position.turn is not None
        reach = spaces_in_reach(self._components, self._position.turn)
        arrivals = most_arrivals(reach, company, combination.moves, people)
        options = tuple(
            self._ends.ends(index, space, min(people, space.employees + arrivals[index]))
            for index, space in enumerate(company)
        )
        problem = PlacementProblem(
            tuple(space.employees for space in company),
            self._edges,
            options,
            combination.moves,
            tuple(table),
        )
        search = SeveralSearch(problem, self._count, limit)
        variants = Variants(self._components, self._ends, company, self._edges, combination.moves, table)
        self._seen.clear()
        try:
            self._search(combination, search, variants)
        except OutOfLimitError as error:
            self._reached = error.reached
            bound = search.bound + combination.extras[0].gain - self._before
            self._open = min(self._most(combination, bounds), bound)
        finally:
            statistics = search.statistics
            self._states += statistics.states
            self._flows += statistics.flows_solved
        self._method = statistics.method.name
        if search.multipliers is not None:
            bounds.add(search.multipliers)

    def _search(self, combination: Combination, search: SeveralSearch, variants: Variants) -> None:
        """Take what a search finds; the first combination is searched for its best placement first."""
        if not self._found or self._count == 1:
            best = search.first()
            self._take(combination, variants, [best])
            if best.limit_reached is not None:
                raise OutOfLimitError(best.limit_reached)
            if self._count == 1:
                return
            self._take(combination, variants, search.near())
        final = False
        while not final:
            least = self._least()
            wanted = None if least == NEVER else least - combination.extras[0].gain + self._before
            placements, final = search.more(wanted)
            self._take(combination, variants, placements)

    def _limit_left(self) -> Limit | None:
        """Give what is left of the limit; None where its work is used up."""
        left = self._limit.after(self.work)
        return None if left.work == 0.0 else left

    @property
    def work(self) -> float:
        """The work done so far, in the units of the limit."""
        return work_of(self._states, self._flows)

    def _numbers(self, company: Sequence[Space], placement: Placement) -> Numbers:
        """Give the Company that a placement leaves, the fewest who stand having left."""
        left = tuple(
            self._ends.state(space, option.employees)
            for space, option in zip(company, placement.options, strict=True)
        )
        return Numbers(left, placement.flows)

    def _take(self, combination: Combination, variants: Variants, placements: Sequence[Placement]) -> None:
        """Keep the plans that some placements make with the extras of the combination."""
        numbers = []
        for placement in placements:
            own = self._numbers(combination.player.company, placement)
            if own.company not in self._seen:
                self._seen.add(own.company)
                numbers.append(own)
        least = self._least()
        wanted = NEVER if least == NEVER else least - combination.extras[0].gain + self._before
        outcomes = variants.best(numbers, self._count, wanted, by_end=self._by_end)
        for moved in outcomes:
            walked = moved.steps + sum(len(one.seats) for one in moved.standing)
            left = self._left(combination.player, moved)
            for extra in combination.extras:
                gain = moved.value - self._before + extra.gain
                key = (left, extra.vp, tuple(sorted(extra.regions)), len(combination.bundle.lobbies))
                found = Found(gain, walked + len(combination.bundle.chosen), combination, extra, moved)
                known = self._found.get(key)
                if known is None or (known.gain, -known.steps) < (gain, -found.steps):
                    self._found[key] = found

    def _left(self, player: Player, moved: MovedOutcome) -> Hashable:
        """Give the employees, money and goods cubes that a plan leaves, by which plans are told apart."""
        if not self._by_end:
            return moved.before_standing_up, player.money, player.goods
        holdings, _ = self._ends.money_table(player)
        return moved.after_standing_up, *holdings.left(moved.spent)

    def _answer(self, waiting: int | None) -> Answer:
        """Give the answer; `waiting` is the most that a combination not looked at can gain, in centi-VP."""
        best = sorted(self._found.values(), key=lambda found: (-found.gain, found.steps))[: self._count]
        # Without the limit every plan gains as much or more, so the best within the limit are the best with it.
        if any(not self._within_limit(found.moved.standing) for found in best):
            raise DonationLimitError
        if self._reached is None:
            choices = [Choice(self._plan(found), found.gain, found.gain) for found in best]
        else:
            bound = self._open if waiting is None else max(self._open, waiting)
            if not best:
                choices = [Choice(Plan((EndTurn(),)), 0, max(0, bound))]
            else:
                choices = [Choice(self._plan(found), found.gain, max(bound, found.gain)) for found in best]
        statistics = Statistics(f"FLOW_{self._method}", self.work, self._states, self._flows)
        return Answer(tuple(choices), self._reached, statistics)

    def _within_limit(self, standing: Chosen) -> bool:
        """Whether the donation for standing employees, if held, can count all who stand."""
        counted = self._ends.per_standing * sum(option.standing for option in standing)
        return counted <= 100 * donation_limit(self._components, self._player)

    def _plan(self, found: Found) -> Plan:
        """Write a plan's steps."""
        components, combination = self._components, found.combination
        regions = iter(found.extra.regions)
        uses = use_steps(
            components, self._player, combination.bundle, found.extra.places, lambda _: next(regions)
        )
        walks = found.moved.walks
        if walks is None:
            walks = fewest_walks(self._edges, combination.player.company, found.moved.company)
            assert walks is not None
        moves = walk_steps(components, combination.player, walks)
        holdings, _ = self._ends.money_table(combination.player)
        sale = holdings.best_sale(found.moved.spent)
        assert sale is not None
        standing = dict(enumerate(found.moved.standing))
        return Plan((*uses, *moves, EndTurn()), standing_steps(components, sale[1], standing))

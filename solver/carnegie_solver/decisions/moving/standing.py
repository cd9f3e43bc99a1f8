"""Standing up as a decision: an exact search over the spaces, as nothing but dollars and VP ties them together.

What is told apart is who stands where by numbers, what is paid in all, and the VP. Backwards over the spaces it is
known what the rest can still bring for each sum of dollars and VP; forwards the outcomes come in order of worth.
"""

from __future__ import annotations

import heapq
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.placement import work_of
from carnegie_solver.decisions.space_worths import SpaceWorths
from carnegie_solver.decisions.standing_options import Holdings, desk_order, most_up
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Player, Position, Space, Step
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import STAFFED, donation_limit, standing_employees
from carnegie_solver.rules.standing_up import changed_payroll, may_change_payroll
from carnegie_solver.rules.steps import EndTurn, Payroll, SellGoods, StandUp
from carnegie_solver.valuation import Outlook

Seat = tuple[int, int, Payroll | None]
"""A space, a workstation of it, and what Payroll Management changes of its cost."""

NEVER = -(10**12)
"""Less than any worth, in centi-VP."""


class Sums(NamedTuple):
    """What ties the spaces together: dollars paid, VP brought, employees stood up, and VP that come too late.

    Too late for a cut is a bonus for Payroll Management's own employee, who stands up last. `cut` says that there is a
    cut, which needs VP; it matters only, and is told apart only, where a player begins with less than none.
    """

    cost: int = 0
    vp: int = 0
    up: int = 0
    late: int = 0
    cut: bool = False


class Way(NamedTuple):
    """A way to stand employees up on one space: what it adds to the sums, the space's worth in centi-VP, the seats."""

    sums: Sums
    worth: int
    seats: tuple[Seat, ...]


def space_ways(
    components: Components,
    worths: SpaceWorths,
    index: int,
    space: Space,
    *,
    payroll: bool,
    below: bool = False,
) -> list[Way]:
    """Give the ways to stand employees up on one space that differ in their sums, with the fewest changed costs.

    Where an employee of Payroll Management's own stands up, only the first one's cost can be changed [public].
    `below` says that the player begins with less than no VP.
    """
    free = [number for number in desk_order(components, space) if number not in space.standing_at]
    costs = components.departments[space.department].desk_costs if space.department is not None else ()
    changes: tuple[Payroll | None, ...] = (None, *Payroll) if payroll else (None,)
    own = rule_of(space.department).changes_payroll
    ways: dict[Sums, Way] = {}
    for up in range(most_up(components, worths.outlook, index, space) + 1):
        after = replace(space, standing_at=(*space.standing_at, *free[:up]), lying=space.lying - up)
        worth = worths.of(index, after)
        for numbers in combinations(free, up):
            partial: dict[Sums, tuple[Seat, ...]] = {Sums(up=up): ()}
            for number in numbers:
                longer: dict[Sums, tuple[Seat, ...]] = {}
                for sums, seats in partial.items():
                    for change in changes:
                        if own and change is not None and any(seat[2] is not None for seat in seats):
                            continue
                        paid, brought = costs[number - 1], 0
                        if change is not None:
                            paid, brought = changed_payroll(paid, change)
                        late = sums.late + (max(0, brought) if own else 0)
                        cut = below and (sums.cut or change is Payroll.CUT)
                        key = Sums(sums.cost + paid, sums.vp + brought, up, late, cut)
                        longer.setdefault(key, (*seats, (index, number, change)))
                partial = longer
            for sums, seats in partial.items():
                ways.setdefault(sums, Way(sums, worth + 100 * sums.vp, seats))
    return list(ways.values())


class StandingUp:
    """The search: spaces with nothing to choose are left out."""

    def __init__(self, components: Components, outlook: Outlook, position: Position) -> None:
        self._components = components
        player = self._player = position.decider
        payroll = may_change_payroll(position)
        worths = SpaceWorths(components, outlook, player)
        self._holdings = Holdings(components, outlook, player)
        self._price = components.tables.setup.goods_sell_price_any_time
        self._budget = player.money + self._price * player.goods
        # The limit of the donation for standing employees ties the spaces together only where it can be reached.
        self._each, self._limit = 0, donation_limit(components, player)
        if STAFFED in player.donations:
            self._each = components.donations[STAFFED].vp_each
        self._spaces: list[list[Way]] = []
        for index, space in enumerate(player.company):
            ways = space_ways(components, worths, index, space, payroll=payroll, below=player.vp < 0)
            if len(ways) > 1:
                nothing = ways[0].worth
                self._spaces.append([way._replace(worth=way.worth - nothing) for way in ways])
        most_up = sum(max(way.sums.up for way in ways) for ways in self._spaces)
        self._limited = self._each * (standing_employees(player) + most_up) > self._limit
        self._before = self._holdings.worth(player.money, player.goods) + self._donation(0)
        self._known: list[dict[Sums, int]] = [{} for _ in range(len(self._spaces) + 1)]

    @property
    def generated(self) -> int:
        """How many sums have been looked at."""
        return sum(map(len, self._known))

    def _donation(self, up: int) -> int:
        standing = standing_employees(self._player) + up
        return 100 * min(self._each * standing, self._limit)

    def _most(self, position: int, sums: Sums) -> int:
        """Give the most that the spaces from a position on can add, the end included, in centi-VP."""
        if not self._limited:
            sums = sums._replace(up=0)
        known = self._known[position].get(sums)
        if known is None:
            if position == len(self._spaces):
                known = self._end(sums)
            else:
                known = max(
                    way.worth
                    + (0 if self._limited else 100 * self._each * way.sums.up)
                    + self._most(position + 1, self._add(sums, way.sums))
                    for way in self._spaces[position]
                    if sums.cost + way.sums.cost <= self._budget
                )
            self._known[position][sums] = known
        return known

    @staticmethod
    def _add(one: Sums, other: Sums) -> Sums:
        return Sums(
            one.cost + other.cost,
            one.vp + other.vp,
            one.up + other.up,
            one.late + other.late,
            one.cut or other.cut,
        )

    def _end(self, sums: Sums) -> int:
        """Give what money, goods cubes and the donation for standing employees are worth more at the end."""
        sale = self._holdings.best_sale(sums.cost)
        short = self._player.vp + sums.vp - sums.late < 0 and (sums.cut or self._player.vp >= 0)
        if sale is None or short:
            return NEVER
        more = self._donation(sums.up) if self._limited else self._donation(0)
        return sale[0] + more - self._before

    def lines(self, count: int) -> list[tuple[int, tuple[Seat, ...], int]]:
        """Give the best outcomes, best first: the gain in centi-VP, the seats taken, the goods cubes sold."""
        nothing = Sums()
        queue: list[tuple[int, int, int, tuple[int, ...], Sums, int, tuple[Seat, ...]]] = [
            (-self._most(0, nothing), 0, 0, (), nothing, 0, ())
        ]
        seen: set[tuple[tuple[int, ...], Sums]] = set()
        found: list[tuple[int, tuple[Seat, ...], int]] = []
        ended: set[tuple[tuple[int, ...], int, int]] = set()
        while queue and len(found) < count:
            gain, _, position, numbers, sums, worth, seats = heapq.heappop(queue)
            if position == len(self._spaces):
                if (numbers, sums.cost, sums.vp) not in ended:
                    ended.add((numbers, sums.cost, sums.vp))
                    sale = self._holdings.best_sale(sums.cost)
                    assert sale is not None
                    found.append((-gain, seats, sale[1]))
                continue
            for way in self._spaces[position]:
                following = self._add(sums, way.sums)
                key = ((*numbers, way.sums.up), following)
                if following.cost > self._budget or key in seen:
                    continue
                seen.add(key)
                own = worth + way.worth + (0 if self._limited else 100 * self._each * way.sums.up)
                most = own + self._most(position + 1, following)
                if most > NEVER // 2:
                    taken = (*seats, *way.seats)
                    heapq.heappush(queue, (-most, len(taken), position + 1, *key, own, taken))
        return found


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best ways to stand employees up; it is so quick that no limit is looked at."""
    del limit
    search = StandingUp(components, outlook, position)
    choices = tuple(
        Choice(Plan((*_steps(components, position.decider, seats, sold), EndTurn())), gain, gain)
        for gain, seats, sold in search.lines(count)
    )
    return Answer(choices, None, Statistics("STANDING_UP", work_of(search.generated, 0), search.generated))


def _steps(components: Components, player: Player, seats: tuple[Seat, ...], sold: int) -> tuple[Step, ...]:
    """Write the steps: goods cubes sold; bonuses first, for a cut needs VP; Payroll Management's own employee last."""

    def rank(seat: Seat) -> tuple[bool, bool, bool]:
        own = rule_of(player.company[seat[0]].department).changes_payroll
        return own, seat[2] is None, seat[2] is Payroll.CUT

    ordered = sorted(seats, key=rank)
    steps: list[Step] = [SellGoods(sold)] if sold else []
    steps += [StandUp(components.space_labels[index], number, change) for index, number, change in ordered]
    return tuple(steps)

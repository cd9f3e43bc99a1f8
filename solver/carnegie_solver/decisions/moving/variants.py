"""From the best numbers of employees to the best outcomes: who leaves a space may have stood there or lain.

With the numbers on all spaces given, it is best that those leave who lie. Whatever else can be done with the same
numbers is worth no more and takes no fewer moves; these variants are taken up in order of their worth.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator, Sequence

from msgspec import Struct

from carnegie_solver.components import Components
from carnegie_solver.decisions.moving.ends import Chosen, EndTables
from carnegie_solver.decisions.moving.routing import Walk, fewest_walks
from carnegie_solver.decisions.placement.assignment import Edges
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.rules import Space

Employees = tuple[tuple[int, int], ...]
"""How many employees are on each space, and how many of them stand."""


class Numbers(Struct, frozen=True, gc=False):
    """Numbers of employees that a plan leaves: their Company when the fewest who stand leave, and its net flows."""

    company: tuple[Space, ...]
    flows: tuple[tuple[int, int, int], ...]

    @property
    def steps(self) -> int:
        """The moves that it takes."""
        return sum(count for _, _, count in self.flows)


class MovedOutcome(Struct, frozen=True, gc=False):
    """What a plan leaves: the Company before the standing-up, and its worth with the money's then.

    `walks` is None where there is a way, but it has still to be found.
    """

    company: tuple[Space, ...]
    value: int
    spent: int
    standing: Chosen
    steps: int
    walks: tuple[Walk, ...] | None

    @property
    def before_standing_up(self) -> Employees:
        """How many employees are on each space before anybody stands up, and how many of them stand."""
        return tuple((space.employees, len(space.standing_at)) for space in self.company)

    @property
    def after_standing_up(self) -> Employees:
        """How many employees are on each space in the end, and how many of them stand."""
        return tuple(
            (space.employees, option.standing)
            for space, option in zip(self.company, self.standing, strict=True)
        )


class Variants:
    """The outcomes with given numbers, for one start.

    Parameters
    ----------
    start
        The Company before the moves.
    table
        The change in worth of money and goods cubes by the dollars spent.
    """

    def __init__(
        self,
        components: Components,
        ends: EndTables,
        start: Sequence[Space],
        edges: Edges,
        moves: int,
        table: Sequence[int],
    ) -> None:
        self._components, self._ends, self._start = components, ends, start
        self._moves, self._table = moves, table
        self._edges = edges
        # From a space without neighbours nobody can leave.
        left = {space for edge in edges for space in edge}
        self._standing = [index for index in sorted(left) if start[index].standing_at]

    def best(self, numbers: Sequence[Numbers], count: int, least: int, *, by_end: bool) -> list[MovedOutcome]:
        """Give the best outcomes that are worth more than `least` in centi-VP with the money, best first.

        With `by_end`, of those that are the same once employees have stood up the first one is given.
        """
        queue: list[tuple[int, int, int, int, int, bool, tuple[Space, ...]]] = []
        for which, each in enumerate(numbers):
            value = self._ends.best(each.company, self._table)[0]
            queue.append((-value, each.steps, which, which, 0, True, each.company))
        heapq.heapify(queue)
        found: dict[Hashable, MovedOutcome] = {}
        made = len(queue)
        dollar = self._dollar_price(numbers[0].company) if count > 1 and numbers else 0
        while queue and len(found) < count:
            bound, steps, _, which, first, known, company = heapq.heappop(queue)
            if -bound <= least:
                break
            if not known:
                value = self._ends.best(company, self._table)[0]
                made += 1
                heapq.heappush(queue, (-value, steps, made, which, first, True, company))
                continue
            way = self._way(numbers[which], company)
            if way is None:
                continue
            value, spent, standing = self._ends.best(company, self._table)
            outcome = MovedOutcome(company, value, spent, standing, *way)
            found.setdefault((outcome.after_standing_up, spent) if by_end else company, outcome)
            if count == 1:
                break
            for position, changed in self._one_more_left(company, first):
                made += 1
                likely = max(bound, -self._bound(changed, dollar))
                if -likely > least:
                    heapq.heappush(queue, (likely, steps, made, which, position, False, changed))
        return list(found.values())

    def _one_more_left(
        self, company: tuple[Space, ...], first: int
    ) -> Iterator[tuple[int, tuple[Space, ...]]]:
        """Give the Companies in which one more of those who stood has left, and another one lies there."""
        for position in range(first, len(self._standing)):
            index = self._standing[position]
            space = company[index]
            if space.standing_at:
                left = leave(self._components, space, 1)[1]
                fewer = Space(left.department, left.standing_at, space.lying + 1)
                yield position, (*company[:index], fewer, *company[index + 1 :])

    def _dollar_price(self, company: Sequence[Space]) -> int:
        """Give what a dollar less spent is worth about, in centi-VP: any number makes a true bound."""
        _, spent, _ = self._ends.best(company, self._table)
        if spent + 1 < len(self._table):
            return self._table[spent] - self._table[spent + 1]
        return self._table[spent - 1] - self._table[spent] if spent else 0

    def _bound(self, company: Sequence[Space], dollar: int) -> int:
        """Give a bound on what a Company is worth with the money, at a price of a dollar, in centi-VP."""
        return max(worth + dollar * spent for spent, worth in enumerate(self._table)) + sum(
            max(option.value - dollar * option.cost for option in self._ends.options(index, space))
            for index, space in enumerate(company)
        )

    def _way(
        self, numbers: Numbers, company: tuple[Space, ...]
    ) -> tuple[int, tuple[Walk, ...] | None] | None:
        """Give the moves to a Company, and the walks where they are known; None where there are not enough moves.

        As many of those who stood can leave a space as walk out of it. Each more takes two moves at most: out and back.
        """
        steps, lacking = numbers.steps, 0
        walks: list[Walk] = []
        for index, (before, after) in enumerate(zip(self._start, company, strict=True)):
            stood = len(before.standing_at) - len(after.standing_at)
            for source, target, count in numbers.flows:
                if source == index:
                    out = min(stood, count)
                    stood -= out
                    if out:
                        walks.append(Walk(source, target, out, stood=True))
                    if count > out:
                        walks.append(Walk(source, target, count - out))
            lacking += stood
        if not lacking:
            return steps, tuple(walks)
        if steps + 2 * lacking <= self._moves:
            return steps + 2 * lacking, None
        found = fewest_walks(self._edges, self._start, company)
        fewest = sum(walk.count for walk in found or ())
        return (fewest, found) if found is not None and fewest <= self._moves else None

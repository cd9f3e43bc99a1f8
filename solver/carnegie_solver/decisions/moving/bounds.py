"""How much a Company can be worth at the end of the round at most, from the multipliers of a similar one."""

from __future__ import annotations

import math
from collections.abc import Sequence

from carnegie_solver.decisions.moving.ends import EndTables
from carnegie_solver.decisions.placement import Multipliers
from carnegie_solver.rules import Space

MOST_MULTIPLIERS = 4
"""Sets of multipliers beyond which a bound gains less than it takes."""
ROUNDING = 1e-6
"""More than what the sums of a bound can be off by, in centi-VP."""


class Bounds:
    """Bounds at one or more sets of multipliers; without any, all spaces end in the best way there is.

    With multipliers a move, a dollar and an employee have prices, at which each space is on its own; see
    `placement.relaxation.Prices`.
    """

    def __init__(self, ends: EndTables) -> None:
        self._ends = ends
        self._multipliers: list[Multipliers] = []
        self._best: list[dict[tuple[int, tuple[int, ...]], float]] = []

    def add(self, multipliers: Multipliers) -> None:
        """Take more multipliers into account."""
        if len(self._multipliers) < MOST_MULTIPLIERS:
            self._multipliers.append(multipliers)
            self._best.append({})

    def most(self, company: Sequence[Space], moves: int, table: Sequence[int]) -> int:
        """Give a bound on the worth of a Company with the money's, in centi-VP."""
        if not self._multipliers:
            self.add(Multipliers(0, 0, (0,) * len(company)))
            most = self._most(0, company, moves, table)
            self._multipliers, self._best = [], []
            return most
        return min(self._most(number, company, moves, table) for number in range(len(self._multipliers)))

    def _most(self, number: int, company: Sequence[Space], moves: int, table: Sequence[int]) -> int:
        own, known = self._multipliers[number], self._best[number]
        bound = own.step * moves + max(worth + own.dollar * spent for spent, worth in enumerate(table))
        for index, space in enumerate(company):
            price = own.space[index]
            key = (index, space.standing_at)
            best = known.get(key)
            if best is None:
                best = known[key] = max(
                    option.value - own.dollar * option.cost - price * option.employees
                    for option in self._ends.ends(index, space, self._ends.people)
                )
            bound += best + price * space.employees
        return math.floor(bound + ROUNDING)

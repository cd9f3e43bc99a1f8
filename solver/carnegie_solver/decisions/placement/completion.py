"""How much slack the spaces still to be decided will need at least, given the balance and dollars so far.

The spaces' ends must together hold all employees, and what they cost in all has its place in the money
table. With only the flows ignored that is a knapsack, solved backwards over the sweep for all balances and
sums at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from carnegie_solver.decisions.placement.reduction import Reduced

# Greater than any slack (see the bound on worths in `problem`), with room to be added to.
NEVER = 1 << 60


class Completion:
    """Least slack to complete a partial plan, by the number of decided spaces.

    Attributes
    ----------
    money_bits, balance_bits
        Widths of the bit fields that index a table: ``(employees gained so far + balance_zero) <<
        money_bits | dollars``.
    balance_zero
        What stands for no employees gained or lost by the decided spaces.
    tables
        ``tables[k]`` is for k decided spaces; entries in objective units, NEVER where no completion is left.
    """

    __slots__ = ("balance_bits", "balance_zero", "money_bits", "tables")

    def __init__(
        self,
        reduced: Reduced,
        order: Sequence[int],
        gaps: Sequence[Sequence[int]],
        money_gaps: Sequence[int],
        most: int,
    ) -> None:
        total = sum(reduced.totals)
        dearest = max(end.cost for ends in reduced.ends for end in ends)
        self.money_bits = max(1, (reduced.budget + dearest).bit_length())
        self.balance_bits = (2 * total + 1).bit_length()
        self.balance_zero = total
        # The search looks up where an end would lead without asking whether it is in range. Too many dollars
        # meet the columns beyond the budget; too great a balance meets the rows at the bottom, and so does
        # one below zero, as Python counts negative positions from the end.
        rows, columns = 2 * total + 1, 1 << self.money_bits
        empty = np.full((rows + total + 2, columns), NEVER, dtype=np.int64)
        table = empty.copy()
        table[total, : len(money_gaps)] = money_gaps
        tables = [table]
        for position in range(len(order) - 1, -1, -1):
            space = order[position]
            start = reduced.starts[space]
            before = empty.copy()
            for end, gap in zip(reduced.ends[space], gaps[space], strict=True):
                if gap > most:
                    continue
                gained, cost = end.employees - start, end.cost
                low, high = max(0, -gained), min(rows, rows - gained)
                target = before[low:high, : columns - cost]
                np.minimum(target, table[low + gained : high + gained, cost:] + gap, out=target)
            if position > 0 and reduced.component[order[position - 1]] != reduced.component[space]:
                # The components before this one keep their employees among themselves.
                before[:total] = NEVER
                before[total + 1 :] = NEVER
            table = np.minimum(before, NEVER, out=before)
            tables.append(table)
        tables.reverse()
        self.tables: list[list[int]] = [each.ravel().tolist() for each in tables]

    @property
    def least(self) -> int:
        """Least slack of any plan, as far as this bound can tell."""
        return self.tables[0][self.balance_zero << self.money_bits]

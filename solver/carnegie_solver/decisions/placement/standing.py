"""Whom to stand up when the employees on every space are given."""

from __future__ import annotations

from collections.abc import Sequence

from carnegie_solver.decisions.placement.reduction import Reduced


class StandingTables:
    """The ends of every space by their employees, for many questions about different counts."""

    __slots__ = ("_ends", "_most")

    def __init__(self, reduced: Reduced) -> None:
        self._most = reduced.budget
        self._ends: list[dict[int, list[tuple[int, int, int]]]] = []
        for ends in reduced.ends:
            by_count: dict[int, list[tuple[int, int, int]]] = {}
            for position, end in enumerate(ends):
                by_count.setdefault(end.employees, []).append((end.cost, end.worth, position))
            self._ends.append(by_count)

    def best_by_dollars(self, counts: Sequence[int]) -> dict[int, tuple[int, tuple[int, ...]]]:
        """For every sum that can be spent with these counts the best worth and the positions of the ends.

        Parameters
        ----------
        counts
            Employees at the end on each space.

        Returns
        -------
        dict
            By dollars: worth in objective units without that of the money, and an end per space. Empty if a
            space has no end with its count.
        """
        table: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for by_count, count in zip(self._ends, counts, strict=True):
            fitting = by_count.get(count)
            if fitting is None:
                return {}
            if len(fitting) == 1 and fitting[0][0] == 0:
                _, more, position = fitting[0]
                table = {spent: (worth + more, (*ends, position)) for spent, (worth, ends) in table.items()}
                continue
            longer: dict[int, tuple[int, tuple[int, ...]]] = {}
            for spent, (worth, ends) in table.items():
                for cost, more, position in fitting:
                    total = spent + cost
                    if total <= self._most and (total not in longer or longer[total][0] < worth + more):
                        longer[total] = (worth + more, (*ends, position))
            table = longer
        return table

"""In which order study points are gained and spent, where an advance of a transport disk itself brings some.

Without such an advance all that is gained comes before all that is spent, and there is nothing to order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import Struct
from ortools.sat.python import cp_model

from carnegie_solver.components import Region
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.research.options import TrackOption


class Gate(Struct, frozen=True):
    """An advance of a transport disk that the points left must allow at its time.

    `reached` is the space it leads to, `active` whether it is made; `cost` and `bonus` are in study points.
    """

    region: Region
    reached: int
    active: cp_model.IntVar
    cost: int
    bonus: int


def gates_of(
    program: Program, region: Region, choices: Sequence[tuple[TrackOption, cp_model.IntVar]]
) -> tuple[Gate, ...]:
    """Give the gates of a track, one for each advance that is possible on it."""
    gates = []
    for (before, _), (after, _) in pairwise(choices):
        active = program.boolean(f"advances_{region.name}_{after.reached}")
        farther = [chosen for option, chosen in choices if option.reached >= after.reached]
        program.model.add(active == total(farther))
        cost, bonus = after.cost - before.cost, after.study_points - before.study_points
        gates.append(Gate(region, after.reached, active, cost, bonus))
    return tuple(gates)


class StudyOrder:
    """An order of advances, in which each can be paid at its time; ascending on each track."""

    def __init__(self, program: Program, gates: Sequence[Gate]) -> None:
        self._program = program
        self.gates = tuple(gates)
        several = len({gate.region for gate in gates}) > 1
        self._times = {gate: self._time(gate) for gate in self.gates} if several else {}
        self._not_after: dict[tuple[Gate, Gate], cp_model.IntVar] = {}
        for one in self.gates:
            for other in self.gates:
                if one.region is other.region:
                    if several and one.reached < other.reached:
                        program.model.add(self._times[one] < self._times[other])
                    continue
                literal = program.boolean(f"not_after_{one.region.name}{one.reached}")
                program.model.add(self._times[one] <= self._times[other]).only_enforce_if(literal)
                program.model.add(self._times[one] > self._times[other]).only_enforce_if(~literal)
                self._not_after[one, other] = literal

    def _time(self, gate: Gate) -> cp_model.IntVar:
        return self._program.integer(0, len(self.gates), f"time_{gate.region.name}_{gate.reached}")

    def counted_before(self, amount: cp_model.IntVar, most: int, one: Gate, other: Gate) -> LinearExpr:
        """Give an amount, 0 to `most`, that comes with one gate as far as it comes before another: it, or 0."""
        if one.region is other.region:
            return amount if one.reached < other.reached else 0
        counted = self._program.integer(0, most, "counted")
        self._program.model.add(counted <= amount)
        self._program.model.add(counted <= most * ~self._not_after[other, one])
        return counted

    def allow(self, points_at: Callable[[Gate], LinearExpr]) -> None:
        """Demand that each advance can be paid from what `points_at` gives and what other advances leave."""
        for gate in self.gates:
            left = [points_at(gate), -gate.cost]
            for other in self.gates:
                if other is gate:
                    continue
                if other.region is gate.region:
                    if other.reached < gate.reached:
                        left.append(other.bonus - other.cost)
                    continue
                spent = self._program.boolean("spent")
                self._program.model.add(spent >= self._not_after[other, gate] + other.active - 1)
                left.append(-other.cost * spent)
                if other.bonus:
                    left.append(other.bonus * self.counted_before(other.active, 1, other, gate))
            self._program.model.add(total(left) >= 0).only_enforce_if(gate.active)

    def made(self, outcome: Outcome) -> list[Gate]:
        """Give the advances that are made in a solution, in an order in which each can be paid."""
        active = [gate for gate in self.gates if outcome.value(gate.active)]
        times = {gate: outcome.value(self._times[gate]) if self._times else 0 for gate in active}
        return sorted(active, key=lambda gate: (times[gate], gate.region, gate.reached))

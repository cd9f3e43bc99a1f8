"""The problem as the search sees it: integers on one scale, and only what a plan can reach."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import networkx as nx
from msgspec import Struct

from carnegie_solver.decisions.placement.problem import PlacementProblem

# Objective units to a step. Multipliers are whole numbers of units; with 1 unit to a step they would be too
# coarse to meet the best fractional multiplier, and the relaxation would miss optima that it could prove.
STEP_CHARGE = 48


class End(NamedTuple):
    """One way for a space to end: employees there, dollars, worth in objective units, index of the option."""

    employees: int
    cost: int
    worth: int
    option: int


class Reduced(Struct, frozen=True, gc=False):
    """A placement problem on the objective's scale.

    The objective of a plan is ``unit * value - STEP_CHARGE * steps``. A centi-VP outweighs any number of
    steps, so the greatest objective is the greatest value with the fewest steps. Objectives are whole
    multiples of STEP_CHARGE.

    Attributes
    ----------
    starts
        Employees on each space at the start.
    edges
        Pairs of neighbours.
    component
        For each space the number of its connected component.
    totals
        For each component its employees.
    ends
        For each space the reachable ways to end, by employees, then cost; one for each such pair.
    moves
        The bound on steps, lowered to what the employees could need at most.
    money
        Worth of having spent each sum, in objective units.
    unit
        Objective units to a centi-VP.
    """

    starts: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    component: tuple[int, ...]
    totals: tuple[int, ...]
    ends: tuple[tuple[End, ...], ...]
    moves: int
    money: tuple[int, ...]
    unit: int

    @property
    def budget(self) -> int:
        """The most dollars that a plan can spend."""
        return len(self.money) - 1

    def value_of(self, objective: int) -> int:
        """The value in centi-VP of a plan with this objective, or the greatest one that a bound allows."""
        return (objective + STEP_CHARGE * self.moves) // self.unit


@lru_cache(maxsize=64)
def components_of(spaces: int, edges: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """For each space the number of its connected component; components are numbered by lowest space."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(spaces))
    graph.add_edges_from(edges)
    component = [0] * spaces
    for number, members in enumerate(sorted(nx.connected_components(graph), key=min)):
        for space in members:
            component[space] = number
    return tuple(component)


def reduce_problem(problem: PlacementProblem) -> Reduced:
    """Put a problem on the objective's scale and leave out what no plan can reach or no best plan needs."""
    spaces = len(problem.employees)
    component = components_of(spaces, problem.edges)
    totals = [0] * (max(component) + 1)
    sizes = [0] * len(totals)
    for space, number in enumerate(component):
        totals[number] += problem.employees[space]
        sizes[number] += 1
    # Without cycles every employee walks a path, and a path visits a space once.
    needed = sum(total * (size - 1) for total, size in zip(totals, sizes, strict=True))
    moves = min(problem.moves, needed)
    unit = STEP_CHARGE * (moves + 1)
    money = [worth * unit for worth in problem.money]
    # Spending more for no more worth is pointless only if money never gains from being spent.
    thrift = all(after <= before for before, after in pairwise(money))
    ends = []
    most_spent = 0
    for space, options in enumerate(problem.options):
        start = problem.employees[space]
        best: dict[tuple[int, int], tuple[int, int]] = {}
        most = min(totals[component[space]], start + moves)
        least = max(0, start - moves)
        for index, option in enumerate(options):
            key = (option.employees, option.cost)
            within_reach = least <= option.employees <= most and option.cost < len(money)
            if within_reach and (key not in best or option.value > best[key][0]):
                best[key] = (option.value, index)
        kept: list[End] = []
        for (employees, cost), (value, index) in sorted(best.items()):
            worth = value * unit
            if thrift and kept and kept[-1].employees == employees and kept[-1].worth >= worth:
                continue
            kept.append(End(employees, cost, worth, index))
        ends.append(tuple(kept))
        most_spent += max(end.cost for end in kept)
    return Reduced(
        starts=problem.employees,
        edges=problem.edges,
        component=component,
        totals=tuple(totals),
        ends=tuple(ends),
        moves=moves,
        money=tuple(money[: most_spent + 1]),
        unit=unit,
    )

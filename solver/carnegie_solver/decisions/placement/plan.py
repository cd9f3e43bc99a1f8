"""A plan inside the search, with its objective recomputed from its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import networkx as nx

from carnegie_solver.decisions.placement.reduction import STEP_CHARGE, Reduced


class Plan(NamedTuple):
    """For each space the position of its end, for each edge the net flow, and the objective."""

    ends: tuple[int, ...]
    flows: tuple[int, ...]
    objective: int


def plan_of(reduced: Reduced, ends: Sequence[int], flows: Sequence[int]) -> Plan:
    """A plan with its objective.

    Raises
    ------
    AssertionError
        When it is not a plan: ends and flows disagree, or it breaks a bound. That is a fault of the search.
    """
    chosen = [options[position] for options, position in zip(reduced.ends, ends, strict=True)]
    counts = list(reduced.starts)
    for (a, b), net in zip(reduced.edges, flows, strict=True):
        counts[a] -= net
        counts[b] += net
    steps = sum(map(abs, flows))
    cost = sum(end.cost for end in chosen)
    if counts != [end.employees for end in chosen] or steps > reduced.moves or cost > reduced.budget:
        raise AssertionError(f"not a plan: {counts=} {chosen=} {steps=} {cost=}")
    worth = sum(end.worth for end in chosen) + reduced.money[cost]
    return Plan(tuple(ends), tuple(flows), worth - STEP_CHARGE * steps)


class Router:
    """Cheapest flows to given counts: a graph of the problem, built once, solved with networkx."""

    def __init__(self, reduced: Reduced) -> None:
        self._reduced = reduced
        self._graph: nx.DiGraph[int] = nx.DiGraph()
        self._graph.add_nodes_from(range(len(reduced.starts)))
        for a, b in reduced.edges:
            most = reduced.totals[reduced.component[a]]
            self._graph.add_edge(a, b, weight=1, capacity=most)
            self._graph.add_edge(b, a, weight=1, capacity=most)

    def flows_to(self, counts: Sequence[int]) -> tuple[int, ...]:
        """For each edge the net flow of a plan with fewest steps; the counts must be within reach."""
        for space, (count, start) in enumerate(zip(counts, self._reduced.starts, strict=True)):
            self._graph.nodes[space]["demand"] = count - start
        _, flow = nx.network_simplex(self._graph)
        return tuple(flow[a][b] - flow[b][a] for a, b in self._reduced.edges)

"""Cheapest circulations are those of networkx, among several as cheap the same one."""

from __future__ import annotations

import random

import networkx as nx

from carnegie_solver.decisions.placement.circulation import cheapest_circulation

Arc = tuple[int, int, int, int]
"""Tail, head, capacity, weight."""


def random_network(seed: int) -> tuple[int, list[Arc]]:
    """Make a network of up to 20 nodes, with parallel arcs and many weights that are the same."""
    chance = random.Random(seed)
    nodes = chance.randint(1, 20)
    arcs: list[Arc] = []
    for _ in range(chance.randint(0, 70) if nodes > 1 else 0):
        tail, head = chance.sample(range(nodes), 2)
        arcs.append((tail, head, chance.randint(1, 6), chance.randint(-9, 12)))
    return nodes, arcs


def test_circulations_are_those_of_networkx() -> None:
    """On 600 random networks every flow is that of networkx's own network simplex."""
    flowing = 0
    for seed in range(600):
        nodes, arcs = random_network(seed)
        graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
        graph.add_nodes_from(range(nodes))
        for tail, head, capacity, weight in arcs:
            graph.add_edge(tail, head, capacity=capacity, weight=weight)
        cost, expected = nx.network_simplex(graph)
        keyed = list(graph.edges(keys=True, data=True))
        flows = cheapest_circulation(
            nodes,
            [tail for tail, _, _, _ in keyed],
            [head for _, head, _, _ in keyed],
            [data["capacity"] for _, _, _, data in keyed],
            [data["weight"] for _, _, _, data in keyed],
        )
        assert flows == [expected[tail][head][key] for tail, head, key, _ in keyed]
        assert sum(flow * data["weight"] for flow, (*_, data) in zip(flows, keyed, strict=True)) == cost
        flowing += any(flows)
    assert flowing > 400


def test_without_arcs_nothing_flows() -> None:
    """A network of one node has no arcs."""
    assert cheapest_circulation(1, [], [], [], []) == []

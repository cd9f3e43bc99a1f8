"""From net flows to the path that each moved employee walks."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx


def routes_of(flows: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, ...], ...]:
    """Paths that together make the flows: one per moved employee, a step per unit of flow.

    Employees pass freely through spaces, so the paths can be walked in any order, each from a space where an
    employee stood or lay at the start to the one where they end.

    Parameters
    ----------
    flows
        Net flows (from, to, count > 0) without cycles, as in `Placement.flows`.

    Returns
    -------
    tuple
        Paths of at least two spaces each, sorted.

    Raises
    ------
    ValueError
        When the flows contain a cycle: no set of paths makes exactly those.

    Examples
    --------
    >>> routes_of([(0, 1, 2), (1, 2, 1)])
    ((0, 1), (0, 1, 2))
    """
    graph: nx.DiGraph[int] = nx.DiGraph()
    for source, target, count in sorted(flows):
        graph.add_edge(source, target, left=count)
    if not nx.is_directed_acyclic_graph(graph):
        raise ValueError(f"flows: {sorted(flows)}; must be without cycles")
    order = list(nx.lexicographical_topological_sort(graph))
    surplus = {
        space: graph.out_degree(space, weight="left") - graph.in_degree(space, weight="left")
        for space in order
    }
    paths = []
    # In topological order nobody comes through a space later than those who leave from it.
    for space in order:
        for _ in range(surplus[space]):
            path = [space]
            while (onward := _open_edge(graph, path[-1], surplus)) is not None:
                graph.edges[path[-1], onward]["left"] -= 1
                path.append(onward)
            surplus[path[-1]] += 1
            paths.append(tuple(path))
    return tuple(sorted(paths))


def _open_edge(graph: nx.DiGraph[int], space: int, surplus: dict[int, int]) -> int | None:
    """Where an employee walks on to; None where one is missing, which is where the path ends."""
    if surplus[space] < 0:
        return None
    return min(target for target in graph.successors(space) if graph.edges[space, target]["left"] > 0)

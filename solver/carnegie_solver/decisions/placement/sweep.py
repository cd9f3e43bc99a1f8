"""In which order a search decides the spaces."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct


class Sweep(Struct, frozen=True, gc=False):
    """The order in which spaces are decided, and where on the frontier each keeps its balance.

    The frontier is the set of spaces not yet decided that have a decided neighbour.

    Attributes
    ----------
    order
        Spaces in order of decision, one connected component after the other.
    later
        For each space the edges (index, sign) to spaces decided later, the one decided next last; sign is 1
        if the edge's first space is this one, else -1.
    slot
        For each space its slot on the frontier; a slot is used again once its space is decided.
    slots
        Number of slots.
    """

    order: tuple[int, ...]
    later: tuple[tuple[tuple[int, int], ...], ...]
    slot: tuple[int, ...]
    slots: int


@lru_cache(maxsize=64)
def plan_sweep(spaces: int, edges: tuple[tuple[int, int], ...]) -> Sweep:
    """An order that keeps the frontier short: the best of the greedy orders from every first space."""
    neighbours: list[set[int]] = [set() for _ in range(spaces)]
    for a, b in edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    order = min((_greedy_order(neighbours, first) for first in range(spaces)), key=lambda each: each[0])[1]
    rank = {space: position for position, space in enumerate(order)}
    later: list[list[tuple[int, int]]] = [[] for _ in range(spaces)]
    for index, (a, b) in enumerate(edges):
        if rank[a] < rank[b]:
            later[a].append((index, 1))
        else:
            later[b].append((index, -1))
    slot = [-1] * spaces
    free: list[int] = []
    slots = 0
    for space in order:
        later[space].sort(key=lambda edge: -rank[other_end(edges, edge)])
        for touched in (space, *(other_end(edges, edge) for edge in later[space])):
            if slot[touched] < 0:
                if not free:
                    free.append(slots)
                    slots += 1
                slot[touched] = free.pop()
        free.append(slot[space])
    return Sweep(tuple(order), tuple(map(tuple, later)), tuple(slot), slots)


def other_end(edges: tuple[tuple[int, int], ...], edge: tuple[int, int]) -> int:
    """The space that an edge (index, sign) leads to."""
    index, sign = edge
    return edges[index][1 if sign > 0 else 0]


def _greedy_order(neighbours: list[set[int]], first: int) -> tuple[int, list[int]]:
    """Always next the frontier's space that adds fewest others; with the order, its growth in states."""
    undecided = set(range(len(neighbours)))
    frontier: set[int] = {first}
    order: list[int] = []
    growth = 0
    while undecided:
        candidates = frontier or undecided
        space = min(candidates, key=lambda each: (len((neighbours[each] & undecided) - frontier), each))
        order.append(space)
        undecided.remove(space)
        frontier = (frontier | neighbours[space]) & undecided
        growth += 1 << len(frontier)
    return growth, order

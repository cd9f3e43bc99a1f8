"""Cheapest circulations by the network simplex method, for the small networks of a Company.

It makes the pivots of networkx's `network_simplex` (block search in a strongly feasible tree), so that among several
cheapest circulations it finds the same one. But the network is handed over as lists, and the tree is kept as mere
parents and children: with two dozen nodes that takes a third of the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import isqrt


def cheapest_circulation(
    nodes: int,
    tails: Sequence[int],
    heads: Sequence[int],
    capacities: Sequence[int],
    weights: Sequence[int],
) -> list[int]:
    """Give the flow on each arc of a cheapest circulation.

    Parameters
    ----------
    nodes
        Nodes in number, 1 or more.
    tails, heads
        The nodes that each arc leads from and to, 0 to `nodes` - 1, not the same.
    capacities
        The most flow on each arc, 1 or more.
    weights
        What a unit of flow costs on each arc, of any sign.
    """
    return _Simplex(nodes, tails, heads, capacities, weights).solve()


class _Simplex:
    """The network with a root beside it: an arc of no use leads there from every node, and makes up the first tree."""

    def __init__(
        self,
        nodes: int,
        tails: Sequence[int],
        heads: Sequence[int],
        capacities: Sequence[int],
        weights: Sequence[int],
    ) -> None:
        self._count = count = len(tails)
        beyond = 3 * max(sum(capacities), sum(map(abs, weights))) or 1
        self._tails = [*tails, *range(nodes)]
        self._heads = [*heads, *[nodes] * nodes]
        self._capacities = [*capacities, *[beyond] * nodes]
        self._weights = [*weights, *[beyond] * nodes]
        self._flows = [0] * (count + nodes)
        self._potentials = [*[beyond] * nodes, 0]
        self._parents = [*[nodes] * nodes, -1]
        self._arcs_up = [*range(count, count + nodes), -1]
        self._children: list[set[int]] = [*(set() for _ in range(nodes)), set(range(nodes))]

    def solve(self) -> list[int]:
        """Let arcs enter the tree until none makes the circulation cheaper."""
        for arc in self._entering():
            self._pivot(arc)
        return self._flows[: self._count]

    def _entering(self) -> Iterator[int]:
        """Give the arcs that enter, the one that gains most of each block of arcs."""
        tails, heads, weights = self._tails, self._heads, self._weights
        flows, potentials, count = self._flows, self._potentials, self._count
        size = isqrt(count - 1) + 1 if count else 0
        first = idle = 0
        while idle * size < count:
            last = first + size
            block = chain(range(first, min(last, count)), range(last - count))
            first = last if last <= count else last - count
            best, entering = 0, -1
            for arc in block:
                cost = weights[arc] - potentials[tails[arc]] + potentials[heads[arc]]
                if flows[arc]:
                    cost = -cost
                if cost < best:
                    best, entering = cost, arc
            if entering < 0:
                idle += 1
            else:
                yield entering
                idle = 0

    def _pivot(self, arc: int) -> None:
        """Send as much as possible around the circle that an arc closes; let an arc that stops it leave the tree."""
        tails, heads, flows, parents = self._tails, self._heads, self._flows, self._parents
        near, far = (heads[arc], tails[arc]) if flows[arc] else (tails[arc], heads[arc])
        down, up = self._ways(near, far)
        circle = [(step, parents[node]) for step, node in reversed(down)]
        circle.append((arc, near))
        circle.extend((step, node) for step, node in up)
        least = leaving = -1
        for place in range(len(circle) - 1, -1, -1):
            step, node = circle[place]
            left = self._capacities[step] - flows[step] if tails[step] == node else flows[step]
            if least < 0 or left < least:
                least, leaving = left, place
        for step, node in circle:
            flows[step] += least if tails[step] == node else -least
        if leaving == len(down):
            return
        # The leaving arc's lower node: on the way down it is the farther one.
        if leaving < len(down):
            near, far = far, near
            cut = down[len(down) - 1 - leaving][1]
        else:
            cut = circle[leaving][1]
        self._hang(far, near, arc, cut)

    def _ways(self, near: int, far: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Give the arcs of the tree from two nodes up to where their ways meet, each with its lower node."""
        parents, arcs_up = self._parents, self._arcs_up
        above = [near]
        while parents[above[-1]] >= 0:
            above.append(parents[above[-1]])
        up = []
        node = far
        while node not in above:
            up.append((arcs_up[node], node))
            node = parents[node]
        return [(arcs_up[each], each) for each in above[: above.index(node)]], up

    def _hang(self, node: int, below: int, arc: int, cut: int) -> None:
        """Cut off the part of the tree from `cut` on, and hang it by its `node` and an arc below another node."""
        parents, arcs_up, children = self._parents, self._arcs_up, self._children
        part = node
        while True:
            above, arc_above = parents[part], arcs_up[part]
            children[above].discard(part)
            parents[part], arcs_up[part] = below, arc
            children[below].add(part)
            if part == cut:
                break
            below, arc, part = part, arc_above, above
        top = parents[node]
        weight, potentials = self._weights[arcs_up[node]], self._potentials
        if node == self._heads[arcs_up[node]]:
            weight = -weight
        change = potentials[top] + weight - potentials[node]
        waiting = [node]
        while waiting:
            each = waiting.pop()
            potentials[each] += change
            waiting.extend(children[each])

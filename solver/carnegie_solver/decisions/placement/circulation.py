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
        self._depths = [*[1] * nodes, 0]
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
        """Send as much as possible around the circle that an arc closes; let an arc that stops it leave the tree.

        Of several that stop it the last one leaves, seen from where the two ways up the tree meet, in the direction of
        the flow: that keeps the tree strongly feasible, so that the pivots come to an end.
        """
        tails, heads, flows, capacities = self._tails, self._heads, self._flows, self._capacities
        parents, arcs_up, depths = self._parents, self._arcs_up, self._depths
        near, far = (heads[arc], tails[arc]) if flows[arc] else (tails[arc], heads[arc])
        down: list[int] = []
        up: list[int] = []
        before, after = near, far
        most_before = most_after = capacities[-1]
        cut_before = cut_after = -1
        while before != after:
            if depths[before] >= depths[after]:
                step = arcs_up[before]
                left = capacities[step] - flows[step] if heads[step] == before else flows[step]
                if cut_before < 0 or left < most_before:
                    most_before, cut_before = left, before
                down.append(before)
                before = parents[before]
            else:
                step = arcs_up[after]
                left = capacities[step] - flows[step] if tails[step] == after else flows[step]
                if cut_after < 0 or left <= most_after:
                    most_after, cut_after = left, after
                up.append(after)
                after = parents[after]
        most = flows[arc] or capacities[arc]
        stays = cut_after < 0 or most < most_after
        most = most if stays else most_after
        if cut_before >= 0 and most_before < most:
            most = most_before
            self._send(arc, near, most, down, up)
            self._hang(near, far, arc, cut_before)
            return
        self._send(arc, near, most, down, up)
        if not stays:
            self._hang(far, near, arc, cut_after)

    def _send(self, arc: int, near: int, amount: int, down: list[int], up: list[int]) -> None:
        """Send a flow over an arc from its near node, and around by the ways down to it and up again."""
        tails, heads, flows, arcs_up = self._tails, self._heads, self._flows, self._arcs_up
        flows[arc] += amount if tails[arc] == near else -amount
        for node in down:
            step = arcs_up[node]
            flows[step] += amount if heads[step] == node else -amount
        for node in up:
            step = arcs_up[node]
            flows[step] += amount if tails[step] == node else -amount

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
        weight, potentials, depths = self._weights[arcs_up[node]], self._potentials, self._depths
        if node == self._heads[arcs_up[node]]:
            weight = -weight
        change = potentials[top] + weight - potentials[node]
        waiting = [node]
        while waiting:
            each = waiting.pop()
            potentials[each] += change
            depths[each] = depths[parents[each]] + 1
            waiting.extend(children[each])

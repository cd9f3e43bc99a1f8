"""Ends for all spaces at once, in order of slack, each sent to the flow for its fewest steps.

Where steps are nearly free the frontier search drowns in equally good ways to walk, while few sets of ends
are good enough: this looks at the sets alone.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from carnegie_solver.decisions.placement.completion import Completion
from carnegie_solver.decisions.placement.effort import Effort
from carnegie_solver.decisions.placement.reduction import Reduced


def vectors_in_order(
    reduced: Reduced,
    order: tuple[int, ...],
    gaps: list[list[int]],
    completion: Completion,
    *,
    most: int,
    effort: Effort,
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Sets of ends that hold all employees and keep to the money, with their slack, least first.

    Parameters
    ----------
    reduced, order, gaps, completion
        The problem, the order of the spaces, their ends' gaps, and the least slack to complete.
    most
        Sets with more slack, flows not counted, are left out; in objective units.
    effort
        Pays one state for each partial set taken up.

    Yields
    ------
    tuple
        Slack, and for each space the position of its end.
    """
    start = completion.balance_zero << completion.money_bits
    queue: list[tuple[int, int, int, int, int, tuple[int, ...]]] = []
    if completion.least <= most:
        queue.append((completion.least, 0, 0, start, 0, ()))
    made = 0
    while queue:
        slack, depth, _, place, used, chosen = heapq.heappop(queue)
        effort.spend(1)
        position = -depth
        if position == len(order):
            ends = [0] * len(order)
            for space, index in zip(order, chosen, strict=True):
                ends[space] = index
            yield slack, tuple(ends)
            continue
        space = order[position]
        following = completion.tables[position + 1]
        for index, (end, gap) in enumerate(zip(reduced.ends[space], gaps[space], strict=True)):
            if used + gap > most:
                continue
            gained = end.employees - reduced.starts[space]
            after = place + (gained << completion.money_bits) + end.cost
            total = used + gap + following[after]
            if total <= most:
                made += 1
                # Of equal slack the deepest first: a whole set comes out after as many steps as spaces.
                heapq.heappush(queue, (total, depth - 1, made, after, used + gap, (*chosen, index)))

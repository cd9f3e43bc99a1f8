"""How many employees can come to each space within some moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from carnegie_solver.rules import Space


def most_arrivals(
    reach: Sequence[Sequence[int]], company: Sequence[Space], moves: int, people: int
) -> list[int]:
    """Give, for each space, a bound on those who come to it with a number of moves, the nearest first.

    Who stands there himself can come back with two moves. New employees, of whom there are `people` less those in the
    Company, count as one move away.
    """
    new = people - sum(space.employees for space in company)
    bounds = []
    for target, space in enumerate(company):
        distance = {target: 0}
        queue = deque([target])
        lengths = [1] * new + [2] * len(space.standing_at)
        while queue:
            here = queue.popleft()
            if here != target:
                lengths += [distance[here]] * company[here].employees
            for other in reach[here]:
                if other not in distance:
                    distance[other] = distance[here] + 1
                    queue.append(other)
        left, arrived = moves, 0
        for length in sorted(lengths):
            left -= length
            if left < 0:
                break
            arrived += 1
        bounds.append(arrived)
    return bounds

"""How many employees can come to each space within some moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

from carnegie_solver.rules import Space


def most_arrivals(
    reach: Sequence[Sequence[int]], company: Sequence[Space], moves: int, people: int
) -> list[int]:
    """Give, for each space, a bound on those who come to it with a number of moves, the nearest first.

    Who stands there himself can come back with two moves. New employees, of whom there are `people` less those in the
    Company, count as one move away.
    """
    staying = [(space.employees, len(space.standing_at)) for space in company]
    new = people - sum(employees for employees, _ in staying)
    bounds = []
    for target, distances in enumerate(_distances(tuple(map(tuple, reach)))):
        lengths = [1] * new + [2] * staying[target][1]
        for distance, (employees, _) in zip(distances, staying, strict=True):
            if distance and employees:
                lengths += [distance] * employees
        left, arrived = moves, 0
        for length in sorted(lengths):
            left -= length
            if left < 0:
                break
            arrived += 1
        bounds.append(arrived)
    return bounds


@lru_cache(maxsize=64)
def _distances(reach: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Give, for each space, the moves from every other one to it; 0 from itself, and where there is no way."""
    rows = []
    for target in range(len(reach)):
        distance = {target: 0}
        queue = deque([target])
        while queue:
            here = queue.popleft()
            for other in reach[here]:
                if other not in distance:
                    distance[other] = distance[here] + 1
                    queue.append(other)
        rows.append(tuple(distance.get(space, 0) for space in range(len(reach))))
    return tuple(rows)

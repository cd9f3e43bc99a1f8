"""The placement problem by looking at everything: slow, obvious, and sharing no code with the solver."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cache

from carnegie_solver.decisions.placement.problem import PlacementProblem


@dataclass(frozen=True, slots=True)
class Best:
    """The best value in centi-VP, and the fewest steps that reach it."""

    value: int
    steps: int


def brute_force(problem: PlacementProblem) -> Best:
    """Try every choice of options, with the employees assigned to its places for the fewest steps."""
    distance = distances(len(problem.employees), problem.edges)
    homes = [space for space, count in enumerate(problem.employees) for _ in range(count)]

    @cache
    def fewest_steps(counts: tuple[int, ...]) -> float:
        if sum(counts) != len(homes):
            return math.inf
        slots = [space for space, count in enumerate(counts) for _ in range(count)]

        @cache
        def assign(taken: int) -> float:
            home = taken.bit_count()
            if home == len(homes):
                return 0
            return min(
                distance[homes[home]][slot] + assign(taken | 1 << index)
                for index, slot in enumerate(slots)
                if not taken >> index & 1
            )

        return assign(0)

    best: tuple[int, float] | None = None
    for chosen in itertools.product(*problem.options):
        cost = sum(option.cost for option in chosen)
        steps = fewest_steps(tuple(option.employees for option in chosen))
        if cost < len(problem.money) and steps <= problem.moves:
            value = sum(option.value for option in chosen) + problem.money[cost]
            if best is None or (value, -steps) > best:
                best = (value, -steps)
    assert best is not None, "doing nothing is always a plan"
    return Best(value=best[0], steps=int(-best[1]))


def distances(spaces: int, edges: tuple[tuple[int, int], ...]) -> list[list[float]]:
    """Steps between every two spaces, infinite between components (Floyd and Warshall)."""
    distance = [[0 if a == b else math.inf for b in range(spaces)] for a in range(spaces)]
    for a, b in edges:
        distance[a][b] = distance[b][a] = 1
    for middle, a, b in itertools.product(range(spaces), repeat=3):
        distance[a][b] = min(distance[a][b], distance[a][middle] + distance[middle][b])
    return distance

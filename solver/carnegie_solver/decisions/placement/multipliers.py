"""Where to solve the relaxation: guesses at the prices of a step and of a dollar that give the least bound.

Every set of counts seen so far, stood up for every sum of dollars, is one line of a function below the bound;
its lowest point is the next guess (Kelley's cutting planes). Guesses may be rough, hence the floats: whatever
the prices, the bound that the relaxation takes from them is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from carnegie_solver.decisions.placement.reduction import Reduced
from carnegie_solver.decisions.placement.relaxation import Relaxation

ROUNDS = 12


class Line(NamedTuple):
    """A plan, within the bounds or not: its steps, its dollars, and its worth less its steps' charge."""

    steps: float
    dollars: float
    worth: float


class Guess(NamedTuple):
    """Prices, and the value there of the function below the bound, in objective units."""

    spare_step: int
    dollar: int
    height: float


def lowest_point(reduced: Reduced, lines: Sequence[Line]) -> Guess:
    """The prices at which the function below the bound is lowest.

    Parameters
    ----------
    reduced
        The problem.
    lines
        At least one of a plan without steps.
    """
    money = reduced.money
    if len(money) == 1:
        height, spare_step, _ = _lowest_for_steps(reduced.moves, lines, 0.0)
        return Guess(round(spare_step), 0, height + money[0])
    # Beyond these prices all money is spent, or none.
    steepest = max(abs(after - before) for before, after in pairwise(money))
    highest = max(line.worth for line in lines)
    span = highest - min(line.worth for line in lines) + 1.0
    left = _cut(reduced, lines, -float(steepest) - 1.0)
    right = _cut(reduced, lines, span + steepest)
    best = min(left, right)
    for _ in range(ROUNDS):
        # The function is convex: between two slopes of different sign it cannot lie below their crossing.
        if left.slope >= 0.0 or right.slope <= 0.0:
            break
        crossing = (right.height - left.height + left.slope * left.dollar - right.slope * right.dollar) / (
            left.slope - right.slope
        )
        floor = left.height + left.slope * (crossing - left.dollar)
        middle = _cut(reduced, lines, crossing)
        best = min(best, middle)
        if middle.height <= floor + reduced.unit / 8:
            break
        if middle.slope < 0.0:
            left = middle
        else:
            right = middle
    return Guess(round(best.spare_step), round(best.dollar), best.height)


class _Cut(NamedTuple):
    height: float
    dollar: float
    spare_step: float
    slope: float


def _cut(reduced: Reduced, lines: Sequence[Line], dollar: float) -> _Cut:
    """The function's height at a price of a dollar, at the best price of a step, and a slope of it there."""
    height, spare_step, dollars = _lowest_for_steps(reduced.moves, lines, dollar)
    worth, spent = max((worth + dollar * spent, spent) for spent, worth in enumerate(reduced.money))
    return _Cut(height + worth, dollar, spare_step, spent - dollars)


def _lowest_for_steps(moves: int, lines: Sequence[Line], dollar: float) -> tuple[float, float, float]:
    """Height, price of a step and dollars spent, where the lines are lowest at this price of a dollar."""
    best_within: tuple[float, float, float] | None = None
    best_beyond: tuple[float, float, float] | None = None
    heights = [(line.worth - dollar * line.dollars, line.steps, line.dollars) for line in lines]
    for each in heights:
        if each[1] <= moves:
            if best_within is None or each > best_within:
                best_within = each
        elif best_beyond is None or each > best_beyond:
            best_beyond = each
    assert best_within is not None
    if best_beyond is None or best_beyond[0] <= best_within[0]:
        return best_within[0], 0.0, best_within[2]
    within, beyond = best_within, best_beyond
    while True:
        price = (beyond[0] - within[0]) / (beyond[1] - within[1])
        level = within[0] - price * within[1]
        top = max(heights, key=lambda each: each[0] - price * each[1])
        if top[0] - price * top[1] <= level + 0.5 or top in (within, beyond):
            break
        if top[1] <= moves:
            within = top
        else:
            beyond = top
    share = (moves - within[1]) / (beyond[1] - within[1])
    dollars = within[2] + share * (beyond[2] - within[2])
    return level + price * moves, price, dollars


def first_guess(reduced: Reduced, relaxation: Relaxation) -> Guess:
    """Prices to begin with, from the worths alone.

    A dollar is taken to be worth what the money table loses per dollar on average. About half as many
    employees move as there are steps: a step is taken to be worth half of what the last of them gains.
    """
    money = reduced.money
    dollar = max(0, money[0] - money[-1]) // max(1, reduced.budget)
    gains: list[int] = []
    losses: list[int] = []
    movers = -(-reduced.moves // 2)
    for majorant in relaxation.majorants(dollar):
        for slope, width in majorant.gains:
            gains += [slope] * min(width, movers)
        for slope, width in majorant.losses:
            losses += [slope] * min(width, movers)
    gains.sort(reverse=True)
    losses.sort()
    last = min(movers, len(gains), len(losses))
    spare_step = max(0, gains[last - 1] - losses[last - 1]) // 2 if last else 0
    return Guess(spare_step, dollar, -math.inf)

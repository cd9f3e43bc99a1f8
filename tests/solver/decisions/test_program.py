"""Programs and their lines: with all settings the best outcomes are those of going through every one."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product

import pytest
from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.decisions.program import SMALL, Outcome, Program, Settings, total
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached

SETTINGS = {
    "CP-SAT's defaults": Settings(),
    "small": SMALL,
    "near the line before": replace(SMALL, from_line_before=True),
    "to the end": replace(SMALL, to_line_before=False),
    "near the line before, to the end": replace(SMALL, from_line_before=True, to_line_before=False),
    "presolve": replace(SMALL, presolve=True, linearization_level=2),
    "no relaxation": replace(SMALL, linearization_level=0),
}


@dataclass(frozen=True)
class Knapsack:
    """Things to take or not, and one to take some of, within a weight; each thing has a worth in centi-VP and steps."""

    worth: tuple[int, ...]
    weight: tuple[int, ...]
    steps: tuple[int, ...]
    most: int
    capacity: int

    def program(self) -> tuple[Program, list[cp_model.IntVar]]:
        """Write it as a program; the last of its variables is the number of which there are some."""
        program = Program()
        things = [program.boolean(f"thing{number}") for number in range(len(self.worth) - 1)]
        things.append(program.integer(0, self.most, "some"))
        program.model.add(
            total(weight * thing for weight, thing in zip(self.weight, things, strict=True)) <= self.capacity
        )
        program.gains(
            total(worth * thing for worth, thing in zip(self.worth, things, strict=True)),
            sum(max(0, worth) for worth in self.worth[:-1]) + max(0, self.worth[-1]) * self.most,
        )
        program.takes_steps(total(steps * thing for steps, thing in zip(self.steps, things, strict=True)))
        program.decides(*things)
        return program, things

    def by_enumeration(self) -> list[tuple[int, int]]:
        """Give the gains and the steps of all that can be taken, best first: the gain first, then few steps."""
        found = []
        numbers = [range(2)] * (len(self.worth) - 1) + [range(self.most + 1)]
        for taken in product(*numbers):
            weight, gain, steps = (
                sum(each * number for each, number in zip(amounts, taken, strict=True))
                for amounts in (self.weight, self.worth, self.steps)
            )
            if weight <= self.capacity:
                found.append((gain, steps))
        return sorted(found, key=lambda one: (-one[0], one[1]))


def random_knapsack(seed: int) -> Knapsack:
    """Make a small one, with many worths alike, and some below nothing."""
    chance = random.Random(seed)
    things = chance.randint(2, 6)

    def draw(values: list[int]) -> tuple[int, ...]:
        return tuple(chance.choice(values) for _ in range(things))

    return Knapsack(
        draw([-10, 0, 20, 20, 30, 55]),
        draw([1, 2, 3]),
        draw([0, 1, 2]),
        chance.randint(1, 4),
        chance.randint(0, 9),
    )


def objectives(
    outcomes: list[Outcome], things: list[cp_model.IntVar], knapsack: Knapsack
) -> list[tuple[int, int]]:
    """Give the gains that outcomes claim, and the steps of what they take."""
    return [
        (
            outcome.gain,
            sum(steps * outcome.value(thing) for steps, thing in zip(knapsack.steps, things, strict=True)),
        )
        for outcome in outcomes
    ]


@pytest.mark.parametrize("name", SETTINGS)
def test_lines_are_those_of_the_enumeration(name: str) -> None:
    """On 40 programs with a number among what decides, all lines have the gains and the steps of the enumeration."""
    for seed in range(40):
        knapsack = random_knapsack(seed)
        program, things = knapsack.program()
        outcomes = program.solve_lines(UNLIMITED, SETTINGS[name], 12)
        assert objectives(outcomes, things, knapsack) == knapsack.by_enumeration()[:12], seed
        assert all(outcome.bound == outcome.gain for outcome in outcomes)
        assert len({tuple(outcome.value(thing) for thing in things) for outcome in outcomes}) == len(outcomes)


@pytest.mark.parametrize("name", SETTINGS)
def test_bounds_of_lines_hold_under_a_limit(name: str) -> None:
    """Whatever the work allowed, no line gains more than it claims as its bound; a gap, or lines left out, name it."""
    for seed, work in product(range(20), (1e-6, 1e-4)):
        knapsack = random_knapsack(seed)
        program, _ = knapsack.program()
        expected = [gain for gain, _ in knapsack.by_enumeration()]
        outcomes = program.solve_lines(Limit(work=work), SETTINGS[name], 4)
        for outcome, gain in zip(outcomes, expected, strict=False):
            assert outcome.gain <= gain <= outcome.bound
        assert all(outcome.limit_reached is None for outcome in outcomes[:-1])
        cut = outcomes[-1].gain < outcomes[-1].bound or len(outcomes) < min(4, len(expected))
        assert (outcomes[-1].limit_reached is LimitReached.WORK) == cut

"""Small problems of every kind: value, legality and steps agree with looking at everything."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from carnegie_solver.decisions.placement import Option, PlacementProblem, search, solve_placement
from carnegie_solver.decisions.placement.reduction import reduce_problem
from carnegie_solver.decisions.placement.relaxation import Relaxation
from models.brute_force_placement import brute_force
from models.placement_checks import check_legal
from models.placement_instances import small_problem

INSTANCES = 1200

# What each setting forces the solver to rest its proof on.
SETTINGS: dict[str, dict[str, object]] = {
    "as shipped": {},
    "one flow": {"MOST_FLOWS": 1},
    "one flow, widest search first": {"MOST_FLOWS": 1, "FIRST_SHARE": 100},
    "one flow, other prices": {"MOST_FLOWS": 1, "MOST_FRONTIER_STATES": (0, 0, 10**9)},
    "option vectors": {"MOST_FLOWS": 1, "MOST_FRONTIER_STATES": (0,), "MOST_VECTORS": 10**9},
    "CP-SAT": {"MOST_FLOWS": 1, "MOST_FRONTIER_STATES": (0,), "MOST_VECTORS": 0},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_agrees_with_brute_force(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for setting, value in SETTINGS[name].items():
        monkeypatch.setattr(search, setting, value)
    instances = INSTANCES if name == "as shipped" else INSTANCES // 3
    source = random.Random(name)
    methods: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for index in range(instances):
        problem = small_problem(source)
        best = brute_force(problem)
        placement = solve_placement(problem)
        assert placement.proved, index
        check_legal(problem, placement)
        assert (placement.value, placement.steps) == (best.value, best.steps), (index, problem)
        methods[placement.statistics.method.value] += 1
        kinds.update(_kinds(problem))
    with capsys.disabled():
        print(f"\n  placement, {name}: {instances} small problems agree; {dict(methods)}")  # noqa: T201
    if name == "as shipped":
        assert set(kinds) == {
            "no moves",
            "no employees",
            "one space",
            "disconnected",
            "rising money",
            "losses",
        }


def _kinds(problem: PlacementProblem) -> set[str]:
    """The special cases that a problem covers."""
    kinds = set()
    if problem.moves == 0:
        kinds.add("no moves")
    if not any(problem.employees):
        kinds.add("no employees")
    if len(problem.employees) == 1:
        kinds.add("one space")
    if len(problem.edges) < len(problem.employees) - 1:
        kinds.add("disconnected")
    if any(after > before for before, after in zip(problem.money, problem.money[1:], strict=False)):
        kinds.add("rising money")
    if any(option.value < 0 for options in problem.options for option in options):
        kinds.add("losses")
    return kinds


def test_relaxation_alone_would_miss_the_best_plan() -> None:
    """Two are worth 500 together and one nothing: three of the four steps promise three quarters of it."""
    anyhow = (Option(0, 0), Option(1, 0), Option(2, 0))
    problem = PlacementProblem(
        employees=(2, 0, 0),
        edges=((0, 1), (1, 2)),
        options=(anyhow, anyhow, (Option(0, 0), Option(1, 0), Option(2, 500))),
        moves=3,
    )
    reduced = reduce_problem(problem)
    relaxation = Relaxation(reduced)
    bounds = [relaxation.solve(centi * reduced.unit, 0).prices.bound for centi in range(0, 600, 10)]
    assert reduced.value_of(min(bounds)) >= 375
    placement = solve_placement(problem)
    assert (placement.value, placement.steps, placement.proved) == (0, 0, True)


def test_of_plans_worth_the_same_the_shortest_is_taken() -> None:
    nobody = Option(0, 0)
    problem = PlacementProblem(
        employees=(1, 0, 0, 1),
        edges=((0, 1), (1, 2), (2, 3)),
        options=((nobody, Option(1, 0)), (nobody,), (nobody, Option(1, 100)), (nobody, Option(1, 0))),
        moves=10,
    )
    placement = solve_placement(problem)
    assert placement.flows == ((3, 2, 1),)
    assert placement.value == 100

"""A faulty problem is refused with a message that names every fault."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.decisions.placement import Option, PlacementProblem, solve_placement

GOOD: dict[str, Any] = {
    "employees": (1, 0),
    "edges": ((0, 1),),
    "options": ((Option(0, 0), Option(1, 5)), (Option(0, 0), Option(1, 9))),
    "moves": 2,
    "money": (0, -10),
}


def test_good_problem() -> None:
    placement = solve_placement(PlacementProblem(**GOOD))
    assert (placement.value, placement.flows) == (9, ((0, 1, 1),))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"employees": (), "edges": (), "options": ()}, "employees: no space"),
        ({"employees": (-1, 0)}, r"employees\[0\]: -1"),
        ({"moves": -1}, "moves: -1"),
        ({"money": ()}, "money: empty"),
        ({"edges": ((0, 2),)}, r"edges\[0\]: \(0, 2\); spaces are numbered 0 to 1"),
        ({"edges": ((1, 1),)}, r"edges\[0\]: \(1, 1\); a space is no neighbour of itself"),
        ({"edges": ((0, 1), (1, 0))}, r"edges\[1\]: \(1, 0\); already given"),
        ({"options": ((Option(1, 0),),)}, "options: for 1 spaces; must be for 2"),
        ({"options": ((Option(0, 0),), (Option(0, 0),))}, r"options\[0\]: none keeps the 1 employees"),
        ({"options": ((Option(1, 0, 1),), (Option(0, 0),))}, r"options\[0\]: none keeps the 1 employees"),
        (
            {"options": ((Option(1, 0), Option(-2, 0)), (Option(0, 0),))},
            r"options\[0\]\[1\].employees: -2",
        ),
        ({"options": ((Option(1, 0), Option(1, 0, -1)), (Option(0, 0),))}, r"options\[0\]\[1\].cost: -1"),
        ({"money": (0, 10**16)}, "worths that add up to 10000000000000014; must stay within"),
    ],
)
def test_faults(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PlacementProblem(**{**GOOD, **change})


def test_every_fault_at_once() -> None:
    with pytest.raises(ValueError, match=r"moves: -1.*money: empty.*already given"):
        PlacementProblem(**{**GOOD, "moves": -1, "money": (), "edges": ((0, 1), (0, 1))})


def test_great_worths_stay_exact() -> None:
    large = 2**40
    problem = PlacementProblem(
        **{**GOOD, "options": ((Option(0, 0), Option(1, large)), (Option(0, 0), Option(1, large + 1)))}
    )
    assert solve_placement(problem).value == large + 1

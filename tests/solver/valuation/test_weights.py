"""The weights: data in ranges, replaced entry by entry, with all faults at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from carnegie_solver.components import Action, ProjectType
from carnegie_solver.valuation import InvalidWeights, Weights, load_weights

ROUNDS = list(range(21))


def faults(replacements: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidWeights) as caught:
        load_weights(replacements)
    return [(fault.path, fault.reason) for fault in caught.value.faults]


def test_defaults() -> None:
    """The defaults price every action and every type, and nothing for money and goods in the last round."""
    weights = load_weights()
    assert set(weights.use_of_action) == set(Action)
    assert set(weights.use_by_rounds_left) == set(Action)
    assert set(weights.waiting_disk) == set(ProjectType)
    assert weights.money[0] == weights.goods[0] == weights.study_point[0] == weights.new_employee[0] == 0
    assert weights.use_by_row_left[0] == 0
    assert weights.mission_by_events_left[0] == 0


def test_entries_are_replaced_one_by_one() -> None:
    """An entry that is given takes effect; the others stay."""
    weights = load_weights({"money": ROUNDS, "step": 3})
    assert weights.money == tuple(ROUNDS)
    assert weights.step == 3
    assert weights.goods == load_weights().goods
    assert load_weights({}) == load_weights()


def test_weights_that_are_written_are_read_again() -> None:
    """Weights written as JSON, terms by their names, are those that are read from it."""
    weights = load_weights({"step": 3, "use_of_action": dict.fromkeys((action.name for action in Action), 7)})
    written = weights.model_dump(mode="json")
    assert written["use_of_action"]["CONSTRUCTION"] == 7
    assert load_weights(json.loads(weights.model_dump_json())) == load_weights(written) == weights


def test_weights_cannot_be_changed() -> None:
    """Nothing in the weights can be assigned to."""
    weights: Any = load_weights()
    with pytest.raises(ValidationError):
        weights.step = 1
    with pytest.raises(TypeError):
        weights.money[0] = 1
    with pytest.raises(TypeError):
        weights.use_of_action[Action.MANAGEMENT] = 1
    assert isinstance(weights, Weights)


@pytest.mark.parametrize(
    ("replacements", "expected"),
    [
        (3, [("", "WRONG_TYPE")]),
        ([], [("", "WRONG_TYPE")]),
        ({"cash": 3}, [("cash", "UNKNOWN_FIELD")]),
        ({"money": ROUNDS[:-1]}, [("money", "WRONG_LENGTH")]),
        ({"money": [*ROUNDS, 21]}, [("money", "WRONG_LENGTH")]),
        ({"money": [-1, *ROUNDS[1:]]}, [("money[0]", "OUT_OF_RANGE")]),
        ({"money": [*ROUNDS[:-1], 1.5]}, [("money[20]", "WRONG_TYPE")]),
        ({"money": [*ROUNDS[:-1], 2001]}, [("money[20]", "OUT_OF_RANGE")]),
        ({"lying_in_department": 101}, [("lying_in_department", "OUT_OF_RANGE")]),
        ({"lying_in_department": True}, [("lying_in_department", "WRONG_TYPE")]),
        ({"lying_in_department": None}, [("lying_in_department", "WRONG_TYPE")]),
        ({"crowding": []}, [("crowding", "WRONG_LENGTH")]),
        ({"use_of_action": {"MANAGEMENT": 5}}, [("use_of_action", "INCONSISTENT")]),
        ({"use_of_action": {"COOKING": 5}}, [("use_of_action.COOKING", "UNKNOWN_ENUM_VALUE")]),
        ({"waiting_disk": {}}, [("waiting_disk", "INCONSISTENT")]),
        ({"use_of_department": {"Construction": -5}}, [("use_of_department.Construction", "OUT_OF_RANGE")]),
        (
            {"step": "1", "link_city": 5000, "goods": {}, "gold": 1},
            [
                ("goods", "WRONG_TYPE"),
                ("step", "WRONG_TYPE"),
                ("link_city", "OUT_OF_RANGE"),
                ("gold", "UNKNOWN_FIELD"),
            ],
        ),
    ],
)
def test_faults(replacements: object, expected: list[tuple[str, str]]) -> None:
    """Every bad entry is found, each with its path and reason."""
    assert faults(replacements) == expected


def test_more_entries_than_there_can_be_are_not_looked_at() -> None:
    with pytest.raises(InvalidWeights) as caught:
        load_weights({f"weight {number}": 1 for number in range(20_000)})
    (fault,) = caught.value.faults
    assert (fault.path, fault.found, fault.allowed) == ("", "more than 20000 values", "up to 20000 values")

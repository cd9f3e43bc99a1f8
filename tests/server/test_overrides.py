"""JSON texts are read strictly, loaded over the service's own, and not loaded twice."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from carnegie_server.engine import Engine
from carnegie_server.engine_setup import EngineOptions
from carnegie_server.overrides import FaultyText, Overrides, parse_json
from carnegie_server.workers import StartRefusal
from carnegie_solver.components import load_components


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(FaultyText) as faulty:
        parse_json(text)
    return [(fault.path, fault.reason) for fault in faulty.value.faults]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("", "NOT_JSON")]),
        ("{", [("", "NOT_JSON")]),
        ("[" * 100_000, [("", "TOO_DEEP")]),
        ('{"a": NaN, "b": [1, -Infinity]}', [("a", "OUT_OF_RANGE"), ("b[1]", "OUT_OF_RANGE")]),
        ("9" * 5_000, [("", "OUT_OF_RANGE")]),
        ('{"a": {"b": 1, "b": 2}}', [("a.b", "DUPLICATE_FIELD")]),
        (r'{"a": "\ud800"}', [("a", "INVALID_TEXT")]),
    ],
)
def test_what_is_no_good_json_is_a_fault(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text) == expected


def test_good_json_is_read() -> None:
    assert parse_json('{"a": [1, 2.5, null, "é\\ud83d\\ude00"]}') == {"a": [1, 2.5, None, "é😀"]}


@pytest.mark.parametrize("text", ["null", " null ", "[]"])
def test_what_is_no_object_is_refused(text: str) -> None:
    for read in (
        Overrides().components,
        Overrides().weights,
        lambda text: Overrides(components_text=text),
        lambda text: Overrides(weights_text=text),
    ):
        with pytest.raises(FaultyText) as error:
            read(text)
        (fault,) = error.value.faults
        assert (fault.path, fault.reason) == ("", "WRONG_TYPE")
        assert fault.found == text.strip()


def test_texts_are_loaded_over_the_services_own() -> None:
    assert Overrides().components() is load_components()
    table = load_components().assumed[0]
    printed = json.loads(resources.files("carnegie_solver.components").joinpath("carnegie.json").read_bytes())
    assert table in Overrides(components_text=json.dumps({table: printed[table]})).components().assumed
    text = json.dumps({table: {**printed[table], "source": "user"}})
    overrides = Overrides(components_text=text)
    assert table not in overrides.components().assumed
    assert overrides.components("{}") is not overrides.components()
    assert overrides.components("{}").digest == overrides.components().digest
    assert overrides.components("{}") is overrides.components("{}")


def test_faults_of_tables_and_weights_have_their_paths() -> None:
    overrides = Overrides()
    with pytest.raises(FaultyText) as faulty:
        overrides.components('{"cities": {}, "no_table": {}}')
    assert [(fault.path, fault.reason) for fault in faulty.value.faults] == [
        ("cities", "NOT_REPLACEABLE"),
        ("no_table", "UNKNOWN_FIELD"),
    ]
    with pytest.raises(FaultyText):
        overrides.weights('{"no_weight": 1}')
    with pytest.raises(FaultyText):
        Overrides(weights_text="[]")
    assert overrides.weights("{}") == overrides.weights()


def test_what_is_wrong_in_the_services_own_files_is_told_by_setting_all_at_once() -> None:
    with pytest.raises(StartRefusal) as refused:
        Engine(EngineOptions(1.0, 1, '{"cities": {}, "x": 1}', '{"money": 5, "y": 1}'))
    lines = str(refused.value).splitlines()[1:]
    assert sorted(line.split(": ")[:2] for line in lines) == [
        ["components", "cities"],
        ["components", "x"],
        ["weights", "money"],
        ["weights", "y"],
    ]

"""The documents' examples work, and what they list is complete: fields, reasons, tables, marks of the rules."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor

from carnegie.v1 import position_pb2, steps_pb2
from carnegie_solver.components import InvalidComponents, load, load_components
from carnegie_solver.components.tables import Tables
from carnegie_solver.faults import Fault, InvalidInput
from carnegie_solver.rules import (
    InvalidPosition,
    find_faults,
    legal_steps,
    position_from_json,
    position_reader,
    position_to_json,
    step_json,
)
from carnegie_solver.rules.step_json import step_from_json, step_to_json

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("position.md", "components.md", "rules.md")
BLOCK = re.compile(r"^```(\S*)[ ]?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LISTED_FAULT = re.compile(r"^- `(\S*)`: `(\S+)`$", re.MULTILINE)
COMPONENTS = load_components()


def text_of(document: str) -> str:
    return (ROOT / "docs" / document).read_text(encoding="utf-8")


def examples(kind: str) -> list[Any]:
    """Give the JSON blocks of one kind, each with what follows it up to the next heading or block."""
    found = []
    for document in DOCUMENTS:
        text = text_of(document)
        for number, match in enumerate(BLOCK.finditer(text)):
            if match[2] == kind:
                after = re.split(r"^(?:#|```)", text[match.end() :], maxsplit=1, flags=re.MULTILINE)[0]
                found.append(pytest.param(json.loads(match[3]), after, id=f"{document}-{number}"))
    assert found, f"no example of kind {kind}"
    return found


def listed(after: str) -> list[tuple[str, str]]:
    return LISTED_FAULT.findall(after)


def as_pairs(faults: tuple[Fault, ...]) -> list[tuple[str, str]]:
    return [(fault.path, fault.reason) for fault in faults]


@pytest.mark.parametrize(("data", "_after"), examples("position"))
def test_positions(data: dict[str, object], _after: str) -> None:
    """Every documented position has no faults, is a protobuf message, and goes to JSON and back."""
    position = position_from_json(COMPONENTS, data)
    assert find_faults(COMPONENTS, position) == ()
    assert legal_steps(COMPONENTS, position)
    assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, position)) == position
    message = json_format.ParseDict(data, position_pb2.Position())
    assert position_from_json(COMPONENTS, json_format.MessageToDict(message)) == position


@pytest.mark.parametrize(("data", "after"), examples("faulty-position"))
def test_faulty_positions(data: object, after: str) -> None:
    """Every documented faulty position has exactly the faults that are listed below it."""
    with pytest.raises(InvalidPosition) as caught:
        position_from_json(COMPONENTS, data)
    assert as_pairs(caught.value.faults) == listed(after)


@pytest.mark.parametrize(("data", "_after"), examples("components"))
def test_components(data: dict[str, object], _after: str) -> None:
    """Every documented file of components is accepted and replaces the tables that it names."""
    components = load_components(data)
    assert set(components.assumed) == set(COMPONENTS.assumed) - set(data)


@pytest.mark.parametrize(("data", "after"), examples("faulty-components"))
def test_faulty_components(data: object, after: str) -> None:
    """Every documented faulty file of components has exactly the faults that are listed below it."""
    with pytest.raises(InvalidComponents) as caught:
        load_components(data)
    assert as_pairs(caught.value.faults) == listed(after)


@pytest.mark.parametrize(("data", "_after"), examples("steps"))
def test_steps(data: list[dict[str, object]], _after: str) -> None:
    """Every documented step is read, is a protobuf message, and is written as documented."""
    for item in data:
        step = step_from_json(item)
        assert step_to_json(step) == item
        assert json_format.MessageToDict(json_format.ParseDict(item, steps_pb2.Step())) == item


def test_examples_are_of_a_known_kind() -> None:
    """Each JSON block says what it is an example of, so that none goes untested."""
    known = {"position", "faulty-position", "components", "faulty-components", "steps"}
    for document in DOCUMENTS:
        kinds = {match[2] for match in BLOCK.finditer(text_of(document)) if match[1] == "json"}
        assert kinds <= known, document


def messages(descriptor: Descriptor, found: set[str]) -> set[str]:
    """Give the JSON names of all fields of a message and of those in it."""
    for field in descriptor.fields:
        found.add(field.json_name)
        if field.message_type is not None:
            messages(field.message_type, found)
    return found


def test_every_field_of_the_position_is_documented() -> None:
    """docs/position.md names each field of the contract's Position, and each value of its enumerations."""
    text = text_of("position.md")
    names = messages(position_pb2.Position.DESCRIPTOR, set())
    for enum in position_pb2.DESCRIPTOR.enum_types_by_name.values():
        if enum.name != "Region":  # regions are fields of the position
            names |= {value.name for value in enum.values if not value.name.endswith("_UNSPECIFIED")}
    assert {name for name in names if f"`{name}`" not in text} == set()


def reasons_in(*patterns: str) -> set[str]:
    """Give the reason codes that some source files can report."""
    found = set()
    for pattern in patterns:
        paths = sorted((ROOT / "solver" / "carnegie_solver").glob(pattern))
        assert paths, pattern
        for path in paths:
            found |= set(re.findall(r'"([A-Z][A-Z_]{4,})"', path.read_text(encoding="utf-8")))
    return found


NAMED_REASONS = ("management.py", "placement.py")
"""Where a reason is chosen before the step is refused."""


def table_below(document: str, heading: str) -> set[str]:
    """Give the first column of the first table below a heading."""
    section = text_of(document).split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([A-Z_]+)` \|", section, re.MULTILINE))


def test_every_reason_of_a_fault_is_documented() -> None:
    """The reasons documented are those that the engine gives for positions."""
    documented = table_below("position.md", "Faults")
    sources = reasons_in("rules/faults.py", "rules/company_faults.py", "rules/position_reader.py")
    general = {"WRONG_TYPE", "UNKNOWN_FIELD", "UNKNOWN_ENUM_VALUE", "MISSING", "OUT_OF_RANGE", "WRONG_LENGTH"}
    names = {"HUMAN_RESOURCES"}  # the name of an action, not a reason
    assert documented == (sources - names) | general


def test_every_reason_of_a_refusal_is_documented() -> None:
    """The reasons documented for illegal steps are those that the referee gives."""
    found = set()
    for path in (ROOT / "solver" / "carnegie_solver" / "rules").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'IllegalStep\(\s*step,\s*"([A-Z_]+)"', text))
        found |= set(re.findall(r'reason = "([A-Z_]+)"', text)) if path.name in NAMED_REASONS else set()
        found |= set(re.findall(r'else "([A-Z_]+)"\n', text)) if path.name in NAMED_REASONS else set()
        found |= set(re.findall(r'return "([A-Z_]+)", ', text)) if path.name == "turn.py" else set()
    assert table_below("rules.md", "Why a step is refused") == found


def test_every_table_of_the_components_is_documented() -> None:
    """docs/components.md names each table with its source, and which of them are assumed."""
    lines = text_of("components.md").splitlines()
    for name in Tables.model_fields:
        cells = next(line for line in lines if line.startswith(f"| `{name}` |")).strip("| ").split(" | ")
        assert cells[2].strip("* |").split(";")[0] == getattr(COMPONENTS.tables, name).source


def test_every_rule_says_where_it_comes_from() -> None:
    """Each numbered rule of docs/rules.md has a number of its own, in order, and a mark of its source."""
    text = text_of("rules.md")
    rules = re.findall(r"^- \*\*(\d+)\.(\d+)\*\* (.+(?:\n  .+)*)", text, re.MULTILINE)
    assert len(rules) > 40
    numbers = [(int(chapter), int(number)) for chapter, number, _ in rules]
    chapters = {chapter for chapter, _ in numbers}
    expected = [
        (chapter, number)
        for chapter in sorted(chapters)
        for number in range(1, 1 + sum(found == chapter for found, _ in numbers))
    ]
    assert numbers == expected
    for chapter, number, rule in rules:
        assert re.search(r"\[(seed|board|public|assumed|decided)[\],]", rule), (chapter, number)


@pytest.mark.parametrize("module", [load, position_reader, step_json])
def test_examples_in_docstrings(module: ModuleType) -> None:
    """The examples in the docstrings of the readers give what they say."""
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)


def test_faults_are_one_kind_of_error() -> None:
    """Bad positions, components and steps are told apart, and are all bad input."""
    assert issubclass(InvalidPosition, InvalidInput)
    assert issubclass(InvalidComponents, InvalidInput)

"""The examples of docs/notation.md are read as it says, and its tables have every word."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import ModuleType

import pytest

from carnegie_solver.components import load_components
from carnegie_solver.rules import (
    AmbiguousNotation,
    IllegalNotation,
    MalformedNotation,
    NotationError,
    parse_position,
    parse_step,
    parse_steps,
    print_position,
    print_step,
    print_steps,
)
from carnegie_solver.rules.notation import position_printer, position_reader, step_printer, step_reader, words
from carnegie_solver.rules.notation.step_grammar import FORMS, read_pattern
from carnegie_solver.rules.notation.tokens import Piece

TEXT = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\S*)[ ]?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMPONENTS = load_components()


def lines(kind: str) -> list[list[str]]:
    """Give the lines of each block of one kind."""
    found = [
        match[3].splitlines() for match in BLOCK.finditer(TEXT) if (match[1], match[2]) == ("notation", kind)
    ]
    assert found, kind
    return found


def test_blocks_are_of_a_known_kind() -> None:
    kinds = {match[2] for match in BLOCK.finditer(TEXT) if match[1] == "notation"}
    assert kinds == {"position", "steps", "plan", "short", "errors"}


@pytest.mark.parametrize("text", [line for block in lines("position") for line in block])
def test_positions(text: str) -> None:
    """Every documented position is canonical, but for the order in which its spaces are listed."""
    position = parse_position(COMPONENTS, text)
    written = print_position(COMPONENTS, position)
    assert sorted(written.split()) == sorted(text.split())
    assert parse_position(COMPONENTS, written) == position


@pytest.mark.parametrize("text", [line for block in lines("steps") for line in block])
def test_steps(text: str) -> None:
    step = read_pattern(Piece(text, 1)).complete()
    assert step is not None
    assert print_step(step) == text


def test_every_kind_of_step_has_an_example() -> None:
    assert {line.split(" ")[0] for block in lines("steps") for line in block} == set(FORMS)


def test_plans() -> None:
    for position, *plans in lines("plan"):
        for text in plans:
            assert print_steps(parse_steps(COMPONENTS, parse_position(COMPONENTS, position), text)) == text


def test_short_steps() -> None:
    for position, *examples in lines("short"):
        for example in examples:
            short, canonical = example.split(" = ")
            step = parse_step(COMPONENTS, parse_position(COMPONENTS, position), short)
            assert print_step(step) == canonical


def said(error: NotationError) -> str:
    """Say an error in the way of the document."""
    match error:
        case MalformedNotation(faults=(fault,)):
            return f"MalformedNotation: {fault.column}, found {fault.found}"
        case IllegalNotation():
            return f"IllegalNotation: {error.reason}"
        case AmbiguousNotation():
            return f"AmbiguousNotation: {'; '.join(error.matches)}"
        case _:
            return ""


def test_errors() -> None:
    for position, *examples in lines("errors"):
        for example in examples:
            text, _, rest = example.partition(": ")
            with pytest.raises(NotationError) as caught:
                parse_step(COMPONENTS, parse_position(COMPONENTS, position), text)
            assert said(caught.value) == rest


def test_the_program_runs() -> None:
    (program,) = [match[3] for match in BLOCK.finditer(TEXT) if match[1] == "python"]
    exec(compile(program, "docs/notation.md", "exec"), {})


def test_every_word_is_documented() -> None:
    """Each word of the notation's tables and of its grammar stands in the document, as code."""
    tables = (
        words.REGIONS,
        words.TYPES,
        words.ACTIONS,
        words.EVENTS,
        words.PHASES,
        words.GAINS,
        words.PAYROLLS,
        words.SIDES,
    )
    forms = (
        position_reader._ROUND_FORMS,
        position_reader._PLAYER_FORMS,
        position_reader._TABLE_FORMS,
        position_reader._TURN_FORMS,
        position_reader._ANDREW_FORMS,
    )
    code = {part for span in re.findall(r"`([^`\n]+)`", TEXT) for part in re.split(r"[ ,:]", span)}
    assert {word for table in tables for word in table} - code == set()
    special = {"round", "money", "goods", "vp"}
    assert {name for table in forms for name in table} - special - code == set()
    assert set(position_reader.SECTIONS) - code == set()


@pytest.mark.parametrize("module", [position_printer, position_reader, step_printer, step_reader, words])
def test_examples_in_docstrings(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)

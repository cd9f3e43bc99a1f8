"""What holds of every text in the notation, whether it is read or refused."""

from __future__ import annotations

from collections.abc import Callable

from carnegie_solver.rules import (
    InvalidPosition,
    Position,
    Step,
)
from carnegie_solver.rules.notation import (
    MalformedNotation,
    NotationError,
    parse_position,
    print_position,
)
from models.hand_positions import COMPONENTS


def round_trip(position: Position) -> str:
    """Print a position, read it again, and give the text."""
    text = print_position(COMPONENTS, position)
    assert text.isascii()
    assert text.isprintable()
    again = parse_position(COMPONENTS, text)
    assert again == position
    assert print_position(COMPONENTS, again) == text
    return text


def outcome(read: Callable[[], Position | Step | tuple[Step, ...]]) -> object:
    """Give what is read, or the error that the readers declare; any other one fails the test."""
    try:
        return read()
    except (NotationError, InvalidPosition) as refusal:
        return refusal


def check_columns(malformed: MalformedNotation, text: str) -> None:
    assert malformed.faults
    assert all(1 <= fault.column <= len(text) + 1 for fault in malformed.faults)
    assert str(malformed)

"""Cutting a text into tokens that know their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from carnegie_solver.rules.notation.errors import MalformedNotation, NotationFault
from carnegie_solver.rules.notation.words import quoted

LONGEST_TEXT = 100_000
"""Characters; no text of a real position or plan is nearly as long."""


class Token(Struct, frozen=True):
    """A piece of a text without spaces; `column` counts from 1."""

    text: str
    column: int


class Piece(Struct, frozen=True):
    """A part of a text between separators, with the column at which it ends."""

    text: str
    column: int

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the piece."""
        return tuple(
            Token(match[0], self.column + match.start()) for match in re.finditer(r"[^ ]+", self.text)
        )

    @property
    def end(self) -> int:
        """The column after its last character that is no space."""
        return self.column + len(self.text.rstrip(" "))


def pieces(text: str, separator: str) -> Iterator[Piece]:
    """Cut a text at each separator, a single character."""
    column = 1
    for part in text.split(separator):
        yield Piece(part, column)
        column += len(part) + 1


def split_list(token: Token, values: str) -> Iterator[Token]:
    """Cut the values that end a token, a list with commas, into tokens."""
    column = token.column + len(token.text) - len(values)
    for part in values.split(","):
        yield Token(part, column)
        column += len(part) + 1


def check_characters(text: str, section: str) -> None:
    """Raise `MalformedNotation` for a text that is too long, or has other characters than printable ASCII."""
    if len(text) > LONGEST_TEXT:
        fault = NotationFault(LONGEST_TEXT + 1, section, f"{len(text)} characters", f"at most {LONGEST_TEXT}")
        raise MalformedNotation([fault])
    strange = [
        NotationFault(match.start() + 1, section, quoted(match[0]), "printable characters of ASCII")
        for match in re.finditer(r"[^ -~]+", text)
    ]
    if strange:
        raise MalformedNotation(strange)

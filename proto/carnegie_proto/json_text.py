"""From JSON text to plain data, with what Python's own reader drops: repeated keys and unusable numbers."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from carnegie_proto.faults import Fault, MalformedJson

MAXIMUM_DEPTH: Final = 100
"""How deep objects and lists may be nested."""

_LONGEST_WHOLE_NUMBER: Final = 308
"""Digits that surely fit into a double."""

_LONGEST_SHOWN: Final = 60

# A string is consumed whole, also one that never ends, so that the scan takes linear time on any text.
_BRACKET_OR_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class UnusableNumber:
    """A number that JSON or a double cannot hold, such as `NaN` or `1e999`.

    Attributes
    ----------
    text
        The number as it is written.
    """

    text: str


class JsonObject(dict[str, object]):
    """An object with the keys that occur in it more than once; the last value of each is kept.

    Attributes
    ----------
    repeated_keys
        The keys that occur more than once, in the order of the text.
    """

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        self.repeated_keys: tuple[str, ...] = ()
        if len(pairs) > len(self):
            times = Counter(key for key, _ in pairs)
            self.repeated_keys = tuple(key for key in self if times[key] > 1)


def read(text: str | bytes) -> object:
    """Read JSON text (UTF-8 if it is bytes) into plain data.

    Objects come as `JsonObject`, numbers that no double holds as `UnusableNumber`.

    Raises
    ------
    MalformedJson
        With one fault, NOT_JSON or TOO_DEEP, that says the line and the column.
    """
    if isinstance(text, bytes):
        text = _decode(text)
    text = text.removeprefix("\ufeff")
    _check_depth(text)
    try:
        data: object = json.loads(
            text,
            object_pairs_hook=JsonObject,
            parse_int=_whole_number,
            parse_float=_fraction,
            parse_constant=UnusableNumber,
        )
    except json.JSONDecodeError as error:
        raise _not_json(text, error) from error
    return data


def show(value: object) -> str:
    """Write a value as it reads in JSON, shortened, objects and lists only by their kind."""
    match value:
        case dict():
            return "an object"
        case list():
            return "a list"
        case UnusableNumber(text=text):
            return shorten(text)
        case int() if abs(value) >= 10**_LONGEST_SHOWN:
            return "a whole number of more than 60 digits"
        case _:
            return shorten(json.dumps(value, ensure_ascii=False))


def shorten(text: str) -> str:
    """Cut a text to a length that fits a message, with every character printable."""
    printable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return printable if len(printable) <= _LONGEST_SHOWN else printable[: _LONGEST_SHOWN - 3] + "..."


def _decode(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - (text.rfind(b"\n", 0, error.start) + 1) + 1
        found = f"the byte 0x{text[error.start]:02x} at line {line}, byte {column}"
        raise MalformedJson((Fault("", "NOT_JSON", found, "text in UTF-8"),)) from error


def _check_depth(text: str) -> None:
    depth = 0
    for match in _BRACKET_OR_STRING.finditer(text):
        character = match[0][0]
        if character in "[{":
            depth += 1
            if depth > MAXIMUM_DEPTH:
                found = f"more than that at {_place(text, match.start())}"
                allowed = f"at most {MAXIMUM_DEPTH} objects and lists inside each other"
                raise MalformedJson((Fault("", "TOO_DEEP", found, allowed),))
        elif character in "]}":
            depth -= 1


def _not_json(text: str, error: json.JSONDecodeError) -> MalformedJson:
    at = error.pos
    what = f"`{shorten(text[at])}`" if at < len(text) else "the end of the text"
    expected = error.msg.removeprefix("Expecting ")
    allowed = f"JSON; here: {expected}" if expected != error.msg else f"JSON ({error.msg})"
    return MalformedJson((Fault("", "NOT_JSON", f"{what} at {_place(text, at)}", allowed),))


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _whole_number(text: str) -> int | UnusableNumber:
    return int(text) if len(text) <= _LONGEST_WHOLE_NUMBER else UnusableNumber(text)


def _fraction(text: str) -> float | UnusableNumber:
    number = float(text)
    return number if math.isfinite(number) else UnusableNumber(text)

"""One fault of an input: where, why, what was found and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import ValidationError


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of an input.

    Attributes
    ----------
    path
        Where: a dotted path with the field names of the contract, such as `players[0].money`; empty for the whole.
    reason
        Why: an upper-case code, such as `OUT_OF_RANGE`.
    found
        What was found there.
    allowed
        What is allowed there.
    """

    path: str
    reason: str
    found: str
    allowed: str

    def __str__(self) -> str:
        """Say the fault in one line."""
        return f"{self.path or 'the whole input'}: {self.reason}: found {self.found}, allowed {self.allowed}"


class InvalidInput(ValueError):
    """An input with faults, all of them in `faults`."""

    subject = "input"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        count = len(self.faults)
        lines = "".join(f"\n  {fault}" for fault in self.faults)
        super().__init__(f"{self.subject} with {count} fault{'s' if count != 1 else ''}:{lines}")


_REASONS = {
    "missing": "MISSING",
    "extra_forbidden": "UNKNOWN_FIELD",
    "greater_than_equal": "OUT_OF_RANGE",
    "less_than_equal": "OUT_OF_RANGE",
    "greater_than": "OUT_OF_RANGE",
    "less_than": "OUT_OF_RANGE",
    "too_short": "WRONG_LENGTH",
    "too_long": "WRONG_LENGTH",
    "unknown_name": "UNKNOWN_ENUM_VALUE",
    "literal_error": "UNKNOWN_ENUM_VALUE",
    "value_error": "INCONSISTENT",
}

_LONGEST_FOUND = 80


def shown(value: object) -> str:
    """Show a found value in at most 80 characters."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep, or an integer of thousands of digits
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= _LONGEST_FOUND else text[: _LONGEST_FOUND - 3] + "..."


def join(path: str, *parts: str | int) -> str:
    """Append field names and indices to a path."""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += f".{part}" if path else part
    return path


def faults_of(error: ValidationError, path: str = "") -> tuple[Fault, ...]:
    """Turn pydantic's findings into faults, below `path`."""
    faults = []
    for item in error.errors(include_url=False):
        where = join(path, *(part for part in item["loc"] if not _is_artefact(part)))
        reason = _REASONS.get(item["type"], "WRONG_TYPE")
        message = item["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
        if reason == "UNKNOWN_FIELD":
            message = "no field of this name"
        elif reason == "MISSING":
            message = "a value"
        found = "nothing" if reason == "MISSING" else shown(item["input"])
        faults.append(Fault(where, reason, found, message))
    return tuple(faults)


def _is_artefact(part: str | int) -> bool:
    """Tell pydantic's own path parts, such as `function-before[...]`, from field names."""
    return isinstance(part, str) and ("[" in part or part.startswith("function-"))

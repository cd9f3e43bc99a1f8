"""One thing that is wrong with a JSON text, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a JSON text.

    Attributes
    ----------
    path
        Where, as the JSON reads: `players[0].company.spaces[2].standingAt`; empty for the whole text.
    reason
        Why, as an upper-case code: NOT_JSON, TOO_DEEP, UNKNOWN_FIELD, DUPLICATE_FIELD, CONFLICTING_FIELDS,
        WRONG_TYPE, UNKNOWN_ENUM_VALUE, OUT_OF_RANGE, INVALID_TEXT or INVALID_VALUE.
    found
        What is there.
    allowed
        What may be there.
    """

    path: str
    reason: str
    found: str
    allowed: str

    def __str__(self) -> str:
        """Say it in one line."""
        where = f"{self.path}: " if self.path else ""
        return f"{where}{self.reason}: found {self.found}; allowed: {self.allowed}"


class MalformedJson(ValueError):
    """A text is not JSON, or not the JSON form of the message that is asked for.

    Attributes
    ----------
    faults
        Everything that is wrong, in the order of the text; at least one.
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults

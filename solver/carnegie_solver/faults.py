"""One fault of an input: where, why, what was found and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError


class Fault(Struct, frozen=True, order=True, gc=False):
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
        super().__init__(self.faults)

    def __str__(self) -> str:
        """Say all faults, one to a line."""
        count = len(self.faults)
        lines = "".join(f"\n  {fault}" for fault in self.faults)
        return f"{self.subject} with {count} fault{'s' if count != 1 else ''}:{lines}"


MOST_VALUES = 20_000
"""So many values a user's tables or weights may hold, lists and objects counted: ten times the printed game's."""


def faults_of_size(data: object) -> tuple[Fault, ...]:
    """Give the fault of parsed JSON with too many values: to find and tell all that is wrong could take seconds."""
    left = [data]
    found = 0
    while left:
        value = left.pop()
        found += 1
        if found + len(left) > MOST_VALUES:
            return (
                Fault("", "OUT_OF_RANGE", f"more than {MOST_VALUES} values", f"up to {MOST_VALUES} values"),
            )
        if isinstance(value, dict):
            left.extend(value.values())
        elif isinstance(value, list | tuple):
            left.extend(value)
    return ()


class Contradiction(Struct, frozen=True, gc=False):
    """Values that contradict each other, found by a validator of a table.

    Attributes
    ----------
    place
        The innermost thing that is wrong, as field names and indices below what is validated; empty for itself.
    found, allowed
        As of a Fault.
    """

    place: tuple[str | int, ...]
    found: str
    allowed: str


_CONTRADICTIONS = "contradictions"


def refuse_contradictions(found: Iterable[Contradiction]) -> None:
    """Raise, within a validator, one error of pydantic's that holds all contradictions, if there is one."""
    contradictions = tuple(found)
    if contradictions:
        raise PydanticCustomError(
            _CONTRADICTIONS, "values that do not contradict each other", {_CONTRADICTIONS: contradictions}
        )


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

_MESSAGES = {
    "missing": "a value",
    "extra_forbidden": "no field of this name",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dict_type": "an object",
    "tuple_type": "a list",
    "int_type": "a whole number",
    "string_type": "a text",
    "string_unicode": "a text of whole characters",
    "bool_type": "true or false",
    "invalid_key": "field names that are texts",
}

_LONGEST_FOUND = 80
_WORDS = {"null": None, "true": True, "false": False}


def shown(value: object) -> str:
    """Show a found value in at most 80 characters, as JSON writes it where that differs from Python in a word.

    An object is told by its field names only: what it holds has paths of its own.
    """
    try:
        text = _written(value)
    except (RecursionError, ValueError):  # nested too deep, or an integer of thousands of digits
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= _LONGEST_FOUND else text[: _LONGEST_FOUND - 3] + "..."


def _written(value: object) -> str:
    for word, meant in _WORDS.items():
        if value is meant:
            return word
    if isinstance(value, dict):
        return f"an object with {', '.join(map(str, value))}" if value else "an object with nothing in it"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    return repr(value)


def join(path: str, *parts: str | int) -> str:
    """Append field names and indices to a path."""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += f".{part}" if path else part
    return path


def outside(path: str, value: int, least: int, most: int, *below: str | int) -> Iterator[Fault]:
    """Find a number outside its range; its place is `below` the path."""
    if not least <= value <= most:
        yield Fault(join(path, *below), "OUT_OF_RANGE", shown(value), f"{least} to {most}")


def faults_of(error: ValidationError, path: str = "") -> tuple[Fault, ...]:
    """Turn pydantic's findings into faults, below `path`."""
    items = error.errors(include_url=False)
    found_below = {item["loc"][:length] for item in items for length in range(len(item["loc"]))}
    faults: list[Fault] = []
    for item in items:
        kind, place = item["type"], item["loc"]
        if kind == "too_short" and place in found_below:
            continue  # pydantic counts sound items only
        reason = _REASONS.get(kind, "WRONG_TYPE")
        if reason != "UNKNOWN_FIELD":  # else the last part is a name of the input's own
            place = tuple(part for part in place if not _is_artefact(part))
        if kind == _CONTRADICTIONS:
            faults.extend(
                Fault(join(path, *place, *each.place), "INCONSISTENT", each.found, each.allowed)
                for each in item["ctx"][_CONTRADICTIONS]
            )
            continue
        found = "nothing" if reason == "MISSING" else shown(item["input"])
        faults.append(Fault(join(path, *place), reason, found, _allowed(item)))
    return tuple(faults)


def _allowed(item: ErrorDetails) -> str:
    """Say what pydantic would have allowed."""
    context = item.get("ctx", {})
    if item["type"] == "too_short":
        return f"{context['min_length']} or more"
    if item["type"] == "too_long":
        return f"{context['max_length']} or fewer"
    said = item["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
    return _MESSAGES.get(item["type"], said)


def _is_artefact(part: str | int) -> bool:
    """Tell pydantic's own path parts, such as `function-before[...]` and `[key]`, from field names."""
    return isinstance(part, str) and (part == "[key]" or part.startswith("function-"))

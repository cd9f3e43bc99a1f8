"""Patterns of steps as they are written on the command line: `build_project:city=Chicago,type=HOUSING`."""

from __future__ import annotations

from typing import Final

import typer

from carnegie.v1.advisor_pb2 import StepPattern
from carnegie.v1.position_pb2 import Action, ProjectType, Region

_ENUMERATIONS: Final[dict[str, tuple[str, dict[str, int]]]] = {
    "type": ("PROJECT_TYPE_", {name: int(number) for name, number in ProjectType.items()}),
    "region": ("REGION_", {name: int(number) for name, number in Region.items()}),
    "row": ("ACTION_", {name: int(number) for name, number in Action.items()}),
}
_TEXTS: Final = ("city", "department", "space", "donation")


def read_pattern(text: str) -> StepPattern:
    """Read a pattern: a kind of step, a colon, and what the step is about, with commas between; either may be missing.

    Raises
    ------
    typer.BadParameter
        For a text that is no pattern. Names of cities and the like are for the service to know.
    """
    if not text.isprintable():  # such as bytes that are no UTF-8
        raise typer.BadParameter(f"{text!r} is no pattern: it has characters that cannot be printed")
    kind, colon, rest = text.partition(":")
    if "=" in kind or not (colon or "=" in text):
        kind, rest = ("", text) if "=" in kind else (text, "")
    pattern = StepPattern(kind=kind.strip())
    if not text.strip() or (colon and not rest.strip()):
        raise typer.BadParameter(f"{text!r} is no pattern, such as build_project:city=Chicago")
    for part in rest.split(",") if rest else ():
        name, equals, value = (each.strip() for each in part.partition("="))
        if not (equals and value) or name not in (*_ENUMERATIONS, *_TEXTS):
            allowed = ", ".join(f"{each}=..." for each in (*_TEXTS, *_ENUMERATIONS))
            raise typer.BadParameter(f"{part.strip()!r} in {text!r} is none of {allowed}")
        if getattr(pattern, name):
            raise typer.BadParameter(f"{text!r} has {name} twice")
        setattr(pattern, name, value if name in _TEXTS else _number(name, value))
    return pattern


def _number(name: str, value: str) -> int:
    prefix, numbers = _ENUMERATIONS[name]
    names = {each.removeprefix(prefix): number for each, number in numbers.items() if number}
    number = names.get(value.upper().removeprefix(prefix))
    if number is None:
        raise typer.BadParameter(f"{name} is {value!r}, but has to be one of {', '.join(names)}")
    return number

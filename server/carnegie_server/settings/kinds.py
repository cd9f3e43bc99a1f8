"""The kinds of values that settings have: how each is read from text and from TOML, and what is allowed."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LARGEST_INT32 = 2**31 - 1

_ORIGIN = re.compile(r"https?://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
_MEMORY = ":memory:"
_SWITCH_WORDS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "": False}


class InvalidSetting(ValueError):
    """A setting has a value that it cannot have; where several have, one line for each."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How the values of a setting are read. Both ways raise `InvalidSetting`, which says what was found and allowed.

    Attributes
    ----------
    from_text
        Reads a flag or an environment variable.
    from_toml
        Reads a value of a TOML file, given the folder of that file, which relative paths start from.
    is_switch
        Whether it is on or off, so that its flag takes no value.
    """

    from_text: Callable[[str], Any]
    from_toml: Callable[[object, Path], Any]
    is_switch: bool = False


def whole_number(least: int, most: int, *, or_none: bool = False) -> Kind:
    """Give the kind of whole numbers in a range, its ends included; also 0 where that means that there is none."""

    def check(number: int) -> int:
        if not least <= number <= most and not (or_none and number == 0):
            raise InvalidSetting(f"found {number}, allowed {'0, or ' if or_none else ''}{least} to {most}")
        return number

    def from_text(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise InvalidSetting(f"found {text!r}, allowed a whole number") from None
        return check(number)

    def from_toml(value: object, _folder: Path) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _wrong_type(value, "a whole number")
        return check(value)

    return Kind(from_text, from_toml)


def seconds(most: float, *, or_none: bool = False) -> Kind:
    """Give the kind of times above 0 up to a most, in seconds; also 0 where that means that there is none."""
    return _number(most, "a number of seconds", or_none=or_none)


def per_second(most: float) -> Kind:
    """Give the kind of rates up to a most, so many times a second; 0 where there is no limit."""
    return _number(most, "a number of times a second", or_none=True)


def _number(most: float, allowed: str, *, or_none: bool) -> Kind:
    span = f"0 to {most:g}" if or_none else f"more than 0, at most {most:g}"

    def check(number: float, found: str) -> float:
        if not (0.0 < number <= most or (or_none and number == 0.0)):
            raise InvalidSetting(f"found {found}, allowed {span}")
        return number

    def from_text(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise InvalidSetting(f"found {text!r}, allowed {allowed}") from None
        return check(number, text)

    def from_toml(value: object, _folder: Path) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise _wrong_type(value, allowed)
        return check(float(value), str(value))

    return Kind(from_text, from_toml)


def file() -> Kind:
    """Give the kind of paths of files that exist; empty for none."""
    return _paths("the path of a file", stat.S_ISREG)


def folder() -> Kind:
    """Give the kind of paths of folders that exist; empty for none."""
    return _paths("the path of a folder", stat.S_ISDIR)


def _paths(allowed: str, is_right: Callable[[int], bool]) -> Kind:
    def check(path: Path, found: str) -> Path | None:
        if not found:
            return None
        mode = _mode(path, found, allowed)
        if mode is None:
            raise InvalidSetting(f"found {found!r} (there is no {_absolute(path)}), allowed {allowed}")
        if not is_right(mode):
            raise InvalidSetting(f"found {found!r} (which is something else), allowed {allowed}")
        return path

    def from_text(text: str) -> Path | None:
        return check(Path(text), text)

    def from_toml(value: object, start: Path) -> Path | None:
        text = _string(value, allowed)
        return check(start / text, text)

    return Kind(from_text, from_toml)


def _mode(path: Path, found: str, allowed: str) -> int | None:
    """Give the mode of what a path leads to, None if there is nothing; refuse a path that cannot be looked at."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as fault:  # ValueError: a null character
        why = (isinstance(fault, OSError) and fault.strerror) or fault
        raise InvalidSetting(
            f"found {found!r} (which cannot be looked at: {why}), allowed {allowed}"
        ) from fault


def _absolute(path: Path) -> Path:
    try:
        return path.absolute()
    except OSError:  # the current folder itself has gone
        return path


def database() -> Kind:
    """Give the kind of paths of files in a folder that exists, or ``:memory:``; empty for none."""
    allowed = f"the path of a file in a folder that exists, or {_MEMORY}"

    def check(path: Path, found: str) -> Path | None:
        if not found:
            return None
        if str(path) == _MEMORY:
            return path
        above = path.parent
        if not stat.S_ISDIR(_mode(above, found, allowed) or 0):
            raise InvalidSetting(
                f"found {found!r} (there is no folder {_absolute(above)}), allowed {allowed}"
            )
        mode = _mode(path, found, allowed)
        if mode is not None and not stat.S_ISREG(mode):
            raise InvalidSetting(f"found {found!r} (which is something else), allowed {allowed}")
        return path

    def from_text(text: str) -> Path | None:
        return check(Path(text), text)

    def from_toml(value: object, start: Path) -> Path | None:
        text = _string(value, allowed)
        return check(Path(text) if text == _MEMORY else start / text, text)

    return Kind(from_text, from_toml)


def origin() -> Kind:
    """Give the kind of a web page's origin, as browsers write it."""
    allowed = "origins as browsers write them: https://games.example, http://localhost:5173"

    def from_text(text: str) -> str:
        if not _ORIGIN.fullmatch(text):
            raise InvalidSetting(f"found {text!r}, allowed {allowed}")
        return text

    return _strings(from_text, allowed)


def switch() -> Kind:
    """Give the kind of what is on or off."""

    def from_text(text: str) -> bool:
        if text.lower() not in _SWITCH_WORDS:
            raise InvalidSetting(f"found {text!r}, allowed true or false")
        return _SWITCH_WORDS[text.lower()]

    def from_toml(value: object, _folder: Path) -> bool:
        if not isinstance(value, bool):
            raise _wrong_type(value, "true or false")
        return value

    return Kind(from_text, from_toml, is_switch=True)


def host() -> Kind:
    """Give the kind of host names and addresses."""

    def from_text(text: str) -> str:
        if not text or any(character.isspace() or character == "/" for character in text):
            raise InvalidSetting(f"found {text!r}, allowed a host name or an address")
        return text

    return _strings(from_text, "a host name or an address")


def choice(*allowed: str) -> Kind:
    """Give the kind of one of some words."""

    def from_text(text: str) -> str:
        if text not in allowed:
            raise InvalidSetting(f"found {text!r}, allowed one of {', '.join(allowed)}")
        return text

    return _strings(from_text, f"one of {', '.join(allowed)}")


def several(one: Kind, allowed: str) -> Kind:
    """Give the kind of lists of values of another kind, tuples when read.

    In text they are parted by commas; in TOML they are an array, or such a text.

    Parameters
    ----------
    one
        The kind of each value.
    allowed
        What the values are, for errors: "origins".
    """

    def from_text(text: str) -> tuple[Any, ...]:
        return tuple(one.from_text(part.strip()) for part in text.split(",")) if text.strip() else ()

    def from_toml(value: object, folder: Path) -> tuple[Any, ...]:
        if isinstance(value, str):
            return from_text(value)
        if not isinstance(value, list):
            raise _wrong_type(value, f"an array of {allowed}, or a string of them with commas between")
        return tuple(one.from_toml(each, folder) for each in value)

    return Kind(from_text, from_toml)


def optional(one: Kind) -> Kind:
    """Give the kind of values of another kind or none; none is an empty text."""

    def from_text(text: str) -> Any:
        return one.from_text(text) if text else None

    def from_toml(value: object, folder: Path) -> Any:
        return one.from_toml(value, folder) if value != "" else None

    return Kind(from_text, from_toml)


def _strings(from_text: Callable[[str], str], allowed: str) -> Kind:
    def from_toml(value: object, _folder: Path) -> str:
        return from_text(_string(value, allowed))

    return Kind(from_text, from_toml)


def _string(value: object, allowed: str) -> str:
    if not isinstance(value, str):
        raise _wrong_type(value, f"a string: {allowed}")
    return value


def _wrong_type(value: object, allowed: str) -> InvalidSetting:
    found = str(value).lower() if isinstance(value, bool) else repr(value)
    return InvalidSetting(f"found {found}, allowed {allowed}")

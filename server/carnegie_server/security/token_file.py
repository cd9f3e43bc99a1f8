"""The file with the tokens: TOML, one table ``[[token]]`` for each."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from carnegie_server.security.faults import FaultyFile
from carnegie_server.security.rates import Rate
from carnegie_server.security.scopes import Scope
from carnegie_server.security.tokens import PREFIX, Token, Tokens

NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What names of tokens consist of: nothing that could break a line of a log."""

_DIGEST = re.compile(r"[0-9a-fA-F]{64}")
_MOST_CALLS_PER_SECOND = 1e6
_LARGEST_NUMBER = 1_000_000
_KEYS = ("name", "sha256", "scopes", "rate", "burst", "max_concurrent", "expires")


def read_tokens(text: str, default_burst: int) -> Tokens:
    """Read the text of the file.

    Parameters
    ----------
    text
        The text. ``token = []`` lets nobody in; a text without any ``token`` is a fault, for it may be half a file.
    default_burst
        The burst of a token that has a rate and no burst, 1 or more.

    Raises
    ------
    FaultyFile
        Something is wrong; the error lists it all, and repeats no digest.
    """
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # also a number of thousands of digits, or nested too deep
        # Its text is only where and what kind, not what stands there.
        raise FaultyFile((f"found no TOML ({fault}), allowed TOML with tables [[token]]",)) from None
    faults = [f"{_shielded(key)}: found an unknown key, allowed token" for key in content if key != "token"]
    entries = content.get("token")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise FaultyFile((*faults, f"token: found {_kind(entries)}, allowed tables [[token]]"))
    tokens = tuple(
        _Entry(f"token[{index}]", entry, faults).read(default_burst) for index, entry in enumerate(entries)
    )
    faults += _repeated("name", [token.name for token in tokens])
    faults += _repeated("sha256", [token.digest for token in tokens])
    if faults:
        raise FaultyFile(tuple(faults))
    return Tokens(tokens)


def _shielded(text: str) -> str:
    """Give a text of the file for a log, unless it holds what looks like a token that was put into the wrong place."""
    return "what looks like a token" if PREFIX in text else text


class _Entry:
    """One table of the file; what is wrong with it is added to the faults."""

    def __init__(self, path: str, table: Mapping[str, Any], faults: list[str]) -> None:
        self._path = path
        self._table = table
        self._faults = faults

    def read(self, default_burst: int) -> Token:
        for key in self._table:
            if key not in _KEYS:
                self._wrong(key, "an unknown key", ", ".join(_KEYS))
        return Token(
            self._name(),
            self._digest(),
            self._scopes(),
            self._rate(default_burst),
            self._most(),
            self._expires(),
        )

    def _wrong(self, key: str, found: str, allowed: str) -> None:
        self._faults.append(f"{self._path}.{_shielded(key)}: found {_shielded(found)}, allowed {allowed}")

    def _name(self) -> str:
        name = self._table.get("name")
        if isinstance(name, str) and NAME.fullmatch(name):
            return name
        self._wrong("name", _kind(name), "1 to 64 letters, digits, '.', '_' and '-'")
        return ""

    def _digest(self) -> bytes:
        digits = self._table.get("sha256")
        if isinstance(digits, str) and _DIGEST.fullmatch(digits):
            return bytes.fromhex(digits)
        # Not what stands there: it may be the token itself, put into the wrong place.
        self._wrong("sha256", _kind(digits), "64 hexadecimal digits, as 'token new' prints them")
        return b""

    def _scopes(self) -> frozenset[Scope]:
        allowed = {scope.value: scope for scope in Scope}
        names = self._table.get("scopes")
        if isinstance(names, list) and all(isinstance(name, str) and name in allowed for name in names):
            return frozenset(allowed[name] for name in names)
        self._wrong(
            "scopes", repr(names) if names is not None else "nothing", f"a list of {', '.join(allowed)}"
        )
        return frozenset()

    def _rate(self, default_burst: int) -> Rate | None:
        burst = self._number("burst", 1, _LARGEST_NUMBER, "a whole number from 1", whole=True)
        rate = self._number("rate", 1e-6, _MOST_CALLS_PER_SECOND, "calls a second, more than 0", whole=False)
        if burst is not None and "rate" not in self._table:
            self._wrong("burst", "a burst without a rate", "beside rate")
        return None if rate is None else Rate(float(rate), default_burst if burst is None else int(burst))

    def _most(self) -> int | None:
        most = self._number("max_concurrent", 1, _LARGEST_NUMBER, "a whole number from 1", whole=True)
        return None if most is None else int(most)

    def _number(self, key: str, least: float, most: float, allowed: str, *, whole: bool) -> float | None:
        if key not in self._table:
            return None
        value = self._table[key]
        kinds = int if whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds) or not _within(value, least, most):
            self._wrong(key, repr(value), f"{allowed}, at most {most:g}")
            return None
        return float(value)

    def _expires(self) -> datetime.datetime | None:
        if "expires" not in self._table:
            return None
        value = self._table["expires"]
        if isinstance(value, datetime.datetime) and value.tzinfo is not None:
            return value
        self._wrong("expires", str(value), "a date and time with its offset, such as 2030-01-01T00:00:00Z")
        return None


def _repeated(key: str, values: Iterable[str | bytes]) -> list[str]:
    first: dict[str | bytes, int] = {}
    return [
        f"token[{index}].{key}: found the same as token[{first[value]}].{key}, allowed another one"
        for index, value in enumerate(values)
        if value and first.setdefault(value, index) != index
    ]


def _within(value: float, least: float, most: float) -> bool:
    return least <= value <= most


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    return (
        f"{type(value).__name__} of length {len(value)}"
        if isinstance(value, str | list)
        else type(value).__name__
    )

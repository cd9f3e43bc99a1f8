"""Bearer tokens: what is kept of each, and how a presented one is found.

A token is 256 bits from the system's source of randomness, made by ``python -m carnegie_server token new``. Nobody can
guess it or list all candidates, so a plain SHA-256 of it is safe to keep: slow, salted hashes are for passwords, which
people choose and attackers guess. A slow one would only let every stranger burn this process's time.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from carnegie_server.security.rates import Rate
from carnegie_server.security.scopes import Scope

PREFIX = "carnegie_"
"""Every token that is made begins so, for scanners that look for secrets where they should not be."""

_RANDOM_BYTES = 32


def new_token() -> str:
    """Make a token; it is known nowhere else."""
    return PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)


def digest(token: str) -> bytes:
    """Give what is kept of a token: its SHA-256, 32 bytes."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


@dataclass(frozen=True, slots=True)
class Token:
    """A token that is accepted.

    Attributes
    ----------
    name
        What the operator calls it: in logs, and as the caller's name.
    digest
        The SHA-256 of the token, 32 bytes.
    scopes
        What it opens.
    rate
        How often it may be used; None for what the settings say.
    max_concurrent
        How many of its calls may be under way at a time, 1 or more; None for what the settings say.
    expires
        From then on it is refused, with a time zone; None for never.
    """

    name: str
    digest: bytes = field(repr=False)
    scopes: frozenset[Scope] = frozenset()
    rate: Rate | None = None
    max_concurrent: int | None = None
    expires: datetime | None = None


class Tokens:
    """The tokens that are accepted.

    Parameters
    ----------
    entries
        All of them; names and digests differ.
    """

    def __init__(self, entries: tuple[Token, ...]) -> None:
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Token]:
        return iter(self._entries)

    def find(self, presented: str) -> Token | None:
        """Find a token, in a time that says nothing about which ones there are: all of them are compared."""
        wanted = digest(presented)
        found = None
        for entry in self._entries:
            if hmac.compare_digest(entry.digest, wanted):
                found = entry
        return found

"""A game that can be stored, as a worker hands it to the front."""

from __future__ import annotations

import pickle
from dataclasses import astuple, dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game whose save has nothing wrong with it.

    Attributes
    ----------
    id
        What the client calls it.
    expected_version
        The version that the save follows upon; 0 for a new game.
    content
        The serialized SavedGame; equal games have equal bytes.
    summary
        The serialized GameSummary, but for what the store knows: version and times.
    """

    id: str
    expected_version: int
    content: bytes
    summary: bytes

    def to_bytes(self) -> bytes:
        """Write it for the way from a worker to the front."""
        return pickle.dumps(astuple(self))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what a worker has written."""
        return cls(*pickle.loads(data))

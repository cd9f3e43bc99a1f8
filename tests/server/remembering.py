"""A cache for tests of what is said about one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Counts:
    hits: int = 3
    recalls: int = 2
    misses: int = 7
    evictions: int = 1


class Remembering:
    """A cache that says what it is told to."""

    statistics = Counts()
    bytes_used = 4_096

    def __len__(self) -> int:
        return 6

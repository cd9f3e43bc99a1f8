"""How many calls are under way at a time, for each caller and in all."""

from __future__ import annotations

import collections


class CallsUnderWay:
    """Counts calls from their admission to their end; callers without any take no memory."""

    def __init__(self) -> None:
        self._by_caller: collections.Counter[str] = collections.Counter()
        self._total = 0

    @property
    def total(self) -> int:
        """How many calls are under way."""
        return self._total

    def of(self, caller: str) -> int:
        """How many calls of a caller are under way."""
        return self._by_caller[caller]

    def begin(self, caller: str) -> None:
        """Count a call of a caller."""
        self._by_caller[caller] += 1
        self._total += 1

    def end(self, caller: str) -> None:
        """Count a call of a caller no more."""
        self._by_caller[caller] -= 1
        self._total -= 1
        if not self._by_caller[caller]:
            del self._by_caller[caller]

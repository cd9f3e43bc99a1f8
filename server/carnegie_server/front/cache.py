"""The cache: answers that are the same each time, kept for whoever asks the same question again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from carnegie_server.workers import Fact, Reply

MOST_WORDINGS = 16
"""In so many wordings an answer is found without asking a worker; the oldest one is forgotten first."""

_BYTES_OF_WORDING = 200
_BYTES_BESIDE_BODY = 2_000
_LARGEST_SHARE = 8


@dataclass(slots=True)
class CacheStatistics:
    """What has happened in a cache so far.

    Attributes
    ----------
    hits
        Questions that were answered without a worker, as they had been asked with the same bytes before.
    recalls
        Questions that a worker has recognised by position and options, and not searched.
    misses
        Questions that were searched.
    evictions
        Answers that made room for others.
    """

    hits: int = 0
    recalls: int = 0
    misses: int = 0
    evictions: int = 0


@dataclass(slots=True)
class _Kept:
    reply: Reply
    wordings: OrderedDict[bytes, None] = field(default_factory=OrderedDict)

    @property
    def size(self) -> int:
        return len(self.reply.body) + _BYTES_BESIDE_BODY + _BYTES_OF_WORDING * len(self.wordings)


class AnswerCache:
    """Answers by question; the one that was not asked for the longest time makes room.

    A question is known by its key, which a worker makes of the canonical position and the options, and besides by its
    wordings: the bytes in which it was asked. Equal bytes are found here, with nothing decoded; other ones that mean
    the same are recognised by the worker that has read them, which then need not search.

    Parameters
    ----------
    most_bytes
        The most memory for answers, with what is needed to find them; 0 to keep none.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._answers: OrderedDict[bytes, _Kept] = OrderedDict()
        self._keys: dict[bytes, bytes] = {}
        self._bytes = 0
        self.statistics = CacheStatistics()

    def __len__(self) -> int:
        return len(self._answers)

    @property
    def in_use(self) -> bool:
        """Whether anything is ever kept."""
        return self._most_bytes > 0

    @property
    def bytes_used(self) -> int:
        """The memory for what is kept, as counted against the bound."""
        return self._bytes

    def find(self, wording: bytes) -> Reply | None:
        """Give the answer to a question in bytes that have been answered before."""
        key = self._keys.get(wording)
        if key is None:
            return None
        self.statistics.hits += 1
        self._answers.move_to_end(key)
        return _without_times(self._answers[key].reply, "hit")

    def recall(self, key: bytes) -> Reply | None:
        """Give the answer to a question that a worker has read."""
        kept = self._answers.get(key)
        if kept is None:
            return None
        self._answers.move_to_end(key)
        return _without_times(kept.reply, "recalled")

    def keep(self, wording: bytes, reply: Reply) -> None:
        """Take in what a worker has answered to a question; it is kept if it is the same each time."""
        if not self.in_use:
            return
        if reply.facts.get("cache") == "recalled":
            self.statistics.recalls += 1
        else:
            self.statistics.misses += 1
        if not reply.key or wording in self._keys:
            return
        kept = self._answers.get(reply.key)
        if kept is None:
            kept = _Kept(reply)
            if kept.size > self._most_bytes // _LARGEST_SHARE:
                return
            self._answers[reply.key] = kept
            self._bytes += kept.size
        self._add_wording(kept, reply.key, wording)
        self._answers.move_to_end(reply.key)
        while self._bytes > self._most_bytes:
            self._evict()

    def _add_wording(self, kept: _Kept, key: bytes, wording: bytes) -> None:
        self._bytes -= kept.size
        kept.wordings[wording] = None
        self._keys[wording] = key
        if len(kept.wordings) > MOST_WORDINGS:
            oldest, _ = kept.wordings.popitem(last=False)
            del self._keys[oldest]
        self._bytes += kept.size

    def _evict(self) -> None:
        _, evicted = self._answers.popitem(last=False)
        self._bytes -= evicted.size
        self.statistics.evictions += 1
        for wording in evicted.wordings:
            del self._keys[wording]


def wording_of(method: str, request: bytes) -> bytes:
    """Give what a question's bytes are known by."""
    return hashlib.sha256(method.encode() + b"\0" + request).digest()


def _without_times(reply: Reply, how: str) -> Reply:
    """Give an answer as it comes out of the cache: it says nothing of times, for none was spent."""
    facts: Mapping[str, Fact] = {
        name: value for name, value in reply.facts.items() if not name.endswith("_seconds")
    }
    return replace(reply, facts={**facts, "cache": how})

"""What a batch has to say and its client has not taken yet."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Told:
    """A message about a question."""

    id: str
    body: bytes
    final: bool


class Outbox:
    """Messages in the order in which they came; of those about the progress of a question only the latest is kept.

    So a client that does not read costs no more than two messages for each of its questions.
    """

    def __init__(self) -> None:
        self._messages: dict[tuple[str, bool], Told] = {}
        self._changed = asyncio.Event()
        self._closed = False

    def put(self, message: Told) -> None:
        """Add a message; a final one makes those about the progress needless."""
        if message.final:
            self._messages.pop((message.id, False), None)
        self._messages[message.id, message.final] = message
        self._changed.set()

    def close(self) -> None:
        """Say that nothing more will come."""
        self._closed = True
        self._changed.set()

    async def take(self) -> Told | None:
        """Wait for the next message; None when there will be none."""
        while not self._messages:
            if self._closed:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._messages.pop(next(iter(self._messages)))

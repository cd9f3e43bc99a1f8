"""Room in memory for what has been read and not yet answered, shared by all batches."""

from __future__ import annotations

import asyncio
import collections


class Room:
    """A number of bytes that may be taken, first come first served.

    Parameters
    ----------
    size
        How many bytes there are, 1 or more.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._taken = 0
        self._waiting: collections.deque[tuple[int, asyncio.Future[None]]] = collections.deque()

    @property
    def taken(self) -> int:
        """How many bytes are taken."""
        return self._taken

    async def take(self, count: int) -> None:
        """Take some bytes, once there is room for them; all there are, where they are more."""
        count = min(count, self._size)
        if not self._waiting and self._taken + count <= self._size:
            self._taken += count
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        place = (count, turn)
        self._waiting.append(place)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # It was given room in the very moment in which it went away.
                self.give_back(count)
            else:
                self._waiting.remove(place)
                self._let_in()
            raise

    def give_back(self, count: int) -> None:
        """Give bytes back, as many as were taken at a time."""
        self._taken -= min(count, self._size)
        self._let_in()

    def _let_in(self) -> None:
        while self._waiting and self._taken + self._waiting[0][0] <= self._size:
            count, turn = self._waiting.popleft()
            if not turn.done():
                self._taken += count
                turn.set_result(None)

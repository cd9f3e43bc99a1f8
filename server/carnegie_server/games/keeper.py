"""Keeping games beside the event loop: one thread reads and writes, and never more than some calls wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from msgspec.structs import replace

from carnegie_server.games.answering import answer_game_call
from carnegie_server.games.refusals import out_of_time, too_many_waiting
from carnegie_server.games.store import GameStore
from carnegie_server.workers import Reply

MOST_WAITING = 64
"""So many calls wait for the thread at most, the one that it answers included."""

STORE_SECONDS = "store_seconds"
"""The fact in every reply that says how long the store has worked on it."""


class GameKeeper:
    """The games, for use from one event loop.

    Parameters
    ----------
    store
        The games; it has been opened in the thread.
    thread
        The only thread that uses the store.
    """

    def __init__(self, store: GameStore, thread: ThreadPoolExecutor) -> None:
        self._store = store
        self._thread = thread
        self._waiting = 0

    async def answer(self, method: str, owner: str, request: bytes, seconds: float | None) -> Reply:
        """Answer a call, see `answer_game_call`.

        One that is cancelled before the thread comes to it is not begun; one that the thread works on is finished,
        and so made as a whole or not at all.

        Parameters
        ----------
        method, owner, request
            As there.
        seconds
            How long the caller will wait; None for as long as it takes.

        Raises
        ------
        CallRefused
            As there; also when too many calls wait, or the time runs out.
        """
        if self._waiting >= MOST_WAITING:
            raise too_many_waiting()
        loop = asyncio.get_running_loop()
        work = functools.partial(_timed_answer, method, self._store, owner, request)
        self._waiting += 1
        # Counted until the thread is done with it, which may be later than its caller waits.
        answering = self._thread.submit(work)
        answering.add_done_callback(lambda _: loop.call_soon_threadsafe(self._done))
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(answering)
        except TimeoutError:
            raise out_of_time() from None

    def _done(self) -> None:
        self._waiting -= 1


@contextlib.asynccontextmanager
async def games_kept(path: Path | None, max_games: int) -> AsyncIterator[GameKeeper | None]:
    """Keep games for as long as the block lasts.

    Parameters
    ----------
    path
        The file, or ``:memory:``; None to keep none.
    max_games
        The most games of one owner; 0 for no limit.

    Raises
    ------
    GamesUnusable
        The file cannot be used.
    """
    if path is None:
        yield None
        return
    thread = ThreadPoolExecutor(1, "carnegie-games")
    try:
        store = await asyncio.wrap_future(thread.submit(GameStore, path, max_games))
        try:
            yield GameKeeper(store, thread)
        finally:
            # What the thread has been given comes first.
            await asyncio.wrap_future(thread.submit(store.close))
    finally:
        thread.shutdown()


def _timed_answer(method: str, store: GameStore, owner: str, request: bytes) -> Reply:
    started = time.monotonic()
    reply = answer_game_call(method, store, owner, request)
    return replace(reply, facts={**reply.facts, STORE_SECONDS: time.monotonic() - started})

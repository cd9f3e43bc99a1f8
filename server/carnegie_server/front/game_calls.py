"""The calls about saved games: a worker checks what is to be saved, the keeper stores, loads, lists and deletes."""

from __future__ import annotations

import asyncio

from google.rpc import code_pb2

from carnegie_server.front.asking import Asking
from carnegie_server.games import GameKeeper
from carnegie_server.games.refusals import games_not_kept
from carnegie_server.methods import SAVE_GAME
from carnegie_server.workers import Reply


class GameCalls:
    """Answers the calls about saved games.

    Parameters
    ----------
    workers
        Check what is to be saved.
    keeper
        Keeps the games; None where none are kept.
    """

    def __init__(self, workers: Asking, keeper: GameKeeper | None) -> None:
        self._workers = workers
        self._keeper = keeper

    async def answer(
        self, method: str, request: bytes, owner: str, seconds: float | None, priority: int
    ) -> Reply:
        """Answer a call.

        Parameters
        ----------
        method
            The full name of the call.
        request
            The serialized request.
        owner
            Whose games they are: the name of the caller's token; empty without tokens.
        seconds
            How long the caller will wait; None where it has not said.
        priority
            As for the workers.

        Raises
        ------
        CallRefused
            There is no answer.
        """
        if self._keeper is None:
            raise games_not_kept()
        if method != SAVE_GAME:
            return await self._keeper.answer(method, owner, request, seconds)
        loop = asyncio.get_running_loop()
        began = loop.time()
        checked = await self._workers.ask(method, request, seconds, None, priority)
        if checked.code != code_pb2.OK:
            return checked
        left = None if seconds is None else seconds - (loop.time() - began)
        stored = await self._keeper.answer(method, owner, checked.body, left)
        return Reply(stored.code, stored.body, {**checked.facts, **stored.facts})

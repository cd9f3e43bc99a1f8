"""The review of a game: a worker cuts it into decisions, and each of them is a question of its own."""

from __future__ import annotations

import asyncio
import collections
import itertools
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from google.rpc import code_pb2

from carnegie.v1 import review_pb2
from carnegie_server.closed_review import gap_of, read_decision
from carnegie_server.front.asking import Asking
from carnegie_server.front.failures import failure_of
from carnegie_server.front.questions import Questions
from carnegie_server.methods import EVALUATE_PLAN, REVIEW_GAME
from carnegie_server.workers import Reply

MOST_COSTLY = 3
"""How many of the costliest decisions a review names."""

_AHEAD = 16
"""So many decisions are asked at most before the first of them has been told: no more than a slow client may keep."""


@dataclass(slots=True)
class _Totals:
    """What the decisions that have been told add up to."""

    gaps: dict[int, int] = field(default_factory=dict)
    unjudged: int = 0

    @property
    def costliest(self) -> list[int]:
        """The indices of the costliest decisions, those first that cost the most, and of equal ones the earlier."""
        return sorted(self.gaps, key=lambda index: (-self.gaps[index], index))[:MOST_COSTLY]


class Review:
    """Judges the decisions of one game, in its order.

    Parameters
    ----------
    asking
        Has the game cut into decisions.
    questions
        Has each of them judged.
    priority
        That of the whole, and of each decision.

    Attributes
    ----------
    ending
        How the call ends, once all messages have been given.
    """

    def __init__(self, asking: Asking, questions: Questions, priority: int) -> None:
        self._asking, self._questions = asking, questions
        self._priority = priority
        self._totals = _Totals()
        self.ending = Reply(code_pb2.OK, b"")

    async def messages(self, request: bytes) -> AsyncGenerator[bytes]:
        """Give the messages about a serialized ReviewGameRequest; where the review fails, all but the last one.

        Raises
        ------
        CallRefused
            The game cannot be reviewed.
        """
        told: list[bytes] = []
        seconds = self._questions.seconds_left()
        cut = await self._asking.ask(REVIEW_GAME, request, seconds, told.append, self._priority)
        self.ending = cut
        if cut.code != code_pb2.OK:
            return
        options, *decisions = told
        async for message in self._judged(options, decisions):
            yield message
        if self.ending.code == code_pb2.OK:
            facts = {**cut.facts, "decisions": len(decisions), "unjudged": self._totals.unjudged}
            self.ending = Reply(code_pb2.OK, b"", facts)
            yield self._final(cut.body)

    async def _judged(self, options: bytes, decisions: list[bytes]) -> AsyncGenerator[bytes]:
        workers = asyncio.Semaphore(self._questions.workers)
        following = iter(decisions)
        asked: collections.deque[tuple[bytes, asyncio.Task[Reply | None]]] = collections.deque()
        try:
            while True:
                for message in itertools.islice(following, _AHEAD - len(asked)):
                    asked.append((message, asyncio.ensure_future(self._ask(message, options, workers))))
                if not asked:
                    return
                message, answering = asked.popleft()
                reply = await answering
                if reply is not None and self._ends_all(reply):
                    self.ending = reply
                    return
                yield self._told(message, reply)
        finally:
            for _, answering in asked:
                answering.cancel()

    async def _ask(self, message: bytes, options: bytes, workers: asyncio.Semaphore) -> Reply | None:
        """Have a decision judged; None for one that needs no judgement."""
        decision = read_decision(message).decision
        if decision.forced:
            return None
        async with workers:
            # Written one after the other messages become one.
            question = decision.evaluation + options
            return await self._questions.answer(EVALUATE_PLAN, question, self._priority)

    def _ends_all(self, reply: Reply) -> bool:
        """Whether an error is that of the whole review, not of one decision."""
        seconds = self._questions.seconds_left()
        out_of_time = seconds is not None and seconds <= 0.0
        return reply.code == code_pb2.UNAVAILABLE or (reply.code != code_pb2.OK and out_of_time)

    def _told(self, message: bytes, reply: Reply | None) -> bytes:
        """Give the message about a decision, with its judgement where its question was."""
        response = read_decision(message)
        decision = response.decision
        decision.ClearField("evaluation")
        if reply is not None and reply.code == code_pb2.OK:
            decision.evaluation = reply.body
            if (gap := gap_of(reply.body)) > 0:
                self._totals.gaps[decision.index] = gap
        elif reply is not None:
            decision.failure = failure_of(reply).SerializeToString()
            self._totals.unjudged += 1
        written: bytes = response.SerializeToString()
        return written

    def _final(self, message: bytes) -> bytes:
        response = review_pb2.ReviewGameResponse.FromString(message)
        response.review.gap_sum = sum(self._totals.gaps.values())
        response.review.costliest.extend(self._totals.costliest)
        response.review.unjudged = self._totals.unjudged
        return response.SerializeToString()

"""The questions to the advisor."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final

from carnegie.v1.advisor_pb2 import (
    AnalyzeRequest,
    AnalyzeResponse,
    EvaluatePlanRequest,
    EvaluatePlanResponse,
    SuggestRequest,
    SuggestResponse,
)
from carnegie_client.messages import (
    JsonLike,
    PatternLike,
    PositionLike,
    StepLike,
    json_text,
    position_message,
    question_message,
    step_messages,
)
from carnegie_client.session import Session

_LONGEST_SEARCH: Final = 3_600.0
"""Seconds; no service searches longer."""
_LONGEST_WRITTEN: Final = 315_576_000_000.0
"""Seconds, the most that a Duration holds; a longer time limit is written as them, for the service to clamp."""


class AdvisorCalls(Session):
    """Asks for plans, and has plans judged."""

    def suggest(
        self,
        position: PositionLike,
        *,
        time_limit: float | None = None,
        work_limit: float | None = None,
        components: JsonLike | None = None,
        weights: JsonLike | None = None,
        max_lines: int = 1,
        explain: bool = False,
        seed: int | None = None,
        threads: int | None = None,
        allow: Iterable[PatternLike] = (),
        avoid: Iterable[PatternLike] = (),
    ) -> SuggestResponse:
        """Ask for the best plans for the decision that a position waits for.

        Parameters
        ----------
        position
            The position.
        time_limit
            Seconds, > 0, for the search; None for the service's own limit.
        work_limit
            Deterministic work, > 0: the same request gives the same answer on any machine, unless time ends the search.
        components
            Component tables that replace the assumed ones.
        weights
            Valuation weights that replace the default ones.
        max_lines
            How many plans to give at most, 1 to 10, no two of which have the same outcome.
        explain
            Whether to say which of the player's means bind the plan.
        seed, threads
            What decides ties, 0 to 2147483647, and the threads of the search; None for 0 and 1.
        allow
            What plans may consist of: if there are patterns, each step has to be matched by one of them.
        avoid
            What plans may not consist of: patterns, none of which matches any step.

        Raises
        ------
        MalformedJson
            If the position's data or text is not the JSON form of a position, or a pattern's data not that of one.
        ValueError
            If the time limit is no finite number, or a number is too large or too small for the message.
        InvalidRequest, NotSupported, NoAnswerInTime, ServerUnreachable, CallFailed
            If the request is against the rules, if this version does not answer the decision, if there was no answer at
            all in time, if no service answers, or for any other error of the service.
        """
        request = question_message(
            position,
            components,
            weights,
            max_lines=max_lines,
            explain=explain,
            work_limit=work_limit,
            seed=seed,
            threads=threads,
            allow=allow,
            avoid=avoid,
        )
        seconds = self._limit_search(request, time_limit)
        return self._call(self._advisor.Suggest, request, seconds)

    def analyze(
        self,
        position: PositionLike,
        *,
        time_limit: float | None = None,
        work_limit: float | None = None,
        components: JsonLike | None = None,
        weights: JsonLike | None = None,
        max_lines: int = 1,
        explain: bool = False,
        seed: int | None = None,
        threads: int | None = None,
        allow: Iterable[PatternLike] = (),
        avoid: Iterable[PatternLike] = (),
    ) -> Iterator[AnalyzeResponse]:
        """Search as `suggest` does, and give each better answer as it is found, the last one being final.

        Leaving the iterator before its end cancels the search. The parameters and the errors are those of `suggest`.
        """
        question = question_message(
            position,
            components,
            weights,
            max_lines=max_lines,
            explain=explain,
            work_limit=work_limit,
            seed=seed,
            threads=threads,
            allow=allow,
            avoid=avoid,
        )
        seconds = self._limit_search(question, time_limit)
        request = AnalyzeRequest(question=question)
        for message in self._connection.stream(self._advisor.Analyze, request, seconds):
            if not message.HasField("failure"):
                yield message

    def evaluate(
        self,
        position: PositionLike,
        steps: Iterable[StepLike] | str | bytes,
        *,
        time_limit: float | None = None,
        work_limit: float | None = None,
        components: JsonLike | None = None,
        weights: JsonLike | None = None,
        seed: int | None = None,
        threads: int | None = None,
    ) -> EvaluatePlanResponse:
        """Have a plan judged: whether it is legal, what it gains, and how far it is from the best one.

        An illegal plan is a good answer here, which says what is wrong with its first illegal step. The end of the
        decision may be left out of the steps. The other parameters and the errors are those of `suggest`.
        """
        request = EvaluatePlanRequest(
            position=position_message(position),
            steps=step_messages(steps),
            components_json=json_text(components),
            weights_json=json_text(weights),
            work_limit=work_limit,
            seed=seed,
            threads=threads,
        )
        seconds = self._limit_search(request, time_limit)
        return self._call(self._advisor.EvaluatePlan, request, seconds)

    def _limit_search(
        self,
        request: SuggestRequest | EvaluatePlanRequest,
        time_limit: float | None,
    ) -> float:
        """Write the time for a search into its request; give the seconds that the call may take."""
        if time_limit is None:
            return self._default_time_limit() + self._timeout
        if not math.isfinite(time_limit):
            raise ValueError(f"time_limit: found {time_limit}, allowed a finite number of seconds above 0")
        # The service is to judge the number itself, as far as its message can hold it.
        written = max(-_LONGEST_WRITTEN, min(time_limit, _LONGEST_WRITTEN))
        request.time_limit.FromTimedelta(timedelta(seconds=written))
        return max(0.0, min(time_limit, _LONGEST_SEARCH)) + self._timeout

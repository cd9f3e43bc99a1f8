"""The client: one connection to the service, one method for each question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from types import TracebackType
from typing import Self, TypeVar

import grpc
from google.protobuf.message import Message

from carnegie.v1.advisor_pb2 import (
    AnalyzeRequest,
    AnalyzeResponse,
    EvaluatePlanRequest,
    EvaluatePlanResponse,
    SuggestRequest,
    SuggestResponse,
)
from carnegie.v1.advisor_pb2_grpc import AdvisorServiceStub
from carnegie.v1.info_pb2 import GetInfoRequest, GetInfoResponse
from carnegie.v1.info_pb2_grpc import InfoServiceStub
from carnegie.v1.rules_pb2 import (
    ApplyPlanRequest,
    ApplyPlanResponse,
    DepartmentPool,
    GetComponentsRequest,
    GetComponentsResponse,
    ListLegalStepsRequest,
    ListLegalStepsResponse,
    NewGameRequest,
    NewGameResponse,
    ReplayRecordRequest,
    ReplayRecordResponse,
    ScorePositionRequest,
    ScorePositionResponse,
    TimelineLayout,
    ValidatePositionRequest,
    ValidatePositionResponse,
)
from carnegie.v1.rules_pb2_grpc import RulesServiceStub
from carnegie.v1.solo_pb2 import (
    NewSoloGameRequest,
    NewSoloGameResponse,
    PlayAndrewRequest,
    PlayAndrewResponse,
)
from carnegie.v1.solo_pb2_grpc import SoloServiceStub
from carnegie_client.connection import Connection
from carnegie_client.errors import (
    CallFailed,
    may_be_too_large,
    told_by_size,
)
from carnegie_client.messages import (
    JsonLike,
    PatternLike,
    PositionLike,
    RecordLike,
    StepLike,
    json_text,
    position_message,
    question_message,
    record_message,
    step_messages,
)

_Request = TypeVar("_Request", bound=Message)
_Response = TypeVar("_Response", bound=Message)


class Client:
    """A connection to the service, to be used in a `with` statement or closed.

    Calls may come from several threads. Positions are given as messages, as plain data in their JSON form, or as JSON
    text; text and data that are no position raise `MalformedJson` before anything is sent.

    Parameters
    ----------
    address
        `HOST:PORT`.
    timeout
        Seconds, > 0, that a call may take; for `suggest` those beyond the search's own time limit.
    connect_timeout
        Seconds, > 0, that the first connection may take.
    credentials
        For a service with TLS; None for one without.

    Examples
    --------
    >>> with Client("localhost:50051") as client:  # doctest: +SKIP
    ...     answer = client.suggest({"players": [{}, {}]}, time_limit=2.0)
    ...     print(answer.lines[0].gain)
    """

    def __init__(
        self,
        address: str,
        *,
        timeout: float = 10.0,
        connect_timeout: float = 5.0,
        credentials: grpc.ChannelCredentials | None = None,
    ) -> None:
        self.address = address
        self._timeout = timeout
        self._connection = Connection(address, connect_timeout, credentials)
        self._longest_search: float | None = None
        self._advisor = AdvisorServiceStub(self._connection.channel)
        self._rules = RulesServiceStub(self._connection.channel)
        self._solo = SoloServiceStub(self._connection.channel)
        self._info = InfoServiceStub(self._connection.channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; calls that are under way end with an error."""
        self._connection.close()

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
        if time_limit is not None:
            request.time_limit.FromTimedelta(timedelta(seconds=time_limit))
        search = self._default_time_limit() if time_limit is None else time_limit
        return search + self._timeout

    def validate(
        self, position: PositionLike, *, components: JsonLike | None = None
    ) -> ValidatePositionResponse:
        """Ask for every fault of a position, or for its canonical form if it has none.

        A faulty position is a good answer here, not an error; data or text that is not the JSON form of a position
        raises `MalformedJson` all the same. Other errors as for `suggest`.
        """
        request = ValidatePositionRequest(
            position=position_message(position), components_json=json_text(components)
        )
        return self._call(self._rules.ValidatePosition, request, self._timeout)

    def apply(
        self,
        position: PositionLike,
        steps: Iterable[StepLike] | str | bytes,
        *,
        components: JsonLike | None = None,
    ) -> ApplyPlanResponse:
        """Play steps for the player whose decision is awaited; errors as for `suggest`.

        Parameters
        ----------
        position
            The position.
        steps
            The steps in order, as messages or plain data, or the JSON text of a list of them.
        components
            Component tables that replace the assumed ones.
        """
        request = ApplyPlanRequest(
            position=position_message(position),
            steps=step_messages(steps),
            components_json=json_text(components),
        )
        return self._call(self._rules.ApplyPlan, request, self._timeout)

    def legal_steps(
        self, position: PositionLike, *, components: JsonLike | None = None
    ) -> ListLegalStepsResponse:
        """Ask for every legal step of the decision that a position waits for; errors as for `suggest`."""
        request = ListLegalStepsRequest(
            position=position_message(position), components_json=json_text(components)
        )
        return self._call(self._rules.ListLegalSteps, request, self._timeout)

    def score(self, position: PositionLike, *, components: JsonLike | None = None) -> ScorePositionResponse:
        """Ask for the score sheets of a position as if the game ended now; errors as for `suggest`."""
        request = ScorePositionRequest(
            position=position_message(position), components_json=json_text(components)
        )
        return self._call(self._rules.ScorePosition, request, self._timeout)

    def new_game(
        self,
        seed: int,
        *,
        players: int | None = None,
        pool: DepartmentPool.ValueType = DepartmentPool.DEPARTMENT_POOL_UNSPECIFIED,
        layout: TimelineLayout.ValueType = TimelineLayout.TIMELINE_LAYOUT_UNSPECIFIED,
    ) -> NewGameResponse:
        """Ask for a game at the beginning of its setup; the same seed gives the same game.

        Parameters
        ----------
        seed
            The seed of everything that is chance, 0 to 2147483647.
        players
            How many, 1 to 4; None for 2.
        pool
            The Department tiles; unspecified for the base game.
        layout
            How the timeline tiles are laid; unspecified for rows.

        Raises
        ------
        InvalidRequest
            If a number is out of its range.
        ValueError
            If a number is too large or too small for the message. Other errors as for `suggest`.
        """
        request = NewGameRequest(seed=seed, players=players, pool=pool, layout=layout)
        return self._call(self._rules.NewGame, request, self._timeout)

    def replay(
        self, record: RecordLike, *, step_count: int | None = None, components: JsonLike | None = None
    ) -> ReplayRecordResponse:
        """Ask for a recorded game to be played again, or its first `step_count` steps; errors as for `suggest`."""
        request = ReplayRecordRequest(
            record=record_message(record), step_count=step_count, components_json=json_text(components)
        )
        return self._call(self._rules.ReplayRecord, request, self._timeout)

    def new_solo_game(
        self,
        seed: int,
        *,
        level: int | None = None,
        pool: DepartmentPool.ValueType = DepartmentPool.DEPARTMENT_POOL_UNSPECIFIED,
        layout: TimelineLayout.ValueType = TimelineLayout.TIMELINE_LAYOUT_UNSPECIFIED,
    ) -> NewSoloGameResponse:
        """Ask for a game against Andrew of a level from 1 to 4, None for 1; all else as for `new_game`."""
        request = NewSoloGameRequest(seed=seed, level=level, pool=pool, layout=layout)
        return self._call(self._solo.NewSoloGame, request, self._timeout)

    def play_andrew(
        self, position: PositionLike, *, components: JsonLike | None = None
    ) -> PlayAndrewResponse:
        """Have Andrew do what a position waits for; errors as for `suggest`.

        Where it is not his turn, `InvalidRequest` has the reason NOT_ANDREWS_TURN and no violations.
        """
        request = PlayAndrewRequest(
            position=position_message(position), components_json=json_text(components)
        )
        return self._call(self._solo.PlayAndrew, request, self._timeout)

    def components(self) -> GetComponentsResponse:
        """Ask for the printed tables in force, as JSON text with the source of each."""
        return self._call(self._rules.GetComponents, GetComponentsRequest(), self._timeout)

    def info(self) -> GetInfoResponse:
        """Ask for the service's versions, components and limits."""
        return self._call(self._info.GetInfo, GetInfoRequest(), self._timeout)

    def _default_time_limit(self) -> float:
        if self._longest_search is None:
            self._longest_search = self.info().limits.max_time_limit.ToTimedelta().total_seconds()
        return self._longest_search

    def _call(
        self,
        method: grpc.UnaryUnaryMultiCallable[_Request, _Response],
        request: _Request,
        timeout: float,
    ) -> _Response:
        try:
            return self._connection.call(method, request, timeout)
        except CallFailed as error:
            if isinstance(request, GetInfoRequest) or not may_be_too_large(error):
                raise
            most = self.info().limits.max_request_bytes
            raise told_by_size(error, request.ByteSize(), most) from error.__cause__

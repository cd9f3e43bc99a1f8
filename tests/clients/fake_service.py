"""A service whose answers the test writes; real gRPC on a free port of the loopback interface."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from types import TracebackType
from typing import Self, TypeVar

import grpc
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from carnegie.v1 import (
    advisor_pb2,
    advisor_pb2_grpc,
    games_pb2,
    games_pb2_grpc,
    info_pb2,
    info_pb2_grpc,
    review_pb2,
    review_pb2_grpc,
    rules_pb2,
    rules_pb2_grpc,
    solo_pb2,
    solo_pb2_grpc,
)

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


@dataclass(frozen=True)
class Refusal:
    """An error that the service answers with."""

    status: status_pb2.Status
    pushback: str | None = None


def refusal(
    code: int,
    message: str,
    *,
    reason: str = "",
    violations: tuple[tuple[str, str, str], ...] = (),
    retry_seconds: float | None = None,
    pushback: str | None = None,
    metadata: dict[str, str] | None = None,
) -> Refusal:
    """Write an error as google.rpc.Status; violations are path, reason and description."""
    status = status_pb2.Status(code=code, message=message)
    if reason:
        status.details.add().Pack(
            error_details_pb2.ErrorInfo(reason=reason, domain="carnegie", metadata=metadata or {})
        )
    if violations:
        request = error_details_pb2.BadRequest()
        for path, why, description in violations:
            request.field_violations.add(field=path, reason=why, description=description)
        status.details.add().Pack(request)
    if retry_seconds is not None:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromTimedelta(timedelta(seconds=retry_seconds))
        status.details.add().Pack(retry)
    return Refusal(status, pushback)


BUSY = refusal(code_pb2.RESOURCE_EXHAUSTED, "the queue is full", reason="BUSY", retry_seconds=60)


@dataclass
class FakeService:
    """Answers with what its fields hold, and keeps what it was asked and how long it was given."""

    suggestion: advisor_pb2.SuggestResponse | Refusal = field(default_factory=advisor_pb2.SuggestResponse)
    evaluation: advisor_pb2.EvaluatePlanResponse | Refusal = field(
        default_factory=advisor_pb2.EvaluatePlanResponse
    )
    analysis: list[advisor_pb2.AnalyzeResponse | Refusal] = field(
        default_factory=lambda: [advisor_pb2.AnalyzeResponse(final=True)]
    )
    batch: Callable[[advisor_pb2.AnalyzeBatchRequest], list[advisor_pb2.AnalyzeBatchResponse | Refusal]] = (
        lambda request: [
            advisor_pb2.AnalyzeBatchResponse(
                id=request.item.id, suggestion=advisor_pb2.SuggestResponse(), final=True
            )
        ]
    )
    """What is said when a question of a batch has come."""
    validation: rules_pb2.ValidatePositionResponse | Refusal = field(
        default_factory=rules_pb2.ValidatePositionResponse
    )
    applied: rules_pb2.ApplyPlanResponse | Refusal = field(default_factory=rules_pb2.ApplyPlanResponse)
    legal: rules_pb2.ListLegalStepsResponse | Refusal = field(
        default_factory=rules_pb2.ListLegalStepsResponse
    )
    read: rules_pb2.ReadStepsResponse | Refusal = field(default_factory=rules_pb2.ReadStepsResponse)
    scored: rules_pb2.ScorePositionResponse | Refusal = field(default_factory=rules_pb2.ScorePositionResponse)
    game: rules_pb2.NewGameResponse | Refusal = field(default_factory=rules_pb2.NewGameResponse)
    replayed: rules_pb2.ReplayRecordResponse | Refusal = field(default_factory=rules_pb2.ReplayRecordResponse)
    tables: rules_pb2.GetComponentsResponse | Refusal = field(default_factory=rules_pb2.GetComponentsResponse)
    checked_tables: rules_pb2.ValidateComponentsResponse | Refusal = field(
        default_factory=rules_pb2.ValidateComponentsResponse
    )
    saved: games_pb2.SaveGameResponse | Refusal = field(default_factory=games_pb2.SaveGameResponse)
    loaded: games_pb2.LoadGameResponse | Refusal = field(default_factory=games_pb2.LoadGameResponse)
    listed: games_pb2.ListGamesResponse | Refusal = field(default_factory=games_pb2.ListGamesResponse)
    deleted: games_pb2.DeleteGameResponse | Refusal = field(default_factory=games_pb2.DeleteGameResponse)
    solo_game: solo_pb2.NewSoloGameResponse | Refusal = field(default_factory=solo_pb2.NewSoloGameResponse)
    andrew: solo_pb2.PlayAndrewResponse | Refusal = field(default_factory=solo_pb2.PlayAndrewResponse)
    review: list[review_pb2.ReviewGameResponse | Refusal] = field(
        default_factory=lambda: [review_pb2.ReviewGameResponse(final=True)]
    )
    information: info_pb2.GetInfoResponse | Refusal = field(default_factory=info_pb2.GetInfoResponse)
    refusals: list[Refusal] = field(default_factory=list)
    """What the next calls end with, whatever they ask."""
    before_answer: Callable[[], None] = lambda: None
    credentials: grpc.ServerCredentials | None = None
    max_request_bytes: int = 1 << 20
    requests: list[Message] = field(default_factory=list)
    headers: list[dict[str, str | bytes]] = field(default_factory=list)
    seconds_given: list[float] = field(default_factory=list)
    cancelled: threading.Event = field(default_factory=threading.Event)
    """Whether a caller has gone away before its answer."""
    address: str = ""
    server: grpc.Server = field(init=False)

    def __enter__(self) -> Self:
        self.server = grpc.server(
            ThreadPoolExecutor(4), options=[("grpc.max_receive_message_length", self.max_request_bytes)]
        )
        advisor_pb2_grpc.add_AdvisorServiceServicer_to_server(_Advisor(self), self.server)
        rules_pb2_grpc.add_RulesServiceServicer_to_server(_Rules(self), self.server)
        solo_pb2_grpc.add_SoloServiceServicer_to_server(_Solo(self), self.server)
        games_pb2_grpc.add_GameStoreServiceServicer_to_server(_Games(self), self.server)
        review_pb2_grpc.add_ReviewServiceServicer_to_server(_Review(self), self.server)
        info_pb2_grpc.add_InfoServiceServicer_to_server(_Info(self), self.server)
        port = (
            self.server.add_insecure_port("127.0.0.1:0")
            if self.credentials is None
            else self.server.add_secure_port("127.0.0.1:0", self.credentials)
        )
        self.address = f"127.0.0.1:{port}"
        self.server.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.server.stop(None).wait()

    def answer(
        self, request: Message, context: grpc.ServicerContext, response: Response | Refusal
    ) -> Response:
        """Keep the request and give the response, or end the call with the error."""
        self.requests.append(request)
        self.headers.append(dict(context.invocation_metadata()))
        self.seconds_given.append(context.time_remaining())
        answered = threading.Event()
        context.add_callback(lambda: None if answered.is_set() else self.cancelled.set())
        self.before_answer()
        answered.set()
        if self.refusals:
            response = self.refusals.pop(0)
        if isinstance(response, Refusal):
            status = rpc_status.to_status(response.status)
            pushback = () if response.pushback is None else (("grpc-retry-pushback-ms", response.pushback),)
            context.set_trailing_metadata((*status.trailing_metadata, *pushback))
            context.abort(status.code, status.details)
        return response

    def last_request(self, kind: type[Request]) -> Request:
        """Give the last request, which is of the given kind."""
        request = self.requests[-1]
        assert isinstance(request, kind)
        return request


class _Advisor(advisor_pb2_grpc.AdvisorServiceServicer):
    def __init__(self, fake: FakeService) -> None:
        self._fake = fake

    def Suggest(  # noqa: N802
        self, request: advisor_pb2.SuggestRequest, context: grpc.ServicerContext
    ) -> advisor_pb2.SuggestResponse:
        return self._fake.answer(request, context, self._fake.suggestion)

    def Analyze(  # noqa: N802
        self, request: advisor_pb2.AnalyzeRequest, context: grpc.ServicerContext
    ) -> Iterator[advisor_pb2.AnalyzeResponse]:
        for message in self._fake.analysis:
            yield self._fake.answer(request, context, message)

    def EvaluatePlan(  # noqa: N802
        self, request: advisor_pb2.EvaluatePlanRequest, context: grpc.ServicerContext
    ) -> advisor_pb2.EvaluatePlanResponse:
        return self._fake.answer(request, context, self._fake.evaluation)

    def AnalyzeBatch(  # noqa: N802
        self, request_iterator: Iterator[advisor_pb2.AnalyzeBatchRequest], context: grpc.ServicerContext
    ) -> Iterator[advisor_pb2.AnalyzeBatchResponse]:
        for request in request_iterator:
            for message in self._fake.batch(request):
                yield self._fake.answer(request, context, message)


class _Rules(rules_pb2_grpc.RulesServiceServicer):
    def __init__(self, fake: FakeService) -> None:
        self._fake = fake

    def ValidatePosition(  # noqa: N802
        self, request: rules_pb2.ValidatePositionRequest, context: grpc.ServicerContext
    ) -> rules_pb2.ValidatePositionResponse:
        return self._fake.answer(request, context, self._fake.validation)

    def ApplyPlan(  # noqa: N802
        self, request: rules_pb2.ApplyPlanRequest, context: grpc.ServicerContext
    ) -> rules_pb2.ApplyPlanResponse:
        return self._fake.answer(request, context, self._fake.applied)

    def ListLegalSteps(  # noqa: N802
        self, request: rules_pb2.ListLegalStepsRequest, context: grpc.ServicerContext
    ) -> rules_pb2.ListLegalStepsResponse:
        return self._fake.answer(request, context, self._fake.legal)

    def ReadSteps(  # noqa: N802
        self, request: rules_pb2.ReadStepsRequest, context: grpc.ServicerContext
    ) -> rules_pb2.ReadStepsResponse:
        return self._fake.answer(request, context, self._fake.read)

    def ScorePosition(  # noqa: N802
        self, request: rules_pb2.ScorePositionRequest, context: grpc.ServicerContext
    ) -> rules_pb2.ScorePositionResponse:
        return self._fake.answer(request, context, self._fake.scored)

    def NewGame(  # noqa: N802
        self, request: rules_pb2.NewGameRequest, context: grpc.ServicerContext
    ) -> rules_pb2.NewGameResponse:
        return self._fake.answer(request, context, self._fake.game)

    def ReplayRecord(  # noqa: N802
        self, request: rules_pb2.ReplayRecordRequest, context: grpc.ServicerContext
    ) -> rules_pb2.ReplayRecordResponse:
        return self._fake.answer(request, context, self._fake.replayed)

    def GetComponents(  # noqa: N802
        self, request: rules_pb2.GetComponentsRequest, context: grpc.ServicerContext
    ) -> rules_pb2.GetComponentsResponse:
        return self._fake.answer(request, context, self._fake.tables)

    def ValidateComponents(  # noqa: N802
        self, request: rules_pb2.ValidateComponentsRequest, context: grpc.ServicerContext
    ) -> rules_pb2.ValidateComponentsResponse:
        return self._fake.answer(request, context, self._fake.checked_tables)


class _Solo(solo_pb2_grpc.SoloServiceServicer):
    def __init__(self, fake: FakeService) -> None:
        self._fake = fake

    def NewSoloGame(  # noqa: N802
        self, request: solo_pb2.NewSoloGameRequest, context: grpc.ServicerContext
    ) -> solo_pb2.NewSoloGameResponse:
        return self._fake.answer(request, context, self._fake.solo_game)

    def PlayAndrew(  # noqa: N802
        self, request: solo_pb2.PlayAndrewRequest, context: grpc.ServicerContext
    ) -> solo_pb2.PlayAndrewResponse:
        return self._fake.answer(request, context, self._fake.andrew)


class _Games(games_pb2_grpc.GameStoreServiceServicer):
    def __init__(self, fake: FakeService) -> None:
        self._fake = fake

    def SaveGame(  # noqa: N802
        self, request: games_pb2.SaveGameRequest, context: grpc.ServicerContext
    ) -> games_pb2.SaveGameResponse:
        return self._fake.answer(request, context, self._fake.saved)

    def LoadGame(  # noqa: N802
        self, request: games_pb2.LoadGameRequest, context: grpc.ServicerContext
    ) -> games_pb2.LoadGameResponse:
        return self._fake.answer(request, context, self._fake.loaded)

    def ListGames(  # noqa: N802
        self, request: games_pb2.ListGamesRequest, context: grpc.ServicerContext
    ) -> games_pb2.ListGamesResponse:
        return self._fake.answer(request, context, self._fake.listed)

    def DeleteGame(  # noqa: N802
        self, request: games_pb2.DeleteGameRequest, context: grpc.ServicerContext
    ) -> games_pb2.DeleteGameResponse:
        return self._fake.answer(request, context, self._fake.deleted)


class _Review(review_pb2_grpc.ReviewServiceServicer):
    def __init__(self, fake: FakeService) -> None:
        self._fake = fake

    def ReviewGame(  # noqa: N802
        self, request: review_pb2.ReviewGameRequest, context: grpc.ServicerContext
    ) -> Iterator[review_pb2.ReviewGameResponse]:
        for message in self._fake.review:
            yield self._fake.answer(request, context, message)


class _Info(info_pb2_grpc.InfoServiceServicer):
    def __init__(self, fake: FakeService) -> None:
        self._fake = fake

    def GetInfo(  # noqa: N802
        self, request: info_pb2.GetInfoRequest, context: grpc.ServicerContext
    ) -> info_pb2.GetInfoResponse:
        return self._fake.answer(request, context, self._fake.information)

"""The calls about games: the rules, the solo game, and the service itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from carnegie.v1.info_pb2 import GetInfoRequest, GetInfoResponse
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
    ReadStepsRequest,
    ReadStepsResponse,
    ReplayRecordRequest,
    ReplayRecordResponse,
    ScorePositionRequest,
    ScorePositionResponse,
    TimelineLayout,
    ValidateComponentsRequest,
    ValidateComponentsResponse,
    ValidatePositionRequest,
    ValidatePositionResponse,
)
from carnegie.v1.solo_pb2 import (
    NewSoloGameRequest,
    NewSoloGameResponse,
    PlayAndrewRequest,
    PlayAndrewResponse,
)
from carnegie_client.calls import Call, Method, name_for
from carnegie_client.messages import (
    JsonLike,
    PositionLike,
    RecordLike,
    StepLike,
    json_text,
    position_message,
    record_message,
    step_messages,
)

_VALIDATE: Final = Method("/carnegie.v1.RulesService/ValidatePosition", ValidatePositionResponse, cheap=True)
_APPLY: Final = Method("/carnegie.v1.RulesService/ApplyPlan", ApplyPlanResponse, cheap=True)
_LEGAL: Final = Method("/carnegie.v1.RulesService/ListLegalSteps", ListLegalStepsResponse, cheap=True)
_READ_STEPS: Final = Method("/carnegie.v1.RulesService/ReadSteps", ReadStepsResponse, cheap=True)
_SCORE: Final = Method("/carnegie.v1.RulesService/ScorePosition", ScorePositionResponse, cheap=True)
_NEW_GAME: Final = Method("/carnegie.v1.RulesService/NewGame", NewGameResponse, cheap=True)
_REPLAY: Final = Method("/carnegie.v1.RulesService/ReplayRecord", ReplayRecordResponse, cheap=True)
_COMPONENTS: Final = Method("/carnegie.v1.RulesService/GetComponents", GetComponentsResponse, cheap=True)
_CHECK_TABLES: Final = Method(
    "/carnegie.v1.RulesService/ValidateComponents", ValidateComponentsResponse, cheap=True
)
_NEW_SOLO_GAME: Final = Method("/carnegie.v1.SoloService/NewSoloGame", NewSoloGameResponse, cheap=True)
_ANDREW: Final = Method("/carnegie.v1.SoloService/PlayAndrew", PlayAndrewResponse, cheap=True)
_INFO: Final = Method("/carnegie.v1.InfoService/GetInfo", GetInfoResponse, cheap=True)


def validate_call(
    position: PositionLike, *, components: JsonLike | None = None, request_id: str | None = None
) -> Call[ValidatePositionResponse]:
    """Give the call for every fault of a position.

    Raises
    ------
    MalformedJson
        If the position's data or text is not the JSON form of a position.
    ValueError
        If a number is too large or too small for the message, or the request id cannot be one.
    """
    request = ValidatePositionRequest(
        position=position_message(position), components_json=json_text(components)
    )
    return Call(_VALIDATE, request, name_for(request_id))


def apply_call(
    position: PositionLike,
    steps: Iterable[StepLike] | str | bytes,
    *,
    components: JsonLike | None = None,
    request_id: str | None = None,
) -> Call[ApplyPlanResponse]:
    """Give the call that plays steps; errors as for `validate_call`, of the steps too."""
    request = ApplyPlanRequest(
        position=position_message(position),
        steps=step_messages(steps),
        components_json=json_text(components),
    )
    return Call(_APPLY, request, name_for(request_id))


def legal_steps_call(
    position: PositionLike, *, components: JsonLike | None = None, request_id: str | None = None
) -> Call[ListLegalStepsResponse]:
    """Give the call for every legal step; errors as for `validate_call`."""
    request = ListLegalStepsRequest(
        position=position_message(position), components_json=json_text(components)
    )
    return Call(_LEGAL, request, name_for(request_id))


def read_steps_call(
    position: PositionLike,
    text: str,
    *,
    components: JsonLike | None = None,
    request_id: str | None = None,
) -> Call[ReadStepsResponse]:
    """Give the call that reads steps in the notation; errors as for `validate_call`."""
    request = ReadStepsRequest(
        position=position_message(position), text=text, components_json=json_text(components)
    )
    return Call(_READ_STEPS, request, name_for(request_id))


def score_call(
    position: PositionLike, *, components: JsonLike | None = None, request_id: str | None = None
) -> Call[ScorePositionResponse]:
    """Give the call for the score sheets; errors as for `validate_call`."""
    request = ScorePositionRequest(position=position_message(position), components_json=json_text(components))
    return Call(_SCORE, request, name_for(request_id))


def new_game_call(
    seed: int,
    *,
    players: int | None = None,
    pool: DepartmentPool.ValueType = DepartmentPool.DEPARTMENT_POOL_UNSPECIFIED,
    layout: TimelineLayout.ValueType = TimelineLayout.TIMELINE_LAYOUT_UNSPECIFIED,
    request_id: str | None = None,
) -> Call[NewGameResponse]:
    """Give the call for a new game; raises ValueError as `validate_call` does."""
    request = NewGameRequest(seed=seed, players=players, pool=pool, layout=layout)
    return Call(_NEW_GAME, request, name_for(request_id))


def replay_call(
    record: RecordLike,
    *,
    step_count: int | None = None,
    components: JsonLike | None = None,
    request_id: str | None = None,
) -> Call[ReplayRecordResponse]:
    """Give the call that plays a recorded game again; errors as for `validate_call`, of the record."""
    request = ReplayRecordRequest(
        record=record_message(record), step_count=step_count, components_json=json_text(components)
    )
    return Call(_REPLAY, request, name_for(request_id))


def new_solo_game_call(
    seed: int,
    *,
    level: int | None = None,
    pool: DepartmentPool.ValueType = DepartmentPool.DEPARTMENT_POOL_UNSPECIFIED,
    layout: TimelineLayout.ValueType = TimelineLayout.TIMELINE_LAYOUT_UNSPECIFIED,
    components: JsonLike | None = None,
    request_id: str | None = None,
) -> Call[NewSoloGameResponse]:
    """Give the call for a new game against Andrew; raises ValueError as `validate_call` does."""
    request = NewSoloGameRequest(
        seed=seed, level=level, pool=pool, layout=layout, components_json=json_text(components)
    )
    return Call(_NEW_SOLO_GAME, request, name_for(request_id))


def play_andrew_call(
    position: PositionLike, *, components: JsonLike | None = None, request_id: str | None = None
) -> Call[PlayAndrewResponse]:
    """Give the call that has Andrew act; errors as for `validate_call`."""
    request = PlayAndrewRequest(position=position_message(position), components_json=json_text(components))
    return Call(_ANDREW, request, name_for(request_id))


def components_call(*, request_id: str | None = None) -> Call[GetComponentsResponse]:
    """Give the call for the tables in force; raises ValueError for a request id that cannot be one."""
    return Call(_COMPONENTS, GetComponentsRequest(), name_for(request_id))


def validate_components_call(
    components: JsonLike, *, request_id: str | None = None
) -> Call[ValidateComponentsResponse]:
    """Give the call for every fault of component tables; raises ValueError as `components_call` does."""
    request = ValidateComponentsRequest(components_json=json_text(components))
    return Call(_CHECK_TABLES, request, name_for(request_id))


def info_call(*, request_id: str | None = None) -> Call[GetInfoResponse]:
    """Give the call for versions and limits; raises ValueError for a request id that cannot be one."""
    return Call(_INFO, GetInfoRequest(), name_for(request_id))

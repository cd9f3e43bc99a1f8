"""The calls to the advisor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Unpack

from carnegie.v1.advisor_pb2 import (
    AnalyzeRequest,
    AnalyzeResponse,
    EvaluatePlanRequest,
    EvaluatePlanResponse,
    SuggestRequest,
    SuggestResponse,
)
from carnegie_client.call_options import QuestionOptions
from carnegie_client.calls import Call, Method, name_for, write_time_limit
from carnegie_client.messages import (
    JsonLike,
    PatternLike,
    PositionLike,
    StepLike,
    json_text,
    pattern_messages,
    position_message,
    step_messages,
)

_SUGGEST: Final = Method("/carnegie.v1.AdvisorService/Suggest", SuggestResponse, cheap=False)
_ANALYZE: Final = Method("/carnegie.v1.AdvisorService/Analyze", AnalyzeResponse, cheap=False)
_EVALUATE: Final = Method("/carnegie.v1.AdvisorService/EvaluatePlan", EvaluatePlanResponse, cheap=False)


def suggest_call(
    position: PositionLike,
    *,
    request_id: str | None = None,
    on_metadata: Callable[[Mapping[str, str]], None] | None = None,
    **options: Unpack[QuestionOptions],
) -> Call[SuggestResponse]:
    """Give the call for the best plans.

    Raises
    ------
    MalformedJson
        If the position's data or text is not the JSON form of a position, or a pattern's data not that of one.
    ValueError
        If the time limit is no finite number, a number is too large or too small for the message, or the request id
        cannot be one.
    """
    question, search_seconds = question_message(position, **options)
    return Call(_SUGGEST, question, name_for(request_id), search_seconds, on_metadata)


def analyze_call(
    position: PositionLike, *, request_id: str | None = None, **options: Unpack[QuestionOptions]
) -> Call[AnalyzeResponse]:
    """Give the call for better and better plans; errors as for `suggest_call`."""
    question, search_seconds = question_message(position, **options)
    return Call(_ANALYZE, AnalyzeRequest(question=question), name_for(request_id), search_seconds)


def evaluate_call(
    position: PositionLike,
    steps: Iterable[StepLike] | str | bytes,
    *,
    time_limit: float | None = None,
    work_limit: float | None = None,
    components: JsonLike | None = None,
    weights: JsonLike | None = None,
    seed: int | None = None,
    threads: int | None = None,
    request_id: str | None = None,
) -> Call[EvaluatePlanResponse]:
    """Give the call that has a plan judged; errors as for `suggest_call`, of the steps too."""
    request = EvaluatePlanRequest(
        position=position_message(position),
        steps=step_messages(steps),
        components_json=json_text(components),
        weights_json=json_text(weights),
        work_limit=work_limit,
        seed=seed,
        threads=threads,
    )
    return Call(_EVALUATE, request, name_for(request_id), write_time_limit(request, time_limit))


def question_message(
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
) -> tuple[SuggestRequest, float | None]:
    """Give the question, and the seconds that its search may take; errors as for `suggest_call`."""
    question = SuggestRequest(
        position=position_message(position),
        components_json=json_text(components),
        weights_json=json_text(weights),
        max_lines=max_lines,
        explain=explain,
        work_limit=work_limit,
        seed=seed,
        threads=threads,
        allow=pattern_messages(allow),
        avoid=pattern_messages(avoid),
    )
    return question, write_time_limit(question, time_limit)


def is_analysis(message: AnalyzeResponse) -> bool:
    """Whether a message of the stream holds an answer; one with a failure only goes before the error itself."""
    return not message.HasField("failure")

"""The call that has a recorded game reviewed."""

from __future__ import annotations

import math
from typing import Final

from carnegie.v1.review_pb2 import ReviewGameRequest, ReviewGameResponse
from carnegie_client.calls import Call, Method, name_for, write_time_limit
from carnegie_client.messages import JsonLike, RecordLike, json_text, record_message

_REVIEW: Final = Method("/carnegie.v1.ReviewService/ReviewGame", ReviewGameResponse, cheap=False)

_AS_LONG_AS_IT_TAKES: Final = 86_400.0
"""Seconds; a review of as many decisions as may be, each with the longest time limit, does not take longer."""


def review_call(
    record: RecordLike,
    *,
    player: int | None = None,
    timeout: float | None = None,
    time_limit: float | None = None,
    work_limit: float | None = None,
    components: JsonLike | None = None,
    weights: JsonLike | None = None,
    seed: int | None = None,
    threads: int | None = None,
    request_id: str | None = None,
) -> Call[ReviewGameResponse]:
    """Give the call for the review of a game.

    Raises
    ------
    MalformedJson
        If the record's data or text is not the JSON form of a game record.
    ValueError
        If the timeout is no finite number above 0, the time limit no finite number, a number is too large or too small
        for the message, or the request id cannot be one.
    """
    if timeout is not None and not (math.isfinite(timeout) and timeout > 0):
        raise ValueError(f"timeout: found {timeout}, allowed a finite number of seconds above 0")
    request = ReviewGameRequest(
        record=record_message(record),
        player=player,
        components_json=json_text(components),
        weights_json=json_text(weights),
        work_limit=work_limit,
        seed=seed,
        threads=threads,
    )
    write_time_limit(request, time_limit)
    return Call(_REVIEW, request, name_for(request_id), timeout or _AS_LONG_AS_IT_TAKES)


def is_review(message: ReviewGameResponse) -> bool:
    """Whether a message of the stream tells of the game; one with a failure only goes before the error itself."""
    return not message.HasField("failure")

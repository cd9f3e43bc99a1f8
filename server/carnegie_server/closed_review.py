"""The message about a decision of a review, while its question, or its judgement, is in it closed."""

from __future__ import annotations

from typing import Any

from carnegie.v1 import advisor_pb2, review_pb2
from carnegie_server.closed_messages import closed_messages

_RESPONSE = closed_messages(review_pb2.DESCRIPTOR, "ReviewGameResponse", "ReviewedDecision")[
    "ReviewGameResponse"
]
_EVALUATION = closed_messages(advisor_pb2.DESCRIPTOR, "EvaluatePlanResponse")["EvaluatePlanResponse"]


def closed_decision(evaluation: bytes) -> bytes:
    """Write a serialized ReviewGameResponse with nothing but the judgement of its decision, or what takes its place.

    Written one after the other messages become one: behind that about the decision it adds the judgement.
    """
    written: bytes = _RESPONSE(decision={"evaluation": evaluation}).SerializeToString()
    return written


def read_decision(message: bytes) -> Any:
    """Read a serialized ReviewGameResponse; in its decision the fields `evaluation` and `failure` are bytes."""
    return _RESPONSE.FromString(message)


def gap_of(evaluation: bytes) -> int:
    """Give the gap that a serialized EvaluatePlanResponse tells, in centi-VP; 0 where it has none."""
    gap: int = _EVALUATION.FromString(evaluation).gap
    return gap

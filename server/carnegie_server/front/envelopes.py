"""The messages of a batch, read and written with the questions and answers in them closed."""

from __future__ import annotations

from dataclasses import dataclass

from google.protobuf.message import DecodeError
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2
from carnegie_server.closed_messages import closed_messages
from carnegie_server.errors import CallRefused, Reason, Violation, found_and_allowed, invalid_request
from carnegie_server.front.questions import DEFAULT_PRIORITY

LONGEST_ID = 64
"""Characters of the longest id of a question."""


@dataclass(frozen=True, slots=True)
class Item:
    """A question of a batch, see `BatchItem` of the contract; the question itself is a serialized SuggestRequest."""

    id: str
    question: bytes
    priority: int
    progress: bool


@dataclass(frozen=True, slots=True)
class Cancel:
    """The wish to give up a question of a batch."""

    id: str


def read_envelope(message: bytes) -> Item | Cancel:
    """Read a serialized AnalyzeBatchRequest.

    Raises
    ------
    CallRefused
        It is none, or says nothing that could be told of one question.
    """
    try:
        envelope = _Request.FromString(message)
    except DecodeError:
        raise CallRefused(
            code_pb2.INVALID_ARGUMENT,
            Reason.MALFORMED_MESSAGE,
            "a message of the stream is not a serialized carnegie.v1.AnalyzeBatchRequest",
        ) from None
    kind = envelope.WhichOneof("kind")
    if kind is None:
        raise _refused("kind", "MISSING", "nothing", "item or cancel")
    if kind == "cancel":
        return Cancel(envelope.cancel)
    item = envelope.item
    if not 1 <= len(item.id) <= LONGEST_ID:
        raise _refused("item.id", "OUT_OF_RANGE", f"{len(item.id)} characters", f"1 to {LONGEST_ID}")
    priority = item.priority if item.HasField("priority") else DEFAULT_PRIORITY
    return Item(item.id, item.question, priority, item.progress)


def id_in_use(id_: str) -> CallRefused:
    """Refuse a question whose id is that of another one."""
    return _refused("item.id", "IN_USE", id_, "an id of no question that is under way")


def write_answer(id_: str, suggestion: bytes) -> bytes:
    """Write the final message of a question; the answer to it is a serialized SuggestResponse."""
    written: bytes = _Response(id=id_, suggestion=suggestion, final=True).SerializeToString()
    return written


def write_analysis(id_: str, analysis: bytes) -> bytes:
    """Write a message of a question that tells of its progress, from that of an analysis.

    Written one after the other messages become one, and the fields of an AnalyzeResponse have the same numbers.
    """
    return analysis + advisor_pb2.AnalyzeBatchResponse(id=id_).SerializeToString()


def write_failure(id_: str, failure: advisor_pb2.Failure) -> bytes:
    """Write the final message of a question that failed."""
    return advisor_pb2.AnalyzeBatchResponse(id=id_, final=True, failure=failure).SerializeToString()


def _refused(path: str, reason: str, found: str, allowed: str) -> CallRefused:
    return invalid_request((Violation(path, reason, found_and_allowed(found, allowed)),))


_CLASSES = closed_messages(advisor_pb2.DESCRIPTOR, "AnalyzeBatchRequest", "BatchItem", "AnalyzeBatchResponse")
_Request = _CLASSES["AnalyzeBatchRequest"]
_Response = _CLASSES["AnalyzeBatchResponse"]

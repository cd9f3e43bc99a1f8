"""Metrics of calls, told by the front: how many, how they ended, how long they and their searches took.

Every label has a bounded set of values: a name that the service does not know, whoever made it up, counts nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.rpc import code_pb2
from prometheus_client import CollectorRegistry, Counter, Histogram

from carnegie.v1 import advisor_pb2
from carnegie_server.front import CallRecord
from carnegie_server.workers import Fact

_FROM_CACHE = "cache"
"""The fact of answers that came from a cache: what else their facts say is of the search that filled it."""

_CALL_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_CALL_LABELS = ("grpc_service", "grpc_method", "grpc_type")
_OTHER = "OTHER"
_NO_DECISION = "NONE"


def _names(enumeration: str, prefix: str) -> frozenset[str]:
    """Give the names of an enumeration's values as facts have them."""
    values = advisor_pb2.DESCRIPTOR.enum_types_by_name[enumeration].values_by_name
    return frozenset(name.removeprefix(prefix) for name in values)


_DECISIONS = _names("Decision", "DECISION_")
_STATUSES = _names("SuggestionStatus", "SUGGESTION_STATUS_")
_LIMITS = _names("LimitReason", "LIMIT_REASON_")


class CallMetrics:
    """Counts calls; an `Observer`.

    Parameters
    ----------
    registry
        Where the metrics are registered.
    services
        The services whose calls are counted.
    """

    def __init__(self, registry: CollectorRegistry, services: Iterable[ServiceDescriptor]) -> None:
        self._labels: Mapping[str, tuple[str, str, str]] = {
            f"/{service.full_name}/{method.name}": (service.full_name, method.name, _type(method))
            for service in services
            for method in service.methods
        }
        self._started = Counter(
            "grpc_server_started", "Calls that have come in.", _CALL_LABELS, registry=registry
        )
        self._handled = Counter(
            "grpc_server_handled",
            "Calls that have ended, by the code with which they did.",
            (*_CALL_LABELS, "grpc_code"),
            registry=registry,
        )
        self._seconds = Histogram(
            "grpc_server_handling_seconds",
            "Seconds from the receipt of a call to its end.",
            (*_CALL_LABELS, "grpc_code"),
            buckets=_CALL_SECONDS,
            registry=registry,
        )
        self._queue_seconds = Histogram(
            "carnegie_queue_seconds",
            "Seconds that calls have waited for a worker.",
            buckets=_CALL_SECONDS,
            registry=registry,
        )
        self._solve_seconds = Histogram(
            "carnegie_solve_seconds",
            "Seconds that the search for an answer took.",
            ("decision",),
            buckets=_CALL_SECONDS,
            registry=registry,
        )
        self._solves = Counter(
            "carnegie_solves",
            "Answers of the advisor, by how the search ended: proved, or by which limit.",
            ("termination",),
            registry=registry,
        )
        # A counter that is there from the start shows its first increase, too.
        for labels in self._labels.values():
            self._started.labels(*labels)

    def began(self, method: str) -> None:
        """See `Observer`."""
        if labels := self._labels.get(method):
            self._started.labels(*labels).inc()

    def ended(self, record: CallRecord) -> None:
        """See `Observer`."""
        if labels := self._labels.get(record.method):
            code = code_pb2.Code.Name(record.code)
            self._handled.labels(*labels, code).inc()
            self._seconds.labels(*labels, code).observe(record.seconds)
        self._take_facts(record.facts)

    def _take_facts(self, facts: Mapping[str, Fact]) -> None:
        if "queue_seconds" in facts:
            self._queue_seconds.observe(float(facts["queue_seconds"]))
        if "status" in facts and _FROM_CACHE not in facts:
            decision = _known(facts.get("decision", _NO_DECISION), _DECISIONS | {_NO_DECISION})
            self._solve_seconds.labels(decision).observe(float(facts.get("solve_seconds", 0.0)))
            self._solves.labels(_termination(facts)).inc()


def _termination(facts: Mapping[str, Fact]) -> str:
    """Give the limit that ended a search, or where none did its status."""
    limit = facts.get("limit", "NONE")
    return _known(facts["status"], _STATUSES) if limit == "NONE" else _known(limit, _LIMITS)


def _known(value: Fact, values: frozenset[str]) -> str:
    return str(value) if value in values else _OTHER


def _type(method: MethodDescriptor) -> str:
    """Give the kind of a call as gRPC's metrics name it."""
    if method.client_streaming:
        return "bidi_stream" if method.server_streaming else "client_stream"
    return "server_stream" if method.server_streaming else "unary"

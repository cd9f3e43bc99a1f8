"""Spans of calls by OpenTelemetry: the only module that knows it. It needs the extra `telemetry`.

Where they go is said by OpenTelemetry's own environment variables, such as OTEL_EXPORTER_OTLP_ENDPOINT.
"""

from __future__ import annotations

import importlib.metadata
import time
from types import TracebackType
from typing import Self

from google.rpc import code_pb2
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from carnegie_server.front import CallRecord

_FLUSH_MILLISECONDS = 2_000
_NANOSECONDS = 1_000_000_000

# Codes that are the service's fault, not the caller's: OpenTelemetry's convention for servers.
_ERRORS = frozenset(
    {
        code_pb2.UNKNOWN,
        code_pb2.DEADLINE_EXCEEDED,
        code_pb2.UNIMPLEMENTED,
        code_pb2.INTERNAL,
        code_pb2.UNAVAILABLE,
        code_pb2.DATA_LOSS,
    }
)


class Tracing:
    """Makes a server span of every call that has ended, below the caller's span if it has one; an `Observer`.

    Use it in a `with` statement: what has not been sent by its end is sent then, or given up after two seconds.

    Parameters
    ----------
    processor
        Takes the spans; left out, they are sent by OTLP in batches.
    """

    def __init__(self, processor: SpanProcessor | None = None) -> None:
        own = {
            "service.name": "carnegie-server",
            "service.version": importlib.metadata.version("carnegie-server"),
        }
        resource = Resource.create().merge(Resource(own)).merge(OTELResourceDetector().detect())
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(processor or BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer(__name__)
        self._propagator = TraceContextTextMapPropagator()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._provider.force_flush(_FLUSH_MILLISECONDS)
        self._provider.shutdown()

    def began(self, method: str) -> None:
        """See `Observer`."""

    def ended(self, record: CallRecord) -> None:
        """See `Observer`."""
        end = time.time_ns()
        service, _, method = record.method.strip("/").rpartition("/")
        span = self._tracer.start_span(
            f"{service}/{method}",
            context=self._propagator.extract({"traceparent": record.trace_parent}),
            kind=SpanKind.SERVER,
            start_time=end - round(record.seconds * _NANOSECONDS),
            attributes={
                "rpc.system": "grpc",
                "rpc.service": service,
                "rpc.method": method,
                "rpc.grpc.status_code": record.code,
                "carnegie.request_id": record.request_id,
                **({"enduser.id": record.caller.name} if record.caller.name else {}),
                **{f"carnegie.{name}": value for name, value in record.facts.items()},
            },
        )
        if record.code in _ERRORS:
            span.set_status(StatusCode.ERROR, code_pb2.Code.Name(record.code))
        span.end(end)

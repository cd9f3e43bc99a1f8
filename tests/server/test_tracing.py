"""Spans of calls: one for each, below the caller's own; the service does without the packages until it is asked."""

from __future__ import annotations

import subprocess
import sys

from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from carnegie_server.front import CallRecord
from carnegie_server.front.calls import ANYBODY, Caller
from carnegie_server.methods import SUGGEST
from carnegie_server.tracing import Tracing
from carnegie_server.workers import Fact

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
WITHOUT_PACKAGES = "import sys; sys.modules['opentelemetry'] = None; sys.argv[0] = 'carnegie_server'; "


def test_a_call_is_a_span_with_what_is_known_of_it() -> None:
    exporter = InMemorySpanExporter()
    with Tracing(SimpleSpanProcessor(exporter)) as tracing:
        facts: dict[str, Fact] = {"status": "PROVED_BEST", "solve_seconds": 0.5}
        good = CallRecord(SUGGEST, 0, 1.5, "r-1", Caller("site-a"), "", facts, f"00-{TRACE}-{PARENT}-01")
        tracing.began(SUGGEST)
        tracing.ended(good)
        tracing.ended(CallRecord(SUGGEST, 13, 0.5, "r-2", ANYBODY, "", {}, "nonsense"))
        tracing.ended(CallRecord(SUGGEST, 3, 0.5, "r-3", ANYBODY, "", {}))
        first, second, third = exporter.get_finished_spans()
    assert (first.name, first.kind) == ("carnegie.v1.AdvisorService/Suggest", SpanKind.SERVER)
    assert first.parent is not None
    assert (f"{first.parent.trace_id:032x}", f"{first.parent.span_id:016x}") == (TRACE, PARENT)
    assert dict(first.attributes or {}) == {
        "rpc.system": "grpc",
        "rpc.service": "carnegie.v1.AdvisorService",
        "rpc.method": "Suggest",
        "rpc.grpc.status_code": 0,
        "carnegie.request_id": "r-1",
        "enduser.id": "site-a",
        "carnegie.status": "PROVED_BEST",
        "carnegie.solve_seconds": 0.5,
    }
    assert first.start_time is not None
    assert first.end_time is not None
    assert first.end_time - first.start_time == 1_500_000_000
    assert (second.parent, third.parent) == (None, None)
    codes = [span.status.status_code for span in (first, second, third)]
    assert codes == [StatusCode.UNSET, StatusCode.ERROR, StatusCode.UNSET]
    assert first.resource.attributes["service.name"] == "carnegie-server"


def run_without_packages(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = f"{WITHOUT_PACKAGES}sys.argv[1:] = {list(arguments)!r}; "
    program += "from carnegie_server.command import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60.0, check=False
    )


def test_tracing_without_its_packages_is_refused() -> None:
    result = run_without_packages("--tracing")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "tracing: found true, allowed where carnegie-server[telemetry] is installed\n"


def test_the_service_needs_no_packages_otherwise() -> None:
    """It gets as far as to find that the host cannot be listened on, for which everything has been imported."""
    result = run_without_packages("--host=no.such.host.invalid", "--port=0", "--workers=1")
    assert result.returncode == 1
    assert "cannot listen on no.such.host.invalid:0\n" in result.stderr

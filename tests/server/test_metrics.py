"""The metrics: counted as the calls go, with labels that nobody outside can add to, on a page of their own."""

from __future__ import annotations

import asyncio
import re
import socket
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc
from carnegie_server.front import CallRecord, LogLines
from carnegie_server.front.calls import ANYBODY
from carnegie_server.methods import ANALYZE, SUGGEST
from carnegie_server.metrics import CacheMetrics, CallMetrics, PoolMetrics
from carnegie_server.monitoring import monitoring
from carnegie_server.server import SERVICES
from carnegie_server.settings import Settings
from carnegie_server.workers import Fact, PoolOptions, WorkerLost, WorkerPool
from server.commands import build_commands
from server.positions import management
from server.remembering import Remembering
from server.service_process import running_service, start_process

SUGGEST_LABELS = {
    "grpc_service": "carnegie.v1.AdvisorService",
    "grpc_method": "Suggest",
    "grpc_type": "unary",
}


def record(method: str, code: int = 0, seconds: float = 0.01) -> CallRecord:
    return CallRecord(method, code, seconds, "id", ANYBODY, "", {})


def suggested(**facts: Fact) -> CallRecord:
    return CallRecord(SUGGEST, 0, 0.01, "id", ANYBODY, "", facts)


def values(registry: CollectorRegistry, name: str) -> Mapping[tuple[str, ...], float]:
    """Give all samples of a name by the values of their labels, those that are zero left out."""
    return {
        tuple(sample.labels.values()): sample.value
        for family in registry.collect()
        for sample in family.samples
        if sample.name == name and sample.value
    }


def test_calls_are_counted_by_code() -> None:
    registry = CollectorRegistry()
    metrics = CallMetrics(registry, SERVICES)
    for code in (0, 0, 8):
        metrics.began(SUGGEST)
        metrics.ended(record(SUGGEST, code, 0.02))
    metrics.began(ANALYZE)
    started = registry.get_sample_value("grpc_server_started_total", SUGGEST_LABELS)
    assert started == 3
    stream = {**SUGGEST_LABELS, "grpc_method": "Analyze", "grpc_type": "server_stream"}
    assert registry.get_sample_value("grpc_server_started_total", stream) == 1
    busy = {**SUGGEST_LABELS, "grpc_code": "RESOURCE_EXHAUSTED"}
    good = {**SUGGEST_LABELS, "grpc_code": "OK"}
    assert registry.get_sample_value("grpc_server_handled_total", busy) == 1
    assert registry.get_sample_value("grpc_server_handled_total", good) == 2
    assert registry.get_sample_value("grpc_server_handling_seconds_count", good) == 2
    seconds = registry.get_sample_value("grpc_server_handling_seconds_sum", good)
    assert seconds == pytest.approx(0.04)
    assert registry.get_sample_value("grpc_server_handling_seconds_bucket", {**good, "le": "0.01"}) == 0
    assert registry.get_sample_value("grpc_server_handling_seconds_bucket", {**good, "le": "0.025"}) == 2


def test_names_that_are_not_known_make_no_labels() -> None:
    registry = CollectorRegistry()
    metrics = CallMetrics(registry, SERVICES)
    before = sum(len(family.samples) for family in registry.collect())
    for number in range(100):
        metrics.began(f"/made.up/Method{number}")
        metrics.ended(record(f"/made.up/Method{number}"))
    assert sum(len(family.samples) for family in registry.collect()) == before
    for number in range(100):
        facts: dict[str, Fact] = {"status": f"S{number}", "decision": f"D{number}", "limit": f"L{number}"}
        metrics.ended(suggested(**facts))
    assert values(registry, "carnegie_solves_total") == {("OTHER",): 100}
    assert values(registry, "carnegie_solve_seconds_count") == {("OTHER",): 100}


def test_searches_are_counted_by_decision_and_by_what_ended_them() -> None:
    registry = CollectorRegistry()
    metrics = CallMetrics(registry, SERVICES)
    proved: dict[str, Fact] = {"status": "PROVED_BEST", "limit": "NONE"}
    metrics.ended(suggested(decision="MANAGEMENT", solve_seconds=0.5, queue_seconds=0.25, **proved))
    metrics.ended(suggested(decision="CONSTRUCTION", solve_seconds=2.0, limit="TIME", status="BEST_FOUND"))
    metrics.ended(suggested(decision="INCOME", solve_seconds=1.0, limit="WORK", status="BEST_FOUND"))
    metrics.ended(suggested(decision="NONE", solve_seconds=0.0, limit="NONE", status="NO_LEGAL_ACTION"))
    metrics.ended(record(SUGGEST, code=3))
    assert values(registry, "carnegie_solves_total") == {
        ("PROVED_BEST",): 1,
        ("TIME",): 1,
        ("WORK",): 1,
        ("NO_LEGAL_ACTION",): 1,
    }
    assert values(registry, "carnegie_solve_seconds_sum") == {
        ("MANAGEMENT",): 0.5,
        ("CONSTRUCTION",): 2.0,
        ("INCOME",): 1.0,
    }
    assert registry.get_sample_value("carnegie_queue_seconds_sum") == 0.25
    assert registry.get_sample_value("carnegie_queue_seconds_count") == 1


def test_a_cache_is_read_when_somebody_looks() -> None:
    registry = CollectorRegistry()
    registry.register(CacheMetrics(Remembering()))
    assert values(registry, "carnegie_cache_hits_total") == {("bytes",): 3, ("position",): 2}
    names = ("misses_total", "evictions_total", "answers", "bytes")
    assert [registry.get_sample_value(f"carnegie_cache_{name}") for name in names] == [7, 1, 6, 4_096]


def test_answers_from_a_cache_are_no_searches() -> None:
    registry = CollectorRegistry()
    metrics = CallMetrics(registry, SERVICES)
    solved: dict[str, Fact] = {"status": "PROVED_BEST", "limit": "NONE", "decision": "INCOME"}
    metrics.ended(suggested(solve_seconds=1.0, **solved))
    metrics.ended(suggested(cache="hit", **solved))
    metrics.ended(suggested(cache="recalled", queue_seconds=0.5, **solved))
    assert values(registry, "carnegie_solves_total") == {("PROVED_BEST",): 1}
    assert values(registry, "carnegie_solve_seconds_count") == {("INCOME",): 1}
    assert registry.get_sample_value("carnegie_queue_seconds_count") == 1


def test_the_pool_is_read_when_somebody_looks() -> None:
    async def run() -> None:
        pool = WorkerPool(build_commands, PoolOptions(2, max_seconds=5.0))
        registry = CollectorRegistry()
        registry.register(PoolMetrics(pool))
        await pool.start()
        try:
            jobs = [asyncio.create_task(pool.submit("m", b"sleep:0.5")) for _ in range(3)]
            await asyncio.sleep(0.1)
            assert registry.get_sample_value("carnegie_workers") == 2
            assert registry.get_sample_value("carnegie_workers_busy") == 2
            assert registry.get_sample_value("carnegie_queue_depth") == 1
            largest = registry.get_sample_value("carnegie_worker_resident_memory_bytes", {"of": "largest"})
            together = registry.get_sample_value("carnegie_worker_resident_memory_bytes", {"of": "all"})
            assert largest is not None
            assert together is not None
            assert 1 << 20 < largest <= together <= 2 * largest
            replies = await asyncio.gather(*jobs)
            waits = sorted(float(reply.facts["queue_seconds"]) for reply in replies)
            assert waits[1] < 0.1
            assert 0.3 < waits[2] < 2.0
            with pytest.raises(WorkerLost):
                await pool.submit("m", b"crash")
            assert registry.get_sample_value("carnegie_queue_depth") == 0
            assert registry.get_sample_value("carnegie_worker_restarts_total", {"cause": "died"}) == 1
            assert registry.get_sample_value("carnegie_worker_restarts_total", {"cause": "overran"}) == 0
        finally:
            await pool.close()

    asyncio.run(run())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_page_of_a_service_that_runs() -> None:
    with running_service("--workers=1", "--metrics-port=0") as service:
        with service.channel() as channel:
            advisor = advisor_pb2_grpc.AdvisorServiceStub(channel)
            advisor.Suggest(advisor_pb2.SuggestRequest(position=management()), timeout=10.0)
        address = re.search(r"metrics at http://127\.0\.0\.1:(\d+)/metrics", service.wait_for_log("Suggest"))
        assert address is not None
        text = page_on(int(address[1]))
        assert service.stop() == 0
    found = {
        sample.name: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.labels.get("grpc_method", "Suggest") == "Suggest"
    }
    assert found["grpc_server_started_total"] == 1
    assert found["grpc_server_handled_total"] == 1
    assert found["carnegie_solves_total"] == 1
    assert found["carnegie_workers"] == 1
    assert found["carnegie_build_info"] == 1
    assert found["process_resident_memory_bytes"] > 1 << 20


def test_there_is_no_page_unless_it_is_asked_for() -> None:
    pool = WorkerPool(build_commands, PoolOptions(1, max_seconds=1.0))
    with monitoring(Settings(), pool, SERVICES) as observers:
        assert [type(observer) for observer in observers] == [LogLines]
    with monitoring(Settings(metrics_port=free_port()), pool, SERVICES) as observers:
        assert [type(observer) for observer in observers] == [LogLines, CallMetrics]


def page_on(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5.0) as page:
        text: str = page.read().decode()
    return text


def test_a_cache_is_on_the_page_where_there_is_one() -> None:
    pool, port = WorkerPool(build_commands, PoolOptions(1, max_seconds=1.0)), free_port()
    with monitoring(Settings(metrics_port=port), pool, SERVICES, Remembering()):
        assert "\ncarnegie_cache_misses_total 7.0\n" in page_on(port)
    with monitoring(Settings(metrics_port=port), pool, SERVICES):
        assert "carnegie_cache" not in page_on(port)


def test_a_taken_port_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with (tmp_path / "log").open("w", encoding="utf-8") as log:
            process = start_process("--workers=1", f"--metrics-port={port}", log=log)
            output, _ = process.communicate(timeout=20.0)
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert (process.returncode, output) == (1, "")
    assert said == f"cannot listen on 127.0.0.1:{port} for metrics\n"

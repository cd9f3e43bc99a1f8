"""The log: one line for each call, JSON for programs and text for people, and nothing secret in it."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from typing import Any

import grpc
import pytest

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc
from carnegie_server.front import CallRecord, LogLines
from carnegie_server.front.calls import Caller
from carnegie_server.logs import JsonLines, TextLines, fields
from carnegie_server.methods import SUGGEST
from server.positions import management
from server.service_process import ServiceProcess, raw_method, running_service

SECRET = "correct-horse-battery-staple"


def ask(service: ServiceProcess, request_id: str) -> advisor_pb2.SuggestResponse:
    metadata = (("x-request-id", request_id), ("authorization", f"Bearer {SECRET}"), ("cookie", SECRET))
    with service.channel() as channel:
        advisor = advisor_pb2_grpc.AdvisorServiceStub(channel)
        request = advisor_pb2.SuggestRequest(position=management())
        answer: advisor_pb2.SuggestResponse = advisor.Suggest(request, timeout=10.0, metadata=metadata)
        with pytest.raises(grpc.RpcError):
            raw_method(channel, SUGGEST)(SECRET.encode(), timeout=10.0)
    return answer


def entries(log: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.splitlines()]


def test_every_line_is_json_where_there_is_no_terminal() -> None:
    with running_service("--workers=1") as service:
        answer = ask(service, "me/1")
        service.wait_for_log("INVALID_ARGUMENT")
        assert service.stop() == 0
        log = service.log()
    for entry in entries(log):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["time"])
        assert entry["level"] == "INFO"
        assert {"logger", "message"} <= set(entry)
    good, bad = [entry for entry in entries(log) if entry["message"] == "call"]
    times = {name: good.pop(name) for name in list(good) if name.endswith("_ms")}
    assert set(times) == {"duration_ms", "queue_ms", "read_ms", "solve_ms"}
    assert 0.0 <= times["queue_ms"] <= times["duration_ms"]
    assert times["read_ms"] + times["solve_ms"] <= times["duration_ms"] + 0.1
    assert {name: good[name] for name in good if name not in {"time", "level", "logger", "message"}} == {
        "method": SUGGEST,
        "code": "OK",
        "request_id": "me/1",
        "position_digest": answer.position_digest,
        "status": "PROVED_BEST",
        "decision": "MANAGEMENT",
        "limit": "NONE",
    }
    assert (bad["method"], bad["code"]) == (SUGGEST, "INVALID_ARGUMENT")
    assert SECRET not in log


def test_text_is_written_where_it_is_asked_for() -> None:
    with running_service("--workers=1", "--log-format=text") as service:
        ask(service, "me/2")
        log = service.wait_for_log("INVALID_ARGUMENT")
    lines = [line for line in log.splitlines() if " call " in line]
    assert len(lines) == 2
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} INFO carnegie_server\S* call method=", lines[0])
    assert " code=OK " in lines[0]
    assert " request_id=me/2 " in lines[0]
    assert SECRET not in log


def test_the_workers_log_in_the_same_form() -> None:
    """What is set up with an engine is the log of its process, which is a worker's."""
    program = (
        "import logging; from carnegie_server.engine_setup import EngineOptions, build_engine; "
        "build_engine(EngineOptions(1.0, 1, log_format='json')); logging.getLogger('a').error('of a worker')"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60.0, check=True
    )
    assert [entry["message"] for entry in entries(result.stderr)] == ["of a worker"]


def record_of(message: str, *arguments: object, **extra: str | float) -> logging.LogRecord:
    return logging.makeLogRecord(
        {
            "name": "a.logger",
            "levelname": "WARNING",
            "msg": message,
            "args": arguments,
            "created": 1_767_225_600.25,
            **fields(**extra),
        }
    )


def test_a_line_stays_a_line_whatever_is_in_it() -> None:
    text = JsonLines().format(record_of("two\nlines of %s", "é", name='quotes " and\r\nmore'))
    assert "\n" not in text
    assert json.loads(text) == {
        "time": "2026-01-01T00:00:00.250Z",
        "level": "WARNING",
        "logger": "a.logger",
        "message": "two\nlines of é",
        "name": 'quotes " and\r\nmore',
    }


def test_an_exception_is_part_of_the_line() -> None:
    record = record_of("a fault")
    try:
        raise LookupError("gone")
    except LookupError:
        record.exc_info = sys.exc_info()
    text = JsonLines().format(record)
    assert "\n" not in text
    assert json.loads(text)["traceback"].endswith("LookupError: gone")
    assert TextLines().format(record).splitlines()[-1] == "LookupError: gone"


def test_the_name_of_the_caller_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    record = CallRecord(SUGGEST, 8, 0.0123, "r-1", Caller("site-a"), "ipv4:1.2.3.4:5", {"reason": "BUSY"})
    with caplog.at_level(logging.INFO):
        LogLines().ended(record)
    entry = json.loads(JsonLines().format(caplog.records[-1]))
    assert (entry["caller"], entry["code"], entry["duration_ms"]) == ("site-a", "RESOURCE_EXHAUSTED", 12.3)
    assert entry["reason"] == "BUSY"

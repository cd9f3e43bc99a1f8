"""The log: one line for each call, JSON for programs and text for people, and nothing secret in it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
import threading
from typing import Any

import grpc
import pytest

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc
from carnegie_server.front import CallRecord, LogLines
from carnegie_server.front.calls import Caller
from carnegie_server.logs import JsonLines, LinesTogether, TextLines, fields
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


class Written(logging.Handler):
    """Keeps what is handed to it."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def line(message: str, level: int = logging.INFO, **extra: str) -> logging.LogRecord:
    return logging.makeLogRecord({"msg": message, "levelno": level, **(fields(**extra) if extra else {})})


def test_the_lines_of_calls_are_written_together() -> None:
    async def run() -> None:
        lines = LinesTogether(written := Written())
        lines.handle(line("one", method="m"))
        lines.handle(line("two", method="m"))
        await asyncio.sleep(0.0)
        assert written.messages == []
        end = asyncio.get_running_loop().time() + 5.0
        while not written.messages:
            assert asyncio.get_running_loop().time() < end
            await asyncio.sleep(0.01)
        assert written.messages == ["one", "two"]
        lines.handle(line("three", method="m"))
        await asyncio.sleep(0.2)
        assert written.messages == ["one", "two", "three"]

    asyncio.run(run())


@pytest.mark.parametrize(
    "other", [line("stopped"), line("a fault", logging.ERROR), line("a fault", logging.ERROR, method="m")]
)
def test_every_other_line_is_written_at_once_and_after_those_before_it(other: logging.LogRecord) -> None:
    async def run() -> None:
        lines = LinesTogether(written := Written())
        lines.handle(line("one", method="m"))
        lines.handle(other)
        assert written.messages == ["one", other.getMessage()]

    asyncio.run(run())


def test_no_line_is_held_where_no_event_loop_runs() -> None:
    lines = LinesTogether(written := Written())
    lines.handle(line("one", method="m"))
    assert written.messages == ["one"]

    async def run() -> None:
        lines.handle(line("two", method="m"))
        thread = threading.Thread(target=lines.handle, args=(line("three", method="m"),))
        thread.start()
        await asyncio.to_thread(thread.join)
        assert written.messages == ["one", "two", "three"]
        lines.handle(line("four", method="m"))

    asyncio.run(run())
    assert written.messages == ["one", "two", "three"]

    async def another_loop() -> None:
        lines.handle(line("five", method="m"))
        await asyncio.sleep(0.2)

    asyncio.run(another_loop())
    assert written.messages == ["one", "two", "three", "four", "five"]


def test_there_is_a_bound_to_what_is_held() -> None:
    async def run() -> None:
        lines = LinesTogether(written := Written())
        for number in range(2_500):
            lines.handle(line(str(number), method="m"))
        assert written.messages == [str(number) for number in range(2_000)]

    asyncio.run(run())


def test_what_is_held_at_the_end_of_the_process_is_written() -> None:
    program = (
        "import asyncio, logging; from carnegie_server import logs; logs.configure('json')\n"
        "async def run(): logging.getLogger('a').info('call', extra=logs.fields(method='m'))\n"
        "asyncio.run(run())"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60.0, check=True
    )
    assert [(entry["message"], entry["method"]) for entry in entries(result.stderr)] == [("call", "m")]

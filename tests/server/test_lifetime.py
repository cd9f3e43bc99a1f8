"""The service starts with one line, stops in an orderly way, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2

from carnegie.v1 import info_pb2, info_pb2_grpc
from server.service_process import running_service, start_process


def test_it_says_one_line_and_stops_on_a_signal() -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with running_service("--workers=1") as service:
            host, _, port = service.address.rpartition(":")
            assert host == "127.0.0.1"
            with socket.create_connection((host, int(port)), timeout=5.0):
                pass
            assert service.stop(number) == 0
            assert service.rest_of_output() == ""
            assert "asked to stop" in service.log()


def test_it_stops_when_the_standard_input_is_closed() -> None:
    with running_service("--workers=1", "--exit-with-stdin") as service:
        assert service.process.stdin is not None
        service.process.stdin.close()
        assert service.process.wait(10.0) == 0


def test_it_goes_on_without_standard_input_where_it_is_not_asked_to_watch_it() -> None:
    with running_service("--workers=1") as service:
        assert service.process.stdin is not None
        service.process.stdin.close()
        with service.channel() as channel:
            info = info_pb2_grpc.InfoServiceStub(channel)
            assert info.GetInfo(info_pb2.GetInfoRequest(), timeout=5.0).version


def test_a_client_that_watches_sees_the_end_and_does_not_delay_it() -> None:
    with running_service("--workers=1", "--shutdown-grace=15") as service, service.channel() as channel:
        watch = channel.unary_stream(
            "/grpc.health.v1.Health/Watch",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )(health_pb2.HealthCheckRequest())
        assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
        started = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        assert next(watch).status == health_pb2.HealthCheckResponse.NOT_SERVING
        assert service.process.wait(10.0) == 0
        assert time.monotonic() - started < 3.0
        with pytest.raises(grpc.RpcError):
            next(watch)


def processes_with(mark: str) -> list[int]:
    """Find the processes that have a text in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) != os.getpid():
            try:
                environment = (folder / "environ").read_bytes()
            except (OSError, ValueError):
                continue
            if mark.encode() in environment:
                found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc to find the processes")
def test_no_process_outlives_the_service() -> None:
    mark = f"carnegie-test-{os.getpid()}-{time.time_ns()}"
    with running_service("--workers=2", TEST_MARK=mark) as service:
        assert len(processes_with(mark)) >= 4
        service.process.kill()
        end = time.monotonic() + 5.0
        while processes_with(mark):
            assert time.monotonic() < end, processes_with(mark)
            time.sleep(0.02)


def test_a_taken_port_is_an_error(tmp_path: Path) -> None:
    with running_service("--workers=1") as service:
        port = service.address.rpartition(":")[2]
        with (tmp_path / "log").open("w", encoding="utf-8") as log:
            second = start_process("--workers=1", f"--port={port}", log=log)
            output, _ = second.communicate(timeout=20.0)
        assert second.returncode == 1
        assert output == ""
        assert f"cannot listen on 127.0.0.1:{port}" in (tmp_path / "log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("flag", "text", "code", "message"),
    [
        ("--components", '{"cities": {}}', 1, "cities: NOT_REPLACEABLE"),
        ("--components", "{", 1, "NOT_JSON"),
        ("--weights", '{"no_weight": 1}', 1, "no_weight"),
        ("--components", "\udcff", 2, "cannot be read"),
    ],
)
def test_a_faulty_file_is_an_error(flag: str, text: str, code: int, message: str, tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with (tmp_path / "log").open("w", encoding="utf-8") as log:
        process = start_process("--workers=1", flag, str(file), log=log)
        output, _ = process.communicate(timeout=20.0)
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert (process.returncode, output) == (code, "")
    assert message in said
    assert "Traceback" not in said


def test_a_wrong_setting_is_an_error(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w", encoding="utf-8") as log:
        process = start_process(log=log, CARNEGIE_WORKERS="none")
        process.communicate(timeout=20.0)
    assert process.returncode == 2
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert said == "CARNEGIE_WORKERS: found 'none', allowed a whole number\n"


@pytest.mark.parametrize("seconds", [0.2, 0.6])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_all_its_processes_while_it_starts_ends_it_in_order(
    number: signal.Signals, seconds: float, tmp_path: Path
) -> None:
    """As when Ctrl-C is typed at a terminal: the solver is still being imported, and nothing breaks."""
    path = tmp_path / "log"
    with path.open("w", encoding="utf-8") as log:
        command = [sys.executable, "-m", "carnegie_server", "--port=0", "--workers=1"]
        with subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True) as process:
            # Only once it acts on signals: before that Python itself ends, as any program does.
            while "Traceback" not in path.read_text() and not ready(process.pid):
                time.sleep(0.01)
            time.sleep(seconds)
            os.killpg(process.pid, number)
            assert process.wait(20.0) == 0, path.read_text(encoding="utf-8")
    assert "Traceback" not in path.read_text(encoding="utf-8")


def ready(process_id: int) -> bool:
    """Whether a process has the fork server, which it starts after it has begun to listen to signals."""
    return any(Path(f"/proc/{process_id}/task").glob("*/children")) and bool(children(process_id))


def children(process_id: int) -> str:
    return "".join(each.read_text() for each in Path(f"/proc/{process_id}/task").glob("*/children"))

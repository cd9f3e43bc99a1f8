"""The gateway comes after the gRPC port, goes with it, and is missed only by who asks for it."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import grpc
import pytest

from carnegie.v1 import advisor_pb2, info_pb2, info_pb2_grpc
from carnegie_server.methods import GET_INFO
from carnegie_server.settings import InvalidSetting, load_settings
from server.gateway.web import PROTO, Web, WebAnswer, web_of
from server.positions import new_game
from server.service_process import running_service, start_process

WITHOUT_PACKAGE = """
import runpy, sys
sys.modules["connectrpc"] = None
sys.argv[0] = "carnegie_server"
runpy.run_module("carnegie_server", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_one_line_and_stops_on_a_signal(number: signal.Signals) -> None:
    with running_service("--workers=1", "--web-port=0") as service:
        web = web_of(service)
        assert web.host == "127.0.0.1"
        assert web.post("{}", path=GET_INFO).status == 200
        with socket.create_connection((web.host, web.port), timeout=5.0):
            started = time.monotonic()
            assert service.stop(number) == 0
            assert time.monotonic() - started < 5.0
        assert service.rest_of_output() == ""
        log = service.log()
        assert "uvicorn" not in log.lower()
        assert "Traceback" not in log
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((web.host, web.port), timeout=5.0)


def test_without_the_setting_there_is_none() -> None:
    with running_service("--workers=1", "--web-port=") as service:
        service.stop()
        assert "gateway" not in service.log()


def test_a_running_call_is_finished_before_the_end() -> None:
    """Health says first that the end is near; the call gets its answer; then all is over."""
    answers: list[WebAnswer] = []
    with running_service("--workers=1", "--web-port=0") as service:
        web = web_of(service)
        request = advisor_pb2.SuggestRequest(position=new_game(), explain=True)
        request.time_limit.FromSeconds(3)
        call = threading.Thread(target=lambda: answers.append(web.post(request.SerializeToString(), PROTO)))
        call.start()
        time.sleep(0.3)
        service.process.send_signal(signal.SIGTERM)
        service.wait_for_log("asked to stop")
        while call.is_alive():
            seen = health_of(web)
            assert seen in (None, 503)
            time.sleep(0.01)
        call.join()
        assert service.process.wait(10.0) == 0
    (answer,) = answers
    assert answer.status == 200
    assert advisor_pb2.SuggestResponse.FromString(answer.body).lines


def health_of(web: Web) -> int | None:
    """Ask for the health; None where nobody listens any more."""
    try:
        return web.request("GET", "/healthz").status
    except ConnectionError:
        return None


def test_a_taken_port_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, (tmp_path / "log").open("w") as log:
        port = other.getsockname()[1]
        process = start_process("--workers=1", f"--web-port={port}", log=log)
        output, _ = process.communicate(timeout=20.0)
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert (process.returncode, output) == (1, "")
    assert f"cannot listen on 127.0.0.1:{port} for the browser gateway" in said
    assert "Traceback" not in said


def test_an_address_of_another_machine_is_an_error(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w", encoding="utf-8") as log:
        process = start_process("--workers=1", "--web-port=0", "--web-host=192.0.2.1", log=log)
        output, _ = process.communicate(timeout=20.0)
    assert (process.returncode, output) == (1, "")
    assert "cannot listen on 192.0.2.1:0" in (tmp_path / "log").read_text(encoding="utf-8")


def test_a_name_is_listened_on_with_all_its_addresses() -> None:
    with running_service("--workers=1", "--web-port=0", "--web-host=localhost") as service:
        log = service.wait_for_log("browser gateway at http://localhost:")
        found = re.search(r"http://localhost:([0-9]+)", log)
        assert found is not None
        port = int(found[1])
        assert Web("127.0.0.1", port).request("GET", "/healthz").status == 200


def run_without_package(*flags: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WITHOUT_PACKAGE, "--port=0", "--workers=1", "--exit-with-stdin", *flags],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_without_its_packages_the_service_says_what_to_install() -> None:
    with run_without_package("--web-port=0") as process:
        output, said = process.communicate(timeout=20.0)
    assert (process.returncode, output) == (1, "")
    assert "not installed: connectrpc; install carnegie-server[web]" in said


def test_without_its_packages_the_service_runs_as_before() -> None:
    with run_without_package() as process:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("listening on ").strip()
        with grpc.insecure_channel(address) as channel:
            info = info_pb2_grpc.InfoServiceStub(channel)
            assert info.GetInfo(info_pb2.GetInfoRequest(), timeout=5.0).version
        process.communicate(timeout=20.0)
    assert process.returncode == 0


def test_settings(tmp_path: Path) -> None:
    assert load_settings([], {}).web_port is None
    settings = load_settings(
        ["--web-port=8080", "--web-host=::1", f"--web-root={tmp_path}"],
        {"CARNEGIE_ALLOWED_ORIGINS": "https://games.example, http://localhost:5173,http://[::1]:80"},
    )
    assert (settings.web_port, settings.web_host, settings.web_root) == (8080, "::1", tmp_path)
    assert settings.allowed_origins == (
        "https://games.example",
        "http://localhost:5173",
        "http://[::1]:80",
    )
    assert load_settings([], {"CARNEGIE_WEB_PORT": "", "CARNEGIE_ALLOWED_ORIGINS": ""}).web_port is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WEB_PORT", "65536"),
        ("WEB_PORT", "http"),
        ("WEB_HOST", ""),
        ("WEB_ROOT", "no/such/folder"),
        ("ALLOWED_ORIGINS", "*"),
        ("ALLOWED_ORIGINS", "null"),
        ("ALLOWED_ORIGINS", "games.example"),
        ("ALLOWED_ORIGINS", "https://games.example/"),
        ("ALLOWED_ORIGINS", "https://*.games.example"),
        ("ALLOWED_ORIGINS", "https://Games.example"),
        ("ALLOWED_ORIGINS", "https://games.example\nx: y"),
    ],
)
def test_impossible_values_are_refused(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=f"^CARNEGIE_{name}: found .*, allowed "):
        load_settings([], {f"CARNEGIE_{name}": value})


def test_calls_that_the_grace_leaves_undone_are_told_so() -> None:
    """More questions than the grace has time for: each is answered or ends UNAVAILABLE, and no fault is logged."""
    question = {
        "position": {"players": [{}, {}, {}, {}]},
        "maxLines": 10,
        "explain": True,
        "timeLimit": "0.4s",
    }
    answers: list[WebAnswer] = []
    flags = ("--workers=1", "--web-port=0", "--cache-bytes=0", "--shutdown-grace=1")
    with running_service(*flags) as service:
        web = web_of(service)

        def ask(seed: int) -> None:
            answers.append(web.post(json.dumps({**question, "seed": seed})))

        asking = [threading.Thread(target=ask, args=(seed,)) for seed in range(24)]
        for thread in asking:
            thread.start()
        time.sleep(0.5)
        service.process.send_signal(signal.SIGTERM)
        for thread in asking:
            thread.join(30.0)
        assert service.process.wait(20.0) == 0
        log = [json.loads(line) for line in service.log().splitlines() if line.startswith("{")]
    assert len(answers) == 24
    undone = [answer for answer in answers if answer.status != 200]
    assert undone
    for answer in undone:
        assert (answer.status, answer.json["code"]) == (503, "unavailable")
        assert answer.json["details"][0]["debug"]["reason"] == "SHUTTING_DOWN"
    assert [line for line in log if line["level"] not in ("INFO", "DEBUG")] == []
    assert sum(line["message"] == "call" for line in log) == 24


def test_calls_that_wait_are_answered_although_grpc_has_none() -> None:
    """Eight questions for one worker take some seconds; all are answered after the SIGTERM, and health says so.

    None may wait longer than a question may take, so on a slow machine that has to be much.
    """
    request = json.dumps({"position": {"players": [{}, {}, {}, {}]}, "maxLines": 10, "timeLimit": "8s"})
    statuses: list[int] = []
    flags = (
        "--workers=1",
        "--web-port=0",
        "--cache-bytes=0",
        "--shutdown-grace=120",
        "--max-time-limit=120",
    )
    with running_service(*flags) as service:
        web = web_of(service)

        def ask(seed: int) -> None:
            question = {**json.loads(request), "seed": seed, "explain": True}
            statuses.append(web.post(json.dumps(question)).status)

        asking = [threading.Thread(target=ask, args=(seed,)) for seed in range(8)]
        for thread in asking:
            thread.start()
        time.sleep(0.3)
        service.process.send_signal(signal.SIGTERM)
        for thread in asking:
            thread.join(120.0)
        assert statuses == [200] * 8
        assert service.process.wait(20.0) == 0

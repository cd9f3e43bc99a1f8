"""Without --server the command starts a service, uses it, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clients.stand_in import StandIn

COMMAND = [sys.executable, "-c", "from carnegie_client.command import main; main()"]


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text('{"players": [{}]}', encoding="utf-8")
    return str(path)


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_service_is_started_used_and_stopped(stand_in: StandIn, position: str) -> None:
    result = run("suggest", position)
    assert (result.returncode, result.stderr) == (0, "")
    assert "Construction, player 1 of 0, round 3" in result.stdout
    assert not stand_in.runs()
    assert stand_in.arguments[-2:] == ["--workers", "1"]


def test_its_limit_allows_the_time_that_is_asked_for(stand_in: StandIn, position: str) -> None:
    assert run("suggest", position, "--time-limit", "12.5", "--json").returncode == 0
    assert stand_in.arguments[-2:] == ["--max-time-limit", "13"]


def test_json_alone_is_on_stdout(stand_in: StandIn, position: str) -> None:
    stand_in.behave("chatty")
    result = run("suggest", position, "--json")
    assert json.loads(result.stdout)["decision"] == "DECISION_CONSTRUCTION"
    assert result.stderr == ""


def test_a_malformed_position_starts_nothing(stand_in: StandIn) -> None:
    assert run("suggest", "-", stdin="{").returncode == 3
    assert not stand_in.notes.exists()


def test_a_service_that_cannot_start_is_unreachable(stand_in: StandIn, position: str) -> None:
    stand_in.behave("crash")
    result = run("suggest", position)
    assert result.returncode == 6
    assert "the components file is broken" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("behaviour", ["slow answer", "silent", "never ready"])
def test_an_interrupt_stops_the_service_too(stand_in: StandIn, position: str, behaviour: str) -> None:
    stand_in.behave(behaviour)
    with subprocess.Popen(
        [*COMMAND, "suggest", position], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as command:
        give_up_at = time.monotonic() + 20
        while not stand_in.notes.exists() and time.monotonic() < give_up_at:
            time.sleep(0.02)
        time.sleep(1.0)
        assert stand_in.runs()
        os.kill(command.pid, signal.SIGINT)
        output, errors = command.communicate(timeout=20)
    assert command.returncode == 130
    assert output == b""
    assert b"Traceback" not in errors
    assert not stand_in.runs()


def test_a_killed_command_takes_the_service_with_it(stand_in: StandIn, position: str) -> None:
    stand_in.behave("slow answer")
    with subprocess.Popen([*COMMAND, "suggest", position], stdout=subprocess.DEVNULL) as command:
        give_up_at = time.monotonic() + 20
        while not stand_in.notes.exists() and time.monotonic() < give_up_at:
            time.sleep(0.02)
        time.sleep(1.0)
        os.kill(command.pid, signal.SIGKILL)
    assert stand_in.ends_within(10.0)


def test_serve_becomes_the_service_and_hands_the_flags_on(stand_in: StandIn) -> None:
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--help", "--max-time-limit=3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as command:
        assert command.stdout is not None
        assert "listening on 127.0.0.1:" in command.stdout.readline()
        assert stand_in.process == command.pid
        assert stand_in.arguments == ["--port", "0", "--help", "--max-time-limit=3"]
        command.terminate()
        assert command.wait(10) == 0


def test_serve_without_the_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = "import sys; sys.modules['carnegie_server'] = None; "
    monkeypatch.setenv("NO_COLOR", "1")
    result = subprocess.run(
        [sys.executable, "-c", hidden + COMMAND[-1], "serve"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 6
    assert "install carnegie-server" in result.stderr


@pytest.mark.parametrize("option", ["--json", "--quiet"])
def test_a_reader_that_goes_away_is_no_traceback(stand_in: StandIn, position: str, option: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run(
            [*COMMAND, "suggest", position, option],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "Exception" not in result.stderr
    assert not stand_in.runs()


def test_config_show_hands_its_options_to_the_service(stand_in: StandIn) -> None:
    result = run("config", "show", "--port", "0", "--json")
    assert result.returncode == 0
    assert stand_in.arguments == ["config", "show", "--port", "0", "--json"]


@pytest.mark.parametrize("question", ["suggest", "analyze", "review", "bench", "play"])
def test_a_service_that_is_killed_ends_the_command(
    stand_in: StandIn, position: str, tmp_path: Path, question: str
) -> None:
    record = tmp_path / "record.json"
    record.write_text("{}", encoding="utf-8")
    stand_in.behave("no answers")
    file = {"review": [str(record)], "play": ["--auto", "--seed", "1"]}.get(question, [position])
    with subprocess.Popen(
        [*COMMAND, question, *file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as command:
        give_up_at = time.monotonic() + 20
        while not stand_in.asked.exists() and time.monotonic() < give_up_at:
            time.sleep(0.02)
        os.kill(stand_in.process, signal.SIGKILL)
        output, errors = command.communicate(timeout=20)
    assert command.returncode == 6
    assert output == ""
    assert "the service that was started here has ended with exit code -9" in errors
    assert "Traceback" not in errors
    assert not stand_in.runs()

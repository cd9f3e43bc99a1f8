"""A service in the background is ready when it is handed over, and gone afterwards, whatever happens."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time

import pytest

from carnegie_client import Client, LocalServer, ServerUnreachable, local_server
from clients.stand_in import StandIn


def test_it_serves_inside_the_block_and_is_gone_after_it(stand_in: StandIn) -> None:
    with LocalServer(arguments=["--workers", "1"]) as server:
        with Client(server.address) as client:
            assert client.info().version == "0.0.0-fake"
        assert stand_in.runs()
    assert not stand_in.runs()
    assert stand_in.arguments == [
        *("--host", "127.0.0.1", "--port", "0", "--exit-with-stdin"),
        *("--workers", "1"),
    ]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, ValueError])
def test_it_is_gone_after_any_exception(stand_in: StandIn, error: type[BaseException]) -> None:
    with pytest.raises(error), LocalServer():
        raise error
    assert not stand_in.runs()


def test_an_interrupt_typed_at_the_terminal_does_not_reach_it(stand_in: StandIn) -> None:
    with LocalServer():
        assert os.getpgid(stand_in.process) == stand_in.process != os.getpgid(0)


def test_it_waits_until_the_health_is_serving(stand_in: StandIn) -> None:
    stand_in.behave("slow start")
    started = time.monotonic()
    with LocalServer():
        assert time.monotonic() - started >= 0.5


@pytest.mark.parametrize(
    ("behaviour", "detail"),
    [("silent", "it has not said its address"), ("never ready", "its health has never been SERVING")],
)
def test_it_gives_up_on_a_service_that_is_not_ready_in_time(
    stand_in: StandIn, behaviour: str, detail: str
) -> None:
    stand_in.behave(behaviour)
    with pytest.raises(ServerUnreachable, match=detail):
        LocalServer(start_seconds=2.0).start()
    assert not stand_in.runs()


def test_a_service_that_fails_says_what_it_said(stand_in: StandIn) -> None:
    stand_in.behave("crash")
    with pytest.raises(ServerUnreachable, match=r"(?s)exit code 1.*the components file is broken"):
        LocalServer().start()
    assert not stand_in.runs()


def test_output_of_the_service_never_blocks_it(stand_in: StandIn) -> None:
    stand_in.behave("chatty")
    with LocalServer() as server, Client(server.address) as client:
        assert client.info().version == "0.0.0-fake"
    assert not stand_in.runs()


def test_a_service_that_does_not_stop_is_killed(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in.behave("stubborn")
    monkeypatch.setattr(local_server, "_GRACE_SECONDS", 0.3)
    with LocalServer():
        started = time.monotonic()
    assert time.monotonic() - started < 10.0
    assert not stand_in.runs()


def test_it_ends_by_itself_when_the_client_is_killed(stand_in: StandIn) -> None:
    program = """
import time
from carnegie_client import LocalServer
server = LocalServer()
server.start()
print("started", flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"started\n"
        assert stand_in.runs()
        os.kill(client.pid, signal.SIGKILL)
    assert stand_in.ends_within(5.0)


def test_a_service_that_is_not_installed_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ServerUnreachable, match="install carnegie-server"):
        LocalServer().start()


def test_a_program_that_does_not_exist_is_unreachable() -> None:
    with pytest.raises(ServerUnreachable, match="no-such-program"):
        LocalServer(command=["./no-such-program"]).start()


def test_stopping_twice_or_before_the_start_does_nothing(stand_in: StandIn) -> None:
    server = LocalServer()
    server.stop()
    server.start()
    server.stop()
    server.stop()
    assert not stand_in.runs()

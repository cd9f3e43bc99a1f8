"""`carnegie health` says what a probe wants to know by its exit code."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import HealthServicer
from typer.testing import CliRunner, Result

from carnegie_client.command.application import application

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.fixture
def address() -> Iterator[str]:
    server = grpc.server(ThreadPoolExecutor(1))
    servicer = HealthServicer()
    servicer.set("", SERVING)
    servicer.set("a.Service", NOT_SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(None).wait()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(application, ["health", *arguments])


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 0, "SERVING"),
        (("--service", "a.Service"), 6, "NOT_SERVING"),
        (("--service", "no.Service"), 6, "SERVICE_UNKNOWN"),
    ],
)
def test_health_is_the_exit_code(address: str, arguments: tuple[str, ...], code: int, said: str) -> None:
    result = run("--server", address, *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (code, f"{said}\n", "")
    result = run("--server", address, "--json", *arguments)
    assert (result.exit_code, json.loads(result.stdout)) == (code, {"status": said})


def test_nobody_there() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        result = run("--server", address)
    assert (result.exit_code, result.stdout) == (6, "")
    assert f"error: no service at {address}: " in result.stderr


def test_somebody_who_does_not_answer() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        result = run("--server", f"127.0.0.1:{silent.getsockname()[1]}", "--timeout", "0.2")
    assert (result.exit_code, result.stdout) == (6, "")
    assert "no answer within 0.2 seconds" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--client-key", "a.pem"), "given together"),
        (("--ca-file", "no-such-file.pem"), "cannot read no-such-file.pem: "),
        (("--server-name", "advisor.example"), "--server-name is for TLS only"),
        (("--timeout", "0"), "--timeout"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr.replace("\n", " ")

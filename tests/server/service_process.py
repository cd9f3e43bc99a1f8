"""The service as a process of its own, and what tests need to talk to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc import aio
from grpc_health.v1 import health_pb2
from grpc_status import rpc_status

MessageType = TypeVar("MessageType", bound=Message)
RequestType = TypeVar("RequestType")
ResponseType = TypeVar("ResponseType")


@dataclass(frozen=True)
class ServiceProcess:
    """A service that runs."""

    process: subprocess.Popen[str]
    address: str
    log_path: Path

    def channel(self) -> grpc.Channel:
        return grpc.insecure_channel(self.address, options=[("grpc.max_send_message_length", -1)])

    def log(self) -> str:
        return self.log_path.read_text(encoding="utf-8")

    def wait_for_log(self, text: str) -> str:
        """Wait until the log has a text, and return the log."""
        end = time.monotonic() + 5.0
        while text not in (log := self.log()):
            assert time.monotonic() < end, log
            time.sleep(0.01)
        return log

    def stop(self, signal_number: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(signal_number)
        return self.process.wait(20.0)

    def rest_of_output(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.read()


def start_process(*flags: str, log: IO[str], **environment: str) -> subprocess.Popen[str]:
    """Start the service on a free port, without waiting for it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CARNEGIE_")}
    return subprocess.Popen(
        [sys.executable, "-m", "carnegie_server", "--port=0", *flags],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        env={**clean, **environment},
    )


@contextmanager
def running_service(*flags: str, **environment: str) -> Iterator[ServiceProcess]:
    """Start the service on a free port; it is stopped in the end, if it has not been before."""
    with tempfile.TemporaryDirectory() as folder:
        log_path = Path(folder, "log")
        with log_path.open("w", encoding="utf-8") as log:
            process = start_process(*flags, log=log, **environment)
        with process:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("listening on "), log_path.read_text(encoding="utf-8")
            service = ServiceProcess(process, line.removeprefix("listening on ").strip(), log_path)
            try:
                yield service
            finally:
                if process.poll() is None:
                    service.stop()


@dataclass(frozen=True)
class Refusal:
    """An error as a caller gets it."""

    code: grpc.StatusCode
    message: str
    status: status_pb2.Status

    @property
    def reason(self) -> str:
        info = detail(self.status, error_details_pb2.ErrorInfo)
        assert info.domain == "carnegie"
        return info.reason

    @property
    def violations(self) -> dict[str, str]:
        """The reasons of all violations by field."""
        request = detail(self.status, error_details_pb2.BadRequest)
        return {violation.field: violation.reason for violation in request.field_violations}


def code_of(error: grpc.RpcError) -> grpc.StatusCode:
    """Give the code of an error, whoever has sent it."""
    call: object = error
    assert isinstance(call, grpc.Call)
    return call.code()


def refusal(error: grpc.RpcError) -> Refusal:
    """Take apart an error that the service itself has sent."""
    assert isinstance(error, grpc.Call | aio.AioRpcError)
    status = rpc_status.from_call(error)  # type: ignore[arg-type] # takes whatever has trailing metadata
    assert status is not None, f"{error.code()} without details: {error.details()}"
    return Refusal(error.code(), status.message, status)


def raw_method(channel: grpc.Channel, method: str) -> grpc.UnaryUnaryMultiCallable[bytes, bytes]:
    """Give a call that takes and returns bytes as they are."""
    callable_: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
    return callable_


def refused(method: grpc.UnaryUnaryMultiCallable[RequestType, ResponseType], request: RequestType) -> Refusal:
    """Make a call that must fail, and return its error."""
    with pytest.raises(grpc.RpcError) as error:
        method(request, timeout=20.0)
    return refusal(error.value)


def health_of(channel: grpc.Channel, service: str = "") -> str:
    """Ask for the health of a service; of the whole for an empty name."""
    check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = raw_method(channel, "/grpc.health.v1.Health/Check")
    answer = check(health_pb2.HealthCheckRequest(service=service).SerializeToString())
    return health_pb2.HealthCheckResponse.ServingStatus.Name(
        health_pb2.HealthCheckResponse.FromString(answer).status
    )


def detail(status: status_pb2.Status, kind: type[MessageType]) -> MessageType:
    """Give the one detail of a kind."""
    found = [each for each in status.details if each.Is(kind.DESCRIPTOR)]  # type: ignore[arg-type]
    assert len(found) == 1, status
    message = kind()
    found[0].Unpack(message)
    return message

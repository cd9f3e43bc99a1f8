"""A service of one's own, in the background, for as long as it is needed."""

from __future__ import annotations

import contextlib
import importlib.util
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import IO, Final, Self

import grpc
from grpc_health.v1 import health_pb2

from carnegie_client.call_errors import error_from_call
from carnegie_client.errors import ServerUnreachable

SERVER_PACKAGE: Final = "carnegie_server"
"""The package that `python -m` starts; installed with `carnegie-client[serve]`."""

_ANNOUNCEMENT: Final = re.compile(r"\blistening on (\S+)")
_GRACE_SECONDS: Final = 5.0
_HEALTH_PAUSE_SECONDS: Final = 0.02
_LOOK_SECONDS: Final = 0.1
_LAST_MOMENT_SECONDS: Final = 0.3
_LAST_LINES: Final = 15
_ROUTINE: Final = '"level": "INFO"'
"""What the lines of its log have that say nothing about why a service has ended."""


class LocalServer:
    """A service that runs in the background on a free port of the loopback interface.

    Use it in a `with` statement: it is stopped at the end of the block, whatever happens there. If this process is
    killed, the service sees its standard input close and stops by itself.

    Parameters
    ----------
    arguments
        Flags for the service, such as `["--workers", "2"]`.
    start_seconds
        Seconds, > 0, within which it must be ready.
    command
        What starts the service, without its arguments; left out, `python -m carnegie_server`.

    Attributes
    ----------
    address
        `HOST:PORT`, once started.

    Raises
    ------
    ServerUnreachable
        From `start` or at the begin of the block, if it is not installed, ends, or is not ready in time.
    """

    def __init__(
        self,
        *,
        arguments: Sequence[str] = (),
        start_seconds: float = 60.0,
        command: Sequence[str] | None = None,
    ) -> None:
        self.address = ""
        self._arguments = arguments
        self._start_seconds = start_seconds
        self._command = command
        self._process: subprocess.Popen[str] | None = None
        self._log: IO[str] | None = None
        self._stopping = threading.Event()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start the service and wait until its health says that it serves."""
        if self._command is None and importlib.util.find_spec(SERVER_PACKAGE) is None:
            raise ServerUnreachable(
                "",
                "the service is not installed here: install carnegie-server, or name a running one with --server",
            )
        command = self._command or [sys.executable, "-m", SERVER_PACKAGE]
        give_up_at = time.monotonic() + self._start_seconds
        self._stopping = threading.Event()  # of its own for each start
        # Its log goes to a file, not to a pipe that somebody would have to read.
        self._log = tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        try:
            # A process group of its own: an interrupt typed at the terminal reaches this process, which stops it.
            flags = ["--host", "127.0.0.1", "--port", "0", "--exit-with-stdin", *self._arguments]
            self._process = subprocess.Popen(
                [*command, *flags],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                encoding="utf-8",
                errors="replace",
                process_group=0,
            )
            self.address = self._wait_for_address(self._process, give_up_at)
            self._wait_for_health(give_up_at)
        except OSError as error:
            self.stop()
            raise ServerUnreachable("", f"the service could not be started: {error}") from error
        except BaseException:
            self.stop()
            raise

    def when_it_ends(self, tell: Callable[[], None]) -> None:
        """Have something called once, in another thread, if the service ends before it is stopped here.

        A call is then given up at once, whatever gRPC still hopes for.
        """
        if self._process is not None:
            watching = (self._process, self._stopping, tell)
            threading.Thread(target=_watch, args=watching, daemon=True).start()

    def lost(self) -> ServerUnreachable | None:
        """Give the error that says how the service has ended by itself; None if it runs, or was stopped here."""
        if self._process is None:
            return None
        try:
            # Its connections end a moment before it does.
            self._process.wait(_LAST_MOMENT_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        code = self._process.returncode
        return self._failed(f"the service that was started here has ended with exit code {code}")

    def stop(self) -> None:
        """Stop the service and wait for its end; does nothing if it does not run."""
        self._stopping.set()
        process, self._process = self._process, None
        log, self._log = self._log, None
        try:
            if process is not None:
                _end(process)
        finally:
            if log is not None:
                log.close()

    def _wait_for_address(self, process: subprocess.Popen[str], give_up_at: float) -> str:
        if process.stdout is None:
            raise AssertionError("the service was started without a pipe for its output")
        announcements: queue.SimpleQueue[str] = queue.SimpleQueue()
        reader = threading.Thread(
            target=_read_announcement, args=(process.stdout, announcements), daemon=True
        )
        reader.start()
        try:
            address = announcements.get(timeout=max(0.0, give_up_at - time.monotonic()))
        except queue.Empty:
            raise self._not_ready("it has not said its address") from None
        if not address:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE_SECONDS)
            raise self._not_ready(f"it ended with exit code {process.returncode}")
        return address

    def _wait_for_health(self, give_up_at: float) -> None:
        serving = health_pb2.HealthCheckResponse.SERVING
        with grpc.insecure_channel(self.address, options=[("grpc.enable_http_proxy", 0)]) as channel:
            check = channel.unary_unary(
                "/grpc.health.v1.Health/Check",
                request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
                response_deserializer=health_pb2.HealthCheckResponse.FromString,
            )
            detail = "its health has never been SERVING"
            while (remaining := give_up_at - time.monotonic()) > 0:
                if self._process is not None and self._process.poll() is not None:
                    raise self._not_ready(f"it ended with exit code {self._process.returncode}")
                try:
                    answer = check(
                        health_pb2.HealthCheckRequest(), timeout=min(remaining, 1.0), wait_for_ready=True
                    )
                except grpc.RpcError as error:
                    detail = str(error_from_call(error, self.address))
                else:
                    if answer.status == serving:
                        return
                time.sleep(_HEALTH_PAUSE_SECONDS)
        raise self._not_ready(detail)

    def _not_ready(self, detail: str) -> ServerUnreachable:
        return self._failed(f"the service could not be started: {detail}")

    def _failed(self, detail: str) -> ServerUnreachable:
        """Give the error with the last lines of the service's log."""
        lines: list[str] = []
        if self._log is not None:
            self._log.seek(0)
            lines = [line for line in self._log.read().splitlines() if _ROUTINE not in line]
        said = "".join(f"\n  {line}" for line in lines[-_LAST_LINES:])
        return ServerUnreachable(self.address, f"{detail}{said}")


def _read_announcement(stream: IO[str], announcements: queue.SimpleQueue[str]) -> None:
    """Report the address that the service says, or nothing once it has ended; read on so that it never blocks."""
    with stream:
        for line in stream:
            if match := _ANNOUNCEMENT.search(line):
                announcements.put(match[1])
    announcements.put("")


def _watch(process: subprocess.Popen[str], stopping: threading.Event, tell: Callable[[], None]) -> None:
    while process.poll() is None:
        if stopping.wait(_LOOK_SECONDS):
            return
    if not stopping.is_set():
        tell()


def _end(process: subprocess.Popen[str]) -> None:
    try:
        process.terminate()
        process.wait(_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        pass
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        # Its output is closed by the thread that reads it: a process that it has left behind may hold it open.
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()

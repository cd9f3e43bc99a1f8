"""A handler for tests of the pool: it does what the request tells it to, good and bad."""

from __future__ import annotations

import os
import signal
import time

from carnegie.v1 import advisor_pb2
from carnegie_server.workers import Fact, Job, Reply, Session, StartRefusal, worker
from carnegie_server.workers.messages import Answered


class Commands:
    """Answers a request such as ``sleep:0.5`` or ``echo:text``."""

    @property
    def greeting(self) -> bytes:
        return b"at your command"

    def __call__(self, job: Job, session: Session) -> Reply:
        name, _, argument = job.request.decode().partition(":")
        facts: dict[str, Fact] = {"worker": float(os.getpid())}
        if name == "large_fact":
            facts["large"] = 1 << int(argument)
            return Reply(0, b"", facts)
        return Reply(0, self._do(name, argument, session), facts)

    def _do(self, name: str, argument: str, session: Session) -> bytes:  # noqa: C901 # as many as commands
        match name:
            case "echo":
                return argument.encode()
            case "say":
                print(argument, flush=True)  # noqa: T201 # a library's chatter is what is tested
            case "drip":
                _drip(argument, session)
            case "seconds":
                return f"{session.seconds_left:.3f}".encode()
            case "sleep":
                time.sleep(float(argument))
            case "spin":
                _spin(float(argument))
            case "wait_for_stop":
                end = time.monotonic() + float(argument)
                while time.monotonic() < end and not session.stop_requested():
                    time.sleep(0.005)
            case "allow_and_spin":
                session.allow(float(argument))
                _spin(5.0)
            case "spin_allow_and_spin":
                spun, allowed = argument.split(",")
                _spin(float(spun))
                session.allow(float(allowed))
                _spin(5.0)
            case "tell":
                return _tell(session, *(int(number) for number in argument.split(",")))
            case "crash":
                os.kill(os.getpid(), signal.SIGKILL)
            case "raise":
                raise LookupError(argument)
            case "allocate":
                return str(len(bytearray(int(argument)))).encode()
            case _:
                raise ValueError(name)
        return b"done"


def _tell(session: Session, count: int, size: int) -> bytes:
    """Tell some messages of an analysis, and give the final one."""
    for number in range(count):
        session.tell(_analysis(number, size, final=False))
    return _analysis(count, size, final=True)


def _analysis(bound: int, size: int, *, final: bool) -> bytes:
    """Write a message of an analysis that is of about some size."""
    suggestion = advisor_pb2.SuggestResponse(bound=bound, position_digest="x" * size)
    return advisor_pb2.AnalyzeResponse(suggestion=suggestion, final=final).SerializeToString()


def _drip(argument: str, session: Session) -> None:
    """Tell so many messages of so many bytes, with so many seconds after each."""
    count, size, pause = argument.split(",")
    for _ in range(int(count)):
        if session.stop_requested():
            return
        session.tell(bytes(int(size)))
        time.sleep(float(pause))


def _spin(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def build_commands() -> Commands:
    """Build the handler."""
    return Commands()


def build_misnumbered() -> Commands:
    """Build the handler in a worker that answers other jobs than it is given."""
    setattr(worker, "Answered", lambda number, reply: Answered(number + 5, reply))  # noqa: B010 # not of its interface
    return Commands()


def refuse_to_start() -> Commands:
    """Fail as a factory does that was given a faulty file."""
    raise StartRefusal("the file is faulty")


def crash_at_start() -> Commands:
    """Fail as nothing should."""
    os.kill(os.getpid(), signal.SIGKILL)
    return Commands()


def hang_at_start() -> Commands:
    """Never get ready."""
    time.sleep(60.0)
    return Commands()

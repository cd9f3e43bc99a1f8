"""What the front and a worker say to each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct, field, msgpack

Fact = str | int | float
"""A figure or name about a call for the log and the metrics."""


class Job(Struct, frozen=True, tag=True):
    """One call to be answered, front to worker.

    Attributes
    ----------
    number
        Counted up by the front over the life of the pool; 1 or more.
    method
        The full name of the call, such as ``/carnegie.v1.AdvisorService/Suggest``.
    request
        The request message as it came in.
    seconds
        How long the worker may take from the receipt of the job.
    may_recall
        Whether the front remembers answers, so that it is worth while to ask it for one.
    """

    number: int
    method: str
    request: bytes
    seconds: float
    may_recall: bool = False


class Reply(Struct, frozen=True):
    """The answer to a job, worker to front.

    Attributes
    ----------
    code
        0, or the number of the gRPC status code of an error.
    body
        The serialized response, or for an error the serialized google.rpc.Status.
    facts
        What the log should say about the call.
    key
        What the question is known by, however it was worded, where its answer is the same each time; else empty.
    """

    code: int
    body: bytes
    facts: Mapping[str, Fact] = field(default_factory=dict)
    key: bytes = b""


class Ready(Struct, frozen=True, tag=True):
    """A worker can take jobs, worker to front; the greeting is what its handler wants known."""

    greeting: bytes


class StartRefused(Struct, frozen=True, tag=True):
    """A worker cannot work with what it was given, worker to front."""

    description: str


class Allowance(Struct, frozen=True, tag=True):
    """The worker needs less time for a job than it was given, worker to front: seconds from now."""

    number: int
    seconds: float


class Progress(Struct, frozen=True, tag=True):
    """Something to tell the caller before the job is done, worker to front: a serialized message of its stream."""

    number: int
    body: bytes


class Recall(Struct, frozen=True, tag=True):
    """The worker asks whether the question with this key has been answered before, worker to front."""

    key: bytes


class Recalled(Struct, frozen=True, tag=True):
    """The answer given before to the question just named, or None, front to worker."""

    reply: Reply | None


class Answered(Struct, frozen=True, tag=True):
    """The job is done, worker to front."""

    number: int
    reply: Reply


class Failed(Struct, frozen=True, tag=True):
    """The handler raised something that it should not have raised, worker to front."""

    number: int
    traceback: str


ToWorker = Job | Recalled
ToFront = Ready | StartRefused | Allowance | Progress | Recall | Answered | Failed

_ENCODER = msgpack.Encoder()
_TO_WORKER: msgpack.Decoder[ToWorker] = msgpack.Decoder(ToWorker)
_TO_FRONT: msgpack.Decoder[ToFront] = msgpack.Decoder(ToFront)


def written(message: ToWorker | ToFront) -> bytes:
    """Write a message for the other side; texts have to be proper Unicode, see `sayable`."""
    return _ENCODER.encode(message)


def sayable(text: str) -> str:
    """Give a text that may hold halves of characters, such as the name of a file, so that it can be written."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def read_in_worker(body: bytes) -> ToWorker:
    """Read what the front says.

    Raises
    ------
    msgspec.DecodeError
        It says nothing that a worker is told.
    """
    return _TO_WORKER.decode(body)


def read_in_front(body: bytes) -> ToFront:
    """Read what a worker says.

    Raises
    ------
    msgspec.DecodeError
        It says nothing that the front is told.
    """
    return _TO_FRONT.decode(body)


class Session(Protocol):
    """What a handler can ask and tell while it answers a job."""

    @property
    def seconds_left(self) -> float:
        """Seconds until the job must be answered, never below 0."""

    def stop_requested(self) -> bool:
        """Whether nobody waits for the answer any more."""

    def watch(self, stop: Callable[[], None] | None) -> None:
        """Say how to stop a search that does not ask `stop_requested`, as long as it runs; None when it has ended.

        It is stopped when nobody waits for the answer any more, or when the job's time is over.
        """

    def allow(self, seconds: float) -> None:
        """Tell the front that the answer will come within fewer seconds than the job was given."""

    def recall(self, key: bytes) -> Reply | None:
        """Give the answer to a question with this key, if the front remembers one."""

    def tell(self, body: bytes) -> None:
        """Tell the caller something before the answer: a serialized message of the call's stream."""


class Handler(Protocol):
    """What a worker does; built once in every worker."""

    @property
    def greeting(self) -> bytes:
        """What the front should know once the worker is ready."""

    def __call__(self, job: Job, session: Session) -> Reply:
        """Answer a job."""


HandlerFactory = Callable[[], Handler]
"""Builds the handler inside the worker; must be picklable."""


class StartRefusal(Exception):
    """Raised by a handler factory that was given something unusable, such as a faulty file."""

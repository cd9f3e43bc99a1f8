"""Messages survive the socket whole, in order, however they are cut up, and are the same at its other end."""

from __future__ import annotations

import socket
import threading

import msgspec
import pytest

from carnegie_server.workers.frames import FrameBuffer, frame, receive_frame
from carnegie_server.workers.messages import (
    Allowance,
    Answered,
    Fact,
    Failed,
    Job,
    Progress,
    Ready,
    Recall,
    Recalled,
    Reply,
    StartRefused,
    ToFront,
    ToWorker,
    read_in_front,
    read_in_worker,
    sayable,
    written,
)

BODIES = [b"", b"a", b"x" * 300, bytes(range(256)) * 1_000]


@pytest.mark.parametrize("size", [1, 3, 4, 5, 1_000, 1_000_000])
def test_a_buffer_puts_pieces_together(size: int) -> None:
    stream = b"".join(frame(body) for body in BODIES)
    if size == 1:
        stream = stream[:400]
    buffer = FrameBuffer()
    received = []
    for start in range(0, len(stream), size):
        received += buffer.feed(stream[start : start + size])
    assert received == (BODIES[:3] if size == 1 else BODIES)


def test_a_socket_carries_messages_and_says_when_it_ends() -> None:
    one, other = socket.socketpair()
    with one, other:
        sender = threading.Thread(target=one.sendall, args=(b"".join(frame(body) for body in BODIES),))
        sender.start()
        assert [receive_frame(other) for _ in BODIES] == BODIES
        sender.join()
        one.sendall(frame(b"cut off")[:-1])
        one.close()
        assert receive_frame(other) is None
        assert receive_frame(other) is None


REPLY = Reply(3, b"body", {"digest": "d", "read_seconds": 0.5}, b"key")


TO_WORKER: list[ToWorker] = [
    Job(7, "/test/Do", b"request", 2.5, may_recall=True),
    Recalled(REPLY),
    Recalled(None),
]
TO_FRONT: list[ToFront] = [
    Answered(7, REPLY),
    Answered(8, Reply(0, b"")),
    Failed(7, "traceback"),
    Progress(7, b"part"),
    Allowance(7, 0.5),
    Recall(b"key"),
    Ready(b"greeting"),
    StartRefused("why"),
]


@pytest.mark.parametrize("message", TO_WORKER, ids=lambda message: type(message).__name__)
def test_what_the_front_says_is_the_same_in_a_worker(message: ToWorker) -> None:
    received = read_in_worker(written(message))
    assert type(received) is type(message)
    assert received == message


@pytest.mark.parametrize("message", TO_FRONT, ids=lambda message: type(message).__name__)
def test_what_a_worker_says_is_the_same_in_the_front(message: ToFront) -> None:
    received = read_in_front(written(message))
    assert type(received) is type(message)
    assert received == message


def test_facts_keep_their_kinds() -> None:
    facts: dict[str, Fact] = {"status": "PROVED_BEST", "nodes": 3, "read_seconds": 2.0}
    received = read_in_front(written(Answered(1, Reply(0, b"", facts))))
    assert isinstance(received, Answered)
    assert [(name, type(value)) for name, value in received.reply.facts.items()] == [
        ("status", str),
        ("nodes", int),
        ("read_seconds", float),
    ]


@pytest.mark.parametrize(
    "body", [b"", b"\xc1", written(Failed(7, "traceback")), written(Recalled(REPLY))[:-1]]
)
def test_what_no_worker_is_told_is_no_message_for_one(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_in_worker(body)


def test_halves_of_characters_are_said_in_words() -> None:
    assert sayable("caf\xe9 \udce9 \U0001f3b2") == "caf\xe9 \\udce9 \U0001f3b2"
    received = read_in_front(written(Failed(7, sayable("\udce9"))))
    assert received == Failed(7, "\\udce9")

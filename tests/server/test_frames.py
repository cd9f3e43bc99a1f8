"""Messages survive the socket whole, in order, however they are cut up, and are the same at its other end."""

from __future__ import annotations

import pickle
import socket
import threading

import pytest

from carnegie_server.workers.frames import FrameBuffer, frame, receive_frame
from carnegie_server.workers.messages import (
    Allowance,
    Answered,
    Failed,
    Job,
    Progress,
    Ready,
    Recall,
    Recalled,
    Reply,
    StartRefused,
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


@pytest.mark.parametrize(
    "message",
    [
        Job(7, "/test/Do", b"request", 2.5, may_recall=True),
        Answered(7, REPLY),
        Answered(8, Reply(0, b"")),
        Failed(7, "traceback"),
        Progress(7, b"part"),
        Allowance(7, 0.5),
        Recall(b"key"),
        Recalled(REPLY),
        Recalled(None),
        Ready(b"greeting"),
        StartRefused("why"),
    ],
    ids=lambda message: type(message).__name__,
)
def test_a_message_is_the_same_at_the_other_end(message: object) -> None:
    received = pickle.loads(pickle.dumps(message))
    assert type(received) is type(message)
    assert received == message

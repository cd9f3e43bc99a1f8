"""Messages survive the socket whole, in order, however they are cut up on the way."""

from __future__ import annotations

import socket
import threading

import pytest

from carnegie_server.workers.frames import FrameBuffer, frame, receive_frame

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

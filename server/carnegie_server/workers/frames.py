"""Frames: how whole messages travel over the socket between the front and a worker.

A frame is its length as four bytes, most significant first, and then as many bytes.
"""

from __future__ import annotations

import socket
import struct

_LENGTH = struct.Struct("!I")
_CHUNK = 1 << 16


def frame(body: bytes) -> bytes:
    """Wrap a message."""
    return _LENGTH.pack(len(body)) + body


def receive_frame(connection: socket.socket) -> bytes | None:
    """Wait for the next whole message on a blocking socket; None when the other end is gone."""
    head = _receive_exactly(connection, _LENGTH.size)
    if head is None:
        return None
    (length,) = _LENGTH.unpack(head)
    return _receive_exactly(connection, length)


def _receive_exactly(connection: socket.socket, length: int) -> bytes | None:
    received = bytearray()
    while len(received) < length:
        chunk = connection.recv(min(length - len(received), _CHUNK))
        if not chunk:
            return None
        received += chunk
    return bytes(received)


class FrameBuffer:
    """Puts messages together from the pieces in which an event loop delivers them."""

    def __init__(self) -> None:
        self._received = bytearray()

    def feed(self, piece: bytes) -> list[bytes]:
        """Add a piece and take out the messages that are whole by now, in order."""
        self._received += piece
        bodies = []
        start = 0
        while len(self._received) - start >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._received, start)
            end = start + _LENGTH.size + length
            if len(self._received) < end:
                break
            bodies.append(bytes(self._received[start + _LENGTH.size : end]))
            start = end
        del self._received[:start]
        return bodies

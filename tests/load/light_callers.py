"""Callers that take as little of the processors as they can, so that what is measured is the server.

gRPC's own client takes 0.4 ms of a processor for a call, a fifteenth of what an answer takes; where the server keeps
all processors busy, that is lost to it. Here a question is two frames of HTTP/2, of which the first
has its headers made beforehand, and an answer is looked through for its status only.
"""

from __future__ import annotations

import select
import socket
import struct
import time
from collections.abc import Iterator

from hpack import Decoder

from load.http2 import (
    ACKNOWLEDGED,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    PING,
    PREFACE,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    call_headers,
    frame,
    header_block,
    message,
    opened,
)
from server.http2_connection import INITIAL_WINDOW_SIZE

_HEADER_TABLE_SIZE = 1
_LARGEST_WINDOW = (1 << 31) - 1
_FIRST_WINDOW = (1 << 16) - 1
_FRAME_HEAD = 9
_PATIENCE_SECONDS = 30.0
_ANSWERED = b"grpc-status\x010"
"""How a good end is written by a server that must not refer to earlier headers."""


class NotAnsweredError(Exception):
    """A call has ended with an error, or its connection has; the text says how."""


class LightCaller:
    """Asks one question after the other over a connection of its own.

    Parameters
    ----------
    address
        The server's.
    method
        The full name of the call, which takes one message and gives one.
    """

    def __init__(self, address: str, method: str) -> None:
        headers = call_headers(method.encode(), (b"grpc-timeout", b"30S"))
        self._headers = header_block(headers)
        self._stream = -1
        self._received = bytearray()
        self.connection: socket.socket = opened(address)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        settings = struct.pack(">HIHI", _HEADER_TABLE_SIZE, 0, INITIAL_WINDOW_SIZE, _LARGEST_WINDOW)
        window = struct.pack(">I", _LARGEST_WINDOW - _FIRST_WINDOW)
        self.connection.sendall(
            PREFACE + frame(SETTINGS, 0, 0, settings) + frame(WINDOW_UPDATE, 0, 0, window)
        )

    def ask(self, question: bytes) -> None:
        """Send a serialized question, which must fit into a frame; the one before must have been answered."""
        self._stream += 2
        self.connection.sendall(
            frame(HEADERS, END_HEADERS, self._stream, self._headers)
            + frame(DATA, END_STREAM, self._stream, message(question))
        )

    def hear(self) -> bool:
        """Take in what the server has sent; gives whether the question is answered now.

        Raises
        ------
        NotAnsweredError
            It has ended in another way.
        """
        piece = self.connection.recv(1 << 16)
        if not piece:
            raise NotAnsweredError("the connection was closed")
        received = self._received
        received += piece
        start, answered = 0, False
        while len(received) - start >= _FRAME_HEAD:
            body = start + _FRAME_HEAD
            end = body + int.from_bytes(received[start : start + 3], "big")
            if len(received) < end:
                break
            answered |= self._ends_well(received[start + 3], received[start + 4], received, body, end)
            start = end
        del received[:start]
        return answered

    def _ends_well(self, kind: int, flags: int, received: bytearray, body: int, end: int) -> bool:
        """Deal with a frame; gives whether it ends the call with an answer."""
        if kind == HEADERS and flags & END_STREAM:
            if received.find(_ANSWERED, body, end) < 0:
                raise NotAnsweredError(str(Decoder().decode(bytes(received[body:end]))))
            return True
        if kind in (RST_STREAM, GOAWAY):
            raise NotAnsweredError(f"frame of kind {kind}: {bytes(received[body:end])!r}")
        if kind in (PING, SETTINGS) and not flags & ACKNOWLEDGED:
            said = b"" if kind == SETTINGS else bytes(received[body:end])
            self.connection.sendall(frame(kind, ACKNOWLEDGED, 0, said))
        return False


def answers_in(seconds: float, address: str, method: str, callers: int, questions: Iterator[bytes]) -> int:
    """Have callers ask one after the other's answer until the time is over; gives how many answers came.

    Raises
    ------
    NotAnsweredError
        A call was not answered.
    """
    asking = {
        caller.connection.fileno(): caller
        for caller in (LightCaller(address, method) for _ in range(callers))
    }
    poll = select.epoll()
    answers = 0
    try:
        end = time.monotonic() + seconds
        for file, caller in asking.items():
            poll.register(file, select.EPOLLIN)
            caller.ask(next(questions))
        under_way = callers
        while under_way:
            said = poll.poll(_PATIENCE_SECONDS)
            if not said:
                raise NotAnsweredError(f"silence for {_PATIENCE_SECONDS:g} s")
            for file, _ in said:
                caller = asking[file]
                if not caller.hear():
                    continue
                answers += 1
                if time.monotonic() < end:
                    caller.ask(next(questions))
                else:
                    under_way -= 1
    finally:
        poll.close()
        for caller in asking.values():
            caller.connection.close()
    return answers

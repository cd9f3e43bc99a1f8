"""HTTP/2 by hand: frames as they should not be, and what a server says to them."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Sequence
from typing import Final

from hpack import Decoder, HPACKError

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = (
    range(10)
)
END_STREAM: Final = 0x1
END_HEADERS: Final = 0x4
ACKNOWLEDGED: Final = 0x1
CANCEL: Final = 8

Headers = Sequence[tuple[bytes, bytes]]


def frame(kind: int, flags: int, stream: int, payload: bytes = b"", *, length: int | None = None) -> bytes:
    """Give a frame; its header may claim another length than the payload has."""
    claimed = len(payload) if length is None else length
    return struct.pack(">I", claimed)[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def message(data: bytes, *, compressed: int = 0, length: int | None = None) -> bytes:
    """Give a message as gRPC frames it; its header may claim another length."""
    return struct.pack(">BI", compressed, len(data) if length is None else length) + data


def header_block(headers: Headers) -> bytes:
    """Write headers as literals that are not indexed."""
    return b"".join(b"\x00" + _text(name) + _text(value) for name, value in headers)


def call_headers(
    path: bytes, *more: tuple[bytes, bytes], content_type: bytes = b"application/grpc"
) -> Headers:
    """Give the headers of a call."""
    first = ((b":method", b"POST"), (b":scheme", b"http"), (b":path", path), (b":authority", b"localhost"))
    return (*first, (b"te", b"trailers"), (b"content-type", content_type), *more)


def _text(data: bytes) -> bytes:
    if len(data) < 127:
        return bytes([len(data)]) + data
    rest = len(data) - 127
    length = bytearray(b"\x7f")
    while rest >= 128:
        length.append(rest % 128 | 128)
        rest //= 128
    length.append(rest)
    return bytes(length) + data


def opened(address: str) -> socket.socket:
    """Connect, without a word."""
    host, port = address.rsplit(":", 1)
    return socket.create_connection((host, int(port)), timeout=5.0)


def reaction(connection: socket.socket, seconds: float) -> str:
    """Hear what the server says, until it has ended the stream or the connection, or for so long.

    Returns a status such as ``grpc-status 12``, or ``http 415``; ``RST_STREAM 8``; ``GOAWAY 11``; ``closed``; or
    ``silence``, where it waits for more.
    """
    end = time.monotonic() + seconds
    decoder = Decoder(max_header_list_size=1 << 20)
    data = b""
    went_away = ""
    while True:
        while len(data) >= 9 and len(data) >= (size := 9 + int.from_bytes(data[:3], "big")):
            said = _meaning(decoder, data[3], data[4], data[9:size])
            data = data[size:]
            if said.startswith("GOAWAY"):
                went_away = said
            elif said:
                return said
        left = end - time.monotonic()
        if left <= 0.0:
            return went_away or "silence"
        connection.settimeout(left)
        try:
            more = connection.recv(1 << 16)
        except TimeoutError:
            return went_away or "silence"
        except OSError:
            return went_away or "closed"
        if not more:
            return went_away or "closed"
        data += more


def _meaning(decoder: Decoder, kind: int, flags: int, payload: bytes) -> str:
    if kind == GOAWAY:
        return f"GOAWAY {int.from_bytes(payload[4:8], 'big')}"
    if kind == RST_STREAM:
        return f"RST_STREAM {int.from_bytes(payload, 'big')}"
    if kind == HEADERS:
        try:
            headers = {bytes(name): bytes(value) for name, value in decoder.decode(payload, raw=True)}
        except HPACKError as fault:
            return f"headers that cannot be read: {fault}"
        if b"grpc-status" in headers:
            return f"grpc-status {headers[b'grpc-status'].decode()}"
        if flags & END_STREAM:
            return f"http {headers.get(b':status', b'?').decode()}"
    return ""

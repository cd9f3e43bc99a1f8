"""One side of HTTP/2, frame by frame: what gRPC's own clients do not let a test see."""

from __future__ import annotations

import asyncio
import struct
from dataclasses import dataclass
from typing import Self

SETTINGS, PING, GOAWAY = 4, 6, 7
ACKNOWLEDGED = 1
MAX_CONCURRENT_STREAMS, INITIAL_WINDOW_SIZE, MAX_HEADER_LIST_SIZE = 3, 4, 6
ENHANCE_YOUR_CALM = 11

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


@dataclass(frozen=True)
class Frame:
    """A frame that has been received."""

    kind: int
    flags: int
    payload: bytes

    def settings(self) -> dict[int, int]:
        return {key: value for key, value in struct.iter_unpack(">HI", self.payload) if self.kind == SETTINGS}

    def error_code(self) -> int:
        """Give the error code of a GOAWAY."""
        assert self.kind == GOAWAY
        return int.from_bytes(self.payload[4:8], "big")


class Connection:
    """A connection to a service, opened in an `async with` statement."""

    def __init__(self, address: str) -> None:
        self._host, _, self._port = address.rpartition(":")

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self._host, int(self._port))
        self._writer.write(_PREFACE)
        self.send(SETTINGS)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    def send(self, kind: int, flags: int = 0, payload: bytes = b"") -> None:
        self._writer.write(struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + bytes(4) + payload)

    async def receive(self, kind: int, seconds: float = 5.0) -> Frame | None:
        """Wait for a frame of a kind; None where the connection is closed before it comes.

        Raises TimeoutError where neither happens in time.
        """
        async with asyncio.timeout(seconds):
            while True:
                try:
                    head = await self._reader.readexactly(9)
                    payload = await self._reader.readexactly(int.from_bytes(head[:3], "big"))
                except (asyncio.IncompleteReadError, ConnectionError):
                    return None
                if head[3] == kind:
                    return Frame(head[3], head[4], payload)

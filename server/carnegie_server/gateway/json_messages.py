"""Requests and answers as JSON: read strictly, and never on the event loop.

Reading JSON into messages takes Python's time, up to some 17 µs for each value in it. A text with more values than any
request needs is refused before; the others are read in a thread, so that the event loop goes on in the meantime.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from google.protobuf import json_format
from google.protobuf.message import Message
from google.rpc import code_pb2

from carnegie_proto import strict_json
from carnegie_proto.faults import Fault, MalformedJson
from carnegie_server.errors import CallRefused, Reason, Violation, found_and_allowed, invalid_request

MOST_VALUES = 20_000
"""The most objects, lists and members that a JSON request can have."""

SMALL_BYTES = 16 << 10
"""Up to so many bytes a message is a small one; reading it takes 50 ms at most."""
MOST_WAITING = 16
"""So many large requests wait to be read at most."""

_MOST_VIOLATIONS = 1_000
_RETRY_SECONDS = 1.0

# A string is consumed whole, also one that never ends, so that the scan takes linear time on any text.
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)

Result = TypeVar("Result")


class JsonMessages:
    """Turns messages into JSON and back beside the event loop, small ones apart from large ones.

    Small ones have a thread of their own, so that they never wait for long behind large ones. More threads would only
    take turns. Of large requests as many wait as may; more are refused.
    """

    def __init__(self) -> None:
        self._small = ThreadPoolExecutor(1, "carnegie-json")
        self._large = ThreadPoolExecutor(1, "carnegie-large-json")
        self._waiting = 0

    async def read(self, kind: type[Message], text: bytes) -> bytes:
        """Turn a JSON text into a serialized message.

        Raises
        ------
        CallRefused
            The text is not JSON, or not the JSON form of the message; or too many large ones wait already.
        """
        if len(text) <= SMALL_BYTES:
            return await _aside(self._small, lambda: serialized(kind, text))
        if self._waiting >= MOST_WAITING:
            raise CallRefused(
                code_pb2.RESOURCE_EXHAUSTED,
                Reason.BUSY,
                "too many large requests in JSON wait to be read; try again later",
                retry_seconds=_RETRY_SECONDS,
            )
        self._waiting += 1
        try:
            return await _aside(self._large, lambda: serialized(kind, text))
        finally:
            self._waiting -= 1

    async def write(self, kind: type[Message], body: bytes) -> bytes:
        """Turn a serialized message into its JSON form."""
        thread = self._small if len(body) <= SMALL_BYTES else self._large
        return await _aside(thread, lambda: to_json(kind, body))

    def close(self) -> None:
        """Drop what waits."""
        for thread in (self._small, self._large):
            thread.shutdown(wait=False, cancel_futures=True)


async def _aside(thread: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    return await asyncio.get_running_loop().run_in_executor(thread, work)


def serialized(kind: type[Message], text: bytes) -> bytes:
    """Read a message strictly from JSON and serialize it; see `JsonMessages.read`."""
    values = _count_values(text)
    if values > MOST_VALUES:
        found = found_and_allowed(f"about {values} values", f"at most {MOST_VALUES}")
        raise invalid_request([Violation("", "TOO_MANY_VALUES", found)])
    try:
        return strict_json.parse(kind, text).SerializeToString()
    except MalformedJson as malformed:
        faults = malformed.faults
    if faults[0].reason in ("NOT_JSON", "TOO_DEEP"):
        raise CallRefused(
            code_pb2.INVALID_ARGUMENT,
            Reason.MALFORMED_MESSAGE,
            f"the request is not JSON that can be read: {found_and_allowed(faults[0].found, faults[0].allowed)}",
        )
    raise invalid_request(_violation(fault) for fault in faults[:_MOST_VIOLATIONS])


def to_json(kind: type[Message], body: bytes) -> bytes:
    """Write a serialized message as JSON, without the fields that have their default value."""
    data = json_format.MessageToDict(kind.FromString(body))
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _count_values(text: bytes) -> int:
    """Count objects, lists, and members beyond the first of each; what is inside of strings does not count.

    A member has at most two strings, so that more quotes than for these tell enough, and the strings need not be found.
    """
    quotes = text.count(b'"') - text.count(b'\\"')
    if quotes > 4 * MOST_VALUES:
        return quotes // 4 + 1
    structure = _STRING.sub(b"", text)
    return sum(structure.count(sign) for sign in (b"{", b"[", b","))


def _violation(fault: Fault) -> Violation:
    return Violation(fault.path, fault.reason, found_and_allowed(fault.found, fault.allowed))

"""Watching calls: what is told of each, and the log as the first to listen."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Protocol

from google.rpc import code_pb2

from carnegie_server import logs
from carnegie_server.front.calls import CallRecord
from carnegie_server.workers import Fact

_LOGGER = logging.getLogger(__name__)

_NAMES: Mapping[str, str] = {"digest": "position_digest"}
"""What facts are called in the log where that is not their own name."""


class Observer(Protocol):
    """Is told of every call; must neither raise nor take long."""

    def began(self, method: str) -> None:
        """Take note that a call has come in."""

    def ended(self, record: CallRecord) -> None:
        """Take note that a call has ended, whichever way."""


class LogLines:
    """Writes a line for every call that has ended, with what is known of it as fields.

    Nothing of the request is written but the digest of its position, and nothing of its metadata but its name.
    """

    def began(self, method: str) -> None:
        """See `Observer`."""

    def ended(self, record: CallRecord) -> None:
        """See `Observer`."""
        if _LOGGER.isEnabledFor(logging.INFO):
            # Not `info`, which looks up the file and line that it is called from: no format says them.
            fields = logs.fields(**_described(record))
            line = _LOGGER.makeRecord(_LOGGER.name, logging.INFO, __file__, 0, "call", (), None, extra=fields)
            _LOGGER.handle(line)


def _described(record: CallRecord) -> Mapping[str, Fact]:
    described: dict[str, Fact] = {
        "method": record.method,
        "code": code_pb2.Code.Name(record.code),
        "duration_ms": _milliseconds(record.seconds),
        "request_id": record.request_id,
    }
    if record.caller.name:
        described["caller"] = record.caller.name
    for name, value in record.facts.items():
        if name.endswith("_seconds"):
            described[f"{name.removesuffix('_seconds')}_ms"] = _milliseconds(float(value))
        else:
            described[_NAMES.get(name, name)] = value
    return described


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1e3, 1)

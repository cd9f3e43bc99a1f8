"""Watching calls: what is told of each, and the log as the first to listen."""

from __future__ import annotations

import logging
from typing import Protocol

from google.rpc import code_pb2

from carnegie_server.front.calls import CallRecord

_LOGGER = logging.getLogger(__name__)


class Observer(Protocol):
    """Is told of every call; must neither raise nor take long."""

    def began(self, method: str) -> None:
        """Take note that a call has come in."""

    def ended(self, record: CallRecord) -> None:
        """Take note that a call has ended, whichever way."""


class LogLines:
    """Writes a line for every call that has ended."""

    def began(self, method: str) -> None:
        """See `Observer`."""

    def ended(self, record: CallRecord) -> None:
        """See `Observer`."""
        words = [
            f"method={record.method}",
            f"code={code_pb2.Code.Name(record.code)}",
            f"duration_ms={record.seconds * 1e3:.1f}",
            f"request_id={record.request_id}",
        ]
        if record.caller.name:
            words.append(f"caller={record.caller.name}")
        for name, value in record.facts.items():
            if name.endswith("_seconds"):
                words.append(f"{name.removesuffix('_seconds')}_ms={float(value) * 1e3:.1f}")
            else:
                words.append(f"{name}={value}")
        _LOGGER.info("call %s", " ".join(words))

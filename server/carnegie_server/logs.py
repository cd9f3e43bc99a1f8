"""How the service logs, in the front and in its workers alike: on the standard error, one line for each event.

For programs a line is a JSON object; on a terminal it is plain text. What an event has to say beside its message are
its fields, handed over by `fields`.
"""

from __future__ import annotations

import asyncio
import datetime
import json
import logging
import sys
from collections.abc import Mapping

AUTOMATIC = "auto"
JSON = "json"
TEXT = "text"
FORMATS = (AUTOMATIC, JSON, TEXT)

_FIELDS = "carnegie_fields"
_GRPC_LOGGER = "grpc._cython.cygrpc"
_HELD_SECONDS = 0.05
_MOST_HELD = 1_000


def configure(log_format: str = AUTOMATIC) -> None:
    """Send the log of this process to its standard error.

    Parameters
    ----------
    log_format
        One of `FORMATS`; ``auto`` is text on a terminal, and JSON elsewhere.
    """
    in_words = log_format == TEXT or (log_format == AUTOMATIC and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextLines() if in_words else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[LinesTogether(handler)])
    logging.getLogger(_GRPC_LOGGER).addFilter(_without_trace)
    logging.captureWarnings(True)


def _without_trace(record: logging.LogRecord) -> bool:
    """Say of bytes that are no text in one line each: where they name a call, gRPC shows its insides thrice."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, UnicodeDecodeError):
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


def fields(**values: str | float) -> Mapping[str, object]:
    """Give what an event has to say, for the `extra` of a logging call."""
    return {_FIELDS: values}


class LinesTogether(logging.Handler):
    """Hands on the lines of calls together, 50 ms later at most.

    One by one they take several times as long: between two calls all that writes a line leaves the processor's caches.

    Every other line is handed on at once, with those held before it; so the order stays. Where no event loop runs, and
    in other threads than its, no line is held. What is held at the end of the process is handed on then.

    Parameters
    ----------
    target
        Writes the lines.
    """

    def __init__(self, target: logging.Handler) -> None:
        super().__init__()
        self._target = target
        self._held: list[logging.LogRecord] = []
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        self._held.append(record)
        loop = _loop_of_this_thread()
        if loop is None or not _is_of_call(record) or len(self._held) >= _MOST_HELD:
            self.flush()
        elif self._timer is None or self._loop is not loop:
            self._loop = loop
            self._timer = loop.call_later(_HELD_SECONDS, self._flush_in_time)

    def flush(self) -> None:
        """Hand on what is held."""
        self.acquire()
        try:
            held, self._held = self._held, []
            for record in held:
                self._target.handle(record)
        finally:
            self.release()
        self._target.flush()

    def _flush_in_time(self) -> None:
        self._timer = None
        self.flush()


def _is_of_call(record: logging.LogRecord) -> bool:
    """Whether a line is one of those of which there is one for each call, complete as it is."""
    return (
        record.levelno <= logging.INFO
        and hasattr(record, _FIELDS)
        and not record.args
        and not record.exc_info
    )


def _loop_of_this_thread() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class JsonLines(logging.Formatter):
    """Writes an event as one line of JSON: time in UTC, level, logger, message, then its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        time = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        entry: dict[str, object] = {
            "time": time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **fields_of(record),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """Writes an event as text: time, level, logger, message, then its fields as ``name=value``."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """See `logging.Formatter`."""
        return " ".join([super().formatMessage(record), *in_words(fields_of(record))])


def fields_of(record: logging.LogRecord) -> Mapping[str, str | float]:
    """Give the fields of an event; none for one that has none."""
    values: Mapping[str, str | float] = getattr(record, _FIELDS, {})
    return values


def in_words(values: Mapping[str, str | float]) -> list[str]:
    """Write fields as ``name=value``."""
    return [f"{name}={value}" for name, value in values.items()]

"""How the service logs, in the front and in its workers alike: on the standard error, one line for each event.

For programs a line is a JSON object; on a terminal it is plain text. What an event has to say beside its message are
its fields, handed over by `fields`.
"""

from __future__ import annotations

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
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.captureWarnings(True)


def fields(**values: str | float) -> Mapping[str, object]:
    """Give what an event has to say, for the `extra` of a logging call."""
    return {_FIELDS: values}


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

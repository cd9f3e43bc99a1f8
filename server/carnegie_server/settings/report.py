"""The settings and their origins, to be read by people and by programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from carnegie_server.settings.loading import LoadedSettings
from carnegie_server.settings.sources import Given

_NONE = "none"


def as_text(loaded: LoadedSettings) -> str:
    """Give a line for each setting: its name, its value, and where that comes from."""
    rows = [(name, _in_words(given.value), _place(given)) for name, given in loaded.origins.items()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "".join(
        f"{name.ljust(widths[0])}  {value.ljust(widths[1])}  {place}\n" for name, value, place in rows
    )


def as_json(loaded: LoadedSettings) -> str:
    """Give an object with an entry for each setting: ``{"value": 0, "source": "flag", "place": "--port"}``."""
    entries = {
        name: {"value": _plain(given.value), "source": given.source.value, "place": given.place}
        for name, given in loaded.origins.items()
    }
    return json.dumps(entries, indent=2, ensure_ascii=False) + "\n"


def _place(given: Given) -> str:
    return f"{given.source.value} {given.place}".rstrip()


def _in_words(value: Any) -> str:
    match _plain(value):
        case None | "" | []:
            return _NONE
        case bool() as on:
            return "true" if on else "false"
        case list() as values:
            return ",".join(_in_words(each) for each in values)
        case float() as number:
            return f"{number:g}"
        case plain:
            return str(plain)


def _plain(value: Any) -> Any:
    match value:
        case Path():
            return str(value)
        case tuple():
            return [_plain(each) for each in value]
        case _:
            return value

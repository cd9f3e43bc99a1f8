"""The options of the command by the fields of the requests that they fill."""

from __future__ import annotations

from typing import Final

from carnegie.v1.advisor_pb2 import SuggestResponse
from carnegie_proto.json_paths import json_path

_OPTIONS: Final = {
    "time_limit": "--time-limit",
    "work_limit": "--work-limit",
    "seed": "--seed",
    "threads": "--threads",
    "max_lines": "--lines",
    "step_count": "--at",
    "allow": "--allow",
    "avoid": "--avoid",
    "players": "--players",
    "level": "--solo",
    "pool": "--pool",
    "layout": "--layout",
}
_OPTIONS_BY_EITHER_NAME: Final = _OPTIONS | {json_path(field): option for field, option in _OPTIONS.items()}


def option_of(path: str) -> str | None:
    """Give the option that fills the field at the begin of a path, in either spelling; None where none does."""
    return _OPTIONS_BY_EITHER_NAME.get(_field(path))


def with_option(path: str) -> str:
    """Put the option that fills a field in its place at the begin of a path: `--avoid[2].city`."""
    option = option_of(path)
    return path if option is None else option + path[len(_field(path)) :]


def _field(path: str) -> str:
    return path.partition("[")[0].partition(".")[0]


def with_options(suggestion: SuggestResponse) -> SuggestResponse:
    """Give an answer whose warnings name the options of the command, not fields of the request."""
    named = SuggestResponse()
    named.CopyFrom(suggestion)
    for warning in named.warnings:
        warning.path = with_option(warning.path)
    return named

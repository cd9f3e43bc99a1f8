"""The settings of the service: flags over environment variables over defaults."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

ENVIRONMENT_PREFIX = "CARNEGIE_"

_LARGEST_INT32 = 2**31 - 1


class InvalidSetting(ValueError):
    """A setting has a value that it cannot have."""


def available_cores() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _whole_number(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise InvalidSetting(f"found {text!r}, allowed a whole number") from None
        if not least <= number <= most:
            raise InvalidSetting(f"found {number}, allowed {least} to {most}")
        return number

    return parse


def _seconds(most: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise InvalidSetting(f"found {text!r}, allowed a number of seconds") from None
        if not 0.0 < number <= most or math.isnan(number):
            raise InvalidSetting(f"found {text}, allowed more than 0, at most {most:g}")
        return number

    return parse


def _file(text: str) -> Path | None:
    if not text:
        return None
    path = Path(text)
    if not path.is_file():
        raise InvalidSetting(f"found {text!r}, allowed the path of a file")
    return path


def _switch(text: str) -> bool:
    values = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "": False}
    if text.lower() not in values:
        raise InvalidSetting(f"found {text!r}, allowed true or false")
    return values[text.lower()]


def _host(text: str) -> str:
    if not text or any(character.isspace() or character == "/" for character in text):
        raise InvalidSetting(f"found {text!r}, allowed a host name or an address")
    return text


def _about(help_text: str, parse: Callable[[str], Any]) -> Mapping[str, Any]:
    return {"help": help_text, "parse": parse}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the service; each is a flag and an environment variable of its name.

    `max_time_limit` is ``--max-time-limit`` and ``CARNEGIE_MAX_TIME_LIMIT``. The help texts say what each one means.
    """

    host: str = field(default="127.0.0.1", metadata=_about("name or address to listen on", _host))
    port: int = field(
        default=50_051, metadata=_about("port to listen on; 0 for a free one", _whole_number(0, 65_535))
    )
    workers: int = field(
        default_factory=available_cores,
        metadata=_about("worker processes: searches that run side by side", _whole_number(1, 256)),
    )
    max_time_limit: float = field(
        default=10.0, metadata=_about("longest search, in seconds", _seconds(3_600.0))
    )
    max_threads: int = field(default=4, metadata=_about("most threads of one search", _whole_number(1, 64)))
    max_request_bytes: int = field(
        default=1 << 20,
        metadata=_about("largest request message, in bytes", _whole_number(1_024, _LARGEST_INT32)),
    )
    max_waiting: int = field(
        default=64, metadata=_about("calls that may wait for a free worker", _whole_number(0, 100_000))
    )
    worker_memory: int = field(
        default=2 << 30,
        metadata=_about(
            "most address space of a worker process, in bytes; 0 for no limit", _whole_number(0, 1 << 50)
        ),
    )
    shutdown_grace: float = field(
        default=15.0,
        metadata=_about(
            "longest wait for running calls when the service stops, in seconds", _seconds(3_600.0)
        ),
    )
    components: Path | None = field(
        default=None, metadata=_about("JSON file with component tables that replace the assumed ones", _file)
    )
    weights: Path | None = field(
        default=None, metadata=_about("JSON file with valuation weights that replace the default ones", _file)
    )
    cache_bytes: int = field(
        default=32 << 20,
        metadata=_about(
            "most memory for remembered answers, in bytes; 0 to remember none", _whole_number(0, 1 << 50)
        ),
    )
    max_batch: int = field(
        default=64,
        metadata=_about("questions of a batch under way at the same time", _whole_number(1, 10_000)),
    )
    exit_with_stdin: bool = field(
        default=False, metadata=_about("stop when the standard input is closed", _switch)
    )


def load_settings(arguments: Sequence[str], environment: Mapping[str, str]) -> Settings:
    """Put the settings together.

    Parameters
    ----------
    arguments
        The flags of the command line.
    environment
        The environment variables; others than ``CARNEGIE_*`` are not looked at.

    Raises
    ------
    InvalidSetting
        An environment variable has a value that it cannot have.
    SystemExit
        The command line is wrong, or only asks for help.
    """
    values: dict[str, Any] = {}
    for setting in fields(Settings):
        variable = ENVIRONMENT_PREFIX + setting.name.upper()
        if variable in environment:
            try:
                values[setting.name] = setting.metadata["parse"](environment[variable])
            except InvalidSetting as invalid:
                raise InvalidSetting(f"{variable}: {invalid}") from None
    given = vars(_parser().parse_args(arguments))
    values.update({name: value for name, value in given.items() if value is not None})
    return Settings(**values)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m carnegie_server",
        description="The Carnegie move advisor as a gRPC service.",
        epilog="Every flag can be given as an environment variable: CARNEGIE_PORT for --port. Flags win.",
        allow_abbrev=False,
    )
    for setting in fields(Settings):
        flag = "--" + setting.name.replace("_", "-")
        help_text = setting.metadata["help"]
        if setting.name == "exit_with_stdin":
            parser.add_argument(flag, action="store_true", default=None, help=help_text)
        else:
            parser.add_argument(flag, type=_flag(setting.metadata["parse"]), metavar="VALUE", help=help_text)
    return parser


def _flag(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    def parse_flag(text: str) -> Any:
        try:
            return parse(text)
        except InvalidSetting as invalid:
            raise argparse.ArgumentTypeError(str(invalid)) from None

    return parse_flag

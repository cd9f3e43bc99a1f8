"""Where settings come from: the flags of a command line, environment variables, a TOML file.

Each source gives what it says by the name of the setting, as a `Given`, and reports everything that is wrong with it at
once.
"""

from __future__ import annotations

import argparse
import enum
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carnegie_proto.regular_files import read_regular_file
from carnegie_server.settings.kinds import InvalidSetting
from carnegie_server.settings.table import SETTINGS, SETTINGS_FILE, Setting


class Source(enum.Enum):
    """The kinds of sources; each wins over those after it."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = "file"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Given:
    """A value that a source gives to a setting.

    Attributes
    ----------
    value
        The value.
    source
        The kind of the source.
    place
        Where in the source it is: ``--port``, ``CARNEGIE_PORT``, ``carnegie.toml:port``; empty for a default.
    """

    value: Any
    source: Source
    place: str


@dataclass(frozen=True, slots=True)
class Flags:
    """What a command line says: the values of settings, the settings file, and whether JSON is asked for."""

    given: Mapping[str, Given]
    settings_file: Path | None
    as_json: bool


def from_flags(arguments: Sequence[str], *, program: str, description: str, offers_json: bool) -> Flags:
    """Read the flags of a command line.

    Raises
    ------
    SystemExit
        The command line is wrong, or only asks for help.
    """
    parser = argparse.ArgumentParser(
        prog=program,
        description=description,
        epilog="Every flag can be given as an environment variable, CARNEGIE_PORT for --port, or in the settings "
        "file, port = 50051. Flags win over the environment, which wins over the file.",
        allow_abbrev=False,
    )
    if offers_json:
        parser.add_argument("--json", action="store_true", help="print JSON")
    for setting in (SETTINGS_FILE, *SETTINGS.values()):
        if setting.kind.is_switch:
            action = argparse.BooleanOptionalAction
            parser.add_argument(setting.flag, action=action, default=None, help=setting.meaning)
        else:
            metavar = "FILE" if setting is SETTINGS_FILE else "VALUE"
            parser.add_argument(setting.flag, metavar=metavar, help=setting.meaning)
    said = vars(parser.parse_args(arguments))
    faults: list[str] = []
    given: dict[str, Given] = {}
    for setting in (SETTINGS_FILE, *SETTINGS.values()):
        found = said[setting.name]
        if isinstance(found, bool):
            given[setting.name] = Given(found, Source.FLAG, setting.flag if found else setting.flag_off)
        elif found is not None:
            _put(given, faults, setting, Source.FLAG, setting.flag, setting.kind.from_text, found)
    if faults:
        parser.error("\n".join(f"argument {fault}" for fault in faults))
    return Flags(given, _taken_out(given), bool(said.get("json")))


def from_environment(
    environment: Mapping[str, str], faults: list[str]
) -> tuple[Mapping[str, Given], Path | None]:
    """Read the environment variables, and the settings file that one of them names.

    Variables of other names than those of the settings are not looked at. What is wrong is added to `faults`.
    """
    given: dict[str, Given] = {}
    for setting in (SETTINGS_FILE, *SETTINGS.values()):
        text = environment.get(setting.variable)
        if text is not None:
            read = setting.kind.from_text
            _put(given, faults, setting, Source.ENVIRONMENT, setting.variable, read, text)
    return given, _taken_out(given)


def from_toml(path: Path, faults: list[str]) -> Mapping[str, Given]:
    """Read a settings file: TOML, the names of settings as keys; relative paths in it start from its own folder.

    What is wrong is added to `faults`.
    """
    try:
        keys = tomllib.loads(read_regular_file(path).decode("utf-8"))
    except (
        OSError,
        ValueError,
        RecursionError,
    ) as fault:  # also a number of thousands of digits, or nested too deep
        why = (isinstance(fault, OSError) and fault.strerror) or fault
        faults.append(f"{path}: found what cannot be read ({why}), allowed a TOML file with settings")
        return {}
    given: dict[str, Given] = {}
    for key, value in keys.items():
        place = f"{path}:{key}"
        if key in SETTINGS:
            read = SETTINGS[key].kind.from_toml
            _put(given, faults, SETTINGS[key], Source.FILE, place, read, value, path.parent)
        else:
            faults.append(f"{place}: found an unknown key, allowed {', '.join(SETTINGS)}")
    return given


def _put(
    given: dict[str, Given],
    faults: list[str],
    setting: Setting,
    source: Source,
    place: str,
    read: Callable[..., Any],
    *found: object,
) -> None:
    try:
        given[setting.name] = Given(read(*found), source, place)
    except InvalidSetting as invalid:
        faults.append(f"{place}: {invalid}")


def _taken_out(given: dict[str, Given]) -> Path | None:
    """Take the settings file out of what a source gives to the settings."""
    settings_file = given.pop(SETTINGS_FILE.name, None)
    return settings_file.value if settings_file else None

"""The settings put together from all sources, with where each value came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from carnegie_server.settings.kinds import InvalidSetting
from carnegie_server.settings.sources import Given, Source, from_environment, from_flags, from_toml
from carnegie_server.settings.table import SETTINGS, Settings

SERVE_PROGRAM = "python -m carnegie_server"
SHOW_PROGRAM = f"{SERVE_PROGRAM} config show"

_SERVE_DESCRIPTION = (
    f"The Carnegie move advisor as a gRPC service. `{SHOW_PROGRAM}` says what is set, and where."
)
_SHOW_DESCRIPTION = "Print every setting, its value, and where that comes from. The service is not started."


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings, and where they came from.

    Attributes
    ----------
    settings
        The settings.
    origins
        For each of them by name, the source that won.
    settings_file
        The TOML file that was read; None for none.
    as_json
        Whether JSON was asked for, where that can be.
    """

    settings: Settings
    origins: Mapping[str, Given]
    settings_file: Path | None
    as_json: bool


def load_settings(arguments: Sequence[str], environment: Mapping[str, str]) -> Settings:
    """Put the settings of the service together, see `load_with_origins`."""
    return load_with_origins(arguments, environment).settings


def load_with_origins(
    arguments: Sequence[str], environment: Mapping[str, str], *, to_show: bool = False
) -> LoadedSettings:
    """Put the settings together: flags win over the environment, which wins over the file, which wins over defaults.

    Parameters
    ----------
    arguments
        The flags of the command line.
    environment
        The environment variables; others than ``CARNEGIE_*`` are not looked at.
    to_show
        Whether the command line is that of ``config show``, which also takes ``--json``.

    Raises
    ------
    InvalidSetting
        Environment variables or keys of the settings file have values that they cannot have; says all of them.
    SystemExit
        The command line is wrong, or only asks for help.
    """
    flags = from_flags(
        arguments,
        program=SHOW_PROGRAM if to_show else SERVE_PROGRAM,
        description=_SHOW_DESCRIPTION if to_show else _SERVE_DESCRIPTION,
        offers_json=to_show,
    )
    faults: list[str] = []
    variables, settings_file = from_environment(environment, faults)
    settings_file = flags.settings_file or settings_file
    keys = from_toml(settings_file, faults) if settings_file else {}
    if faults:
        raise InvalidSetting("\n".join(faults))
    given = {**keys, **variables, **flags.given}
    settings = Settings(**{name: each.value for name, each in given.items()})
    origins = {
        name: given.get(name) or Given(getattr(settings, name), Source.DEFAULT, "") for name in SETTINGS
    }
    return LoadedSettings(settings, origins, settings_file, flags.as_json)

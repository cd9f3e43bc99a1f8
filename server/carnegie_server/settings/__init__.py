"""The settings of the service: flags over environment variables over a TOML file over defaults.

A new setting is one entry in `table.py`; everything else follows from it.
"""

from carnegie_server.settings.kinds import InvalidSetting
from carnegie_server.settings.loading import LoadedSettings, load_settings, load_with_origins
from carnegie_server.settings.sources import Given, Source
from carnegie_server.settings.table import SETTINGS, SETTINGS_FILE, Setting, Settings, available_cores

__all__ = [
    "SETTINGS",
    "SETTINGS_FILE",
    "Given",
    "InvalidSetting",
    "LoadedSettings",
    "Setting",
    "Settings",
    "Source",
    "available_cores",
    "load_settings",
    "load_with_origins",
]

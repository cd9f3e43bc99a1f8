"""The settings of the service, one entry each: name, default, meaning, and what is allowed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from carnegie_server import logs
from carnegie_server.settings import kinds
from carnegie_server.settings.kinds import Kind

ENVIRONMENT_PREFIX = "CARNEGIE_"

_MEANING = "meaning"
_KIND = "kind"


def available_cores() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _about(meaning: str, kind: Kind) -> Mapping[str, Any]:
    return {_MEANING: meaning, _KIND: kind}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the service; each is a flag, an environment variable and a key of the settings file.

    `max_time_limit` is ``--max-time-limit``, ``CARNEGIE_MAX_TIME_LIMIT`` and ``max_time_limit = 5``. None is a secret:
    secrets are in files, and a setting says where. All values may be shown.
    """

    host: str = field(default="127.0.0.1", metadata=_about("name or address to listen on", kinds.host()))
    port: int = field(
        default=50_051, metadata=_about("port to listen on; 0 for a free one", kinds.whole_number(0, 65_535))
    )
    workers: int = field(
        default_factory=available_cores,
        metadata=_about("worker processes: searches that run side by side", kinds.whole_number(1, 256)),
    )
    max_time_limit: float = field(
        default=10.0, metadata=_about("longest search, in seconds", kinds.seconds(3_600.0))
    )
    max_threads: int = field(
        default=4, metadata=_about("most threads of one search", kinds.whole_number(1, 64))
    )
    max_request_bytes: int = field(
        default=1 << 20,
        metadata=_about("largest request message, in bytes", kinds.whole_number(1_024, kinds.LARGEST_INT32)),
    )
    max_waiting: int = field(
        default=64, metadata=_about("calls that may wait for a free worker", kinds.whole_number(0, 100_000))
    )
    worker_memory: int = field(
        default=2 << 30,
        metadata=_about(
            # With less a worker has no room for its threads beside the solver's libraries.
            "most address space of a worker process, in bytes; 0 for no limit",
            kinds.whole_number(600_000_000, 1 << 50, or_none=True),
        ),
    )
    shutdown_grace: float = field(
        default=15.0,
        metadata=_about(
            "longest wait for running calls when the service stops, in seconds", kinds.seconds(3_600.0)
        ),
    )
    components: Path | None = field(
        default=None,
        metadata=_about("JSON file with component tables that replace the assumed ones", kinds.file()),
    )
    weights: Path | None = field(
        default=None,
        metadata=_about("JSON file with valuation weights that replace the default ones", kinds.file()),
    )
    log_format: str = field(
        default=logs.AUTOMATIC,
        metadata=_about(
            "lines of the log: json, text, or auto for text on a terminal only", kinds.choice(*logs.FORMATS)
        ),
    )
    metrics_host: str = field(
        default="127.0.0.1", metadata=_about("name or address to serve metrics on", kinds.host())
    )
    metrics_port: int | None = field(
        default=None,
        metadata=_about(
            "port to serve metrics on; 0 for a free one, empty for no metrics",
            kinds.optional(kinds.whole_number(0, 65_535)),
        ),
    )
    tracing: bool = field(
        default=False,
        metadata=_about(
            "send a span for every call by OpenTelemetry; needs the extra telemetry", kinds.switch()
        ),
    )
    tokens: Path | None = field(
        default=None,
        metadata=_about("TOML file with the tokens of callers; without it everybody is let in", kinds.file()),
    )
    rate: float = field(
        default=0.0,
        metadata=_about(
            "calls a second of each caller, unless its token says otherwise; 0 for no limit",
            kinds.per_second(1e6),
        ),
    )
    burst: int = field(
        default=20,
        metadata=_about(
            "calls of a caller that may come at once, where its rate is limited",
            kinds.whole_number(1, 1_000_000),
        ),
    )
    max_concurrent: int = field(
        default=0,
        metadata=_about(
            "calls of a caller under way at a time, unless its token says otherwise; 0 for no limit",
            kinds.whole_number(0, 1_000_000),
        ),
    )
    max_concurrent_total: int = field(
        default=0,
        metadata=_about(
            "calls under way at a time, in all; 0 for no limit", kinds.whole_number(0, 1_000_000)
        ),
    )
    tls_certificate: Path | None = field(
        default=None,
        metadata=_about("PEM file with the service's certificate and those above it", kinds.file()),
    )
    tls_key: Path | None = field(
        default=None, metadata=_about("PEM file with the certificate's private key", kinds.file())
    )
    client_ca: Path | None = field(
        default=None,
        metadata=_about("PEM file with the authorities whose certificates clients must show", kinds.file()),
    )
    drain_delay: float = field(
        default=0.0,
        metadata=_about(
            "how long calls are still taken when the service stops and health says so already, in seconds",
            kinds.seconds(3_600.0, or_none=True),
        ),
    )
    keepalive_time: float = field(
        default=60.0,
        metadata=_about("silence after which a connection is pinged, in seconds", kinds.seconds(86_400.0)),
    )
    keepalive_timeout: float = field(
        default=20.0,
        metadata=_about(
            "longest wait for the answer to a ping before a connection is closed, in seconds",
            kinds.seconds(3_600.0),
        ),
    )
    min_ping_interval: float = field(
        default=10.0,
        metadata=_about(
            "shortest time between a client's own pings; closer ones end its connection, in seconds",
            kinds.seconds(3_600.0),
        ),
    )
    max_connection_idle: float = field(
        default=900.0,
        metadata=_about(
            "how long a connection without calls is kept, in seconds; 0 for ever",
            kinds.seconds(86_400.0, or_none=True),
        ),
    )
    max_connection_age: float = field(
        default=1_800.0,
        metadata=_about(
            "age at which a connection takes no more calls, for its client to connect anew, in seconds; 0 for none",
            kinds.seconds(86_400.0, or_none=True),
        ),
    )
    max_connection_age_grace: float = field(
        default=600.0,
        metadata=_about(
            "how long the calls of such a connection may go on, in seconds", kinds.seconds(86_400.0)
        ),
    )
    max_streams: int = field(
        default=100,
        metadata=_about(
            "calls under way at a time on one connection; more wait at the client",
            kinds.whole_number(1, 100_000),
        ),
    )
    max_metadata_bytes: int = field(
        default=8 << 10,
        metadata=_about("largest metadata of a call, in bytes", kinds.whole_number(1_024, 1 << 20)),
    )
    web_host: str = field(
        default="127.0.0.1",
        metadata=_about("name or address that the browser gateway listens on", kinds.host()),
    )
    web_port: int | None = field(
        default=None,
        metadata=_about(
            "port of the browser gateway; 0 for a free one, empty for no gateway",
            kinds.optional(kinds.whole_number(0, 65_535)),
        ),
    )
    web_root: Path | None = field(
        default=None,
        metadata=_about("folder with the files that the browser gateway shows", kinds.folder()),
    )
    allowed_origins: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            "other origins whose pages may call the browser gateway, with commas between",
            kinds.several(kinds.origin(), "origins"),
        ),
    )
    cache_bytes: int = field(
        default=32 << 20,
        metadata=_about(
            "most memory for remembered answers, in bytes; 0 to remember none",
            kinds.whole_number(0, 1 << 50),
        ),
    )
    max_batch: int = field(
        default=64,
        metadata=_about("questions of a batch under way at the same time", kinds.whole_number(1, 10_000)),
    )
    games_path: Path | None = field(
        default=None,
        metadata=_about(
            "file that saved games are kept in, made when it is missing; :memory: for no file, empty to keep none",
            kinds.database(),
        ),
    )
    max_games: int = field(
        default=1_000,
        metadata=_about("most saved games of each caller; 0 for no limit", kinds.whole_number(0, 1_000_000)),
    )
    max_game_bytes: int = field(
        default=1 << 18,
        metadata=_about("largest saved game, in bytes", kinds.whole_number(1_024, kinds.LARGEST_INT32)),
    )
    exit_with_stdin: bool = field(
        default=False, metadata=_about("stop when the standard input is closed", kinds.switch())
    )


@dataclass(frozen=True, slots=True)
class Setting:
    """One of the settings.

    Attributes
    ----------
    name
        Its attribute of `Settings`, and its key in the settings file.
    meaning
        What it means, in a few words.
    kind
        How its values are read.
    """

    name: str
    meaning: str
    kind: Kind

    @property
    def flag(self) -> str:
        """The flag of the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def flag_off(self) -> str:
        """The flag that switches it off, where it is a switch."""
        return "--no-" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The environment variable."""
        return ENVIRONMENT_PREFIX + self.name.upper()


SETTINGS: Mapping[str, Setting] = {
    each.name: Setting(each.name, each.metadata[_MEANING], each.metadata[_KIND]) for each in fields(Settings)
}
"""All settings by name, in the order in which they are shown."""

SETTINGS_FILE = Setting("config", "TOML file with settings; a setting's name is its key", kinds.file())
"""Names the settings file, so it is not a setting of that file, nor of the service."""

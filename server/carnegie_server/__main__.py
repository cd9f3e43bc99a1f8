"""``python -m carnegie_server``: run the service."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from carnegie_server import logs
from carnegie_server.gateway import MissingPackages
from carnegie_server.server import CannotListen, serve
from carnegie_server.settings import InvalidSetting, load_settings
from carnegie_server.workers import StartRefusal, WorkerLost

_EXIT_FAILED = 1
_EXIT_USAGE = 2


def main() -> int:
    """Run the service until it is asked to stop; returns the exit code."""
    logs.configure()
    try:
        settings = load_settings(sys.argv[1:], os.environ)
        components_text, weights_text = (_read(path) for path in (settings.components, settings.weights))
    except InvalidSetting as invalid:
        sys.stderr.write(f"{invalid}\n")
        return _EXIT_USAGE
    try:
        asyncio.run(serve(settings, components_text, weights_text, _announce))
    except (StartRefusal, CannotListen, MissingPackages) as fault:
        sys.stderr.write(f"{fault}\n")
        return _EXIT_FAILED
    except (WorkerLost, TimeoutError) as fault:
        sys.stderr.write(f"the workers cannot be started: {fault}\n")
        return _EXIT_FAILED
    return 0


def _read(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise InvalidSetting(f"{path} cannot be read: {fault}") from fault


def _announce(address: str) -> None:
    sys.stdout.write(f"listening on {address}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

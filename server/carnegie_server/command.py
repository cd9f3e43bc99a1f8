"""The service's command: run it, say how it is set, or make a token for a caller."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import uvloop

from carnegie_proto.regular_files import read_regular_file
from carnegie_proto.standard_streams import (
    CannotWrite,
    flush_output,
    forget_output,
    prepare_standard_streams,
)
from carnegie_server import logs
from carnegie_server.games import GamesUnusable
from carnegie_server.gateway import MissingPackages
from carnegie_server.listening import CannotListen
from carnegie_server.monitoring import check_telemetry
from carnegie_server.security import FaultyFile, check_security, token_command
from carnegie_server.server import serve
from carnegie_server.settings import InvalidSetting, load_settings, load_with_origins, report
from carnegie_server.workers import StartRefusal, WorkerLost

_EXIT_FAILED = 1
_EXIT_USAGE = 2
_SHOW_SETTINGS = ["config", "show"]
_TOKEN = ["token"]


def main() -> int:
    """Run the service until it is asked to stop, show its settings, or make a token; returns the exit code."""
    arguments = sys.argv[1:]
    if arguments[:2] == _SHOW_SETTINGS:
        return _show_settings(arguments[2:])
    if arguments[:1] == _TOKEN:
        return token_command.main(arguments[1:])
    return _serve(arguments)


def main_with_streams() -> int:
    """Do what `main` does, and say so where the standard output cannot be written to; returns the exit code."""
    prepare_standard_streams()
    try:
        try:
            return main()
        finally:  # also where only help was asked for
            flush_output()
    except CannotWrite as fault:
        forget_output()
        sys.stderr.write(f"cannot write: {fault.strerror}\n")
        return _EXIT_FAILED


def _show_settings(arguments: Sequence[str]) -> int:
    try:
        loaded = load_with_origins(arguments, os.environ, to_show=True)
    except InvalidSetting as invalid:
        sys.stderr.write(f"{invalid}\n")
        return _EXIT_USAGE
    sys.stdout.write(report.as_json(loaded) if loaded.as_json else report.as_text(loaded))
    return 0


def _serve(arguments: Sequence[str]) -> int:
    try:
        settings = load_settings(arguments, os.environ)
        check_telemetry(settings)
        check_security(settings)
        components_text = _read("components", settings.components)
        weights_text = _read("weights", settings.weights)
    except InvalidSetting as invalid:
        sys.stderr.write(f"{invalid}\n")
        return _EXIT_USAGE
    logs.configure(settings.log_format)
    try:
        uvloop.run(serve(settings, components_text, weights_text, _announce))
    except (StartRefusal, CannotListen, FaultyFile, MissingPackages, GamesUnusable) as fault:
        sys.stderr.write(f"{fault}\n")
        return _EXIT_FAILED
    except (WorkerLost, TimeoutError) as fault:
        sys.stderr.write(f"the workers cannot be started: {fault}\n")
        return _EXIT_FAILED
    return 0


def _read(setting: str, path: Path | None) -> str:
    if path is None:
        return ""
    try:
        return read_regular_file(path).decode("utf-8")
    except OSError as fault:
        raise InvalidSetting(f"{setting}: {path} cannot be read: {fault.strerror or fault}") from fault
    except ValueError as fault:  # no UTF-8, or a null character in the name
        raise InvalidSetting(f"{setting}: {path} cannot be read: {fault}") from fault


def _announce(address: str) -> None:
    sys.stdout.write(f"listening on {address}\n")
    sys.stdout.flush()

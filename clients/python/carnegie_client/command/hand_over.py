"""What the service's own program does: running it, and showing how it is set."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import Final, NoReturn

import typer

from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.terminal import fail
from carnegie_client.local_server import SERVER_PACKAGE

settings_application = typer.Typer(help="How the service is set.", no_args_is_help=True)

_HANDED_ON: Final = {"allow_extra_args": True, "ignore_unknown_options": True}
_OPTIONS: Final = "[OPTIONS OF THE SERVICE]"


def serve(context: typer.Context) -> None:
    """Run the service in the foreground; options are handed to it: --port 50051, --help."""
    _become_the_service(*context.args)


@settings_application.command(add_help_option=False, context_settings=_HANDED_ON, options_metavar=_OPTIONS)
def show(context: typer.Context) -> None:
    """Print every setting of the service here, its value and where it comes from; --json for programs."""
    _become_the_service("config", "show", *context.args)


def add_to(application: typer.Typer) -> None:
    """Add `serve` and `config show` to the command."""
    application.command(add_help_option=False, context_settings=_HANDED_ON, options_metavar=_OPTIONS)(serve)
    application.add_typer(settings_application, name="config")


def _become_the_service(*arguments: str) -> NoReturn:
    if importlib.util.find_spec(SERVER_PACKAGE) is None:
        fail(ExitCode.SERVER_UNREACHABLE, "the service is not installed here: install carnegie-server")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", SERVER_PACKAGE, *arguments])

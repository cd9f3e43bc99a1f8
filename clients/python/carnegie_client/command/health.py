"""The subcommand `health`: for probes of containers and load balancers, and for people."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from carnegie_client.command.chosen_service import ChosenService
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.failures import explained
from carnegie_client.command.options import AsJson
from carnegie_client.health import SERVING, health_of

_DEFAULT_ADDRESS = "127.0.0.1:50051"


def health(
    *,
    service: ChosenService,
    name: Annotated[
        str, typer.Option("--service", metavar="NAME", help="One of its services; left out, the whole.")
    ] = "",
    timeout: Annotated[
        float,
        typer.Option("--timeout", metavar="SECONDS", min=0.001, max=3600.0, help="How long to wait."),
    ] = 5.0,
    as_json: AsJson = False,
) -> None:
    """Say whether a service takes calls: exit code 0 if it does, 6 if it does not or is not there."""
    credentials = service.credentials()
    with explained():
        status = health_of(
            service.server or _DEFAULT_ADDRESS,
            name,
            timeout=timeout,
            credentials=credentials,
            server_name=service.server_name,
        )
    typer.echo(json.dumps({"status": status}) if as_json else status)
    if status != SERVING:
        raise typer.Exit(ExitCode.SERVER_UNREACHABLE)

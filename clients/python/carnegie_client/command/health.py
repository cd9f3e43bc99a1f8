"""The subcommand `health`: for probes of containers and load balancers, and for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import grpc
import typer

from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.failures import explained
from carnegie_client.command.options import AsJson, Server
from carnegie_client.command.terminal import fail
from carnegie_client.health import SERVING, health_of

_DEFAULT_ADDRESS = "127.0.0.1:50051"


def _file_option(name: str, description: str) -> typer.models.OptionInfo:
    variable = "CARNEGIE_" + name.removeprefix("--").replace("-", "_").upper()
    option: typer.models.OptionInfo = typer.Option(
        name, metavar="FILE", envvar=variable, show_envvar=False, help=description
    )
    return option


def health(
    *,
    server: Server = None,
    service: Annotated[
        str, typer.Option("--service", metavar="NAME", help="One of its services; left out, the whole.")
    ] = "",
    timeout: Annotated[
        float,
        typer.Option("--timeout", metavar="SECONDS", min=0.001, max=3600.0, help="How long to wait."),
    ] = 5.0,
    ca_file: Annotated[
        Path | None,
        _file_option("--ca-file", "It has TLS, by an authority whose certificate is in this file."),
    ] = None,
    client_certificate: Annotated[
        Path | None, _file_option("--client-certificate", "It wants to see a certificate: this one.")
    ] = None,
    client_key: Annotated[Path | None, _file_option("--client-key", "The key of that certificate.")] = None,
    server_name: Annotated[
        str | None,
        typer.Option("--server-name", metavar="NAME", help="The name in its certificate, if not its host's."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a service takes calls: exit code 0 if it does, 6 if it does not or is not there."""
    credentials = _credentials(ca_file, client_certificate, client_key)
    with explained():
        status = health_of(
            server or _DEFAULT_ADDRESS,
            service,
            timeout=timeout,
            credentials=credentials,
            server_name=server_name,
        )
    typer.echo(json.dumps({"status": status}) if as_json else status)
    if status != SERVING:
        raise typer.Exit(ExitCode.SERVER_UNREACHABLE)


def _credentials(
    ca_file: Path | None, client_certificate: Path | None, client_key: Path | None
) -> grpc.ChannelCredentials | None:
    if ca_file is None and client_certificate is None and client_key is None:
        return None
    if (client_certificate is None) != (client_key is None):
        fail(ExitCode.USAGE, "--client-certificate and --client-key are given together")
    return grpc.ssl_channel_credentials(*(_read(path) for path in (ca_file, client_key, client_certificate)))


def _read(path: Path | None) -> bytes | None:
    if path is None:
        return None
    try:
        return path.read_bytes()
    except OSError as error:
        fail(ExitCode.USAGE, f"cannot read {path}: {error.strerror}")

"""Which service the command asks, and what it shows there: options that every subcommand has that asks one."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Final, get_type_hints

import grpc
import typer

from carnegie_client.addresses import Address, read_addresses
from carnegie_client.client import Client
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.inputs import check_name
from carnegie_client.command.terminal import fail
from carnegie_client.credentials import tls_credentials, token_header

TOKEN_VARIABLE: Final = "CARNEGIE_TOKEN"  # the name of a variable
"""A token itself is never an option: everybody on the machine can read those of a process."""

_PANEL: Final = "The service that is asked"
_LARGEST_TOKEN_FILE: Final = 64 * 1024


def _addresses(value: str | None) -> str | None:
    if value is not None:
        try:
            read_addresses(value)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error
    return value


def _option(name: str, description: str, metavar: str | None = "FILE") -> object:
    variable = "CARNEGIE_" + name.removeprefix("--").replace("-", "_").upper()
    return typer.Option(
        name, metavar=metavar, envvar=variable, show_envvar=False, help=description, rich_help_panel=_PANEL
    )


@dataclass(frozen=True, slots=True)
class ChosenService:
    """The options as they are given."""

    server: Annotated[
        str | None,
        typer.Option(
            "--server",
            metavar="HOST:PORT",
            envvar="CARNEGIE_SERVER",
            show_envvar=False,
            callback=_addresses,
            help="Ask the service there; replicas of it with commas between. Left out, one is started in the "
            "background and stopped again.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    tls: Annotated[bool, _option("--tls", "It has TLS, by an authority that is known.", None)] = False
    ca_file: Annotated[
        str | None, _option("--ca-file", "It has TLS, by an authority whose certificate is in this file.")
    ] = None
    server_name: Annotated[
        str | None, _option("--server-name", "The name in its certificate, if not that of the host.", "NAME")
    ] = None
    client_certificate: Annotated[
        str | None, _option("--client-certificate", "It wants to see a certificate: this one.")
    ] = None
    client_key: Annotated[str | None, _option("--client-key", "The key of that certificate.")] = None
    token_file: Annotated[
        str | None,
        typer.Option(
            "--token-file",
            metavar="FILE",
            help=f"The token to show is in this file; left out, it is in the variable {TOKEN_VARIABLE}.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    plaintext_token: Annotated[
        bool, _option("--plaintext-token", "Send the token without TLS, also to another machine.", None)
    ] = False

    def connect(self, addresses: str) -> Client:
        """Open a client of the service that is named; ends the command where the options do not fit together."""
        read = read_addresses(addresses)
        credentials = self.credentials()
        token = self._token()
        in_the_clear = credentials is None and not all(each.on_this_machine for each in read)
        if token is not None and in_the_clear and not self.plaintext_token:
            fail(
                ExitCode.USAGE,
                "the token would be sent without TLS to another machine: give --tls or --ca-file, "
                "or --plaintext-token if nobody is on the way",
            )
        if credentials is not None and self.server_name is None and _has_several_hosts(read):
            fail(
                ExitCode.USAGE,
                "for TLS with several hosts, give the name in their certificate: --server-name",
            )
        return Client(
            addresses,
            credentials=credentials,
            server_name=self.server_name,
            token=token,
            allow_plaintext_token=self.plaintext_token,
        )

    def credentials(self) -> grpc.ChannelCredentials | None:
        """Give what TLS needs, None without; ends the command where the options or the files do not fit."""
        files = (self.ca_file, self.client_certificate, self.client_key)
        if not self.tls and all(each is None for each in files):
            if self.server_name is not None:
                fail(ExitCode.USAGE, "--server-name is for TLS only: give --tls or --ca-file, too")
            return None
        if (self.client_certificate is None) != (self.client_key is None):
            fail(ExitCode.USAGE, "--client-certificate and --client-key are given together")
        for file in files:
            if file is not None:
                check_name(file)
        try:
            return tls_credentials(
                ca_file=self.ca_file, certificate_file=self.client_certificate, key_file=self.client_key
            )
        except OSError as error:
            fail(ExitCode.USAGE, f"cannot read {error.filename}: {error.strerror}")
        except ValueError as error:
            fail(ExitCode.USAGE, str(error))

    def _token(self) -> str | None:
        if self.token_file is None:
            source, token = TOKEN_VARIABLE, os.environ.get(TOKEN_VARIABLE, "")
            if not token:
                return None
        else:
            source = self.token_file
            check_name(source)
            try:
                with Path(self.token_file).open("rb") as file:
                    token = file.read(_LARGEST_TOKEN_FILE).decode("ascii", errors="replace")
            except (OSError, ValueError) as error:  # ValueError: a null character in the name
                reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                fail(ExitCode.USAGE, f"cannot read {self.token_file}: {reason}")
        token = token.strip()
        try:
            token_header(token)
        except ValueError as error:
            fail(ExitCode.USAGE, f"{source} holds no {error}")
        return token


def _has_several_hosts(addresses: tuple[Address, ...]) -> bool:
    return len({each.host for each in addresses}) > 1


def asks_service(command: Callable[..., None]) -> Callable[..., None]:
    """Give a subcommand the options of `ChosenService` in place of its parameter `service`."""
    signature = inspect.signature(command, eval_str=True)
    types = get_type_hints(ChosenService, include_extras=True)
    options = [
        inspect.Parameter(
            each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=types[each.name]
        )
        for each in fields(ChosenService)
    ]
    own = [parameter for name, parameter in signature.parameters.items() if name != "service"]

    @functools.wraps(command)
    def run(**given: object) -> None:
        chosen = {each.name: given.pop(each.name) for each in options}
        command(**given, service=ChosenService(**chosen))  # type: ignore[arg-type] # typer has seen to the types

    parameters = [*own, *options]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    # What typer reads the options from.
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run

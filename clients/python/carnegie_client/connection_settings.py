"""Where a client connects, as whom, and for how long it waits; the same for both clients."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

import grpc

from carnegie_client.addresses import Address, read_addresses
from carnegie_client.calls import REQUEST_ID
from carnegie_client.credentials import token_header
from carnegie_client.service_config import ChannelOptions, channel_options


class ConnectionOptions(TypedDict, total=False):
    """What may be said of a connection beside the addresses; everything can be left out.

    Attributes
    ----------
    timeout
        Seconds, > 0, that a call may take; for a search those beyond its own time limit. Left out, 10.
    connect_timeout
        Seconds, > 0, that the first connection may take. Left out, 5.
    credentials
        For a service with TLS, such as `tls_credentials` gives; left out, for one without.
    server_name
        The name in the service's certificate, where it is not the host of the address; for TLS with several hosts it is
        needed.
    token
        The bearer token to show.
    allow_plaintext_token
        Whether the token may be sent to another machine without TLS, where everybody on the way can read it.
    retry
        Whether calls that a replica has lost, or was too busy for, are tried again. Left out, they are.
    hedge_after
        Seconds, > 0, after which a call that needs no search and has had no answer is made a second time, the first
        answer being taken; left out, never.
    """

    timeout: float
    connect_timeout: float
    credentials: grpc.ChannelCredentials | None
    server_name: str | None
    token: str | None
    allow_plaintext_token: bool
    retry: bool
    hedge_after: float | None


@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """What is known of a connection before it is opened; the attributes are those of `ConnectionOptions`."""

    addresses: tuple[Address, ...]
    timeout: float
    connect_timeout: float
    credentials: grpc.ChannelCredentials | None
    server_name: str | None
    token: str | None = field(repr=False)  # not for logs
    retry: bool
    hedge_after: float | None

    @property
    def address(self) -> str:
        """The addresses in one text."""
        return ",".join(str(address) for address in self.addresses)

    def headers_for(self, request_id: str) -> tuple[tuple[str, str], ...]:
        """Give the headers of a call."""
        named = ((REQUEST_ID, request_id),)
        return named if self.token is None else (*named, token_header(self.token))

    def options(self) -> ChannelOptions:
        """Give the options of the channel."""
        options = channel_options(retry=self.retry)
        # A proxy of the environment is never on the way to this machine itself, and knows one address at a time.
        if len(self.addresses) > 1 or self.addresses[0].on_this_machine:
            options += (("grpc.enable_http_proxy", 0),)
        name = self.server_name
        if name is None and len(self.addresses) > 1:
            name = str(self.addresses[0])
        return options if name is None else (*options, ("grpc.default_authority", name))


def connection_settings(
    address: str | Sequence[str],
    *,
    timeout: float = 10.0,
    connect_timeout: float = 5.0,
    credentials: grpc.ChannelCredentials | None = None,
    server_name: str | None = None,
    token: str | None = None,
    allow_plaintext_token: bool = False,
    retry: bool = True,
    hedge_after: float | None = None,
) -> ConnectionSettings:
    """Check what a client is given.

    Raises
    ------
    ValueError
        With everything that is wrong: an address is not HOST:PORT, a time is not above 0, the token cannot be one or
        would be sent in the clear to another machine, or several hosts with TLS come without the name in their
        certificate.
    """
    faults: list[str] = []
    addresses: tuple[Address, ...] = ()
    try:
        addresses = read_addresses(address)
    except ValueError as error:
        faults.append(str(error))
    for name, seconds in (
        ("timeout", timeout),
        ("connect_timeout", connect_timeout),
        ("hedge_after", hedge_after),
    ):
        if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
            faults.append(f"{name}: found {seconds}, allowed a finite number of seconds above 0")
    in_the_clear = credentials is None and not all(each.on_this_machine for each in addresses)
    if token is not None:
        try:
            token_header(token)
        except ValueError as error:
            faults.append(str(error))
        if in_the_clear and not allow_plaintext_token:
            faults.append(
                "token: it would be sent without TLS to another machine; "
                "give credentials, or allow_plaintext_token=True"
            )
    if credentials is not None and server_name is None and len({each.host for each in addresses}) > 1:
        faults.append("server_name: for TLS with several hosts, give the name in their certificate")
    if faults:
        raise ValueError("; ".join(faults))
    return ConnectionSettings(
        addresses, timeout, connect_timeout, credentials, server_name, token, retry, hedge_after
    )

"""The addresses of a service: how they are written, and what gRPC is told to connect to."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_SOCKET_FILE: Final = "unix:"


@dataclass(frozen=True, slots=True)
class Address:
    """One place where the service listens.

    Attributes
    ----------
    host
        A name, or an address of IPv4 or IPv6 without brackets; for a socket file all of `unix:PATH`.
    port
        1 to 65535; 0 for a socket file.
    """

    host: str
    port: int

    def __str__(self) -> str:
        """Write it as it is given."""
        if not self.port:
            return self.host
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_name(self) -> bool:
        """Whether it has to be looked up, and may stand for several addresses."""
        return bool(self.port) and _number(self.host) is None

    @property
    def on_this_machine(self) -> bool:
        """Whether nothing that is sent there leaves this machine."""
        if not self.port or self.host.lower() == "localhost":
            return True
        number = _number(self.host)
        return number is not None and number.is_loopback


def read_addresses(given: str | Sequence[str]) -> tuple[Address, ...]:
    """Read the addresses of a service: `HOST:PORT`, several with commas between or as a sequence, or `unix:PATH`.

    Raises
    ------
    ValueError
        With every address that is not in this form, and where there is none.
    """
    texts = [part.strip() for part in given.split(",")] if isinstance(given, str) else list(given)
    if len(texts) == 1 and texts[0].startswith(_SOCKET_FILE):
        return (Address(texts[0], 0),)
    addresses = []
    faults = [] if texts else ["found no address, allowed one or more of HOST:PORT"]
    for index, text in enumerate(texts):
        address = _read(text)
        if address is None:
            place = f"address[{index}]" if len(texts) > 1 else "address"
            faults.append(f"{place}: found {text!r}, allowed HOST:PORT with a port from 1 to 65535")
        else:
            addresses.append(address)
    if faults:
        raise ValueError("; ".join(faults))
    return tuple(addresses)


def _read(text: str) -> Address | None:
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and 0 < int(port) < 65536):
        return None
    bracketed = host.startswith("[") and host.endswith("]")
    if bracketed:
        host = host[1:-1]
        return Address(host, int(port)) if ":" in host and _number(host) is not None else None
    if not host or any(character in host for character in ":/[], ") or not host.isprintable():
        return None
    return Address(host, int(port))


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:  # a name
        return None


def target_for(addresses: Sequence[Address]) -> str:
    """Write the target of a channel; of several addresses the names are looked up here, which may take seconds.

    One name is left to gRPC, which uses all its addresses and looks them up anew after a failure. gRPC has no target
    for several names; a name of several that is unknown is left out, as a replica that does not run would be.

    Raises
    ------
    OSError
        If none of several names is known.
    """
    if len(addresses) == 1:
        return str(addresses[0])
    numbers: list[tuple[ipaddress.IPv4Address | ipaddress.IPv6Address, int]] = []
    unknown: OSError | None = None
    for address in addresses:
        try:
            numbers += _numbers(address)
        except OSError as error:
            unknown = error
    if not numbers and unknown is not None:
        raise unknown
    distinct = list(dict.fromkeys(numbers))
    if all(number.version == 4 for number, _ in distinct):
        return "ipv4:" + ",".join(f"{number}:{port}" for number, port in distinct)
    # A target has addresses of one kind; those of IPv4 have a form in IPv6, too.
    written = [
        f"[{number}]:{port}" if number.version == 6 else f"[::ffff:{number}]:{port}"
        for number, port in distinct
    ]
    return "ipv6:" + ",".join(written)


def _numbers(address: Address) -> list[tuple[ipaddress.IPv4Address | ipaddress.IPv6Address, int]]:
    number = _number(address.host)
    if number is not None:
        return [(number, address.port)]
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    return [(ipaddress.ip_address(str(each[4][0]).partition("%")[0]), address.port) for each in found]

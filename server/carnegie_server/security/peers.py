"""Where calls come from, as far as it tells callers apart."""

from __future__ import annotations

import functools
import ipaddress
import re
import urllib.parse

_HOST_AND_PORT = re.compile(r"(?:ipv[46]:)?(?P<host>\[[^\]]*\]|[^:]*)(?::\d+)?")
_NETWORK_BITS = 64
_CONNECTIONS_KNOWN = 1_024


@functools.lru_cache(_CONNECTIONS_KNOWN)  # a peer is a connection, which is there for many calls
def place(peer: str) -> str:
    """Give the address of a peer without its port.

    Of an IPv6 address only the network counts, its first 64 bits: whoever has one address there has them all. An IPv4
    address in the form of an IPv6 one is the IPv4 address. What is no address is given as it is.

    Parameters
    ----------
    peer
        As a transport writes it: ``ipv4:192.0.2.1:50000``, ``ipv6:%5B2001:db8::1%5D:50000``, ``192.0.2.1:50000``.
    """
    unquoted = urllib.parse.unquote(peer)
    matched = _HOST_AND_PORT.fullmatch(unquoted)
    host = matched["host"].strip("[]") if matched else unquoted
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return peer
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, _NETWORK_BITS), strict=False))

"""Addresses to listen on."""

from __future__ import annotations


class CannotListen(OSError):
    """The address is taken, or not one of this machine."""


def with_brackets(host: str) -> str:
    """Write a host as it stands before ``:PORT``: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host

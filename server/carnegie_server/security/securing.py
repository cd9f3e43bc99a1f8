"""Security as the settings want it: the gate, TLS, and files that are looked at again while the service runs."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import ipaddress
import logging
import signal
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from carnegie_proto.regular_files import read_regular_file
from carnegie_server.front import Gate
from carnegie_server.security.certificates import CertificateFiles
from carnegie_server.security.faults import FaultyFile
from carnegie_server.security.rates import Rate, RateLimiter
from carnegie_server.security.token_file import read_tokens
from carnegie_server.security.token_gate import CallerLimits, TokenGate
from carnegie_server.security.tokens import Tokens
from carnegie_server.security.transport_security import TransportSecurity
from carnegie_server.security.watching import WatchedFiles, keep_looking
from carnegie_server.settings import InvalidSetting, Settings

_LOGGER = logging.getLogger(__name__)


class Look(Protocol):
    """Looks at files, see `WatchedFiles.look`."""

    def __call__(self, *, at_once: bool = False) -> object:
        """Look."""


@dataclass(frozen=True, slots=True)
class Security:
    """What keeps strangers out.

    Attributes
    ----------
    gate
        Decides which calls are let in.
    transport
        Encrypts the connections; None where they are not.
    """

    gate: Gate
    transport: TransportSecurity | None


def check_security(settings: Settings) -> None:
    """See to it that the settings belong together.

    Raises
    ------
    InvalidSetting
        They do not.
    """
    faults = []
    if (settings.tls_certificate is None) != (settings.tls_key is None):
        missing, given = (
            ("tls_key", "tls_certificate") if settings.tls_certificate else ("tls_certificate", "tls_key")
        )
        faults.append(f"{missing}: found nothing, allowed a file where {given} is set")
    if settings.client_ca is not None and settings.tls_certificate is None:
        faults.append("client_ca: found a file, allowed where tls_certificate and tls_key are set")
    if faults:
        raise InvalidSetting("\n".join(faults))


@contextlib.asynccontextmanager
async def securing(settings: Settings) -> AsyncIterator[Security]:
    """Have security for as long as the block lasts; its files are read anew when they change, or on SIGHUP.

    Raises
    ------
    FaultyFile
        The tokens or the certificates cannot be used.
    """
    watching: list[Look] = []
    tokens = None
    if settings.tokens is not None:
        tokens = WatchedFiles(
            "tokens", (settings.tokens,), functools.partial(_read_tokens, settings.tokens, settings.burst)
        )
        watching.append(tokens.look)
    transport = None
    if settings.tls_certificate is not None and settings.tls_key is not None:
        transport = TransportSecurity(
            CertificateFiles(settings.tls_certificate, settings.tls_key, settings.client_ca)
        )
        watching.append(transport.look)
    limits = CallerLimits(
        Rate(settings.rate, settings.burst) if settings.rate else None,
        settings.max_concurrent,
        settings.max_concurrent_total,
    )
    gate = TokenGate(lambda: tokens.content if tokens else None, limits, RateLimiter())
    _warn_of_openness(settings)
    async with contextlib.AsyncExitStack() as stack:
        if watching:
            await stack.enter_async_context(_looking(watching))
        yield Security(gate, transport)


@contextlib.asynccontextmanager
async def _looking(looks: Sequence[Look]) -> AsyncIterator[None]:
    def look(*, at_once: bool = False) -> None:
        for each in looks:
            each(at_once=at_once)

    loop = asyncio.get_running_loop()
    task = loop.create_task(keep_looking(look), name="carnegie-watched-files")
    task.add_done_callback(_report)
    loop.add_signal_handler(signal.SIGHUP, functools.partial(look, at_once=True))
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGHUP)
        task.cancel()
        await asyncio.wait([task])


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (fault := task.exception()) is not None:
        _LOGGER.critical("files are no longer looked at", exc_info=fault)


def _read_tokens(path: Path, burst: int) -> Tokens:
    try:
        tokens = read_tokens(read_regular_file(path).decode("utf-8"), burst)
    except UnicodeDecodeError as fault:
        raise FaultyFile((f"tokens: {path} is no text in UTF-8 ({fault.reason})",)) from None
    except FaultyFile as fault:
        raise FaultyFile(tuple(f"tokens: {path}: {each}" for each in fault.faults)) from None
    if not len(tokens):
        _LOGGER.warning("tokens: %s holds no token; nobody is let in", path)
    return tokens


def _warn_of_openness(settings: Settings) -> None:
    hosts = [settings.host, *([settings.web_host] if settings.web_port is not None else [])]
    reachable = [host for host in dict.fromkeys(hosts) if not is_loopback(host)]
    open_to_all = settings.tokens is None and settings.client_ca is None
    missing = [
        *(["no encryption (set tls_certificate and tls_key)"] if settings.tls_certificate is None else []),
        *(["neither tokens nor client certificates (set tokens or client_ca)"] if open_to_all else []),
    ]
    if reachable and missing:
        _LOGGER.warning(
            "listening on %s, which other machines can reach, with %s",
            " and ".join(reachable),
            " and ".join(missing),
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address; of names only ``localhost`` is known to be one."""
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0]).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"

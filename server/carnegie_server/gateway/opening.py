"""Opening the gateway, where the packages that it needs are installed."""

from __future__ import annotations

import importlib
import importlib.util
import ssl
from collections.abc import Sequence
from typing import TYPE_CHECKING

from google.protobuf.descriptor import ServiceDescriptor

from carnegie_server.front import Front
from carnegie_server.settings import Settings

if TYPE_CHECKING:
    from carnegie_server.gateway.gateway import Gateway

_PACKAGES = ("connectrpc", "uvicorn", "h11")


class MissingPackages(RuntimeError):
    """The gateway is asked for, and packages that it needs are not installed."""


def require_packages() -> None:
    """Make sure that the gateway can be opened.

    Raises
    ------
    MissingPackages
        Packages are not installed; the error says which, and how to install them.
    """
    missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingPackages(
            f"web_port is set, but these packages are not installed: {', '.join(missing)}; "
            "install carnegie-server[web], or leave web_port out"
        )


async def open_gateway(
    settings: Settings,
    front: Front,
    services: Sequence[ServiceDescriptor],
    ssl_context: ssl.SSLContext | None = None,
) -> Gateway:
    """Begin to take calls over HTTP.

    Parameters
    ----------
    settings
        The settings; `web_port` is not None.
    front
        Answers the calls.
    services
        The services that can be called.
    ssl_context
        Encrypts the connections; None for none.

    Raises
    ------
    OSError
        The address cannot be listened on, or the folder of pages cannot be read.
    """
    module = importlib.import_module("carnegie_server.gateway.gateway")
    gateway: Gateway = module.Gateway(settings, front, services, ssl_context)
    await gateway.start()
    return gateway

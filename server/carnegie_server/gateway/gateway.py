"""The gateway as a whole, from its first request to its last."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Sequence

from google.protobuf.descriptor import ServiceDescriptor

from carnegie_server.front import Front
from carnegie_server.gateway.application import WebApplication
from carnegie_server.gateway.connect_calls import ConnectCalls
from carnegie_server.gateway.hosting import HttpServer
from carnegie_server.gateway.json_messages import JsonMessages
from carnegie_server.gateway.pages import Pages
from carnegie_server.gateway.response_headers import ResponseHeaders
from carnegie_server.settings import Settings

_LOGGER = logging.getLogger(__name__)


class Gateway:
    """Takes calls over HTTP and has the front answer them.

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
    """

    def __init__(
        self,
        settings: Settings,
        front: Front,
        services: Sequence[ServiceDescriptor],
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._host = settings.web_host
        self._port = settings.web_port or 0
        self._scheme = "http" if ssl_context is None else "https"
        self._json_messages = JsonMessages()
        self._pages = Pages(settings.web_root)
        self._takes_calls = True
        self._calls = calls = ConnectCalls(
            front, self._json_messages, services, settings.max_request_bytes, lambda: self._takes_calls
        )
        application = WebApplication(
            calls, calls.paths, self._pages, ResponseHeaders(settings.allowed_origins)
        )
        self._server = HttpServer(application, ssl_context)

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return self._server.connections

    async def start(self) -> str:
        """Begin to take requests; returns the address, such as ``http://127.0.0.1:8080``, and logs it.

        Raises
        ------
        OSError
            The address cannot be listened on.
        """
        port = await self._server.start(self._host, self._port)
        host = f"[{self._host}]" if ":" in self._host and not self._host.startswith("[") else self._host
        address = f"{self._scheme}://{host}:{port}"
        _LOGGER.info("browser gateway at %s", address)
        return address

    def announce_end(self) -> None:
        """Say to who asks for the health that the service is about to stop; calls are still taken."""
        self._pages.serving = False

    def refuse_calls(self) -> None:
        """Take no new calls; those that run go on."""
        self.announce_end()
        self._takes_calls = False

    async def stop(self) -> None:
        """Stop; calls that still run end with UNAVAILABLE."""
        self._calls.end()
        await self._server.stop()
        self._json_messages.close()

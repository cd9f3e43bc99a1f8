"""The HTTP server. Nothing else in the service knows the packages uvicorn and h11.

It runs in the event loop of the service, leaves the signals to it, and gives no client more than a bounded time and a
bounded share: uvicorn itself would wait for ever for the first request of a connection, and for who reads no answer.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from carnegie_server.gateway.asgi import Application

MOST_CONNECTIONS = 500
"""Connections over that are closed at once."""

_REQUEST_SECONDS = 10.0
_READING_SECONDS = 30.0
_KEEP_ALIVE_SECONDS = 15
_BACKLOG = 128
_LAST_SECONDS = 1
_ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class _Timer:
    """Ends a connection, unless it is stopped in time; one that runs is not started again."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, transport: asyncio.Transport) -> None:
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class _Connection(H11Protocol):
    """A connection whose client must send its requests, and read the answers, within a time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        self._request_timer = _Timer()
        self._reading_timer = _Timer()
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        self._watch_for_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_for_request()

    def on_response_complete(self) -> None:
        # From here on uvicorn itself waits for the next request to begin, and no longer than the keep-alive time.
        self._request_timer.stop()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_timer.stop()
        self._reading_timer.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_timer.start(_READING_SECONDS, self.transport)

    def resume_writing(self) -> None:
        self._reading_timer.stop()
        super().resume_writing()

    def _watch_for_request(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if self.transport.is_closing() or (cycle is not None and not cycle.response_complete):
            self._request_timer.stop()
        else:
            self._request_timer.start(_REQUEST_SECONDS, self.transport)


class HttpServer:
    """An HTTP server within the running event loop.

    Parameters
    ----------
    application
        Answers the requests.
    ssl_context
        Encrypts the connections; None for none.
    """

    def __init__(self, application: Application, ssl_context: ssl.SSLContext | None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        config = uvicorn.Config(
            application,
            http=_Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=_LAST_SECONDS,
            backlog=_BACKLOG,
            ssl_context_factory=None if ssl_context is None else lambda _config, _default: ssl_context,
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        self._ticking: asyncio.Task[None] | None = None

    async def start(self, host: str, port: int) -> int:
        """Begin to take requests; returns the port.

        Raises
        ------
        OSError
            The address cannot be listened on.
        """
        try:
            listening = await _listen(host, port)
        except OSError as fault:
            raise OSError(f"cannot listen on {host}:{port} for the browser gateway: {fault}") from fault
        chosen: int = listening[0].getsockname()[1]
        # The parts of `Server.serve`, without the one that takes the signals: those are the service's.
        await self._server.startup(listening)
        self._ticking = asyncio.create_task(self._server.main_loop(), name="carnegie-http")
        return chosen

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return len(self._server.server_state.connections)

    async def stop(self) -> None:
        """Let the answers that are on their way go out, for a moment, and close all connections."""
        if self._ticking is None:
            return
        self._server.should_exit = True
        await self._ticking
        await self._server.shutdown()
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()


async def _listen(host: str, port: int) -> list[socket.socket]:
    """Listen on all addresses of a host that this machine has, on the same port; a free one for 0."""
    name = host.removeprefix("[").removesuffix("]")
    addresses = await asyncio.get_running_loop().getaddrinfo(
        name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    listening: list[socket.socket] = []
    absent: OSError | None = None
    try:
        for family, _, _, _, address in addresses:
            try:
                listening.append(_bound(family, (address[0], port, *address[2:])))
            except OSError as fault:
                if fault.errno not in _ABSENT:
                    raise
                absent = fault
            else:
                port = listening[0].getsockname()[1]
        if absent is not None and not listening:
            raise absent
    except OSError:
        for each in listening:
            each.close()
        raise
    return listening


def _bound(family: int, address: tuple[Any, ...]) -> socket.socket:
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        # Not for two services at the same time: only so that a port can be taken again at once.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.bind(address)
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening

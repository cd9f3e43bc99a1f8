"""The connection to a service: how it is opened, and how a call that fails tells why."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Final, TypeVar

import grpc
from google.protobuf.message import Message

from carnegie_client.errors import ServerUnreachable, error_from_call

_Request = TypeVar("_Request", bound=Message)
_Response = TypeVar("_Response", bound=Message)

_LOOPBACK: Final = ("127.", "localhost:", "[::1]:", "unix:")


class Connection:
    """A channel to one address.

    Parameters
    ----------
    address
        `HOST:PORT`.
    connect_timeout
        Seconds, > 0, that the first connection may take.
    credentials
        For a service with TLS; None for one without.
    """

    def __init__(
        self, address: str, connect_timeout: float, credentials: grpc.ChannelCredentials | None
    ) -> None:
        self.address = address
        self._connect_timeout = connect_timeout
        # A proxy of the environment is never on the way to this machine itself.
        options = [("grpc.enable_http_proxy", 0)] if address.startswith(_LOOPBACK) else []
        self.channel = (
            grpc.insecure_channel(address, options=options)
            if credentials is None
            else grpc.secure_channel(address, credentials, options=options)
        )
        self._connected = False

    def close(self) -> None:
        """Close the channel; calls that are under way end with an error."""
        self.channel.close()

    def call(
        self,
        method: grpc.UnaryUnaryMultiCallable[_Request, _Response],
        request: _Request,
        timeout: float,
    ) -> _Response:
        """Make a call that may take some seconds.

        Raises
        ------
        CarnegieError
            When it gives no answer; which one says why.
        """
        self._connect()
        try:
            return method(request, timeout=timeout)
        except grpc.RpcError as error:
            raise error_from_call(error, self.address) from error

    def stream(
        self,
        method: grpc.UnaryStreamMultiCallable[_Request, _Response],
        request: _Request,
        timeout: float,
    ) -> Iterator[_Response]:
        """Make a call that answers with a stream; leaving the iterator before its end cancels the call.

        Raises
        ------
        CarnegieError
            When the stream ends with an error; which one says why.
        """
        self._connect()
        answers = method(request, timeout=timeout)
        try:
            yield from answers
        except grpc.RpcError as error:
            raise error_from_call(error, self.address) from error
        finally:
            answers.cancel()

    def _connect(self) -> None:
        """Wait for the first connection, so that a silent address is told apart from a slow answer.

        An address that refuses is left to the call itself, whose error says why.
        """
        if self._connected:
            return
        settled = threading.Event()
        states: list[grpc.ChannelConnectivity] = []

        def remember(state: grpc.ChannelConnectivity) -> None:
            states.append(state)
            if state not in {grpc.ChannelConnectivity.IDLE, grpc.ChannelConnectivity.CONNECTING}:
                settled.set()

        self.channel.subscribe(remember, try_to_connect=True)
        try:
            if not settled.wait(self._connect_timeout):
                detail = f"no connection within {self._connect_timeout:g} seconds"
                raise ServerUnreachable(self.address, detail)
        finally:
            self.channel.unsubscribe(remember)
        self._connected = states[-1] is grpc.ChannelConnectivity.READY

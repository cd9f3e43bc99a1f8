"""A connection to one service, and the calls that every other needs."""

from __future__ import annotations

from types import TracebackType
from typing import Self, TypeVar

import grpc
from google.protobuf.message import Message

from carnegie.v1.advisor_pb2_grpc import AdvisorServiceStub
from carnegie.v1.info_pb2 import GetInfoRequest, GetInfoResponse
from carnegie.v1.info_pb2_grpc import InfoServiceStub
from carnegie.v1.rules_pb2_grpc import RulesServiceStub
from carnegie.v1.solo_pb2_grpc import SoloServiceStub
from carnegie_client.connection import Connection
from carnegie_client.errors import CallFailed, may_be_too_large, told_by_size

_Request = TypeVar("_Request", bound=Message)
_Response = TypeVar("_Response", bound=Message)


class Session:
    """What is common to all calls; see `Client` for the parameters."""

    def __init__(
        self,
        address: str,
        *,
        timeout: float = 10.0,
        connect_timeout: float = 5.0,
        credentials: grpc.ChannelCredentials | None = None,
    ) -> None:
        self.address = address
        self._timeout = timeout
        self._connection = Connection(address, connect_timeout, credentials)
        self._longest_search: float | None = None
        self._advisor = AdvisorServiceStub(self._connection.channel)
        self._rules = RulesServiceStub(self._connection.channel)
        self._solo = SoloServiceStub(self._connection.channel)
        self._info = InfoServiceStub(self._connection.channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; calls that are under way end with an error."""
        self._connection.close()

    def info(self) -> GetInfoResponse:
        """Ask for the service's versions, components and limits."""
        return self._call(self._info.GetInfo, GetInfoRequest(), self._timeout)

    def _default_time_limit(self) -> float:
        if self._longest_search is None:
            self._longest_search = self.info().limits.max_time_limit.ToTimedelta().total_seconds()
        return self._longest_search

    def _call(
        self,
        method: grpc.UnaryUnaryMultiCallable[_Request, _Response],
        request: _Request,
        timeout: float,
    ) -> _Response:
        try:
            return self._connection.call(method, request, timeout)
        except CallFailed as error:
            if isinstance(request, GetInfoRequest) or not may_be_too_large(error):
                raise
            most = self.info().limits.max_request_bytes
            raise told_by_size(error, request.ByteSize(), most) from error.__cause__

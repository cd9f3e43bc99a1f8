"""The client of the Carnegie move advisor: ask the service from Python."""

from carnegie_client.client import Client
from carnegie_client.errors import (
    CallFailed,
    CarnegieError,
    InvalidRequest,
    NoAnswerInTime,
    NotSupported,
    ServerUnreachable,
    ServiceBusy,
    Violation,
)
from carnegie_client.local_server import LocalServer
from carnegie_proto.faults import Fault, MalformedJson

__all__ = [
    "CallFailed",
    "CarnegieError",
    "Client",
    "Fault",
    "InvalidRequest",
    "LocalServer",
    "MalformedJson",
    "NoAnswerInTime",
    "NotSupported",
    "ServerUnreachable",
    "ServiceBusy",
    "Violation",
]

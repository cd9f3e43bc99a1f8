"""The client of the Carnegie move advisor: ask the service from Python."""

from carnegie_client.async_client import AsyncClient
from carnegie_client.batch import BatchAnswer, BatchQuestion, MalformedQuestion
from carnegie_client.client import Client
from carnegie_client.credentials import tls_credentials
from carnegie_client.errors import (
    CallFailed,
    CarnegieError,
    ClientClosed,
    DeadlinePassed,
    GameNotFound,
    InvalidRequest,
    NoAnswerInTime,
    NoRoomForGame,
    NotAuthenticated,
    NotPermitted,
    NotSupported,
    ServerUnreachable,
    ServiceBusy,
    VersionConflict,
    Violation,
)
from carnegie_client.local_server import LocalServer
from carnegie_client.solo_game import SoloGame
from carnegie_proto.faults import Fault, MalformedJson

__all__ = [
    "AsyncClient",
    "BatchAnswer",
    "BatchQuestion",
    "CallFailed",
    "CarnegieError",
    "Client",
    "ClientClosed",
    "DeadlinePassed",
    "Fault",
    "GameNotFound",
    "InvalidRequest",
    "LocalServer",
    "MalformedJson",
    "MalformedQuestion",
    "NoAnswerInTime",
    "NoRoomForGame",
    "NotAuthenticated",
    "NotPermitted",
    "NotSupported",
    "ServerUnreachable",
    "ServiceBusy",
    "SoloGame",
    "VersionConflict",
    "Violation",
    "tls_credentials",
]

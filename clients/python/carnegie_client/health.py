"""Asking a service for its health, as load balancers do: it needs no token, and costs no worker."""

from __future__ import annotations

import grpc
from grpc_health.v1 import health_pb2

from carnegie_client.addresses import target_for
from carnegie_client.call_errors import error_from_call
from carnegie_client.connection_hints import with_hint
from carnegie_client.connection_settings import connection_settings
from carnegie_client.errors import CallFailed, NoAnswerInTime, ServerUnreachable

SERVING = "SERVING"

_Status = health_pb2.HealthCheckResponse.ServingStatus


def health_of(
    address: str,
    service: str = "",
    *,
    timeout: float = 5.0,
    credentials: grpc.ChannelCredentials | None = None,
    server_name: str | None = None,
) -> str:
    """Ask for the health of a service: ``SERVING``, ``NOT_SERVING``, ``SERVICE_UNKNOWN`` or ``UNKNOWN``.

    Parameters
    ----------
    address
        `HOST:PORT`; of several with commas between the first one that can be reached is asked.
    service
        The full name of one of its services; empty for the whole.
    timeout
        Seconds, > 0, that the answer may take, the connection included.
    credentials
        For a service with TLS; None for one without.
    server_name
        The name in its certificate; None for that of the host.

    Raises
    ------
    CarnegieError
        When there is no answer: usually `ServerUnreachable`.
    """
    settings = connection_settings(address, credentials=credentials, server_name=server_name, retry=False)
    try:
        target = target_for(settings.addresses)
    except OSError as error:
        raise ServerUnreachable(settings.address, str(error)) from error
    # Health is that of the service itself, not of a proxy that the environment names.
    options = (*settings.options(), ("grpc.enable_http_proxy", 0))
    channel = (
        grpc.insecure_channel(target, options=options)
        if credentials is None
        else grpc.secure_channel(target, credentials, options=options)
    )
    with channel:
        check: grpc.UnaryUnaryMultiCallable[health_pb2.HealthCheckRequest, health_pb2.HealthCheckResponse] = (
            channel.unary_unary(
                "/grpc.health.v1.Health/Check",
                request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
                response_deserializer=health_pb2.HealthCheckResponse.FromString,
            )
        )
        try:
            answer = check(health_pb2.HealthCheckRequest(service=service), timeout=timeout)
        except grpc.RpcError as error:
            failure = with_hint(error_from_call(error, address), settings)
            if isinstance(failure, NoAnswerInTime):
                raise ServerUnreachable(address, f"no answer within {timeout:g} seconds") from error
            if isinstance(failure, CallFailed) and failure.code is grpc.StatusCode.NOT_FOUND:
                return _Status.Name(health_pb2.HealthCheckResponse.SERVICE_UNKNOWN)
            raise failure from error
    return _Status.Name(answer.status)

"""How gRPC itself spreads calls over the replicas of a service, and repeats those that one of them has lost.

The form is gRPC's service config, https://github.com/grpc/grpc/blob/master/doc/service_config.md, with the retry policy
of https://github.com/grpc/proposal/blob/master/A6-client-retries.md. Every call may be repeated: those about
positions change nothing, and a save that is sent again is answered as before.
"""

from __future__ import annotations

import json
from typing import Final

from carnegie.v1 import advisor_pb2, review_pb2

ChannelOptions = tuple[tuple[str, str | int], ...]

_RETRY_POLICY: Final = {
    "maxAttempts": 5,  # the most that gRPC makes
    "initialBackoff": "0.1s",
    "maxBackoff": "1s",
    "backoffMultiplier": 2,
    # Not RESOURCE_EXHAUSTED: gRPC would wait as long as the service asks for even where the deadline comes first, and
    # the caller would be told of the deadline, not of the busy service. `patience.py` does better.
    "retryableStatusCodes": ["UNAVAILABLE"],
}
_STREAMS: Final = [
    {"service": service.full_name, "method": method.name}
    for file in (advisor_pb2.DESCRIPTOR, review_pb2.DESCRIPTOR)
    for service in file.services_by_name.values()
    for method in service.methods
    if method.server_streaming
]
"""The calls that gRPC is not to repeat: `patience.py` does.

When the last attempt fails before what is to be received has been asked for, the library below grpcio forgets about the
call, which then waits until its deadline.
"""
_LARGEST_REPEATED: Final = 16 * 2**20
"""Bytes of a request that gRPC keeps to send again; its own default of 256 KiB is less than a service may take."""


def channel_options(*, retry: bool) -> ChannelOptions:
    """Give the options of a channel that uses all replicas in turn, and with `retry` repeats what one has lost."""
    config: dict[str, object] = {"loadBalancingConfig": [{"round_robin": {}}]}
    if retry:
        config["methodConfig"] = [{"name": [{}], "retryPolicy": _RETRY_POLICY}, {"name": _STREAMS}]
    return (
        ("grpc.service_config", json.dumps(config)),
        # The service's own say, not what the records of its name may hold.
        ("grpc.service_config_disable_resolution", 1),
        ("grpc.enable_retries", int(retry)),
        ("grpc.per_rpc_retry_buffer_size", _LARGEST_REPEATED),
    )

"""What each connection of gRPC may do, as channel arguments."""

from __future__ import annotations

from carnegie_server.settings import Settings

_ONLY_UNCOMPRESSED = 1
_FOR_EVER = 2**31 - 1
_WINDOW_BYTES = 1 << 18
"""So much of a stream a client may send before it hears that it was read."""


def channel_arguments(settings: Settings) -> list[tuple[str, int]]:
    """Give the channel arguments of the server."""
    return [
        ("grpc.max_receive_message_length", settings.max_request_bytes),
        # A compressed message is unpacked before its length is checked: 1 MiB can become 1 GiB of memory.
        ("grpc.compression_enabled_algorithms_bitset", _ONLY_UNCOMPRESSED),
        # Otherwise gRPC measures each connection to find the window, which takes a twentieth of the front's time for a
        # call. Hardly any question is as long as this window is wide.
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http2.lookahead_bytes", _WINDOW_BYTES),
        # Otherwise a second service on the same port would silently take half of the calls.
        ("grpc.so_reuseport", 0),
        ("grpc.keepalive_time_ms", _milliseconds(settings.keepalive_time)),
        ("grpc.keepalive_timeout_ms", _milliseconds(settings.keepalive_timeout)),
        # The one that counts for a ping that nobody answers; left out, it is a minute whatever the one before says.
        ("grpc.http2.ping_timeout_ms", _milliseconds(settings.keepalive_timeout)),
        # Otherwise pings grow rare after the second one without a call.
        ("grpc.http2.max_pings_without_data", 0),
        # Also between calls, both ways: a client that has gone is noticed, and one that wants to can keep its own.
        ("grpc.keepalive_permit_without_calls", 1),
        # Of pings that are received, though its name does not say so.
        ("grpc.http2.min_ping_interval_without_data_ms", _milliseconds(settings.min_ping_interval)),
        ("grpc.max_connection_idle_ms", _milliseconds(settings.max_connection_idle)),
        ("grpc.max_connection_age_ms", _milliseconds(settings.max_connection_age)),
        ("grpc.max_connection_age_grace_ms", _milliseconds(settings.max_connection_age_grace)),
        ("grpc.max_concurrent_streams", settings.max_streams),
        # gRPC refuses at random between the two limits; there is nothing between these.
        ("grpc.max_metadata_size", settings.max_metadata_bytes),
        ("grpc.absolute_max_metadata_size", settings.max_metadata_bytes),
    ]


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1e3)) if seconds else _FOR_EVER

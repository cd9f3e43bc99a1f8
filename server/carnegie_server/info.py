"""What GetInfo answers."""

from __future__ import annotations

from importlib import metadata

from carnegie.v1 import info_pb2
from carnegie_server.settings import Settings

_LIBRARIES = ("carnegie-proto", "carnegie-solver", "grpcio", "networkx", "ortools", "protobuf")


def version() -> str:
    """Give the version of the service."""
    return metadata.version("carnegie-server")


def describe(settings: Settings, greeting: bytes) -> info_pb2.GetInfoResponse:
    """Complete the serialized GetInfoResponse in which a worker has said what it knows."""
    response = info_pb2.GetInfoResponse.FromString(greeting)
    response.version = version()
    for name in _LIBRARIES:
        response.library_versions[name] = metadata.version(name)
    response.limits.max_time_limit.FromNanoseconds(round(settings.max_time_limit * 1e9))
    response.limits.max_request_bytes = settings.max_request_bytes
    response.limits.workers = settings.workers
    response.limits.max_threads = settings.max_threads
    response.limits.max_waiting = settings.max_waiting
    response.limits.max_waiting_time.FromNanoseconds(round(settings.max_time_limit * 1e9))
    response.limits.max_batch = settings.max_batch
    # In MiB, for JSON would turn a number of 64 bits into a text.
    response.limits.cache_mebibytes = min(-(-settings.cache_bytes // (1 << 20)), (1 << 31) - 1)
    response.keeps_games = settings.games_path is not None
    response.limits.max_games = settings.max_games if response.keeps_games else 0
    response.limits.max_game_bytes = settings.max_game_bytes if response.keeps_games else 0
    response.limits.calls_per_second = settings.rate
    response.limits.burst = settings.burst if settings.rate else 0
    response.limits.max_concurrent_calls = settings.max_concurrent
    response.limits.max_concurrent_calls_total = settings.max_concurrent_total
    return response

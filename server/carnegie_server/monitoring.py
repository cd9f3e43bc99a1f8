"""Who is told of the calls, as the settings want it: the log, the metrics, OpenTelemetry."""

from __future__ import annotations

import contextlib
import importlib.util
from collections.abc import Iterable, Iterator, Sequence

from google.protobuf.descriptor import ServiceDescriptor

from carnegie_server.front import LogLines, Observer
from carnegie_server.metrics import Cache, CacheMetrics, CallMetrics, MetricsPage, PoolMetrics, new_registry
from carnegie_server.settings import InvalidSetting, Settings
from carnegie_server.workers import WorkerPool

_TELEMETRY_PACKAGES = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.grpc")


def check_telemetry(settings: Settings) -> None:
    """See to it that what the settings ask for is installed.

    Raises
    ------
    InvalidSetting
        Tracing is on without its packages.
    """
    if settings.tracing and not all(map(_is_installed, _TELEMETRY_PACKAGES)):
        raise InvalidSetting("tracing: found true, allowed where carnegie-server[telemetry] is installed")


@contextlib.contextmanager
def monitoring(
    settings: Settings,
    pool: WorkerPool,
    services: Iterable[ServiceDescriptor],
    cache: Cache | None = None,
) -> Iterator[Sequence[Observer]]:
    """Watch calls and workers for as long as the block lasts; gives whom the front has to tell.

    Parameters
    ----------
    settings
        The settings.
    pool
        The workers that are watched.
    services
        The services whose calls are counted.
    cache
        The cache that is watched; None where there is none.

    Raises
    ------
    CannotListen
        The metrics cannot be served on the address of the settings.
    """
    observers: list[Observer] = [LogLines()]
    with contextlib.ExitStack() as stack:
        if settings.metrics_port is not None:
            registry = new_registry()
            registry.register(PoolMetrics(pool))
            if cache is not None:
                registry.register(CacheMetrics(cache))
            observers.append(CallMetrics(registry, services))
            stack.enter_context(MetricsPage(registry, settings.metrics_host, settings.metrics_port))
        if settings.tracing:
            # Not above: its packages are an extra.
            from carnegie_server.tracing import Tracing  # noqa: PLC0415

            observers.append(stack.enter_context(Tracing()))
        yield observers


def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False

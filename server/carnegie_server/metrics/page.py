"""The page with the metrics, on a port of its own."""

from __future__ import annotations

import importlib.metadata
import logging
from types import TracebackType
from typing import Self

from prometheus_client import (
    CollectorRegistry,
    Gauge,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)

from carnegie_server.listening import CannotListen, with_brackets

_LOGGER = logging.getLogger(__name__)


def new_registry() -> CollectorRegistry:
    """Give a registry with the metrics of this process: memory, processor time, open files, version."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    build = Gauge("carnegie_build_info", "The version of the service.", ("version",), registry=registry)
    build.labels(importlib.metadata.version("carnegie-server")).set(1)
    return registry


class MetricsPage:
    """Serves the metrics by HTTP at ``/metrics``, from a thread of its own, for as long as a `with` block lasts.

    Parameters
    ----------
    registry
        The metrics.
    host, port
        Where to listen; port 0 for a free one, which the log then says.

    Raises
    ------
    CannotListen
        At the begin of the block: the address is taken, or not one of this machine.
    """

    def __init__(self, registry: CollectorRegistry, host: str, port: int) -> None:
        self._registry = registry
        self._host = host
        self._port = port

    def __enter__(self) -> Self:
        try:
            self._server, self._thread = start_http_server(
                self._port, self._host.strip("[]"), registry=self._registry
            )
        except OSError as fault:
            address = f"{with_brackets(self._host)}:{self._port}"
            raise CannotListen(f"cannot listen on {address} for metrics") from fault
        _LOGGER.info("metrics at http://%s:%d/metrics", with_brackets(self._host), self._server.server_port)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

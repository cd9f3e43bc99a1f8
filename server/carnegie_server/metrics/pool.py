"""Metrics of the workers, read from the pool whenever somebody looks."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from carnegie_server.workers import LossCause, WorkerPool

_RESIDENT_PAGES_COLUMN = 1


class PoolMetrics(Collector):
    """The state of a pool: workers, queue, losses, memory.

    It is read by the thread that serves the page, while the event loop goes on: each figure is true for itself.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool

    def collect(self) -> Iterator[Metric]:
        """Give all metrics, see prometheus_client."""
        pool = self._pool
        alive = pool.alive
        yield GaugeMetricFamily("carnegie_workers", "Workers that are there.", value=alive)
        yield GaugeMetricFamily(
            "carnegie_workers_busy", "Workers that have a job.", value=max(0, alive - pool.free)
        )
        yield GaugeMetricFamily("carnegie_queue_depth", "Calls that wait for a worker.", value=pool.waiting)
        restarts = CounterMetricFamily(
            "carnegie_worker_restarts", "Workers that were lost and replaced, by the cause.", labels=["cause"]
        )
        for cause in LossCause:
            if cause is not LossCause.CLOSED:
                restarts.add_metric([cause.value], pool.statistics.lost[cause])
        yield restarts
        memory = GaugeMetricFamily(
            "carnegie_worker_resident_memory_bytes",
            "Resident memory of all workers together, and of the largest; what they share is counted in each.",
            labels=["of"],
        )
        sizes = [_resident_bytes(process_id) for process_id in pool.process_ids]
        memory.add_metric(["all"], sum(sizes))
        memory.add_metric(["largest"], max(sizes, default=0))
        yield memory


def _resident_bytes(process_id: int) -> int:
    """Give the resident memory of a process; 0 where the system does not say, or the process has gone."""
    try:
        columns = Path(f"/proc/{process_id}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return int(columns[_RESIDENT_PAGES_COLUMN]) * resource.getpagesize()

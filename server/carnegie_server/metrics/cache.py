"""Metrics of a cache of answers, read from it whenever somebody looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector


class CacheCounts(Protocol):
    """What a cache counts.

    Attributes
    ----------
    hits
        Questions that were answered without a worker, as they had been asked with the same bytes before.
    recalls
        Questions that a worker has recognised by position and options, and not searched.
    misses
        Questions that were searched.
    evictions
        Answers that made room for others.
    """

    hits: int
    recalls: int
    misses: int
    evictions: int


class Cache(Protocol):
    """What the metrics want to know of a cache."""

    @property
    def statistics(self) -> CacheCounts:
        """What has happened in it so far."""

    @property
    def bytes_used(self) -> int:
        """The memory for what is kept."""

    def __len__(self) -> int: ...


class CacheMetrics(Collector):
    """The state of a cache; see `PoolMetrics` for who reads it."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def collect(self) -> Iterator[Metric]:
        """Give all metrics, see prometheus_client."""
        counts = self._cache.statistics
        hits = CounterMetricFamily(
            "carnegie_cache_hits",
            "Answers from the cache: found by the bytes of the question, or by the position once a worker has read it.",
            labels=["by"],
        )
        hits.add_metric(["bytes"], counts.hits)
        hits.add_metric(["position"], counts.recalls)
        yield hits
        yield CounterMetricFamily(
            "carnegie_cache_misses", "Answers that the cache did not have.", value=counts.misses
        )
        yield CounterMetricFamily(
            "carnegie_cache_evictions", "Answers that made room for others.", value=counts.evictions
        )
        yield GaugeMetricFamily("carnegie_cache_answers", "Answers in the cache.", value=len(self._cache))
        yield GaugeMetricFamily(
            "carnegie_cache_bytes", "Memory of the answers in the cache.", value=self._cache.bytes_used
        )

"""What the service counts and measures, in the form of Prometheus.

The names of the calls are those of the usual gRPC metrics, `grpc_server_*`; the service's own begin with `carnegie_`.
"""

from carnegie_server.metrics.cache import Cache, CacheMetrics
from carnegie_server.metrics.calls import CallMetrics
from carnegie_server.metrics.page import MetricsPage, new_registry
from carnegie_server.metrics.pool import PoolMetrics

__all__ = ["Cache", "CacheMetrics", "CallMetrics", "MetricsPage", "PoolMetrics", "new_registry"]

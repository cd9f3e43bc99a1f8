"""Worker processes: all solving happens in them, so that nothing that goes wrong there hurts the front.

`WorkerPool` is what the front uses. What the workers do is a `Handler`, which this package knows nothing about.
"""

from carnegie_server.workers.link import JobFailed, LossCause, WorkerLost
from carnegie_server.workers.messages import (
    Fact,
    Handler,
    HandlerFactory,
    Job,
    Reply,
    Session,
    StartRefusal,
)
from carnegie_server.workers.pool import (
    OutOfTime,
    PoolBusy,
    PoolClosed,
    PoolOptions,
    PoolStatistics,
    WorkerPool,
)
from carnegie_server.workers.waiting import HIGHEST_PRIORITY, LEAST_PRIORITY

__all__ = [
    "HIGHEST_PRIORITY",
    "LEAST_PRIORITY",
    "Fact",
    "Handler",
    "HandlerFactory",
    "Job",
    "JobFailed",
    "LossCause",
    "OutOfTime",
    "PoolBusy",
    "PoolClosed",
    "PoolOptions",
    "PoolStatistics",
    "Reply",
    "Session",
    "StartRefusal",
    "WorkerLost",
    "WorkerPool",
]

"""What load tests count and measure: how calls end and how long they take, and what memory processes hold."""

from __future__ import annotations

import math
import os
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import grpc
from google.rpc import error_details_pb2
from grpc import aio

from server.service_process import refusal


@dataclass
class Outcomes:
    """How calls have ended.

    Attributes
    ----------
    seconds
        What each call took that was answered.
    codes
        The calls by the code with which they ended.
    without_retry_time
        Calls that were sent away without being told when to come again.
    retry_seconds
        The times that were told.
    """

    seconds: list[float] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    without_retry_time: int = 0
    retry_seconds: list[float] = field(default_factory=list)

    def answered(self, seconds: float) -> None:
        """Count an answer."""
        self.codes["OK"] += 1
        self.seconds.append(seconds)

    def failed(self, error: aio.AioRpcError) -> None:
        """Count an error."""
        self.codes[error.code().name] += 1
        if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED:
            retry = error_details_pb2.RetryInfo()
            if any(detail.Unpack(retry) for detail in refusal(error).status.details):
                self.retry_seconds.append(retry.retry_delay.ToTimedelta().total_seconds())
            else:
                self.without_retry_time += 1

    @property
    def calls(self) -> int:
        """How many have ended."""
        return self.codes.total()


def quantile(values: Sequence[float], share: float) -> float:
    """Give the value that a share of all values do not exceed; NaN without values."""
    if not values:
        return math.nan
    return sorted(values)[min(len(values) - 1, math.floor(len(values) * share))]


def milliseconds(values: Sequence[float]) -> str:
    """Write the median and the 99th percentile of some seconds in milliseconds, as two cells of a table."""
    if not values:
        return "- | -"
    return f"{statistics.median(values) * 1e3:.2f} | {quantile(values, 0.99) * 1e3:.2f}"


def children_of(process_id: int) -> list[int]:
    """Give a process's descendants."""
    found: list[int] = []
    open_ = [process_id]
    while open_:
        parent = open_.pop()
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            own = [int(child) for child in task.read_text(encoding="ascii").split()]
            found.extend(own)
            open_.extend(own)
    return found


def resident_bytes(process_id: int) -> int:
    """Give the memory that a process holds, its share of what several hold included; 0 for one that has ended."""
    try:
        rollup = Path(f"/proc/{process_id}/smaps_rollup").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return 0
    kilobytes = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return kilobytes << 10


def processor_seconds(process_id: int) -> float:
    """Give the time that a process has had of the processors, with all its threads; 0 for one that has ended."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    # After the name in brackets, which may hold anything: the 12th and 13th are the user's time and the system's.
    fields = status.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cores() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0))

"""Twice as much load as the service can bear: ``python -m load.overload --seconds 600``.

First the capacity is measured; then calls arrive at twice its rate, whether or not earlier ones have been answered.
Every call must end with an answer or be sent away with a time at which to come again; calls that are let in must be
answered within what the queue allows; and neither the front nor a worker may grow.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sys
import time
from dataclasses import dataclass, field

from grpc import aio

from load.callers import asking, call_for, suggestions
from load.measuring import Outcomes, children_of, cores, quantile, resident_bytes
from server.service_process import ServiceProcess, running_service

QUEUE = 32
MOST_GROWTH = 0.10
CONNECTIONS = 8
SLOWEST_SOLVE = 2.0
"""Seconds that no question of the mix takes, on a machine that does nothing else."""
FLAGS = ("--cache-bytes=0", f"--max-waiting={QUEUE}")


@dataclass
class Memory:
    """The memory of the front and of its workers in bytes, by sample; the time of each in seconds."""

    times: list[float] = field(default_factory=list)
    front: list[int] = field(default_factory=list)
    workers: list[int] = field(default_factory=list)

    def sample(self, process_id: int, at: float) -> None:
        """Take note of what the processes hold now."""
        self.times.append(at)
        self.front.append(resident_bytes(process_id))
        self.workers.append(sum(map(resident_bytes, children_of(process_id))))

    def growth(self, values: list[int], window: float) -> float:
        """Give by what share the mean of the last `window` seconds exceeds that of the first, after a warm-up."""
        warm = [(at, value) for at, value in zip(self.times, values, strict=True) if at >= window / 2]
        first = [value for at, value in warm if at < warm[0][0] + window]
        last = [value for at, value in warm if at > warm[-1][0] - window]
        return (sum(last) / len(last)) / (sum(first) / len(first)) - 1.0


@dataclass
class Report:
    """What has been seen."""

    capacity: float
    offered: float
    outcomes: Outcomes
    memory: Memory

    def faults(self, window: float, longest: float) -> list[str]:
        """List the claims that do not hold."""
        found = []
        if others := set(self.outcomes.codes) - {"OK", "RESOURCE_EXHAUSTED"}:
            found.append(f"calls ended with {sorted(others)}")
        if self.outcomes.without_retry_time:
            found.append(f"{self.outcomes.without_retry_time} were sent away without a time to come again")
        if not self.outcomes.codes["RESOURCE_EXHAUSTED"]:
            found.append("nobody was sent away: there was no overload")
        if (slowest := quantile(self.outcomes.seconds, 0.99)) > longest:
            found.append(f"the 99th percentile of the answers is {slowest:.2f} s, over {longest:.2f} s")
        for name, values in (("front", self.memory.front), ("workers", self.memory.workers)):
            if (growth := self.memory.growth(values, window)) > MOST_GROWTH:
                found.append(f"the memory of the {name} has grown by {growth:.0%}")
        return found


async def arrive(address: str, rate: float, seconds: float) -> Outcomes:
    """Have calls arrive at a steady rate, whatever becomes of them; wait for all to end."""
    outcomes = Outcomes()
    ask = asking(suggestions())
    options = [("grpc.use_local_subchannel_pool", 1)]
    channels = [aio.insecure_channel(address, options=options) for _ in range(CONNECTIONS)]
    calls: set[asyncio.Task[None]] = set()

    async def call(channel: aio.Channel) -> None:
        try:
            outcomes.answered(await ask(channel))
        except aio.AioRpcError as error:
            outcomes.failed(error)

    started = time.monotonic()
    for number in itertools.count():
        due = started + number / rate
        if due > started + seconds:
            break
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        task = asyncio.create_task(call(channels[number % CONNECTIONS]))
        calls.add(task)
        task.add_done_callback(calls.discard)
    await asyncio.gather(*calls)
    for channel in channels:
        await channel.close()
    return outcomes


async def overload(service: ServiceProcess, seconds: float, capacity_seconds: float) -> Report:
    """Measure the capacity, and then offer twice as much."""
    measured = await call_for(
        capacity_seconds, [service.address], 2 * cores(), asking(suggestions()), pause_when_refused=0.05
    )
    capacity = measured.codes["OK"] / capacity_seconds
    memory = Memory()
    arriving = asyncio.create_task(arrive(service.address, 2 * capacity, seconds))
    started = time.monotonic()
    while not arriving.done():
        memory.sample(service.process.pid, time.monotonic() - started)
        await asyncio.wait([arriving], timeout=min(1.0, seconds / 20))
    return Report(capacity, 2 * capacity, await arriving, memory)


def longest_wait(capacity: float) -> float:
    """Give the seconds in which a call that is let in must be answered: the queue before it, and its own search."""
    return 2.0 * (QUEUE + cores()) / capacity + SLOWEST_SOLVE


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600.0)
    seconds: float = parser.parse_args().seconds
    with running_service(*FLAGS) as service:
        report = asyncio.run(overload(service, seconds, min(20.0, seconds / 5)))
    memory, outcomes = report.memory, report.outcomes
    window = min(60.0, seconds / 5)
    longest = longest_wait(report.capacity)
    mib = 1 << 20
    print(
        f"capacity {report.capacity:.1f} answers a second, offered {report.offered:.1f} for {seconds:g} s\n"
    )
    print("| | |\n|---|---|")
    for code, count in sorted(outcomes.codes.items()):
        print(f"| {code} | {count} |")
    print(f"| p99 of the answers | {quantile(outcomes.seconds, 0.99):.2f} s (at most {longest:.2f} s) |")
    print(f"| told to come again in | {quantile(outcomes.retry_seconds, 0.5):.2f} s (median) |")
    for name, values in (("front", memory.front), ("workers", memory.workers)):
        growth = memory.growth(values, window)
        print(
            f"| memory of the {name} | {values[0] / mib:.0f} to {values[-1] / mib:.0f} MiB ({growth:+.1%}) |"
        )
    faults = report.faults(window, longest)
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

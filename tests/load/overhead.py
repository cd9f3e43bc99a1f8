"""What the service adds to the solver's own time, and what its workers bring: ``python -m load.overhead --seconds 20``.

Two tables: the latency of an empty call and of Suggest over the solver's own time, by callers; and the throughput on
the recorded mix, uncached, beside that of a thread-pool server over the same handlers, measured by turns.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grpc import aio

from load.callers import Ask, asking, asking_over_the_solver, call_for, suggestions
from load.measuring import Outcomes, cores, milliseconds
from server.service_process import running_service

CALLERS = (1, 4, 16)
WANTED_RATIO = 1.6
ROUNDS = 3
UNCACHED = ("--cache-bytes=0",)
GET_INFO = "/carnegie.v1.InfoService/GetInfo"


async def ask_nothing(channel: aio.Channel) -> float:
    """Ask for the versions and limits: a call with nothing to do."""
    method: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(GET_INFO)
    started = time.perf_counter()
    await method(b"")
    return time.perf_counter() - started


def latencies(address: str, seconds: float) -> Iterator[tuple[str, int, Outcomes]]:
    """Time each kind of call for each number of callers."""
    for callers in CALLERS:
        yield "GetInfo", callers, asyncio.run(call_for(seconds, [address], callers, ask_nothing))
        over = asking_over_the_solver(suggestions())
        yield "Suggest over the solver", callers, asyncio.run(call_for(seconds, [address], callers, over))


@contextmanager
def thread_pool_server() -> Iterator[str]:
    """Start the server that the service is compared with."""
    command = [sys.executable, "-m", "load.thread_pool_server"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("listening on "), line
        yield line.removeprefix("listening on ").strip()
        process.stdin.close()


def throughput(address: str, seconds: float, ask: Ask) -> float:
    """Give the answers a second to four callers."""
    outcomes = asyncio.run(call_for(seconds, [address], 4, ask))
    assert set(outcomes.codes) == {"OK"}, outcomes.codes
    return outcomes.codes["OK"] / seconds


def ratios(service: str, compared: str, seconds: float) -> list[tuple[float, float]]:
    """Give the throughputs of the service and of the server compared with, by turns, over the same positions."""
    own, other = asking(suggestions()), asking(suggestions())
    return [(throughput(service, seconds, own), throughput(compared, seconds, other)) for _ in range(ROUNDS)]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="for each row")
    seconds: float = parser.parse_args().seconds
    print("| call | callers | calls | median ms | p99 ms |\n|---|---|---|---|---|")
    with running_service(*UNCACHED) as service, thread_pool_server() as compared:
        for name, callers, outcomes in latencies(service.address, seconds):
            print(f"| {name} | {callers} | {outcomes.calls} | {milliseconds(outcomes.seconds)} |", flush=True)
        pairs = ratios(service.address, compared, seconds)
    print(f"\n| answers a second, {cores()} workers | with two threads | ratio |\n|---|---|---|")
    for own, other in pairs:
        print(f"| {own:.1f} | {other:.1f} | {own / other:.2f} |")
    ratio = statistics.median(own / other for own, other in pairs)
    print(f"\nmedian ratio {ratio:.2f}, wanted {WANTED_RATIO} at least")
    return 0 if ratio >= WANTED_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())

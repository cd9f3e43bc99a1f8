"""What the service adds to the solver's own time, and what its workers bring: ``python -m load.overhead --seconds 20``.

Three tables: the latency of an empty call and of Suggest over the solver's own time, by callers; the throughput on the
recorded mix, uncached, beside that of a thread-pool server over the same handlers, measured by turns; and what of the
processors an answer took in each, which other load on the machine changes much less.
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
from dataclasses import dataclass
from pathlib import Path

from grpc import aio

from carnegie_server.methods import SUGGEST
from load.callers import asking_over_the_solver, call_for, suggestions
from load.light_callers import answers_in
from load.measuring import Outcomes, children_of, cores, milliseconds, processor_seconds
from server.service_process import running_service

CALLERS = (1, 4, 16)
WANTED_RATIO = 1.6
ROUNDS = 15
"""So often the two servers take turns, in the time of three rows: the machine's own speed changes within a minute."""
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


@dataclass(frozen=True)
class Server:
    """A server that runs: where it is called, and its first process."""

    address: str
    process_id: int

    def processor_seconds(self) -> tuple[float, float]:
        """Give what the first process has had of the processors so far, and those that it has begun."""
        begun = children_of(self.process_id)
        return processor_seconds(self.process_id), sum(map(processor_seconds, begun))


@dataclass(frozen=True)
class Throughput:
    """Answers a second, and milliseconds of the processors for one: first process, those it has begun, callers."""

    answers: float
    first: float
    begun: float
    callers: float


@contextmanager
def thread_pool_server() -> Iterator[Server]:
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
        yield Server(line.removeprefix("listening on ").strip(), process.pid)
        process.stdin.close()


def throughput(server: Server, seconds: float, questions: Iterator[bytes]) -> Throughput:
    """Have four callers ask one after the other's answer."""
    before, own_before = server.processor_seconds(), time.process_time()
    answers = answers_in(seconds, server.address, SUGGEST, 4, questions)
    after, own_after = server.processor_seconds(), time.process_time()
    first, begun = ((late - early) / answers * 1e3 for late, early in zip(after, before, strict=True))
    return Throughput(answers / seconds, first, begun, (own_after - own_before) / answers * 1e3)


def ratios(service: Server, compared: Server, seconds: float) -> list[tuple[Throughput, Throughput]]:
    """Give the throughputs of the service and of the server compared with, by turns, over the same positions."""
    own, other = suggestions(), suggestions()
    turn = 3 * seconds / ROUNDS
    return [(throughput(service, turn, own), throughput(compared, turn, other)) for _ in range(ROUNDS)]


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
        pairs = ratios(Server(service.address, service.process.pid), compared, seconds)
    print(f"\n| answers a second, {cores()} workers | with two threads | ratio |\n|---|---|---|")
    for own, other in pairs:
        print(f"| {own.answers:.1f} | {other.answers:.1f} | {own.answers / other.answers:.2f} |")
    print("\n| ms of the processors for an answer: front | workers | callers | with two threads | callers |")
    print("|---|---|---|---|---|")
    for own, other in pairs:
        cells = (own.first, own.begun, own.callers, other.first, other.callers)
        print("|", " | ".join(f"{cell:.2f}" for cell in cells), "|")
    ratio = statistics.median(own.answers / other.answers for own, other in pairs)
    print(f"\nmedian ratio {ratio:.2f}, wanted {WANTED_RATIO} at least")
    return 0 if ratio >= WANTED_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())

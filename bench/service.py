"""Times the service against the solver's own time: ``python bench/service.py``.

Starts the service on a free port of this machine and calls it from this process over the loopback. For Suggest the
overhead is the call's duration as the caller sees it, less the time that the solver took by the answer's statistics,
to read and check the position and to search: all that the service adds, for several callers the wait for a worker
included. A second
table sets one caller's whole calls against asking the solver's library the same questions in this process, by turns:
reading and checking the position's JSON, its digest, and the suggestion. Prints Markdown tables.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import grpc

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc, info_pb2, info_pb2_grpc, position_pb2
from carnegie_proto.strict_json import parse
from carnegie_solver.advisor import suggest
from carnegie_solver.components import load_components
from carnegie_solver.rules import digest, position_from_json

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "positions"
WARM_UP_CALLS = 20
SEVERAL_CALLERS = 4

Call = Callable[[grpc.Channel], float]
"""Makes one call and returns the seconds of it that the service is to answer for."""


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=300, help="calls of each caller for each row")
    parser.add_argument("--seconds", type=float, default=20.0, help="longest time for each row")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)), help="worker processes")
    arguments = parser.parse_args()
    print(f"Service with {arguments.workers} workers, {len(os.sched_getaffinity(0))} cores; milliseconds.\n")
    print("| call | callers | calls | median | p99 | calls/s |")
    print("|---|---|---|---|---|---|")
    with running_service(arguments.workers) as address:
        for callers in (1, SEVERAL_CALLERS):
            for name, call in rows():
                print(_row(name, call, address, callers, arguments.calls, arguments.seconds), flush=True)
        print("\n| position | calls | service median | library median | difference of medians |")
        print("|---|---|---|---|---|")
        with grpc.insecure_channel(address) as channel:
            for path in sorted(EXAMPLES.glob("*.json")):
                print(_beside_the_library(path, channel, arguments.calls), flush=True)


def rows() -> Iterator[tuple[str, Call]]:
    """Give the name of each row and the call that it times."""
    yield "health, whole call", _check_health
    yield "GetInfo, whole call", _get_info
    positions = sorted(EXAMPLES.glob("*.json"))
    if not positions:
        print(f"no positions in {EXAMPLES}", file=sys.stderr)
    for path in positions:
        position = parse(position_pb2.Position, path.read_bytes())
        yield f"Suggest {path.stem}, over the solver's own time", _suggest(position)


def _beside_the_library(path: Path, channel: grpc.Channel, calls: int) -> str:
    """Ask the service and the library in turn, and give the row of the table."""
    components = load_components()
    data = json.loads(path.read_bytes())
    request = advisor_pb2.SuggestRequest(position=parse(position_pb2.Position, path.read_bytes()))
    stub = advisor_pb2_grpc.AdvisorServiceStub(channel)
    by_service: list[float] = []
    by_library: list[float] = []
    for number in range(calls + WARM_UP_CALLS):
        started = time.perf_counter()
        stub.Suggest(request)
        answered = time.perf_counter()
        position = position_from_json(components, data)
        digest(components, position)
        suggest(components, position)
        ended = time.perf_counter()
        if number >= WARM_UP_CALLS:
            by_service.append(answered - started)
            by_library.append(ended - answered)
    service, library = statistics.median(by_service) * 1e3, statistics.median(by_library) * 1e3
    return f"| {path.stem} | {calls} | {service:.2f} | {library:.2f} | {service - library:.2f} |"


@contextmanager
def running_service(workers: int) -> Iterator[str]:
    """Start the service, give its address, and stop it in the end."""
    command = [
        sys.executable,
        "-m",
        "carnegie_server",
        "--port=0",
        f"--workers={workers}",
        "--cache-bytes=0",
        "--exit-with-stdin",
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("listening on "):
            raise SystemExit("the service did not start")
        yield line.removeprefix("listening on ").strip()
        process.stdin.close()


def _check_health(channel: grpc.Channel) -> float:
    check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/grpc.health.v1.Health/Check")
    started = time.perf_counter()
    check(b"")
    return time.perf_counter() - started


def _get_info(channel: grpc.Channel) -> float:
    started = time.perf_counter()
    info_pb2_grpc.InfoServiceStub(channel).GetInfo(info_pb2.GetInfoRequest())
    return time.perf_counter() - started


def _suggest(position: position_pb2.Position) -> Call:
    request = advisor_pb2.SuggestRequest(position=position)

    def call(channel: grpc.Channel) -> float:
        started = time.perf_counter()
        answer = advisor_pb2_grpc.AdvisorServiceStub(channel).Suggest(request)
        taken = time.perf_counter() - started
        return taken - answer.statistics.solve_seconds - answer.statistics.read_seconds

    return call


def _row(name: str, call: Call, address: str, callers: int, calls: int, seconds: float) -> str:
    """Make the calls of one row of the table and give it."""
    start = threading.Barrier(callers)

    def caller() -> tuple[list[float], float]:
        with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            for _ in range(WARM_UP_CALLS):
                call(channel)
            start.wait()
            started = time.perf_counter()
            samples: list[float] = []
            while len(samples) < calls and time.perf_counter() - started < seconds:
                samples.append(call(channel))
            return samples, time.perf_counter() - started

    with ThreadPoolExecutor(callers) as pool:
        outcomes = [future.result() for future in [pool.submit(caller) for _ in range(callers)]]
    ordered = sorted(sample for samples, _ in outcomes for sample in samples)
    rate = len(ordered) / max(took for _, took in outcomes)
    median = statistics.median(ordered)
    last_percent = ordered[min(len(ordered) - 1, math.floor(len(ordered) * 0.99))]
    return f"| {name} | {callers} | {len(ordered)} | {median * 1e3:.2f} | {last_percent * 1e3:.2f} | {rate:.0f} |"


if __name__ == "__main__":
    main()

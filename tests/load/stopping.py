"""A service that is stopped, or killed, while it is being called: ``python -m load.stopping --times 20``.

On SIGTERM every call that the service has accepted must still be answered: those begun before the signal, waiting ones
included, whatever their kind. And a client that knows two replicas must not notice that one of them is killed.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from grpc import aio

from carnegie.v1 import advisor_pb2
from carnegie_client import AsyncClient
from carnegie_client.errors import CarnegieError
from carnegie_server.methods import ANALYZE
from load.callers import asking, suggestions
from load.mix import positions
from server.service_process import ServiceProcess, running_service

CALLERS = 12
BEFORE = 0.05
"""Seconds before the signal in which a call must have begun to be certainly accepted."""


@dataclass
class Stopped:
    """How the calls ended that were begun before a service was asked to stop, and those begun after it."""

    before: Counter[str] = field(default_factory=Counter)
    after: Counter[str] = field(default_factory=Counter)
    exit_code: int = -1
    seconds: float = 0.0

    def faults(self) -> list[str]:
        """List the claims that do not hold."""
        found = [f"accepted calls ended with {code}" for code in self.before if code != "OK"]
        found += [
            f"later calls ended with {code}"
            for code in self.after
            # CANCELLED is of those that gRPC had received and not handed over: they were not accepted.
            if code not in {"OK", "UNAVAILABLE", "CANCELLED"}
        ]
        if self.exit_code:
            found.append(f"the exit code is {self.exit_code}")
        return found


async def analyze(channel: aio.Channel, question: bytes) -> None:
    """Read a whole analysis, which must have exactly one final message, its last."""
    request = advisor_pb2.AnalyzeRequest(question=advisor_pb2.SuggestRequest.FromString(question))
    method: aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(ANALYZE)
    final = [
        advisor_pb2.AnalyzeResponse.FromString(message).final
        async for message in method(request.SerializeToString(), timeout=30.0)
    ]
    assert final == [False] * (len(final) - 1) + [True], final


async def stop_under_load(service: ServiceProcess, seconds: float) -> Stopped:
    """Call from many sides, ask the service to stop after some seconds, and see how the calls end."""
    stopped = Stopped()
    questions = suggestions()
    ask = asking(questions)
    asked_to_stop = float("inf")

    async def caller(number: int) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with aio.insecure_channel(service.address, options=options) as channel:
            while True:
                begun = time.monotonic()
                try:
                    await (analyze(channel, next(questions)) if number % 3 == 0 else ask(channel))
                    code = "OK"
                except aio.AioRpcError as error:
                    code = error.code().name
                (stopped.before if begun < asked_to_stop - BEFORE else stopped.after)[code] += 1
                if code != "OK":
                    return

    calling = asyncio.gather(*(caller(number) for number in range(CALLERS)))
    await asyncio.sleep(seconds)
    asked_to_stop = time.monotonic()
    service.process.send_signal(signal.SIGTERM)
    await calling
    stopped.exit_code = await asyncio.to_thread(service.process.wait, 30.0)
    stopped.seconds = time.monotonic() - asked_to_stop
    return stopped


async def kill_one_of_two(first: ServiceProcess, second: ServiceProcess, seconds: float) -> Counter[str]:
    """Call both replicas by clients that know both, kill one halfway; give how the calls ended."""
    codes: Counter[str] = Counter()
    questions = itertools.cycle(positions())
    end = time.monotonic() + seconds

    async def caller() -> None:
        async with AsyncClient([first.address, second.address], timeout=30.0) as client:
            while time.monotonic() < end:
                try:
                    await client.suggest(next(questions), time_limit=2.0)
                    codes["OK"] += 1
                except CarnegieError as error:
                    codes[f"{type(error).__name__}: {error}"] += 1

    calling = asyncio.gather(*(caller() for _ in range(CALLERS // 2)))
    await asyncio.sleep(seconds / 2)
    first.process.kill()
    await calling
    return codes


def main() -> int:
    """Try and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=20)
    faults: list[str] = []
    print("| | accepted | later | seconds to the end |\n|---|---|---|---|")
    times: int = parser.parse_args().times
    for number in range(times):
        with running_service("--workers=2") as service:
            stopped = asyncio.run(stop_under_load(service, 0.5 + 0.1 * (number % 10)))
        print(
            f"| SIGTERM | {dict(stopped.before)} | {dict(stopped.after)} | {stopped.seconds:.2f} |",
            flush=True,
        )
        faults += stopped.faults()
    for _ in range(times):
        with running_service("--workers=1") as first, running_service("--workers=1") as second:
            codes = asyncio.run(kill_one_of_two(first, second, 4.0))
        print(f"| one of two killed | {dict(codes)} | | |", flush=True)
        faults += [f"a call ended with {code}" for code in codes if code != "OK"]
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

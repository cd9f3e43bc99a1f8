"""Faults of workers and of clients: ``PYTHONPATH=tests python -m load.faults --seconds 120``.

The front and its transport run in this process, so that its slots can be counted; the workers are processes that
misbehave on command, or the real engine's.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from grpc import aio

from carnegie_server.engine_setup import EngineOptions, build_engine
from carnegie_server.methods import ANALYZE, SUGGEST
from carnegie_server.workers import LossCause, PoolOptions
from load.callers import suggestions
from load.neighbour import HEADS, Neighbour, Verdict, neighbour
from load.reporting import say, table
from server.service_process import refusal
from server.stage import Stage, running_stage

WORKERS: Final = 3
CLIENTS: Final = 1_000
_AT_THE_SAME_TIME: Final = 20
_LONGEST_WAIT_SECONDS: Final = 0.4
_GRACE_SECONDS: Final = 0.2
_SLACK_SECONDS: Final = 1.5
"""What a machine that others use too may add to a time."""
_OWN_CONNECTION: Final = [("grpc.use_local_subchannel_pool", 1)]
_PARTS: Final = 200
_BYTES_OF_A_PART: Final = 1 << 16

_OPTIONS: Final = PoolOptions(WORKERS, max_seconds=10.0, grace_seconds=_GRACE_SECONDS)


@asynccontextmanager
async def _scene(verdict: Verdict) -> AsyncIterator[tuple[Stage, Neighbour]]:
    """Set up workers that obey, and somebody who is not to be hurt; judge in the end what has become of them."""
    async with running_stage(_OPTIONS) as stage:
        async with neighbour(stage.address, SUGGEST, b"echo:hello") as someone:
            yield stage, someone
        verdict.judge(someone)
        await _judge_pool(verdict, stage)


async def _judge_pool(verdict: Verdict, stage: Stage) -> None:
    try:
        await stage.until_free(WORKERS)
    except AssertionError:
        verdict.broken.append(f"only {stage.pool.free} of {WORKERS} workers are free in the end")
    verdict.expect(
        stage.pool.alive == WORKERS, f"{stage.pool.alive} of {WORKERS} workers are alive in the end"
    )
    verdict.expect(stage.pool.waiting == 0, f"{stage.pool.waiting} calls wait in the end")
    verdict.expect(stage.pool.free <= WORKERS, f"{stage.pool.free} workers are free, more than there are")
    lost = ", ".join(f"{count} {cause.value}" for cause, count in stage.pool.statistics.lost.items())
    verdict.others.append(f"workers replaced: {lost or 'none'}")


async def _ending(call: Awaitable[object]) -> str:
    try:
        await call
    except aio.AioRpcError as error:
        return f"{error.code().name} {refusal(error).reason}"
    except asyncio.CancelledError:
        return "its own cancellation"
    return "OK"


async def killed_worker(seconds: float) -> Verdict:
    """Kill workers while they solve."""
    verdict = Verdict("a worker is killed while it solves")
    end = time.monotonic() + seconds
    async with _scene(verdict) as (stage, _):
        while not verdict.times or time.monotonic() < end:
            before = stage.pool.statistics.lost.total()
            call = stage.begin("spin:8")
            solver = await _busy_worker(stage)
            os.kill(solver, signal.SIGKILL)
            verdict.saw(await _ending(call), "INTERNAL WORKER_LOST")
            await stage.until_free(WORKERS - 1)
            verdict.expect(stage.pool.statistics.lost.total() == before + 1, "not one worker was lost")
        verdict.expect(set(stage.pool.statistics.lost) == {LossCause.DIED}, "a worker was lost otherwise")
    return verdict


async def _busy_worker(stage: Stage) -> int:
    """Give the worker that works the whole time; the neighbour's calls are over at once."""
    seen: dict[int, int] = {}
    while True:
        await asyncio.sleep(0.01)
        busy = {link.process_id for link in stage.pool._links if link not in stage.pool._free}
        seen = {process_id: seen.get(process_id, 0) + 1 for process_id in busy}
        for process_id, times in seen.items():
            if times >= 10:
                return process_id


async def deaf_solve(seconds: float) -> Verdict:
    """Have solves go on when their time is over, and when nobody waits for them any more."""
    verdict = Verdict("a solve ignores its limit, or its stop")
    end = time.monotonic() + seconds
    longest = 0.0
    async with _scene(verdict) as (stage, _):
        while not verdict.times or time.monotonic() < end:
            started = time.monotonic()
            verdict.saw(
                await _ending(stage.begin("allow_and_spin:0.2")), "DEADLINE_EXCEEDED NO_ANSWER_IN_TIME"
            )
            longest = max(longest, time.monotonic() - started - 0.2 - _GRACE_SECONDS)
            call = stage.begin("spin:8")
            await asyncio.sleep(0.1)
            call.cancel()
            verdict.saw(await _ending(call), "its own cancellation")
            await stage.until_free(WORKERS - 1)
    verdict.expect(
        longest < _SLACK_SECONDS, f"a call ended {longest:.2f} s after its worker's budget and grace"
    )
    causes = {LossCause.OVERRAN, LossCause.ABANDONED}
    verdict.expect(set(stage.pool.statistics.lost) == causes, "workers were not lost as expected")
    return verdict


async def cancelling_clients(clients: int, seed: int = 1) -> Verdict:
    """Have clients, each by a connection of its own, give up at random moments, or go away without a word.

    The workers are the real engine's, asked about the recorded mix.
    """
    verdict = Verdict("clients cancel, or close their connection, at random moments")
    chance = random.Random(seed)
    questions = suggestions()
    gate = asyncio.Semaphore(_AT_THE_SAME_TIME)
    build = functools.partial(build_engine, EngineOptions(10.0, 1))

    async def client(address: str, wait: float, polite: bool) -> None:
        async with gate, aio.insecure_channel(address, options=_OWN_CONNECTION) as channel:
            method: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(SUGGEST)
            call = method(next(questions), timeout=30.0)
            await asyncio.sleep(wait)
            if polite:
                call.cancel()
            else:
                await channel.close()
            verdict.saw(await _ending(call), "OK", "its own cancellation")

    async with running_stage(_OPTIONS, build) as stage:
        async with neighbour(stage.address, SUGGEST, next(questions)) as someone:
            waits = [chance.uniform(0.0, _LONGEST_WAIT_SECONDS) for _ in range(clients)]
            await asyncio.gather(
                *(client(stage.address, wait, number % 2 == 0) for number, wait in enumerate(waits))
            )
        verdict.judge(someone)
        await _judge_pool(verdict, stage)
        verdict.expect(LossCause.DIED not in stage.pool.statistics.lost, "a worker died")
    return verdict


async def disconnecting_clients(seconds: float) -> Verdict:
    """Have clients close their connection in the middle of a stream."""
    verdict = Verdict("a client disconnects in the middle of a stream")
    end = time.monotonic() + seconds
    async with _scene(verdict) as (stage, _):
        while not verdict.times or time.monotonic() < end:
            # The second one is held up by a reader that does not read: its front waits to send.
            for command in (b"drip:1000,100,0.01", b"drip:1000,65536,0.01"):
                await _read_a_part(stage.address, command)
                verdict.saw("a part of its stream", "a part of its stream")
                await stage.until_free(WORKERS - 1)
        verdict.expect(not stage.pool.statistics.lost, "a worker was lost that would have stopped")
    return verdict


async def _read_a_part(address: str, command: bytes) -> None:
    """Read one part of a stream, and go; gRPC ends the call when nothing holds it, so nothing must after this."""
    async with aio.insecure_channel(address, options=_OWN_CONNECTION) as channel:
        analyze: aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(ANALYZE)
        await analyze(command).read()
        await asyncio.sleep(0.1)


async def killed_clients(seconds: float) -> Verdict:
    """Kill client processes in the middle of a stream."""
    verdict = Verdict("a client process is killed in the middle of a stream")
    end = time.monotonic() + seconds
    async with _scene(verdict) as (stage, _):
        while not verdict.times or time.monotonic() < end:
            client = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "load.stream_client", stage.address, "drip:1000,100,0.01"),
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": "tests"},
            )
            assert client.stdout is not None
            part = await client.stdout.readline()
            client.kill()
            await client.wait()
            verdict.saw("a part" if part else "nothing", "a part")
            await stage.until_free(WORKERS - 1)
        verdict.expect(not stage.pool.statistics.lost, "a worker was lost that would have stopped")
    return verdict


async def slow_readers(seconds: float) -> Verdict:
    """Have readers take their time over a stream that is much larger than what a connection holds."""
    verdict = Verdict("a slow reader of a stream")
    end = time.monotonic() + seconds
    async with _scene(verdict) as (stage, _):
        while not verdict.times or time.monotonic() < end:
            async with aio.insecure_channel(stage.address, options=_OWN_CONNECTION) as channel:
                analyze: aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(ANALYZE)
                stream = analyze(f"drip:{_PARTS},{_BYTES_OF_A_PART},0".encode())
                parts = [await stream.read()]
                # Its worker is through with it long before the reader is.
                await stage.until_free(WORKERS - 1)
                while (part := await stream.read()) is not aio.EOF:
                    parts.append(part)
                    await asyncio.sleep(0.002)
                whole = len(parts) == _PARTS + 1 and parts[-1] == b"done"
                verdict.saw("all of its stream" if whole else f"{len(parts)} parts", "all of its stream")
        verdict.expect(not stage.pool.statistics.lost, "a worker was lost")
    return verdict


TIMED: Final[tuple[Callable[[float], Awaitable[Verdict]], ...]] = (
    killed_worker,
    deaf_solve,
    disconnecting_clients,
    killed_clients,
    slow_readers,
)


async def all_faults(seconds: float, clients: int) -> list[Verdict]:
    """Try every fault, one after the other; those that are repeated, for an equal share of the time each."""
    verdicts = [await fault(seconds / len(TIMED)) for fault in TIMED]
    return [*verdicts, await cancelling_clients(clients)]


def main() -> int:
    """Try every fault and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="how long to repeat faults, in all")
    parser.add_argument("--clients", type=int, default=CLIENTS, help="how many clients cancel")
    arguments = parser.parse_args()
    verdicts = asyncio.run(all_faults(arguments.seconds, arguments.clients))
    say(table(HEADS, (verdict.row() for verdict in verdicts)))
    return 1 if any(verdict.broken for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())

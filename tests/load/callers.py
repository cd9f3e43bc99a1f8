"""Callers that put load on a service, from one process by one event loop."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence

from grpc import aio

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc
from carnegie_server.methods import SUGGEST
from load.measuring import Outcomes
from load.mix import positions

Ask = Callable[[aio.Channel], Awaitable[float]]
"""Makes one call, and gives the seconds of it that are to be counted."""


def suggestions(lines: int = 1) -> Iterator[bytes]:
    """Give serialized questions about the mix, over and over."""
    requests = [
        advisor_pb2.SuggestRequest(position=position, max_lines=lines).SerializeToString()
        for position in positions()
    ]
    return itertools.cycle(requests)


def asking(questions: Iterator[bytes], *, timeout: float | None = 30.0) -> Ask:
    """Ask for a suggestion, and count the whole call."""

    async def ask(channel: aio.Channel) -> float:
        method: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(SUGGEST)
        started = time.perf_counter()
        await method(next(questions), timeout=timeout)
        return time.perf_counter() - started

    return ask


def asking_over_the_solver(questions: Iterator[bytes]) -> Ask:
    """Ask for a suggestion, and count what the call takes over the solver's own time."""

    async def ask(channel: aio.Channel) -> float:
        request = advisor_pb2.SuggestRequest.FromString(next(questions))
        started = time.perf_counter()
        answer = await advisor_pb2_grpc.AdvisorServiceStub(channel).Suggest(request)
        taken = time.perf_counter() - started
        return taken - answer.statistics.solve_seconds - answer.statistics.read_seconds

    return ask


async def call_for(
    seconds: float, addresses: Sequence[str], callers: int, ask: Ask, *, pause_when_refused: float = 0.0
) -> Outcomes:
    """Have callers call one after the other's answer until the time is over; each has a connection of its own.

    Parameters
    ----------
    seconds
        After so long no call is begun.
    addresses
        Where they call, in turn.
    callers
        How many call side by side.
    ask
        The call.
    pause_when_refused
        Seconds that a caller waits after an error.
    """
    outcomes = Outcomes()
    end = time.monotonic() + seconds

    async def caller(number: int) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with aio.insecure_channel(addresses[number % len(addresses)], options=options) as channel:
            while time.monotonic() < end:
                try:
                    outcomes.answered(await ask(channel))
                except aio.AioRpcError as error:
                    outcomes.failed(error)
                    await asyncio.sleep(pause_when_refused)

    await asyncio.gather(*(caller(number) for number in range(callers)))
    return outcomes

"""Whether others are hurt: a neighbour who calls on and on, and the verdict on a fault."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from grpc import aio

PAUSE_SECONDS = 0.02


@dataclass
class Neighbour:
    """Someone else, whose calls must all be answered.

    Attributes
    ----------
    answered
        How many of the calls were.
    failed
        The codes of the others.
    longest
        The seconds that the slowest answer took.
    """

    answered: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0

    def __str__(self) -> str:
        failures = "".join(f", {count} {code}" for code, count in sorted(self.failed.items()))
        return f"{self.answered} answers{failures}, the slowest after {self.longest:.2f} s"


@asynccontextmanager
async def neighbour(address: str, method: str, request: bytes) -> AsyncIterator[Neighbour]:
    """Have somebody call again and again by a connection of his own, until the block ends; once more after it."""
    found = Neighbour()
    over = asyncio.Event()
    options = [("grpc.use_local_subchannel_pool", 1)]

    async def call_on_and_on(channel: aio.Channel) -> None:
        call: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
        last = False
        while not last:
            last = over.is_set()
            started = time.monotonic()
            try:
                await call(request, timeout=20.0)
                found.answered += 1
            except aio.AioRpcError as error:
                found.failed[error.code().name] += 1
            found.longest = max(found.longest, time.monotonic() - started)
            await asyncio.sleep(PAUSE_SECONDS)

    async with aio.insecure_channel(address, options=options) as channel:
        calling = asyncio.create_task(call_on_and_on(channel))
        try:
            yield found
        finally:
            over.set()
            await calling


@dataclass
class Verdict:
    """What a fault came to.

    Attributes
    ----------
    fault
        What was done.
    times
        How often.
    seen
        What the callers saw who were hit, and how many of them.
    others
        What became of the rest.
    broken
        The promises that were not kept; empty where all is well.
    """

    fault: str
    times: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    others: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def expect(self, holds: bool, promise: str) -> None:
        """Note a promise that was not kept."""
        if not holds:
            self.broken.append(promise)

    def saw(self, what: str, *allowed: str) -> None:
        """Note what a caller saw who was hit, which must be one of what is allowed."""
        self.times += 1
        self.seen[what] += 1
        self.expect(what in allowed, f"the caller saw {what}, not {' or '.join(allowed)}")

    def judge(self, someone: Neighbour) -> None:
        """Note how a neighbour fared, all of whose calls must have been answered."""
        self.others.append(f"neighbour: {someone}")
        self.expect(someone.answered > 0 and not someone.failed, f"a neighbour was hurt: {someone}")

    def row(self) -> tuple[object, ...]:
        """Give the line of a table."""
        seen = ", ".join(f"{count} x {what}" for what, count in sorted(self.seen.items()))
        return self.fault, self.times, seen, "; ".join(self.others), "; ".join(self.broken[:5]) or "kept"


HEADS = ("fault", "times", "what its callers saw", "the others", "promises")
"""The columns of a table of verdicts."""

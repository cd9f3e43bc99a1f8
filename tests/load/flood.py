"""Floods of messages of 1 MiB, and of larger ones: ``PYTHONPATH=tests python -m load.flood --seconds 60``."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Mapping
from typing import Final

from grpc import aio

from carnegie.v1 import advisor_pb2, rules_pb2
from carnegie_server.methods import SUGGEST, VALIDATE_POSITION
from load.measuring import resident_bytes
from load.neighbour import HEADS, Verdict, neighbour
from load.reporting import say, table
from server.positions import management
from server.service_process import ServiceProcess, refusal, running_service

LIMIT: Final = 1 << 20
"""The largest message that the service takes, in bytes."""
FLOODERS: Final = 16
FLAGS: Final = (f"--workers={max(2, len(os.sched_getaffinity(0)))}", f"--max-request-bytes={LIMIT}")
MEMORY_OF_A_FLOODER: Final = 24 * LIMIT
"""What the front may hold for each beside the message that comes in: measured are 16 MiB, however long it lasts.

A message over the limit is held, too: gRPC refuses it only when it has all of it (grpc/grpc issue 43012).
"""
MEMORY_BESIDE: Final = 64 << 20

_OPTIONS: Final = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_send_message_length", -1)]
_TOO_LARGE: Final = "RESOURCE_EXHAUSTED without details"


def _padded(request: advisor_pb2.SuggestRequest | rules_pb2.ValidatePositionRequest) -> bytes:
    """Give a valid request of exactly the limit: the JSON text of components is mostly space."""
    spaces = LIMIT - request.ByteSize() - 6
    request.components_json = f"{{{' ' * spaces}}}"
    data = request.SerializeToString()
    assert len(data) == LIMIT
    return data


def floods() -> Mapping[str, tuple[str, bytes, str]]:
    """Give what is sent by name: the call, the message, and what its callers must see."""
    valid = rules_pb2.ValidatePositionRequest(position=management())
    question = advisor_pb2.SuggestRequest(position=management())
    return {
        "junk of 1 MiB": (SUGGEST, b"\xff" * LIMIT, "INVALID_ARGUMENT MALFORMED_MESSAGE"),
        "valid messages of 1 MiB": (VALIDATE_POSITION, _padded(valid), "OK"),
        "valid questions of 1 MiB": (SUGGEST, _padded(question), "OK"),
        "brackets of 1 MiB": (
            VALIDATE_POSITION,
            rules_pb2.ValidatePositionRequest(components_json="[" * (LIMIT - 4)).SerializeToString(),
            "INVALID_ARGUMENT INVALID_REQUEST",
        ),
        "one byte over the limit": (SUGGEST, bytes(LIMIT + 1), _TOO_LARGE),
        "16 times the limit": (SUGGEST, bytes(16 * LIMIT), _TOO_LARGE),
    }


async def flood(service: ServiceProcess, name: str, seconds: float) -> Verdict:
    """Have callers send one kind of message as fast as they can, while somebody else asks a question."""
    method, message, expected = floods()[name]
    verdict = Verdict(f"a flood of {name}")
    question = advisor_pb2.SuggestRequest(position=management()).SerializeToString()
    front = service.process.pid
    before = resident_bytes(front)
    memory = [before]
    end = time.monotonic() + seconds

    async def flooder() -> None:
        async with aio.insecure_channel(service.address, options=_OPTIONS) as channel:
            call: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
            while time.monotonic() < end:
                verdict.saw(await _ending(call, message), expected)

    async def measure() -> None:
        while time.monotonic() < end:
            memory.append(resident_bytes(front))
            await asyncio.sleep(0.1)

    async with neighbour(service.address, SUGGEST, question) as someone:
        await asyncio.gather(measure(), *(flooder() for _ in range(FLOODERS)))
    verdict.judge(someone)
    most = (max(memory) - before) >> 20
    allowed = (FLOODERS * (MEMORY_OF_A_FLOODER + len(message)) + MEMORY_BESIDE) >> 20
    half = len(memory) // 2
    growth = (max(memory[half:]) - max(memory[: half + 1])) >> 20
    verdict.others.append(f"memory of the front {before >> 20} MiB, at most {most} MiB more")
    verdict.expect(most <= allowed, f"the front took {most} MiB more, allowed {allowed} MiB")
    verdict.expect(growth <= allowed // 2, f"the second half took {growth} MiB more than the first")
    verdict.expect("replacing it" not in service.log(), "a worker was lost")
    verdict.expect(service.process.poll() is None, "the service ended")
    return verdict


async def _ending(call: aio.UnaryUnaryMultiCallable[bytes, bytes], message: bytes) -> str:
    try:
        await call(message, timeout=30.0)
    except aio.AioRpcError as error:
        try:
            return f"{error.code().name} {refusal(error).reason}"
        except AssertionError:
            return f"{error.code().name} without details"
    return "OK"


def all_floods(seconds: float) -> list[Verdict]:
    """Send every flood to one service, one after the other, for an equal share of the time each."""
    names = list(floods())
    with running_service(*FLAGS) as service:
        return [asyncio.run(flood(service, name, seconds / len(names))) for name in names]


def main() -> int:
    """Flood and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long, in all")
    verdicts = all_floods(parser.parse_args().seconds)
    say(table(HEADS, (verdict.row() for verdict in verdicts)))
    return 1 if any(verdict.broken for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())

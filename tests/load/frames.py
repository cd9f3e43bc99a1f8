"""Malformed frames, and floods of small ones, by raw sockets: ``PYTHONPATH=tests python -m load.frames``."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from carnegie.v1 import advisor_pb2
from carnegie_server.methods import SUGGEST
from load.http2 import (
    CANCEL,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    PING,
    PREFACE,
    PRIORITY,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    Headers,
    call_headers,
    frame,
    header_block,
    message,
    opened,
    reaction,
)
from load.measuring import resident_bytes
from load.neighbour import HEADS, Verdict, neighbour
from load.reporting import say, table
from server.positions import management
from server.service_process import ServiceProcess, running_service

FLAGS: Final = (f"--workers={max(2, len(os.sched_getaffinity(0)))}",)
MOST_MEMORY: Final = 128 << 20
"""What the front may take more for all of it, in bytes."""
_LARGEST_FRAME: Final = 16_384
_PATIENCE_SECONDS: Final = 0.2
"""How long an attacker listens for a reaction where there may be none."""
_LONG_PATIENCE_SECONDS: Final = 5.0
"""How long where there must be one."""
_ENDINGS: Final = ("closed", "silence", "GOAWAY ", "RST_STREAM ", "http ")
"""How a server may end what is no call: with none of them is a call answered."""

_GREETING: Final = PREFACE + frame(SETTINGS, 0, 0)
_QUESTION: Final = advisor_pb2.SuggestRequest(position=management()).SerializeToString()
_PATH: Final = SUGGEST.encode()


@dataclass(frozen=True)
class Attack:
    """Bytes that a client should not send.

    Attributes
    ----------
    name
        What they are.
    write
        Makes them, by chance.
    allowed
        How the server may react, each the beginning of what `reaction` gives.
    """

    name: str
    write: Callable[[random.Random], bytes]
    allowed: tuple[str, ...] = _ENDINGS


def _begun(headers: Headers, flags: int = END_HEADERS, stream: int = 1) -> bytes:
    """Begin a call; headers that are too long for a frame go on in others."""
    block = header_block(headers)
    parts = [block[start : start + _LARGEST_FRAME] for start in range(0, len(block), _LARGEST_FRAME)]
    if len(parts) == 1:
        return frame(HEADERS, flags, stream, block)
    amid = b"".join(frame(CONTINUATION, 0, stream, part) for part in parts[1:-1])
    return frame(HEADERS, 0, stream, parts[0]) + amid + frame(CONTINUATION, flags, stream, parts[-1])


def _call(data: bytes, headers: Headers | None = None) -> bytes:
    return _GREETING + _begun(headers or call_headers(_PATH)) + frame(DATA, END_STREAM, 1, data)


def _resets(count: int) -> bytes:
    """Begin whole calls and reset each at once."""
    streams = (1 + 2 * number for number in range(count))
    body = message(_QUESTION)
    reset = CANCEL.to_bytes(4, "big")
    return _GREETING + b"".join(
        _begun(call_headers(_PATH), stream=stream)
        + frame(DATA, END_STREAM, stream, body)
        + frame(RST_STREAM, 0, stream, reset)
        for stream in streams
    )


def _changed(chance: random.Random) -> bytes:
    """Change some bytes of a good call."""
    data = bytearray(_call(message(_QUESTION)))
    for _ in range(chance.randrange(1, 6)):
        data[chance.randrange(len(PREFACE), len(data))] = chance.randrange(256)
    return bytes(data)


_PROTOCOL: Final = ("GOAWAY ", "closed", "RST_STREAM ", "grpc-status 14")
"""How it may end a connection that breaks the protocol; a call on it that has begun is told that it is unavailable."""
_NO_CALL: Final = ("grpc-status ", *_ENDINGS)

ATTACKS: Final = (
    Attack("junk", lambda chance: chance.randbytes(chance.randrange(1, 5_000))),
    Attack("an HTTP/1 request", lambda _: b"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"),
    Attack(
        "a TLS greeting",
        lambda chance: b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + chance.randbytes(508),
    ),
    Attack("half a preface", lambda chance: PREFACE[: chance.randrange(1, len(PREFACE))], ("silence",)),
    Attack("junk after the preface", lambda chance: _GREETING + chance.randbytes(3_000)),
    Attack(
        "frames of random kinds",
        lambda chance: (
            _GREETING
            + b"".join(
                frame(
                    chance.randrange(256),
                    chance.randrange(256),
                    chance.randrange(4),
                    chance.randbytes(chance.randrange(40)),
                )
                for _ in range(30)
            )
        ),
        _NO_CALL,
    ),
    Attack("a frame larger than agreed", lambda _: _GREETING + frame(DATA, 0, 1, b"", length=(1 << 24) - 1)),
    Attack(
        "headers without an end", lambda _: _GREETING + _begun(call_headers(_PATH), flags=0), ("silence",)
    ),
    Attack(
        "another frame amid headers",
        lambda _: _GREETING + _begun(call_headers(_PATH), flags=0) + frame(PING, 0, 0, bytes(8)),
        _PROTOCOL,
    ),
    Attack(
        "headers that are no headers",
        lambda chance: _GREETING + frame(HEADERS, END_HEADERS, 1, b"\xff" + chance.randbytes(60)),
        _NO_CALL,
    ),
    Attack("headers on an even stream", lambda _: _GREETING + _begun(call_headers(_PATH), stream=2)),
    Attack("data on a stream that is not open", lambda _: _GREETING + frame(DATA, 0, 9, b"abc")),
    Attack(
        "endless headers",
        lambda _: (
            _GREETING
            + _begun(call_headers(_PATH), flags=0)
            + frame(CONTINUATION, 0, 1, header_block([(b"a", b"b" * 1_000)])) * 300
        ),
        _NO_CALL,
    ),
    Attack(
        "huge metadata",
        lambda _: _call(message(_QUESTION), call_headers(_PATH, (b"x-huge", b"a" * 1_000_000))),
        ("grpc-status 0", "grpc-status 8", *_PROTOCOL),
    ),
    Attack("a message longer than its length", lambda _: _call(message(_QUESTION, length=3)), _NO_CALL),
    Attack("a message shorter than its length", lambda _: _call(message(_QUESTION, length=5_000)), _NO_CALL),
    Attack("a message of 4 GiB, it says", lambda _: _call(message(b"", length=(1 << 32) - 1)), _NO_CALL),
    Attack(
        "a message whose end does not come",
        lambda _: (
            _GREETING + _begun(call_headers(_PATH)) + frame(DATA, 0, 1, message(_QUESTION, length=5_000))
        ),
        ("silence",),
    ),
    Attack(
        "a message said to be compressed",
        lambda _: _call(message(_QUESTION, compressed=1)),
        ("grpc-status 0", "grpc-status 12", "grpc-status 13"),
    ),
    Attack(
        "a message said to be gzip",
        lambda _: _call(message(_QUESTION, compressed=1), call_headers(_PATH, (b"grpc-encoding", b"gzip"))),
        ("grpc-status 12",),
    ),
    Attack(
        "a compression that nobody knows",
        lambda _: _call(message(_QUESTION, compressed=1), call_headers(_PATH, (b"grpc-encoding", b"snake"))),
        ("grpc-status 12", "grpc-status 13"),
    ),
    Attack(
        "flags that a message does not have", lambda _: _call(message(_QUESTION, compressed=0xFE)), _NO_CALL
    ),
    Attack("two messages where one belongs", lambda _: _call(message(_QUESTION) * 2), _NO_CALL),
    Attack("no message", lambda _: _call(b""), _NO_CALL),
    Attack(
        "an unknown call",
        lambda _: _call(message(b""), call_headers(b"/carnegie.v1.AdvisorService/Guess")),
        ("grpc-status 12",),
    ),
    Attack(
        "a call whose name is no text",
        lambda _: _call(message(b""), call_headers(b"/carn\xede.v1.AdvisorService/Suggest")),
        ("grpc-status ", "silence"),
    ),
    Attack("a call without a name", lambda _: _call(message(b""), call_headers(b"")), _NO_CALL),
    Attack(
        "another type of content",
        lambda _: _call(message(_QUESTION), call_headers(_PATH, content_type=b"text/html")),
        ("http ", "grpc-status ", "RST_STREAM "),
    ),
    Attack(
        "a deadline that is none",
        lambda _: _call(message(_QUESTION), call_headers(_PATH, (b"grpc-timeout", b"-5x"))),
        _NO_CALL,
    ),
    Attack(
        "a GET",
        lambda _: (
            _GREETING + _begun(((b":method", b"GET"), *call_headers(_PATH)[1:]), END_HEADERS | END_STREAM)
        ),
        _NO_CALL,
    ),
    Attack("a good call with some bytes changed", _changed, _NO_CALL),
    Attack("1,000 calls that are reset at once", lambda _: _resets(1_000), _NO_CALL),
    Attack(
        "10,000 pings",
        lambda _: _GREETING + frame(PING, 0, 0, bytes(8)) * 10_000,
        ("GOAWAY 11", "closed", "silence"),
    ),
    Attack(
        "10,000 settings",
        lambda _: _GREETING + frame(SETTINGS, 0, 0) * 10_000,
        ("GOAWAY ", "closed", "silence"),
    ),
    Attack("10,000 priorities", lambda _: _GREETING + frame(PRIORITY, 0, 1, bytes(4) + b"\x10") * 10_000),
    Attack(
        "windows beyond all bounds",
        lambda _: _GREETING + frame(WINDOW_UPDATE, 0, 0, b"\x7f\xff\xff\xff") * 2,
    ),
)


def strike(address: str, attack: Attack, chance: random.Random) -> str:
    """Make one attack by a connection of its own, and give the server's reaction."""
    patience = _PATIENCE_SECONDS if "silence" in attack.allowed else _LONG_PATIENCE_SECONDS
    with opened(address) as connection:
        try:
            connection.sendall(attack.write(chance))
        except OSError:
            # The server does not listen any more, and says why, or not.
            return reaction(connection, patience)
        return reaction(connection, patience)


def _open_files(process_id: int) -> int:
    return len(list(Path(f"/proc/{process_id}/fd").iterdir()))


async def all_attacks(service: ServiceProcess, seconds: float, seed: int = 1) -> list[Verdict]:
    """Make every attack, again and again for so long, each at least once, while somebody else asks a question."""
    verdicts = {attack.name: Verdict(attack.name) for attack in ATTACKS}
    rest = Verdict("all of them together")
    front = service.process.pid
    chance = random.Random(seed)
    before, most = resident_bytes(front), 0
    handles = _open_files(front)
    end = time.monotonic() + seconds
    async with neighbour(service.address, SUGGEST, _QUESTION) as someone:
        for number in itertools.count():
            if number >= len(ATTACKS) and time.monotonic() > end:
                break
            attack = ATTACKS[number % len(ATTACKS)]
            seen = await asyncio.to_thread(strike, service.address, attack, chance)
            allowed = [seen] if seen.startswith(attack.allowed) else list(attack.allowed)
            verdicts[attack.name].saw(seen, *allowed)
            most = max(most, resident_bytes(front) - before)
            rest.times += 1
    rest.judge(someone)
    await asyncio.sleep(1.0)
    left = _open_files(front) - handles
    rest.others.append(
        f"the front took at most {most >> 20} MiB more, and has {left} more connections in the end"
    )
    rest.expect(most <= MOST_MEMORY, f"the front took {most >> 20} MiB more")
    rest.expect(left <= 2, f"{left} connections are left open")
    # gRPC's own lines repeat what it was sent, as it is.
    log = service.log_path.read_text(encoding="utf-8", errors="replace")
    rest.expect("died; replacing it" not in log, "a worker died")
    rest.expect("Traceback" not in log, "the log has a traceback")
    rest.expect(service.process.poll() is None, "the service ended")
    return [*verdicts.values(), rest]


def main() -> int:
    """Attack and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long, in all")
    parser.add_argument("--seed", type=int, default=1, help="decides what is random")
    arguments = parser.parse_args()
    with running_service(*FLAGS) as service:
        verdicts = asyncio.run(all_attacks(service, arguments.seconds, arguments.seed))
    say(table(HEADS, (verdict.row() for verdict in verdicts)))
    return 1 if any(verdict.broken for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())

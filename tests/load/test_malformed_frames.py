"""Malformed frames hurt nobody else: the short version of ``load.frames``."""

from __future__ import annotations

import asyncio

from load.frames import ATTACKS, FLAGS, all_attacks
from load.http2 import frame, header_block, message
from server.service_process import running_service


def test_malformed_frames_hurt_nobody_else() -> None:
    with running_service(*FLAGS) as service:
        verdicts = asyncio.run(all_attacks(service, 0.0))
    assert [(verdict.fault, verdict.broken) for verdict in verdicts if verdict.broken] == []
    assert [verdict.times for verdict in verdicts] == [1] * len(ATTACKS) + [len(ATTACKS)]


def test_frames_are_written_as_http_2_says() -> None:
    assert frame(6, 1, 3, b"ab") == b"\x00\x00\x02\x06\x01\x00\x00\x00\x03ab"
    assert message(b"ab", compressed=1) == b"\x01\x00\x00\x00\x02ab"
    # RFC 7541, 5.1 and 5.2: 127 and more do not fit into the first seven bits.
    assert header_block([(b"a", b"b" * 126)])[:4] == b"\x00\x01a\x7e"
    assert header_block([(b"a", b"b" * 127)])[:5] == b"\x00\x01a\x7f\x00"
    assert header_block([(b"a", b"b" * 300)])[:6] == b"\x00\x01a\x7f\xad\x01"

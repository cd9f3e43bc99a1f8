"""The recorded mix: 200 positions of whole games, with Andrew and with two to four players."""

from __future__ import annotations

import functools
import gzip
from pathlib import Path
from typing import Final

from carnegie.v1 import position_pb2
from carnegie_proto.strict_json import parse

POSITIONS: Final = 200
RECORDED: Final = Path(__file__).with_name("mix.jsonl.gz")


@functools.cache
def positions() -> tuple[position_pb2.Position, ...]:
    """Read the mix."""
    lines = gzip.decompress(RECORDED.read_bytes()).splitlines()
    return tuple(parse(position_pb2.Position, line) for line in lines)

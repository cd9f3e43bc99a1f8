"""A client to be killed: ``python -m load.stream_client ADDRESS REQUEST`` prints a line for each part it gets."""

from __future__ import annotations

import sys

import grpc

from carnegie_server.methods import ANALYZE
from load.reporting import say


def main() -> None:
    """Ask."""
    _, address, request = sys.argv
    with grpc.insecure_channel(address) as channel:
        analyze: grpc.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(ANALYZE)
        for _ in analyze(request.encode()):
            say("a part")


if __name__ == "__main__":
    main()

"""What the service is compared with: gRPC's own server with two threads over the same handlers, in one process.

``python -m load.thread_pool_server`` prints its address and serves until its standard input is closed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import grpc

from carnegie_server.engine_setup import EngineOptions, build_engine
from carnegie_server.methods import SUGGEST
from carnegie_server.workers import Job, Reply

THREADS = 2
MAX_SECONDS = 10.0


class ThreadSession:
    """What a handler is given while it answers, see `carnegie_server.workers.Session`."""

    def __init__(self) -> None:
        self._end = time.monotonic() + MAX_SECONDS

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._end - time.monotonic())

    def stop_requested(self) -> bool:
        return False

    def watch(self, stop: Callable[[], None] | None) -> None:
        """Nobody stops a search."""

    def recall(self, key: bytes) -> Reply | None:  # noqa: ARG002 # nothing is remembered
        """Nobody remembers."""
        return None

    def allow(self, seconds: float) -> None:
        """Nobody watches."""

    def tell(self, body: bytes) -> None:
        """Nobody listens."""


def answering() -> Callable[[bytes, grpc.ServicerContext], bytes]:
    """Give a handler of Suggest; built in the process that answers."""
    engine = build_engine(EngineOptions(MAX_SECONDS, 1))

    def answer(request: bytes, context: grpc.ServicerContext) -> bytes:
        reply = engine(Job(1, SUGGEST, request, MAX_SECONDS), ThreadSession())
        if reply.code:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "refused")
        return reply.body

    return answer


def main() -> None:
    """Serve."""
    server = grpc.server(ThreadPoolExecutor(THREADS))
    service, method = SUGGEST.strip("/").split("/")
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        method: grpc.unary_unary_rpc_method_handler(answering())
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"listening on 127.0.0.1:{port}\n")
    sys.stdout.flush()
    sys.stdin.read()
    server.stop(None)


if __name__ == "__main__":
    main()

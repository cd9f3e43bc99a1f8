"""A program that stands in for `python -m carnegie_server`: the same flags, the answers of a `FakeService`.

The environment says how it behaves: FAKE_BEHAVIOUR names one of the behaviours below, and FAKE_NOTES the file to which
it writes its process number and its arguments; one beside it appears when a call comes that is not answered.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import HealthServicer

from carnegie.v1 import advisor_pb2, info_pb2, rules_pb2
from clients.fake_service import FakeService


def main() -> None:
    behaviour = os.environ.get("FAKE_BEHAVIOUR", "good")
    Path(os.environ["FAKE_NOTES"]).write_text(
        json.dumps({"process": os.getpid(), "arguments": sys.argv[1:]}), encoding="utf-8"
    )
    if behaviour == "crash":
        sys.exit("the components file is broken")
    if behaviour == "silent":
        time.sleep(60)
    stop = threading.Event()
    if behaviour == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
        threading.Thread(target=_stop_with_standard_input, args=(stop,), daemon=True).start()
    with FakeService() as fake:
        fake.information = info_pb2.GetInfoResponse(version="0.0.0-fake")
        fake.information.limits.max_time_limit.FromSeconds(5)
        fake.validation = rules_pb2.ValidatePositionResponse(position_digest="a" * 64)
        fake.validation.position.round = 3
        fake.suggestion = advisor_pb2.SuggestResponse(
            position_digest="a" * 64,
            decision=advisor_pb2.DECISION_CONSTRUCTION,
            status=advisor_pb2.SUGGESTION_STATUS_PROVED_BEST,
            lines=[advisor_pb2.Line()],
        )
        if behaviour == "slow answer":
            fake.before_answer = lambda: time.sleep(30)
        if behaviour == "no answers":
            fake.before_answer = _never_answer
        if behaviour == "some work":
            fake.before_answer = lambda: time.sleep(0.02)
        health = serve_health(fake, behaviour)
        if behaviour == "chatty":
            sys.stdout.write("x\n" * 100_000)
            sys.stderr.write("y\n" * 100_000)
        sys.stdout.write(f"listening on {health}\n")
        sys.stdout.flush()
        if behaviour == "chatty":
            sys.stdout.write("x\n" * 100_000)
            sys.stdout.flush()
        stop.wait(60)
        os._exit(0)  # without waiting for answers that take long


def _never_answer() -> None:
    Path(os.environ["FAKE_NOTES"]).with_suffix(".asked").touch()
    time.sleep(60)


def _stop_with_standard_input(stop: threading.Event) -> None:
    sys.stdin.read()
    stop.set()


def serve_health(fake: FakeService, behaviour: str) -> str:
    """Serve the health beside the fake service, on the same port, and give the address."""
    servicer = HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, fake.server)
    status = health_pb2.HealthCheckResponse
    servicer.set("", status.NOT_SERVING if behaviour in {"slow start", "never ready"} else status.SERVING)
    if behaviour == "slow start":
        timer = threading.Timer(0.5, lambda: servicer.set("", status.SERVING))
        timer.daemon = True
        timer.start()
    return fake.address


if __name__ == "__main__":
    main()

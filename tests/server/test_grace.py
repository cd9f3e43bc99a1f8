"""Calls that the grace leaves undone are told so by the service itself, in the way of all its errors."""

from __future__ import annotations

import signal
import threading
import time

import grpc
import pytest

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc
from server.service_process import refusal, running_service

CALLS = 12
"""Of each kind; all of them take one worker ten seconds."""


def question(seed: int) -> advisor_pb2.SuggestRequest:
    """Ask for what takes 0.4 seconds."""
    request = advisor_pb2.SuggestRequest(max_lines=10, explain=True, seed=seed)
    for _ in range(4):
        request.position.players.add()
    request.time_limit.FromMilliseconds(400)
    return request


class Calls:
    """Calls under way, and how they have ended."""

    def __init__(self, channel: grpc.Channel) -> None:
        self.stub = advisor_pb2_grpc.AdvisorServiceStub(channel)
        self.reasons: list[str] = []
        self.last_failures: list[tuple[bool, str]] = []

    def suggest(self, seed: int) -> None:
        try:
            self.stub.Suggest(question(seed), timeout=30.0)
        except grpc.RpcError as error:
            self.reasons.append(refusal(error).reason)

    def analyze(self, seed: int) -> None:
        answers = [advisor_pb2.AnalyzeResponse()]
        try:
            for answer in self.stub.Analyze(
                advisor_pb2.AnalyzeRequest(question=question(seed)), timeout=30.0
            ):
                answers.append(answer)  # noqa: PERF402 # what came before an error counts
        except grpc.RpcError as error:
            self.reasons.append(refusal(error).reason)
            self.last_failures.append((answers[-1].final, answers[-1].failure.reason))

    def batch(self, seed: int) -> None:
        item = advisor_pb2.BatchItem(id="one", question=question(seed))
        answers = [advisor_pb2.AnalyzeBatchResponse()]
        try:
            for answer in self.stub.AnalyzeBatch(
                iter([advisor_pb2.AnalyzeBatchRequest(item=item)]), timeout=30.0
            ):
                answers.append(answer)  # noqa: PERF402 # what came before an error counts
        except grpc.RpcError as error:
            self.reasons.append(refusal(error).reason)
        if answers[-1].HasField("failure"):
            self.last_failures.append((answers[-1].final, answers[-1].failure.reason))


@pytest.mark.parametrize("signals", [1, 2])
def test_each_has_a_reason_and_a_stream_a_final_message(signals: int) -> None:
    """At the end of the grace, and at a second signal."""
    grace = 0.5 if signals == 1 else 60.0
    with (
        running_service("--workers=1", "--cache-bytes=0", f"--shutdown-grace={grace}") as service,
        service.channel() as channel,
    ):
        calls = Calls(channel)
        asking = [
            threading.Thread(target=kind, args=(seed,))
            for seed in range(CALLS)
            for kind in (calls.suggest, calls.analyze, calls.batch)
        ]
        for thread in asking:
            thread.start()
        time.sleep(0.5)
        for _ in range(signals):
            service.process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
        for thread in asking:
            thread.join(30.0)
        assert service.process.wait(20.0) == 0
        log = service.log()
    assert len(calls.reasons) > CALLS
    assert set(calls.reasons) == {"SHUTTING_DOWN"}
    assert calls.last_failures
    assert set(calls.last_failures) == {(True, "SHUTTING_DOWN")}
    assert "Traceback" not in log
    assert '"level": "ERROR"' not in log

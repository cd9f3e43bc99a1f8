"""The same request with a limit of work gives the same bytes: whatever the workers, the load and the hash seed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc, position_pb2, steps_pb2
from carnegie_server import wire
from carnegie_server.methods import ANALYZE, EVALUATE_PLAN, SUGGEST
from carnegie_solver.advisor import DECISIONS, STANDING_UP, decision_of
from carnegie_solver.components import load_components
from carnegie_solver.rules.timeline import may_change_action
from models.random_games import random_game
from server.service_process import ServiceProcess, raw_method, running_service

COMPONENTS = load_components()
PATIENCE = "--max-time-limit=120"
FORGETFUL = "--cache-bytes=0"
"""On a machine under load the time limit must not end what the limit of work should."""
TINY, SMALL, AMPLE = 1e-5, 2e-3, 20.0
CHANGING_ACTION = "ACTION_CHOICE"


def positions_by_decision() -> dict[str, position_pb2.Position]:
    """Give the fourth position of each decision in one game, of the last round's events, of a choice of the action."""
    kept: dict[str, position_pb2.Position] = {}
    counted: dict[str, int] = {}
    for position, _, _ in random_game(11):
        decision = decision_of(position)
        assert decision is not None
        if may_change_action(COMPONENTS, position):
            decision = CHANGING_ACTION
        elif position.round == 20 and position.events:
            decision = f"LAST_{decision}"
        counted[decision] = counted.get(decision, 0) + 1
        if counted[decision] <= 4:
            kept[decision] = wire.position_to_message(COMPONENTS, position)
    return kept


@pytest.fixture(scope="module")
def positions() -> dict[str, position_pb2.Position]:
    found = positions_by_decision()
    assert set(found) == {*DECISIONS, CHANGING_ACTION, "LAST_INCOME", "LAST_DONATION"}
    return found


def questions(positions: dict[str, position_pb2.Position]) -> Iterator[advisor_pb2.SuggestRequest]:
    """Give every decision with little work, with some, and with as much as is needed."""
    for number, position in enumerate(positions.values()):
        yield advisor_pb2.SuggestRequest(position=position, work_limit=TINY, max_lines=3, seed=number)
        yield advisor_pb2.SuggestRequest(
            position=position, work_limit=SMALL, max_lines=5, explain=True, threads=2
        )
        yield advisor_pb2.SuggestRequest(
            position=position, work_limit=AMPLE, max_lines=2, explain=True, threads=1 + number % 2, seed=7
        )


def analyzed(channel: grpc.Channel, request: advisor_pb2.SuggestRequest) -> list[bytes]:
    message = advisor_pb2.AnalyzeRequest(question=request).SerializeToString()
    method: grpc.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(ANALYZE)
    return list(method(message, timeout=120.0))


def answers(service: ServiceProcess, positions: dict[str, position_pb2.Position]) -> list[list[bytes]]:
    """Ask everything, and give the bytes that come back."""
    with service.channel() as channel:
        suggest, evaluate = raw_method(channel, SUGGEST), raw_method(channel, EVALUATE_PLAN)
        found = [[suggest(request.SerializeToString(), timeout=120.0)] for request in questions(positions)]
        found += [
            analyzed(channel, request) for number, request in enumerate(questions(positions)) if number % 3
        ]
        for decision, position in positions.items():
            if decision in ("HUMAN_RESOURCES", "CONSTRUCTION", STANDING_UP):
                plan = advisor_pb2.EvaluatePlanRequest(
                    position=position,
                    steps=[steps_pb2.Step(end_turn=steps_pb2.EndTurn())],
                    work_limit=AMPLE,
                    seed=3,
                    threads=2,
                )
                found.append([evaluate(plan.SerializeToString(), timeout=120.0)])
    return found


@contextmanager
def load(service: ServiceProcess, positions: dict[str, position_pb2.Position]) -> Iterator[None]:
    """Keep two workers busy with searches, every other one of which is cancelled."""
    over = threading.Event()

    def ask() -> None:
        with service.channel() as channel:
            advisor = advisor_pb2_grpc.AdvisorServiceStub(channel)
            number = 0
            while not over.is_set():
                for position in positions.values():
                    number += 1
                    request = advisor_pb2.SuggestRequest(
                        position=position, time_limit=Duration(seconds=2), max_lines=10
                    )
                    call = advisor.Suggest.future(request, timeout=60.0)
                    if number % 2:
                        over.wait(0.004)
                        call.cancel()
                    else:
                        call.exception(timeout=60.0)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_the_same_bytes_from_one_worker_and_from_three_under_load(
    positions: dict[str, position_pb2.Position],
) -> None:
    with running_service("--workers=1", PATIENCE, FORGETFUL, PYTHONHASHSEED="1") as quiet:
        expected = answers(quiet, positions)
    with (
        running_service("--workers=3", PATIENCE, FORGETFUL, PYTHONHASHSEED="2") as busy,
        load(busy, positions),
    ):
        found = answers(busy, positions)
    assert found == expected
    suggested = [advisor_pb2.SuggestResponse.FromString(body) for (body,) in expected[: 3 * len(positions)]]
    reasons = [answer.limit_reason for answer in suggested]
    assert advisor_pb2.LIMIT_REASON_TIME not in reasons
    assert reasons.count(advisor_pb2.LIMIT_REASON_WORK) > 5
    assert all(answer.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST for answer in suggested[2::3])
    assert not any(answer.statistics.solve_seconds or answer.statistics.read_seconds for answer in suggested)


def test_times_come_with_every_answer_as_metadata(
    channel: grpc.Channel, positions: dict[str, position_pb2.Position]
) -> None:
    advisor = advisor_pb2_grpc.AdvisorServiceStub(channel)
    request = advisor_pb2.SuggestRequest(position=positions["MANAGEMENT"], work_limit=1.0)
    response, call = advisor.Suggest.with_call(request)
    metadata = dict(call.trailing_metadata())
    assert response.statistics.solve_seconds == response.statistics.read_seconds == 0.0
    assert 0.0 < float(metadata["carnegie-solve-seconds"]) < 60.0
    assert 0.0 < float(metadata["carnegie-read-seconds"]) < 60.0
    stream = advisor.Analyze(advisor_pb2.AnalyzeRequest(question=request))
    assert [message.final for message in stream][-1]
    assert float(dict(stream.trailing_metadata())["carnegie-solve-seconds"]) > 0.0


def test_seed_and_threads_out_of_range_are_clamped_with_a_warning(
    channel: grpc.Channel, positions: dict[str, position_pb2.Position]
) -> None:
    advisor = advisor_pb2_grpc.AdvisorServiceStub(channel)
    position = positions["MANAGEMENT"]
    request = advisor_pb2.SuggestRequest(position=position, seed=-1, threads=1_000)
    clamped = advisor_pb2.WARNING_REASON_CLAMPED
    found = {
        (warning.path, warning.description)
        for warning in advisor.Suggest(request).warnings
        if warning.reason == clamped
    }
    assert found == {
        ("seed", "found -1, allowed 0 to 2147483647; 0 is taken"),
        ("threads", "found 1000, allowed 1 to 4; 4 is taken"),
    }
    *_, last = advisor.Analyze(advisor_pb2.AnalyzeRequest(question=request))
    paths = [warning.path for warning in last.suggestion.warnings if warning.reason == clamped]
    assert paths == ["question.seed", "question.threads"]
    plan = advisor_pb2.EvaluatePlanRequest(
        position=position, steps=[steps_pb2.Step(end_turn=steps_pb2.EndTurn())], threads=0
    )
    warnings = advisor.EvaluatePlan(plan).best.warnings
    assert [warning.path for warning in warnings if warning.reason == clamped] == ["threads"]

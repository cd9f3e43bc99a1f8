"""The client sends what it is given, limits every call, and tells the errors apart."""

from __future__ import annotations

import json
import math
import socket
import time
from collections.abc import Iterator

import grpc
import pytest
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2, info_pb2, position_pb2, rules_pb2, solo_pb2, steps_pb2
from carnegie_client import (
    CallFailed,
    Client,
    InvalidRequest,
    MalformedJson,
    NoAnswerInTime,
    NotAuthenticated,
    NotPermitted,
    NotSupported,
    ServerUnreachable,
    ServiceBusy,
    Violation,
)
from clients.both_clients import Connect
from clients.fake_service import BUSY, FakeService, refusal


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService() as service:
        service.information = info_pb2.GetInfoResponse(
            version="9.9.9", limits=info_pb2.Limits(max_request_bytes=1 << 20, workers=3)
        )
        assert isinstance(service.information, info_pb2.GetInfoResponse)
        service.information.limits.max_time_limit.FromSeconds(30)
        yield service


@pytest.fixture
def client(fake: FakeService, connect: Connect) -> Iterator[Client]:
    with connect(fake.address) as connected:
        yield connected


@pytest.mark.parametrize(
    "position",
    [
        position_pb2.Position(round=8, players=[position_pb2.Player(money=3)]),
        {"round": 8, "players": [{"money": 3}]},
        '{"round": 8, "players": [{"money": 3}]}',
        b'{"round": 8, "players": [{"money": 3}]}',
    ],
)
def test_suggest_takes_a_position_in_every_form(
    fake: FakeService, client: Client, position: position_pb2.Position | dict[str, object] | str | bytes
) -> None:
    fake.suggestion = advisor_pb2.SuggestResponse(position_digest="d" * 64, bound=-7)
    assert client.suggest(position, time_limit=1.0) == fake.suggestion
    expected = position_pb2.Position(round=8, players=[position_pb2.Player(money=3)])
    assert fake.last_request(advisor_pb2.SuggestRequest).position == expected


def test_suggest_sends_limits_components_and_weights(fake: FakeService, client: Client) -> None:
    client.suggest(
        {}, time_limit=2.5, work_limit=0.25, components={"a": [1]}, weights='{"b": 2}', seed=5, threads=3
    )
    request = fake.last_request(advisor_pb2.SuggestRequest)
    assert (request.time_limit.seconds, request.time_limit.nanos) == (2, 500_000_000)
    assert request.work_limit == 0.25
    assert (request.seed, request.threads) == (5, 3)
    assert request.components_json == '{"a": [1]}'
    assert request.weights_json == '{"b": 2}'


def test_what_is_left_out_is_not_sent(fake: FakeService, client: Client) -> None:
    client.suggest({})
    request = fake.last_request(advisor_pb2.SuggestRequest)
    assert request.HasField("position")
    assert not request.HasField("time_limit")
    assert not request.HasField("work_limit")
    assert not request.HasField("seed")
    assert not request.HasField("threads")
    assert not request.components_json
    assert not request.weights_json


def test_the_deadline_is_the_time_limit_and_a_margin(fake: FakeService, connect: Connect) -> None:
    with connect(fake.address, timeout=4.0) as client:
        client.suggest({}, time_limit=7.0)
        client.validate({})
    # gRPC rounds the time that it sends.
    assert fake.seconds_given == pytest.approx([11.0, 4.0], abs=0.5)


def test_a_time_limit_beyond_every_service_is_for_the_service_to_clamp(
    fake: FakeService, connect: Connect
) -> None:
    """The request says it as far as a message can, and the call waits as long as any service searches."""
    with connect(fake.address, timeout=4.0) as client:
        for seconds in (4e11, 1e12, 1e300):
            client.suggest({}, time_limit=seconds)
            assert fake.last_request(advisor_pb2.SuggestRequest).time_limit.seconds == 315_576_000_000
        client.evaluate({}, [], time_limit=-1e12)
        assert fake.last_request(advisor_pb2.EvaluatePlanRequest).time_limit.seconds == -315_576_000_000
    assert fake.seconds_given == pytest.approx([3604.0, 3604.0, 3604.0, 4.0], rel=0.01)  # gRPC rounds


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -math.inf])
def test_a_time_limit_that_is_no_number_is_named(fake: FakeService, client: Client, seconds: float) -> None:
    with pytest.raises(ValueError, match=f"time_limit: found {seconds}, allowed a finite number"):
        client.suggest({}, time_limit=seconds)
    assert fake.requests == []


def test_an_error_says_each_fault_once(fake: FakeService, client: Client) -> None:
    fake.suggestion = refusal(
        code_pb2.INVALID_ARGUMENT,
        "work_limit: found -1, allowed more than 0",
        reason="INVALID_REQUEST",
        violations=(("work_limit", "OUT_OF_RANGE", "found -1, allowed more than 0"),),
    )
    with pytest.raises(InvalidRequest) as caught:
        client.suggest({}, time_limit=1.0)
    assert str(caught.value).splitlines() == [
        "INVALID_ARGUMENT: the request has 1 fault",
        "workLimit: OUT_OF_RANGE: found -1, allowed more than 0",
    ]
    assert caught.value.message == "work_limit: found -1, allowed more than 0"


def test_without_a_time_limit_the_service_says_its_own_once(fake: FakeService, connect: Connect) -> None:
    with connect(fake.address, timeout=4.0) as client:
        client.suggest({})
        client.suggest({})
    asked = [type(request) for request in fake.requests]
    assert asked == [info_pb2.GetInfoRequest, advisor_pb2.SuggestRequest, advisor_pb2.SuggestRequest]
    assert fake.seconds_given[1] == pytest.approx(34.0, abs=0.5)


def test_validate_apply_and_info_give_the_responses(fake: FakeService, client: Client) -> None:
    fake.validation = rules_pb2.ValidatePositionResponse(faults=[rules_pb2.Fault(path="round")])
    fake.applied = rules_pb2.ApplyPlanResponse(position_digest="e" * 64)
    assert client.validate({}, components={"x": 1}) == fake.validation
    assert fake.last_request(rules_pb2.ValidatePositionRequest).components_json == '{"x": 1}'
    slide = steps_pb2.Step(slide_tab=steps_pb2.SlideTab(type=position_pb2.PROJECT_TYPE_HOUSING))
    assert client.apply({}, [{"sellGoods": {"count": 2}}, slide, {"endTurn": {}}]) == fake.applied
    assert list(fake.last_request(rules_pb2.ApplyPlanRequest).steps) == [
        steps_pb2.Step(sell_goods=steps_pb2.SellGoods(count=2)),
        slide,
        steps_pb2.Step(end_turn=steps_pb2.EndTurn()),
    ]
    client.apply({}, '[{"endTurn": {}}]')
    assert len(fake.last_request(rules_pb2.ApplyPlanRequest).steps) == 1
    assert client.info().version == "9.9.9"


def test_the_calls_about_a_position_send_it_and_give_the_responses(fake: FakeService, client: Client) -> None:
    fake.legal = rules_pb2.ListLegalStepsResponse(player=1)
    fake.scored = rules_pb2.ScorePositionResponse(players=[rules_pb2.ScoreSheet(total=9)])
    fake.andrew = solo_pb2.PlayAndrewResponse(deeds=[solo_pb2.Deed(subject="Sales")])
    position = position_pb2.Position(round=8)
    assert client.legal_steps({"round": 8}, components={"x": 1}) == fake.legal
    assert fake.requests[-1] == rules_pb2.ListLegalStepsRequest(position=position, components_json='{"x": 1}')
    assert client.score('{"round": 8}', components={"x": 1}) == fake.scored
    assert fake.requests[-1] == rules_pb2.ScorePositionRequest(position=position, components_json='{"x": 1}')
    assert client.play_andrew(position, components={"x": 1}) == fake.andrew
    assert fake.requests[-1] == solo_pb2.PlayAndrewRequest(position=position, components_json='{"x": 1}')


def test_new_games_are_asked_for_with_what_is_given_only(fake: FakeService, client: Client) -> None:
    fake.game = rules_pb2.NewGameResponse(position_digest="f" * 64)
    fake.solo_game = solo_pb2.NewSoloGameResponse(position_digest="9" * 64)
    fake.tables = rules_pb2.GetComponentsResponse(components_json="{}")
    assert client.new_game(7) == fake.game
    assert fake.requests[-1] == rules_pb2.NewGameRequest(seed=7)
    pool, layout = rules_pb2.DEPARTMENT_POOL_EXPANSION, rules_pb2.TIMELINE_LAYOUT_COLUMNS
    client.new_game(7, players=4, pool=pool, layout=layout)
    assert fake.requests[-1] == rules_pb2.NewGameRequest(seed=7, players=4, pool=pool, layout=layout)
    assert client.new_solo_game(7) == fake.solo_game
    assert fake.requests[-1] == solo_pb2.NewSoloGameRequest(seed=7)
    client.new_solo_game(7, level=3, pool=pool, layout=layout)
    assert fake.requests[-1] == solo_pb2.NewSoloGameRequest(seed=7, level=3, pool=pool, layout=layout)
    assert client.components() == fake.tables


def test_a_record_is_sent_as_it_is_given(fake: FakeService, client: Client) -> None:
    fake.replayed = rules_pb2.ReplayRecordResponse(round=4)
    record = rules_pb2.GameRecord(game=rules_pb2.RecordedSetup(seed=7), final_digest="f" * 64)
    data = {"game": {"seed": 7}, "finalDigest": "f" * 64}
    for given in (record, data, json.dumps(data)):
        assert client.replay(given) == fake.replayed
        assert fake.requests[-1] == rules_pb2.ReplayRecordRequest(record=record)
    client.replay(record, step_count=0, components={"x": 1})
    assert fake.requests[-1] == rules_pb2.ReplayRecordRequest(
        record=record, step_count=0, components_json='{"x": 1}'
    )
    with pytest.raises(MalformedJson):
        client.replay({"seeds": 7})


def test_it_is_not_andrews_turn(fake: FakeService, client: Client) -> None:
    fake.andrew = refusal(code_pb2.FAILED_PRECONDITION, "not his turn", reason="NOT_ANDREWS_TURN")
    with pytest.raises(InvalidRequest, match="not his turn") as caught:
        client.play_andrew({})
    assert (caught.value.reason, caught.value.violations) == ("NOT_ANDREWS_TURN", ())


def test_data_that_is_no_position_is_refused_before_anything_is_sent(
    fake: FakeService, client: Client
) -> None:
    with pytest.raises(MalformedJson) as caught:
        client.suggest({"round": "three", "rund": 1})
    assert [(fault.path, fault.reason) for fault in caught.value.faults] == [
        ("round", "WRONG_TYPE"),
        ("rund", "UNKNOWN_FIELD"),
    ]
    with pytest.raises(MalformedJson) as caught:
        client.apply({}, [steps_pb2.Step(), {"endTurn": 3}])
    assert [fault.path for fault in caught.value.faults] == ["[1].endTurn"]
    with pytest.raises(TypeError):
        client.suggest({"round": object()})
    assert fake.requests == []


def test_an_invalid_request_carries_all_violations_with_json_paths(fake: FakeService, client: Client) -> None:
    fake.suggestion = refusal(
        code_pb2.INVALID_ARGUMENT,
        "two things are wrong",
        reason="INVALID_REQUEST",
        metadata={"violations_left_out": "5"},
        violations=(
            ("position.players[0].company.spaces[2].standing_at", "OUT_OF_RANGE", "found 9, allowed 1 to 3"),
            ("components_json.company_board.free_moves", "WRONG_TYPE", "found a list, allowed a number"),
        ),
    )
    with pytest.raises(InvalidRequest) as caught:
        client.suggest({}, time_limit=1.0)
    error = caught.value
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert (error.reason, error.domain, error.message) == (
        "INVALID_REQUEST",
        "carnegie",
        "two things are wrong",
    )
    assert error.metadata == {"violations_left_out": "5"}
    assert error.violations == (
        Violation(
            "position.players[0].company.spaces[2].standingAt", "OUT_OF_RANGE", "found 9, allowed 1 to 3"
        ),
        Violation("componentsJson.company_board.free_moves", "WRONG_TYPE", "found a list, allowed a number"),
    )
    assert "position.players[0].company.spaces[2].standingAt: OUT_OF_RANGE: found 9, allowed 1 to 3" in str(
        error
    )


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (code_pb2.INVALID_ARGUMENT, InvalidRequest),
        (code_pb2.UNIMPLEMENTED, NotSupported),
        (code_pb2.DEADLINE_EXCEEDED, NoAnswerInTime),
        (code_pb2.RESOURCE_EXHAUSTED, ServiceBusy),
        (code_pb2.INTERNAL, CallFailed),
        (code_pb2.ABORTED, CallFailed),
        (code_pb2.UNAUTHENTICATED, NotAuthenticated),
        (code_pb2.PERMISSION_DENIED, NotPermitted),
    ],
)
def test_errors_are_told_apart(fake: FakeService, client: Client, code: int, kind: type[CallFailed]) -> None:
    fake.validation = refusal(code, "it says why", reason="SOME_REASON")
    with pytest.raises(CallFailed) as caught:
        client.validate({})
    assert type(caught.value) is kind
    assert caught.value.reason == "SOME_REASON"
    assert caught.value.violations == ()
    assert caught.value.retry_seconds is None


def test_an_error_without_details_is_an_error_all_the_same(fake: FakeService, client: Client) -> None:
    fake.validation = refusal(code_pb2.INTERNAL, "nothing more")
    with pytest.raises(CallFailed, match="INTERNAL: nothing more") as caught:
        client.validate({})
    assert (caught.value.reason, caught.value.domain, caught.value.metadata) == ("", "", {})


def test_a_busy_service_says_when_to_try_again(fake: FakeService, client: Client) -> None:
    fake.suggestion = BUSY
    with pytest.raises(ServiceBusy) as caught:
        client.suggest({}, time_limit=1.0)
    assert caught.value.retry_seconds == 60.0


def test_a_service_that_is_about_to_stop_is_unreachable(fake: FakeService, client: Client) -> None:
    fake.validation = refusal(code_pb2.UNAVAILABLE, "shutting down", reason="SHUTTING_DOWN")
    with pytest.raises(ServerUnreachable, match="shutting down"):
        client.validate({})


def test_a_service_that_answers_too_late_is_no_unreachable_one(fake: FakeService, connect: Connect) -> None:
    fake.before_answer = lambda: time.sleep(1.0)
    with connect(fake.address, timeout=0.2) as client, pytest.raises(NoAnswerInTime):
        client.validate({})


def test_a_port_that_nobody_listens_on_is_unreachable_at_once(connect: Connect) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        started = time.monotonic()
        with connect(address) as client, pytest.raises(ServerUnreachable) as caught:
            client.info()
    assert time.monotonic() - started < 3.0
    assert caught.value.address == address
    assert "refused" in caught.value.detail.lower()


def test_an_address_that_is_silent_is_unreachable_after_the_time_to_connect(connect: Connect) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with connect(address, connect_timeout=0.3) as client, pytest.raises(ServerUnreachable):
            client.info()


def test_a_service_that_comes_back_is_found_again(fake: FakeService, connect: Connect) -> None:
    with connect(fake.address, connect_timeout=0.3) as client:
        assert client.info().version == "9.9.9"
        fake.__exit__(None, None, None)
        with pytest.raises(ServerUnreachable):
            client.info()


def test_a_proxy_of_the_environment_is_not_used_for_this_machine(
    fake: FakeService, monkeypatch: pytest.MonkeyPatch, connect: Connect
) -> None:
    for name in ("http_proxy", "grpc_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with connect(fake.address) as client:
        assert client.info().version == "9.9.9"


def test_a_request_that_is_too_large_names_its_size_and_the_limit(connect: Connect) -> None:
    with FakeService(max_request_bytes=2_000) as fake:
        fake.information = info_pb2.GetInfoResponse(limits=info_pb2.Limits(max_request_bytes=2_000))
        position = position_pb2.Position(neutral_donations=["x" * 3_000])
        with connect(fake.address) as client, pytest.raises(InvalidRequest) as caught:
            client.validate(position)
    assert [each.reason for each in caught.value.violations] == ["REQUEST_TOO_LARGE"]
    assert "allowed: at most 2000 bytes" in caught.value.violations[0].description


def test_a_busy_service_without_details_is_not_taken_for_a_request_that_is_too_large(
    fake: FakeService, client: Client
) -> None:
    fake.validation = refusal(code_pb2.RESOURCE_EXHAUSTED, "no memory")
    with pytest.raises(ServiceBusy, match="no memory"):
        client.validate({})

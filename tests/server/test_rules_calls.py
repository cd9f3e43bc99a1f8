"""ValidatePosition lists every fault; ApplyPlan plays a plan or says which step is illegal and why."""

from __future__ import annotations

import grpc
import pytest
from google.rpc import error_details_pb2

from carnegie.v1 import position_pb2, rules_pb2, rules_pb2_grpc, steps_pb2
from server.positions import game_over, management
from server.service_process import detail, refused


@pytest.fixture(scope="module")
def rules(channel: grpc.Channel) -> rules_pb2_grpc.RulesServiceStub:
    return rules_pb2_grpc.RulesServiceStub(channel)


def test_a_good_position_comes_back_complete(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    answer = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=management()))
    assert not answer.faults
    assert len(answer.position_digest) == 64
    assert answer.position.players[0].money == 12
    again = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=answer.position))
    assert again.position == answer.position
    assert again.position_digest == answer.position_digest


def test_every_fault_is_listed(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    position = management()
    position.player = 7
    position.players[0].money = -1
    position.players[1].transport.west = 5
    answer = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=position))
    faults = {fault.path: fault for fault in answer.faults}
    assert {"player", "players[0].money", "players[1].transport.west"} <= set(faults)
    money = faults["players[0].money"]
    assert (money.reason, money.found) == ("OUT_OF_RANGE", "-1")
    assert money.allowed.startswith("0 ")
    assert not answer.HasField("position")
    assert not answer.position_digest


def test_an_unknown_enum_value_is_a_fault(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    position = management()
    position.MergeFromString(position_pb2.Position(action=77).SerializeToString())  # type: ignore[arg-type]
    answer = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=position))
    assert [(fault.path, fault.reason, fault.found) for fault in answer.faults] == [
        ("action", "UNKNOWN_ENUM_VALUE", "77")
    ]


def test_a_position_or_components_that_cannot_be_judged_are_refused(
    rules: rules_pb2_grpc.RulesServiceStub,
) -> None:
    error = refused(rules.ValidatePosition, rules_pb2.ValidatePositionRequest(components_json='{"x": 1}'))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    assert error.violations == {"position": "MISSING", "components_json.x": "UNKNOWN_FIELD"}


def test_a_plan_is_played(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    steps = [
        steps_pb2.Step(sell_goods=steps_pb2.SellGoods(count=2)),
        steps_pb2.Step(end_turn=steps_pb2.EndTurn()),
    ]
    answer = rules.ApplyPlan(rules_pb2.ApplyPlanRequest(position=management(), steps=steps))
    assert [planned.step for planned in answer.steps] == steps
    assert (answer.steps[0].change.money, answer.steps[0].change.goods) == (2, -2)
    assert (answer.position.players[0].money, answer.position.players[0].goods) == (14, 2)
    assert answer.position.player == 1
    checked = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=answer.position))
    assert checked.position_digest == answer.position_digest


def test_an_illegal_step_is_named(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    steps = [
        steps_pb2.Step(sell_goods=steps_pb2.SellGoods(count=2)),
        steps_pb2.Step(sell_goods=steps_pb2.SellGoods(count=3)),
    ]
    error = refused(rules.ApplyPlan, rules_pb2.ApplyPlanRequest(position=management(), steps=steps))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_STEP")
    ((field, _),) = error.violations.items()
    assert field.startswith("steps[1]")
    assert detail(error.status, error_details_pb2.ErrorInfo).metadata["step_index"] == "1"


def test_no_step_and_no_kind_are_violations(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    error = refused(rules.ApplyPlan, rules_pb2.ApplyPlanRequest(position=management()))
    assert error.violations == {"steps": "MISSING"}
    request = rules_pb2.ApplyPlanRequest(
        steps=[steps_pb2.Step(), steps_pb2.Step(end_turn=steps_pb2.EndTurn())]
    )
    error = refused(rules.ApplyPlan, request)
    assert set(error.violations) == {"position", "steps[0]"}


def test_nothing_can_be_played_after_the_end(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    request = rules_pb2.ApplyPlanRequest(
        position=game_over(), steps=[steps_pb2.Step(end_turn=steps_pb2.EndTurn())]
    )
    assert refused(rules.ApplyPlan, request).reason == "ILLEGAL_STEP"

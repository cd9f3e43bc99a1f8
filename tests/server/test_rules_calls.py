"""ValidatePosition lists every fault; ApplyPlan plays a plan or says which step is illegal and why."""

from __future__ import annotations

import hashlib
import json

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
    assert field == "steps[1].sell_goods.count"
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


def test_legal_steps_can_be_played(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    answer = rules.ListLegalSteps(rules_pb2.ListLegalStepsRequest(position=management()))
    checked = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=management()))
    assert (answer.player, answer.position_digest) == (0, checked.position_digest)
    kinds = {step.WhichOneof("kind") for step in answer.steps}
    assert kinds == {"use_department", "build_department", "sell_goods", "end_turn"}
    for step in answer.steps:
        rules.ApplyPlan(rules_pb2.ApplyPlanRequest(position=management(), steps=[step]))


def test_no_step_is_legal_after_the_end(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    assert not rules.ListLegalSteps(rules_pb2.ListLegalStepsRequest(position=game_over())).steps


def test_scores_add_up(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    position = management()
    position.players[1].vp = 7
    answer = rules.ScorePosition(rules_pb2.ScorePositionRequest(position=position))
    assert len(answer.position_digest) == 64
    # Five employees stand.
    assert [sheet.total for sheet in answer.players] == [5, 5 + 7]
    for sheet in answer.players:
        assert sum(line.vp for line in sheet.lines) == sheet.total
    assert next(line.vp for line in answer.players[1].lines if line.name == "vp") == 7
    assert not answer.HasField("andrew")


def test_a_new_game_depends_on_its_seed_alone(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    first, again, other = (
        rules.NewGame(rules_pb2.NewGameRequest(seed=seed, players=3)) for seed in (11, 11, 12)
    )
    assert first == again
    assert first.position_digest != other.position_digest
    assert len(first.position.players) == 3
    assert first.position.phase == position_pb2.PHASE_SETUP_PLACEMENT
    checked = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=first.position))
    assert checked.position_digest == first.position_digest


def test_a_new_game_is_as_asked_for(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    plain = rules.NewGame(rules_pb2.NewGameRequest())
    assert len(plain.position.players) == 2
    assert not plain.position.HasField("andrew")
    departments = {
        pool: list(rules.NewGame(rules_pb2.NewGameRequest(pool=pool)).position.display.departments)
        for pool in rules_pb2.DepartmentPool.values()
    }
    assert departments[rules_pb2.DEPARTMENT_POOL_BASE] == list(plain.position.display.departments)
    assert len({tuple(tiles) for tiles in departments.values()}) == 3
    one_of_each = departments[rules_pb2.DEPARTMENT_POOL_ONE_OF_EACH]
    assert len(set(one_of_each)) == len(one_of_each)
    columns = rules.NewGame(rules_pb2.NewGameRequest(layout=rules_pb2.TIMELINE_LAYOUT_COLUMNS))
    assert [row.events[0] for row in _rows(columns.position)] != [
        row.events[0] for row in _rows(plain.position)
    ]


def _rows(position: position_pb2.Position) -> list[position_pb2.TimelineRow]:
    timeline = position.timeline
    return [
        timeline.human_resources,
        timeline.management,
        timeline.construction,
        timeline.research_and_development,
    ]


def test_a_game_that_cannot_be_is_refused_for_all_reasons(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    request = rules_pb2.NewGameRequest(seed=-1, players=5)
    wrong = rules_pb2.NewGameRequest(pool=9, layout=9)  # type: ignore[arg-type]
    request.MergeFromString(wrong.SerializeToString())
    error = refused(rules.NewGame, request)
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    assert error.violations == {
        "seed": "OUT_OF_RANGE",
        "players": "OUT_OF_RANGE",
        "pool": "UNKNOWN_ENUM_VALUE",
        "layout": "UNKNOWN_ENUM_VALUE",
    }
    assert refused(rules.NewGame, rules_pb2.NewGameRequest(players=0)).violations == {
        "players": "OUT_OF_RANGE"
    }


def test_the_components_are_those_of_the_digest_and_can_be_sent_back(
    rules: rules_pb2_grpc.RulesServiceStub,
) -> None:
    answer = rules.GetComponents(rules_pb2.GetComponentsRequest())
    tables = json.loads(answer.components_json)
    canonical = json.dumps(tables, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert hashlib.sha256(canonical.encode()).hexdigest() == answer.components_digest
    assert tables["cities"]["rows"][0]["region"] == "WEST"
    assert {table["source"] for table in tables.values()} <= {"seed", "board", "public", "assumed"}
    replaced = json.dumps({"project_tabs": tables["project_tabs"]})
    request = rules_pb2.ValidatePositionRequest(position=management(), components_json=replaced)
    assert not rules.ValidatePosition(request).faults


def test_a_faulty_position_is_refused_by_the_calls_that_need_a_good_one(
    rules: rules_pb2_grpc.RulesServiceStub,
) -> None:
    position = management()
    position.players[0].money = -1
    for error in (
        refused(rules.ListLegalSteps, rules_pb2.ListLegalStepsRequest(position=position)),
        refused(rules.ScorePosition, rules_pb2.ScorePositionRequest(position=position)),
    ):
        assert error.violations == {"position.players[0].money": "OUT_OF_RANGE"}
    error = refused(rules.ScorePosition, rules_pb2.ScorePositionRequest(components_json="{"))
    assert error.violations == {"position": "MISSING", "components_json": "NOT_JSON"}


def test_a_game_with_bids(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    """Bids make the setup; all that is wrong with them is said at once."""
    bids = [rules_pb2.Bid(goods=2, moves=10, vp=-6), rules_pb2.Bid(first_player=3)]
    game = rules.NewGame(rules_pb2.NewGameRequest(seed=1, bids=bids)).position
    assert [player.goods for player in game.players] == [2, 4]
    assert [player.vp for player in game.players] == [-6, 0]
    assert game.players[0].setup_moves == 10
    assert not game.players[1].HasField("setup_moves")
    assert game.first_player == 1
    bids = [rules_pb2.Bid(goods=9, moves=7), rules_pb2.Bid(first_player=-1), rules_pb2.Bid()]
    refusal = refused(rules.NewGame, rules_pb2.NewGameRequest(seed=1, bids=bids))
    assert set(refusal.violations) == {"bids", "bids[0].goods", "bids[0].moves", "bids[1].first_player"}

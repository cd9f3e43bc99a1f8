"""ReadSteps reads the notation in a position; what is no legal step is an answer that says why."""

from __future__ import annotations

import json

import grpc
import pytest

from carnegie.v1 import position_pb2, rules_pb2, rules_pb2_grpc, solo_pb2, solo_pb2_grpc, steps_pb2
from carnegie.v1.position_pb2 import CompanySpace, Player
from server.positions import game_over, management
from server.service_process import refused


@pytest.fixture(scope="module")
def rules(channel: grpc.Channel) -> rules_pb2_grpc.RulesServiceStub:
    return rules_pb2_grpc.RulesServiceStub(channel)


def construction() -> position_pb2.Position:
    """The position of the examples of docs/notation.md: two employees stand in Construction, one lies in the Lobby."""
    spaces = [
        CompanySpace(space="lobby", lying=1),
        CompanySpace(space="b1", standing_at=[1]),
        CompanySpace(space="c1", standing_at=[1, 2]),
    ]
    position = position_pb2.Position(
        phase=position_pb2.PHASE_USE_DEPARTMENTS,
        action=position_pb2.ACTION_CONSTRUCTION,
        timeline=position_pb2.Timeline(construction=position_pb2.TimelineRow(used=1)),
        players=[Player(company=position_pb2.Company(spaces=spaces)), Player()],
    )
    position.players[0].tabs.commerce.side = position_pb2.TAB_SIDE_B
    return position


def read(
    rules: rules_pb2_grpc.RulesServiceStub, position: position_pb2.Position, text: str
) -> rules_pb2.ReadStepsResponse:
    return rules.ReadSteps(rules_pb2.ReadStepsRequest(position=position, text=text))


def test_the_steps_of_a_text_come_as_they_are_played(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    answer = read(rules, construction(), "sell 1;project Com Boston 2>E ; end")
    assert not answer.HasField("refusal")
    assert list(answer.notations) == ["sell 1", "project Com Boston.1 c1 2>E", "end"]
    build = steps_pb2.BuildProject(
        space="c1",
        type=position_pb2.PROJECT_TYPE_COMMERCE,
        city="Boston",
        city_space=0,
        mission=steps_pb2.Mission(region=position_pb2.REGION_EAST, standing_at=2),
    )
    assert [step.WhichOneof("kind") for step in answer.steps] == ["sell_goods", "build_project", "end_turn"]
    assert answer.steps[1].build_project == build
    played = rules.ApplyPlan(rules_pb2.ApplyPlanRequest(position=construction(), steps=answer.steps))
    assert [each.step for each in played.steps] == list(answer.steps)
    checked = rules.ValidatePosition(rules_pb2.ValidatePositionRequest(position=construction()))
    assert answer.position_digest == checked.position_digest


def test_spaces_only_are_no_steps(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    answer = read(rules, construction(), "  ")
    assert (list(answer.steps), answer.HasField("refusal")) == ([], False)


def test_what_is_malformed_is_told_by_its_columns(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    answer = read(rules, construction(), "sell 1; project Com Boston.1 c1 1>X y:z")
    assert (answer.refusal.index, answer.refusal.reason) == (1, "MALFORMED")
    assert [(fault.column, fault.found) for fault in answer.refusal.faults] == [(33, "'1>X'"), (37, "'y:z'")]
    assert not answer.steps
    strange = read(rules, construction(), "sell 1; end \N{SNOWMAN}")
    assert [fault.column for fault in strange.refusal.faults] == [13]


def test_several_steps_are_told_from_each_other(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    refusal = read(rules, construction(), "project Com Boston").refusal
    assert (refusal.index, refusal.reason) == (0, "AMBIGUOUS")
    assert list(refusal.alternatives) == ["project Com Boston.1 c1 1>E", "project Com Boston.1 c1 2>E"]


def test_an_illegal_step_has_the_referees_reason(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    refusal = read(rules, construction(), "project Com Boston.2 c1 1>E").refusal
    assert (refusal.reason, refusal.path) == ("WRONG_PROJECT_TYPE", "type")
    assert refusal.found
    assert refusal.allowed
    assert refusal.alternatives[0] == "project Com Boston.1 c1 1>E"
    assert read(rules, construction(), "select Con").refusal.reason == "WRONG_PHASE"
    assert read(rules, construction(), "project Com Gotham").refusal.reason == "NO_LEGAL_STEP"
    over = read(rules, game_over(), "end").refusal
    assert over.reason
    assert not over.alternatives


def test_a_request_with_faults_is_refused(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    error = refused(rules.ReadSteps, rules_pb2.ReadStepsRequest(text="x" * 10_001))
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert error.violations == {"position": "MISSING", "text": "TOO_LONG"}
    malformed = read(rules, construction(), "x" * 10_000).refusal
    assert (malformed.reason, len(malformed.faults)) == ("MALFORMED", 1)


def test_every_legal_step_has_its_notation(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    for position in (construction(), management()):
        listed = rules.ListLegalSteps(rules_pb2.ListLegalStepsRequest(position=position))
        assert len(listed.steps) == len(listed.notations) > 3
        for step, notation in zip(listed.steps, listed.notations, strict=True):
            assert list(read(rules, position, notation).steps) == [step]


def test_a_solo_game_is_set_up_with_components_of_its_own(channel: grpc.Channel) -> None:
    solo = solo_pb2_grpc.SoloServiceStub(channel)
    printed = solo.NewSoloGame(solo_pb2.NewSoloGameRequest(seed=3))
    tables = rules_pb2_grpc.RulesServiceStub(channel).GetComponents(rules_pb2.GetComponentsRequest())
    assert printed.components_digest == tables.components_digest
    board = json.loads(tables.components_json)["company_board"]
    board["starting_departments"][0]["desk_costs"][0] += 1
    own = json.dumps({"company_board": board})
    changed = solo.NewSoloGame(solo_pb2.NewSoloGameRequest(seed=3, components_json=own))
    assert changed.components_digest != printed.components_digest
    record = rules_pb2.GameRecord(
        components_digest=changed.components_digest,
        game=rules_pb2.RecordedSetup(seed=3, players=1, solo_level=1),
        final_digest=changed.position_digest,
    )
    rules = rules_pb2_grpc.RulesServiceStub(channel)
    again = rules.ReplayRecord(rules_pb2.ReplayRecordRequest(record=record, components_json=own))
    assert again.start == changed.position
    error = refused(solo.NewSoloGame, solo_pb2.NewSoloGameRequest(seed=-1, components_json='{"x": 1}'))
    assert error.violations == {"seed": "OUT_OF_RANGE", "components_json.x": "UNKNOWN_FIELD"}

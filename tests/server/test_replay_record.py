"""ReplayRecord plays a recorded game again, tells who made each step, and says what is wrong with a record."""

from __future__ import annotations

import random

import grpc
import pytest
from google.protobuf import json_format

from carnegie.v1 import position_pb2, rules_pb2, rules_pb2_grpc, steps_pb2
from carnegie_server.json_form import to_json
from carnegie_solver.components import load_components
from carnegie_solver.rules import Phase, Step, apply, legal_steps
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from carnegie_solver.rules.record import make_record, record_from_json, record_to_json
from server.service_process import refused


def recorded(
    seed: int, *, players: int = 2, solo_level: int | None = None, steps: int = 5000
) -> rules_pb2.GameRecord:
    """Play a game at random, to its end or some steps of it, and give its record."""
    components, chance = load_components(), random.Random(seed)
    how = {"players": players, "solo_level": solo_level, "pool": Pool.EXPANSION, "layout": Layout.COLUMNS}
    position = new_game(components, seed, **how)  # type: ignore[arg-type]
    made: list[Step] = []
    while position.phase is not Phase.GAME_OVER and len(made) < steps:
        made.append(chance.choice(legal_steps(components, position)))
        position = apply(components, position, made[-1])
    record = make_record(components, seed, made, **how)  # type: ignore[arg-type]
    return json_format.ParseDict(record_to_json(record), rules_pb2.GameRecord())


@pytest.fixture(scope="module")
def rules(channel: grpc.Channel) -> rules_pb2_grpc.RulesServiceStub:
    return rules_pb2_grpc.RulesServiceStub(channel)


def test_a_game_is_played_to_its_end(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    record = recorded(21, players=3)
    answer = rules.ReplayRecord(rules_pb2.ReplayRecordRequest(record=record))
    assert answer.position_digest == record.final_digest
    assert answer.position.phase == position_pb2.PHASE_GAME_OVER
    assert [made.step.step for made in answer.steps] == list(record.steps)
    assert (answer.recorded_steps, answer.round) == (len(record.steps), 20)
    score = rules.ScorePosition(rules_pb2.ScorePositionRequest(position=answer.position))
    assert answer.players == score.players
    assert not answer.HasField("andrew")
    setup = rules_pb2.NewGameRequest(seed=21, players=3, pool=record.game.pool, layout=record.game.layout)
    assert answer.start == rules.NewGame(setup).position
    first, last = answer.steps[0], answer.steps[-1]
    assert (first.player, first.round, first.phase) == (2, 1, position_pb2.PHASE_SETUP_PLACEMENT)
    assert (last.round, last.phase) == (20, position_pb2.PHASE_STANDING_UP)
    assert {made.player for made in answer.steps} == {0, 1, 2}


def test_a_part_of_a_game_leads_on(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    """The position after some steps, and the next step played in it, are those of the whole game."""
    record = recorded(22, players=1, solo_level=2, steps=120)
    request = rules_pb2.ReplayRecordRequest(record=record, step_count=100)
    part = rules.ReplayRecord(request)
    assert (len(part.steps), part.recorded_steps) == (100, 120)
    assert part.HasField("andrew")
    rest = rules.ApplyPlan(rules_pb2.ApplyPlanRequest(position=part.position, steps=record.steps[100:]))
    assert rest.position_digest == record.final_digest
    whole = rules.ReplayRecord(rules_pb2.ReplayRecordRequest(record=record))
    assert whole.position == rest.position
    assert [made.step for made in whole.steps[100:]] == list(rest.steps)
    nothing = rules.ReplayRecord(rules_pb2.ReplayRecordRequest(record=record, step_count=0))
    assert nothing.position == nothing.start == whole.start


def test_positions_are_those_of_the_steps_played_one_by_one(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    record = recorded(26, players=1, solo_level=4, steps=60)
    request = rules_pb2.ReplayRecordRequest(record=record, step_count=50, with_positions=True)
    answer = rules.ReplayRecord(request)
    position = answer.start
    for made in answer.steps:
        applied = rules.ApplyPlan(rules_pb2.ApplyPlanRequest(position=position, steps=[made.step.step]))
        assert (made.position, made.position_digest) == (applied.position, applied.position_digest)
        position = made.position
    assert (position, len(answer.steps)) == (answer.position, 50)
    request.with_positions = False
    assert not any(made.HasField("position") for made in rules.ReplayRecord(request).steps)


def test_positions_are_given_of_no_more_than_2000_steps(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    record = recorded(27, steps=1)
    record.steps.extend([steps_pb2.Step(end_turn=steps_pb2.EndTurn())] * 2000)
    request = rules_pb2.ReplayRecordRequest(record=record, step_count=0, with_positions=True)
    error = refused(rules.ReplayRecord, request)
    assert error.violations == {"with_positions": "OUT_OF_RANGE"}
    del request.record.steps[-1]
    assert rules.ReplayRecord(request).recorded_steps == 2000


def test_an_illegal_step_is_named(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    record = recorded(23, steps=40)
    del record.steps[30:]
    record.steps.append(steps_pb2.Step(stand_up=steps_pb2.StandUp(space="z9", workstation=1)))
    error = refused(rules.ReplayRecord, rules_pb2.ReplayRecordRequest(record=record))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_STEP")
    (path,) = error.violations
    assert path.startswith("record.steps[30].stand_up")
    assert "step 30 is illegal" in error.message


def test_another_game_is_refused(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    record = recorded(24, steps=20)
    for field, reason in (("final_digest", "OTHER_GAME"), ("components_digest", "OTHER_COMPONENTS")):
        other = rules_pb2.GameRecord()
        other.CopyFrom(record)
        setattr(other, field, "0" * 64)
        error = refused(rules.ReplayRecord, rules_pb2.ReplayRecordRequest(record=other))
        assert (error.code, error.violations) == (
            grpc.StatusCode.INVALID_ARGUMENT,
            {f"record.{field}": reason},
        )


def test_everything_wrong_with_the_form_is_listed(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    error = refused(
        rules.ReplayRecord, rules_pb2.ReplayRecordRequest(step_count=1, components_json='{"x": 1}')
    )
    assert error.violations == {
        "record": "MISSING",
        "step_count": "OUT_OF_RANGE",
        "components_json.x": "UNKNOWN_FIELD",
    }
    record = rules_pb2.GameRecord(final_digest="0")
    record.game.seed, record.game.players, record.game.solo_level = -1, 9, 7
    record.game.MergeFromString(rules_pb2.RecordedSetup(pool=77).SerializeToString())  # type: ignore[arg-type]
    record.steps.append(steps_pb2.Step(slide_tab=steps_pb2.SlideTab()))
    error = refused(rules.ReplayRecord, rules_pb2.ReplayRecordRequest(record=record))
    assert error.violations == {
        "record.components_digest": "MISSING",
        "record.game.pool": "UNKNOWN_ENUM_VALUE",
    }
    record.game.ClearField("pool")
    record.components_digest = "0"
    error = refused(rules.ReplayRecord, rules_pb2.ReplayRecordRequest(record=record))
    assert error.violations == {
        "record.game.seed": "OUT_OF_RANGE",
        "record.game.players": "OUT_OF_RANGE",
        "record.game.solo_level": "OUT_OF_RANGE",
        "record.steps[0].slide_tab.type": "MISSING",
    }


def test_a_message_and_its_json_are_the_same_record() -> None:
    record = recorded(25, steps=30)
    assert record_from_json(to_json(record)) == record_from_json(json_format.MessageToDict(record))

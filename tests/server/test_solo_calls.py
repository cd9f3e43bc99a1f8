"""NewSoloGame sets a game against Andrew up; PlayAndrew does what his top card says, when the game waits for him."""

from __future__ import annotations

import grpc
import pytest

from carnegie.v1 import position_pb2, rules_pb2, rules_pb2_grpc, solo_pb2, solo_pb2_grpc, steps_pb2
from carnegie_server import wire
from carnegie_solver.rules.andrew import Deed
from server.positions import andrews_management, management
from server.service_process import refused


@pytest.fixture(scope="module")
def solo(channel: grpc.Channel) -> solo_pb2_grpc.SoloServiceStub:
    return solo_pb2_grpc.SoloServiceStub(channel)


@pytest.fixture(scope="module")
def rules(channel: grpc.Channel) -> rules_pb2_grpc.RulesServiceStub:
    return rules_pb2_grpc.RulesServiceStub(channel)


def test_a_solo_game_has_the_deck_of_its_level(solo: solo_pb2_grpc.SoloServiceStub) -> None:
    advanced = {}
    for level in (1, 4):
        game = solo.NewSoloGame(solo_pb2.NewSoloGameRequest(seed=3, level=level))
        assert len(game.position.players) == 1
        assert len(game.position.andrew.cards) == 20
        advanced[level] = sum(card.startswith("A") for card in game.position.andrew.cards)
    assert advanced == {1: 0, 4: 15}
    easiest = solo.NewSoloGame(solo_pb2.NewSoloGameRequest(seed=3, level=1))
    assert solo.NewSoloGame(solo_pb2.NewSoloGameRequest(seed=3)) == easiest


def test_a_level_out_of_range_is_refused(solo: solo_pb2_grpc.SoloServiceStub) -> None:
    error = refused(solo.NewSoloGame, solo_pb2.NewSoloGameRequest(seed=-1, level=5))
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert error.violations == {"level": "OUT_OF_RANGE", "seed": "OUT_OF_RANGE"}


def test_andrew_does_what_he_can(
    solo: solo_pb2_grpc.SoloServiceStub, rules: rules_pb2_grpc.RulesServiceStub
) -> None:
    position = andrews_management()
    answer = solo.PlayAndrew(solo_pb2.PlayAndrewRequest(position=position))
    take = solo_pb2.DEED_KIND_TAKE_DEPARTMENT
    assert list(answer.deeds) == [
        solo_pb2.Deed(kind=take, subject="Sales", done=True),
        solo_pb2.Deed(kind=take, subject="MANAGEMENT", done=False, shift=1),
    ]
    assert list(answer.position.andrew.departments) == ["Sales"]
    assert not answer.position.andrew.to_act
    steps = [steps_pb2.Step(play_andrew=steps_pb2.PlayAndrew())]
    played = rules.ApplyPlan(rules_pb2.ApplyPlanRequest(position=position, steps=steps))
    assert (played.position, played.position_digest) == (answer.position, answer.position_digest)
    score = rules.ScorePosition(rules_pb2.ScorePositionRequest(position=answer.position))
    assert score.andrew.total == sum(line.vp for line in score.andrew.lines) == 1 + 2


def test_the_game_that_waits_for_andrew_has_one_legal_step(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    answer = rules.ListLegalSteps(rules_pb2.ListLegalStepsRequest(position=andrews_management()))
    assert list(answer.steps) == [steps_pb2.Step(play_andrew=steps_pb2.PlayAndrew())]


def test_andrew_does_not_act_when_it_is_not_his_turn(solo: solo_pb2_grpc.SoloServiceStub) -> None:
    waits_for_the_player = andrews_management()
    waits_for_the_player.andrew.to_act = False
    for position in (management(), waits_for_the_player):
        error = refused(solo.PlayAndrew, solo_pb2.PlayAndrewRequest(position=position))
        assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NOT_ANDREWS_TURN")
        assert "does not wait for Andrew" in error.message


def test_a_faulty_position_is_refused(solo: solo_pb2_grpc.SoloServiceStub) -> None:
    error = refused(solo.PlayAndrew, solo_pb2.PlayAndrewRequest(position=position_pb2.Position(round=21)))
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert "position.round" in error.violations


def test_every_deed_has_its_kind() -> None:
    _unspecified, *kinds = solo_pb2.DeedKind.keys()
    deeds = [
        wire.deed_to_message(Deed(kind.removeprefix("DEED_KIND_"), "x", done=False, shift=2))
        for kind in kinds
    ]
    assert [solo_pb2.DeedKind.Name(deed.kind) for deed in deeds] == kinds
    assert {(deed.subject, deed.done, deed.shift) for deed in deeds} == {("x", False, 2)}

"""The command's parts for whole games: legal steps, scores, new games, Andrew."""

from __future__ import annotations

import json

from google.protobuf import json_format
from google.rpc import code_pb2

from carnegie.v1 import position_pb2, rules_pb2, solo_pb2
from carnegie.v1.position_pb2 import Player
from carnegie.v1.steps_pb2 import EndTurn, StandUp, Step
from clients.command.command_line import Command
from clients.fake_service import refusal


def test_legal_lists_the_steps(command: Command) -> None:
    command.fake.legal = rules_pb2.ListLegalStepsResponse(
        steps=[Step(stand_up=StandUp(space="c1", workstation=2)), Step(end_turn=EndTurn())]
    )
    result = command.run("legal", command.position)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "  1. Stand an employee up in Construction (c1) at workstation 2",
        "  2. End the turn",
    ]
    result = command.run("legal", "-", "--json", stdin="{}")
    assert json_format.Parse(result.stdout, rules_pb2.ListLegalStepsResponse()) == command.fake.legal


def test_no_legal_step_is_an_answer_with_its_own_exit_code(command: Command) -> None:
    result = command.run("legal", command.position)
    assert (result.exit_code, result.stdout) == (4, "No step is legal: the game is over.\n")
    result = command.run("legal", command.position, "--json")
    assert result.exit_code == 4
    assert json.loads(result.stdout)["steps"] == []


def test_score_prints_the_sheets(command: Command) -> None:
    sheet = rules_pb2.ScoreSheet(lines=[rules_pb2.ScoreLine(name="vp", vp=7)], total=7)
    command.fake.scored = rules_pb2.ScorePositionResponse(players=[sheet])
    result = command.run("score", command.position)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["player", "1"],
        ["vp", "7"],
        ["together", "7"],
    ]
    result = command.run("score", command.position, "--json")
    assert json_format.Parse(result.stdout, rules_pb2.ScorePositionResponse()) == command.fake.scored


def test_new_prints_a_position_that_the_command_reads(command: Command) -> None:
    game = rules_pb2.NewGameResponse(position=position_pb2.Position(round=1, players=[Player(), Player()]))
    command.fake.game = game
    result = command.run(
        "new", "--players", 3, "--seed", 5, "--pool", "one-of-each", "--layout", "columns", "--quiet"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert json_format.Parse(result.stdout, position_pb2.Position()) == game.position
    assert command.fake.requests == [
        rules_pb2.NewGameRequest(
            seed=5,
            players=3,
            pool=rules_pb2.DEPARTMENT_POOL_ONE_OF_EACH,
            layout=rules_pb2.TIMELINE_LAYOUT_COLUMNS,
        )
    ]
    assert command.run("validate", "-", stdin=result.stdout).exit_code == 0
    assert command.fake.last_request(rules_pb2.ValidatePositionRequest).position == game.position
    result = command.run("new", "--seed", 5, "--json")
    assert json_format.Parse(result.stdout, rules_pb2.NewGameResponse()) == game


def test_new_draws_a_seed_and_says_it(command: Command) -> None:
    result = command.run("new")
    assert result.stderr == f"seed {command.fake.last_request(rules_pb2.NewGameRequest).seed}\n"


def test_new_sets_a_game_against_andrew_up(command: Command) -> None:
    result = command.run("new", "--solo", 3, "--seed", 5)
    assert result.exit_code == 0
    request = command.fake.last_request(solo_pb2.NewSoloGameRequest)
    assert (request.seed, request.level) == (5, 3)


def test_andrew_says_what_he_did(command: Command) -> None:
    command.fake.andrew = solo_pb2.PlayAndrewResponse(
        position_digest="b" * 64,
        deeds=[solo_pb2.Deed(kind=solo_pb2.DEED_KIND_BUILD_PROJECT, subject="Reno", done=True)],
    )
    result = command.run("andrew", command.position)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "  1. Andrew builds a project in Reno",
        f"The position after this has the digest {'b' * 64}",
    ]
    result = command.run("andrew", command.position, "--json")
    assert json_format.Parse(result.stdout, solo_pb2.PlayAndrewResponse()) == command.fake.andrew


def test_andrew_waits_for_his_turn(command: Command) -> None:
    command.fake.andrew = refusal(
        code_pb2.FAILED_PRECONDITION, "the position does not wait for Andrew", reason="NOT_ANDREWS_TURN"
    )
    result = command.run("andrew", command.position)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == "error: the position does not wait for Andrew\n"

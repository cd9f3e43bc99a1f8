"""The command's replay: a recorded game told round by round, or the position after some of its steps."""

from __future__ import annotations

import json

from google.protobuf import json_format
from google.rpc import code_pb2

from carnegie.v1 import position_pb2, rules_pb2
from carnegie.v1.advisor_pb2 import PlannedStep, ResourceChange
from carnegie.v1.position_pb2 import CompanySpace, Player, Position
from carnegie.v1.steps_pb2 import (
    BuildDepartment,
    EndTurn,
    PlaceHousing,
    PlayAndrew,
    SelectTimeline,
    StandUp,
    Step,
)
from clients.command.command_line import Command
from clients.fake_service import refusal

RECORD = json.dumps(
    {
        "componentsDigest": "c" * 64,
        "game": {"seed": 5, "players": 1, "soloLevel": 2, "pool": "DEPARTMENT_POOL_EXPANSION"},
        "steps": [{"placeHousing": {"city": "Boston", "citySpace": 1}}, {"endTurn": {}}],
        "finalDigest": "d" * 64,
    }
)


def made(
    step: Step, round_number: int, phase: position_pb2.Phase.ValueType, player: int = 0, **change: int
) -> rules_pb2.ReplayedStep:
    planned = PlannedStep(step=step, change=ResourceChange(**change))
    return rules_pb2.ReplayedStep(step=planned, round=round_number, phase=phase, player=player)


def replayed(**fields: object) -> rules_pb2.ReplayRecordResponse:
    start = Position(players=[Player(), Player()])
    start.players[0].company.spaces.append(CompanySpace(space="c1", department="Construction"))
    sheet = rules_pb2.ScoreSheet(lines=[rules_pb2.ScoreLine(name="vp", vp=7)], total=7)
    response = rules_pb2.ReplayRecordResponse(
        position=Position(round=2, phase=position_pb2.PHASE_STANDING_UP, players=[Player(money=3)]),
        position_digest="b" * 64,
        players=[sheet, sheet],
        recorded_steps=6,
        round=2,
        start=start,
        steps=[
            made(
                Step(place_housing=PlaceHousing(city="Boston", city_space=1)),
                1,
                position_pb2.PHASE_SETUP_PLACEMENT,
            ),
            made(
                Step(select_timeline=SelectTimeline(row=position_pb2.ACTION_MANAGEMENT)),
                1,
                position_pb2.PHASE_SELECT_TIMELINE,
            ),
            made(
                Step(build_department=BuildDepartment(department="Sales", space="a3")),
                1,
                position_pb2.PHASE_USE_DEPARTMENTS,
                goods=-2,
            ),
            made(Step(end_turn=EndTurn()), 1, position_pb2.PHASE_USE_DEPARTMENTS, 1),
            made(Step(play_andrew=PlayAndrew()), 2, position_pb2.PHASE_SELECT_TIMELINE),
            made(Step(stand_up=StandUp(space="a3", workstation=1)), 2, position_pb2.PHASE_STANDING_UP),
        ],
    )
    response.MergeFrom(rules_pb2.ReplayRecordResponse(**fields))  # type: ignore[arg-type]
    return response


def test_a_game_is_told_round_by_round(command: Command) -> None:
    command.fake.replayed = replayed()
    result = command.run("replay", command.write("record.json", RECORD))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "Setup",
        "  player 1: Place the Housing disk on the second space of Boston",
        "Round 1",
        "  player 1: Select the Management row of the timeline",
        "            Build the Department Sales on the empty space a3: pay 2 goods cubes",
        "  player 2: End the turn",
        "Round 2",
        "  Andrew:   Have Andrew act",
        "  player 1: Stand an employee up in Sales (a3) at workstation 1",
        f"After 6 steps the game is in round 2; digest {'b' * 64}",
        "Score as if the game ended now",
        "            player 1  player 2",
        "  vp               7         7",
        "  together         7         7",
    ]
    request = command.fake.last_request(rules_pb2.ReplayRecordRequest)
    assert request.record == json_format.Parse(RECORD, rules_pb2.GameRecord())
    assert not request.HasField("step_count")


def test_the_end_is_told(command: Command) -> None:
    sheet = rules_pb2.ScoreSheet(lines=[rules_pb2.ScoreLine(name="cards", vp=9)], total=9)
    over = Position(round=20, phase=position_pb2.PHASE_GAME_OVER)
    command.fake.replayed = replayed(position=over, andrew=sheet)
    result = command.run("replay", "-", stdin=RECORD)
    assert result.exit_code == 0
    assert "After 6 steps the game is over; digest" in result.stdout
    assert "Final score" in result.stdout
    assert "Andrew" in result.stdout.splitlines()[-4]


def test_the_position_after_some_steps_can_be_asked_about(command: Command) -> None:
    command.fake.replayed = replayed()
    result = command.run("replay", "-", "--at", 1, stdin=RECORD)
    assert (result.exit_code, result.stderr) == (0, "")
    assert command.fake.last_request(rules_pb2.ReplayRecordRequest).step_count == 1
    assert json_format.Parse(result.stdout, Position()) == command.fake.replayed.position
    assert command.run("suggest", "-", stdin=result.stdout).exit_code == 0
    result = command.run("replay", "-", "--at", 0, "--json", stdin=RECORD)
    request = command.fake.last_request(rules_pb2.ReplayRecordRequest)
    assert (request.HasField("step_count"), request.step_count) == (True, 0)
    assert json_format.Parse(result.stdout, rules_pb2.ReplayRecordResponse()) == command.fake.replayed


def test_a_faulty_record_is_refused_with_its_paths(command: Command) -> None:
    command.fake.replayed = refusal(
        code_pb2.INVALID_ARGUMENT,
        "step 1 is illegal",
        reason="ILLEGAL_STEP",
        violations=(
            ("record.steps[1].stand_up.workstation", "NO_FREE_WORKSTATION", "found 9, allowed a free one"),
            ("step_count", "OUT_OF_RANGE", "found 9, allowed 0 to 2"),
        ),
    )
    file = command.write("record.json", RECORD)
    result = command.run("replay", file, "--at", 9)
    assert (result.exit_code, result.stdout) == (3, "")
    said = " ".join(result.stderr.split())
    assert "record.json: steps[1].standUp.workstation: NO_FREE_WORKSTATION" in said
    assert "--at: OUT_OF_RANGE" in said


def test_a_malformed_record_is_refused_before_any_call(command: Command) -> None:
    result = command.run("replay", "-", stdin='{"game": {"seed": "x"}, "step": []}')
    assert result.exit_code == 3
    assert "the standard input has 2 faults" in result.stderr
    assert command.fake.requests == []
    assert command.run("replay", "nowhere.json").exit_code == 2
    assert command.run("replay", "-", "--at", -1, stdin=RECORD).exit_code == 2
    assert command.run("replay", "-", "--components", "-", stdin=RECORD).exit_code == 2

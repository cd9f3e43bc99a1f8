"""The command and the client with the service itself, on the examples."""

from __future__ import annotations

import itertools
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf import json_format
from typer.testing import CliRunner, Result

from carnegie.v1 import advisor_pb2
from carnegie.v1.position_pb2 import Position
from carnegie.v1.review_pb2 import ReviewGameResponse
from carnegie.v1.solo_pb2 import PlayAndrewResponse
from carnegie.v1.steps_pb2 import PlayAndrew, Step
from carnegie_client import BatchQuestion, Client, InvalidRequest, LocalServer
from carnegie_client.command.application import application
from carnegie_solver.components import load_components
from carnegie_solver.rules.record import make_record, record_to_json, replay_record
from carnegie_solver.rules.step_json import step_to_json
from models.advised_games import advised_game
from models.random_games import random_game

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "positions"
ANSWERED = {
    "human-resources": "DECISION_HUMAN_RESOURCES",
    "research": "DECISION_RESEARCH_AND_DEVELOPMENT",
    "construction": "DECISION_CONSTRUCTION",
    "management": "DECISION_MANAGEMENT",
}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with LocalServer(arguments=["--workers", "1"]) as running:
        yield running.address


def run(server: str, *arguments: object, stdin: str | None = None) -> Result:
    words = [str(each) for each in arguments]
    return CliRunner().invoke(application, [*words, "--server", server], input=stdin)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: str(path.stem))
def test_every_example_is_valid(server: str, path: Path) -> None:
    result = run(server, "validate", path)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_batch_has_the_answers_and_errors_of_suggest(server: str) -> None:
    positions = {path.stem: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.json"))}
    questions = [
        BatchQuestion(name, positions[name], work_limit=5.0, progress=True) for name in sorted(ANSWERED)
    ]
    questions.insert(1, BatchQuestion("no position", {"round": 99}))
    with Client(server) as client:
        answers = list(client.analyze_batch(questions, timeout=60.0))
        final = {answer.id: answer for answer in answers if answer.final}
        assert len(final) == sum(answer.final for answer in answers) == 5
        for name in ANSWERED:
            assert final[name].result() == client.suggest(positions[name], work_limit=5.0)
        with pytest.raises(InvalidRequest) as caught:
            client.suggest({"round": 99})
    error = final["no position"].error
    assert isinstance(error, InvalidRequest)
    assert (error.code, error.reason, error.domain, error.message, error.violations) == (
        caught.value.code,
        caught.value.reason,
        caught.value.domain,
        caught.value.message,
        caught.value.violations,
    )


def test_documented_lists_are_answered(server: str) -> None:
    """The examples of allow and avoid lists in the command's document run, and their plans keep to the lists."""
    text = (EXAMPLES.parent.parent / "docs" / "command.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\.venv/bin/carnegie (suggest .*--(?:allow|avoid) .*)$", text, flags=re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        _, path, *options = shlex.split(command)
        result = run(server, "suggest", EXAMPLES.parent.parent / path, *options)
        assert result.exit_code == 0, result.stderr
        assert "Proved best: no legal plan that the lists permit gains more." in result.stdout
        assert "Chicago" not in result.stdout
        assert "to build" in result.stdout


@pytest.mark.parametrize(("name", "decision"), ANSWERED.items())
def test_the_examples_have_a_proved_best_plan_that_can_be_played(
    server: str, name: str, decision: str
) -> None:
    path = EXAMPLES / f"{name}.json"
    result = run(server, "suggest", path, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["decision"] == decision
    assert answer["status"] == "SUGGESTION_STATUS_PROVED_BEST"
    line = answer["lines"][0]
    assert line["steps"]
    assert answer["bound"] == line["gain"]
    assert sum(term["after"] - term["before"] for term in line["terms"]) == line["gain"]
    validation = json.loads(run(server, "validate", path, "--json").stdout)
    assert answer["positionDigest"] == validation["positionDigest"]
    assert len(answer["positionDigest"]) == 64

    steps = json.dumps([planned["step"] for planned in line["steps"]])
    played = run(server, "apply", path, "--steps", "-", "--json", stdin=steps)
    assert played.exit_code == 0, played.stderr
    assert [planned["change"] for planned in json.loads(played.stdout)["steps"]] == [
        planned["change"] for planned in line["steps"]
    ]


@pytest.mark.parametrize("name", ANSWERED)
def test_the_advice_has_a_sentence_for_every_step(server: str, name: str) -> None:
    path = EXAMPLES / f"{name}.json"
    answer = json.loads(run(server, "suggest", path, "--json").stdout)
    advice = run(server, "suggest", path)
    assert advice.exit_code == 0
    steps = [*answer["lines"][0]["steps"], *answer["lines"][0]["stepsAtEndOfRound"]]
    numbered = [line for line in advice.stdout.splitlines() if line.strip().partition(".")[0].isdecimal()]
    assert len(numbered) == len(steps)
    assert "does not know" not in advice.stdout
    assert "Proved best" in advice.stdout


def test_the_canonical_position_is_the_same_position(server: str) -> None:
    text = (EXAMPLES / "construction.json").read_text(encoding="utf-8")
    with Client(server) as client:
        first = client.validate(text)
        second = client.validate(first.position)
    assert second == first


def test_the_client_raises_every_fault_with_its_json_path(server: str) -> None:
    position = json.loads((EXAMPLES / "construction.json").read_text(encoding="utf-8"))
    position["players"][0]["money"] = -1
    position["players"][0]["employeesInSupply"] = 16
    with Client(server) as client, pytest.raises(InvalidRequest) as caught:
        client.suggest(position, time_limit=5.0)
    paths = {violation.path for violation in caught.value.violations}
    assert {"position.players[0].money", "position.players[0].employeesInSupply"} <= paths


def test_a_solo_game_is_set_up_played_and_scored(server: str, tmp_path: Path) -> None:
    game = run(server, "new", "--solo", 2, "--seed", 5)
    assert (game.exit_code, game.stderr) == (0, "")
    position = json_format.Parse(game.stdout, Position())
    kinds = set()
    with Client(server) as client:
        for _ in range(80):
            if position.andrew.to_act:
                break
            steps = client.legal_steps(position).steps
            step = next(step for step in reversed(steps) if not step.HasField("sell_goods"))
            kinds.add(step.WhichOneof("kind"))
            position = client.apply(position, [step]).position
        assert list(client.legal_steps(position).steps) == [Step(play_andrew=PlayAndrew())]
    assert {"place_housing", "reserve_department", "select_timeline", "end_turn"} <= kinds

    path = tmp_path / "position.json"
    path.write_text(json_format.MessageToJson(position), encoding="utf-8")
    assert run(server, "legal", path).stdout == "  1. Have Andrew act\n"
    played = run(server, "andrew", path, "--json")
    assert (played.exit_code, played.stderr) == (0, "")
    answer = json_format.Parse(played.stdout, PlayAndrewResponse())
    assert answer.deeds
    said = run(server, "andrew", path).stdout
    assert said.count("Andrew ") == len(answer.deeds)
    assert "does not know" not in said
    again = run(server, "andrew", "-", stdin=json_format.MessageToJson(answer.position))
    assert (again.exit_code, again.stdout) == (3, "")
    score = run(server, "score", path)
    assert (score.exit_code, score.stderr) == (0, "")
    assert "Andrew" in score.stdout


def test_a_recorded_game_is_told_and_led_on_from_any_step(server: str, tmp_path: Path) -> None:
    components = load_components()
    steps = [step for _, step, _ in itertools.islice(random_game(1), 150)]
    record = make_record(components, 1, steps, players=2)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record_to_json(record)), encoding="utf-8")
    told = run(server, "replay", path)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout.startswith("Setup\n  player 2: ")
    assert "\nRound 2\n" in told.stdout
    assert f"After 150 steps the game is in round {replay_record(components, record).round}" in told.stdout
    assert "does not know" not in told.stdout
    assert "player 1  player 2" in told.stdout
    moment = run(server, "replay", path, "--at", 70)
    plan = json.dumps([step_to_json(step) for step in steps[70:]])
    position = tmp_path / "moment.json"
    position.write_text(moment.stdout, encoding="utf-8")
    rest = run(server, "apply", position, "--steps", "-", "--json", stdin=plan)
    assert json.loads(rest.stdout)["positionDigest"] == record.final_digest
    beyond = run(server, "replay", path, "--at", 151)
    assert beyond.exit_code == 2
    assert "--at: OUT_OF_RANGE: found 151, allowed 0 to 150" in " ".join(beyond.stderr.split())


def test_the_tables_are_those_that_the_service_names(server: str) -> None:
    with Client(server) as client:
        tables, information = client.components(), client.info()
    assert tables.components_digest == information.components_digest
    assert set(information.assumed_components) <= set(json.loads(tables.components_json))


def test_the_command_alone_starts_the_service_asks_it_and_stops_it() -> None:
    program = "from carnegie_client.command import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", program, "suggest", str(EXAMPLES / "construction.json"), "--json"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["status"] == "SUGGESTION_STATUS_PROVED_BEST"


def test_information_tells_what_is_answered(server: str) -> None:
    with Client(server) as client:
        information = client.info()
    assert {
        advisor_pb2.DECISION_HUMAN_RESOURCES,
        advisor_pb2.DECISION_MANAGEMENT,
        advisor_pb2.DECISION_CONSTRUCTION,
        advisor_pb2.DECISION_RESEARCH_AND_DEVELOPMENT,
    } <= set(information.decisions)


def test_a_game_is_reviewed_by_the_command_as_by_the_client(server: str, tmp_path: Path) -> None:
    record = advised_game(3, level=3, spoiled=0.15, rounds=4)
    text = json.dumps(record_to_json(record))
    with Client(server) as client:
        messages = list(client.review_game(text, work_limit=1.0))
    result = run(server, "review", "-", "--work", 1, "--json", stdin=text)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [json_format.Parse(line, ReviewGameResponse()) for line in result.stdout.splitlines()]
    # The first time was searched, the second remembered; but for that they are the same.
    assert lines == messages
    picture = tmp_path / "margin.png"
    result = run(server, "review", "-", "--work", 1, "--plot", picture, stdin=text)
    assert (result.exit_code, result.stderr) == (0, "")
    for number, index in enumerate(messages[-1].review.costliest, start=1):
        gap = messages[index].decision.evaluation.gap
        assert re.search(rf"^Costliest move {number}: .*: {gap / 100:.2f} VP$", result.stdout, re.MULTILINE)
    assert picture.read_bytes().startswith(b"\x89PNG")

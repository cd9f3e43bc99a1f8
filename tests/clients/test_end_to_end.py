"""The command and the client with the service itself, on the examples."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from carnegie.v1 import advisor_pb2
from carnegie_client import Client, InvalidRequest, LocalServer
from carnegie_client.command.application import application

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

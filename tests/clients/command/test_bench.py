"""`carnegie bench` times the answers of a service."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2
from carnegie_client import LocalServer
from carnegie_client.command.bench import Measured
from clients.command.command_line import Command
from clients.fake_service import refusal

COMMAND = [sys.executable, "-c", "from carnegie_client.command import main; main()"]
EXAMPLE = Path(__file__).parents[3] / "examples" / "positions" / "opening.json"


def test_every_position_is_asked_about_with_other_seeds(command: Command) -> None:
    other = command.write("other.json", '{"round": 5, "players": [{}]}')
    result = command.run("bench", command.position, other, "--calls", 3, "--seed", 7, "--work", 2, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    asked = [each for each in command.fake.requests if isinstance(each, advisor_pb2.SuggestRequest)]
    assert [(each.position.round, each.seed, each.work_limit) for each in asked] == [
        (number, seed, 2.0) for number, seeds in ((4, (7, 8, 9)), (5, (10, 11, 12))) for seed in seeds
    ]
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["position"], row["calls"]) for row in rows] == [
        (str(command.position), 3),
        (str(other), 3),
        ("all", 6),
    ]
    for row in rows:
        assert 0 < row["medianMilliseconds"] <= row["p99Milliseconds"]
        assert row["callsPerSecond"] > 0
        assert (row["provedShare"], row["unanswered"]) == (1.0, 0)


def test_another_run_asks_with_other_seeds(command: Command) -> None:
    said = [command.run("bench", command.position, "--calls", 1).stderr for _ in range(2)]
    asked = [each.seed for each in command.fake.requests if isinstance(each, advisor_pb2.SuggestRequest)]
    assert said == [f"seed {seed}\n" for seed in asked]
    assert asked[0] != asked[1]


def test_the_table_has_a_row_for_each_and_for_all(command: Command) -> None:
    result = command.run("bench", command.position, "--calls", 2)
    head, row, every = (line.split() for line in result.stdout.splitlines())
    assert head == ["calls", "median", "ms", "p99", "ms", "calls/s", "proved", "no", "answer", "remembered"]
    assert (row[0], row[1], row[-4:]) == (str(command.position), "2", ["100", "%", "0", "0"])
    assert every[:2] == ["all", "2"]


def test_a_file_given_twice_is_asked_about_with_other_seeds(command: Command) -> None:
    command.run("bench", command.position, command.position, "--calls", 2, "--seed", 2_147_483_644)
    asked = [each.seed for each in command.fake.requests if isinstance(each, advisor_pb2.SuggestRequest)]
    assert asked == [2_147_483_644, 2_147_483_645, 2_147_483_646, 2_147_483_647]
    result = command.run("bench", command.position, command.position, "--calls", 2, "--seed", 2_147_483_645)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--seed: found 2147483645; allowed: 0 to 2147483644" in result.stderr


def test_remembered_answers_are_counted_and_in_no_other_figure() -> None:
    """By a service that remembers: the second run asks what the first one has asked, and one thing more."""
    with LocalServer(arguments=["--workers", "1"]) as server:
        asked = [*COMMAND, "bench", str(EXAMPLE), "--work", "0.2", "--seed", "1", "--server", server.address]
        for calls, searched, remembered in ((2, 2, 0), (3, 1, 2), (3, 0, 3)):
            ended = subprocess.run(
                [*asked, "--calls", str(calls), "--json"], capture_output=True, text=True, check=True
            )
            row, every = (json.loads(line) for line in ended.stdout.splitlines())
            assert (row["calls"], row["remembered"]) == (searched, remembered)
            assert (every["calls"], every["remembered"]) == (searched, remembered)
            assert (row["medianMilliseconds"] is None) == (searched == 0)
            said = f"{remembered} answers remembered by the service, and in no other figure: give another --seed\n"
            assert ended.stderr == (said if remembered else "")
        table = subprocess.run([*asked, "--calls", "1"], capture_output=True, text=True, check=True)
        assert table.stdout.splitlines()[1].split()[1:] == ["0", "-", "-", "-", "-", "0", "1"]


def test_calls_without_an_answer_are_counted(command: Command) -> None:
    command.fake.suggestion = refusal(code_pb2.DEADLINE_EXCEEDED, "too late", reason="NO_ANSWER_IN_TIME")
    result = command.run("bench", command.position, "--calls", 2, "--json")
    assert result.exit_code == 0
    row = json.loads(result.stdout.splitlines()[0])
    assert (row["provedShare"], row["unanswered"]) == (0.0, 2)


def test_figures_are_those_of_the_seconds() -> None:
    measured = Measured("x", [0.001 * number for number in range(1, 201)], proved=50)
    assert measured.median() == pytest.approx(100.5)
    assert measured.slowest_hundredth() == pytest.approx(198.0)
    assert measured.calls_a_second() == pytest.approx(200 / 20.1)
    assert measured.proved_share() == 0.25
    one = Measured("y", [0.5])
    assert (one.median(), one.slowest_hundredth(), one.calls_a_second()) == (500.0, 500.0, 2.0)


def test_without_files_the_examples_of_this_folder_are_asked_about(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = command.run("bench")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "examples/positions" in result.stderr
    folder = tmp_path / "examples" / "positions"
    folder.mkdir(parents=True)
    for name in ("b", "a"):
        (folder / f"{name}.json").write_text('{"players": [{}]}', encoding="utf-8")
    result = command.run("bench", "--json", "--calls", 1)
    names = [json.loads(line)["position"] for line in result.stdout.splitlines()]
    assert names == ["examples/positions/a.json", "examples/positions/b.json", "all"]


def test_a_faulty_position_ends_it(command: Command) -> None:
    result = command.run("bench", command.write("bad.json", '{"round": "x"}'))
    assert (result.exit_code, result.stdout) == (3, "")
    assert command.run("bench", command.position, "--calls", 0).exit_code == 2

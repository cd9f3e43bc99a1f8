"""`carnegie play` with the real service: what is typed, what is said, and what it leaves on the disk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from carnegie_client import Client, LocalServer
from carnegie_client.command.application import application
from carnegie_client.solo_game import SoloGame
from clients.solo_games import as_json, play_decisions


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with LocalServer(arguments=["--workers", "1"]) as running:
        yield running.address


def play(server: str, *arguments: object, typed: str | bytes = "") -> Result:
    words = [str(each) for each in arguments]
    return CliRunner().invoke(application, ["play", *words, "--server", server], input=typed)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(("game_seed", "level"), [(1, 2), (7, 4)])
def test_a_game_that_plays_on_alone_is_the_game_of_its_seed(
    server: str, tmp_path: Path, game_seed: int, level: int
) -> None:
    path = tmp_path / "game.json"
    result = play(server, "--auto", "--json", "--seed", game_seed, "--level", level, "--record", path)
    assert (result.exit_code, result.stderr) == (0, "")
    (line,) = result.stdout.splitlines()
    score = json.loads(line)
    with Client(server) as client:
        game = SoloGame.begin(client, game_seed, level=level)
        play_decisions(game, 10_000)
        expected = game.score()
        replayed = client.replay(path.read_bytes())
    assert score["positionDigest"] == game.digest == replayed.position_digest
    assert score["players"][0]["total"] == expected.players[0].total
    assert score["andrew"]["total"] == expected.andrew.total
    again = play(server, "--auto", "--record", path)
    assert again.exit_code == 0
    assert again.stdout.startswith("Final score\n")
    assert game.digest in again.stdout


def test_a_game_that_is_over_can_be_taken_back(server: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert play(server, "--auto", "--quiet", "--seed", 2, "--record", path).exit_code == 0
    digest = json.loads(path.read_text(encoding="utf-8"))["finalDigest"]
    lines = typed("accept", "legal", "1", "end", "suggest", "undo 2", "redo 2", "quit")
    result = play(server, "--quiet", "--record", path, typed=lines)
    assert result.exit_code == 0
    assert [line for line in result.stderr.splitlines() if line.startswith("error: ")] == [
        "error: the game is over: undo takes steps back",
        "error: the game is over: undo takes steps back",
        "error: a step: found 1, allowed none",
        "error: step 1: it is illegal: wrong phase: found the end of the game; allowed: a phase that a player can end",
    ]
    assert result.stdout.startswith("Final score\n")
    assert "There is nothing to decide: the game is over." in result.stdout
    assert result.stdout.count("Final score\n") == 2
    assert json.loads(path.read_text(encoding="utf-8"))["finalDigest"] == digest


def test_a_game_that_plays_on_alone_tells_every_step_and_deed(server: str) -> None:
    result = play(server, "--auto", "--seed", 1, "--level", 2)
    assert (result.exit_code, result.stderr) == (0, "")
    said = result.stdout
    assert said.startswith("Setup: place the Housing disk")
    assert "does not know" not in said
    for round_number in range(1, 21):
        assert f"Round {round_number} of 20: " in said
    assert said.count("Andrew acts. ") >= 30
    assert "  1. Andrew " in said
    assert "Final score" in said
    assert (
        play(server, "--auto", "--seed", 1, "--level", 2, "--quiet").stdout
        == said[said.index("Final score") :]
    )


def test_what_is_to_be_decided_is_shown_with_the_table_and_the_steps(server: str) -> None:
    result = play(server, "--seed", 5, "--level", 3, typed="")
    assert (result.exit_code, result.stderr) == (0, "")
    said = result.stdout
    assert "holds  " in said
    assert "floor 1  " in said
    assert "a1 Commerce and Finance: 1 stands at 1" in said
    assert "0 of 20 played" in said
    assert "Setup: place the Housing disk, reserve a Department, turn tabs" in said
    assert "1  side Hou B" in said
    assert "> " not in said
    quiet = play(server, "--seed", 5, "--level", 3, "--quiet", typed="")
    assert quiet.stdout == "Setup: place the Housing disk, reserve a Department, turn tabs\n"


def test_steps_are_taken_by_notation_number_and_suggestion(server: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = typed("side Com B", "sell 1; sell 1", "1", "suggest 2", "accept 2", "accept")
    result = play(server, "--seed", 5, "--record", path, "--quiet", typed=lines)
    assert result.exit_code == 0
    assert result.stderr == f"the game is recorded in {path}\n"
    said = result.stdout
    assert "1. Turn the Commerce tab to side B" in said
    assert "  1. Sell 1 goods cube" in said
    assert "  2. Sell 1 goods cube" in said
    assert "Plan 2" in said
    steps = json.loads(path.read_text(encoding="utf-8"))["steps"]
    kinds = [next(iter(step)) for step in steps]
    assert kinds[:4] == ["chooseTabSide", "sellGoods", "sellGoods", "chooseTabSide"]
    assert kinds.count("endTurn") == 2
    assert "moveEmployee" in kinds
    with Client(server) as client:
        assert client.replay(path.read_bytes()).recorded_steps == len(steps)


def test_the_number_is_that_of_the_list(server: str) -> None:
    listing = play(server, "--seed", 5, "--quiet", typed=typed("legal")).stdout.splitlines()[1:]
    number, notation, *_ = next(line.split("  ") for line in map(str.strip, listing) if "reserve" in line)
    by_number = play(server, "--seed", 5, "--quiet", typed=typed(number, "show")).stdout
    by_text = play(server, "--seed", 5, "--quiet", typed=typed(notation, "show")).stdout
    assert by_number == by_text
    assert "reserved  " in by_number


WRONG = {
    "no such word": ("castle kingside", "step 1: it is not in the notation\n  column 1: found 'castle'"),
    "for another phase": ("select Con", "step 1: it is illegal: wrong phase"),
    "ambiguous": ("housing Boston; housing", "step 2: "),
    "half a plan": ("sell 1; sell 9", "step 2: it is illegal: not enough goods"),
    "number too large": ("999", "a step: found 999, allowed 1 to "),
    "huge number": ("9" * 5000, "a step: found 999999999..., allowed 1 to "),
    "zero": ("0", "a step: found 0, allowed 1 to "),
    "negative": ("-1", "step 1: it is not in the notation"),
    "undo too much": ("undo 5", "nothing to undo"),
    "redo": ("redo all", "nothing to redo"),
    "undo no number": ("undo x", "how many steps: found x, allowed a number from 1 on, or all"),
    "redo no number": ("redo -1", "how many steps: found -1, allowed a number from 1 on, or all"),
    "too long for a step": ("x" * 15_000, "what is asked has 1 fault"),
    "plan too many": ("suggest 11", "how many plans: found 11, allowed 1 to 10"),
    "no number": ("accept first", "a plan: found first, allowed 1 to 10"),
    "plan that is not there": ("suggest\naccept 2", "plan 2: 1 plan suggested"),
    "more after a word": ("score now", "score stands alone: found now after it"),
    "no file": ("record", "record needs the name of a file"),
    "no folder": ("record /no/such/folder/game.json", "cannot write /no/such/folder/game.json: No such file"),
    "control characters": ("sell\x1b[2J 1", "column 5: found "),
    "check of what cannot be": ("check sell 9", "step 1: it is illegal: not enough goods"),
    "too long": ("sell 1;" * 2000, "found 14000 characters, allowed at most 10000"),
    "far too long": ("x" * 50_000, "a line of more than 20000 bytes"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_and_changes_nothing(server: str, tmp_path: Path, case: str) -> None:
    line, message = WRONG[case]
    path = tmp_path / "game.json"
    assert play(server, "--seed", 5, "--quiet", "--record", path).exit_code == 0
    before = path.read_bytes()
    result = play(server, "--quiet", "--record", path, typed=typed(line))
    assert result.exit_code == 0
    assert message in result.stderr
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    assert "\x1b[2J" not in result.stderr
    assert path.read_bytes() == before


def test_odd_input_is_survived(server: str) -> None:
    odd = b"\n   \n\xff\xfe\nsell 1\x00\nSCORE\nsell 1"  # the last line without its end
    result = play(server, "--seed", 5, "--quiet", typed=odd)
    assert result.exit_code == 0
    assert result.stderr.count("error: ") == 2
    assert "a line that is not text in UTF-8: byte 1" in result.stderr
    assert "Score as if the game ended now" in result.stdout
    assert "1. Sell 1 goods cube" in result.stdout


def test_undo_and_redo_across_andrews_turn(server: str, tmp_path: Path) -> None:
    path, undone = tmp_path / "game.json", tmp_path / "undone.json"
    accepts = ["accept"] * 9
    assert play(server, "--seed", 1, "--level", 2, "--record", path, typed=typed(*accepts)).exit_code == 0
    digest = json.loads(path.read_text(encoding="utf-8"))["finalDigest"]
    kinds = [next(iter(step)) for step in json.loads(path.read_text(encoding="utf-8"))["steps"]]
    assert kinds.count("playAndrew") > 1
    last = play(server, "--record", path, "--quiet", typed=typed("undo 12"))
    assert "of them Andrew's" in last.stdout
    undone.write_bytes(path.read_bytes())
    assert json.loads(path.read_text(encoding="utf-8"))["finalDigest"] != digest
    back = play(
        server, "--record", undone, "--quiet", typed=typed("undo all", "redo all", "undo 3", "redo 3")
    )
    assert back.exit_code == 0
    assert json.loads(undone.read_text(encoding="utf-8")) == json.loads(path.read_text(encoding="utf-8"))
    lines = typed("undo 12", "redo 5", "redo all", "undo 1", "redo")
    whole = tmp_path / "whole.json"
    first = play(server, "--seed", 1, "--level", 2, "--record", whole, typed=typed(*accepts) + lines)
    assert (first.exit_code, first.stdout.count("made again")) == (0, 3)
    assert json.loads(whole.read_text(encoding="utf-8"))["finalDigest"] == digest


def test_check_explain_and_help_say_what_they_are_for(server: str) -> None:
    lines = typed("accept", "check move lobby-c1; move lobby-c1", "explain", "help", "quit", "score")
    result = play(server, "--seed", 5, "--quiet", typed=lines)
    assert (result.exit_code, result.stderr) == (0, "")
    said = result.stdout
    assert "Your plan\n" in said
    assert "The best plan gains " in said
    assert "One more " in said or "Nothing binds" in said
    assert "Plan 2" in said
    assert "undo [N | all]" in said
    assert "Score as if" not in said  # quit has ended it


def test_a_record_can_be_begun_in_the_middle(server: str, tmp_path: Path) -> None:
    path, there = tmp_path / "game.json", tmp_path / "there.json"
    there.write_text("{}", encoding="utf-8")
    lines = typed("accept", f"record {there}", f"record {path}", "accept")
    result = play(server, "--seed", 5, "--quiet", typed=lines)
    assert f"error: there is a file {there} already: name a new one" in result.stderr
    assert result.stderr.count(f"the game is recorded in {path}") == 2
    assert there.read_text(encoding="utf-8") == "{}"
    steps = json.loads(path.read_text(encoding="utf-8"))["steps"]
    assert [next(iter(step)) for step in steps].count("endTurn") == 2


def test_a_record_is_of_one_game(server: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    new = ["--seed", 5, "--level", 2, "--layout", "columns", "--record", path]
    assert play(server, *new).exit_code == 0
    assert play(server, *new, "--pool", "base").exit_code == 0
    other = play(server, "--seed", 6, "--level", 3, "--pool", "expansion", "--record", path)
    assert other.exit_code == 2
    said = " ".join(other.stderr.split())
    assert "the record of another game, with seed 5 and level 2: leave --seed, --level and --pool out" in said
    path.write_text("{", encoding="utf-8")
    assert play(server, "--record", path).exit_code == 3
    path.write_text('{"componentsDigest": "0", "finalDigest": "0"}', encoding="utf-8")
    assert "it has no soloLevel" in play(server, "--record", path).stderr
    assert play(server, "--record", tmp_path).exit_code == 2


@pytest.mark.parametrize("name", ["/dev/full", "/dev/zero", "long.json"])
def test_a_record_without_an_end_is_not_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "long.json":
        path.touch()
        os.truncate(path, 40 << 20)
    result = CliRunner().invoke(application, ["play", "--record", str(path)])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: cannot read {path}: it is ")


def test_a_record_that_somebody_else_has_written_is_left_to_them(server: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = typed("accept", f"record {path}")
    with Client(server) as client:
        other = as_json(SoloGame.begin(client, 8).record())
    path.write_text(json.dumps(other), encoding="utf-8")
    result = play(server, "--seed", 5, "--quiet", typed=lines)
    assert "there is a file" in result.stderr
    assert json.loads(path.read_text(encoding="utf-8")) == other


def test_components_of_ones_own_are_the_games(server: str, tmp_path: Path) -> None:
    with Client(server) as client:
        board = json.loads(client.components().components_json)["company_board"]
    board["starting_departments"][0]["desk_costs"][1] += 3
    tables, path = tmp_path / "box.json", tmp_path / "game.json"
    tables.write_text(json.dumps({"company_board": board}), encoding="utf-8")
    new = ["--seed", 1, "--record", path, "--components", tables, "--quiet"]
    assert play(server, *new, typed=typed("accept", "accept", "stand b1:2")).exit_code == 0
    text = path.read_text(encoding="utf-8")
    refused = play(server, "--record", path, typed="")
    assert refused.exit_code == 3
    assert "OTHER_COMPONENTS" in refused.stderr
    going_on = play(server, "--record", path, "--components", tables, "--quiet", typed=typed("undo", "redo"))
    assert going_on.exit_code == 0
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(text)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--json"],
        ["--components", "-"],
        ["--level", "5"],
        ["--seed", "-1"],
        ["--pool", "none"],
        ["--record", "-"],
    ],
    ids=" ".join,
)
def test_wrong_use_starts_nothing(arguments: list[str]) -> None:
    result = CliRunner().invoke(application, ["play", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_drawn_seed_is_said(server: str) -> None:
    result = play(server, typed="")
    name, seed = result.stderr.split()
    assert name == "seed"
    assert 0 <= int(seed) < 2**31


def test_what_is_too_long_is_said_once(server: str) -> None:
    result = play(server, "--seed", 1, "--quiet", typed=typed("x" * 15_000))
    assert result.stderr.count("found 15000 characters") == 1


def test_faulty_weights_are_told_before_anything_is_played(server: str, tmp_path: Path) -> None:
    weights, path = tmp_path / "weights.json", tmp_path / "game.json"
    weights.write_text('{"no_weight": 1}', encoding="utf-8")
    result = play(server, "--seed", 1, "--weights", weights, "--record", path)
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"{weights}: no_weight" in result.stderr
    assert not path.exists()


def test_weights_of_ones_own_are_taken(server: str, tmp_path: Path) -> None:
    weights = tmp_path / "weights.json"
    weights.write_text("{}", encoding="utf-8")
    assert play(server, "--seed", 1, "--quiet", "--weights", weights, typed=typed("quit")).exit_code == 0


def test_a_read_only_record_is_refused_and_left_as_it_is(server: str, tmp_path: Path) -> None:
    """Also to who may write everything, and though another file could be put in its place."""
    path = tmp_path / "game.json"
    assert play(server, "--seed", 1, "--record", path, typed=typed("1")).exit_code == 0
    path.chmod(0o444)
    before = path.read_bytes()
    result = play(server, "--record", path, typed=typed("1"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: cannot write {path}: it is read-only\n"
    assert path.read_bytes() == before

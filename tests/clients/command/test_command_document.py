"""The examples of docs/command.md work as they are written, and it names every subcommand."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from carnegie_client import LocalServer
from carnegie_client.command.application import application
from carnegie_client.command.examples import EXAMPLES

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
COMMAND = [sys.executable, "-c", "from carnegie_client.command import main; main()"]
COMMANDS = re.findall(
    r"^\.venv/bin/carnegie ((?:play|analyze|explain|bench|completion) .*)$", TEXT, flags=re.MULTILINE
)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with LocalServer(arguments=["--workers", "1"]) as running:
        yield running.address


def test_every_new_subcommand_has_documented_examples() -> None:
    assert len(COMMANDS) == 8
    assert {command.split()[0] for command in COMMANDS} == {
        "play",
        "analyze",
        "explain",
        "bench",
        "completion",
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_documented_commands_run(server: str, tmp_path: Path, command: str) -> None:
    words = shlex.split(command)
    words = [str(ROOT / word) if word.startswith("examples/") else word for word in words]
    result = subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"CARNEGIE_SERVER": server},
    )
    recorded = "the game is recorded in game.json\n" if "--record game.json" in command else ""
    assert (result.returncode, result.stderr) == (0, recorded)
    assert result.stdout
    if "--json" in words:
        assert all(json.loads(line) for line in result.stdout.splitlines())
    assert (tmp_path / "game.json").exists() == bool(recorded)


def test_the_documented_dialogue_has_no_errors(server: str) -> None:
    (typed,) = re.findall(r"^```play\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    arguments = ["play", "--seed", "1", "--level", "2", "--quiet", "--server", server]
    result = CliRunner().invoke(application, arguments, input=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Plan 2" in result.stdout
    assert "Your plan" in result.stdout
    assert "made again" in result.stdout


def test_what_can_be_typed_is_documented(server: str) -> None:
    arguments = ["play", "--seed", "1", "--quiet", "--server", server]
    said = CliRunner().invoke(application, arguments, input="help\n").stdout.splitlines()[1:]
    table = TEXT[TEXT.index("| Typed | Does |") : TEXT.index("For example, typed into")]
    for line in said:
        word = line.split()[0]
        assert word in {"STEP", "NUMBER"} or f"`{word}" in table


def test_every_subcommand_is_listed() -> None:
    listed = set(re.findall(r"^carnegie (\w+)", TEXT[: TEXT.index("## Options")], re.MULTILINE))
    assert listed == {*EXAMPLES, "serve", "config"}

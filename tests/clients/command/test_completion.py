"""`carnegie completion`: the scripts, and what bash makes of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from carnegie_client.command.application import application


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with the command in it, by its name, as the shell looks for it."""
    program = tmp_path / "carnegie"
    program.write_text(
        f"#!{sys.executable}\nfrom carnegie_client.command import main\n\nmain()\n", encoding="utf-8"
    )
    program.chmod(0o755)
    return tmp_path


def script(shell: str) -> str:
    result = CliRunner().invoke(application, ["completion", shell])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def completed(folder: Path, *words: str) -> list[str]:
    """Give what bash would offer for the last of the words."""
    lines = [
        script("bash"),
        f"COMP_WORDS=({' '.join(repr(word) for word in words)})",
        f"COMP_CWORD={len(words) - 1}",
        "_carnegie_completion carnegie",
        "printf '%s\\n' \"${COMPREPLY[@]}\"",
    ]
    ran = subprocess.run(
        ["bash", "--norc", "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
    )
    assert ran.stderr == ""
    return ran.stdout.split()


def test_subcommands_options_and_their_values_are_completed(folder: Path) -> None:
    assert {"play", "analyze", "explain", "evaluate", "bench", "completion"} <= set(
        completed(folder, "carnegie", "")
    )
    assert completed(folder, "carnegie", "pl") == ["play"]
    assert {"--record", "--auto", "--work-limit"} <= set(completed(folder, "carnegie", "play", "--"))
    assert completed(folder, "carnegie", "play", "--pool", "one") == ["one-of-each"]
    assert completed(folder, "carnegie", "completion", "f") == ["fish"]


def test_files_are_left_to_bash_itself(folder: Path) -> None:
    assert completed(folder, "carnegie", "suggest", "po") == []
    assert completed(folder, "carnegie", "play", "--record", "ga") == []
    said = subprocess.run(
        ["bash", "--norc", "-c", f"{script('bash')}\ncomplete -p carnegie"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert said.stdout.split() == ["complete", "-o", "default", "-F", "_carnegie_completion", "carnegie"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_asks_the_command_itself(shell: str) -> None:
    text = script(shell)
    assert f"_CARNEGIE_COMPLETE=complete_{shell}" in text
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=text, text=True, timeout=60, check=True)


def test_other_shells_are_wrong_use() -> None:
    result = CliRunner().invoke(application, ["completion", "tcsh"])
    assert (result.exit_code, result.stdout) == (2, "")

"""A game that is killed, interrupted, or loses its terminal goes on from its record."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from carnegie_client import Client, LocalServer
from carnegie_client.solo_game import SoloGame
from clients.solo_games import play_decisions

COMMAND = [sys.executable, "-c", "from carnegie_client.command import main; main()", "play"]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with LocalServer(arguments=["--workers", "1"]) as running:
        yield running.address


@pytest.fixture(scope="module")
def final_digest(server: str) -> str:
    with Client(server) as client:
        game = SoloGame.begin(client, 4, level=3)
        play_decisions(game, 10_000)
        return game.digest


def steps_in(path: Path) -> int:
    if not path.exists():
        return -1
    return len(json.loads(path.read_text(encoding="utf-8")).get("steps", []))


def wait_for_steps(path: Path, more_than: int) -> None:
    give_up_at = time.monotonic() + 60
    while steps_in(path) <= more_than:
        assert time.monotonic() < give_up_at
        time.sleep(0.005)


def finish(server: str, path: Path) -> str:
    ended = subprocess.run(
        [*COMMAND, "--server", server, "--record", str(path), "--auto", "--json"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return str(json.loads(ended.stdout)["positionDigest"])


def test_a_game_that_plays_on_alone_is_killed_again_and_again(
    server: str, tmp_path: Path, final_digest: str
) -> None:
    path = tmp_path / "game.json"
    steps = -1
    for pause in (0.0, 0.1, 0.2, 0.15):
        with subprocess.Popen(
            [*COMMAND, "--server", server, "--record", str(path), "--seed", "4", "--level", "3", "--auto"],
            stdout=subprocess.DEVNULL,
        ) as playing:
            wait_for_steps(path, steps)
            time.sleep(pause)
            playing.kill()
        assert steps_in(path) > steps
        steps = steps_in(path)
    assert finish(server, path) == final_digest


def test_a_typed_step_that_is_answered_is_on_the_disk(server: str, tmp_path: Path, final_digest: str) -> None:
    path = tmp_path / "game.json"
    with subprocess.Popen(
        [*COMMAND, "--server", server, "--record", str(path), "--seed", "4", "--level", "3", "--quiet"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        for number in range(6):
            playing.stdin.write("accept\n")
            while "End " not in (line := playing.stdout.readline()) and "Select the" not in line:
                assert line
            with Client(server) as client:
                game = SoloGame.begin(client, 4, level=3)
                play_decisions(game, number + 1)
            own = [number for number, step in enumerate(game.steps) if not step.HasField("play_andrew")]
            assert steps_in(path) > own[-1]
        playing.kill()
    assert finish(server, path) == final_digest


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_dialogue_and_loses_nothing(server: str, tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "game.json"
    with subprocess.Popen(
        # Also where the tests themselves are run so that a closed terminal does not end them.
        [
            "env",
            "--default-signal=HUP",
            *COMMAND,
            "--server",
            server,
            "--record",
            str(path),
            "--seed",
            "4",
            "--quiet",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as playing:
        assert playing.stdin is not None
        playing.stdin.write("sell 1\n")
        wait_for_steps(path, 0)
        playing.send_signal(how)
        _, errors = playing.communicate(timeout=30)
    assert playing.returncode == (130 if how is signal.SIGINT else -how)
    assert "Traceback" not in errors
    assert (f"the game is recorded in {path}" in errors) == (how is signal.SIGINT)
    assert steps_in(path) == 1


def at_terminal(arguments: list[str], keys: list[bytes]) -> tuple[str, int]:
    """Run the command at a terminal of its own, type the keys one by one at its prompts, and give what it shows."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm"
        os.execv(COMMAND[0], [*COMMAND, *arguments])
    shown = b""
    unanswered = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # how the end of a terminal reads
            break
        if not part:
            break
        shown += part
        unanswered += part
        if keys and b"\n> " in unanswered.replace(b"\x1b[?2004h", b""):
            unanswered = b""
            os.write(terminal, keys.pop(0))
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    return shown.decode(errors="backslashreplace"), os.waitstatus_to_exitcode(status)


def test_a_terminal_has_a_prompt_and_keys_that_end_it(server: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    arguments = ["--server", server, "--record", str(path), "--seed", "4", "--quiet"]
    shown, code = at_terminal(arguments, [b"sell 1\n", b"legal\n", b"\x04"])
    assert (code, steps_in(path)) == (0, 1)
    assert shown.count("> ") >= 3
    shown, code = at_terminal(arguments, [b"sell 1\n", b"\x03"])
    assert (code, steps_in(path)) == (130, 2)
    assert "Traceback" not in shown
    assert "the game is recorded in" in shown


def test_typed_bytes_that_are_no_text_are_told(server: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    arguments = ["--server", server, "--record", str(path), "--seed", "4", "--quiet"]
    odd = [
        b"\xc3\xa4\xff\xfe\n",
        b"suggest \xff\n",
        b"record \xff\n",
        b"check \xed\xa0\x80\n",
        b"sell 1\n",
        b"quit\n",
    ]
    shown, code = at_terminal(arguments, odd)
    assert (code, steps_in(path)) == (0, 1)
    assert "Traceback" not in shown
    for byte in (3, 9, 8, 7):
        assert f"a line that is not text in UTF-8: byte {byte}" in shown


def test_no_colour_is_shown_where_none_is_wanted(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--server", server, "--seed", "4"]
    keys = [b"suggest\n", b"foo\n", b"quit\n"]
    coloured, _ = at_terminal(arguments, list(keys))
    monkeypatch.setenv("NO_COLOR", "1")
    plain, _ = at_terminal(arguments, list(keys))
    colours = [f"\x1b[{number}m" for number in (31, 32, 33)] + ["\x1b[1;31m"]
    assert any(colour in coloured for colour in colours)
    assert not any(colour in plain for colour in colours)

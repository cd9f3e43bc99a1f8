"""The command ends with its exit code: interrupted at any moment, and where nothing can be written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clients.command.command_line import Command

COMMAND = [sys.executable, "-c", "from carnegie_command import main; main()"]


def run(*arguments: object, redirected: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command with its streams redirected by a shell."""
    script = f'exec "$@" {redirected}'
    words = [*COMMAND, *map(str, arguments)]
    environment = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run(
        ["/bin/sh", "-c", script, "sh", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment,
    )


OUTPUTS = {">/dev/full": "No space left on device", ">&-": "Bad file descriptor"}
COMMANDS = {
    "help": ("--help",),
    "help of one": ("play", "--help"),
    "version": ("version",),
    "completion": ("completion", "bash"),
    "config": ("config", "show"),
    "serve": ("serve", "--port", "0", "--workers", "1"),
    "serve help": ("serve", "--help"),
    "suggest": ("suggest", "POSITION", "--server", "ADDRESS"),
    "json": ("suggest", "POSITION", "--json", "--server", "ADDRESS"),
    "analyze": ("analyze", "POSITION", "--server", "ADDRESS"),
    "bench": ("bench", "POSITION", "--calls", "1", "--seed", "7", "--server", "ADDRESS"),
    "validate": ("validate", "POSITION", "--server", "ADDRESS"),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("redirected", OUTPUTS)
def test_an_output_that_cannot_be_written(command: Command, name: str, redirected: str) -> None:
    known = {"ADDRESS": command.fake.address, "POSITION": str(command.position)}
    ended = run(*(known.get(each, each) for each in COMMANDS[name]), redirected=redirected)
    service = COMMANDS[name][0] in {"config", "serve"}
    said = [line for line in ended.stderr.splitlines() if not line.startswith("{")]
    assert (ended.returncode, said) == (
        1,
        [f"{'' if service else 'error: '}cannot write: {OUTPUTS[redirected]}"],
    )


def test_an_error_keeps_its_code(tmp_path: Path) -> None:
    for redirected in ("2>/dev/full", "2>&-"):
        ended = run("suggest", tmp_path / "none.json", redirected=redirected)
        assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "")


def test_a_closed_input_is_an_empty_one() -> None:
    ended = run("suggest", "-", redirected="<&-")
    assert ended.returncode == 3
    assert ended.stderr.startswith("error: the standard input has 1 fault\n  NOT_JSON: ")


@pytest.mark.parametrize("tenth", range(1, 10))
def test_an_interrupt_ends_the_command_at_any_moment(command: Command, tenth: int) -> None:
    words = [*COMMAND, "suggest", str(command.position), "--server", command.fake.address]
    begun = time.monotonic()
    subprocess.run(words, capture_output=True, check=True)
    seconds = time.monotonic() - begun
    # The interpreter itself takes none in the first moments.
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        time.sleep(0.1 + (seconds - 0.1) * tenth / 10)
        interrupted = time.monotonic()
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=30)
    assert running.returncode in {0, 130}
    assert b"Traceback" not in errors
    assert time.monotonic() - interrupted < 5.0


def test_an_interrupt_while_the_command_is_loaded() -> None:
    program = (
        "import carnegie_command, importlib, time\n"
        "importlib.import_module = lambda name: (print(name, flush=True), time.sleep(30))\n"
        "carnegie_command.main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "carnegie_client.command\n"
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=10)
    assert (running.returncode, errors) == (130, "")


def test_an_interrupt_while_the_entry_itself_is_loaded() -> None:
    """The first thing that takes time comes after the handler."""
    program = (
        "import builtins, os, signal\n"
        "usual = builtins.__import__\n"
        "def load(name, *rest):\n"
        "    if name == 'importlib':\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return usual(name, *rest)\n"
        "builtins.__import__ = load\n"
        "import carnegie_command\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, "")


def test_a_thread_that_does_not_end_does_not_keep_the_command() -> None:
    program = (
        "import threading\n"
        "from carnegie_client.command.ending import run_and_end\n"
        "threading.Thread(target=threading.Event().wait).start()\n"
        "run_and_end(lambda: print('done'))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")


def test_an_interrupt_ends_a_command_that_does_not_hear_it() -> None:
    program = (
        "import time\n"
        "from carnegie_client.command import ending\n"
        "ending._LAST_SECONDS = 0.5\n"
        "def deaf():\n"
        "    while True:\n"
        "        try:\n"
        "            print('busy', flush=True)\n"
        "            time.sleep(60)\n"
        "        except KeyboardInterrupt:\n"
        "            continue\n"
        "ending.run_and_end(deaf)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=20)
    assert running.returncode == 130


def test_a_fault_of_the_program_is_told() -> None:
    program = "from carnegie_client.command.ending import run_and_end\nrun_and_end(lambda: 1 // 0)\n"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr.endswith("ZeroDivisionError: integer division or modulo by zero\n")

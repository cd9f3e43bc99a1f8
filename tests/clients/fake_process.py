"""A fake service in a process of its own, which can be killed."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent.parent


@contextlib.contextmanager
def fake_process(folder: Path, behaviour: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a service that behaves in some way and notes in a folder what it is asked; give its process and address."""
    environment = os.environ | {
        "PYTHONPATH": str(TESTS),
        "FAKE_NOTES": str(folder / "notes.json"),
        "FAKE_BEHAVIOUR": behaviour,
    }
    with subprocess.Popen(
        [sys.executable, "-m", "clients.fake_server_program"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().removeprefix("listening on ").strip()
        finally:
            process.kill()

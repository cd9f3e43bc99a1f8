"""The programs in docs/service.md run as they stand there, against this service."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.service_process import ServiceProcess

DOCUMENT = Path(__file__).parents[2] / "docs" / "service.md"
PROGRAMS = re.findall(
    r"^```python\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
DOCUMENTED_ADDRESS = "127.0.0.1:50051"


@pytest.mark.parametrize(
    ("program", "said"),
    [(0, ["SUGGESTION_STATUS_", "end_turn"]), (1, ["opening of 2 ", "opening of 3 ", "opening of 4 "])],
)
def test_a_program_of_the_document_runs(service: ServiceProcess, program: int, said: list[str]) -> None:
    assert len(PROGRAMS) == 2
    assert DOCUMENTED_ADDRESS in PROGRAMS[program]
    text = PROGRAMS[program].replace(DOCUMENTED_ADDRESS, service.address)
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=60.0, check=False
    )
    assert not done.returncode, done.stderr
    for words in said:
        assert words in done.stdout

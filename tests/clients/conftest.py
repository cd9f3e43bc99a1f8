"""A stand-in for the service's package, for everything that starts a service of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clients.stand_in import StandIn

TESTS = Path(__file__).parent.parent


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """Put the stand-in where `python -m carnegie_server` finds it."""
    package = tmp_path / "stand_in" / "carnegie_server"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "__main__.py").write_text(
        "from clients.fake_server_program import main\n\nmain()\n", encoding="utf-8"
    )
    notes = tmp_path / "notes.json"
    monkeypatch.setenv("PYTHONPATH", str(TESTS), prepend=os.pathsep)
    monkeypatch.setenv("PYTHONPATH", str(package.parent), prepend=os.pathsep)
    monkeypatch.setenv("FAKE_NOTES", str(notes))
    return StandIn(notes, lambda behaviour: monkeypatch.setenv("FAKE_BEHAVIOUR", behaviour))

"""A stand-in for the service's package, for everything that starts a service of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clients.both_clients import Connect, connect_and_wait, connect_asynchronously
from clients.stand_in import StandIn

TESTS = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _no_settings_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what whoever runs the tests has set for the command."""
    for name in list(os.environ):
        if name.startswith("CARNEGIE_"):
            monkeypatch.delenv(name)


@pytest.fixture(params=[connect_and_wait, connect_asynchronously], ids=["waiting", "asynchronous"])
def connect(request: pytest.FixtureRequest) -> Connect:
    """Open either client: a test that uses this runs once with each."""
    opener: Connect = request.param
    return opener


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

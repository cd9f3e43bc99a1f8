"""gRPC is told how to wait before it is loaded, for it looks only then; what the operator has set stays."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from carnegie_server.grpc_poller import OWN_POLLER, VARIABLE

WHEN_LOADED = f"""
import os, sys

class Seen:
    def find_spec(self, name, path, target=None):
        if name == "grpc":
            print(os.environ.get("{VARIABLE}"))

sys.meta_path.insert(0, Seen())
import carnegie_server.__main__
"""


@pytest.mark.parametrize(
    ("already", "seen"), [({}, OWN_POLLER), ({VARIABLE: ""}, ""), ({VARIABLE: "-other"}, "-other")]
)
def test_grpc_finds_it_set_when_it_is_loaded(already: dict[str, str], seen: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE} | already
    ran = subprocess.run(
        [sys.executable, "-c", WHEN_LOADED],
        capture_output=True,
        text=True,
        env=environment,
        timeout=60.0,
        check=True,
    )
    assert ran.stdout == f"{seen}\n"


def test_grpc_knows_the_experiment() -> None:
    """It says so where it does not: then this release waits in another way than the one that was measured."""
    program = "import carnegie_server.__main__, grpc; grpc.insecure_channel('127.0.0.1:1').close()"
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    for experiment, complaint in (({}, False), ({VARIABLE: "-no_such_experiment"}, True)):
        ran = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            env=environment | experiment,
            timeout=60.0,
            check=True,
        )
        assert ("experiment" in ran.stderr.lower()) == complaint, ran.stderr

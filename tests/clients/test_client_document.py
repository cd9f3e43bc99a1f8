"""The examples of README.md, docs/api.md and docs/client.md work, and two replicas are as good as is said there."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import carnegie_client
from carnegie.v1 import advisor_pb2
from carnegie_client import Client, LocalServer
from carnegie_client.call_options import (
    BatchOptions,
    ListOptions,
    NewGameOptions,
    NewSoloGameOptions,
    ReplayOptions,
    ReviewOptions,
    SuggestOptions,
)
from carnegie_client.connection_settings import ConnectionOptions

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = [
    example
    for document in ("README.md", "docs/api.md", "docs/client.md")
    for example in re.findall(
        r"^```python\n(.*?)^```$", (ROOT / document).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
]


@contextlib.contextmanager
def two_replicas() -> Iterator[tuple[LocalServer, LocalServer]]:
    with (
        LocalServer(arguments=["--workers", "1", "--games-path", ":memory:"]) as first,
        LocalServer(arguments=["--workers", "1"]) as second,
    ):
        yield first, second


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[LocalServer, LocalServer]]:
    with two_replicas() as both:
        yield both


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples(
    servers: tuple[LocalServer, LocalServer], number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = servers
    example = (
        EXAMPLES[number].replace("localhost:50051", first.address).replace("localhost:50052", second.address)
    )
    exec(compile(example, f"example {number}", "exec"), {})
    assert bool(capsys.readouterr().out) == ("localhost" in EXAMPLES[number])


def test_every_option_and_error_is_documented() -> None:
    text = (ROOT / "docs" / "client.md").read_text(encoding="utf-8")
    names = [name for name in carnegie_client.__all__ if name not in {"Fault", "Violation"}]
    kinds = (
        ConnectionOptions,
        SuggestOptions,
        ReplayOptions,
        ReviewOptions,
        NewGameOptions,
        NewSoloGameOptions,
        BatchOptions,
        ListOptions,
    )
    options = {name for kind in kinds for name in kind.__annotations__}
    assert [name for name in [*names, *sorted(options)] if f"`{name}`" not in text] == []


def test_a_replica_that_is_killed_under_load_fails_no_call() -> None:
    position = (ROOT / "examples" / "positions" / "management.json").read_text(encoding="utf-8")
    proved: list[float] = []
    faults: list[Exception] = []
    stop = threading.Event()

    def ask(client: Client) -> None:
        while not stop.is_set():
            try:
                answer = client.suggest(position, time_limit=5.0)
                assert answer.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
                proved.append(time.monotonic())
            except Exception as error:  # noqa: BLE001 # whatever it is, the test fails
                faults.append(error)

    with two_replicas() as (first, second), Client([first.address, second.address]) as client:
        callers = [threading.Thread(target=ask, args=(client,)) for _ in range(4)]
        for caller in callers:
            caller.start()
        time.sleep(1.0)
        process = first._process
        assert process is not None
        os.kill(process.pid, signal.SIGKILL)
        killed_at = time.monotonic()
        time.sleep(2.0)
        stop.set()
        for caller in callers:
            caller.join()
    assert faults == []
    assert sum(when < killed_at for when in proved) > 4
    assert sum(when > killed_at for when in proved) > 4

"""A stream whose service is killed before the first answer ends with an error, long before its deadline."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from carnegie_client import BatchQuestion, Client, ServerUnreachable
from clients.both_clients import Connect
from clients.fake_process import fake_process

STREAMS: dict[str, Callable[[Client], Iterable[object]]] = {
    "review_game": lambda client: client.review_game({}, timeout=40.0),
    "analyze": lambda client: client.analyze({}, time_limit=40.0),
    "analyze_batch": lambda client: client.analyze_batch([BatchQuestion("one", {})], timeout=40.0),
}


@pytest.mark.parametrize("stream", STREAMS)
def test_it_does_not_wait_for_ever(connect: Connect, tmp_path: Path, stream: str) -> None:
    with fake_process(tmp_path, "slow answer") as (service, address), connect(address) as client:
        started = time.monotonic()
        threading.Timer(0.3, service.kill).start()
        with pytest.raises(ServerUnreachable):
            list(STREAMS[stream](client))
    assert time.monotonic() - started < 30.0

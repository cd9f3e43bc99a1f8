"""Several addresses are replicas of one service: they take turns, and one that is lost is not missed."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2, position_pb2
from carnegie_client import CallFailed, Client, ServerUnreachable
from clients.both_clients import Connect
from clients.fake_process import fake_process
from clients.fake_service import FakeService, refusal

STOPPING = refusal(code_pb2.UNAVAILABLE, "the service is about to stop", reason="SHUTTING_DOWN")
LOST = refusal(code_pb2.INTERNAL, "the worker has died", reason="WORKER_LOST")


@pytest.fixture
def replicas() -> Iterator[tuple[FakeService, FakeService]]:
    with FakeService() as first, FakeService() as second:
        yield first, second


@pytest.fixture
def dead() -> Iterator[str]:
    """Give an address at which nobody listens."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{unused.getsockname()[1]}"


def call_until_both_have_been_asked(client: Client, first: FakeService, second: FakeService) -> None:
    """The second connection may be there a little later than the first one."""
    give_up_at = time.monotonic() + 5.0
    while not (first.requests and second.requests) and time.monotonic() < give_up_at:
        client.validate({})
    assert first.requests
    assert second.requests


@pytest.mark.parametrize("form", ["text", "sequence", "names"])
def test_replicas_take_turns(replicas: tuple[FakeService, FakeService], connect: Connect, form: str) -> None:
    first, second = replicas
    addresses = [each.address for each in replicas]
    if form == "names":  # of which localhost may mean an address of IPv6, too, where nobody listens
        addresses = [each.replace("127.0.0.1", "localhost") for each in addresses]
    with connect(", ".join(addresses) if form == "text" else addresses) as client:
        assert client.address == ",".join(addresses)
        call_until_both_have_been_asked(client, first, second)
        before = len(first.requests), len(second.requests)
        for _ in range(20):
            client.validate({})
    assert (len(first.requests) - before[0], len(second.requests) - before[1]) == (10, 10)


def test_a_dead_address_costs_nothing(
    replicas: tuple[FakeService, FakeService], connect: Connect, dead: str
) -> None:
    first, second = replicas
    with connect([dead, first.address, second.address]) as client:
        call_until_both_have_been_asked(client, first, second)
        started = time.monotonic()
        for _ in range(50):
            client.validate({})
    assert time.monotonic() - started < 2.0


def test_a_name_that_nobody_knows_is_a_replica_that_does_not_run(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    def know_nobody(host: str, *_: object, **__: object) -> NoReturn:
        raise socket.gaierror(socket.EAI_NONAME, f"{host} is not known")

    monkeypatch.setattr(socket, "getaddrinfo", know_nobody)
    with FakeService() as fake:
        with connect(["no-such-host.invalid:1", fake.address]) as client:
            client.validate({})
        assert len(fake.requests) == 1
    addresses = "no-such-host.invalid:1,other.invalid:2"
    with (
        connect(addresses) as client,
        pytest.raises(ServerUnreachable, match=r"other\.invalid is not known") as caught,
    ):
        client.validate({})
    assert caught.value.address == addresses


def test_what_a_replica_refuses_as_it_stops_another_one_answers(
    replicas: tuple[FakeService, FakeService], connect: Connect
) -> None:
    first, second = replicas
    first.validation = STOPPING
    with connect([first.address, second.address]) as client:
        call_until_both_have_been_asked(client, first, second)
        for _ in range(6):
            client.validate({})


def test_without_retries_the_caller_is_told(connect: Connect) -> None:
    with FakeService() as fake, connect(fake.address, retry=False) as client:
        fake.validation = STOPPING
        with pytest.raises(ServerUnreachable, match="about to stop"):
            client.validate({})
    assert len(fake.requests) == 1


def test_a_large_request_is_repeated_too(connect: Connect) -> None:
    """Twice what gRPC itself would keep to send again."""
    with FakeService() as fake, connect(fake.address) as client:
        fake.refusals = [STOPPING, STOPPING]
        position = position_pb2.Position(neutral_donations=["x" * 600_000])
        client.validate(position)
    assert len(fake.requests) == 3


def test_a_call_whose_worker_died_is_not_repeated(connect: Connect) -> None:
    """It may be the call that kills them."""
    with FakeService() as fake, connect(fake.address) as client:
        fake.suggestion = LOST
        with pytest.raises(CallFailed) as caught:
            client.suggest({}, time_limit=1.0)
    assert caught.value.reason == "WORKER_LOST"
    assert len(fake.requests) == 1


def test_a_stream_is_repeated_before_its_first_answer_only(connect: Connect) -> None:
    better = advisor_pb2.AnalyzeResponse(suggestion=advisor_pb2.SuggestResponse(bound=5))
    failed = advisor_pb2.AnalyzeResponse(final=True)
    failed.failure.message = "the service is about to stop"
    final = advisor_pb2.AnalyzeResponse(final=True)
    with FakeService() as fake, connect(fake.address) as client:
        fake.analysis = [better, final]
        fake.refusals = [STOPPING]
        assert list(client.analyze({}, time_limit=1.0)) == [better, final]
        # The failure as a message ends gRPC's own repeating, but tells the caller nothing yet.
        fake.analysis = [failed, STOPPING]
        answers = client.analyze({}, time_limit=1.0)
        threading.Timer(0.15, lambda: setattr(fake, "analysis", [final])).start()
        assert list(answers) == [final]
        fake.analysis = [better, STOPPING]
        asked = len(fake.requests)
        answers = client.analyze({}, time_limit=1.0)
        assert next(answers) == better
        with pytest.raises(ServerUnreachable):
            next(answers)
    assert len(fake.requests) == asked + 2  # once for each message


def test_a_replica_that_is_killed_under_load_fails_no_call(tmp_path: Path) -> None:
    faults: list[Exception] = []
    answered = [0] * 4
    stop = threading.Event()

    def ask(caller: int, client: Client) -> None:
        while not stop.is_set():
            try:
                client.validate({})
            except Exception as error:  # noqa: BLE001 # whatever it is, the test fails
                faults.append(error)
            answered[caller] += 1

    with (
        fake_process(tmp_path, "some work") as (victim, first),
        fake_process(tmp_path, "some work") as (_, second),
        Client([first, second]) as client,
    ):
        callers = [threading.Thread(target=ask, args=(number, client)) for number in range(4)]
        for caller in callers:
            caller.start()
        time.sleep(0.6)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        before = list(answered)
        time.sleep(0.8)
        stop.set()
        for caller in callers:
            caller.join()
    assert faults == []
    assert all(after - earlier > 3 for after, earlier in zip(answered, before, strict=True))

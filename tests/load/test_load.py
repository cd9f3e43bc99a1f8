"""The load scripts for a few seconds each: what must hold on any machine, however busy it is."""

from __future__ import annotations

import asyncio
import itertools
import signal

import pytest

from carnegie_server.methods import SUGGEST
from load import light_callers
from load.callers import asking, asking_over_the_solver, call_for, suggestions
from load.light_callers import LightCaller, NotAnsweredError, answers_in
from load.measuring import Outcomes
from load.mix import POSITIONS, positions
from load.overhead import UNCACHED, ask_nothing, thread_pool_server
from load.overload import FLAGS, Memory, Report, overload
from load.stopping import kill_one_of_two, stop_under_load
from server.service_process import running_service

SECONDS = 1.5


def test_the_mix_is_whole() -> None:
    assert len(positions()) == POSITIONS
    phases = {position.phase for position in positions()}
    assert len(phases) >= 4
    assert {len(position.players) for position in positions()} == {1, 2, 3, 4}


def test_many_callers_are_all_answered_by_the_service_and_by_what_it_is_compared_with() -> None:
    with running_service(*UNCACHED) as service, thread_pool_server() as compared:
        for callers, ask in ((16, ask_nothing), (16, asking_over_the_solver(suggestions()))):
            outcomes = asyncio.run(call_for(SECONDS, [service.address], callers, ask))
            assert set(outcomes.codes) == {"OK"}
        outcomes = asyncio.run(call_for(SECONDS, [compared.address], 4, asking(suggestions())))
        assert set(outcomes.codes) == {"OK"}
        for address in (service.address, compared.address):
            assert answers_in(SECONDS, address, SUGGEST, 4, suggestions()) > 4


def hear_on(caller: LightCaller) -> None:
    while True:
        caller.hear()


def test_light_callers_get_the_answers_that_they_count() -> None:
    """The service has a line for each in its log, and an error or a connection that ends is no answer."""
    with running_service("--workers=1") as service:
        answers = answers_in(SECONDS, service.address, SUGGEST, 2, suggestions())
        with pytest.raises(NotAnsweredError, match=r"grpc-status.*3"):
            answers_in(SECONDS, service.address, SUGGEST, 2, itertools.repeat(b"no message"))
        caller = LightCaller(service.address, SUGGEST)
        service.stop()
        with caller.connection, pytest.raises(NotAnsweredError):
            hear_on(caller)
        assert service.log().count('"code": "OK"') == answers > 0


def test_light_callers_do_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light_callers, "_PATIENCE_SECONDS", 0.3)
    with running_service("--workers=1") as service:
        service.process.send_signal(signal.SIGSTOP)
        try:
            with pytest.raises(NotAnsweredError, match="silence"):
                answers_in(SECONDS, service.address, SUGGEST, 2, suggestions())
        finally:
            service.process.send_signal(signal.SIGCONT)


def test_twice_the_capacity_ends_every_call_with_an_answer_or_a_time_to_come_again() -> None:
    with running_service(*FLAGS) as service:
        report = asyncio.run(overload(service, 4.0, 1.5))
    assert set(report.outcomes.codes) <= {"OK", "RESOURCE_EXHAUSTED"}
    assert report.outcomes.codes["OK"]
    assert not report.outcomes.without_retry_time
    assert all(seconds > 0.0 for seconds in report.outcomes.retry_seconds)


def test_what_must_not_happen_under_load_is_found() -> None:
    """A report that breaks every promise has a fault for each."""
    grown = Memory([0.0, 1.0, 2.0, 3.0], [100, 100, 150, 200], [100, 100, 100, 100])
    outcomes = Outcomes(seconds=[9.0], without_retry_time=1)
    outcomes.codes.update({"OK": 1, "INTERNAL": 1})
    faults = Report(10.0, 20.0, outcomes, grown).faults(1.0, 5.0)
    for said in ("INTERNAL", "without a time", "nobody was sent away", "99th percentile", "front has grown"):
        assert any(said in fault for fault in faults), said
    assert len(faults) == 5


def test_who_has_been_let_in_is_answered_although_the_service_is_stopped() -> None:
    with running_service("--workers=2") as service:
        stopped = asyncio.run(stop_under_load(service, 1.0))
    assert not stopped.faults()
    assert stopped.before["OK"]


def test_nobody_notices_that_one_of_two_replicas_is_killed() -> None:
    with running_service("--workers=1") as first, running_service("--workers=1") as second:
        codes = asyncio.run(kill_one_of_two(first, second, 3.0))
    assert set(codes) == {"OK"}

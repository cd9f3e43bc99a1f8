"""A job is looked after once the bell has rung, its search is stopped when it should end, and no other's is."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from carnegie_server.workers.stop_watch import StopWatch


class Job:
    """Says what it is told to when it is looked at."""

    def __init__(self, *seconds: float) -> None:
        self._seconds = list(seconds)
        self.looks = 0

    def look(self) -> float:
        self.looks += 1
        return self._seconds.pop(0) if len(self._seconds) > 1 else self._seconds[0]


class Bell:
    """A stop watch and the front's end of its bell."""

    def __init__(self) -> None:
        self.front, worker = socket.socketpair()
        before = set(threading.enumerate())
        self.watch = StopWatch(worker)
        (self.thread,) = set(threading.enumerate()) - before
        self._worker = worker

    def ring(self) -> None:
        self.front.send(b"\0")

    def close(self) -> None:
        self.front.close()
        self.thread.join(5.0)
        assert not self.thread.is_alive()
        self._worker.close()


@pytest.fixture
def bell() -> Iterator[Bell]:
    bell = Bell()
    yield bell
    bell.close()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 5.0
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_a_job_is_not_looked_at_before_the_bell_rings(bell: Bell) -> None:
    job = Job(60.0)
    with bell.watch.over(job):
        time.sleep(0.1)
        assert job.looks == 0
        bell.ring()
        until(lambda: job.looks == 1)
        time.sleep(0.1)
        assert job.looks == 1
        bell.ring()
        until(lambda: job.looks == 2)


def test_a_search_is_stopped_when_its_time_is_over_and_until_it_ends(bell: Bell) -> None:
    stops: list[float] = []
    started = time.monotonic()
    with bell.watch.over(Job(0.2, 0.0)):
        bell.watch.watch(lambda: stops.append(time.monotonic() - started))
        bell.ring()
        until(lambda: len(stops) >= 3)
        assert stops[0] >= 0.2
        bell.watch.watch(None)
        time.sleep(0.05)
        known = len(stops)
        time.sleep(0.05)
        assert len(stops) == known


def test_a_search_that_begins_after_its_job_should_have_ended_is_stopped(bell: Bell) -> None:
    stopped = threading.Event()
    job = Job(0.0)
    with bell.watch.over(job):
        bell.ring()
        until(lambda: job.looks >= 3)
        bell.watch.watch(stopped.set)
        assert stopped.wait(5.0)


def test_a_ring_for_a_job_that_is_done_does_the_next_no_harm(bell: Bell) -> None:
    stops: list[None] = []
    ended = Job(0.0)
    with bell.watch.over(ended):
        bell.ring()
        until(lambda: ended.looks >= 1)
    time.sleep(0.05)
    looks = ended.looks
    bell.ring()
    job = Job(60.0)
    with bell.watch.over(job):
        bell.watch.watch(lambda: stops.append(None))
        bell.ring()
        until(lambda: job.looks >= 1)
        time.sleep(0.05)
    assert (stops, ended.looks) == ([], looks)


def test_a_search_that_begins_during_a_look_is_not_stopped_for_what_the_look_has_found(bell: Bell) -> None:
    """It may be another job's: the one that was looked at can have been answered meanwhile."""
    stops: list[None] = []

    class Answered(Job):
        def look(self) -> float:
            bell.watch.watch(lambda: stops.append(None))
            return super().look()

    job = Answered(0.0, 60.0)
    with bell.watch.over(job):
        bell.ring()
        until(lambda: job.looks == 2)
        assert stops == []


def test_a_ring_that_comes_before_its_job_is_for_the_job(bell: Bell) -> None:
    bell.ring()
    time.sleep(0.1)
    job = Job(60.0)
    with bell.watch.over(job):
        until(lambda: job.looks == 1)


@pytest.mark.parametrize("rung", [False, True])
def test_a_search_is_stopped_when_the_front_is_gone(*, rung: bool) -> None:
    """Whether or not it has been looked at before."""
    bell = Bell()
    stopped = threading.Event()
    job = Job(60.0)
    with bell.watch.over(job):
        if rung:
            bell.ring()
            until(lambda: job.looks == 1)
        bell.watch.watch(stopped.set)
        bell.front.close()
        assert stopped.wait(5.0)
    bell.close()


def test_the_watch_ends_with_the_front() -> None:
    bell = Bell()
    bell.close()

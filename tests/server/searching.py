"""A handler for tests of stops: it runs a search of CP-SAT that would take minutes."""

from __future__ import annotations

import math
import os
import random
import time

from ortools.sat.python import cp_model

from carnegie_server.workers import Job, Reply, Session
from carnegie_solver.decisions.cp_sat import run
from carnegie_solver.limits import Limit


def hard_program() -> cp_model.CpModel:
    """A market split problem: every known method goes through nearly all of its 2^50 plans."""
    chance = random.Random(5)
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"x{number}") for number in range(50)]
    misses = []
    for row in range(6):
        shares = [chance.randint(1, 99) for _ in chosen]
        miss = model.new_int_var(0, 5_000, f"miss{row}")
        split = sum(share * one for share, one in zip(shares, chosen, strict=True))
        model.add(split - sum(shares) // 2 <= miss)
        model.add(sum(shares) // 2 - split <= miss)
        misses.append(miss)
    model.maximize(-sum(misses))
    return model


class Searching:
    """Answers ``0.3`` by a search that begins after 0.3 s, tells how it ended, and says how long it took."""

    @property
    def greeting(self) -> bytes:
        return b""

    def __call__(self, job: Job, session: Session) -> Reply:
        if job.request == b"stopped":
            return Reply(0, b"")
        program = hard_program()
        time.sleep(float(job.request))
        started = time.monotonic()

        def clock() -> float:
            return math.inf if session.stop_requested() else time.monotonic()

        limit = Limit(60.0, clock=clock, started=started, watch=session.watch)
        ended = run(program, limit, lambda _: None)
        session.tell(f"{ended.ended_by.value} {ended.solved} {ended.proved}".encode())
        return Reply(0, str(time.monotonic() - started).encode(), {"worker": float(os.getpid())})


def build_searching() -> Searching:
    """Build the handler."""
    return Searching()

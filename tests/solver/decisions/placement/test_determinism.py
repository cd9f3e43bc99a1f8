"""The same problem always gives the same answer, in this process and in another one."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import carnegie_solver
from carnegie_solver.decisions.placement import solve_placement
from models.placement_instances import full_size_problem

PROGRAM = """
import random
from carnegie_solver.decisions.placement import solve_placement
from models.placement_instances import full_size_problem
source = random.Random(5)
for moves in (3, 6, 12, 24):
    for _ in range(6):
        print(solve_placement(full_size_problem(source, moves)))
"""


def test_same_answer_in_any_process() -> None:
    source = random.Random(5)
    here = []
    for moves in (3, 6, 12, 24):
        for _ in range(6):
            problem = full_size_problem(source, moves)
            first = solve_placement(problem)
            assert solve_placement(problem) == first
            here.append(repr(first))
    paths = [str(Path(carnegie_solver.__file__).parents[1]), str(Path(__file__).parents[3])]
    for seed in ("0", "12345"):
        there = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        assert there == here

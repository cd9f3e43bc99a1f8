"""Recorded games that the advisor has played, on some of whose decisions chance has played instead."""

from __future__ import annotations

import random
from functools import cache

from carnegie_solver.advisor import suggest
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Phase, Step, apply, legal_steps
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.record import GameRecord, make_record
from carnegie_solver.rules.steps import PlayAndrew
from models.hand_positions import COMPONENTS

WORK = 1.0
"""Deterministic work for each decision."""


@cache
def advised_game(
    seed: int, *, level: int | None = 1, players: int = 1, spoiled: float = 0.0, rounds: int = 20
) -> GameRecord:
    """Play some rounds by the advisor's plans; a share of the questions is answered by a random legal step."""
    chance = random.Random(f"spoiled {seed}")
    position = new_game(COMPONENTS, seed, players=players, solo_level=level)
    made: list[Step] = []
    while position.phase is not Phase.GAME_OVER and position.round <= rounds:
        if position.andrew is not None and position.andrew.to_act:
            steps: tuple[Step, ...] = (PlayAndrew(),)
        elif chance.random() < spoiled:
            steps = (chance.choice(legal_steps(COMPONENTS, position)),)
        else:
            best = suggest(COMPONENTS, position, limit=Limit(work=WORK)).lines[0]
            steps = tuple(planned.step for planned in best.steps)
        for step in steps:
            position = apply(COMPONENTS, position, step)
        made += steps
    return make_record(COMPONENTS, seed, made, players=players, solo_level=level)

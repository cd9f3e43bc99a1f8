"""Games from which the expected final margin is measured: how each stood after every round, and how it ended."""

from __future__ import annotations

import random
from dataclasses import dataclass

from self_play import at_random, play_game

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Components, load_components
from carnegie_solver.limits import Limit
from carnegie_solver.review.standing import Standing, final_standings, standings
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.steps import Step

RANDOM_STEPS = (0.0, 0.0, 0.1, 0.3)
"""The share of the questions to which a random step is the answer and not the advisor's plan, by the game's seed."""
WORK = 2.0
"""Deterministic work for each question."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played.

    Attributes
    ----------
    kind
        ``andrew-1`` to ``andrew-4``, by his level; or ``players-2`` to ``players-4``.
    seed
        Its seed.
    after_rounds
        How it stood for each player after each round but the last, from round 1 on.
    margins
        How it ended for each player, in centi-VP.
    """

    kind: str
    seed: int
    after_rounds: tuple[tuple[Standing, ...], ...]
    margins: tuple[int, ...]


def play(players: int, level: int | None, seed: int) -> Game:
    """Play a game with the advisor on every seat, by the share of `RANDOM_STEPS` interrupted by chance."""
    components = load_components()
    share = RANDOM_STEPS[seed % len(RANDOM_STEPS)]
    seen: list[tuple[Standing, ...]] = []

    def advised(_: Components, position: Position, chance: random.Random) -> tuple[Step, ...]:
        if chance.random() < share:
            return at_random(components, position, chance)
        lines = suggest(components, position, limit=Limit(work=WORK)).lines
        return tuple(planned.step for planned in lines[0].steps)

    def watch(position: Position) -> None:
        if position.phase is Phase.SELECT_TIMELINE and position.round == len(seen) + 2:
            seen.append(standings(components, position))

    start = new_game(components, seed, players=players, solo_level=level)
    final, _ = play_game(components, start, (advised,) * players, random.Random(f"margin {seed}"), watch)
    kind = f"players-{players}" if level is None else f"andrew-{level}"
    margins = tuple(each.own - each.other for each in final_standings(components, final))
    return Game(kind, seed, tuple(seen), margins)

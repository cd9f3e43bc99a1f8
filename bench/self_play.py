"""Whole games by the advisor, beside a greedy and a random player: scores, and wins against Andrew.

    python bench/self_play.py [--games 20] [--seed 1] [--processes 2]

Plays solo games at all four levels, and games of the advisor against itself with two, three and four players. The same
seeds are used for each player, so that the figures compare the players and not the games.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.pool import Pool

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Components, load_components
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Phase, Position, apply, legal_steps
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet, total
from carnegie_solver.rules.steps import EndTurn, PlayAndrew, SellGoods, Step
from carnegie_solver.valuation import Outlook, load_weights, worth

LEVELS = (1, 2, 3, 4)
Policy = Callable[[Components, Position, random.Random], tuple[Step, ...]]
"""Gives the next steps of the player who decides: one or more, all legal one after the other."""


def advised(components: Components, position: Position, _chance: random.Random) -> tuple[Step, ...]:
    """Play the advisor's best plan for the decision, with at most one second for it."""
    suggestion = suggest(components, position, limit=Limit(seconds=1.0), strict=True)
    return tuple(planned.step for planned in suggestion.lines[0].steps)


def greedy(components: Components, position: Position, chance: random.Random) -> tuple[Step, ...]:
    """Make the step after which the holdings are worth the most; end the decision when none is worth more than now."""
    outlook = Outlook(components, load_weights(), position.timeline)
    player = position.player
    steps = legal_steps(components, position)
    now = worth(components, outlook, position.decider)
    valued = [
        (worth(components, outlook, apply(components, position, step).players[player]), chance.random(), step)
        for step in steps
        if not isinstance(step, SellGoods | EndTurn)
    ]
    best = max(valued, key=lambda entry: entry[:2], default=None)
    if best is not None and (best[0] > now or EndTurn() not in steps):
        return (best[2],)
    return (EndTurn(),) if EndTurn() in steps else (chance.choice(steps),)


def at_random(components: Components, position: Position, chance: random.Random) -> tuple[Step, ...]:
    """Make any legal step, each as likely as any other, but for sales of goods cubes."""
    steps = legal_steps(components, position)
    kept = [step for step in steps if not isinstance(step, SellGoods)]
    return (chance.choice(kept or list(steps)),)


POLICIES: dict[str, Policy] = {"advisor": advised, "greedy": greedy, "random": at_random}


def play_game(
    components: Components,
    position: Position,
    policies: tuple[Policy, ...],
    chance: random.Random,
    watch: Callable[[Position], None] = lambda _: None,
) -> tuple[Position, int]:
    """Play a game to its end, each seat by its policy; give the final position and how many decisions there were.

    Every position on the way, the final one included, is shown to `watch`.
    """
    decisions = 0
    while position.phase is not Phase.GAME_OVER:
        watch(position)
        if position.andrew is not None and position.andrew.to_act:
            position = apply(components, position, PlayAndrew())
            continue
        decisions += 1
        for step in policies[position.player](components, position, chance):
            position = apply(components, position, step)
    watch(position)
    return position, decisions


def interval(wins: int, games: int) -> tuple[float, float]:
    """Give the 95 % interval of a share of wins (Wilson), in percent."""
    z = 1.96
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return 100 * (middle - half), 100 * (middle + half)


@dataclass(frozen=True)
class Played:
    """A game that was played: the scores by seat, Andrew's in a solo game, the decisions, the seconds that it took."""

    scores: tuple[int, ...]
    andrew: int
    decisions: int
    seconds: float


def one_game(name: str, players: int, level: int | None, seed: int) -> Played:
    """Play a game with the same player on every seat."""
    components = load_components()
    started = time.perf_counter()
    position = new_game(components, seed, players=players, solo_level=level)
    chance = random.Random(f"{name} {seed}")
    final, decisions = play_game(components, position, (POLICIES[name],) * players, chance)
    return Played(
        tuple(total(score_sheet(components, player)) for player in final.players),
        0 if final.andrew is None else total(andrew_score_sheet(components, final)),
        decisions,
        time.perf_counter() - started,
    )


def solo(pool: Pool, name: str, level: int, seeds: Sequence[int]) -> None:
    """Play solo games with one player, and print what came of them."""
    games = pool.map(partial(one_game, name, 1, level), seeds, chunksize=1)
    own = [game.scores[0] for game in games]
    wins = sum(game.scores[0] > game.andrew for game in games)
    low, high = interval(wins, len(seeds))
    print(
        f"{name:8} {level:5} {len(seeds):6} {statistics.mean(own):7.1f}"
        f" {statistics.mean(game.andrew for game in games):8.1f}"
        f" {100 * wins / len(seeds):6.0f} % {low:5.0f}-{high:3.0f} %"
        f" {statistics.mean(game.seconds for game in games):8.2f}",
        flush=True,
    )


def together(pool: Pool, name: str, players: int, seeds: Sequence[int]) -> None:
    """Play games of a player against itself, and print the scores by seat."""
    games = pool.map(partial(one_game, name, players, None), seeds, chunksize=1)
    seats = ", ".join(
        f"{statistics.mean(game.scores[seat] for game in games):.1f}" for seat in range(players)
    )
    print(
        f"{name:8} {players} players, {len(seeds)} games: mean scores by seat {seats};"
        f" {statistics.mean(game.decisions for game in games):.0f} steps or plans"
        f" and {statistics.mean(game.seconds for game in games):.1f} s a game",
        flush=True,
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="games for each player and level")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed")
    parser.add_argument("--players", default=",".join(POLICIES), help="which players, such as advisor,greedy")
    parser.add_argument("--processes", type=int, default=1, help="games at the same time, no more than cores")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    names = arguments.players.split(",")
    # New processes, so that none inherits threads of a solver.
    with multiprocessing.get_context("spawn").Pool(arguments.processes) as pool:
        print("player   level  games    mean   Andrew    wins     95 %   s a game")
        for level in LEVELS:
            for name in names:
                solo(pool, name, level, seeds)
        for players in (2, 3, 4):
            for name in names:
                together(pool, name, players, seeds[: max(1, len(seeds) // 10)])


if __name__ == "__main__":
    main()

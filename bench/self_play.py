"""Whole games by the advisor, beside a greedy and a random player: scores, and wins against Andrew.

    python bench/self_play.py [--games 20] [--seed 1]

Plays solo games at all four levels, and games of the advisor against itself with two, three and four players. The same
seeds are used for each player, so that the figures compare the players and not the games.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence

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
    components: Components, position: Position, policies: tuple[Policy, ...], chance: random.Random
) -> tuple[Position, int]:
    """Play a game to its end, each seat by its policy; give the final position and how many decisions there were."""
    decisions = 0
    while position.phase is not Phase.GAME_OVER:
        if position.andrew is not None and position.andrew.to_act:
            position = apply(components, position, PlayAndrew())
            continue
        decisions += 1
        for step in policies[position.player](components, position, chance):
            position = apply(components, position, step)
    return position, decisions


def interval(wins: int, games: int) -> tuple[float, float]:
    """Give the 95 % interval of a share of wins (Wilson), in percent."""
    z = 1.96
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return 100 * (middle - half), 100 * (middle + half)


def solo(components: Components, name: str, level: int, seeds: Sequence[int]) -> None:
    """Play solo games with one player, and print what came of them."""
    own, andrews, wins = [], [], 0.0
    started = time.perf_counter()
    for seed in seeds:
        chance = random.Random(f"{name} {seed}")
        position = new_game(components, seed, players=1, solo_level=level)
        final, _ = play_game(components, position, (POLICIES[name],), chance)
        own.append(total(score_sheet(components, final.players[0])))
        andrews.append(total(andrew_score_sheet(components, final)))
        wins += own[-1] > andrews[-1]
    low, high = interval(round(wins), len(seeds))
    seconds = (time.perf_counter() - started) / len(seeds)
    print(
        f"{name:8} {level:5} {len(seeds):6} {statistics.mean(own):7.1f} {statistics.mean(andrews):8.1f}"
        f" {100 * wins / len(seeds):6.0f} % {low:5.0f}-{high:3.0f} % {seconds:8.2f}",
        flush=True,
    )


def together(components: Components, players: int, seeds: Sequence[int]) -> None:
    """Play games of the advisor against itself, and print the scores by seat."""
    scores: list[list[int]] = [[] for _ in range(players)]
    started = time.perf_counter()
    decisions = 0
    for seed in seeds:
        position = new_game(components, seed, players=players)
        final, made = play_game(
            components, position, (POLICIES["advisor"],) * players, random.Random(f"together {seed}")
        )
        decisions += made
        for number, player in enumerate(final.players):
            scores[number].append(total(score_sheet(components, player)))
    seats = ", ".join(f"{statistics.mean(own):.1f}" for own in scores)
    seconds = (time.perf_counter() - started) / len(seeds)
    print(
        f"{players} players, {len(seeds)} games: mean scores by seat {seats};"
        f" {decisions / len(seeds):.0f} decisions and {seconds:.1f} s a game",
        flush=True,
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="games for each player and level")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed")
    parser.add_argument("--players", default=",".join(POLICIES), help="which players, such as advisor,greedy")
    arguments = parser.parse_args()
    components = load_components()
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    print("player   level  games    mean   Andrew    wins     95 %   s a game")
    for level in LEVELS:
        for name in arguments.players.split(","):
            solo(components, name, level, seeds)
    if "advisor" in arguments.players.split(","):
        for players in (2, 3, 4):
            together(components, players, seeds[: max(1, len(seeds) // 4)])


if __name__ == "__main__":
    main()

"""Chooses weights of the valuation by playing: changes are tried one at a time, and kept when the mean score rises.

    python bench/weights.py --minutes 30 [--games 32] [--seed 1] [--processes 2] [--output weights.json]

Every change is judged by the same games, three solo games for each of two players, so that the weights are compared
and not the games. Play other games afterwards, with `--check`, to see what the gain is worth: on the games that it was
chosen by it is too high.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

from self_play import play_game

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Components, load_components
from carnegie_solver.limits import Limit
from carnegie_solver.rules import Position
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.scoring import score_sheet, total
from carnegie_solver.rules.steps import Step
from carnegie_solver.valuation import load_weights
from carnegie_solver.valuation.weights import InvalidWeights

Entries = dict[str, Any]
FACTORS = (0.4, 0.6, 0.8, 1.25, 1.6, 2.5)
START = 40
"""What an entry becomes that a change would scale, but that is 0."""


@dataclass(frozen=True)
class Change:
    """A part of the weights, by its keys, scaled by a factor."""

    keys: tuple[str, ...]
    factor: float

    def of(self, weights: Entries) -> Entries:
        """Give the weights with the change."""
        changed: Entries = json.loads(json.dumps(weights))
        inner = changed
        for key in self.keys[:-1]:
            inner = inner[key]
        inner[self.keys[-1]] = _scaled(inner[self.keys[-1]], self.factor)
        return changed


def _scaled(entry: Any, factor: float) -> Any:
    if isinstance(entry, dict):
        return {key: _scaled(value, factor) for key, value in entry.items()}
    if isinstance(entry, list):
        return [_scaled(value, factor) if value else 0 for value in entry]
    return round(entry * factor) if entry else START


def parts(weights: Entries) -> Iterator[tuple[str, ...]]:
    """Give the parts of the weights that are scaled: each entry as a whole, and each named one of its own."""
    for name, entry in weights.items():
        yield (name,)
        if isinstance(entry, dict):
            yield from ((name, key) for key in entry)


def clipped(entry: Any, most: int) -> Any:
    """Give an entry with no number over `most`."""
    if isinstance(entry, dict):
        return {key: clipped(value, most) for key, value in entry.items()}
    if isinstance(entry, list):
        return [clipped(value, most) for value in entry]
    return min(entry, most)


def in_range(weights: Entries, changed: Entries) -> Entries | None:
    """Give changed weights with percentages of at most 100 where more is not allowed; None when they are the same."""
    name = next((name for name in weights if weights[name] != changed[name]), None)
    if name is None:
        return None
    for most in (2000, 100):
        bounded = {**changed, name: clipped(changed[name], most)}
        try:
            load_weights(bounded)
        except InvalidWeights:
            continue
        return None if bounded == weights else bounded
    return None


def mean_score(weights: Entries, seed: int) -> float:
    """Play a game wholly by the advisor with some weights, solo or of two players; give the mean score."""
    components = load_components()
    own = load_weights(weights)

    def advised(_components: Components, position: Position, _chance: random.Random) -> tuple[Step, ...]:
        lines = suggest(components, position, own, Limit(work=2.0)).lines
        return tuple(planned.step for planned in lines[0].steps)

    players = 2 if seed % 4 == 3 else 1
    level = 1 + seed // 4 % 4 if players == 1 else None
    position = new_game(components, seed, players=players, solo_level=level)
    final, _ = play_game(components, position, (advised,) * players, random.Random(seed))
    return statistics.mean(total(score_sheet(components, player)) for player in final.players)


def judged(pool: Pool, weights: Entries, seeds: Sequence[int], beat: float = 0.0) -> float:
    """Give the mean score of games with some weights; of the first half alone where that is far below `beat`."""
    half = len(seeds) // 2
    scores = pool.map(partial(mean_score, weights), seeds[:half], chunksize=1)
    if statistics.mean(scores) < beat - 6:
        return statistics.mean(scores)
    scores += pool.map(partial(mean_score, weights), seeds[half:], chunksize=1)
    return statistics.mean(scores)


def search(
    pool: Pool, weights: Entries, seeds: Sequence[int], chance: random.Random, minutes: float
) -> Entries:
    """Try changes in random order for some minutes; give the weights with those that were kept."""
    best = judged(pool, weights, seeds)
    print(f"{best:7.2f}  to begin with", flush=True)
    started = time.monotonic()
    while time.monotonic() < started + 60 * minutes:
        change = Change(chance.choice(list(parts(weights))), chance.choice(FACTORS))
        changed = in_range(weights, change.of(weights))
        if changed is None:
            continue
        score = judged(pool, changed, seeds, best)
        kept = score > best
        print(
            f"{score:7.2f}  {' '.join(change.keys)} times {change.factor}{'  kept' if kept else ''}",
            flush=True,
        )
        if kept:
            weights, best = changed, score
    return weights


def main() -> None:
    """Search, and write the weights found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=32, help="games that judge a change")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed, and that of the changes")
    parser.add_argument("--minutes", type=float, default=30, help="how long to try changes")
    parser.add_argument("--processes", type=int, default=1, help="games at the same time, no more than cores")
    parser.add_argument("--weights", type=Path, help="weights to begin with; the default ones if left out")
    parser.add_argument(
        "--output", type=Path, default=Path("weights.json"), help="where to write what is found"
    )
    parser.add_argument(
        "--check", action="store_true", help="only play the games, and compare with the default ones"
    )
    arguments = parser.parse_args()
    default = resources.files("carnegie_solver.valuation").joinpath("weights.json")
    own: Entries = json.loads((arguments.weights or default).read_text(encoding="utf-8"))
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    with multiprocessing.get_context("spawn").Pool(arguments.processes) as pool:
        if arguments.check:
            standard = json.loads(default.read_text(encoding="utf-8"))
            print(f"{judged(pool, standard, seeds):7.2f}  default\n{judged(pool, own, seeds):7.2f}  own")
            return
        found = search(pool, own, seeds, random.Random(arguments.seed), arguments.minutes)
    arguments.output.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Measures the expected final margin after a round: plays games with the advisor, and fits a line to each round.

    python bench/tuning/margins.py [--solo-games 60] [--games 20] [--seed 1] [--processes 2] [--output margins.json]

Games against Andrew at each level, games of two, three and four players. For each round, least squares of the final
margin on the player's worth and on Andrew's score or the best other player's worth, with a constant for each level or
number of players; both slopes have signs that keep the margin monotone. The typical error is measured in games that a
fit has not seen: the seeds are dealt into five parts, and what is expected of each is fitted to the four others.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from carnegie_solver.components import load_components
from carnegie_solver.review.standing import Standing

sys.path.insert(0, str(Path(__file__).parents[1]))
from tuning.margin_games import RANDOM_STEPS, WORK, Game, play

LEVELS = (1, 2, 3, 4)
PLAYERS = (2, 3, 4)
ROUNDS = 19
"""The rounds after which something is expected: all but the last."""
PARTS = 5
THOUSANDTHS = 1_000


@dataclass(frozen=True, slots=True)
class Sample:
    """How a game stood for a player after a round, and how it ended for him."""

    group: int
    seed: int
    standing: Standing
    margin: int


@dataclass(frozen=True, slots=True)
class Fit:
    """A line for one round: offsets by group in centi-VP, slopes 0 or more."""

    offsets: Mapping[int, float]
    own: float
    other: float

    def expected(self, sample: Sample) -> float:
        """Give the margin that is expected of a sample, in centi-VP."""
        standing = sample.standing
        return self.offsets[sample.group] + self.own * standing.own - self.other * standing.other


def samples_of(games: Iterable[Game], kind: str, rounds: int) -> list[Sample]:
    """Give a sample for each player of each game of a kind, ``andrew`` or ``players``."""
    return [
        Sample(int(game.kind.removeprefix(f"{kind}-")), game.seed, standing, margin)
        for game in games
        if game.kind.startswith(kind)
        for standing, margin in zip(game.after_rounds[rounds - 1], game.margins, strict=True)
    ]


def fitted(samples: Sequence[Sample], *, alike: bool) -> Fit:
    """Fit a line by least squares; with `alike` the two slopes are the same, for worths of the same kind.

    A slope that would be negative is 0, and the others are fitted without it.
    """
    groups = sorted({sample.group for sample in samples})
    own = np.array([float(sample.standing.own) for sample in samples])
    other = np.array([float(sample.standing.other) for sample in samples])
    columns = {"both": own - other} if alike else {"own": own, "other": -other}
    margins = np.array([float(sample.margin) for sample in samples])
    constants = [np.array([float(sample.group == group) for sample in samples]) for group in groups]
    while True:
        names = list(columns)
        table = np.column_stack([*constants, *columns.values()])
        solution = np.linalg.lstsq(table, margins, rcond=None)[0]
        slopes = dict(zip(names, solution[len(groups) :], strict=True))
        negative = [name for name in names if slopes[name] < 0]
        if not negative:
            break
        del columns[min(negative, key=lambda name: slopes[name])]
    offsets = dict(zip(groups, map(float, solution), strict=False))
    both = float(slopes.get("both", 0.0))
    return Fit(offsets, float(slopes.get("own", both)), float(slopes.get("other", both)))


def typical_error(samples: Sequence[Sample], *, alike: bool) -> float:
    """Give the standard deviation of what was not expected, in centi-VP, by fits to the other parts of the seeds."""
    errors: list[float] = []
    for part in range(PARTS):
        held_out = [sample for sample in samples if sample.seed % PARTS == part]
        fit = fitted([sample for sample in samples if sample.seed % PARTS != part], alike=alike)
        errors += [sample.margin - fit.expected(sample) for sample in held_out]
    return statistics.pstdev(errors, 0.0)


def measured(games: Sequence[Game], kind: str) -> dict[str, object]:
    """Give the coefficients of a kind of game, and print them."""
    alike = kind == "players"
    rounds = [samples_of(games, kind, number) for number in range(1, ROUNDS + 1)]
    fits = [fitted(samples, alike=alike) for samples in rounds]
    errors = [typical_error(samples, alike=alike) for samples in rounds]
    print(f"\n| round | own | other | offsets ({kind}) | typical error, VP |\n|---|---|---|---|---|")
    for number, (fit, error) in enumerate(zip(fits, errors, strict=True), 1):
        offsets = ", ".join(f"{value / 100:.1f}" for value in fit.offsets.values())
        print(f"| {number} | {fit.own:.3f} | {fit.other:.3f} | {offsets} | {error / 100:.1f} |")
    return {
        "offsets": {str(group): [round(fit.offsets[group]) for fit in fits] for group in fits[0].offsets},
        "own": [round(THOUSANDTHS * fit.own) for fit in fits],
        "other": [round(THOUSANDTHS * fit.other) for fit in fits],
        "typical_error": [round(error) for error in errors],
    }


def played(seed: int, solo_games: int, several_games: int, processes: int) -> list[Game]:
    """Play the games."""
    jobs: list[tuple[int, int | None, int]] = [
        *((1, level, seed + number) for number in range(solo_games) for level in LEVELS),
        *((players, None, seed + number) for number in range(several_games) for players in PLAYERS),
    ]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return pool.starmap(play, jobs, chunksize=1)


def commit() -> str:
    """Name the state of the repository in which the games are played."""
    command = ("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    return done.stdout.strip()


def main() -> None:
    """Play, fit, print, and write the coefficients."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solo-games", type=int, default=60, help="games at each of Andrew's levels")
    parser.add_argument("--games", type=int, default=20, help="games of each number of players")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed")
    parser.add_argument("--processes", type=int, default=1, help="games at the same time, no more than cores")
    parser.add_argument(
        "--output", type=Path, default=Path("margins.json"), help="where to write what is found"
    )
    arguments = parser.parse_args()
    state = commit()
    games = played(arguments.seed, arguments.solo_games, arguments.games, arguments.processes)
    provenance = {
        "script": "bench/tuning/margins.py",
        "commit": state,
        "components_digest": load_components().digest,
        "first_seed": arguments.seed,
        "games_at_each_level": arguments.solo_games,
        "games_of_each_number_of_players": arguments.games,
        "random_steps": list(RANDOM_STEPS),
        "work_of_a_question": WORK,
        "units": "offsets and typical_error in centi-VP, own and other in thousandths; by round, 1 to 19",
    }
    found = {
        "measured": provenance,
        "andrew": measured(games, "andrew"),
        "players": measured(games, "players"),
    }
    arguments.output.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

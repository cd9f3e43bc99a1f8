"""Whole games: by players who choose at random, and by some with an aim, who fill their boards.

What must be conserved is counted here; what a step must change, in `step_changes` and `step_results`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from carnegie_solver.rules import Phase, Player, Position, Step, apply, legal_steps
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from models.game_policies import Aim, Policy, chosen_step
from models.hand_positions import COMPONENTS
from models.second_opinion import TRACKS

# How many players, and Andrew's level where he plays.
TABLES: tuple[tuple[int, int | None], ...] = (
    (1, 1),
    (2, None),
    (1, 2),
    (3, None),
    (1, 3),
    (4, None),
    (1, 4),
    (1, None),
)
MOST_STEPS = 10_000
AIMS = (Aim.DEPARTMENTS, Aim.POINTS, Aim.TABS, Aim.DONATIONS, Aim.POINTS)


def random_table(seed: int) -> Position:
    """Set a game up: 48 seeds in a row have all numbers of players and levels with all pools and both layouts."""
    players, level = TABLES[seed % len(TABLES)]
    return new_game(
        COMPONENTS,
        seed,
        players=players,
        solo_level=level,
        pool=list(Pool)[seed // 8 % 3],
        layout=list(Layout)[seed // 24 % 2],
    )


def policy_of(seed: int) -> Policy:
    """Say how the players of a game choose: every fifth at random, the others with an aim, and four tiles they like."""
    aim = Aim.ANYTHING if seed % 5 == 0 else AIMS[seed // 5 % len(AIMS)]
    kinds = sorted(set(random_table(seed).display))
    return Policy(aim, frozenset(random.Random(f"favourites {seed}").sample(kinds, 4)))


def random_game(seed: int) -> Iterator[tuple[Position, Step, Position]]:
    """Play a game to its end; give each step with the positions before and after it."""
    chance = random.Random(f"game {seed}")
    position = random_table(seed)
    policy = policy_of(seed)
    for _ in range(MOST_STEPS):
        if position.phase is Phase.GAME_OVER:
            return
        step = chosen_step(position, legal_steps(COMPONENTS, position), chance, policy)
        after = apply(COMPONENTS, position, step)
        yield position, step, after
        position = after
    raise AssertionError(f"game {seed} goes on and on")


@cache
def game_positions(seed: int, every: int) -> tuple[Position, ...]:
    """Give some positions of a game: one in so many, and the second one of each phase."""
    passed: Counter[Phase] = Counter()
    kept = []
    for number, (before, _, _) in enumerate(random_game(seed)):
        passed[before.phase] += 1
        if number % every == 0 or passed[before.phase] == 2:
            kept.append(before)
    return tuple(kept)


# What is conserved ---------------------------------------------------------------------------------------------------


def employees(player: Player) -> int:
    """Count a player's employees wherever they are."""
    here = sum(len(space.standing_at) + space.lying for space in player.company)
    return here + sum(player.missions) + player.employees_in_supply


def disks(player: Player) -> int:
    """Count a player's disks: one on the score track, one on each of four tracks, tabs, cities, donations, supply."""
    waiting = sum(tab.waiting for tab in player.tabs)
    return 5 + waiting + len(player.projects) + len(player.donations) + player.disks_in_supply


def tiles(position: Position) -> tuple[str, ...]:
    """List all Department tiles of a game: on the display, reserved, built, and with Andrew."""
    printed = {name for name, department in COMPONENTS.departments.items() if department.starting}
    held = list(position.display)
    for player in position.players:
        names = [player.reserved_department, *(space.department for space in player.company)]
        held += [name for name in names if name is not None and name not in printed]
    if position.andrew is not None:
        held += position.andrew.departments
    return tuple(sorted(held))


def city_spaces(position: Position) -> list[tuple[str, int]]:
    """List the spaces of cities with a disk, once per disk."""
    owners: list[Any] = [*position.players, *([position.andrew] if position.andrew is not None else [])]
    lists = [owner.projects for owner in owners] + [position.neutral_projects]
    return [(disk.city, disk.city_space) for disks_there in lists for disk in disks_there]


def donation_spaces(position: Position) -> list[str]:
    """List the donation spaces with a disk, once per disk."""
    owners: list[Any] = [*position.players, *([position.andrew] if position.andrew is not None else [])]
    return [*(name for owner in owners for name in owner.donations), *position.neutral_donations]


def last_spaces(position: Position) -> list[tuple[str, int]]:
    """List the disks on last spaces of the tracks, by region."""
    owners: list[Any] = [*position.players, *([position.andrew] if position.andrew is not None else [])]
    return [
        (region, number)
        for number, owner in enumerate(owners)
        for region, reached in zip(TRACKS, owner.transport, strict=True)
        if reached == len(TRACKS[region]["spaces"]) - 1
    ]

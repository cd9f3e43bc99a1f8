"""Random turns of Human Resources in which chosen Department tiles are staffed."""

from __future__ import annotations

import copy
import random

from msgspec.structs import replace

from carnegie_solver.components import Action, Components, load_components
from carnegie_solver.rules import Phase, Player, Position, Space
from carnegie_solver.rules.turn import begin_turn
from models.random_positions import Size, random_position
from models.second_opinion import PRINTED

USED = (
    "Training and Partnerships",
    "Recruiting",
    "Safety and Quality",
    "Human Resources Administration",
    "Local Partners",
)
"""The tiles of Human Resources that are used."""
STAFFED = ("Payroll Management", "Corporate Communications")
"""Tiles that matter in a turn of Human Resources while they are staffed."""
TINY = Size(employees=2, tiles=0, money=6, goods=2, pulled=4, projects=3, neutral=90, donations=3, players=2)


def small_board() -> Components:
    """Load components whose Company has two rows of spaces only: less for the enumeration to go through."""
    table = copy.deepcopy(PRINTED["company_board"])
    table["spaces"] = [space for space in table["spaces"] if space["row"] <= 2]
    return load_components({"company_board": table})


def torn_board() -> Components:
    """Load components whose Company has two rows of spaces, and a starting Department on a space without neighbours."""
    table = copy.deepcopy(PRINTED["company_board"])
    far = {"row": 4, "column": 3}
    moved = table["starting_departments"][-1]
    left = {name: moved[name] for name in far}
    table["spaces"] = [space for space in table["spaces"] if space["row"] <= 2 and space != left] + [far]
    moved.update(far)
    return load_components({"company_board": table})


def moving_position(
    components: Components, seed: int, names: tuple[str, ...], size: Size, *, moves: int | None = None
) -> Position:
    """Make a turn of Human Resources with tiles on a Company's spaces, each staffed where it has a workstation.

    With `moves` there are at most so many at the start of the turn.
    """
    position = random_position(components, seed, Action.HUMAN_RESOURCES, size)
    chance = random.Random(f"moving {seed} {names}")
    player = without(position.decider, names)
    for name in names:
        empty = [index for index, space in enumerate(player.company) if index and space.department is None]
        index = chance.choice(empty)
        desks = len(components.departments[name].desk_costs)
        standing = min(desks, 1 + (chance.random() < 0.4), player.employees_in_supply)
        space = Space(
            name, tuple(sorted(chance.sample(range(1, desks + 1), standing))), player.company[index].lying
        )
        left = player.employees_in_supply - standing
        player = replace(player.with_space(index, space), employees_in_supply=left)
    if chance.random() < 0.2:
        player = replace(player, employees_in_supply=chance.randint(0, 1))
    player = replace(player, vp=chance.randint(0, 3))
    position = position.with_decider(player)
    turn = begin_turn(components, player, Action.HUMAN_RESOURCES)
    if moves is not None:
        turn = replace(turn, moves=min(moves, turn.moves))
    return replace(position, turn=turn)


def without(player: Player, names: tuple[str, ...]) -> Player:
    """Give a player without some Departments: who was in them lies on an empty space."""
    for index, space in enumerate(player.company):
        if space.department in names:
            player = player.with_space(index, Space(None, (), space.employees))
    return player


def standing_position(components: Components, seed: int, size: Size) -> Position:
    """Make the standing-up of a player with Payroll Management staffed."""
    position = moving_position(components, seed, ("Payroll Management",), size)
    return replace(position, phase=Phase.STANDING_UP, turn=None)

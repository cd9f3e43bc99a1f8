"""Small random positions of every decision, on which answers with allow and avoid lists are compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count

from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event, ProjectType, Region, load_components
from carnegie_solver.decisions import (
    construction,
    donation,
    human_resources,
    income,
    management,
    research,
    setup_placement,
)
from carnegie_solver.decisions.action_choice import WithActionChoice
from carnegie_solver.decisions.answer import Solve
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.decisions.timeline import RowSelection
from carnegie_solver.rules import NeutralProject, Phase, Player, Position, apply, find_faults, legal_steps
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.steps import BringHome, ChangeAction, EndTurn, SelectTimeline
from models import event_positions, research_positions
from models.construction_tiles import small_with_tiles
from models.management_positions import TINY as TINY_MANAGEMENT
from models.management_positions import Wanted, tile_position
from models.moving_positions import STAFFED, TINY, USED, moving_position, small_board, standing_position
from models.random_positions import SMALL, random_position

BOARD = load_components()
SMALL_BOARD = small_board()
ACTIONS: dict[str, Solve] = {
    "HUMAN_RESOURCES": human_resources.solve,
    "MANAGEMENT": management.solve,
    "CONSTRUCTION": construction.solve,
    "RESEARCH_AND_DEVELOPMENT": research.solve,
}
ROWS = RowSelection({**ACTIONS, "INCOME": income.solve, "DONATION": donation.solve})
FEW = replace(SMALL, employees=3, tiles=1, money=4, goods=2, players=4)
IN_MANAGEMENT = (
    Wanted((), room=5, builders=2, takers=1, goods=2),
    Wanted((), room=6, builders=1, takers=2, goods=2),
    Wanted(("Property Management",), room=4, builders=1, goods=2),
    Wanted(("Property Management",), room=4, builders=2, goods=3),
    Wanted(("Property Management", "Payroll Management"), room=3, builders=1, goods=2),
    Wanted(("Purchasing",), takers=1, display=1, goods=1),
    Wanted(("Branding",), room=4, takers=1, projects=1, display=1),
    Wanted(("Accounting", "Logistics"), room=4, builders=1, goods=1, display=1),
    Wanted(("Sales",), room=4, builders=1, goods=3, display=1),
)
IN_CONSTRUCTION = (
    ("Engineering",),
    ("Engineering", "Construction Outsourcing"),
    ("Construction Outsourcing",),
    ("Construction Outsourcing", "Renovation"),
    ("Supply Chain", "Construction Outsourcing"),
    ("Production Lines",),
    ("Renovation",),
    ("Political Lobbying", "Engineering"),
    ("Archives",),
)
IN_RESEARCH = (
    ("Advanced Research", "R&D Coordination"),
    ("Charitable Giving",),
    ("Knowledge Sharing",),
    ("Charitable Giving", "Knowledge Sharing"),
    ("Advanced Design",),
)


def _moving() -> Iterator[Position]:
    for seed in count():
        chance = random.Random(f"restricted moving {seed}")
        names = tuple(chance.sample((*USED, *STAFFED), chance.choice((0, 1, 1, 2))))
        yield moving_position(SMALL_BOARD, seed, names, TINY, moves=chance.choice((1, 2, 2, 3)))


def _standing() -> Iterator[Position]:
    for seed in count():
        if seed % 2:
            position = standing_position(BOARD, seed, replace(SMALL, employees=9, money=9))
        else:
            size = replace(SMALL, employees=10, money=9)
            position = random_position(BOARD, seed, Action(seed // 2 % 4), size)
            position = replace(position, phase=Phase.STANDING_UP, turn=None)
        yield position.with_decider(_with_more_lying(position.decider, random.Random(f"lying {seed}")))


def _with_more_lying(player: Player, chance: random.Random) -> Player:
    """Give the player with employees of the supply lying in Departments."""
    for _ in range(min(player.employees_in_supply, chance.choice((1, 2, 3, 4)))):
        index = chance.choice([index for index, space in enumerate(player.company) if space.department])
        space = player.company[index]
        player = player.with_space(index, replace(space, lying=space.lying + 1))
        player = replace(player, employees_in_supply=player.employees_in_supply - 1)
    return player


def _managing() -> Iterator[Position]:
    for seed in count():
        wanted = IN_MANAGEMENT[seed % len(IN_MANAGEMENT)]
        yield tile_position(BOARD, seed, wanted, replace(TINY_MANAGEMENT, employees=2, tiles=0))


def _building() -> Iterator[Position]:
    for seed in count():
        yield small_with_tiles(BOARD, seed, *IN_CONSTRUCTION[seed % len(IN_CONSTRUCTION)])


def _researching() -> Iterator[Position]:
    made = [
        research_positions.research_positions(
            BOARD, tiles, count=1_000, size=research_positions.SMALLER, most_points=2, nearly_done=True
        )
        for tiles in IN_RESEARCH
    ]
    for number in count():
        yield next(made[number % len(made)])


def _in_event(*events: Event, tiles: tuple[str, ...]) -> Iterator[Position]:
    made = [event_positions.event_positions(BOARD, event, tiles, count=1_000, likely=0.3) for event in events]
    for number in count():
        position = next(made[number % len(made)])
        if number % 3 == 0 and position.turn is not None and events[0] is not Event.DONATION:
            position = _begun(position)
        yield position


def _begun(position: Position) -> Position:
    """Give the position with somebody come home already, if anybody can."""
    step = next((step for step in legal_steps(BOARD, position) if isinstance(step, BringHome)), None)
    return position if step is None else apply(BOARD, position, step)


def _placing() -> Iterator[Position]:
    for seed in count():
        position = new_game(BOARD, seed, players=1 + seed % 4)
        free = [
            (city.name, number)
            for city in BOARD.cities
            for number, takes in enumerate(BOARD.city_spaces[BOARD.city_index[city.name]])
            if takes is ProjectType.HOUSING
        ]
        taken = {(disk.city, disk.city_space) for disk in position.neutral_projects}
        closed = [NeutralProject(*place) for place in free if place not in taken][3:]
        disks = tuple(sorted((*position.neutral_projects, *closed)))
        kept = position.display[:: max(1, len(position.display) // 2)][: seed % 3]
        yield replace(position, neutral_projects=disks, display=kept)


def selecting() -> Iterator[Position]:
    for seed in count():
        position = random_position(
            BOARD, seed, Action(seed % 4), replace(FEW, employees=2, players=1 + (seed % 5 == 0))
        )
        used = sum(row.used for row in position.timeline)
        if used >= 20:
            continue
        position = replace(
            position,
            phase=Phase.SELECT_TIMELINE,
            round=used + 1,
            action=None,
            turn=None,
            player=position.first_player,
        )
        assert find_faults(BOARD, position) == ()
        if not any(map(not_counted, _ahead(position))):
            yield position


def _ahead(position: Position) -> Iterator[Position]:
    for row in Action:
        ahead = apply(BOARD, position, SelectTimeline(row))
        while ahead.phase is not Phase.STANDING_UP:
            yield ahead
            ahead = apply(BOARD, ahead, EndTurn())


def _changing() -> Iterator[Position]:
    for seed in count():
        position = random_position(BOARD, seed, Action(seed % 4), replace(FEW, employees=2))
        if len(position.players) < 3 or position.player == position.first_player:
            continue
        position = position.with_decider(replace(position.decider, action_choice_tile=True))
        changes = [ChangeAction(action) for action in Action if action is not position.action]
        turns = [position, *(apply(BOARD, position, step) for step in changes)]
        if not any(map(not_counted, turns)):
            yield position


_REGIONS = tuple(Event(region.value) for region in Region)
KINDS: dict[str, tuple[Components, Solve, Callable[[], Iterator[Position]], int]] = {
    "HUMAN_RESOURCES": (SMALL_BOARD, human_resources.solve, _moving, 90),
    "MANAGEMENT": (BOARD, management.solve, _managing, 150),
    "CONSTRUCTION": (BOARD, construction.solve, _building, 120),
    "RESEARCH_AND_DEVELOPMENT": (BOARD, research.solve, _researching, 200),
    "INCOME": (BOARD, income.solve, lambda: _in_event(*_REGIONS, tiles=("Archives",)), 300),
    "DONATION": (
        BOARD,
        donation.solve,
        lambda: _in_event(Event.DONATION, tiles=("Communications",)),
        2_000,
    ),
    "SETUP_PLACEMENT": (BOARD, setup_placement.solve, _placing, 3_000),
    "STANDING_UP": (BOARD, human_resources.solve, _standing, 500),
    "ACTION_CHOICE": (BOARD, WithActionChoice(ACTIONS), _changing, 200),
}
"""Of each decision: the components, how it is solved, positions, and the most positions that its enumeration visits."""

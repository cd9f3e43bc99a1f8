"""Departments that score at the end of the game, in every decision: five lines as good as the enumeration's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event, Region, load_components
from carnegie_solver.decisions import construction, human_resources, income, management, research
from carnegie_solver.decisions.answer import Solve
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import outcome
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.scoring import endgame_vp
from carnegie_solver.valuation import Outlook, load_weights
from models import research_positions
from models.comparison import check_claim, compare_lines
from models.construction_positions import full_position, small_position
from models.endgame_positions import TILES, endgame_positions
from models.event_positions import event_positions
from models.management_positions import Wanted, tile_position
from models.moving_positions import TINY, small_board
from models.random_positions import FULL, random_position

Record = Callable[[str, object], None]
PER_TILE = 200


def moving(components: Components, seed: int) -> Position:
    """Make a turn of Human Resources with one move at most."""
    position = random_position(components, seed, Action.HUMAN_RESOURCES, TINY)
    assert position.turn is not None
    return replace(position, turn=replace(position.turn, moves=min(1, position.turn.moves)))


def standing_up(components: Components, seed: int) -> Position:
    """Make a standing-up."""
    position = random_position(components, seed, Action.HUMAN_RESOURCES, TINY)
    return replace(position, phase=Phase.STANDING_UP, turn=None)


def managing(components: Components, seed: int) -> Position:
    """Make a turn of Management that builds, Departments that score at the end of the game among the display."""
    chance = random.Random(f"managing {seed}")
    wanted = Wanted((), builders=chance.choice([1, 2]), takers=0, goods=2, room=6)
    position = tile_position(components, seed, wanted)
    display = sorted({*position.display[:1], *chance.sample(TILES, 2)} - _held(position))
    return replace(position, display=tuple(display))


def _held(position: Position) -> set[str | None]:
    return {position.decider.reserved_department, *(space.department for space in position.decider.company)}


def building(components: Components, seed: int) -> Position:
    """Make a turn of Construction with projects in several regions, now and then advancing disks."""
    return small_position(components, seed, study_percent=25, short_percent=10, mid_turn=False)


def studying(components: Components, seed: int) -> Position:
    """Make a turn of Research and Development."""
    made = research_positions.research_positions(
        components, (), count=1, start=7 * seed, size=research_positions.SMALLER, nearly_done=True
    )
    return next(made)


def income_event(components: Components, seed: int) -> Position:
    """Make an income event."""
    event = Event(list(Region)[seed % len(Region)].value)
    return next(event_positions(components, event, count=1, start=7 * seed))


DECISIONS: dict[str, tuple[Solve, Callable[[Components, int], Position], tuple[str, ...]]] = {
    "human resources": (human_resources.solve, moving, TILES),
    "standing up": (human_resources.solve, standing_up, TILES),
    "management": (management.solve, managing, TILES),
    "construction": (construction.solve, building, TILES),
    "research": (research.solve, studying, ("Post Office",)),
    "income": (income.solve, income_event, ("Post Office",)),
}


@pytest.mark.parametrize(
    ("decision", "name"),
    [(decision, name) for decision, (_, _, names) in DECISIONS.items() for name in names],
)
def test_five_lines_agree_with_the_enumeration(decision: str, name: str, record_property: Record) -> None:
    """On 200 small positions for each Department the gains are those of the five best outcomes."""
    solve, made, _ = DECISIONS[decision]
    components = small_board() if decision == "human resources" else load_components()
    spread = decision != "construction" and name in ("Post Office", "Network of Libraries")
    positions = endgame_positions(components, lambda seed: made(components, seed), name, spread=spread)
    instances = tried = 0
    scores: Counter[bool] = Counter()
    while instances < PER_TILE:
        batch = list(islice(positions, min(10, PER_TILE - instances)))
        instances += compare_lines(components, solve, batch, most=700).instances
        tried += len(batch)
        scores.update(changed(components, solve, position, name) for position in batch)
    assert tried < 3 * PER_TILE
    # In an income event the disk of its region alone is near the level that links lack.
    least = 5 if decision == "income" else 15
    assert scores[True] > least, "the Department's score has hardly ever a part in the best plan"
    record_property(f"compared: {name} in {decision}, five lines with the enumeration", instances)


def changed(components: Components, solve: Solve, position: Position, name: str) -> bool:
    """Whether the best plan changes what a Department scores."""
    outlook = Outlook(components, load_weights(), position.timeline)
    final = outcome(components, position, solve(components, outlook, position, UNLIMITED).plan)
    before, after = (endgame_vp(components, one.players[position.player]) for one in (position, final))
    return before.get(name, 0) != after.get(name, 0)


def full(components: Components, decision: str) -> Iterator[Position]:
    """Give positions of the game's full size."""
    actions = {
        "human resources": Action.HUMAN_RESOURCES,
        "management": Action.MANAGEMENT,
        "research": Action.RESEARCH_AND_DEVELOPMENT,
    }
    for seed in count():
        if decision == "construction":
            yield full_position(components, seed, 1 + seed % 3)
        else:
            yield random_position(components, seed, actions[decision], FULL)


@pytest.mark.parametrize("decision", ["human resources", "management", "construction", "research"])
def test_claims_hold_on_full_positions(decision: str, record_property: Record) -> None:
    """On 100 positions of the game's full size each claim is the referee's gain, and proved."""
    components = load_components()
    solve = DECISIONS[decision][0]
    streams = [
        endgame_positions(components, lambda seed: next(islice(full(components, decision), seed, None)), name)
        for name in TILES
    ]
    for number in range(100):
        check_claim(components, solve, next(streams[number % len(streams)]))
    record_property(f"checked: {decision} with Departments that score at the end, full size", 100)

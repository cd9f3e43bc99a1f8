"""Every step that can be written down for the printed game, legal or not, and positions in which to try them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from carnegie_solver.components import Action, ProjectType, Region, TabSide
from carnegie_solver.rules import IllegalStep, Phase, Position, Step, apply, legal_steps
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    BuildDepartment,
    BuildProject,
    ChangeAction,
    ChooseIncome,
    ChooseTabSide,
    Donate,
    EndTurn,
    Gain,
    Mission,
    MoveEmployee,
    PlaceHousing,
    PlayAndrew,
    ReserveDepartment,
    SelectTimeline,
    SellGoods,
    SlideTab,
    StandUp,
    UseDepartment,
)
from models.hand_positions import COMPONENTS
from models.random_positions import FULL, SMALL, random_position

LABELS = (*COMPONENTS.space_labels, "e5")
WORKSTATIONS = range(5)  # no Department has more than three
DEPARTMENTS = (*COMPONENTS.departments, "Bakery")
MOST_GOODS = 12
CITY_SPACES = [
    (city.name, number) for city in COMPONENTS.cities for number in range(-1, len(city.spaces) + 1)
] + [("Gotham", 0)]


def moves() -> Iterator[MoveEmployee]:
    """Every move to any one space, near or not."""
    for start in LABELS:
        for end in LABELS:
            for standing_at in (None, *WORKSTATIONS):
                yield MoveEmployee((start, end), standing_at)


def uses() -> Iterator[UseDepartment]:
    """Every use for money or goods, on any space."""
    for space in LABELS:
        for gain in Gain:
            yield UseDepartment(space, gain)
            for region in Region:
                for workstation in WORKSTATIONS:
                    yield UseDepartment(space, gain, Mission(region, workstation))


def departments() -> Iterator[BuildDepartment]:
    """Every Department on every space."""
    for department in DEPARTMENTS:
        for space in LABELS:
            yield BuildDepartment(department, space)


def projects(spaces: tuple[str, ...] = LABELS) -> Iterator[BuildProject]:
    """Every project on every space of every city, by an employee of some spaces sent anywhere."""
    for space in spaces:
        for kind in ProjectType:
            for city, city_space in CITY_SPACES:
                for region in Region:
                    for workstation in WORKSTATIONS:
                        yield BuildProject(space, kind, city, city_space, Mission(region, workstation))


def others() -> Iterator[Step]:
    """Every slide, advance, standing-up, sale, and the end."""
    for kind in ProjectType:
        yield SlideTab(kind)
    for region in Region:
        yield AdvanceTransport(region)
    for space in LABELS:
        for workstation in WORKSTATIONS:
            yield StandUp(space, workstation)
    for count in range(-1, MOST_GOODS + 1):
        yield SellGoods(count)
    yield EndTurn()


def setup_steps() -> Iterator[Step]:
    """Every tab side, place for the Housing disk, and reserved Department."""
    for kind in ProjectType:
        for side in TabSide:
            yield ChooseTabSide(kind, side)
    for city, city_space in CITY_SPACES:
        yield PlaceHousing(city, city_space)
    for department in DEPARTMENTS:
        yield ReserveDepartment(department)


def event_steps() -> Iterator[Step]:
    """Every way to bring an employee home, to choose an income, and to donate."""
    for lobby in LABELS:
        yield BringHome(lobby)
        for kind in ProjectType:
            for circle in range(-1, 5):
                for part in range(-1, 3):
                    yield ChooseIncome(kind, circle, part, lobby)
    for donation in (*COMPONENTS.donations, "ALMS"):
        yield Donate(donation)


def round_steps() -> Iterator[Step]:
    """Every row, every other action, and Andrew."""
    for action in Action:
        yield SelectTimeline(action)
        yield ChangeAction(action)
    yield PlayAndrew()


def kept(step: Step) -> bool:
    """Whether a step can be legal on some map and board: for projects, in the city's own region on a space it has."""
    if not isinstance(step, BuildProject):
        return True
    index = COMPONENTS.city_index.get(step.city)
    return (
        index is not None
        and COMPONENTS.cities[index].region is step.mission.region
        and 0 <= step.city_space < len(COMPONENTS.city_spaces[index])
        and 1 <= step.mission.standing_at <= 3
    )


MOVES, USES, BUILDS, OTHERS = tuple(moves()), tuple(uses()), tuple(departments()), tuple(others())
PROJECTS = tuple(projects(("c1",)))
LIKELY_PROJECTS = tuple(step for step in PROJECTS if kept(step))
ELSEWHERE = tuple(projects(("a1", "b2", "lobby", "e5")))
SETUP, EVENTS, ROUNDS = tuple(setup_steps()), tuple(event_steps()), tuple(round_steps())


def universe(position: Position, chance: random.Random) -> Iterator[Step]:
    """Give every step that the action could allow, and a sample of those that it could not."""
    action = position.turn.action if position.turn is not None else None
    yield from OTHERS
    yield from ROUNDS
    yield from SETUP if position.phase is Phase.SETUP_PLACEMENT else chance.sample(SETUP, 10)
    yield from EVENTS if position.phase is Phase.EVENT else chance.sample(EVENTS, 10)
    yield from MOVES if action is Action.HUMAN_RESOURCES else chance.sample(MOVES, 20)
    yield from USES if action is Action.MANAGEMENT else chance.sample(USES, 20)
    yield from BUILDS if action is Action.MANAGEMENT else chance.sample(BUILDS, 20)
    yield from LIKELY_PROJECTS if action is Action.CONSTRUCTION else chance.sample(LIKELY_PROJECTS, 20)
    yield from chance.sample(PROJECTS, 40)
    yield from chance.sample(ELSEWHERE, 20)


def whole_universe() -> Iterator[Step]:
    """Give every step without exception."""
    yield from OTHERS
    yield from ROUNDS
    yield from SETUP
    yield from EVENTS
    yield from MOVES
    yield from USES
    yield from BUILDS
    yield from projects()


def position_in_play(seed: int, action: Action, standing_up: bool = False) -> Position:
    """Make a random position some legal steps into a turn, or into the standing-up at the end of the round."""
    chance = random.Random(f"in play {seed} {action.name}")
    position = random_position(COMPONENTS, seed, action, SMALL if seed % 4 == 0 else FULL)
    for _ in range(chance.choice([0, 0, 1, 2, 4])):
        steps = [step for step in legal_steps(COMPONENTS, position) if not isinstance(step, EndTurn)]
        if steps:
            position = apply(COMPONENTS, position, chance.choice(steps))
    while standing_up and position.turn is not None:
        position = apply(COMPONENTS, position, EndTurn())
    if standing_up:
        for _ in range(chance.randrange(len(position.players))):
            position = apply(COMPONENTS, position, EndTurn())
    return position


def accepted(position: Position, step: Step) -> Position | None:
    """Give the position after a step, or None where it is refused, which must say why."""
    try:
        return apply(COMPONENTS, position, step)
    except IllegalStep as refusal:
        if not (refusal.reason and refusal.found and refusal.allowed and refusal.step is step):
            raise AssertionError(f"a refusal without its reason: {refusal}") from refusal
        return None

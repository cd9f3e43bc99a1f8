"""Every step that can be written down for the printed game, legal or not, and positions in which to try them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

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
    Fetched,
    Gain,
    Mission,
    MoveEmployee,
    Payroll,
    PlaceHousing,
    PlayAndrew,
    Relocate,
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
DONATIONS = (*COMPONENTS.donations, "ALMS")
MOST_GOODS = 12
CITY_SPACES = [
    (city.name, number) for city in COMPONENTS.cities for number in range(-1, len(city.spaces) + 1)
] + [("Gotham", 0)]


def places(labels: Iterable[str] = LABELS) -> Iterator[tuple[str, int | None]]:
    """Everybody who could be somewhere: the space, and the workstation, or None for one who lies."""
    for label in labels:
        for standing_at in (None, *WORKSTATIONS):
            yield label, standing_at


def missions(workstations: Iterable[int] = WORKSTATIONS) -> Iterator[Mission | None]:
    """Every Mission, and none."""
    yield None
    for region in Region:
        for workstation in workstations:
            yield Mission(region, workstation)


def moves() -> Iterator[MoveEmployee | Relocate]:
    """Every move and relocation to any one space, near or not."""
    for start, standing_at in places():
        for end in LABELS:
            yield MoveEmployee((start, end), standing_at)
            yield Relocate(start, end, standing_at)


def uses(spaces: Iterable[str] = LABELS) -> Iterator[UseDepartment]:
    """Every use on some spaces, for anything, with every count and region; new employees in any space."""
    for space in spaces:
        for gain in Gain:
            for mission in missions():
                for count in range(-1, 5):
                    for region in (None, *Region):
                        yield UseDepartment(space, gain, mission, count, region)
                if gain is Gain.NEW_EMPLOYEE or mission is None:
                    for lobby in LABELS[1:]:
                        yield UseDepartment(space, gain, mission, 0, None, lobby)


def departments(names: Iterable[str] = DEPARTMENTS, *, fetching: bool = False) -> Iterator[BuildDepartment]:
    """Every one of some Departments on every space, with everybody who could be fetched."""
    for department in names:
        for space in LABELS:
            yield BuildDepartment(department, space)
            if fetching:
                yield from (BuildDepartment(department, space, Fetched(*who)) for who in places())


def projects(spaces: Iterable[str] = LABELS) -> Iterator[BuildProject]:
    """Every project on every space of every city, by an employee of some spaces sent anywhere, or nowhere."""
    for space in spaces:
        for kind in ProjectType:
            for city, city_space in CITY_SPACES:
                for mission in missions():
                    yield BuildProject(space, kind, city, city_space, mission)


def likely_projects(spaces: Iterable[str], lobbies: Iterable[str]) -> Iterator[BuildProject]:
    """Every project that can be legal on some map, with every way to take an income."""
    for project in projects(spaces):
        city = next((city for city in COMPONENTS.cities if city.name == project.city), None)
        if city is None or not 0 <= project.city_space < len(city.spaces):
            continue
        if project.mission is not None and project.mission.region is not city.region:
            continue
        yield project
        for lobby in lobbies:
            for track_space in (None, *range(-1, 5)):
                if city.income_mark or (track_space in (None, 0) and project.type is ProjectType.HOUSING):
                    yield replace(project, track_space=track_space, lobby=lobby)


def others() -> Iterator[Step]:
    """Every slide, advance, standing-up, sale, and the end."""
    for kind in ProjectType:
        yield SlideTab(kind)
    for region in Region:
        yield AdvanceTransport(region)
    for space in LABELS:
        for workstation in WORKSTATIONS:
            yield from (StandUp(space, workstation, payroll) for payroll in (None, *Payroll))
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
        for track_space in (None, *range(-1, 5)):
            yield BringHome(lobby, track_space)
        for kind in ProjectType:
            for circle in range(-1, 5):
                for part in range(-1, 3):
                    yield ChooseIncome(kind, circle, part, lobby)
    for donation in DONATIONS:
        yield Donate(donation)
        yield Donate(donation, None, Mission(Region.WEST, 1))


def gifts(spaces: Iterable[str] = LABELS) -> Iterator[Donate]:
    """Every donation by Charitable Giving."""
    for space in spaces:
        for donation in DONATIONS:
            yield from (Donate(donation, space, mission) for mission in missions())


def round_steps() -> Iterator[Step]:
    """Every row, every other action, and Andrew."""
    for action in Action:
        yield SelectTimeline(action)
        yield ChangeAction(action)
    yield PlayAndrew()


MOVES, OTHERS = tuple(moves()), tuple(others())
USES, BUILDS, GIFTS = tuple(uses()), tuple(departments()), tuple(gifts())
PROJECTS = tuple(projects(("a1", "b2", "c1", "lobby", "e5")))
SETUP, EVENTS, ROUNDS = tuple(setup_steps()), tuple(event_steps()), tuple(round_steps())


def universe(position: Position, chance: random.Random) -> Iterator[Step]:
    """Give every step that the action could allow, and a sample of those that it could not."""
    turn, company = position.turn, position.decider.company
    action = None if turn is None else turn.action
    used = [COMPONENTS.space_labels[index] for index, _ in turn.uses] if turn is not None else []
    names = {space.department for space in company}
    yield from OTHERS
    yield from ROUNDS
    yield from SETUP if position.phase is Phase.SETUP_PLACEMENT else chance.sample(SETUP, 10)
    yield from EVENTS if position.phase is Phase.EVENT else chance.sample(EVENTS, 10)
    yield from MOVES if action is Action.HUMAN_RESOURCES else chance.sample(MOVES, 20)
    yield from uses(used)
    yield from gifts(used if action is Action.RESEARCH_AND_DEVELOPMENT else ())
    yield from chance.sample(USES, 60)
    yield from chance.sample(GIFTS, 20)
    yield from BUILDS if action is Action.MANAGEMENT else chance.sample(BUILDS, 20)
    if action is Action.MANAGEMENT and "Property Management" in names:
        named = {*position.display, *names, position.decider.reserved_department, "Bakery"} - {None}
        yield from departments(sorted(filter(None, named)), fetching=True)
    if action is Action.CONSTRUCTION:
        new_lobby = [
            COMPONENTS.space_labels[at] for at, space in enumerate(company) if space.department == "New Lobby"
        ]
        yield from likely_projects(used, ("lobby", "a4", *new_lobby))
    yield from chance.sample(PROJECTS, 60)


def whole_universe() -> Iterator[Step]:
    """Give every step without exception, of those that a tile adds to only with what the printed Departments have."""
    yield from OTHERS
    yield from ROUNDS
    yield from SETUP
    yield from EVENTS
    yield from MOVES
    yield from USES
    yield from GIFTS
    yield from BUILDS
    yield from projects()


def position_in_play(seed: int, action: Action, standing_up: bool = False, *, tiles: bool = True) -> Position:
    """Make a random position some legal steps into a turn, or into the standing-up at the end of the round."""
    chance = random.Random(f"in play {seed} {action.name}")
    size = SMALL if seed % 4 == 0 else FULL
    position = random_position(COMPONENTS, seed, action, size if tiles else replace(size, tiles=0))
    for _ in range(chance.choice([0, 0, 1, 2, 4])):
        steps = [step for step in legal_steps(COMPONENTS, position) if not isinstance(step, EndTurn)]
        if steps:
            position = apply(COMPONENTS, position, chance.choice(steps))
    while standing_up and position.phase is not Phase.STANDING_UP:
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

"""Ways to choose a step: at random, leaning towards building, or sensibly with an aim.

A sensible player values each legal step by itself, for an aim, and takes the best; that is enough to fill boards.
"""

from __future__ import annotations

import enum
import random
from collections import defaultdict, deque
from dataclasses import dataclass
from functools import cache

from carnegie_solver.components import Action, Event
from carnegie_solver.rules import Player, Position, Space, Step
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
    MoveEmployee,
    Relocate,
    ReserveDepartment,
    SelectTimeline,
    SellGoods,
    SlideTab,
    StandUp,
    UseDepartment,
)
from models.final_scores import DONATIONS, NEIGHBOURS, PAID, counted
from models.hand_positions import COMPONENTS
from models.second_opinion import CITIES, DESKS
from models.step_changes import INDEX, TILES, TYPES, change_by


class Aim(enum.Enum):
    """What a player is out for."""

    ANYTHING = enum.auto()
    """Steps at random, mostly sensible ones."""
    DEPARTMENTS = enum.auto()
    TABS = enum.auto()
    DONATIONS = enum.auto()
    POINTS = enum.auto()
    """A bit of everything."""


# How likely a kind of step is to be made at random where it is legal; kinds that are not listed have 10.
LIKING: dict[type, float] = {
    BuildProject: 60,
    BuildDepartment: 40,
    StandUp: 40,
    BringHome: 20,
    UseDepartment: 20,
    MoveEmployee: 20,
    ChooseTabSide: 3,
    EndTurn: 1,
    SellGoods: 0.02,
}


def is_sensible(position: Position, step: Step) -> bool:
    """Whether a move takes somebody who lies to a free workstation, or a use keeps its employee."""
    match step:
        case MoveEmployee((_, *_, end), None):
            return free_desks(position.decider.company[INDEX[end]]) > 0
        case Relocate(_, end, None):
            return free_desks(position.decider.company[INDEX[end]]) > 0
        case MoveEmployee() | Relocate() | UseDepartment(_, Gain.MONEY, _):
            return False
    return True


def random_step(position: Position, steps: tuple[Step, ...], chance: random.Random) -> Step:
    """Choose a kind of step, then one of this kind, mostly a sensible one."""
    if chance.random() < 0.9:
        steps = tuple(step for step in steps if is_sensible(position, step)) or steps
    kinds: dict[type, list[Step]] = defaultdict(list)
    for step in steps:
        kinds[type(step)].append(step)
    (kind,) = chance.choices(list(kinds), [LIKING.get(kind, 10) for kind in kinds])
    return chance.choice(kinds[kind])


@dataclass(frozen=True)
class Policy:
    """How the players of a game choose: aim, tiles liked above others, how often they do not think."""

    aim: Aim
    favourites: frozenset[str] = frozenset()
    carelessness: float = 0.05

    def wants(self, department: str | None) -> float:
        """Say how good a standing employee is in a Department."""
        usual = 7.0 if department in self.favourites else 2.5 if department in TILES else 1.0
        return WANTED[self.aim].get(department or "", usual)


def chosen_step(position: Position, steps: tuple[Step, ...], chance: random.Random, policy: Policy) -> Step:
    """Choose a step as a player with a policy does."""
    if policy.aim is Aim.ANYTHING or chance.random() < policy.carelessness:
        return random_step(position, steps, chance)
    return max(steps, key=lambda step: value_of(position, step, policy) + chance.random())


# How well an aim likes each action.
ACTIONS: dict[Aim, tuple[float, float, float, float]] = {
    Aim.DEPARTMENTS: (1.0, 1.4, 0.9, 0.9),
    Aim.TABS: (1.0, 0.9, 0.8, 1.6),
    Aim.DONATIONS: (1.0, 1.5, 0.7, 0.6),
    Aim.POINTS: (1.0, 1.1, 1.4, 1.2),
}
# How good a standing employee is there; what is not listed has 1.
WANTED: dict[Aim, dict[str, float]] = {
    Aim.DEPARTMENTS: {
        "Strategic Planning": 5,
        "Commerce and Finance": 4,
        "Purchasing": 4,
        "Property Management": 6,
        "Payroll Management": 6,
        "Corporate Communications": 5,
    },
    Aim.TABS: {
        "Research and Development": 5,
        "Advanced Design": 5,
        "Archives": 7,
        "Telegraph Operators": 6,
        "Strategic Planning": 3,
        "Commerce and Finance": 2,
    },
    Aim.DONATIONS: {
        "Commerce and Finance": 5,
        "Communications": 6,
        "Charitable Giving": 7,
        "Sales": 4,
        "Accounting": 4,
    },
    Aim.POINTS: {
        "Construction": 4,
        "Political Lobbying": 8,
        "Strategic Planning": 3,
        "Research and Development": 3,
        "Commerce and Finance": 3,
    },
}


def free_desks(space: Space) -> int:
    """Count the workstations at which nobody stands, and which nobody who lies there is going to take."""
    if space.department is None:
        return 0
    return max(0, len(DESKS[space.department]) - len(space.standing_at) - space.lying)


@cache
def distances(start: int) -> tuple[int, ...]:
    """Give the moves from a space to each space, without diagonal steps."""
    reached = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for other in COMPONENTS.space_neighbours[here]:
            if other not in reached:
                reached[other] = reached[here] + 1
                waiting.append(other)
    return tuple(reached[space] for space in range(len(COMPONENTS.space_labels)))


def pull(player: Player, start: int, policy: Policy) -> float:
    """Say how well somebody who lies is placed: the best free workstation, less the way to it."""
    there = (
        policy.wants(space.department) - distances(start)[index]
        for index, space in enumerate(player.company)
        if free_desks(space)
    )
    return max(there, default=-9.0)


def _too_many(space: Space) -> int:
    """Count those who lie on a space and have no workstation there."""
    desks = len(DESKS[space.department]) if space.department is not None else 0
    return max(0, space.lying - max(0, desks - len(space.standing_at)))


def _move(position: Position, start: str, end: str, policy: Policy) -> float:
    """Value moving somebody who has no workstation; whoever is nearest to one goes on."""
    player = position.decider
    if not _too_many(player.company[INDEX[start]]):
        return -5
    after = pull(player, INDEX[end], policy)
    arrived = (
        free_desks(player.company[INDEX[end]]) > 0
        and policy.wants(player.company[INDEX[end]].department) >= after
    )
    return 8 + after if arrived or after > pull(player, INDEX[start], policy) else -5


def _row(position: Position, row: Action, policy: Policy) -> float:
    """Value an action by those who could take part in it, and by what it does for the tiles that are liked."""
    player = position.decider
    return _taking_part(position, row, policy) + _eager(player, row, policy)


def _eager(player: Player, row: Action, policy: Policy) -> float:
    """Say how much an action is needed to build a liked tile that is reserved, or to staff one that is built."""
    if row is Action.MANAGEMENT and player.goods > 1:
        return 2 if policy.wants(player.reserved_department) > 4 else 0
    unstaffed = any(policy.wants(space.department) > 4 and not space.standing_at for space in player.company)
    helps = row is Action.HUMAN_RESOURCES and unstaffed and policy.aim is not Aim.DEPARTMENTS
    return 2 if helps and any(_too_many(space) for space in player.company) else 0


def _taking_part(position: Position, row: Action, policy: Policy) -> float:
    company = position.decider.company
    if row is Action.HUMAN_RESOURCES:
        idle = sum(_too_many(space) for space in company)
        return ACTIONS[policy.aim][row] * min(5, idle, sum(free_desks(space) for space in company))
    who: float = sum(
        len(space.standing_at) * (2 if policy.wants(space.department) > 2 else 1)
        for space in company
        if space.department is not None and TYPES[space.department] == row.name
    )
    if row is Action.MANAGEMENT and policy.aim is Aim.DEPARTMENTS:
        built = {space.department for space in company}
        who *= 2 if set(position.display) - built and None in built else 0.3
    return ACTIONS[policy.aim][row] * min(who, 6) / 3


def _holdings(position: Position, step: Step, policy: Policy) -> float:
    """Value what a step brings and costs."""
    change = change_by(position, step)
    goods = 3.0 if position.decider.goods < 6 else 1.2
    money = {Aim.DONATIONS: 1.3, Aim.DEPARTMENTS: 0.5}.get(policy.aim, 0.8)
    new = 4 if change.new_employee else 0
    points = change.study_points + 0.7 * change.moves + 2 * change.relocations
    return goods * change.goods + money * change.money + 2.5 * change.vp + new + points


def value_of(position: Position, step: Step, policy: Policy) -> float:
    """Value a step; ending the decision has 0."""
    player = position.decider
    match step:
        case SelectTimeline(row):
            return 2 * _row(position, row, policy) * max(0.4, 1.2 - 0.2 * position.timeline[row].used)
        case ChangeAction(action):
            assert position.action is not None
            return 5 * (_row(position, action, policy) - _row(position, position.action, policy) - 1)
        case MoveEmployee((start, *_, end), None) | Relocate(start, end, None):
            return _move(position, start, end, policy)
        case MoveEmployee() | Relocate():
            return -5
        case SellGoods(count):
            missing = 5 * (len(player.donations) + 1) - player.money
            donating = position.events[:1] == (Event.DONATION,) and policy.aim is Aim.DONATIONS
            return 6 if donating and count == missing else -5
        case ChooseTabSide():
            return -0.5  # sometimes better than to end; it can be done again and again
        case ReserveDepartment(department):
            return 5 + policy.wants(department)
        case EndTurn():
            return 0
        case UseDepartment(_, _, mission):
            away = 12 if policy.aim is Aim.DONATIONS else 4 + 2 * sum(player.missions)
            return 12 + _holdings(position, step, policy) - (away if mission is not None else 0)
    return _other_value(position, step, policy)


def _other_value(position: Position, step: Step, policy: Policy) -> float:
    player = position.decider
    match step:
        case BuildDepartment(department, label, fetched):
            use = policy.wants(department) + (2 if TILES[department]["timing"] == "USE" else 0)
            place = -distances(0)[INDEX[label]] / 2 + (1 if fetched is not None else 0)
            return 20 + use + place + _holdings(position, step, policy) / 3
        case BuildProject():
            lower, other_type = (
                step.track_space is not None,
                _printed_type(step) not in ("ANY", step.type.name),
            )
            base = (5 if policy.aim is Aim.DEPARTMENTS else 20) + lower + other_type / 2
            return base + _city(player, step.city) + _holdings(position, step, policy) / 3
        case StandUp(label):
            department = player.company[INDEX[label]].department or ""
            liked = ACTIONS[policy.aim][Action[TYPES[department]]] + policy.wants(department)
            return 3 + 2 * liked + _holdings(position, step, policy)
        case SlideTab(kind):
            return 30 - 2 * player.tabs[kind].waiting
        case AdvanceTransport(region):
            return (
                (15 if policy.aim is Aim.TABS else 30)
                - player.transport[region]
                + _holdings(position, step, policy)
            )
        case BringHome(_, track_space):
            return 15 + (2 if track_space is not None else 0) + _holdings(position, step, policy)
        case ChooseIncome():
            return 10 + _holdings(position, step, policy)
        case Donate(donation):
            if policy.aim is Aim.DONATIONS:
                return 20
            worth = _worth(player, donation)
            return worth - 4 + (10 if worth >= 6 or player.money > 30 else 0)
    return 5


def _printed_type(step: BuildProject) -> object:
    return CITIES[step.city]["spaces"][step.city_space]


def _city(player: Player, city: str) -> float:
    """Value a project in a city: its VP, and whether it joins a major city, or own cities."""
    own = {project.city for project in player.projects}
    new_major = CITIES[city]["size"] == "MAJOR" and city not in own
    return float(CITIES[city]["vp_per_project"] + 3 * new_major + 2 * bool(NEIGHBOURS[city] & own))


def _worth(player: Player, donation: str) -> int:
    """Say what a donation scores by now, or how much of what it is paid with a player has by the end as a rule."""
    if donation in PAID:
        return 6
    each = int(DONATIONS[donation]["vp_each"])
    return min(12, each * counted(player, donation, len(player.donations) + 1))

"""Whole games played at random, leaning towards building, and what every step of them must change, counted anew.

What a step costs and brings is read from the file of components and from the step alone, not from the engine.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from carnegie_solver.components import ProjectType
from carnegie_solver.rules import Phase, Player, Position, Step, apply, legal_steps
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    BuildDepartment,
    BuildProject,
    ChooseIncome,
    ChooseTabSide,
    Donate,
    EndTurn,
    Gain,
    MoveEmployee,
    SellGoods,
    SlideTab,
    StandUp,
    UseDepartment,
)
from models.hand_positions import COMPONENTS
from models.second_opinion import AMOUNTS, CITIES, DESKS, GOODS_FOR_A_PROJECT, TABS, TRACKS

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
# How likely a kind of step is to be made where it is legal; kinds that are not listed have 10.
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
GAINED = {Gain.MONEY: "money", Gain.GOODS: "goods"}


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


def is_sensible(position: Position, step: Step) -> bool:
    """Whether a move takes somebody who lies to a free workstation, or a use keeps its employee."""
    match step:
        case MoveEmployee((_, *_, end), None):
            space = position.decider.company[COMPONENTS.space_index[end]]
            return space.department is not None and (
                len(space.standing_at) + space.lying < len(DESKS[space.department])
            )
        case MoveEmployee() | UseDepartment(_, Gain.MONEY, _):
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


def random_game(seed: int) -> Iterator[tuple[Position, Step, Position]]:
    """Play a game to its end; give each step with the positions before and after it."""
    chance = random.Random(f"game {seed}")
    position = random_table(seed)
    while position.phase is not Phase.GAME_OVER:
        step = random_step(position, legal_steps(COMPONENTS, position), chance)
        after = apply(COMPONENTS, position, step)
        yield position, step, after
        position = after


@cache
def game_positions(seed: int, every: int) -> tuple[Position, ...]:
    """Give some positions of a game, one in so many."""
    return tuple(before for number, (before, _, _) in enumerate(random_game(seed)) if number % every == 0)


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


# What a step changes -------------------------------------------------------------------------------------------------


@dataclass
class Change:
    """What a step changes of the deciding player's holdings."""

    money: int = 0
    goods: int = 0
    vp: int = 0
    study_points: int = 0
    new_employee: int = 0

    def add(self, income: dict[str, Any]) -> None:
        """Add what an income gives; of one that leaves a choice nothing yet."""
        for name, amount in income.items():
            if name != "choice":
                setattr(self, name, getattr(self, name) + amount)


def tab_incomes(player: Player) -> Iterator[tuple[ProjectType, int, dict[str, Any]]]:
    """Give the incomes under the disks that a player has built."""
    for kind in ProjectType:
        printed = TABS[kind.name, player.tabs[kind].side.name]["spaces"]
        circles = [space["income"] for space in printed if space["kind"] == "PROJECT"]
        own = sum(project.type is kind for project in player.projects)
        yield from ((kind, circle, income) for circle, income in enumerate(circles[:own]))


def event_incomes(position: Position, step: BringHome | ChooseIncome) -> Iterator[dict[str, Any]]:
    """Give the incomes that a step of an income event brings."""
    player = position.decider
    owned = list(tab_incomes(player))
    if isinstance(step, ChooseIncome):
        ((*_, income),) = (entry for entry in owned if entry[:2] == (step.type, step.circle))
        yield income["choice"][step.part]
        return
    region = position.events[0].name.removeprefix("INCOME_")
    yield TRACKS[region]["spaces"][player.transport[list(TRACKS).index(region)]].get("income", {})
    if position.turn is not None and not position.turn.brought_home:
        yield from (income for _, _, income in owned)


def change_by(position: Position, step: Step) -> Change:
    """Say what a step must change of money, goods cubes, VP, study points and employees in the Company."""
    change = Change()
    player = position.decider
    match step:
        case SellGoods(count):
            change.money, change.goods = count, -count
        case UseDepartment(_, gain, mission):
            change.add({GAINED[gain]: AMOUNTS[gain.name, mission is not None]})
        case BuildDepartment(department, label):
            space = player.company[COMPONENTS.space_index[label]]
            change.goods = -1 if space.standing_at or space.lying else -2
            change.goods -= 2 if department == "New Lobby" else 0
        case BuildProject(_, kind, city, _, mission):
            change.goods = -GOODS_FOR_A_PROJECT[kind.name]
            if CITIES[city]["income_mark"]:
                reached = player.transport[mission.region]
                change.add(TRACKS[mission.region.name]["spaces"][reached].get("income", {}))
        case AdvanceTransport(region):
            reached = player.transport[region]
            change.study_points = -TRACKS[region.name]["advance_costs"][reached]
            change.add(TRACKS[region.name]["spaces"][reached + 1].get("arrival_bonus", {}))
        case SlideTab(kind):
            tab = player.tabs[kind]
            change.study_points = -TABS[kind.name, tab.side.name]["advance_costs"][tab.pulled]
        case StandUp(label, workstation):
            department_here = player.company[COMPONENTS.space_index[label]].department
            assert department_here is not None
            change.money = -DESKS[department_here][workstation - 1]
        case Donate():
            change.money = -5 * (len(player.donations) + 1)
        case BringHome() | ChooseIncome():
            for income in event_incomes(position, step):
                change.add(income)
        case _:
            pass
    change.new_employee = min(change.new_employee, player.employees_in_supply)
    return change

"""What every step must change of money, goods cubes, VP, study points, employees and moves, counted anew.

Amounts are read from the file of components and from docs/rules.md, chapters 5 to 17; nothing here is the engine's but
the values that positions and steps are made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from carnegie_solver.components import ProjectType
from carnegie_solver.rules import Player, Position, Step
from carnegie_solver.rules.department_rule import Per
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    BuildDepartment,
    BuildProject,
    ChooseIncome,
    Donate,
    MoveEmployee,
    Payroll,
    Relocate,
    SellGoods,
    SlideTab,
    StandUp,
    UseDepartment,
)
from models.hand_positions import COMPONENTS
from models.second_opinion import AMOUNTS, CITIES, DESKS, GOODS_FOR_A_PROJECT, PRINTED, STARTING, TABS, TRACKS

TILES: dict[str, dict[str, Any]] = {row["name"]: row for row in PRINTED["departments"]["rows"]}
TYPES: dict[str, str] = {row["name"]: row["type"] for row in [*STARTING, *TILES.values()]}
INDEX = {label: number for number, label in enumerate(COMPONENTS.space_labels)}

# One use each, chapter 17 of the rules: (Department, gain, with a Mission).
PLAIN_USES: dict[tuple[str, str, bool], dict[str, int]] = {
    **{
        ("Commerce and Finance", gain, mission): {gain.lower(): amount}
        for (gain, mission), amount in AMOUNTS.items()
    },
    ("Training and Partnerships", "MOVES", True): {"moves": 8},
    ("Training and Partnerships", "MONEY", True): {"money": 8},
    ("Recruiting", "MOVES", False): {"moves": 4},
    ("Recruiting", "NEW_EMPLOYEE", True): {"new_employee": 1},
    ("Purchasing", "GOODS", True): {"goods": 3},
    ("Purchasing", "MONEY", True): {"money": 8},
    ("Advanced Research", "STUDY_POINTS", True): {"study_points": 7},
}
# Per Department of the tile's type.
DEPARTMENT_USES: dict[tuple[str, str, bool], tuple[str, int]] = {
    ("Human Resources Administration", "RELOCATIONS", True): ("relocations", 1),
    ("Accounting", "MONEY", True): ("money", 3),
    ("Production Lines", "GOODS", True): ("goods", 1),
    ("R&D Coordination", "STUDY_POINTS", True): ("study_points", 2),
}
# Per own project in a region, or $2.
PROJECT_USES: dict[str, tuple[str, str, int]] = {
    "Local Partners": ("MOVES", "moves", 2),
    "Branding": ("GOODS", "goods", 1),
    "Renovation": ("VP", "vp", 1),
    "Knowledge Sharing": ("STUDY_POINTS", "study_points", 2),
}
# Dollars and VP for each goods cube sold.
SALES: dict[str, tuple[int, int]] = {"Sales": (6, 0), "Logistics": (3, 1)}
KNOWN = {name for name, *_ in (*PLAIN_USES, *DEPARTMENT_USES)} | {*PROJECT_USES, *SALES}
"""The Departments whose uses these tables say."""


@dataclass
class Change:
    """What a step changes of the deciding player's holdings, and of what is left of the turn."""

    money: int = 0
    goods: int = 0
    vp: int = 0
    study_points: int = 0
    new_employee: int = 0
    moves: int = 0
    relocations: int = 0

    def add(self, income: dict[str, Any]) -> None:
        """Add what an income gives; of one that leaves a choice nothing yet."""
        for name, amount in income.items():
            if name != "choice":
                setattr(self, name, getattr(self, name) + amount)


def staffed(player: Player, department: str) -> bool:
    """Whether an employee stands in a Department of the player's."""
    return any(space.department == department and space.standing_at for space in player.company)


def standing(player: Player) -> int:
    """Count a player's standing employees without the permanent one."""
    return sum(len(space.standing_at) for space in player.company)


def projects_in(player: Player, region: str) -> int:
    """Count a player's projects in a region."""
    return sum(CITIES[project.city]["region"] == region for project in player.projects)


def department_at(player: Player, label: str) -> str:
    """Give the Department on a space."""
    department = player.company[INDEX[label]].department
    assert department is not None
    return department


def tab_incomes(player: Player) -> Iterator[tuple[ProjectType, int, dict[str, Any]]]:
    """Give the incomes under the disks that a player has built."""
    for kind in ProjectType:
        printed = TABS[kind.name, player.tabs[kind].side.name]["spaces"]
        circles = [space["income"] for space in printed if space["kind"] == "PROJECT"]
        own = sum(project.type is kind for project in player.projects)
        yield from ((kind, circle, income) for circle, income in enumerate(circles[:own]))


def track_income(player: Player, region: str, track_space: int | None) -> dict[str, Any]:
    """Give the income of the disk's space of a track, or of a lower one."""
    reached = player.transport[list(TRACKS).index(region)]
    if track_space is not None:
        assert track_space < reached
        assert staffed(player, "Archives")
    income = TRACKS[region]["spaces"][reached if track_space is None else track_space].get("income", {})
    assert isinstance(income, dict)
    return income


def event_incomes(position: Position, step: BringHome | ChooseIncome) -> Iterator[dict[str, Any]]:
    """Give the incomes that a step of an income event brings."""
    player = position.decider
    owned = list(tab_incomes(player))
    if isinstance(step, ChooseIncome):
        ((*_, income),) = (entry for entry in owned if entry[:2] == (step.type, step.circle))
        yield income["choice"][step.part]
        return
    yield track_income(player, position.events[0].name.removeprefix("INCOME_"), step.track_space)
    if position.turn is not None and not position.turn.brought_home:
        yield from (income for _, _, income in owned)


def _use(player: Player, step: UseDepartment, change: Change) -> None:
    """Count what one use of a Department brings."""
    department = department_at(player, step.space)
    use = (department, step.gain.name, step.mission is not None)
    if use in PLAIN_USES:
        change.add(PLAIN_USES[use])
    elif use in DEPARTMENT_USES:
        name, each = DEPARTMENT_USES[use]
        own = sum(TYPES.get(space.department or "") == TYPES[department] for space in player.company)
        change.add({name: each * own})
    elif department in PROJECT_USES:
        assert step.region is not None
        gain, name, each = PROJECT_USES[department]
        assert (step.count > 0) == (step.gain.name == gain)
        change.add(
            {name: each * step.count, "money": 2 * (projects_in(player, step.region.name) - step.count)}
        )
    elif department in SALES:
        dollars, vp = SALES[department]
        assert 1 <= step.count <= 3
        change.add({"goods": -step.count, "money": dollars * step.count, "vp": vp * step.count})
    elif use == ("Supply Chain", "PURCHASE", False):
        assert 1 <= step.count <= 3
        change.add({"goods": step.count, "money": -step.count})
    elif use == ("Safety and Quality", "VP", True):
        change.add({"vp": (standing(player) - 1 + 1) // 2})
    else:
        _declared_use(player, step, change)


def _declared_use(player: Player, step: UseDepartment, change: Change) -> None:
    """Count a use of a tile that is not in these tables yet by its entry in the rules: no opinion of their own."""
    department = department_at(player, step.space)
    assert department not in KNOWN
    (use,) = (
        use
        for use in rule_of(department).uses
        if (use.gain, use.mission) == (step.gain, step.mission is not None)
    )
    assert use.per is Per.USE, f"say in step_changes.py what {department} brings"
    change.add({use.gain.name.lower(): use.amount})


def _project(player: Player, step: BuildProject, change: Change) -> None:
    """Count what building a project costs and brings."""
    outsourced = department_at(player, step.space) == "Construction Outsourcing"
    assert outsourced == (step.mission is None)
    city = CITIES[step.city]
    change.add({"goods": -GOODS_FOR_A_PROJECT[step.type.name], "money": -3 if outsourced else 0})
    if city["income_mark"]:
        change.add(track_income(player, city["region"], step.track_space))
    matching = city["size"] == "SMALL" or city["spaces"][step.city_space] == step.type.name
    lobbied = staffed(player, "Political Lobbying")
    assert matching or lobbied
    change.add({"vp": int(matching and lobbied)})


def _moves(step: MoveEmployee | Relocate, change: Change) -> None:
    """Count the moves or the relocation that a step takes."""
    if isinstance(step, MoveEmployee):
        change.moves = 1 - len(step.path)
    else:
        change.relocations = -1


def change_by(position: Position, step: Step) -> Change:
    """Say what a step must change of money, goods cubes, VP, study points, employees, moves and relocations."""
    change = Change()
    player = position.decider
    match step:
        case SellGoods(count):
            change.add({"money": count, "goods": -count})
        case MoveEmployee() | Relocate():
            _moves(step, change)
        case UseDepartment():
            _use(player, step, change)
        case BuildDepartment(department, label):
            space = player.company[INDEX[label]]
            change.goods = -1 if space.standing_at or space.lying else -2
            change.goods -= 2 if department == "New Lobby" else 0
        case BuildProject():
            _project(player, step, change)
        case AdvanceTransport(region):
            reached = player.transport[region]
            cost = TRACKS[region.name]["advance_costs"][reached]
            change.study_points = -(max(1, cost - 1) if staffed(player, "Telegraph Operators") else cost)
            change.add(TRACKS[region.name]["spaces"][reached + 1].get("arrival_bonus", {}))
        case SlideTab(kind):
            tab = player.tabs[kind]
            change.study_points = -TABS[kind.name, tab.side.name]["advance_costs"][tab.pulled]
        case StandUp(label, workstation, payroll):
            cost = DESKS[department_at(player, label)][workstation - 1]
            change.money = -{None: cost, Payroll.BONUS: cost + 2, Payroll.CUT: 1}[payroll]
            change.vp = {None: 0, Payroll.BONUS: 1, Payroll.CUT: -1}[payroll]
        case Donate():
            each = 3 if staffed(player, "Communications") else 5
            change.money = -each * (len(player.donations) + 1)
        case BringHome() | ChooseIncome():
            for income in event_incomes(position, step):
                change.add(income)
    change.new_employee = min(change.new_employee, player.employees_in_supply)
    return change

"""The deciding player and the turn as every step must leave them, made anew from docs/rules.md.

Nothing here is the engine's but the values that positions and steps are made of.
"""

from __future__ import annotations

from msgspec.structs import replace

from carnegie_solver.components import LOBBY, Action, Event, ProjectType
from carnegie_solver.rules import Phase, Player, Position, Project, Space, Step, Turn
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
    Mission,
    MoveEmployee,
    PlaceHousing,
    PlayAndrew,
    Relocate,
    ReserveDepartment,
    SelectTimeline,
    SlideTab,
    StandUp,
    UseDepartment,
)
from models.second_opinion import TABS
from models.step_changes import INDEX, TILES, TYPES, change_by, department_at, staffed, tab_incomes

WITHOUT_USES = {"Human Resources", "Research and Development", "Advanced Design"}
"""What they bring is counted when the turn begins."""

# The player -----------------------------------------------------------------------------------------------------------


def _taken(player: Player, label: str, standing_at: int | None) -> Player:
    space = player.company[INDEX[label]]
    if standing_at is None:
        return player.with_space(INDEX[label], replace(space, lying=space.lying - 1))
    assert standing_at in space.standing_at
    left = tuple(number for number in space.standing_at if number != standing_at)
    return player.with_space(INDEX[label], replace(space, standing_at=left))


def _laid(player: Player, label: str, count: int = 1) -> Player:
    space = player.company[INDEX[label]]
    return player.with_space(INDEX[label], replace(space, lying=space.lying + count))


def _on_mission(player: Player, region: int, change: int = 1) -> Player:
    return replace(
        player,
        missions=tuple(count + change * (index == region) for index, count in enumerate(player.missions)),
    )


def _sent(player: Player, label: str | None, mission: Mission | None) -> Player:
    if mission is None:
        return player
    assert label is not None
    return _on_mission(_taken(player, label, mission.standing_at), mission.region)


def _with_project(player: Player, kind: ProjectType, city: str, city_space: int) -> Player:
    tab = player.tabs[kind]
    player = player.with_tab(kind, replace(tab, built=tab.built + 1, waiting=tab.waiting - 1))
    return replace(player, projects=tuple(sorted((*player.projects, Project(city, city_space, kind)))))


def _slid(player: Player, kind: ProjectType) -> Player:
    tab = player.tabs[kind]
    revealed = TABS[kind.name, tab.side.name]["spaces"][tab.pulled + 1]["kind"]
    disk = int(revealed == "PROJECT" and player.disks_in_supply > 0)
    player = replace(player, disks_in_supply=player.disks_in_supply - disk)
    return player.with_tab(kind, replace(tab, pulled=tab.pulled + 1, waiting=tab.waiting + disk))


def expected_player(position: Position, step: Step) -> Player:
    """Give the deciding player as a step must leave it."""
    change, player = change_by(position, step), position.decider
    player = replace(
        player,
        money=player.money + change.money,
        goods=player.goods + change.goods,
        vp=player.vp + change.vp,
        employees_in_supply=player.employees_in_supply - change.new_employee,
    )
    player = _laid(player, getattr(step, "lobby", LOBBY), change.new_employee)
    return _with_people(position, _with_things(player, step), step)


def _with_people(position: Position, player: Player, step: Step) -> Player:
    """Give the player with the employees who leave, arrive and stand up."""
    match step:
        case MoveEmployee(path, standing_at):
            return _laid(_taken(player, path[0], standing_at), path[-1])
        case Relocate(start, end, standing_at):
            return _laid(_taken(player, start, standing_at), end)
        case UseDepartment(label, _, mission):
            return _sent(player, label, mission)
        case BuildProject(label, _, _, _, mission):
            return _sent(player, label, mission)
        case Donate(_, label, mission):
            return _sent(player, label, mission)
        case BuildDepartment(_, label, Fetched(start, standing_at)):
            assert start != label
            assert staffed(position.decider, "Property Management")
            return _laid(_taken(player, start, standing_at), label)
        case StandUp(label, workstation):
            player = _taken(player, label, None)
            here = player.company[INDEX[label]]
            assert workstation not in here.standing_at
            desks = tuple(sorted((*here.standing_at, workstation)))
            return player.with_space(INDEX[label], replace(here, standing_at=desks))
        case BringHome(lobby):
            return _laid(_on_mission(player, position.events[0].value, -1), lobby)
    return player


def _with_things(player: Player, step: Step) -> Player:
    """Give the player with the disks and tiles that a step moves."""
    match step:
        case BuildDepartment(department, label):
            assert player.reserved_department in (None, department)
            player = replace(player, reserved_department=None)
            return player.with_space(
                INDEX[label], replace(player.company[INDEX[label]], department=department)
            )
        case BuildProject(_, kind, city, city_space):
            return _with_project(player, kind, city, city_space)
        case PlaceHousing(city, city_space):
            return _with_project(player, ProjectType.HOUSING, city, city_space)
        case SlideTab(kind):
            return _slid(player, kind)
        case AdvanceTransport(advanced):
            reached = (space + (region == advanced) for region, space in enumerate(player.transport))
            return replace(player, transport=tuple(reached))
        case Donate(donation):
            left = player.disks_in_supply - 1
            return replace(player, donations=(*player.donations, donation), disks_in_supply=left)
        case ChooseTabSide(kind, side):
            return player.with_tab(kind, replace(player.tabs[kind], side=side))
        case ReserveDepartment(department):
            return replace(player, reserved_department=department)
        case ChangeAction():
            return replace(player, action_choice_tile=False)
    return player


# The turn -------------------------------------------------------------------------------------------------------------


def begun_turn(position: Position, action: Action | None) -> Turn | None:
    """Give the turn with which a decision begins; `action` is what the player does."""
    company = position.decider.company if position.phase is not Phase.GAME_OVER else ()
    if position.phase is Phase.EVENT:
        return Turn(None)
    if position.phase is Phase.SETUP_MOVES:
        return Turn(Action.HUMAN_RESOURCES, moves=6)
    if position.phase is not Phase.USE_DEPARTMENTS:
        return None
    assert action is not None
    there = {space.department: len(space.standing_at) for space in company}
    uses = tuple(
        (index, len(space.standing_at))
        for index, space in enumerate(company)
        if space.standing_at and _has_uses(space, action)
    )
    moves = points = 0
    if action is Action.HUMAN_RESOURCES:
        moves = 3 * (1 + there["Human Resources"])
    if action is Action.RESEARCH_AND_DEVELOPMENT:
        points = 3 * there["Research and Development"] + 4 * there.get("Advanced Design", 0)
    diagonal = action is Action.HUMAN_RESOURCES and there.get("Corporate Communications", 0) > 0
    return Turn(action, moves, points, uses, diagonal=diagonal)


def _has_uses(space: Space, action: Action) -> bool:
    name = space.department
    if name is None or TYPES[name] != action.name or name in WITHOUT_USES:
        return False
    return name not in TILES or TILES[name]["timing"] == "USE"


BEGINS = EndTurn | SelectTimeline | ChangeAction | PlayAndrew
"""Steps after which another decision begins, or the same one anew."""


def expected_turn(position: Position, step: Step) -> Turn | None:
    """Give the turn as a step must leave it that does not end the decision."""
    turn, player = position.turn, position.decider
    if isinstance(step, StandUp) and department_at(player, step.space) == "Payroll Management":
        return Turn(None, payroll_stood_up=True)
    if turn is None:
        return None
    change = change_by(position, step)
    turn = replace(
        turn,
        moves=turn.moves + change.moves,
        study_points=turn.study_points + change.study_points,
        relocations=turn.relocations + change.relocations,
    )
    match step:
        case MoveEmployee() | Relocate():
            return replace(turn, uses=())
        case UseDepartment(label):
            return _with_uses(turn, INDEX[label])
        case BuildDepartment():
            planning = next(
                index
                for index, space in enumerate(player.company)
                if space.department == "Strategic Planning"
            )
            company = expected_player(position, step).company
            left = _with_uses(turn, planning).uses
            uses = ((place, min(count, len(company[place].standing_at))) for place, count in left)
            return replace(turn, uses=tuple(use for use in uses if use[1]))
        case BuildProject(label):
            # Points of an earlier income mark are lost with the next project.
            return replace(_with_uses(turn, INDEX[label]), study_points=change.study_points)
        case BringHome() if not turn.brought_home:
            choices = tuple((kind, at) for kind, at, income in tab_incomes(player) if "choice" in income)
            return replace(turn, brought_home=True, choices=choices)
        case ChooseIncome(kind, circle):
            return replace(turn, choices=tuple(one for one in turn.choices if one != (kind, circle)))
        case Donate(_, None):
            assert position.events[0] is Event.DONATION
            return replace(turn, donated=True)
        case Donate(_, giving):
            assert giving is not None
            assert department_at(player, giving) == "Charitable Giving"
            return _with_uses(turn, INDEX[giving])
    return turn


def _with_uses(turn: Turn, place: int) -> Turn:
    assert dict(turn.uses)[place] > 0
    left = ((space, count - (space == place)) for space, count in turn.uses)
    return replace(turn, uses=tuple(use for use in left if use[1]))

"""The table of a game, laid out for a reader: what each side has, and what lies on the boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carnegie.v1 import position_pb2
from carnegie.v1.position_pb2 import (
    Andrew,
    CompanySpace,
    Event,
    Missions,
    NeutralProject,
    Player,
    Position,
    Project,
    Tab,
    TimelineRow,
    Transport,
    Turn,
)
from carnegie_client.advice.company import LOBBY
from carnegie_client.advice.words import (
    action_name,
    counted,
    donation_name,
    listed,
    project_type_name,
    region_name,
    tab_side_name,
)

_COLUMNS: Final = "abcd"
_FLOORS: Final = (4, 3, 2, 1)
_INDENT: Final = (0, 0, 0, 2)
_ROUNDS: Final = 20
_SPACES_OF_A_ROW: Final = 5
_NONE: Final = "none"

_REGIONS: Final = (
    ("west", position_pb2.REGION_WEST),
    ("midwest", position_pb2.REGION_MIDWEST),
    ("east", position_pb2.REGION_EAST),
    ("south", position_pb2.REGION_SOUTH),
)
_TABS: Final = (
    ("housing", position_pb2.PROJECT_TYPE_HOUSING),
    ("commerce", position_pb2.PROJECT_TYPE_COMMERCE),
    ("industry", position_pb2.PROJECT_TYPE_INDUSTRY),
    ("public_infrastructure", position_pb2.PROJECT_TYPE_PUBLIC_INFRASTRUCTURE),
)
_ROWS: Final = (
    ("human_resources", position_pb2.ACTION_HUMAN_RESOURCES),
    ("management", position_pb2.ACTION_MANAGEMENT),
    ("construction", position_pb2.ACTION_CONSTRUCTION),
    ("research_and_development", position_pb2.ACTION_RESEARCH_AND_DEVELOPMENT),
)
_EVENTS: Final = {
    position_pb2.EVENT_DONATION: "donation",
    position_pb2.EVENT_INCOME_WEST: "income from the West",
    position_pb2.EVENT_INCOME_MIDWEST: "income from the Midwest",
    position_pb2.EVENT_INCOME_EAST: "income from the East",
    position_pb2.EVENT_INCOME_SOUTH: "income from the South",
}
_DECISIONS: Final = {
    position_pb2.PHASE_SETUP_PLACEMENT: "Setup: place the Housing disk, reserve a Department, turn tabs",
    position_pb2.PHASE_SETUP_MOVES: "Setup: move employees",
    position_pb2.PHASE_SETUP_STANDING_UP: "Setup: stand employees up",
    position_pb2.PHASE_SELECT_TIMELINE: "Select a row of the timeline",
    position_pb2.PHASE_STANDING_UP: "Stand employees up",
    position_pb2.PHASE_GAME_OVER: "The game is over",
}


def decision_heading(position: Position) -> str:
    """Say when and what is to be decided: `Round 3 of 20: use Departments for Construction`."""
    setup = position.phase in {
        position_pb2.PHASE_SETUP_PLACEMENT,
        position_pb2.PHASE_SETUP_MOVES,
        position_pb2.PHASE_SETUP_STANDING_UP,
    }
    what = _decision(position)
    if setup or position.phase == position_pb2.PHASE_GAME_OVER:
        return what
    return f"Round {position.round} of {_ROUNDS}: {what[:1].lower()}{what[1:]}"


def _decision(position: Position) -> str:
    if position.phase == position_pb2.PHASE_EVENT:
        return f"Event: {event_name(position.events[0])}" if position.events else "Event"
    if position.phase == position_pb2.PHASE_USE_DEPARTMENTS:
        own = position.turn.action if position.HasField("turn") else position_pb2.ACTION_UNSPECIFIED
        return f"Use Departments for {action_name(own or position.action)}"
    return _DECISIONS.get(position.phase, "Decide")


def event_name(event: Event.ValueType) -> str:
    """Name an event: `income from the West`."""
    return _EVENTS.get(event, f"event {event}")


def table_report(position: Position) -> Iterator[RenderableType]:
    """Lay the table out, part by part.

    Parameters
    ----------
    position
        A position in its canonical form, as the service gives it.
    """
    several = len(position.players) > 1
    for number, player in enumerate(position.players, start=1):
        yield Text(f"Player {number}" if several else "You", style="bold")
        yield _grid(_of_player(player))
    if position.HasField("turn"):
        left = list(_left_of_turn(position.turn))
        if left:
            yield _grid([("left of the turn", "; ".join(left))])
    if position.HasField("andrew"):
        yield Text("Andrew", style="bold")
        yield _grid(_of_andrew(position.andrew))
    yield Text("Table", style="bold")
    yield _grid(_of_table(position))


def _grid(rows: Iterable[tuple[str, str]]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    for name, said in rows:
        grid.add_row(Text(name), Text(said))
    return Padding(grid, _INDENT, expand=False)


def _of_player(player: Player) -> Iterator[tuple[str, str]]:
    supply = f"{counted(player.employees_in_supply, 'employee')}, {counted(player.disks_in_supply, 'disk')}"
    yield (
        "holds",
        f"${player.money}, {counted(player.goods, 'goods cube')}, {player.vp} VP; in the supply {supply}",
    )
    spaces = {space.space: space for space in player.company.spaces}
    for floor in _FLOORS:
        on_floor = [f"{column}{floor}" for column in _COLUMNS]
        used = [spaces[label] for label in on_floor if label in spaces]
        yield f"floor {floor}", "; ".join(map(_of_space, used)) or "empty"
    yield "lobby", _employees(spaces.get(LOBBY, CompanySpace()))
    yield "missions", _by_region(player.missions) or _NONE
    for field, kind in _TABS:
        yield f"tab {project_type_name(kind)}", _of_tab(getattr(player.tabs, field))
    yield "tracks", _tracks(player.transport)
    yield "projects", ", ".join(map(_project, player.projects)) or _NONE
    yield "donations", "; ".join(map(donation_name, player.donations)) or _NONE
    if player.reserved_department:
        yield "reserved", player.reserved_department
    if player.action_choice_tile:
        yield "tile", "Action Choice"


def _of_space(space: CompanySpace) -> str:
    return f"{space.space} {space.department or 'nothing built'}: {_employees(space)}"


def _employees(space: CompanySpace) -> str:
    said = []
    if space.standing_at:
        stand = "stands" if len(space.standing_at) == 1 else "stand"
        at = listed(str(number) for number in space.standing_at)
        said.append(f"{len(space.standing_at)} {stand} at {at}")
    if space.lying:
        said.append(f"{space.lying} {'lies' if space.lying == 1 else 'lie'}")
    return ", ".join(said) or "nobody"


def _of_tab(tab: Tab) -> str:
    return (
        f"side {tab_side_name(tab.side)}, pulled {tab.pulled}, {tab.waiting} to be built, {tab.built} built"
    )


def _by_region(missions: Missions) -> str:
    found = ((region, getattr(missions, field)) for field, region in _REGIONS)
    return ", ".join(f"{number} in {region_name(region)}" for region, number in found if number)


def _tracks(transport: Transport) -> str:
    """Say the spaces that the disks have reached, counted from 1."""
    return ", ".join(f"{region_name(region)} {getattr(transport, field) + 1}" for field, region in _REGIONS)


def _project(project: Project | NeutralProject) -> str:
    said = f"{project.city}.{project.city_space + 1}"
    if isinstance(project, Project) and project.type:
        return f"{said} ({project_type_name(project.type)})"
    return said


def _left_of_turn(turn: Turn) -> Iterator[str]:
    if turn.moves:
        yield counted(turn.moves, "move")
    if turn.study_points:
        yield counted(turn.study_points, "study point")
    if turn.relocations:
        yield counted(turn.relocations, "relocation")
    uses = [
        f"{use.space} {use.count} times" if use.count > 1 else use.space for use in turn.uses if use.count
    ]
    if uses:
        yield f"uses of {listed(uses)}"
    choices = [f"{project_type_name(choice.type)}.{choice.circle + 1}" for choice in turn.choices]
    if choices:
        yield f"to choose: income of {listed(choices)}"


def _of_andrew(andrew: Andrew) -> Iterator[tuple[str, str]]:
    shifted = f", his card shifted by {andrew.shift}" if andrew.shift else ""
    yield "cards", f"{andrew.played} of {len(andrew.cards)} played{shifted}; {andrew.vp} VP from them"
    yield "departments", _tiles(andrew.departments)
    yield "tracks", _tracks(andrew.transport)
    yield "projects", ", ".join(map(_project, andrew.projects)) or _NONE
    yield "donations", "; ".join(map(donation_name, andrew.donations)) or _NONE


def _of_table(position: Position) -> Iterator[tuple[str, str]]:
    for field, action in _ROWS:
        yield action_name(action), _of_row(getattr(position.timeline, field))
    if position.events:
        yield "events now", ", ".join(map(event_name, position.events))
    yield "display", _tiles(position.display.departments)
    yield "neutral projects", ", ".join(map(_project, position.neutral_projects)) or _NONE
    yield "neutral donations", "; ".join(map(donation_name, position.neutral_donations)) or _NONE


def _of_row(row: TimelineRow) -> str:
    if row.used >= _SPACES_OF_A_ROW:
        return "used up"
    coming = [*map(event_name, row.events[row.used :]), "the last space"]
    return f"{row.used} of {_SPACES_OF_A_ROW} used; to come: {', '.join(coming)}"


def _tiles(names: Sequence[str]) -> str:
    """Name the tiles, those of which there are several with their number."""
    found = Counter(names)
    return ", ".join(f"{name} (2)" if count == 2 else name for name, count in found.items()) or _NONE

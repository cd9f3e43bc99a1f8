"""Reading positions that people and programs wrote: what is left out is filled in, what cannot be placed is a fault."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace
from pydantic import ValidationError

from carnegie_solver.components import Action, Components, ProjectType, Region, TabSpaceKind
from carnegie_solver.faults import Fault, InvalidInput, faults_of, join, shown
from carnegie_solver.rules.document import (
    MOST_PLAYERS,
    AndrewDocument,
    CompanyDocument,
    NeutralProjectDocument,
    PlayerDocument,
    PositionDocument,
    ProjectDocument,
    RegionsDocument,
    TabsDocument,
    TimelineDocument,
    TurnDocument,
)
from carnegie_solver.rules.faults import find_faults
from carnegie_solver.rules.position import (
    Andrew,
    NeutralProject,
    Phase,
    Player,
    Position,
    Project,
    Space,
    Tab,
    TimelineRow,
    Turn,
)
from carnegie_solver.rules.setup_values import (
    REGION_FIELDS,
    TAB_FIELDS,
    TIMELINE_FIELDS,
    default_display,
    default_timeline,
    holds_action_choice_tile,
    starting_company,
)
from carnegie_solver.rules.turn import STANDING_UP_PHASES, TURN_PHASES, begin_turn, setup_turn

DEFAULT_PHASE = Phase.SELECT_TIMELINE

Item_ = TypeVar("Item_", str, Project, NeutralProject, tuple[int, int], tuple[ProjectType, int])


class InvalidPosition(InvalidInput):
    """A position with faults, all of them in `faults`."""

    subject = "position"


def position_from_json(components: Components, data: object) -> Position:
    """Read a position from parsed JSON, filling in what is left out as docs/position.md says.

    Parameters
    ----------
    components
        The printed game that the position belongs to.
    data
        Parsed JSON: protobuf's JSON form of `carnegie.v1.Position`.

    Raises
    ------
    InvalidPosition
        With every fault, in the order of their paths: all values that are malformed (of a wrong type, an unknown name
        or field); when there is none of those, everything that the rules of the game forbid. Indices in paths are those
        of `data`.

    Examples
    --------
    >>> from carnegie_solver.components import load_components
    >>> position_from_json(load_components(), {"players": [{}, {"money": 20}]}).players[1].money
    20
    """
    try:
        document = PositionDocument.model_validate(data)
    except ValidationError as error:
        raise InvalidPosition(map(_in_players, faults_of(error))) from error
    reader = _Reader(components)
    position = reader.position(document)
    faults = [*reader.faults, *reader.as_written(find_faults(components, position))]
    if faults:
        raise InvalidPosition(sorted(dict.fromkeys(faults), key=lambda fault: _natural_order(fault.path)))
    return position


def _in_players(fault: Fault) -> Fault:
    """Tell more players than may be as none are told; the form of a position counts entries of any list alike."""
    if (fault.path, fault.reason) != ("players", "WRONG_LENGTH"):
        return fault
    return replace(fault, found=f"more than {MOST_PLAYERS} players", allowed=f"1 to {MOST_PLAYERS}")


def _natural_order(path: str) -> list[str | int]:
    """Order paths by name and then by number, so that `players[10]` comes after `players[2]`."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", path)]


class _Reader:
    """Turns a document into a position; notes what cannot be placed at all.

    The lists of a position are in canonical order. By the path of a list, `numbers` keeps where each of its items
    stood in the document. `consequences` are paths where totals do not add up because something was not placed.
    """

    def __init__(self, components: Components) -> None:
        self.components = components
        self.faults: list[Fault] = []
        self.numbers: dict[str, dict[int, int]] = {}
        self.consequences: set[str] = set()

    # Paths -----------------------------------------------------------------------------------------------------

    def as_written(self, faults: Iterable[Fault]) -> Iterable[Fault]:
        """Give a position's faults with the document's indices, less those that follow from what is not placed."""
        for fault in faults:
            if fault.path in self.consequences and fault.reason == "INCONSISTENT":
                continue
            yield replace(fault, path=self._path_as_written(fault.path))

    def _path_as_written(self, path: str) -> str:
        for match in re.finditer(r"\[(\d+)\]", path):
            items, canonical = path[: match.start()], int(match[1])
            number = self.numbers.get(items, {}).get(canonical, canonical)
            if number != canonical:
                return f"{items}[{number}]{path[match.end() :]}"
        return path

    def _in_order(self, items: Iterable[tuple[int, Item_]], path: str) -> tuple[Item_, ...]:
        """Sort items, each with its number in the document's list."""
        ordered = sorted(items, key=lambda item: item[1])
        self.numbers[path] = {canonical: number for canonical, (number, _) in enumerate(ordered)}
        return tuple(item for _, item in ordered)

    def _space(self, label: str, seen: Iterable[int], path: str) -> int | None:
        """Give the index of a space that has not been seen before."""
        index = self.components.space_index.get(label)
        if index is None:
            allowed = ", ".join(self.components.space_labels)
            self.faults.append(Fault(path, "UNKNOWN_SPACE", shown(label), allowed))
        elif index in seen:
            self.faults.append(Fault(path, "DUPLICATE", shown(label), "each space once"))
        else:
            return index
        return None

    # The position ----------------------------------------------------------------------------------------------

    def position(self, document: PositionDocument) -> Position:
        phase = DEFAULT_PHASE if document.phase is None else document.phase
        first_player = document.first_player or 0
        player = first_player if document.player is None else document.player
        count = len(document.players or ())
        players = tuple(
            self.player(item, number, count, join("players", number))
            for number, item in enumerate(document.players or ())
        )
        decider = players[player] if 0 <= player < count else None
        display = default_display(self.components)
        if document.display is not None:
            display = self._in_order(enumerate(document.display.departments or ()), "display.departments")
        return Position(
            round=1 if document.round is None else document.round,
            phase=phase,
            first_player=first_player,
            player=player,
            action=document.action,
            events=document.events or (),
            timeline=self.timeline(document.timeline),
            players=players,
            display=display,
            neutral_projects=self.neutral_projects(document.neutral_projects, "neutral_projects"),
            neutral_donations=self._in_order(
                enumerate(document.neutral_donations or ()), "neutral_donations"
            ),
            turn=self.turn(document.turn, phase, document.action, decider),
            andrew=None if document.andrew is None else self.andrew(document.andrew),
        )

    def timeline(self, document: TimelineDocument | None) -> tuple[TimelineRow, ...]:
        rows = list(default_timeline(self.components))
        for action, field in zip(Action, TIMELINE_FIELDS, strict=True):
            row = getattr(document, field, None)
            if row is not None:
                rows[action] = TimelineRow(row.events or rows[action].events, row.used or 0)
        return tuple(rows)

    def player(self, document: PlayerDocument, number: int, count: int, path: str) -> Player:
        components = self.components
        setup = components.tables.setup
        company = self.company(document.company, path)
        missions = _regions(document.missions)
        projects = self.projects(document.projects, path)
        tabs = self.tabs(document.tabs, projects)
        donations = document.donations or ()
        employees = sum(space.employees for space in company) + sum(missions)
        disks = 1 + len(Region) + sum(tab.built + tab.waiting for tab in tabs) + len(donations)
        held = document.action_choice_tile
        return Player(
            money=_or(document.money, setup.money),
            goods=_or(document.goods, setup.goods),
            vp=document.vp or 0,
            company=company,
            missions=missions,
            employees_in_supply=_or(document.employees_in_supply, setup.employees.total - employees),
            disks_in_supply=_or(document.disks_in_supply, setup.disks - disks),
            tabs=tabs,
            transport=_regions(document.transport),
            projects=projects,
            donations=donations,
            reserved_department=document.reserved_department or None,
            action_choice_tile=holds_action_choice_tile(components, number, count) if held is None else held,
            setup_moves=None if document.setup_moves == setup.setup_moves else document.setup_moves,
        )

    def company(self, document: CompanyDocument | None, player: str) -> tuple[Space, ...]:
        components = self.components
        if document is None:
            return starting_company(components)
        path = join(player, "company", "spaces")
        spaces = [
            Space(components.starting_spaces.get(index)) for index in range(len(components.space_labels))
        ]
        numbers: dict[int, int] = {}
        for number, item in enumerate(document.spaces or ()):
            index = self._space(item.space, numbers, join(path, number, "space"))
            if index is None:
                self.consequences.add(join(player, "employees_in_supply"))
                continue
            numbers[index] = number
            spaces[index] = Space(
                item.department or spaces[index].department,
                tuple(sorted(item.standing_at or ())),
                item.lying or 0,
            )
        listed = [index for index, space in enumerate(spaces) if space != Space()]
        self.numbers[path] = {
            canonical: numbers[index] for canonical, index in enumerate(listed) if index in numbers
        }
        return tuple(spaces)

    def projects(self, documents: tuple[ProjectDocument, ...] | None, player: str) -> tuple[Project, ...]:
        path = join(player, "projects")
        projects = []
        for number, item in enumerate(documents or ()):
            kind = item.type
            if kind is None:
                kind = self._printed_type(item, join(path, number))
            if kind is None:
                self.consequences.update(join(player, "tabs", field, "built") for field in TAB_FIELDS)
                self.consequences.update(join(player, "tabs", field, "waiting") for field in TAB_FIELDS)
                self.consequences.add(join(player, "disks_in_supply"))
                continue
            projects.append((number, Project(item.city, item.city_space or 0, kind)))
        return self._in_order(projects, path)

    def _printed_type(self, item: ProjectDocument, path: str) -> ProjectType | None:
        """Give the type of the space that a project lies on, where it takes one type only."""
        index = self.components.city_index.get(item.city)
        if index is None:
            found = shown(item.city)
            self.faults.append(
                Fault(join(path, "city"), "UNKNOWN_CITY", found, "a city of the map, such as 'Boston'")
            )
            return None
        spaces = self.components.city_spaces[index]
        number = item.city_space or 0
        if not 0 <= number < len(spaces):
            where = join(path, "city_space")
            self.faults.append(Fault(where, "OUT_OF_RANGE", shown(number), f"0 to {len(spaces) - 1}"))
        elif spaces[number] is None:
            where = join(path, "type")
            self.faults.append(
                Fault(where, "MISSING", "nothing", "the type of the tab that the disk came from")
            )
        else:
            return spaces[number]
        return None

    def neutral_projects(
        self, documents: tuple[NeutralProjectDocument, ...] | None, path: str
    ) -> tuple[NeutralProject, ...]:
        disks = (NeutralProject(item.city, item.city_space or 0) for item in documents or ())
        return self._in_order(enumerate(disks), path)

    def tabs(self, document: TabsDocument | None, projects: tuple[Project, ...]) -> tuple[Tab, ...]:
        tabs = []
        for kind, field in zip(ProjectType, TAB_FIELDS, strict=True):
            given = getattr(document, field, None)
            tab = Tab()
            if given is not None:
                tab = Tab(_or(given.side, tab.side), given.pulled or 0)
            on_map = sum(project.type is kind for project in projects)
            built = on_map if given is None else _or(given.built, on_map)
            printed = self.components.tab(kind, tab.side)
            revealed = printed.spaces[: tab.pulled + 1] if tab.pulled >= 0 else ()
            circles = sum(space.kind is TabSpaceKind.PROJECT for space in revealed)
            waiting = circles - built if given is None else _or(given.waiting, circles - built)
            tabs.append(replace(tab, built=built, waiting=waiting))
        return tuple(tabs)

    def turn(
        self, document: TurnDocument | None, phase: Phase, action: Action | None, player: Player | None
    ) -> Turn | None:
        own = Action.HUMAN_RESOURCES if phase is Phase.SETUP_MOVES else action
        if document is not None and document.action is not None:
            own = document.action
        begun = Turn(None if document is None else document.action) if phase is Phase.EVENT else None
        if phase is Phase.SETUP_MOVES:
            begun = setup_turn(self.components)
            begun = begun if own is None else replace(begun, action=own)
        elif phase is Phase.USE_DEPARTMENTS and player is not None and own is not None:
            begun = begin_turn(self.components, player, own) if self._departments_known(player) else Turn(own)
        if document is None:
            return begun
        stood_up = phase in STANDING_UP_PHASES and bool(document.payroll_stood_up)
        if stood_up:
            begun = Turn(document.action)
        elif phase not in TURN_PHASES:
            self.faults.append(Fault("turn", "INCONSISTENT", "a turn", f"none in phase {phase.name}"))
            return None
        uses: dict[int, tuple[int, int]] = {}
        for number, item in enumerate(document.uses or ()):
            index = self._space(item.space, uses, join("turn.uses", number, "space"))
            if index is not None:
                uses[index] = (number, item.count or 0)
        said = (document.moves, document.study_points, document.uses, document.choices)
        flags = (document.brought_home, document.donated, document.acted, document.payroll_stood_up)
        begins = not any((*said, *flags, document.relocations, document.diagonal))
        if begun is None or (begins and document.moves is None and document.study_points is None):
            return begun
        left = ((number, (index, count)) for index, (number, count) in uses.items() if count)
        choices: list[tuple[ProjectType, int]] = [
            (item.type, item.circle or 0) for item in document.choices or ()
        ]
        return Turn(
            begun.action,
            document.moves or 0,
            document.study_points or 0,
            self._in_order(left, "turn.uses"),
            brought_home=bool(document.brought_home),
            donated=bool(document.donated),
            choices=self._in_order(enumerate(choices), "turn.choices"),
            acted=bool(document.acted),
            relocations=document.relocations or 0,
            diagonal=bool(document.diagonal),
            payroll_stood_up=bool(document.payroll_stood_up),
        )

    def _departments_known(self, player: Player) -> bool:
        names = (space.department for space in player.company)
        return all(name is None or name in self.components.departments for name in names)

    def andrew(self, document: AndrewDocument) -> Andrew:
        return Andrew(
            cards=document.cards or (),
            played=document.played or 0,
            shift=document.shift or 0,
            vp=document.vp or 0,
            departments=self._in_order(enumerate(document.departments or ()), "andrew.departments"),
            projects=self.neutral_projects(document.projects, "andrew.projects"),
            donations=self._in_order(enumerate(document.donations or ()), "andrew.donations"),
            transport=_regions(document.transport),
            to_act=bool(document.to_act),
        )


Given_ = TypeVar("Given_")


def _or(given: Given_ | None, left_out: Given_) -> Given_:
    return left_out if given is None else given


def _regions(document: RegionsDocument | None) -> tuple[int, ...]:
    return tuple(getattr(document, field, None) or 0 for field in REGION_FIELDS)

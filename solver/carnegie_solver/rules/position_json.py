"""A position's canonical JSON and digest, and reading positions that people and programs wrote."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from pydantic import ValidationError

from carnegie_solver.components import Action, Components, Region, TabSpaceKind
from carnegie_solver.faults import Fault, InvalidInput, faults_of, join, shown
from carnegie_solver.rules.document import (
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
from carnegie_solver.rules.turn import begin_turn, setup_turn

DEFAULT_PHASE = Phase.SELECT_TIMELINE
_UNSPECIFIED = {
    "phase": "PHASE_UNSPECIFIED",
    "action": "ACTION_UNSPECIFIED",
    "side": "TAB_SIDE_UNSPECIFIED",
    "type": "PROJECT_TYPE_UNSPECIFIED",
}


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
        With every fault: all values that are malformed (of a wrong type, an unknown name or field); when there is none
        of those, everything that the rules of the game forbid.

    Examples
    --------
    >>> position_from_json(load_components(), {"players": [{}, {"money": 20}]}).players[1].money
    20
    """
    try:
        document = PositionDocument.model_validate(_without_unspecified(data))
    except ValidationError as error:
        raise InvalidPosition(faults_of(error)) from error
    reader = _Reader(components)
    position = reader.position(document)
    faults = (*reader.faults, *find_faults(components, position))
    if faults:
        raise InvalidPosition(sorted(set(faults), key=lambda fault: fault.path))
    return position


def _without_unspecified(data: object) -> object:
    """Drop the enumerations' zero values, which protobuf writes for fields left out."""
    if isinstance(data, Mapping):
        return {
            key: _without_unspecified(value)
            for key, value in data.items()
            if not (isinstance(value, str) and _UNSPECIFIED.get(str(key)) == value)
        }
    if isinstance(data, list):
        return [_without_unspecified(item) for item in data]
    return data


class _Reader:
    """Turns a document into a position; notes what cannot be placed at all."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.faults: list[Fault] = []

    def position(self, document: PositionDocument) -> Position:
        phase = DEFAULT_PHASE if document.phase is None else document.phase
        first_player = document.first_player or 0
        player = first_player if document.player is None else document.player
        count = len(document.players or ())
        players = tuple(
            self.player(item, number, count, join("players", number))
            for number, item in enumerate(document.players or ())
        )
        turn = self.turn(document.turn, phase, document.action, players[player] if 0 <= player < count else None)
        display = document.display.departments if document.display else None
        return Position(
            round=1 if document.round is None else document.round,
            phase=phase,
            first_player=first_player,
            player=player,
            action=document.action,
            events=document.events or (),
            timeline=self.timeline(document.timeline),
            players=players,
            display=default_display(self.components) if document.display is None else tuple(sorted(display or ())),
            neutral_projects=self.neutral_projects(document.neutral_projects),
            neutral_donations=tuple(sorted(document.neutral_donations or ())),
            turn=turn,
            andrew=None if document.andrew is None else self.andrew(document.andrew),
        )

    def timeline(self, document: TimelineDocument | None) -> tuple[TimelineRow, ...]:
        rows = list(default_timeline(self.components))
        for action, field in enumerate(TIMELINE_FIELDS):
            row = getattr(document, field, None)
            if row is not None:
                rows[action] = TimelineRow(row.events or rows[action].events, row.used or 0)
        return tuple(rows)

    def player(self, document: PlayerDocument, number: int, count: int, path: str) -> Player:
        components = self.components
        setup = components.tables.setup
        company = self.company(document.company, join(path, "company"))
        missions = _regions(document.missions)
        projects = self.projects(document.projects, join(path, "projects"))
        tabs = self.tabs(document.tabs, projects, path)
        donations = document.donations or ()
        employees = sum(space.employees for space in company) + sum(missions)
        disks = 1 + len(Region) + sum(tab.built + tab.waiting for tab in tabs) + len(donations)
        held = document.action_choice_tile
        return Player(
            money=setup.money if document.money is None else document.money,
            goods=setup.goods if document.goods is None else document.goods,
            vp=document.vp or 0,
            company=company,
            missions=missions,
            employees_in_supply=_rest(document.employees_in_supply, setup.employees.total - employees),
            disks_in_supply=_rest(document.disks_in_supply, setup.disks - disks),
            tabs=tabs,
            transport=_regions(document.transport),
            projects=projects,
            donations=donations,
            reserved_department=document.reserved_department or None,
            action_choice_tile=holds_action_choice_tile(components, number, count) if held is None else held,
        )

    def company(self, document: CompanyDocument | None, path: str) -> tuple[Space, ...]:
        components = self.components
        if document is None:
            return starting_company(components)
        spaces = [Space(components.starting_spaces.get(index)) for index in range(len(components.space_labels))]
        seen: set[int] = set()
        for number, item in enumerate(document.spaces or ()):
            where = join(path, "spaces", number, "space")
            index = components.space_index.get(item.space)
            if index is None:
                allowed = ", ".join(components.space_labels)
                self.faults.append(Fault(where, "UNKNOWN_SPACE", repr(item.space), allowed))
            elif index in seen:
                self.faults.append(Fault(where, "DUPLICATE", repr(item.space), "each space once"))
            else:
                seen.add(index)
                spaces[index] = Space(
                    item.department or spaces[index].department,
                    tuple(sorted(item.standing_at or ())),
                    item.lying or 0,
                )
        return tuple(spaces)

    def projects(self, documents: tuple[ProjectDocument, ...] | None, path: str) -> tuple[Project, ...]:
        projects = []
        for number, item in enumerate(documents or ()):
            kind, city_space = item.type, item.city_space or 0
            index = self.components.city_index.get(item.city)
            if index is None:
                self._unknown_city(join(path, number, "city"), item.city)
                continue
            spaces = self.components.city_spaces[index]
            if kind is None and 0 <= city_space < len(spaces):
                kind = spaces[city_space]
            if kind is None:
                where = join(path, number, "type")
                self.faults.append(Fault(where, "MISSING", "nothing", "the type of the tab that the disk came from"))
                continue
            projects.append(Project(item.city, city_space, kind))
        return tuple(sorted(projects))

    def _unknown_city(self, path: str, name: str) -> None:
        self.faults.append(Fault(path, "UNKNOWN_CITY", shown(name), "a city of the map, such as 'Boston'"))

    def neutral_projects(self, documents: tuple[NeutralProjectDocument, ...] | None) -> tuple[NeutralProject, ...]:
        return tuple(sorted(NeutralProject(item.city, item.city_space or 0) for item in documents or ()))

    def tabs(self, document: TabsDocument | None, projects: tuple[Project, ...], path: str) -> tuple[Tab, ...]:
        tabs = []
        for kind, field in enumerate(TAB_FIELDS):
            given = getattr(document, field, None)
            tab = Tab()
            if given is not None:
                tab = Tab(tab.side if given.side is None else given.side, given.pulled or 0)
            on_map = sum(project.type == kind for project in projects)
            built = on_map if given is None or given.built is None else given.built
            printed = self.components.tab(kind, tab.side)  # type: ignore[arg-type]
            revealed = printed.spaces[: tab.pulled + 1] if tab.pulled >= 0 else ()
            circles = sum(space.kind is TabSpaceKind.PROJECT for space in revealed)
            waiting = circles - built if given is None or given.waiting is None else given.waiting
            tabs.append(Tab(tab.side, tab.pulled, built, waiting))
        return tuple(tabs)

    def turn(
        self, document: TurnDocument | None, phase: Phase, action: Action | None, player: Player | None
    ) -> Turn | None:
        begun = None
        if phase is Phase.SETUP_MOVES:
            begun = setup_turn(self.components)
        elif phase is Phase.USE_DEPARTMENTS and player is not None:
            own = action if document is None or document.action is None else document.action
            if own is not None and self._departments_known(player):
                begun = begin_turn(self.components, player, own)
        if document is None or begun is None:
            return begun
        if document.moves is None and document.study_points is None and not document.uses:
            return begun
        uses: dict[int, int] = {}
        for number, item in enumerate(document.uses or ()):
            where = join("turn", "uses", number, "space")
            index = self.components.space_index.get(item.space)
            if index is None:
                allowed = ", ".join(self.components.space_labels)
                self.faults.append(Fault(where, "UNKNOWN_SPACE", repr(item.space), allowed))
            elif index in uses:
                self.faults.append(Fault(where, "DUPLICATE", repr(item.space), "each space once"))
            else:
                uses[index] = item.count or 0
        left = tuple(sorted((index, count) for index, count in uses.items() if count))
        return Turn(begun.action, document.moves or 0, document.study_points or 0, left)

    def _departments_known(self, player: Player) -> bool:
        names = (space.department for space in player.company)
        return all(name is None or name in self.components.departments for name in names)

    def andrew(self, document: AndrewDocument) -> Andrew:
        return Andrew(
            cards=document.cards or (),
            played=document.played or 0,
            shift=document.shift or 0,
            vp=document.vp or 0,
            departments=tuple(sorted(document.departments or ())),
            projects=self.neutral_projects(document.projects),
            donations=tuple(sorted(document.donations or ())),
            transport=_regions(document.transport),
        )


def _rest(given: int | None, rest: int) -> int:
    return rest if given is None else given


def _regions(document: RegionsDocument | None) -> tuple[int, ...]:
    return tuple(getattr(document, field, None) or 0 for field in REGION_FIELDS)


def position_to_json(components: Components, position: Position) -> dict[str, object]:
    """Write a position as canonical JSON: complete, each field once, in protobuf's JSON form and the contract's order."""
    written: dict[str, object] = {
        "round": position.round,
        "phase": f"PHASE_{position.phase.name}",
        "firstPlayer": position.first_player,
        "player": position.player,
    }
    if position.action is not None:
        written["action"] = f"ACTION_{position.action.name}"
    if position.events:
        written["events"] = [f"EVENT_{event.name}" for event in position.events]
    written["timeline"] = {
        _camel(field): {"events": [f"EVENT_{event.name}" for event in row.events], **_if_any("used", row.used)}
        for field, row in zip(TIMELINE_FIELDS, position.timeline, strict=True)
    }
    written["players"] = [_player_to_json(components, player) for player in position.players]
    written["display"] = _if_any("departments", list(position.display))
    written |= _if_any("neutralProjects", _projects_to_json(position.neutral_projects))
    written |= _if_any("neutralDonations", list(position.neutral_donations))
    if position.turn is not None:
        written["turn"] = {
            "action": f"ACTION_{position.turn.action.name}",
            "moves": position.turn.moves,
            "studyPoints": position.turn.study_points,
            **_if_any(
                "uses",
                [{"space": components.space_labels[index], "count": count} for index, count in position.turn.uses],
            ),
        }
    if position.andrew is not None:
        written["andrew"] = _andrew_to_json(position.andrew)
    return written


def _if_any(key: str, value: object) -> dict[str, object]:
    """Write a field unless it is protobuf's empty value, which its JSON form leaves out."""
    return {key: value} if value else {}


def _camel(field: str) -> str:
    head, *tail = field.split("_")
    return head + "".join(part.capitalize() for part in tail)


def _projects_to_json(projects: tuple[NeutralProject, ...]) -> list[dict[str, object]]:
    return [{"city": project.city, **_if_any("citySpace", project.city_space)} for project in projects]


def _player_to_json(components: Components, player: Player) -> dict[str, object]:
    spaces = [
        {
            "space": label,
            **_if_any("department", space.department),
            **_if_any("standingAt", list(space.standing_at)),
            **_if_any("lying", space.lying),
        }
        for label, space in zip(components.space_labels, player.company, strict=True)
        if space != Space()
    ]
    tabs = {
        _camel(field): {
            "side": f"TAB_SIDE_{tab.side.name}",
            **_if_any("pulled", tab.pulled),
            "built": tab.built,
            "waiting": tab.waiting,
        }
        for field, tab in zip(TAB_FIELDS, player.tabs, strict=True)
    }
    projects = [
        {
            "city": project.city,
            **_if_any("citySpace", project.city_space),
            "type": f"PROJECT_TYPE_{project.type.name}",
        }
        for project in player.projects
    ]
    return {
        "money": player.money,
        "goods": player.goods,
        "vp": player.vp,
        "company": {"spaces": spaces},
        "missions": _regions_to_json(player.missions),
        "employeesInSupply": player.employees_in_supply,
        "disksInSupply": player.disks_in_supply,
        "tabs": tabs,
        "transport": _regions_to_json(player.transport),
        **_if_any("projects", projects),
        **_if_any("donations", list(player.donations)),
        **_if_any("reservedDepartment", player.reserved_department),
        "actionChoiceTile": player.action_choice_tile,
    }


def _regions_to_json(numbers: tuple[int, ...]) -> dict[str, object]:
    return {field: number for field, number in zip(REGION_FIELDS, numbers, strict=True) if number}


def _andrew_to_json(andrew: Andrew) -> dict[str, object]:
    return {
        **_if_any("cards", list(andrew.cards)),
        **_if_any("played", andrew.played),
        **_if_any("shift", andrew.shift),
        **_if_any("vp", andrew.vp),
        **_if_any("departments", list(andrew.departments)),
        **_if_any("projects", _projects_to_json(andrew.projects)),
        **_if_any("donations", list(andrew.donations)),
        "transport": _regions_to_json(andrew.transport),
    }


def digest(components: Components, position: Position) -> str:
    """Give the SHA-256 of the canonical JSON, 64 hexadecimal digits: equal for equal positions only."""
    canonical = json.dumps(
        position_to_json(components, position), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return hashlib.sha256(canonical.encode()).hexdigest()

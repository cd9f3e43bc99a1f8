"""Writing positions: the canonical text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from carnegie_solver.components import Components, ProjectType
from carnegie_solver.rules.notation.position_defaults import (
    usual_built,
    usual_disks,
    usual_employees,
    usual_turn,
    usual_waiting,
)
from carnegie_solver.rules.notation.step_printer import city_space
from carnegie_solver.rules.notation.words import (
    ACTIONS,
    EVENTS,
    PHASES,
    REGIONS,
    SIDES,
    TYPES,
    word,
    write_identifier,
    write_name,
)
from carnegie_solver.rules.position import Andrew, NeutralProject, Player, Position, Project, Space, Tab, Turn
from carnegie_solver.rules.setup_values import default_display, default_timeline, starting_company

NOTHING: Final = "-"
"""An empty list, or no Department, where that is not what is left out."""


def print_position(components: Components, position: Position) -> str:
    """Write a position in one line of printable ASCII; `parse_position` of it gives the same position.

    Parameters
    ----------
    components
        The printed game that the position belongs to.
    position
        The position; what follows from its other parts, such as the employees in the supply, is left out.

    Examples
    --------
    >>> from carnegie_solver.components import load_components
    >>> from carnegie_solver.rules.position_reader import position_from_json
    >>> position = position_from_json(load_components(), {"players": [{}, {"money": 20}]})
    >>> print_position(load_components(), position)
    'r1 select | player $12 4g 0vp | player $20 4g 0vp'
    """
    sections = [
        _round(position),
        _section("timeline", _timeline(components, position)),
        *(" ".join(("player", *_player(components, player))) for player in position.players),
        _section("table", _table(components, position)),
        _turn_section(components, position),
    ]
    if position.andrew is not None:
        sections.append(" ".join(("andrew", *_andrew(components, position.andrew))))
    return " | ".join(section for section in sections if section)


def _section(name: str, tokens: Iterable[str]) -> str:
    """Write a section; empty for one that says nothing."""
    said = list(tokens)
    return " ".join((name, *said)) if said else ""


def _list(key: str, values: Iterable[str]) -> Iterator[str]:
    """Write a list behind its key; nothing for an empty one."""
    said = ",".join(values)
    if said:
        yield f"{key}:{said}"


def _round(position: Position) -> str:
    tokens = [f"r{position.round}", word(PHASES, position.phase)]
    if position.action is not None:
        tokens.append(word(ACTIONS, position.action))
    if position.first_player:
        tokens.append(f"first:{position.first_player + 1}")
    if position.player != position.first_player:
        tokens.append(f"player:{position.player + 1}")
    return " ".join((*tokens, *_list("events", (word(EVENTS, event) for event in position.events))))


def _timeline(components: Components, position: Position) -> Iterator[str]:
    usual = default_timeline(components)
    for key, row, default in zip(ACTIONS, position.timeline, usual, strict=True):
        if row != default:
            events = ",".join(word(EVENTS, event) for event in row.events) or NOTHING
            yield f"{key}:{row.used}" + ("" if row.events == default.events else f"={events}")


def _player(components: Components, player: Player) -> Iterator[str]:
    yield from (f"${player.money}", f"{player.goods}g", f"{player.vp}vp")
    yield from _company(components, player.company)
    yield from _list("missions", _by_region(player.missions))
    yield from _list("tabs", _tabs(components, player))
    yield from _list("tracks", _tracks(player.transport))
    yield from _list("projects", (_project(components, project) for project in player.projects))
    yield from _list("donations", map(write_identifier, player.donations))
    if player.reserved_department is not None:
        yield f"reserved:{write_name(player.reserved_department)}"
    if player.action_choice_tile:
        yield "choice"
    if player.setup_moves is not None:
        yield f"setup-moves:{player.setup_moves}"
    if player.employees_in_supply != usual_employees(components, player.company, player.missions):
        yield f"employees:{player.employees_in_supply}"
    on_tabs = sum(tab.built + tab.waiting for tab in player.tabs)
    if player.disks_in_supply != usual_disks(components, on_tabs, len(player.donations)):
        yield f"disks:{player.disks_in_supply}"


def _company(components: Components, company: tuple[Space, ...]) -> Iterator[str]:
    if company == starting_company(components):
        return
    listed = False
    for index, (label, space) in enumerate(zip(components.space_labels, company, strict=True)):
        starting = components.starting_spaces.get(index)
        if space == Space(starting):
            continue
        listed = True
        department = "" if space.department == starting else f"={_or_nothing(space.department)}"
        standing = ",".join(str(workstation) for workstation in space.standing_at)
        yield (
            write_name(label)
            + department
            + (f":{standing}" if standing else "")
            + (f"+{space.lying}" if space.lying else "")
        )
    if not listed:
        yield "nobody"


def _or_nothing(department: str | None) -> str:
    return NOTHING if department is None else write_name(department)


def _by_region(numbers: tuple[int, ...], first: int = 0) -> Iterator[str]:
    for key, number in zip(REGIONS, numbers, strict=True):
        if number:
            yield f"{key}{number + first}"


def _tracks(transport: tuple[int, ...]) -> Iterator[str]:
    return _by_region(transport, first=1)


def _tabs(components: Components, player: Player) -> Iterator[str]:
    for kind in ProjectType:
        tab = player.tabs[kind]
        built = usual_built(player.projects, kind)
        waiting = usual_waiting(components, kind, tab.side, tab.pulled, tab.built)
        changes = (f"w{tab.waiting}" if tab.waiting != waiting else "") + (
            f"b{tab.built}" if tab.built != built else ""
        )
        if changes or (tab.side, tab.pulled) != (Tab().side, Tab().pulled):
            yield f"{word(TYPES, kind)}{word(SIDES, tab.side)}{tab.pulled}{changes}"


def _project(components: Components, project: Project) -> str:
    """Write a project, with its type where the space does not tell it."""
    index = components.city_index.get(project.city)
    spaces = () if index is None else components.city_spaces[index]
    printed = spaces[project.city_space] if 0 <= project.city_space < len(spaces) else None
    kind = "" if printed is project.type else f"={word(TYPES, project.type)}"
    return _on_map(components, project) + kind


def _on_map(components: Components, disk: Project | NeutralProject) -> str:
    """Write a space of the map; a city's only one without its number."""
    index = components.city_index.get(disk.city)
    if index is not None and len(components.city_spaces[index]) == 1 and disk.city_space == 0:
        return write_name(disk.city)
    return city_space(disk.city, disk.city_space)


def tiles(names: Iterable[str]) -> str:
    """Write Department tiles, `Sales*2` for two alike; `-` for none."""
    counted = Counter(names)
    written = (
        write_name(name) + (f"*{count}" if count > 1 else "") for name, count in sorted(counted.items())
    )
    return ",".join(written) or NOTHING


def _table(components: Components, position: Position) -> Iterator[str]:
    if position.display != default_display(components):
        yield f"display:{tiles(position.display)}"
    yield from _list("neutral", (_on_map(components, disk) for disk in position.neutral_projects))
    yield from _list("neutral-donations", map(write_identifier, position.neutral_donations))


def _turn_section(components: Components, position: Position) -> str:
    known = 0 <= position.player < len(position.players)
    player = position.decider if known else None
    if position.turn == usual_turn(components, position.phase, position.action, player):
        return ""
    return (
        f"turn {NOTHING}" if position.turn is None else " ".join(("turn", *_turn(components, position.turn)))
    )


def _turn(components: Components, turn: Turn) -> Iterator[str]:
    labels = components.space_labels
    if turn.action is not None:
        yield word(ACTIONS, turn.action)
    numbers = {"moves": turn.moves, "study": turn.study_points, "relocations": turn.relocations}
    yield from (f"{key}:{number}" for key, number in numbers.items() if number)
    yield from _list("uses", (f"{write_name(labels[space])}*{count}" for space, count in turn.uses if count))
    yield from _list("choices", (f"{word(TYPES, kind)}.{circle + 1}" for kind, circle in turn.choices))
    flags = {
        "home": turn.brought_home,
        "donated": turn.donated,
        "acted": turn.acted,
        "diagonal": turn.diagonal,
        "payroll-stood-up": turn.payroll_stood_up,
    }
    yield from (key for key, said in flags.items() if said)


def _andrew(components: Components, andrew: Andrew) -> Iterator[str]:
    yield f"cards:{','.join(map(write_name, andrew.cards)) or NOTHING}"
    numbers = {"played": andrew.played, "shift": andrew.shift}
    yield from (f"{key}:{number}" for key, number in numbers.items() if number)
    yield f"{andrew.vp}vp"
    if andrew.departments:
        yield f"departments:{tiles(andrew.departments)}"
    yield from _list("projects", (_on_map(components, disk) for disk in andrew.projects))
    yield from _list("donations", map(write_identifier, andrew.donations))
    yield from _list("tracks", _tracks(andrew.transport))
    if andrew.to_act:
        yield "acts"

"""Writing a position: its canonical JSON and its digest."""

from __future__ import annotations

import hashlib
import json

from carnegie_solver.components import Components
from carnegie_solver.rules.document import camel
from carnegie_solver.rules.position import Andrew, NeutralProject, Player, Position, Space, Turn
from carnegie_solver.rules.setup_values import REGION_FIELDS, TAB_FIELDS, TIMELINE_FIELDS


def position_to_json(components: Components, position: Position) -> dict[str, object]:
    """Write a position as canonical JSON: complete, in protobuf's JSON form and in the contract's order."""
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
        camel(field): {
            "events": [f"EVENT_{event.name}" for event in row.events],
            **_if_any("used", row.used),
        }
        for field, row in zip(TIMELINE_FIELDS, position.timeline, strict=True)
    }
    written["players"] = [_player_to_json(components, player) for player in position.players]
    written["display"] = _if_any("departments", list(position.display))
    written |= _if_any("neutralProjects", _projects_to_json(position.neutral_projects))
    written |= _if_any("neutralDonations", list(position.neutral_donations))
    if position.turn is not None:
        written["turn"] = _turn_to_json(components, position.turn)
    if position.andrew is not None:
        written["andrew"] = _andrew_to_json(position.andrew)
    return written


def digest(components: Components, position: Position) -> str:
    """Give the SHA-256 of the canonical JSON, 64 hexadecimal digits: equal for equal positions only."""
    canonical = json.dumps(
        position_to_json(components, position), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def _if_any(key: str, value: object) -> dict[str, object]:
    """Write a field unless it is protobuf's empty value, which its JSON form leaves out."""
    return {key: value} if value else {}


def _projects_to_json(projects: tuple[NeutralProject, ...]) -> list[dict[str, object]]:
    return [{"city": project.city, **_if_any("citySpace", project.city_space)} for project in projects]


def _regions_to_json(numbers: tuple[int, ...]) -> dict[str, object]:
    return {field: number for field, number in zip(REGION_FIELDS, numbers, strict=True) if number}


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
        camel(field): {
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
        **({} if player.setup_moves is None else {"setupMoves": player.setup_moves}),
    }


def _turn_to_json(components: Components, turn: Turn) -> dict[str, object]:
    labels = components.space_labels
    choices = [
        {"type": f"PROJECT_TYPE_{kind.name}", **_if_any("circle", circle)} for kind, circle in turn.choices
    ]
    return {
        **({} if turn.action is None else {"action": f"ACTION_{turn.action.name}"}),
        "moves": turn.moves,
        "studyPoints": turn.study_points,
        **_if_any("uses", [{"space": labels[index], "count": count} for index, count in turn.uses]),
        **_if_any("broughtHome", turn.brought_home),
        **_if_any("donated", turn.donated),
        **_if_any("choices", choices),
        **_if_any("acted", turn.acted),
        **_if_any("relocations", turn.relocations),
        **_if_any("diagonal", turn.diagonal),
        **_if_any("payrollStoodUp", turn.payroll_stood_up),
    }


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
        **_if_any("toAct", andrew.to_act),
    }

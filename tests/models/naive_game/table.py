"""A position's canonical JSON as a table: plain dictionaries with every value filled in; and back again."""

from __future__ import annotations

import pickle
from typing import Any

from models.naive_game.printed import ACTIONS, LABELS, PROJECT_TYPES, REGIONS

Json = dict[str, Any]
Table = dict[str, Any]
Person = dict[str, Any]
"""A player on the table."""


def _field(name: str) -> str:
    """Write a name as positions write the field of it: PUBLIC_INFRASTRUCTURE, publicInfrastructure."""
    first, *others = name.lower().split("_")
    return first + "".join(word.capitalize() for word in others)


def _if_any(name: str, value: object) -> Json:
    """Write a field unless its value is empty, which canonical positions leave out."""
    return {name: value} if value else {}


def read_table(position: Json) -> Table:
    """Read canonical JSON."""
    return {
        "round": position["round"],
        "phase": position["phase"].removeprefix("PHASE_"),
        "first": position["firstPlayer"],
        "player": position["player"],
        "action": position.get("action", "").removeprefix("ACTION_") or None,
        "events": [event.removeprefix("EVENT_") for event in position.get("events", [])],
        "timeline": {
            row: {
                "events": [
                    event.removeprefix("EVENT_") for event in position["timeline"][_field(row)]["events"]
                ],
                "used": position["timeline"][_field(row)].get("used", 0),
            }
            for row in ACTIONS
        },
        "players": [_read_player(player) for player in position["players"]],
        "display": list(position["display"].get("departments", [])),
        "neutral projects": [_read_disk(disk) for disk in position.get("neutralProjects", [])],
        "neutral donations": list(position.get("neutralDonations", [])),
        "turn": _read_turn(position["turn"]) if "turn" in position else None,
        "andrew": _read_andrew(position["andrew"]) if "andrew" in position else None,
    }


def _read_disk(disk: Json) -> tuple[str, int]:
    return disk["city"], disk.get("citySpace", 0)


def _read_player(player: Json) -> Person:
    listed = {space["space"]: space for space in player["company"]["spaces"]}
    return {
        "money": player["money"],
        "goods": player["goods"],
        "vp": player["vp"],
        "spaces": {
            label: {
                "department": listed.get(label, {}).get("department"),
                "standing": list(listed.get(label, {}).get("standingAt", [])),
                "lying": listed.get(label, {}).get("lying", 0),
            }
            for label in LABELS
        },
        "missions": {region: player["missions"].get(_field(region), 0) for region in REGIONS},
        "employees": player["employeesInSupply"],
        "disks": player["disksInSupply"],
        "tabs": {
            kind: {
                "side": player["tabs"][_field(kind)]["side"].removeprefix("TAB_SIDE_"),
                "pulled": player["tabs"][_field(kind)].get("pulled", 0),
                "built": player["tabs"][_field(kind)]["built"],
                "waiting": player["tabs"][_field(kind)]["waiting"],
            }
            for kind in PROJECT_TYPES
        },
        "transport": {region: player["transport"].get(_field(region), 0) for region in REGIONS},
        "projects": [
            (*_read_disk(disk), disk["type"].removeprefix("PROJECT_TYPE_"))
            for disk in player.get("projects", [])
        ],
        "donations": list(player.get("donations", [])),
        "reserved": player.get("reservedDepartment"),
        "tile": player["actionChoiceTile"],
    }


def new_turn(action: str | None = None) -> Json:
    """Give a turn in which there is nothing yet."""
    return {
        "action": action,
        "moves": 0,
        "points": 0,
        "uses": {},
        "brought home": False,
        "donated": False,
        "choices": [],
        "acted": False,
        "relocations": 0,
        "diagonal": False,
        "payroll stood up": False,
    }


def _read_turn(turn: Json) -> Json:
    return {
        "action": turn.get("action", "").removeprefix("ACTION_") or None,
        "moves": turn["moves"],
        "points": turn["studyPoints"],
        "uses": {use["space"]: use["count"] for use in turn.get("uses", [])},
        "brought home": turn.get("broughtHome", False),
        "donated": turn.get("donated", False),
        "choices": [
            (choice["type"].removeprefix("PROJECT_TYPE_"), choice.get("circle", 0))
            for choice in turn.get("choices", [])
        ],
        "acted": turn.get("acted", False),
        "relocations": turn.get("relocations", 0),
        "diagonal": turn.get("diagonal", False),
        "payroll stood up": turn.get("payrollStoodUp", False),
    }


def _read_andrew(andrew: Json) -> Json:
    return {
        "cards": list(andrew["cards"]),
        "played": andrew.get("played", 0),
        "shift": andrew.get("shift", 0),
        "vp": andrew.get("vp", 0),
        "departments": list(andrew.get("departments", [])),
        "projects": [_read_disk(disk) for disk in andrew.get("projects", [])],
        "donations": list(andrew.get("donations", [])),
        "transport": {region: andrew["transport"].get(_field(region), 0) for region in REGIONS},
        "to act": andrew.get("toAct", False),
    }


def copied(table: Table) -> Table:
    """Give a table of its own, with everything on it, that can be changed in place."""
    copy: Table = pickle.loads(pickle.dumps(table))
    return copy


def decider(table: Table) -> Person:
    """Give the player whose decision is awaited."""
    player: Person = table["players"][table["player"]]
    return player


def write_table(table: Table) -> Json:
    """Write canonical JSON."""
    position: Json = {
        "round": table["round"],
        "phase": f"PHASE_{table['phase']}",
        "firstPlayer": table["first"],
        "player": table["player"],
    }
    if table["action"] is not None:
        position["action"] = f"ACTION_{table['action']}"
    position |= _if_any("events", [f"EVENT_{event}" for event in table["events"]])
    position["timeline"] = {
        _field(row): {
            "events": [f"EVENT_{event}" for event in table["timeline"][row]["events"]],
            **_if_any("used", table["timeline"][row]["used"]),
        }
        for row in ACTIONS
    }
    position["players"] = [_write_player(player) for player in table["players"]]
    position["display"] = _if_any("departments", sorted(table["display"]))
    position |= _if_any("neutralProjects", [_write_disk(*disk) for disk in table["neutral projects"]])
    position |= _if_any("neutralDonations", table["neutral donations"])
    if table["turn"] is not None:
        position["turn"] = _write_turn(table["turn"])
    if table["andrew"] is not None:
        position["andrew"] = _write_andrew(table["andrew"])
    return position


def _write_disk(city: str, number: int) -> Json:
    return {"city": city, **_if_any("citySpace", number)}


def _write_player(player: Person) -> Json:
    return {
        "money": player["money"],
        "goods": player["goods"],
        "vp": player["vp"],
        "company": {
            "spaces": [
                {
                    "space": label,
                    **_if_any("department", space["department"]),
                    **_if_any("standingAt", sorted(space["standing"])),
                    **_if_any("lying", space["lying"]),
                }
                for label, space in player["spaces"].items()
                if space["department"] or space["standing"] or space["lying"]
            ]
        },
        "missions": {_field(region): count for region, count in player["missions"].items() if count},
        "employeesInSupply": player["employees"],
        "disksInSupply": player["disks"],
        "tabs": {
            _field(kind): {
                "side": f"TAB_SIDE_{tab['side']}",
                **_if_any("pulled", tab["pulled"]),
                "built": tab["built"],
                "waiting": tab["waiting"],
            }
            for kind, tab in player["tabs"].items()
        },
        "transport": {_field(region): reached for region, reached in player["transport"].items() if reached},
        **_if_any(
            "projects",
            [
                {**_write_disk(city, number), "type": f"PROJECT_TYPE_{kind}"}
                for city, number, kind in sorted(player["projects"])
            ],
        ),
        **_if_any("donations", player["donations"]),
        **_if_any("reservedDepartment", player["reserved"]),
        "actionChoiceTile": player["tile"],
    }


def _write_turn(turn: Json) -> Json:
    choices = [
        {"type": f"PROJECT_TYPE_{kind}", **_if_any("circle", circle)} for kind, circle in turn["choices"]
    ]
    uses = [{"space": label, "count": turn["uses"][label]} for label in LABELS if turn["uses"].get(label)]
    return {
        **_if_any("action", turn["action"] and f"ACTION_{turn['action']}"),
        "moves": turn["moves"],
        "studyPoints": turn["points"],
        **_if_any("uses", uses),
        **_if_any("broughtHome", turn["brought home"]),
        **_if_any("donated", turn["donated"]),
        **_if_any("choices", choices),
        **_if_any("acted", turn["acted"]),
        **_if_any("relocations", turn["relocations"]),
        **_if_any("diagonal", turn["diagonal"]),
        **_if_any("payrollStoodUp", turn["payroll stood up"]),
    }


def _write_andrew(andrew: Json) -> Json:
    return {
        "cards": andrew["cards"],
        **_if_any("played", andrew["played"]),
        **_if_any("shift", andrew["shift"]),
        **_if_any("vp", andrew["vp"]),
        **_if_any("departments", sorted(andrew["departments"])),
        **_if_any("projects", [_write_disk(*disk) for disk in sorted(andrew["projects"])]),
        **_if_any("donations", sorted(andrew["donations"])),
        "transport": {_field(region): reached for region, reached in andrew["transport"].items() if reached},
        **_if_any("toAct", andrew["to act"]),
    }

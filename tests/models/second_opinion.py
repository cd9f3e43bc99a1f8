"""A second referee, written from the founding document over plain dictionaries: it shares no code with the engine.

It knows the four actions of the starting Departments, standing up, selling goods and the order of decisions in them; of
the timeline, events, the setup's placement, Action Choice tiles and Andrew it has no opinion (see `knows`). Numbers
that the document prints stand here as numbers; the map, the tracks, the tabs and the workstations are read from the
file of components.
"""

from __future__ import annotations

import copy
import json
from importlib import resources
from itertools import pairwise
from typing import Any

State = dict[str, Any]

PRINTED = json.loads(
    resources.files("carnegie_solver.components").joinpath("carnegie.json").read_text(encoding="utf-8")
)
CITIES = {row["name"]: row for row in PRINTED["cities"]["rows"]}
TRACKS = PRINTED["transport_tracks"]["rows"]
TABS = {(row["type"], row["side"]): row for row in PRINTED["project_tabs"]["rows"]}
STARTING = PRINTED["company_board"]["starting_departments"]
DESKS = {row["name"]: row["desk_costs"] for row in [*STARTING, *PRINTED["departments"]["rows"]]}
GOODS_FOR_A_PROJECT = {"HOUSING": 1, "COMMERCE": 1, "INDUSTRY": 2, "PUBLIC_INFRASTRUCTURE": 2}
FIELDS = {
    "HOUSING": "housing",
    "COMMERCE": "commerce",
    "INDUSTRY": "industry",
    "PUBLIC_INFRASTRUCTURE": "publicInfrastructure",
}
REGIONS = ("WEST", "MIDWEST", "EAST", "SOUTH")
AMOUNTS = {("MONEY", False): 3, ("GOODS", False): 1, ("MONEY", True): 6, ("GOODS", True): 2}


def state_of(position: dict[str, Any]) -> State:
    """Give a position's canonical JSON as plain values that can be changed in place."""
    taken = {(disk["city"], disk.get("citySpace", 0)) for disk in position.get("neutralProjects", [])}
    taken |= {
        (disk["city"], disk.get("citySpace", 0)) for disk in position.get("andrew", {}).get("projects", [])
    }
    turn = position.get("turn")
    return {
        "round": position["round"],
        "phase": position["phase"].removeprefix("PHASE_"),
        "first": position["firstPlayer"],
        "player": position["player"],
        "action": position.get("action", "").removeprefix("ACTION_"),
        "display": sorted(position["display"].get("departments", [])),
        "taken": taken,
        "andrew": position.get("andrew", {}).get("transport"),
        "turn": turn
        and {
            "action": turn["action"].removeprefix("ACTION_"),
            "moves": turn["moves"],
            "points": turn["studyPoints"],
            "uses": {use["space"]: use["count"] for use in turn.get("uses", [])},
        },
        "players": [_player(player) for player in position["players"]],
    }


def _player(player: dict[str, Any]) -> dict[str, Any]:
    spaces: dict[str, Any] = {
        label: {"department": None, "standing": set(), "lying": 0}
        for label in ("lobby", *(f"{column}{row}" for row in "1234" for column in "abcd"))
    }
    for space in player["company"]["spaces"]:
        spaces[space["space"]] = {
            "department": space.get("department"),
            "standing": set(space.get("standingAt", [])),
            "lying": space.get("lying", 0),
        }
    return {
        "money": player["money"],
        "goods": player["goods"],
        "vp": player["vp"],
        "spaces": spaces,
        "missions": {region: player["missions"].get(region.lower(), 0) for region in REGIONS},
        "employees": player["employeesInSupply"],
        "disks": player["disksInSupply"],
        "tabs": {
            kind: {
                "side": player["tabs"][field]["side"][-1],
                "pulled": player["tabs"][field].get("pulled", 0),
                "built": player["tabs"][field]["built"],
                "waiting": player["tabs"][field]["waiting"],
            }
            for kind, field in FIELDS.items()
        },
        "transport": {region: player["transport"].get(region.lower(), 0) for region in REGIONS},
        "projects": {
            (disk["city"], disk.get("citySpace", 0)): disk["type"].removeprefix("PROJECT_TYPE_")
            for disk in player.get("projects", [])
        },
        "reserved": player.get("reservedDepartment"),
    }


def _of_a_tile(kind: str, fields: dict[str, Any]) -> bool:
    return bool(_OF_TILES.get(kind, set()) & set(fields))


def outcome(before: State, step: dict[str, Any]) -> State | None:
    """Give the state after a step in its JSON form, or None where the rules forbid it."""
    ((kind, fields),) = step.items()
    if before["phase"] == "GAME_OVER" or _of_a_tile(kind, fields):
        return None
    if kind == "buildProject" and "mission" not in fields:
        return None
    number = before["player"]
    player, turn, display = copy.deepcopy((before["players"][number], before["turn"], before["display"]))
    players = [*before["players"][:number], player, *before["players"][number + 1 :]]
    state = {**before, "players": players, "turn": turn, "display": display}
    legal = _RULES[kind](state, player, fields)
    return state if legal else None


def _neighbours(one: str, other: str) -> bool:
    if "lobby" in (one, other):
        return {one, other} in ({"lobby", "b1"}, {"lobby", "c1"})
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) == 1


def _in_action(state: State, action: str) -> bool:
    turn = state["turn"]
    return state["phase"] in ("USE_DEPARTMENTS", "SETUP_MOVES") and bool(turn) and turn["action"] == action


def _spend_use(state: State, label: str) -> bool:
    uses = state["turn"]["uses"]
    if not uses.get(label):
        return False
    uses[label] -= 1
    if not uses[label]:
        del uses[label]
    return True


def _send(player: dict[str, Any], label: str, mission: dict[str, Any]) -> bool:
    standing = player["spaces"][label]["standing"]
    if mission.get("standingAt", 0) not in standing:
        return False
    standing.remove(mission["standingAt"])
    player["missions"][mission["region"].removeprefix("REGION_")] += 1
    return True


def _receive(player: dict[str, Any], income: dict[str, int]) -> int:
    player["money"] += income.get("money", 0)
    player["goods"] += income.get("goods", 0)
    player["vp"] += income.get("vp", 0)
    hired = min(income.get("new_employee", 0), player["employees"])
    player["employees"] -= hired
    player["spaces"]["lobby"]["lying"] += hired
    return income.get("study_points", 0)


def _move(state: State, player: dict[str, Any], fields: dict[str, Any]) -> bool:
    path = fields.get("path", [])
    if not _in_action(state, "HUMAN_RESOURCES") or len(path) < 2 or not set(path) <= set(player["spaces"]):
        return False
    if not all(_neighbours(one, other) for one, other in pairwise(path)):
        return False
    state["turn"]["moves"] -= len(path) - 1
    if state["turn"]["moves"] < 0:
        return False
    start = player["spaces"][path[0]]
    if "standingAt" in fields:
        if fields["standingAt"] not in start["standing"]:
            return False
        start["standing"].remove(fields["standingAt"])
    elif start["lying"]:
        start["lying"] -= 1
    else:
        return False
    player["spaces"][path[-1]]["lying"] += 1
    return True


def _use(state: State, player: dict[str, Any], fields: dict[str, Any]) -> bool:
    label = fields["space"]
    if not _in_action(state, "MANAGEMENT") or label not in player["spaces"]:
        return False
    if player["spaces"][label]["department"] != "Commerce and Finance" or not _spend_use(state, label):
        return False
    gain = fields["gain"].removeprefix("GAIN_")
    if (gain, "mission" in fields) not in AMOUNTS:
        return False
    player[gain.lower()] += AMOUNTS[gain, "mission" in fields]
    return "mission" not in fields or _send(player, label, fields["mission"])


def _build_department(state: State, player: dict[str, Any], fields: dict[str, Any]) -> bool:
    name, label = fields["department"], fields["space"]
    if not _in_action(state, "MANAGEMENT") or label == "lobby" or label not in player["spaces"]:
        return False
    planning = [at for at, space in player["spaces"].items() if space["department"] == "Strategic Planning"]
    space = player["spaces"][label]
    if not _spend_use(state, planning[0]) or space["department"] is not None:
        return False
    if name in {other["department"] for other in player["spaces"].values()}:
        return False
    if player["reserved"]:
        if name != player["reserved"]:
            return False
        player["reserved"] = None
    elif name in state["display"]:
        state["display"].remove(name)
    else:
        return False
    player["goods"] -= (1 if space["lying"] or space["standing"] else 2) + (2 if name == "New Lobby" else 0)
    space["department"] = name
    return bool(player["goods"] >= 0)


def _build_project(state: State, player: dict[str, Any], fields: dict[str, Any]) -> bool:
    label, city, number = fields["space"], CITIES.get(fields["city"]), fields.get("citySpace", 0)
    kind = fields["type"].removeprefix("PROJECT_TYPE_")
    if not _in_action(state, "CONSTRUCTION") or label not in player["spaces"] or city is None:
        return False
    if player["spaces"][label]["department"] != "Construction" or not _spend_use(state, label):
        return False
    if (
        not _send(player, label, fields["mission"])
        or fields["mission"]["region"] != "REGION_" + city["region"]
    ):
        return False
    if not 0 <= number < len(city["spaces"]) or city["spaces"][number] not in ("ANY", kind):
        return False
    place = (fields["city"], number)
    if place in state["taken"] or any(place in other["projects"] for other in state["players"]):
        return False
    tab = player["tabs"][kind]
    player["goods"] -= GOODS_FOR_A_PROJECT[kind]
    tab["waiting"] -= 1
    tab["built"] += 1
    if player["goods"] < 0 or tab["waiting"] < 0:
        return False
    player["projects"][place] = kind
    state["turn"]["points"] = 0
    if city["income_mark"]:
        reached = player["transport"][city["region"]]
        state["turn"]["points"] = _receive(player, TRACKS[city["region"]]["spaces"][reached]["income"])
    return True


def _slide(state: State, player: dict[str, Any], fields: dict[str, Any]) -> bool:
    kind = fields["type"].removeprefix("PROJECT_TYPE_")
    tab = player["tabs"][kind]
    printed = TABS[kind, tab["side"]]
    if state["turn"] is None or tab["pulled"] == len(printed["spaces"]) - 1:
        return False
    state["turn"]["points"] -= printed["advance_costs"][tab["pulled"]]
    tab["pulled"] += 1
    if printed["spaces"][tab["pulled"]]["kind"] == "PROJECT" and player["disks"]:
        player["disks"] -= 1
        tab["waiting"] += 1
    return bool(state["turn"]["points"] >= 0)


def _advance(state: State, player: dict[str, Any], fields: dict[str, Any]) -> bool:
    region = fields["region"].removeprefix("REGION_")
    track, reached = TRACKS[region], player["transport"][region]
    if state["turn"] is None or reached == 4:
        return False
    others = [other["transport"][region] for other in state["players"] if other is not player]
    if state["andrew"] is not None:
        others.append(state["andrew"].get(region.lower(), 0))
    if reached == 3 and 4 in others:
        return False
    state["turn"]["points"] -= track["advance_costs"][reached]
    player["transport"][region] = reached + 1
    if reached == 3:
        _receive(player, track["spaces"][4]["arrival_bonus"])
    return bool(state["turn"]["points"] >= 0)


def _stand_up(state: State, player: dict[str, Any], fields: dict[str, Any]) -> bool:
    space, number = player["spaces"].get(fields["space"]), fields.get("workstation", 0)
    if state["phase"] not in ("STANDING_UP", "SETUP_STANDING_UP") or space is None or not space["lying"]:
        return False
    costs = DESKS.get(space["department"], [])
    if not 1 <= number <= len(costs) or number in space["standing"] or costs[number - 1] > player["money"]:
        return False
    player["money"] -= costs[number - 1]
    space["lying"] -= 1
    space["standing"].add(number)
    return True


def _sell(_state: State, player: dict[str, Any], fields: dict[str, Any]) -> bool:
    count = fields.get("count", 0)
    player["money"] += count
    player["goods"] -= count
    return bool(count >= 1 and player["goods"] >= 0)


def _begin(state: State) -> dict[str, Any]:
    """Begin the turn of the player whose decision it is."""
    player, action = state["players"][state["player"]], state["action"]
    standing = {space["department"]: len(space["standing"]) for space in player["spaces"].values()}
    turn: dict[str, Any] = {"action": action, "moves": 0, "points": 0, "uses": {}}
    if action == "HUMAN_RESOURCES":
        turn["moves"] = 3 * (1 + standing["Human Resources"])
    if action == "RESEARCH_AND_DEVELOPMENT":
        turn["points"] = 3 * standing["Research and Development"]
    using = {"MANAGEMENT": ("Commerce and Finance", "Strategic Planning"), "CONSTRUCTION": ("Construction",)}
    for label, space in player["spaces"].items():
        if space["department"] in using.get(action, ()) and space["standing"]:
            turn["uses"][label] = len(space["standing"])
    return turn


def _end(state: State, _player: dict[str, Any], _fields: dict[str, Any]) -> bool:
    count, phase = len(state["players"]), state["phase"]
    following = (state["player"] + 1) % count
    everybody = following == state["first"]
    state["turn"] = None
    if phase in ("USE_DEPARTMENTS", "STANDING_UP", "SETUP_STANDING_UP"):
        state["player"] = following
    match phase:
        case "USE_DEPARTMENTS" if everybody:
            state["phase"] = "STANDING_UP"
        case "USE_DEPARTMENTS":
            state["turn"] = _begin(state)
        case "STANDING_UP" if everybody and state["round"] == 20:
            state.update(phase="GAME_OVER", action="")
        case "STANDING_UP" if everybody:
            first = (state["first"] + 1) % count
            state.update(
                phase="SELECT_TIMELINE", action="", round=state["round"] + 1, first=first, player=first
            )
        case "STANDING_UP":
            pass
        case "SETUP_MOVES":
            state["phase"] = "SETUP_STANDING_UP"
        case "SETUP_STANDING_UP" if everybody:
            state["phase"] = "SELECT_TIMELINE"
        case "SETUP_STANDING_UP":
            state["phase"] = "SETUP_MOVES"
            state["turn"] = {"action": "HUMAN_RESOURCES", "moves": 6, "points": 0, "uses": {}}
        case _:
            return False
    return True


_OF_TILES = {
    "useDepartment": {"count", "region", "lobby"},
    "buildDepartment": {"fetched"},
    "buildProject": {"trackSpace", "lobby"},
    "standUp": {"payroll"},
}
"""Fields of steps that only a tile makes legal."""
_RULES = {
    "moveEmployee": _move,
    "useDepartment": _use,
    "buildDepartment": _build_department,
    "buildProject": _build_project,
    "slideTab": _slide,
    "advanceTransport": _advance,
    "standUp": _stand_up,
    "sellGoods": _sell,
    "endTurn": _end,
}


def knows(step: dict[str, Any]) -> bool:
    """Whether the second referee has an opinion on a step in its JSON form."""
    return set(step) <= set(_RULES)

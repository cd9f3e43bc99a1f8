"""Spending study points (rules 7, 17.16 and 17.31)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.beginnings import act
from models.naive_game.company import is_staffed
from models.naive_game.income import receive
from models.naive_game.printed import PROJECT_TYPES, REGIONS, TABS, TRACKS
from models.naive_game.table import Json, Table, copied, decider


def slide_tab(table: Table) -> Iterator[tuple[Json, Table]]:
    """Slide a tab one space."""
    if table["turn"] is None:
        return
    for kind in PROJECT_TYPES:
        tab = decider(table)["tabs"][kind]
        printed = TABS[kind, tab["side"]]
        revealed = tab["pulled"] + 1
        if revealed == len(printed["spaces"]):
            continue  # fully pulled (7.6)
        cost = printed["advance_costs"][tab["pulled"]]
        if cost > table["turn"]["points"]:
            continue
        after = copied(table)
        act(after)
        player = decider(after)
        after["turn"]["points"] -= cost
        player["tabs"][kind]["pulled"] = revealed
        if printed["spaces"][revealed]["kind"] == "PROJECT" and player["disks"]:
            player["disks"] -= 1
            player["tabs"][kind]["waiting"] += 1
        yield {"slideTab": {"type": f"PROJECT_TYPE_{kind}"}}, after


def advance_transport(table: Table) -> Iterator[tuple[Json, Table]]:
    """Advance a transport disk one space."""
    if table["turn"] is None:
        return
    for region in REGIONS:
        player = decider(table)
        track, reached = TRACKS[region], player["transport"][region]
        last = len(track["spaces"]) - 1
        if reached == last:
            continue
        if reached + 1 == last and _is_held(table, region, last) and not is_staffed(player, "Archives"):
            continue
        cost = track["advance_costs"][reached]
        if is_staffed(player, "Telegraph Operators"):
            cost = max(1, cost - 1)
        if cost > table["turn"]["points"]:
            continue
        after = copied(table)
        act(after)
        after["turn"]["points"] -= cost
        decider(after)["transport"][region] = reached + 1
        receive(after, track["spaces"][reached + 1].get("arrival_bonus", {}), "lobby")
        yield {"advanceTransport": {"region": f"REGION_{region}"}}, after


def _is_held(table: Table, region: str, last: int) -> bool:
    """Whether anybody's disk lies on a track's last space, which holds one only (7.7)."""
    reached = [player["transport"][region] for player in table["players"]]
    if table["andrew"] is not None:
        reached.append(table["andrew"]["transport"][region])
    return last in reached

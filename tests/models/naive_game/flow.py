"""How one decision follows another (rules 2, 10, 14 and 15)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.beginnings import beginning_of_action, can_change_action
from models.naive_game.placement import is_placed
from models.naive_game.printed import ACTIONS, DOLLARS_FOR_A_CUBE, END_TILE, ROUNDS, SETUP_MOVES
from models.naive_game.table import Json, Table, copied, decider, new_turn


def sell_goods(table: Table) -> Iterator[tuple[Json, Table]]:
    """Sell goods cubes, at any time of an own decision (1.9)."""
    for count in range(1, decider(table)["goods"] + 1):
        after = copied(table)
        decider(after)["goods"] -= count
        decider(after)["money"] += DOLLARS_FOR_A_CUBE * count
        yield {"sellGoods": {"count": count}}, after


def change_action(table: Table) -> Iterator[tuple[Json, Table]]:
    """Give up the Action Choice tile for another action (14)."""
    if not can_change_action(table) or table["turn"]["acted"]:
        return
    for action in ACTIONS:
        if action != table["action"]:
            after = copied(table)
            decider(after)["tile"] = False
            after["turn"] = beginning_of_action(after, action)
            yield {"changeAction": {"action": f"ACTION_{action}"}}, after


def select_timeline(table: Table) -> Iterator[tuple[Json, Table]]:
    """Select a row of the timeline; its next unused space, or that of a row below, brings the events (10)."""
    if table["phase"] != "SELECT_TIMELINE":
        return
    for number, action in enumerate(ACTIONS):
        after = copied(table)
        after["action"] = action
        for row in [*ACTIONS[number:], *ACTIONS[:number]]:
            printed = after["timeline"][row]
            spaces = [[event] for event in printed["events"]] + [END_TILE[row]]
            if printed["used"] < len(spaces):
                after["events"] = list(spaces[printed["used"]])
                printed["used"] += 1
                break
        _begin_event(after)
        yield {"selectTimeline": {"row": f"ACTION_{action}"}}, after


def end_turn(table: Table) -> Iterator[tuple[Json, Table]]:
    """End the decision."""
    if table["phase"] in ("SELECT_TIMELINE", "GAME_OVER"):
        return  # a row has to be selected (10.1)
    if table["phase"] == "EVENT" and table["turn"]["choices"]:
        return  # an income has still to be chosen (11.4)
    if table["phase"] == "SETUP_PLACEMENT" and not is_placed(table):
        return  # something has still to be placed or reserved (13.4)
    after = copied(table)
    _end(after)
    yield {"endTurn": {}}, after


def _end(table: Table) -> None:
    count = len(table["players"])
    if table["phase"] == "SETUP_MOVES":
        table["phase"], table["turn"] = "SETUP_STANDING_UP", None
    elif table["phase"] == "SETUP_PLACEMENT" and table["player"] != table["first"]:
        table["player"] = (table["player"] - 1) % count  # counter-clockwise (13.4)
    elif table["phase"] == "SETUP_PLACEMENT":
        _begin_setup_moves(table)
    else:
        table["player"] = (table["player"] + 1) % count
        if table["player"] == table["first"]:
            _after_the_last_player(table)
        else:
            _next_player(table)


def _begin_setup_moves(table: Table) -> None:
    table["phase"] = "SETUP_MOVES"
    table["turn"] = new_turn("HUMAN_RESOURCES") | {"moves": SETUP_MOVES}


def _next_player(table: Table) -> None:
    match table["phase"]:
        case "EVENT":
            table["turn"] = new_turn()
        case "USE_DEPARTMENTS":
            table["turn"] = beginning_of_action(table, table["action"])
        case "STANDING_UP":
            table["turn"] = None
        case "SETUP_STANDING_UP":
            _begin_setup_moves(table)


def _after_the_last_player(table: Table) -> None:
    match table["phase"]:
        case "EVENT":
            table["events"].pop(0)
            if table["events"]:
                _begin_event(table)
            else:
                table["phase"] = "USE_DEPARTMENTS"
                table["turn"] = beginning_of_action(table, table["action"])
                _have_andrew_act(table)
        case "USE_DEPARTMENTS":
            table["phase"] = "STANDING_UP"
            table["turn"] = None
        case "STANDING_UP":
            table["action"], table["turn"] = None, None
            _next_round(table)
        case "SETUP_STANDING_UP":
            table["phase"] = "SELECT_TIMELINE"


def _begin_event(table: Table) -> None:
    table["phase"], table["turn"] = "EVENT", new_turn()
    if table["events"][0] == "DONATION":
        _have_andrew_act(table)


def _next_round(table: Table) -> None:
    if table["round"] == ROUNDS:
        table["phase"] = "GAME_OVER"
        return
    table["round"] += 1
    table["first"] = (table["first"] + 1) % len(table["players"])
    table["player"] = table["first"]
    table["phase"] = "SELECT_TIMELINE"
    if table["round"] % 2 == 0:
        _have_andrew_act(table)


def _have_andrew_act(table: Table) -> None:
    """Have the game wait for Andrew, who acts before the player (15.2, 15.3)."""
    if table["andrew"] is not None:
        table["andrew"]["to act"] = True

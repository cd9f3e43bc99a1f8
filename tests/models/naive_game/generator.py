"""Listing every legal step of a position, each with the position after it."""

from __future__ import annotations

from models.naive_game.andrew import play_andrew, waits_for_andrew
from models.naive_game.beginnings import beginning_of_action
from models.naive_game.construction import build_project
from models.naive_game.events import bring_home, choose_income, donate, give_charitably
from models.naive_game.flow import change_action, end_turn, select_timeline, sell_goods
from models.naive_game.human_resources import move, relocate
from models.naive_game.management import build_department
from models.naive_game.placement import choose_tab_side, place_housing, reserve_department
from models.naive_game.printed import SETUP_MOVES
from models.naive_game.research import advance_transport, slide_tab
from models.naive_game.standing_up import stand_up
from models.naive_game.table import Json, Table, new_turn, read_table, write_table
from models.naive_game.uses import use

_KINDS = (
    choose_tab_side,
    place_housing,
    reserve_department,
    select_timeline,
    bring_home,
    choose_income,
    donate,
    change_action,
    move,
    use,
    relocate,
    build_department,
    build_project,
    give_charitably,
    slide_tab,
    advance_transport,
    stand_up,
    sell_goods,
    end_turn,
)


def naive_steps(position: Json) -> list[tuple[Json, Json]]:
    """List every legal step of a position in canonical JSON, each with the canonical JSON of the position after it.

    Moves are listed one space long, as longer ones are several of these.
    """
    table = read_table(position)
    if table["phase"] == "GAME_OVER":
        return []
    kinds = (play_andrew,) if waits_for_andrew(table) else _KINDS
    return [(step, write_table(after)) for kind in kinds for step, after in kind(table)]


def with_turn_as_it_begins(position: Json) -> Json:
    """Give a position in canonical JSON with its turn as it begins, counted anew."""
    table = read_table(position)
    table["turn"] = _beginning(table)
    return write_table(table)


def _beginning(table: Table) -> Json | None:
    match table["phase"]:
        case "EVENT":
            return new_turn()
        case "USE_DEPARTMENTS":
            return beginning_of_action(table, table["action"])
        case "SETUP_MOVES":
            return new_turn("HUMAN_RESOURCES") | {"moves": SETUP_MOVES}
    return None

"""Game records: a recorded game replays to the same final position, and a broken record says what is wrong."""

from __future__ import annotations

import itertools
import json
import random

import pytest
from google.protobuf import json_format
from msgspec.structs import replace

from carnegie.v1 import rules_pb2
from carnegie_solver.components import load_components
from carnegie_solver.rules import Phase, Position, apply, legal_steps
from carnegie_solver.rules.bidding import Bid, with_bids
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from carnegie_solver.rules.record import (
    GameRecord,
    InvalidRecord,
    make_record,
    played_steps,
    record_from_json,
    record_to_json,
    replay_record,
)
from carnegie_solver.rules.steps import Step
from models.hand_positions import COMPONENTS

SETUPS = [
    (11, 2, None, Pool.BASE, Layout.ROWS),
    (12, 3, None, Pool.EXPANSION, Layout.COLUMNS),
    (13, 4, None, Pool.ONE_OF_EACH, Layout.ROWS),
    (14, 1, 2, Pool.BASE, Layout.ROWS),
]


def random_game(
    seed: int, players: int, level: int | None, pool: Pool, layout: Layout
) -> tuple[GameRecord, Position]:
    """Play a random game to its end; give its record and the final position."""
    components = load_components()
    chance = random.Random(seed)
    position = new_game(components, seed, players=players, solo_level=level, pool=pool, layout=layout)
    steps: list[Step] = []
    while position.phase is not Phase.GAME_OVER:
        steps.append(chance.choice(legal_steps(components, position)))
        position = apply(components, position, steps[-1])
    record = make_record(components, seed, steps, players=players, solo_level=level, pool=pool, layout=layout)
    return record, position


@pytest.mark.parametrize("setup", SETUPS)
def test_a_record_replays_to_the_same_position(
    setup: tuple[int, int, int | None, Pool, Layout],
) -> None:
    """Written as JSON text and read again, a whole game is the same and ends in the same position."""
    record, final = random_game(*setup)
    again = record_from_json(json.loads(json.dumps(record_to_json(record))))
    assert again == record
    assert replay_record(load_components(), again) == final


def test_an_illegal_step_is_named() -> None:
    data = record_to_json(random_game(*SETUPS[0])[0])
    steps = data["steps"]
    assert isinstance(steps, list)
    steps[3] = {"standUp": {"space": "c1", "workstation": 1}}
    with pytest.raises(InvalidRecord) as refused:
        replay_record(load_components(), record_from_json(data))
    (fault,) = refused.value.faults
    assert (fault.path, fault.reason, fault.found) == ("steps[3].stand_up", "WRONG_PHASE", "SETUP_PLACEMENT")


def test_another_end_is_another_game() -> None:
    data = record_to_json(random_game(*SETUPS[0])[0])
    data["finalDigest"] = "0" * 64
    with pytest.raises(InvalidRecord, match="OTHER_GAME"):
        replay_record(load_components(), record_from_json(data))


def test_other_components_are_refused() -> None:
    data = record_to_json(random_game(*SETUPS[0])[0])
    data["componentsDigest"] = "f" * 64
    with pytest.raises(InvalidRecord, match="OTHER_COMPONENTS"):
        replay_record(load_components(), record_from_json(data))


def test_all_faults_of_the_form_come_at_once() -> None:
    data = {
        "componentsDigest": "x",
        "game": {"seed": 1, "players": 9, "soloLevel": 7},
        "steps": [{"slideTab": {}}, {"jump": {}}],
        "finalDigest": "y",
    }
    with pytest.raises(InvalidRecord) as refused:
        record_from_json(data)
    paths = {fault.path for fault in refused.value.faults}
    assert {"steps[0].slide_tab.type", "game.players", "game.solo_level"} <= paths
    assert any(path.startswith("steps[1]") for path in paths)


@pytest.mark.parametrize(
    ("players", "level", "faults"),
    [
        (2, 1, [("game.players", "2", "1 with a solo_level")]),
        (1, 5, [("game.solo_level", "5", "1 to 4")]),
        (3, 0, [("game.players", "3", "1 with a solo_level"), ("game.solo_level", "0", "1 to 4")]),
        (5, 1, [("game.players", "5", "1 to 4")]),
    ],
)
def test_a_solo_level_goes_with_one_player(
    players: int, level: int, faults: list[tuple[str, str, str]]
) -> None:
    data = {"componentsDigest": "x", "game": {"players": players, "soloLevel": level}, "finalDigest": "y"}
    with pytest.raises(InvalidRecord) as refused:
        record_from_json(data)
    assert [(fault.path, fault.found, fault.allowed) for fault in refused.value.faults] == faults


def test_names_may_go_without_their_prefix() -> None:
    record = random_game(*SETUPS[1])[0]
    data = record_to_json(record)
    game = data["game"]
    assert isinstance(game, dict)
    assert (game["pool"], game["layout"]) == ("DEPARTMENT_POOL_EXPANSION", "TIMELINE_LAYOUT_COLUMNS")
    data["game"] = {**game, "pool": "EXPANSION", "layout": "COLUMNS"}
    assert record_from_json(data) == record


def test_a_part_of_a_game_is_played() -> None:
    """Of a part the end is not compared; the positions of all steps follow from each other."""
    components = load_components()
    record, final = random_game(*SETUPS[3])
    played = list(played_steps(components, record))
    assert [step for _, step, _ in played] == list(record.steps)
    assert all(one[2] == other[0] for one, other in itertools.pairwise(played))
    assert played[-1][2] == final
    assert list(played_steps(components, record, 5)) == played[:5]
    assert list(played_steps(components, record, 0)) == []


def test_a_game_needs_no_steps() -> None:
    record = make_record(load_components(), 7, ())
    data = record_to_json(record)
    del data["steps"]
    assert record_from_json(data) == record
    assert replay_record(load_components(), record) == new_game(load_components(), 7)


def test_a_seed_is_not_negative() -> None:
    data = {"componentsDigest": "x", "game": {"seed": -1}, "finalDigest": "y"}
    with pytest.raises(InvalidRecord, match=r"game\.seed: OUT_OF_RANGE"):
        record_from_json(data)


def test_a_record_with_bids() -> None:
    """A game with bids replays from its record, and bids that cannot be made are named with their paths."""
    bids = (Bid(goods=2, moves=10, vp=-6), Bid(first_player=3))
    record = make_record(COMPONENTS, 4, [], bids=bids)
    data = record_to_json(record)
    assert record_from_json(data) == record
    assert replay_record(COMPONENTS, record) == with_bids(COMPONENTS, new_game(COMPONENTS, 4), bids)
    message = json_format.ParseDict(data, rules_pb2.GameRecord())
    assert record_from_json(json_format.MessageToDict(message)) == record
    with pytest.raises(InvalidRecord) as caught:
        replay_record(COMPONENTS, replace(record, bids=(Bid(goods=9), Bid(moves=7))))
    assert [fault.path for fault in caught.value.faults] == ["game.bids[0].goods", "game.bids[1].moves"]

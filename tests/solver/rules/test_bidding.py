"""The bidding setup: prices, what cannot be bid, and the new game that the bids make."""

from __future__ import annotations

import doctest
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from carnegie_solver.components import InvalidComponents, ProjectType, TabSide, load_components
from carnegie_solver.components.writer import components_to_json
from carnegie_solver.rules import (
    Phase,
    Position,
    apply,
    bidding,
    find_faults,
    legal_steps,
    parse_position,
    position_from_json,
    position_to_json,
    print_position,
)
from carnegie_solver.rules.bidding import Bid, InvalidBids, cost_of, find_bid_faults, with_bids
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.steps import ChooseTabSide, EndTurn, Step
from models.hand_positions import COMPONENTS

CHEAPEST = Bid(goods=2, lobby_employees=3, vp=-6, moves=4)
DEAREST = Bid(goods=6, lobby_employees=7, vp=6, moves=10)


def game(players: int = 2, seed: int = 5) -> Position:
    return new_game(COMPONENTS, seed, players=players)


def faults_of(position: Position, bids: list[Bid]) -> list[tuple[str, str]]:
    with pytest.raises(InvalidBids) as caught:
        with_bids(COMPONENTS, position, bids)
    assert "allowed" in str(caught.value)
    return [(fault.path, fault.reason) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("bid", "dollars"),
    [
        (Bid(), 38),
        (CHEAPEST, 6 + 0 - 12 + 5),
        (DEAREST, 18 + 32 + 12 + 20),
        (Bid(goods=3, lobby_employees=4, vp=-1, moves=5), 9 + 8 - 2 + 8),
        (Bid(goods=5, lobby_employees=6, vp=1, moves=8), 15 + 24 + 2 + 15),
        (Bid(first_player=7), 38),
    ],
)
def test_prices(bid: Bid, dollars: int) -> None:
    """The known ends and the prices of moves are as published, those in between in equal steps."""
    assert cost_of(COMPONENTS, bid) == dollars


def test_steps_between_the_ends_are_equal() -> None:
    table = COMPONENTS.tables.bidding
    for prices, step in ((table.goods, 3), (table.lobby_employees, 8), (table.vp, 2)):
        amounts = sorted(prices)
        assert amounts == list(range(amounts[0], amounts[-1] + 1))
        assert {prices[amount + 1] - prices[amount] for amount in amounts[:-1]} == {step}


def test_the_printed_setup_is_one_of_the_choices() -> None:
    """Who chooses what everybody has without bidding is left with the printed $12."""
    position = game()
    assert with_bids(COMPONENTS, position, [Bid(), Bid()]) == position


def test_bids_make_the_setup() -> None:
    """Goods cubes, employees out of the supply, VP and money are what each player has chosen; five still stand."""
    position = game(3)
    bids = [
        Bid(goods=6, lobby_employees=3, vp=3, moves=10),
        Bid(goods=2, lobby_employees=7, vp=1, moves=4, first_player=2),
        Bid(goods=5, vp=2, moves=5),
    ]
    made = with_bids(COMPONENTS, position, bids)
    assert [player.setup_moves for player in made.players] == [10, 4, 5]
    assert [player.money for player in made.players] == [50 - 44, 50 - 45 - 2, 50 - 43]
    assert [player.goods for player in made.players] == [6, 2, 5]
    assert [player.vp for player in made.players] == [3, 1, 2]
    assert [player.company[0].lying for player in made.players] == [3, 7, 5]
    assert [player.employees_in_supply for player in made.players] == [7, 3, 5]
    for before, after in zip(position.players, made.players, strict=True):
        assert after.company[1:] == before.company[1:]
    assert find_faults(COMPONENTS, made) == ()


def test_the_highest_bidder_alone_pays_and_is_the_first_player() -> None:
    made = with_bids(COMPONENTS, game(), [Bid(first_player=4), Bid(first_player=5)])
    assert (made.first_player, made.player) == (1, 0)
    assert [player.money for player in made.players] == [12, 7]


@pytest.mark.parametrize(("dollars", "first"), [((3, 3), 0), ((0, 0), 0), ((1, 4, 4), 1), ((0, 2, 2, 2), 1)])
def test_among_equal_bids_the_earlier_seat_wins(dollars: tuple[int, ...], first: int) -> None:
    bids = [Bid(first_player=amount) for amount in dollars]
    made = with_bids(COMPONENTS, game(len(bids)), bids)
    assert made.first_player == first
    paid = [12 - player.money for player in made.players]
    assert paid == [amount if number == first else 0 for number, amount in enumerate(dollars)]


@pytest.mark.parametrize(
    ("players", "first", "holders"), [(2, 1, []), (3, 0, [2]), (3, 1, [0]), (3, 2, [1]), (4, 3, [0, 1, 2, 3])]
)
def test_action_choice_tiles_follow_the_first_player(players: int, first: int, holders: list[int]) -> None:
    """With three players the third of them to play holds the tile."""
    bids = [Bid(first_player=5 if number == first else 0) for number in range(players)]
    made = with_bids(COMPONENTS, game(players), bids)
    assert [number for number, player in enumerate(made.players) if player.action_choice_tile] == holders
    assert find_faults(COMPONENTS, made) == ()


def test_all_faults_at_once() -> None:
    """Each amount that is not offered, each player who spends too much, and a wrong number of bids are reported."""
    bids = [
        Bid(goods=7, lobby_employees=2, vp=-7, moves=7, first_player=-1),
        DEAREST,
        Bid(first_player=13),
        Bid(first_player=51),
    ]
    assert faults_of(game(3), bids) == [
        ("bids", "WRONG_LENGTH"),
        ("bids[0].goods", "OUT_OF_RANGE"),
        ("bids[0].lobby_employees", "OUT_OF_RANGE"),
        ("bids[0].vp", "OUT_OF_RANGE"),
        ("bids[0].moves", "OUT_OF_RANGE"),
        ("bids[0].first_player", "OUT_OF_RANGE"),
        ("bids[1]", "NOT_ENOUGH_MONEY"),
        ("bids[2]", "NOT_ENOUGH_MONEY"),
        ("bids[3].first_player", "OUT_OF_RANGE"),
    ]


def test_the_price_of_what_is_not_offered() -> None:
    with pytest.raises(InvalidBids, match="moves: OUT_OF_RANGE: found 7, allowed one of 4, 5, 6, 8, 10"):
        cost_of(COMPONENTS, Bid(moves=7))


def test_all_of_the_money_can_be_spent() -> None:
    """A bid of everything that is left leaves nothing."""
    made = with_bids(COMPONENTS, game(1), [Bid(first_player=12)])
    assert made.players[0].money == 0


def test_bids_come_before_everything_else() -> None:
    """A game in which something has been decided takes no bids."""
    position = game()
    other = replace(position, players=(replace(position.players[0], money=1), position.players[1]))
    reserved = replace(position.players[1], reserved_department="Sales")
    assert faults_of(other, [Bid(), Bid()]) == [("position.players[0]", "INCONSISTENT")]
    assert faults_of(replace(position, players=(position.players[0], reserved)), [Bid(), Bid()]) == [
        ("position.players[1]", "INCONSISTENT")
    ]
    assert faults_of(replace(position, player=0), [Bid()]) == [
        ("position.player", "INCONSISTENT"),
        ("bids", "WRONG_LENGTH"),
    ]
    begun = replace(position, phase=Phase.SELECT_TIMELINE, player=0)
    assert faults_of(begun, [Bid(), Bid()]) == [("position.phase", "INCONSISTENT")]


def test_the_game_goes_on_from_the_bids() -> None:
    """The player to the right of the new first player places first, as after any setup."""
    position = with_bids(COMPONENTS, game(3), [Bid(), Bid(first_player=1), Bid()])
    step: Step = ChooseTabSide(ProjectType.HOUSING, TabSide.B)
    assert apply(COMPONENTS, position, step).players[0].tabs[ProjectType.HOUSING].side is TabSide.B


def test_each_player_makes_the_moves_that_were_bid_for() -> None:
    """In the order of play each one's setup moves are what was bid, or as printed; then nothing is left of the bid."""
    position = with_bids(COMPONENTS, game(3), [Bid(moves=4), Bid(moves=10, vp=-6), Bid()])
    assert position.players[1].vp == -6
    moves = {}
    while position.phase is not Phase.SELECT_TIMELINE:
        assert find_faults(COMPONENTS, position) == ()
        assert position_from_json(COMPONENTS, position_to_json(COMPONENTS, position)) == position
        assert parse_position(COMPONENTS, print_position(COMPONENTS, position)) == position
        if position.phase is Phase.SETUP_MOVES and position.turn is not None:
            moves[position.player] = position.turn.moves
        steps = legal_steps(COMPONENTS, position)
        ends = EndTurn() in steps
        position = apply(COMPONENTS, position, EndTurn() if ends else steps[-1])
    assert moves == {0: 4, 1: 10, 2: 6}
    assert all(player.setup_moves is None for player in position.players)


offered = COMPONENTS.tables.bidding
bids_of_anybody = st.builds(
    Bid,
    goods=st.sampled_from(sorted(offered.goods)),
    lobby_employees=st.sampled_from(sorted(offered.lobby_employees)),
    vp=st.sampled_from(sorted(offered.vp)),
    moves=st.sampled_from(sorted(offered.moves)),
    first_player=st.integers(-1, 51),
)


@given(st.lists(bids_of_anybody, min_size=1, max_size=4))
def test_nothing_is_lost_between_the_bids_and_the_game(bids: list[Bid]) -> None:
    """Who has bid soundly has $50 less what was chosen and, as the first player, the bid; and fifteen employees."""
    faults = find_bid_faults(COMPONENTS, len(bids), bids)
    sound = [
        0 <= bid.first_player <= 50
        and 3 * bid.goods
        + 8 * (bid.lobby_employees - 3)
        + 2 * bid.vp
        + {4: 5, 5: 8, 6: 10, 8: 15, 10: 20}[bid.moves]
        + bid.first_player
        <= 50
        for bid in bids
    ]
    faulty = {fault.path.split(".")[0] for fault in faults}
    assert [f"bids[{number}]" not in faulty for number in range(len(bids))] == sound
    if not all(sound):
        return
    made = with_bids(COMPONENTS, game(len(bids)), bids)
    for number, (player, bid) in enumerate(zip(made.players, bids, strict=True)):
        paid = bid.first_player if number == made.first_player else 0
        assert player.money == 50 - cost_of(COMPONENTS, bid) - paid >= 0
        assert player.company[0].lying + player.employees_in_supply == 10
    assert bids[made.first_player].first_player == max(bid.first_player for bid in bids)


def table() -> dict[str, Any]:
    """Give the printed prices as a user would begin his own, without their source."""
    printed: Any = deepcopy(components_to_json(COMPONENTS)["bidding"])
    del printed["source"]
    return dict(printed)


def test_a_users_prices() -> None:
    """A user's table takes the place of the assumed one; a file without it leaves the assumed one in force."""
    prices = table()
    prices["goods"]["3"] = 8
    components = load_components({"bidding": prices})
    assert cost_of(components, Bid(goods=3)) == cost_of(COMPONENTS, Bid(goods=3)) - 1
    assert components.tables.bidding.source == "user"
    assert "bidding" not in components.assumed
    tabs = components_to_json(COMPONENTS)["project_tabs"]
    assert load_components({"project_tabs": tabs}).tables.bidding == COMPONENTS.tables.bidding


@pytest.mark.parametrize(
    ("field", "value", "path", "reason"),
    [
        ("goods", {}, "bidding.goods", "INCONSISTENT"),
        ("goods", {"2": -1}, "bidding.goods.2", "OUT_OF_RANGE"),
        ("lobby_employees", {"11": 1}, "bidding.lobby_employees.11", "OUT_OF_RANGE"),
        ("vp", {"0": "0"}, "bidding.vp.0", "WRONG_TYPE"),
        ("moves", {"few": 1}, "bidding.moves.few", "WRONG_TYPE"),
        ("most_dollars", 0, "bidding.most_dollars", "OUT_OF_RANGE"),
        ("extra", 1, "bidding.extra", "UNKNOWN_FIELD"),
    ],
)
def test_faulty_prices(field: str, value: object, path: str, reason: str) -> None:
    with pytest.raises(InvalidComponents) as caught:
        load_components({"bidding": {**table(), field: value}})
    assert [(fault.path, fault.reason) for fault in caught.value.faults] == [(path, reason)]


def test_the_example() -> None:
    failed, tried = doctest.testmod(bidding)
    assert (failed, tried > 0) == (0, True)

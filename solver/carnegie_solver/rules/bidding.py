"""The expansion's bidding setup: what a player's choice costs, and the new game that the choices make [public].

Every choice and every rule that the sources leave open is in `docs/rules.md`, 13.8 to 13.12.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.faults import Fault, InvalidInput, join, shown
from carnegie_solver.rules.position import Phase, Player, Position
from carnegie_solver.rules.setup_values import holds_action_choice_tile, starting_company


class Bid(Struct, frozen=True):
    """What one player chooses in the bidding setup; left out, the printed setup and nothing for the first seat.

    Attributes
    ----------
    goods, lobby_employees, vp, moves
        Goods cubes, employees lying in the Lobby, VP, and employee moves of the setup.
    first_player
        Dollars for being the first player.
    """

    goods: int = 4
    lobby_employees: int = 5
    vp: int = 0
    moves: int = 6
    first_player: int = 0


class InvalidBids(InvalidInput):
    """Bids that cannot be made, all their faults in `faults`."""

    subject = "bids"


def cost_of(components: Components, bid: Bid) -> int:
    """Give what a choice costs in dollars, without the bid for the first seat, which only the highest bidder pays.

    Raises
    ------
    InvalidBids
        When it names an amount that is not offered.
    """
    faults = tuple(_amount_faults(components, bid, ""))
    if faults:
        raise InvalidBids(faults)
    return _cost(components, bid)


def find_bid_faults(components: Components, players: int, bids: Sequence[Bid]) -> tuple[Fault, ...]:
    """List every fault of the bids of a game's players, in the order of their seats."""
    faults: list[Fault] = []
    if len(bids) != players:
        faults.append(Fault("bids", "WRONG_LENGTH", f"{len(bids)} bids", f"{players}, one for each player"))
    for number, bid in enumerate(bids):
        faults.extend(_bid_faults(components, bid, join("bids", number)))
    return tuple(faults)


def with_bids(components: Components, position: Position, bids: Sequence[Bid]) -> Position:
    """Give a new game as the bids of its players make it.

    Parameters
    ----------
    position
        A game as `new_game` gives it, in which nothing has been decided.
    bids
        One for each player, in the order of their seats.

    Returns
    -------
    Position
        The game, whose first player is the highest bidder, the earlier seat among equals.

    Raises
    ------
    InvalidBids
        With every fault: amounts that are not offered, players who would spend too much, a game that is not new.

    Examples
    --------
    >>> from carnegie_solver.components import load_components
    >>> from carnegie_solver.rules.new_game import new_game
    >>> components = load_components()
    >>> game = with_bids(components, new_game(components, 7), [Bid(), Bid(goods=2, moves=8, first_player=6)])
    >>> [player.money for player in game.players], game.players[1].setup_moves, game.first_player
    ([12, 7], 8, 1)
    """
    faults = (
        *_new_game_faults(components, position),
        *find_bid_faults(components, len(position.players), bids),
    )
    if faults:
        raise InvalidBids(faults)
    count = len(position.players)
    first = max(range(count), key=lambda number: (bids[number].first_player, -number))
    players = tuple(
        _with_bid(components, player, bid, number == first)
        for number, (player, bid) in enumerate(zip(position.players, bids, strict=True))
    )
    # Action Choice tiles go by who plays when, which the new first player changes [decided].
    players = tuple(
        replace(
            player, action_choice_tile=holds_action_choice_tile(components, (number - first) % count, count)
        )
        for number, player in enumerate(players)
    )
    return replace(position, players=players, first_player=first, player=(first - 1) % count)


def _offers(components: Components) -> dict[str, Mapping[int, int]]:
    """Give the prices by amount of everything that is offered, under the names of a bid's fields."""
    table = components.tables.bidding
    return {
        "goods": table.goods,
        "lobby_employees": table.lobby_employees,
        "vp": table.vp,
        "moves": table.moves,
    }


def _cost(components: Components, bid: Bid) -> int:
    return sum(prices[getattr(bid, field)] for field, prices in _offers(components).items())


def _amount_faults(components: Components, bid: Bid, path: str) -> Iterator[Fault]:
    for field, prices in _offers(components).items():
        amount = getattr(bid, field)
        if amount not in prices:
            allowed = "one of " + ", ".join(str(offered) for offered in sorted(prices))
            yield Fault(join(path, field), "OUT_OF_RANGE", shown(amount), allowed)


def _bid_faults(components: Components, bid: Bid, path: str) -> Iterator[Fault]:
    most = components.tables.bidding.most_dollars
    unknown = list(_amount_faults(components, bid, path))
    yield from unknown
    if not 0 <= bid.first_player <= most:
        yield Fault(join(path, "first_player"), "OUT_OF_RANGE", shown(bid.first_player), f"0 to {most}")
    elif not unknown and _cost(components, bid) + bid.first_player > most:
        # Whoever might win the first seat must be able to pay for it [decided].
        found = f"${_cost(components, bid)}, and ${bid.first_player} for the first seat"
        yield Fault(path, "NOT_ENOUGH_MONEY", found, f"${most} in all")


def _new_game_faults(components: Components, position: Position) -> Iterator[Fault]:
    """Find what shows that something has been decided in a game."""
    if position.phase is not Phase.SETUP_PLACEMENT:
        yield Fault("position.phase", "INCONSISTENT", position.phase.name, "SETUP_PLACEMENT: a new game")
        return
    if position.player != (position.first_player - 1) % len(position.players):
        yield Fault("position.player", "INCONSISTENT", str(position.player), "the last player: a new game")
    setup = components.tables.setup
    for number, player in enumerate(position.players):
        path = join("position.players", number)
        if player.projects or player.reserved_department is not None:
            yield Fault(path, "INCONSISTENT", "a player who has placed or reserved", "a new game")
        elif (player.money, player.goods, player.vp, player.company) != (
            setup.money,
            setup.goods,
            0,
            starting_company(components),
        ):
            yield Fault(path, "INCONSISTENT", "other holdings than at setup", "a new game")


def _with_bid(components: Components, player: Player, bid: Bid, wins: bool) -> Player:
    """Give a player what the bid names, and as money what is left [decided]."""
    lobby = player.company[0]
    left = components.tables.bidding.most_dollars - _cost(components, bid) - (bid.first_player if wins else 0)
    return replace(
        player.with_space(0, replace(lobby, lying=bid.lobby_employees)),
        money=left,
        goods=bid.goods,
        vp=bid.vp,
        setup_moves=None if bid.moves == components.tables.setup.setup_moves else bid.moves,
        employees_in_supply=player.employees_in_supply + lobby.lying - bid.lobby_employees,
    )

"""What a request for a new game asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from carnegie.v1 import rules_pb2, solo_pb2
from carnegie_server.errors import Violation, found_and_allowed
from carnegie_solver.rules.bidding import Bid
from carnegie_solver.rules.new_game import Layout, Pool

_POOLS = {
    rules_pb2.DEPARTMENT_POOL_UNSPECIFIED: Pool.BASE,
    rules_pb2.DEPARTMENT_POOL_BASE: Pool.BASE,
    rules_pb2.DEPARTMENT_POOL_EXPANSION: Pool.EXPANSION,
    rules_pb2.DEPARTMENT_POOL_ONE_OF_EACH: Pool.ONE_OF_EACH,
}
_LAYOUTS = {
    rules_pb2.TIMELINE_LAYOUT_UNSPECIFIED: Layout.ROWS,
    rules_pb2.TIMELINE_LAYOUT_ROWS: Layout.ROWS,
    rules_pb2.TIMELINE_LAYOUT_COLUMNS: Layout.COLUMNS,
}
_USUAL_PLAYERS = 2
_LOWEST_LEVEL = 1
_MOST = 4


class _RequestForGame(Protocol):
    @property
    def seed(self) -> int: ...
    @property
    def pool(self) -> rules_pb2.DepartmentPool.ValueType: ...
    @property
    def layout(self) -> rules_pb2.TimelineLayout.ValueType: ...


@dataclass(frozen=True, slots=True)
class RequestedSetup:
    """The game that a request asks for, as far as what it says is good.

    Attributes
    ----------
    seed
        The seed of everything that is chance.
    players
        How many players there are.
    solo_level
        The level of Andrew; None for a game without him.
    pool, layout
        The Department tiles, and how the timeline tiles are laid.
    violations
        What is wrong with the request.
    bids
        The players' bids; empty for the printed setup.
    """

    seed: int
    players: int
    solo_level: int | None
    pool: Pool
    layout: Layout
    violations: tuple[Violation, ...]
    bids: tuple[Bid, ...] = ()


def read_setup(request: rules_pb2.NewGameRequest) -> RequestedSetup:
    """Read what a game without Andrew is to be like."""
    players = request.players if request.HasField("players") else _USUAL_PLAYERS
    setup = _setup(request, players, None, _outside("players", players))
    return replace(setup, bids=tuple(map(_bid, request.bids)))


def _bid(message: rules_pb2.Bid) -> Bid:
    said = {field.name: value for field, value in message.ListFields()}
    return Bid(**said)


def read_solo_setup(request: solo_pb2.NewSoloGameRequest, violations: Iterable[Violation]) -> RequestedSetup:
    """Read what a game against Andrew is to be like; `violations` are what else is wrong with the request."""
    level = request.level if request.HasField("level") else _LOWEST_LEVEL
    return _setup(request, 1, level, [*violations, *_outside("level", level)])


def _setup(
    request: _RequestForGame, players: int, level: int | None, violations: list[Violation]
) -> RequestedSetup:
    if request.seed < 0:
        violations.append(_violation("seed", "OUT_OF_RANGE", request.seed, "0 or more"))
    pool, layout = _POOLS.get(request.pool), _LAYOUTS.get(request.layout)
    if pool is None:
        allowed = ", ".join(rules_pb2.DepartmentPool.keys())
        violations.append(_violation("pool", "UNKNOWN_ENUM_VALUE", request.pool, f"one of {allowed}"))
    if layout is None:
        allowed = ", ".join(rules_pb2.TimelineLayout.keys())
        violations.append(_violation("layout", "UNKNOWN_ENUM_VALUE", request.layout, f"one of {allowed}"))
    return RequestedSetup(
        request.seed, players, level, pool or Pool.BASE, layout or Layout.ROWS, tuple(violations)
    )


def _outside(field: str, number: int) -> list[Violation]:
    if 1 <= number <= _MOST:
        return []
    return [_violation(field, "OUT_OF_RANGE", number, f"1 to {_MOST}")]


def _violation(field: str, reason: str, found: int, allowed: str) -> Violation:
    return Violation(field, reason, found_and_allowed(str(found), allowed))

"""Incomes: what a printed income does to the player who gets it."""

from __future__ import annotations

from dataclasses import replace

from carnegie_solver.components.tables import Income
from carnegie_solver.rules.position import Player

LOBBY_INDEX = 0


def receive(player: Player, income: Income, lobby: int = LOBBY_INDEX) -> Player:
    """Give the player after a plain income; its study points are for the turn to hold [public].

    A new employee comes from the supply and lies in a Lobby; with an empty supply there is none [decided].
    """
    hired = min(income.new_employee, player.employees_in_supply)
    if hired:
        space = player.company[lobby]
        player = player.with_space(lobby, replace(space, lying=space.lying + hired))
    return replace(
        player,
        money=player.money + income.money,
        goods=player.goods + income.goods,
        vp=player.vp + income.vp,
        employees_in_supply=player.employees_in_supply - hired,
    )

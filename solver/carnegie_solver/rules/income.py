"""Incomes: what a printed income does to the player who gets it, where, and at which space of a track."""

from __future__ import annotations

from msgspec.structs import replace

from carnegie_solver.components import LOBBY, Components, Region
from carnegie_solver.components.tables import Income
from carnegie_solver.rules.departments import rule_of, staffed_rules
from carnegie_solver.rules.position import Player
from carnegie_solver.rules.steps import BringHome, BuildProject, ChooseIncome, IllegalStep, UseDepartment
from carnegie_solver.rules.turn import space_named

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


def lobbies(player: Player) -> tuple[int, ...]:
    """Give the spaces of the Company that are Lobbies: employees who come home lie in one of them [public]."""
    others = (index for index, space in enumerate(player.company) if rule_of(space.department).second_lobby)
    return (LOBBY_INDEX, *others)


def lobby_named(
    components: Components,
    player: Player,
    step: BringHome | ChooseIncome | UseDepartment | BuildProject,
    *,
    new_employee: bool = True,
) -> int:
    """Give the space of the Lobby that a step names; where nobody comes to it, it has to be the printed one.

    Raises
    ------
    IllegalStep
        For any other space.
    """
    index = space_named(components, step, step.lobby, "lobby")
    own = lobbies(player) if new_employee else (LOBBY_INDEX,)
    if index not in own:
        allowed = ", ".join(components.space_labels[lobby] for lobby in own)
        if not new_employee:
            allowed += f", for nobody comes: leave it {LOBBY}"
        raise IllegalStep(step, "NOT_A_LOBBY", "lobby", repr(step.lobby), allowed)
    return index


def takes_lower_income(player: Player) -> bool:
    """Whether the player may take transport income at a lower space of the track: with Archives staffed [public]."""
    return any(rule.lower_income for rule in staffed_rules(player))


def transport_income(
    components: Components, player: Player, region: Region, step: BringHome | BuildProject
) -> Income:
    """Give the transport income at the player's disk on a track, or at a lower space that the step names [public].

    Raises
    ------
    IllegalStep
        When it names one without Archives staffed, or one that is not lower.
    """
    reached = player.transport[region]
    if step.track_space is not None:
        if not takes_lower_income(player):
            found = "no employee in a Department such as Archives"
            raise IllegalStep(step, "NOT_STAFFED", "track_space", found, "Archives staffed")
        if not 0 <= step.track_space < reached:
            allowed = f"0 to {reached - 1}, below the disk" if reached else "none below the disk"
            raise IllegalStep(step, "NOT_LOWER", "track_space", step.track_space, allowed)
        reached = step.track_space
    return components.tracks[region].spaces[reached].income


def track_spaces(player: Player, region: Region) -> tuple[int | None, ...]:
    """Give the spaces of a track that a step can name to take transport income at, None being the disk's own."""
    return (None, *range(player.transport[region])) if takes_lower_income(player) else (None,)

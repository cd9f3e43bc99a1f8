"""Which Department tiles a step of a game makes use of, and whether a game has filled a board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from carnegie_solver.components import Action
from carnegie_solver.rules import Phase, Position, Step
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    BuildDepartment,
    BuildProject,
    ChooseIncome,
    Donate,
    EndTurn,
    MoveEmployee,
    StandUp,
    UseDepartment,
)
from models.hand_positions import COMPONENTS
from models.random_games import donation_spaces, last_spaces
from models.second_opinion import CITIES, TABS
from models.step_changes import INDEX, TILES, department_at, staffed

ALL_TILES = frozenset(TILES)
ENDGAME = tuple(name for name, row in TILES.items() if row["timing"] == "ENDGAME")


def tiles_at_work(before: Position, step: Step, after: Position) -> Iterator[str]:
    """Give the names of the tiles that a step uses, or that change what it does."""
    player = before.decider
    match step:
        case UseDepartment(label) | BuildProject(label) | Donate(_, str(label)):
            yield department_at(player, label)
        case BuildDepartment(_, _, fetched) if fetched is not None:
            yield "Property Management"
        case StandUp(_, _, payroll) if payroll is not None:
            yield "Payroll Management"
        case AdvanceTransport(region) if staffed(player, "Telegraph Operators"):
            if COMPONENTS.tracks[region].advance_costs[player.transport[region]] > 1:
                yield "Telegraph Operators"
        case MoveEmployee(path):
            if any(
                INDEX[other] not in COMPONENTS.space_neighbours[INDEX[one]] for one, other in pairwise(path)
            ):
                yield "Corporate Communications"
        case EndTurn() if after.phase is Phase.GAME_OVER:
            yield from (name for name in ENDGAME for owner in after.players if staffed(owner, name))
        case _:
            pass
    yield from _ongoing(before, step, after)


def _ongoing(before: Position, step: Step, after: Position) -> Iterator[str]:
    player = before.decider
    if isinstance(step, Donate) and staffed(player, "Communications"):
        yield "Communications"
    if isinstance(step, BuildProject) and staffed(player, "Political Lobbying"):
        city = CITIES[step.city]
        yield "Political Lobbying by VP" if after.decider.vp > player.vp else "Political Lobbying by type"
        assert (after.decider.vp > player.vp) or city["spaces"][step.city_space] != step.type.name
        yield "Political Lobbying"
    if isinstance(step, BringHome | BuildProject) and step.track_space is not None:
        yield "Archives"
    if isinstance(step, AdvanceTransport) and enters_a_held_space(before, after):
        yield "Archives on a last space"
    if isinstance(step, BringHome | ChooseIncome | UseDepartment) and step.lobby != "lobby":
        yield "New Lobby"
    researching = after.turn is not None and after.turn.action is Action.RESEARCH_AND_DEVELOPMENT
    begins = (after.player, after.phase) != (before.player, before.phase)
    if researching and begins and staffed(after.decider, "Advanced Design"):
        yield "Advanced Design"


def enters_a_held_space(before: Position, after: Position) -> bool:
    """Whether an advance has led to a last space that another disk holds."""
    new = set(last_spaces(after)) - set(last_spaces(before))
    return any(region in {held for held, _ in last_spaces(before)} for region, _ in new)


def filled(position: Position) -> Iterator[str]:
    """Give the boards of a position that are full: a Company, a player's four tabs, the donations."""
    for player in position.players:
        if all(space.department is not None for space in player.company[1:]):
            yield "a Company of 16 Departments"
        ends = (
            tab.pulled == len(TABS[kind, tab.side.name]["spaces"]) - 1
            for kind, tab in zip(
                ("HOUSING", "COMMERCE", "INDUSTRY", "PUBLIC_INFRASTRUCTURE"), player.tabs, strict=True
            )
        )
        if all(ends):
            yield "four tabs fully pulled"
    if set(donation_spaces(position)) == set(COMPONENTS.donations):
        yield "no free donation space"

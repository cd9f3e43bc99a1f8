"""Plans: the steps of one decision, with the standing-up at the end of the round that they count on."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.rules import Phase, Position, Step, apply
from carnegie_solver.rules.steps import EndTurn
from carnegie_solver.rules.turn import STANDING_UP_PHASES, TURN_PHASES


class Plan(Struct, frozen=True, gc=False):
    """A player's steps for one decision, its end included.

    `in_round` holds later decisions of the same round that the plan counts on, each with its end: the event and the use
    of Departments, where the decision is the row of the timeline. `at_end_of_round` holds the standing-up that it
    counts on: goods cubes sold and employees stood up, once all players have used their Departments. It is empty where
    the decision is the standing-up itself.
    """

    steps: tuple[Step, ...]
    at_end_of_round: tuple[Step, ...] = ()
    in_round: tuple[Step, ...] = ()


class ResourceChange(Struct, frozen=True, gc=False):
    """Differences of what a player has: dollars, goods cubes, VP, and moves and study points of the turn."""

    money: int = 0
    goods: int = 0
    vp: int = 0
    moves: int = 0
    study_points: int = 0


class PlannedStep(Struct, frozen=True, gc=False):
    """A step with what it changes for the player."""

    step: Step
    change: ResourceChange


def change(before: Position, after: Position, player: int) -> ResourceChange:
    """Give what has changed for a player between two positions; a turn that has ended changes no moves or points."""
    one, other = before.players[player], after.players[player]
    same_turn = before.turn is not None and after.turn is not None and before.player == after.player == player
    moves = points = 0
    if same_turn and before.turn is not None and after.turn is not None:
        moves = after.turn.moves - before.turn.moves
        points = after.turn.study_points - before.turn.study_points
    return ResourceChange(other.money - one.money, other.goods - one.goods, other.vp - one.vp, moves, points)


def pass_to_standing_up(components: Components, position: Position, player: int) -> Position:
    """Give the position in which a player stands employees up, when everybody before only ends what he decides.

    Raises
    ------
    ValueError
        When the position is not in a turn, or in a standing-up that has passed the player by.
    """
    while not (position.phase in STANDING_UP_PHASES and position.player == player):
        if position.phase not in (*TURN_PHASES, *STANDING_UP_PHASES):
            raise ValueError(f"player {player} stands nobody up after phase {position.phase.name}")
        position = _passed(components, position)
    return position


def pass_to_own_decision(components: Components, position: Position, player: int) -> Position:
    """Give the position in which a player decides again in this round, when everybody before only ends what he decides.

    Raises
    ------
    ValueError
        When he decides no more in this round.
    """
    while position.player != player or (position.andrew is not None and position.andrew.to_act):
        if position.phase not in (*TURN_PHASES, *STANDING_UP_PHASES):
            raise ValueError(f"player {player} decides no more before phase {position.phase.name}")
        position = _passed(components, position)
    return position


def _passed(components: Components, position: Position) -> Position:
    """Give the position after a decision in which nothing is done; Andrew, whose cards nobody knows, does nothing."""
    if position.andrew is not None and position.andrew.to_act:
        return replace(position, andrew=replace(position.andrew, to_act=False))
    return apply(components, position, EndTurn())


def stages(
    components: Components, position: Position, plan: Plan
) -> Iterator[tuple[Step, Position, Position, bool]]:
    """Play a plan through the referee: each step, the position before and after it, and whether it is a later one.

    Raises
    ------
    IllegalStep
        At the first step that the rules forbid.
    """
    player = position.player
    for step in plan.steps:
        after = apply(components, position, step)
        yield step, position, after, False
        position = after
    for step in plan.in_round:
        position = pass_to_own_decision(components, position, player)
        after = apply(components, position, step)
        yield step, position, after, True
        position = after
    if plan.at_end_of_round:
        position = pass_to_standing_up(components, position, player)
    for step in plan.at_end_of_round:
        after = apply(components, position, step)
        yield step, position, after, True
        position = after


def outcome(components: Components, position: Position, plan: Plan) -> Position:
    """Give the position after a whole plan; raises IllegalStep at the first step that the rules forbid."""
    reached = position
    for _, _, after, _ in stages(components, position, plan):
        reached = after
    return reached


def is_standing_up(position: Position) -> bool:
    """Whether the decision awaited is standing employees up."""
    return position.phase in (Phase.STANDING_UP, Phase.SETUP_STANDING_UP)

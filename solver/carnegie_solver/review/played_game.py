"""A recorded game, cut into the decisions of a player, with how it stood after each round."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from carnegie_solver.advisor import decision_of
from carnegie_solver.components import Components
from carnegie_solver.evaluation import ends_decision
from carnegie_solver.review.margin import ExpectedMargin, margin_after_round
from carnegie_solver.rules import Phase, Position, Step, apply, legal_steps
from carnegie_solver.rules.record import GameRecord, begin, played_steps
from carnegie_solver.rules.steps import PlayAndrew


class PlayedDecision(Struct, frozen=True):
    """A decision that a player has made in a recorded game.

    Attributes
    ----------
    first_step
        Its first step in the record, counted from 0.
    steps
        Its steps, the end included.
    position
        The position that waited for it.
    decision
        What was decided, one of `advisor.DECISIONS`.
    """

    first_step: int
    steps: tuple[Step, ...]
    position: Position
    decision: str


class PlayedGame(Struct, frozen=True):
    """A recorded game as a player has played it.

    Attributes
    ----------
    decisions
        The player's, in order; one in which the record breaks off is left out.
    margins
        The expected final margin of the player after each round that was played to its end, in order; none in a game of
        one player without Andrew.
    end
        The position after the last step.
    """

    decisions: tuple[PlayedDecision, ...]
    margins: tuple[ExpectedMargin, ...]
    end: Position


def played_game(components: Components, record: GameRecord, player: int) -> PlayedGame:
    """Play a record again, and cut it.

    Parameters
    ----------
    components
        Those that it was played with.
    record
        The record.
    player
        An index into its players.

    Raises
    ------
    InvalidRecord
        As `record.played_steps` does.
    """
    decisions: list[PlayedDecision] = []
    margins: list[ExpectedMargin] = []
    own: list[Step] = []
    start = end = begin(components, record)
    for number, (before, step, after) in enumerate(played_steps(components, record)):
        end = after
        # Andrew's steps are nobody's decision, although a player is named in the positions that wait for him.
        if before.player == player and not isinstance(step, PlayAndrew):
            if not own:
                start = before
            own.append(step)
            if ends_decision(step):
                decisions.append(_decision(number + 1 - len(own), own, start))
                own = []
        if after.round > before.round or (after.phase is Phase.GAME_OVER and after.phase is not before.phase):
            margin = margin_after_round(components, after, player, record.solo_level)
            margins += [] if margin is None else [margin]
    return PlayedGame(tuple(decisions), tuple(margins), end)


def _decision(first_step: int, steps: Iterable[Step], position: Position) -> PlayedDecision:
    decision = decision_of(position)
    assert decision is not None, "a decision in a game that is over"
    return PlayedDecision(first_step, tuple(steps), position, decision)


def is_forced(components: Components, played: PlayedDecision) -> bool:
    """Whether the rules left no choice in a decision: one legal step at a time, to its end."""
    position = played.position
    for step in played.steps:
        if len(legal_steps(components, position)) > 1:
            return False
        position = apply(components, position, step)
    return True

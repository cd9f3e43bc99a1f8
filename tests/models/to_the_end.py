"""The last round played to its end: by every step sequence, and by following the advice decision by decision."""

from __future__ import annotations

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Components
from carnegie_solver.rules import Phase, Position, apply, legal_steps
from carnegie_solver.rules.scoring import score_sheet, total
from carnegie_solver.rules.steps import EndTurn, SellGoods
from models.enumeration import TooLarge


def final_score(components: Components, position: Position, player: int) -> int:
    """Give a player's VP by his score sheet."""
    return total(score_sheet(components, position.players[player]))


def passed(components: Components, position: Position, player: int) -> Position:
    """Have everybody else end what he decides, until a player decides again or the game is over."""
    while position.phase is not Phase.GAME_OVER and position.player != player:
        position = apply(components, position, EndTurn())
    return position


def best_score(components: Components, position: Position, most: int) -> int:
    """Give the most VP that the deciding player can end the game with, whatever legal steps he takes.

    Raises
    ------
    TooLarge
        When there are more than `most` positions on the way.
    """
    player = position.player
    seen = {position}
    frontier = [position]
    best = -1
    while frontier:
        reached = frontier.pop()
        if reached.phase is Phase.GAME_OVER:
            best = max(best, final_score(components, reached, player))
            continue
        for step in legal_steps(components, reached):
            if isinstance(step, SellGoods) and step.count > 1:  # one by one every number is sold
                continue
            following = passed(components, apply(components, reached, step), player)
            if following not in seen:
                seen.add(following)
                frontier.append(following)
                if len(seen) > most:
                    raise TooLarge
    return best


def followed(components: Components, position: Position) -> tuple[int, bool, bool]:
    """Follow the advice to the end: the player's VP, whether all of it was proved, and whether it did anything."""
    player = position.player
    proved = True
    acted = False
    while position.phase is not Phase.GAME_OVER:
        suggestion = suggest(components, position, strict=True)
        proved = proved and suggestion.lines[0].proved
        for planned in suggestion.lines[0].steps:
            acted = acted or not isinstance(planned.step, EndTurn)
            position = apply(components, position, planned.step)
        position = passed(components, position, player)
    return final_score(components, position, player), proved, acted

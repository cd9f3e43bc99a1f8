"""The order of decisions: how a turn begins, and who decides next."""

from __future__ import annotations

from dataclasses import replace

from carnegie_solver.components import Action, Components
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.position import Phase, Player, Position, Turn
from carnegie_solver.rules.steps import EndTurn, IllegalStep

TURN_PHASES = (Phase.USE_DEPARTMENTS, Phase.SETUP_MOVES)
STANDING_UP_PHASES = (Phase.STANDING_UP, Phase.SETUP_STANDING_UP)


def begin_turn(components: Components, player: Player, action: Action) -> Turn:
    """Count what a player's turn begins with: moves, study points, uses [seed]."""
    moves = study_points = 0
    uses = []
    for index, space in enumerate(player.company):
        if space.department is None or components.departments[space.department].type is not action:
            continue
        rule = rule_of(space.department)
        standing = len(space.standing_at)
        moves += rule.moves * (standing + components.departments[space.department].permanent_employees)
        study_points += rule.study_points * standing
        if rule.has_uses and standing:
            uses.append((index, standing))
    return Turn(action, moves, study_points, tuple(uses))


def setup_turn(components: Components) -> Turn:
    """Give the turn of a player's setup moves [public]."""
    return Turn(Action.HUMAN_RESOURCES, moves=components.tables.setup.setup_moves)


def end_turn(components: Components, position: Position, step: EndTurn) -> Position:
    """End the decision and pass to the next: clockwise, then to standing up, then to the next round [public]."""
    following = (position.player + 1) % len(position.players)
    last = following == position.first_player
    match position.phase:
        case Phase.USE_DEPARTMENTS if last:
            return replace(position, phase=Phase.STANDING_UP, player=position.first_player, turn=None)
        case Phase.USE_DEPARTMENTS:
            assert position.action is not None
            turn = begin_turn(components, position.players[following], position.action)
            return replace(position, player=following, turn=turn)
        case Phase.STANDING_UP if last:
            return _next_round(components, position)
        case Phase.STANDING_UP:
            return replace(position, player=following)
        case Phase.SETUP_MOVES:
            return replace(position, phase=Phase.SETUP_STANDING_UP, turn=None)
        case Phase.SETUP_STANDING_UP if last:
            return replace(position, phase=Phase.SELECT_TIMELINE, player=position.first_player)
        case Phase.SETUP_STANDING_UP:
            turn = setup_turn(components)
            return replace(position, phase=Phase.SETUP_MOVES, player=following, turn=turn)
        case _:
            raise IllegalStep(step, "WRONG_PHASE", "", position.phase.name, "a phase that a player can end")


def _next_round(components: Components, position: Position) -> Position:
    if position.round == components.tables.setup.rounds:
        return replace(position, phase=Phase.GAME_OVER, player=position.first_player, action=None)
    first = (position.first_player + 1) % len(position.players)
    return replace(
        position,
        round=position.round + 1,
        phase=Phase.SELECT_TIMELINE,
        first_player=first,
        player=first,
        action=None,
    )


def turn_of(position: Position, step: object, action: Action | None = None) -> Turn:
    """Give the deciding player's turn; raise IllegalStep outside a turn, or in one of another action."""
    if position.phase not in TURN_PHASES or position.turn is None:
        raise IllegalStep(step, "WRONG_PHASE", "", position.phase.name, "USE_DEPARTMENTS")
    if action is not None and position.turn.action is not action:
        raise IllegalStep(step, "WRONG_ACTION", "", position.turn.action.name, action.name)
    return position.turn


def space_named(components: Components, step: object, label: str, path: str = "space") -> int:
    """Give the index of a space of the Company; raise IllegalStep for an unknown one."""
    index = components.space_index.get(label)
    if index is None:
        raise IllegalStep(step, "UNKNOWN_SPACE", path, repr(label), ", ".join(components.space_labels))
    return index

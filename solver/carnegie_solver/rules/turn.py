"""The order of decisions: how a turn begins, and who decides next."""

from __future__ import annotations

from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event, ProjectType
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.position import Phase, Player, Position, Turn
from carnegie_solver.rules.projects import open_housing_spaces
from carnegie_solver.rules.steps import EndTurn, IllegalStep

TURN_PHASES = (Phase.EVENT, Phase.USE_DEPARTMENTS, Phase.SETUP_MOVES)
"""The phases in which a turn keeps what is left of it."""
STANDING_UP_PHASES = (Phase.STANDING_UP, Phase.SETUP_STANDING_UP)


def begin_turn(components: Components, player: Player, action: Action) -> Turn:
    """Count what a player's turn begins with: moves, study points, uses, diagonal steps [seed, public]."""
    moves = study_points = 0
    diagonal = False
    uses = []
    for index, space in enumerate(player.company):
        if space.department is None or components.departments[space.department].type is not action:
            continue
        rule = rule_of(space.department)
        standing = len(space.standing_at)
        moves += rule.moves * (standing + components.departments[space.department].permanent_employees)
        study_points += rule.study_points * standing
        diagonal = diagonal or (rule.steps_diagonally and standing > 0)
        if rule.has_uses and standing:
            uses.append((index, standing))
    return Turn(action, moves, study_points, tuple(uses), diagonal=diagonal)


def setup_turn(components: Components, player: Player | None = None) -> Turn:
    """Give the turn of a player's setup moves: as many as are printed, or as he has bid for [public]."""
    bid = None if player is None else player.setup_moves
    return Turn(Action.HUMAN_RESOURCES, moves=components.tables.setup.setup_moves if bid is None else bid)


def _begin_setup_moves(components: Components, position: Position) -> Position:
    player = position.decider
    position = position.with_decider(replace(player, setup_moves=None))
    return replace(position, phase=Phase.SETUP_MOVES, turn=setup_turn(components, player))


def refusal_to_end(components: Components, position: Position) -> tuple[str, str, str] | None:
    """Give why the decision cannot be ended as it stands: reason, found, allowed; None when it can [public]."""
    if position.phase in (Phase.SELECT_TIMELINE, Phase.GAME_OVER):
        return "WRONG_PHASE", position.phase.name, "a phase that a player can end"
    if position.turn is not None and position.turn.choices:
        open_choices = len(position.turn.choices)
        found = "1 income not chosen" if open_choices == 1 else f"{open_choices} incomes not chosen"
        return "INCOME_NOT_CHOSEN", found, "every income chosen"
    if position.phase is Phase.SETUP_PLACEMENT:
        player = position.decider
        housing = player.tabs[ProjectType.HOUSING]
        can_be_placed = housing.waiting and any(True for _ in open_housing_spaces(components, position))
        if not housing.built and can_be_placed:
            return "HOUSING_NOT_PLACED", "no Housing disk on the map", "the Housing disk placed"
        if player.reserved_department is None and position.display:
            return "NOTHING_RESERVED", "no reserved Department", "one reserved"
    return None


def can_end(components: Components, position: Position) -> bool:
    """Whether the decision can be ended as it stands."""
    return refusal_to_end(components, position) is None


def end_turn(components: Components, position: Position, step: EndTurn) -> Position:
    """End the decision and pass to the next one [public]."""
    refusal = refusal_to_end(components, position)
    if refusal is not None:
        reason, found, allowed = refusal
        raise IllegalStep(step, reason, "", found, allowed)
    return next_decision(components, position)


def next_decision(components: Components, position: Position) -> Position:
    """Give the position that waits for the next decision, whatever is left of the current one being lost [public].

    Clockwise from the first player; the setup's placement counter-clockwise from the last player.
    """
    count = len(position.players)
    following = (position.player + 1) % count
    last = following == position.first_player
    match position.phase:
        case Phase.SETUP_PLACEMENT if position.player == position.first_player:
            return _begin_setup_moves(components, position)
        case Phase.SETUP_PLACEMENT:
            return replace(position, player=(position.player - 1) % count)
        case Phase.SETUP_MOVES:
            return replace(position, phase=Phase.SETUP_STANDING_UP, turn=None)
        case Phase.SETUP_STANDING_UP if last:
            return select_timeline_phase(replace(position, player=position.first_player))
        case Phase.SETUP_STANDING_UP:
            return _begin_setup_moves(components, replace(position, player=following))
        case Phase.EVENT if last:
            return begin_event(components, replace(position, events=position.events[1:]))
        case Phase.EVENT:
            return replace(position, player=following, turn=Turn(None))
        case Phase.USE_DEPARTMENTS if last:
            return replace(position, phase=Phase.STANDING_UP, player=position.first_player, turn=None)
        case Phase.USE_DEPARTMENTS:
            assert position.action is not None
            turn = begin_turn(components, position.players[following], position.action)
            return replace(position, player=following, turn=turn)
        case Phase.STANDING_UP if last:
            return _next_round(components, position)
        case _:
            return replace(position, player=following, turn=None)


def select_timeline_phase(position: Position) -> Position:
    """Give the position in which the timeline is selected: in even rounds of a solo game by Andrew [public]."""
    position = replace(position, phase=Phase.SELECT_TIMELINE, action=None, turn=None)
    return _andrew_acts(position, position.round % 2 == 0)


def begin_event(components: Components, position: Position) -> Position:
    """Give the position in which the first player decides on the next event, or uses Departments after the last."""
    position = replace(position, player=position.first_player)
    if position.events:
        position = replace(position, phase=Phase.EVENT, turn=Turn(None))
        return _andrew_acts(position, position.events[0] is Event.DONATION)
    assert position.action is not None
    turn = begin_turn(components, position.decider, position.action)
    return _andrew_acts(replace(position, phase=Phase.USE_DEPARTMENTS, turn=turn), True)


def _andrew_acts(position: Position, to_act: bool) -> Position:
    """Have Andrew, who always acts first [public], act or not."""
    if position.andrew is None:
        return position
    return replace(position, andrew=replace(position.andrew, to_act=to_act))


def _next_round(components: Components, position: Position) -> Position:
    if position.round == components.tables.setup.rounds:
        return replace(position, phase=Phase.GAME_OVER, player=position.first_player, action=None, turn=None)
    first = (position.first_player + 1) % len(position.players)
    return select_timeline_phase(
        replace(position, round=position.round + 1, first_player=first, player=first)
    )


def turn_of(position: Position, step: object, action: Action | None = None) -> Turn:
    """Give the deciding player's turn; raise IllegalStep outside a turn, or in one of another action."""
    if position.phase not in TURN_PHASES or position.turn is None:
        raise IllegalStep(step, "WRONG_PHASE", "", position.phase.name, "USE_DEPARTMENTS")
    if action is not None and position.turn.action is not action:
        found = "an event" if position.turn.action is None else position.turn.action.name
        raise IllegalStep(step, "WRONG_ACTION", "", found, action.name)
    return position.turn


def space_named(components: Components, step: object, label: str, path: str = "space") -> int:
    """Give the index of a space of the Company; raise IllegalStep for an unknown one."""
    index = components.space_index.get(label)
    if index is None:
        raise IllegalStep(step, "UNKNOWN_SPACE", path, repr(label), ", ".join(components.space_labels))
    return index

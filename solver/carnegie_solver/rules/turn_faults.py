"""What can be wrong with what is left of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from carnegie_solver.components import Action, Components, Event, ProjectType
from carnegie_solver.faults import Fault, join, outside
from carnegie_solver.rules.departments import built_rules, rule_of
from carnegie_solver.rules.events import owned_incomes
from carnegie_solver.rules.position import Phase, Position, Turn
from carnegie_solver.rules.setup_values import holds_action_choice_tile
from carnegie_solver.rules.steps import Gain
from carnegie_solver.rules.timeline import has_action_choice
from carnegie_solver.rules.turn import STANDING_UP_PHASES, TURN_PHASES

MOST_IN_A_TURN = 99


def turn_faults(components: Components, position: Position) -> Iterator[Fault]:
    """List what is wrong with what is left of a turn."""
    turn = position.turn
    if position.phase in STANDING_UP_PHASES and turn is not None and turn.payroll_stood_up:
        yield from _standing_up_faults(position, turn)
    elif position.phase not in TURN_PHASES:
        if turn is not None:
            yield Fault("turn", "INCONSISTENT", "a turn", f"none in phase {position.phase.name}")
    elif turn is None:
        pass  # its causes, an unknown player or action, are faults of their own
    elif position.phase is Phase.EVENT:
        yield from _event_turn_faults(components, position, turn)
    elif turn.brought_home or turn.donated or turn.choices:
        yield Fault(
            "turn", "INCONSISTENT", "what belongs to an event", f"none in phase {position.phase.name}"
        )
    elif turn.action is None:
        yield Fault("turn.action", "MISSING", "nothing", "the action that the player does")
    else:
        yield from _action_faults(components, position, turn)
        yield from _rest_of_turn_faults(components, position, turn)


def _standing_up_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if turn != Turn(None, payroll_stood_up=True):
        yield Fault("turn", "INCONSISTENT", "more than that", "payroll_stood_up alone in the standing-up")
    if 0 <= position.player < len(position.players):
        own = (space for space in position.decider.company if space.standing_at)
        if not any(rule_of(space.department).changes_payroll for space in own):
            allowed = "false without an employee in Payroll Management"
            yield Fault("turn.payroll_stood_up", "INCONSISTENT", "true", allowed)


def _action_faults(components: Components, position: Position, turn: Turn) -> Iterator[Fault]:
    action = turn.action
    assert action is not None
    if turn.acted and not (0 <= position.player < len(position.players) and has_action_choice(position)):
        yield Fault("turn.acted", "INCONSISTENT", "true", "false without an Action Choice tile to use")
    if position.phase is Phase.SETUP_MOVES and action is not Action.HUMAN_RESOURCES:
        yield Fault("turn.action", "INCONSISTENT", action.name, "HUMAN_RESOURCES, in the setup's moves")
    if position.phase is Phase.USE_DEPARTMENTS and action is not position.action:
        count = len(position.players)
        tiles = any(holds_action_choice_tile(components, number, count) for number in range(count))
        could = tiles and position.player != position.first_player and 0 <= position.player < count
        if not could and position.action is not None:
            allowed = f"{position.action.name}, the round's action"
            yield Fault("turn.action", "INCONSISTENT", action.name, allowed)
        elif could and position.decider.action_choice_tile:
            where = join("players", position.player, "action_choice_tile")
            yield Fault(where, "INCONSISTENT", "true", "false: it has been used in this turn")


def _rest_of_turn_faults(components: Components, position: Position, turn: Turn) -> Iterator[Fault]:
    if not 0 <= position.player < len(position.players) or turn.action is None:
        return
    company = position.players[position.player].company
    yield from _tile_faults(position, turn)
    most_moves = MOST_IN_A_TURN if turn.action is Action.HUMAN_RESOURCES else 0
    if position.phase is Phase.SETUP_MOVES:
        most_moves = max(components.tables.setup.setup_moves, *components.tables.bidding.moves)
    yield from outside("turn.moves", turn.moves, 0, most_moves)
    points = turn.action in (Action.RESEARCH_AND_DEVELOPMENT, Action.CONSTRUCTION)
    yield from outside("turn.study_points", turn.study_points, 0, MOST_IN_A_TURN if points else 0)
    for number, (index, count) in enumerate(turn.uses):
        path = join("turn.uses", number)
        space = company[index]
        department = components.departments.get(space.department or "")
        if department is None or department.type is not turn.action or not rule_of(department.name).has_uses:
            found = space.department or "no Department"
            yield Fault(
                join(path, "space"), "INCONSISTENT", found, f"a Department used in {turn.action.name}"
            )
        yield from outside(path, count, 0, len(space.standing_at), "count")


def _tile_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    """List what only certain tiles can have brought into a turn."""
    moving = turn.action is Action.HUMAN_RESOURCES and position.phase is Phase.USE_DEPARTMENTS
    rules = tuple(built_rules(position.decider)) if moving else ()
    relocating = any(use.gain is Gain.RELOCATIONS for rule in rules for use in rule.uses)
    yield from outside("turn.relocations", turn.relocations, 0, MOST_IN_A_TURN if relocating else 0)
    if turn.diagonal and not any(rule.steps_diagonally for rule in rules):
        allowed = "false, but for a Human Resources turn with Corporate Communications"
        yield Fault("turn.diagonal", "INCONSISTENT", "true", allowed)
    if turn.payroll_stood_up:
        allowed = f"false in phase {position.phase.name}"
        yield Fault("turn.payroll_stood_up", "INCONSISTENT", "true", allowed)


def _event_turn_faults(components: Components, position: Position, turn: Turn) -> Iterator[Fault]:
    of_a_turn = (turn.action is not None, turn.moves, turn.uses, turn.acted)
    if any((*of_a_turn, turn.relocations, turn.diagonal, turn.payroll_stood_up)):
        found = "an action, moves, uses, or other parts of a turn"
        yield Fault("turn", "INCONSISTENT", found, "none of these in an event")
    donation = bool(position.events) and position.events[0] is Event.DONATION
    if turn.donated and not donation:
        yield Fault("turn.donated", "INCONSISTENT", "true", "false in an income event")
    if turn.brought_home and donation:
        yield Fault("turn.brought_home", "INCONSISTENT", "true", "false in a donation event")
    most = MOST_IN_A_TURN if turn.brought_home else 0
    yield from outside("turn.study_points", turn.study_points, 0, most)
    if not 0 <= position.player < len(position.players):
        return
    open_choices: set[tuple[ProjectType, int]] = set()
    if turn.brought_home:
        owned = owned_incomes(components, position.players[position.player])
        open_choices = {(kind, circle) for kind, circle, income in owned if income.choice}
    for number, choice in enumerate(turn.choices):
        if choice not in open_choices or choice in turn.choices[:number]:
            found = f"{choice[0].name} circle {choice[1]}"
            allowed = "each income once that leaves a choice, under a built disk, after an employee came home"
            yield Fault(join("turn.choices", number), "INCONSISTENT", found, allowed)

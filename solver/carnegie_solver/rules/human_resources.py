"""Human Resources: moving employees through the Company [seed]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from carnegie_solver.components import Action, Components
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.steps import IllegalStep, MoveEmployee
from carnegie_solver.rules.turn import space_named, turn_of


def move_employee(components: Components, position: Position, step: MoveEmployee) -> Position:
    """Move one employee, standing or lying, one neighbouring space per move; it ends lying [seed]."""
    turn = turn_of(position, step, Action.HUMAN_RESOURCES)
    if len(step.path) < 2:
        raise IllegalStep(step, "PATH_TOO_SHORT", "path", f"{len(step.path)} spaces", "2 or more")
    path = [space_named(components, step, label, f"path[{number}]") for number, label in enumerate(step.path)]
    for number, (one, other) in enumerate(pairwise(path), start=1):
        if other not in components.space_neighbours[one]:
            allowed = ", ".join(components.space_labels[space] for space in components.space_neighbours[one])
            raise IllegalStep(step, "NOT_A_NEIGHBOUR", f"path[{number}]", step.path[number], allowed)
    length = len(path) - 1
    if length > turn.moves:
        raise IllegalStep(step, "NOT_ENOUGH_MOVES", "path", f"{length} moves", f"at most {turn.moves}")
    player = position.decider
    start = player.company[path[0]]
    if step.standing_at is None:
        if not start.lying:
            raise IllegalStep(step, "NOBODY_LYING", "path[0]", "no lying employee", "a space with one")
        left = replace(start, lying=start.lying - 1)
    else:
        if step.standing_at not in start.standing_at:
            allowed = "one where an employee stands: " + (", ".join(map(str, start.standing_at)) or "none")
            raise IllegalStep(step, "NOBODY_STANDING", "standing_at", step.standing_at, allowed)
        left = replace(start, standing_at=tuple(n for n in start.standing_at if n != step.standing_at))
    player = player.with_space(path[0], left)
    end = player.company[path[-1]]
    player = player.with_space(path[-1], replace(end, lying=end.lying + 1))
    return replace(position.with_decider(player), turn=replace(turn, moves=turn.moves - length))


def legal_moves(components: Components, position: Position) -> Iterator[MoveEmployee]:
    """Give every legal move of one employee to a neighbouring space; longer ones are such moves in a row."""
    turn = position.turn
    if turn is None or turn.action is not Action.HUMAN_RESOURCES or turn.moves < 1:
        return
    labels = components.space_labels
    for index, space in enumerate(position.decider.company):
        who: tuple[int | None, ...] = (*((None,) if space.lying else ()), *space.standing_at)
        for standing_at in who:
            for neighbour in components.space_neighbours[index]:
                yield MoveEmployee((labels[index], labels[neighbour]), standing_at)

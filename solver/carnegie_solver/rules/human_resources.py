"""Human Resources: moving employees through the Company [seed], and relocating them [public]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from carnegie_solver.components import Action, Components
from carnegie_solver.rules.employees import laid_down, taken_from, who_can_go
from carnegie_solver.rules.position import Position, Turn
from carnegie_solver.rules.steps import IllegalStep, MoveEmployee, Relocate
from carnegie_solver.rules.turn import space_named, turn_of


def spaces_in_reach(components: Components, turn: Turn) -> tuple[tuple[int, ...], ...]:
    """Give the spaces that one move leads to from each space: diagonally too with Corporate Communications [public]."""
    return components.space_surroundings if turn.diagonal else components.space_neighbours


def move_employee(components: Components, position: Position, step: MoveEmployee) -> Position:
    """Move one employee, standing or lying, one neighbouring space per move; it ends lying [seed].

    With the first one all uses are settled [decided].
    """
    turn = turn_of(position, step, Action.HUMAN_RESOURCES)
    if len(step.path) < 2:
        raise IllegalStep(step, "PATH_TOO_SHORT", "path", f"{len(step.path)} spaces", "2 or more")
    path = [space_named(components, step, label, f"path[{number}]") for number, label in enumerate(step.path)]
    reach = spaces_in_reach(components, turn)
    for number, (one, other) in enumerate(pairwise(path), start=1):
        if other not in reach[one]:
            allowed = ", ".join(components.space_labels[space] for space in reach[one])
            raise IllegalStep(step, "NOT_A_NEIGHBOUR", f"path[{number}]", step.path[number], allowed)
    length = len(path) - 1
    if length > turn.moves:
        raise IllegalStep(step, "NOT_ENOUGH_MOVES", "path", f"{length} moves", f"at most {turn.moves}")
    player = taken_from(
        position.decider, path[0], step.standing_at, step, space_path="path[0]", standing_path="standing_at"
    )
    turn = replace(turn, moves=turn.moves - length, uses=())
    return replace(position.with_decider(laid_down(player, path[-1])), turn=turn)


def relocate(components: Components, position: Position, step: Relocate) -> Position:
    """Put one employee, standing or lying, on any other space of the Company; it ends lying [public].

    With the first one all uses are settled [decided].
    """
    turn = turn_of(position, step, Action.HUMAN_RESOURCES)
    start = space_named(components, step, step.start, "start")
    end = space_named(components, step, step.end, "end")
    if start == end:
        raise IllegalStep(step, "SAME_SPACE", "end", step.end, "another space")
    if not turn.relocations:
        raise IllegalStep(step, "NO_RELOCATION_LEFT", "", "no relocation left", "1 or more")
    player = taken_from(
        position.decider, start, step.standing_at, step, space_path="start", standing_path="standing_at"
    )
    turn = replace(turn, relocations=turn.relocations - 1, uses=())
    return replace(position.with_decider(laid_down(player, end)), turn=turn)


def legal_moves(components: Components, position: Position) -> Iterator[MoveEmployee]:
    """Give every legal move of one employee to a neighbouring space; longer ones are such moves in a row."""
    turn = position.turn
    if turn is None or turn.action is not Action.HUMAN_RESOURCES or turn.moves < 1:
        return
    labels = components.space_labels
    reach = spaces_in_reach(components, turn)
    for index, standing_at in who_can_go(position.decider):
        for neighbour in reach[index]:
            yield MoveEmployee((labels[index], labels[neighbour]), standing_at)


def legal_relocations(components: Components, position: Position) -> Iterator[Relocate]:
    """Give every legal relocation of one employee."""
    turn = position.turn
    if turn is None or not turn.relocations:
        return
    labels = components.space_labels
    for index, standing_at in who_can_go(position.decider):
        for end in range(len(labels)):
            if end != index:
                yield Relocate(labels[index], labels[end], standing_at)

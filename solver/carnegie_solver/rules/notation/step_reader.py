"""Reading steps: the one legal step that a text says."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.rules.notation.errors import AmbiguousNotation, IllegalNotation, NotationError
from carnegie_solver.rules.notation.step_grammar import Pattern, read_pattern
from carnegie_solver.rules.notation.step_printer import print_step
from carnegie_solver.rules.notation.tokens import Piece, check_characters, pieces
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.referee import apply, legal_steps
from carnegie_solver.rules.steps import IllegalStep, MoveEmployee, Relocate, Step

_MOST_LEGAL_NAMED = 50


def parse_step(components: Components, position: Position, text: str) -> Step:
    """Read a step, filling in what is left out if exactly one legal step is as the text says.

    A text that is the canonical one of a legal step always is that step.

    Parameters
    ----------
    components
        The printed game.
    position
        The position in which the step is made.
    text
        The step, such as `project Hou Boston.2 c1 1>E`; see docs/notation.md.

    Raises
    ------
    MalformedNotation
        When the text is not in the grammar, with every fault.
    IllegalNotation
        When no legal step is as the text says; with the referee's reason where the text leaves nothing open.
    AmbiguousNotation
        When several legal steps are.

    Examples
    --------
    >>> from carnegie_solver.components import load_components
    >>> from carnegie_solver.rules.position_reader import position_from_json
    >>> position = position_from_json(load_components(), {"players": [{}, {}]})
    >>> parse_step(load_components(), position, "select Con")
    SelectTimeline(row=<Action.CONSTRUCTION: 2>)
    """
    check_characters(text, "step")
    return _found(components, position, Piece(text, 1))


def parse_steps(components: Components, position: Position, text: str) -> tuple[Step, ...]:
    """Read the steps of a plan, separated by `;`, each in the position that those before it lead to.

    A text of spaces only is a plan without steps. Errors as for `parse_step`; `number` says which step, from 0.
    """
    check_characters(text, "step")
    steps: list[Step] = []
    if not text.strip(" "):
        return ()
    for number, piece in enumerate(pieces(text, ";")):
        try:
            step = _found(components, position, piece)
        except NotationError as error:
            error.number = number
            raise
        steps.append(step)
        position = apply(components, position, step)
    return tuple(steps)


def _found(components: Components, position: Position, piece: Piece) -> Step:
    pattern = _resolved(components, position, read_pattern(piece))
    text = piece.text.strip(" ")
    complete = pattern.complete()
    refusal = None
    if complete is not None:
        try:
            apply(components, position, complete)
        except IllegalStep as illegal:
            refusal = illegal
        else:
            return complete
    legal = legal_steps(components, position)
    matching = dict.fromkeys(
        step for step in (*legal, *_long_moves(components, position, pattern)) if pattern.matches(step)
    )
    if len(matching) > 1:
        raise AmbiguousNotation(text, (print_step(step) for step in matching))
    for step in matching:
        return step
    alike = [step for step in legal if isinstance(step, pattern.kind)]
    alike.sort(key=pattern.likeness, reverse=True)
    raise IllegalNotation(text, refusal, map(print_step, alike[:_MOST_LEGAL_NAMED])) from refusal


def _resolved(components: Components, position: Position, pattern: Pattern) -> Pattern:
    """Put the label for a Department that is named for its space, and the space of a city that has but one."""
    given = dict(pattern.given)
    built = {
        space.department: label
        for label, space in zip(components.space_labels, position.decider.company, strict=True)
        if space.department is not None
    }
    for field in ("space", "start", "fetched.start"):
        name = given.get(field)
        if isinstance(name, str) and name not in components.space_index:
            given[field] = built.get(name, name)
    city = components.city_index.get(str(given.get("city")))
    if city is not None and "city_space" not in given and len(components.city_spaces[city]) == 1:
        given["city_space"] = 0
    return Pattern(pattern.kind, MappingProxyType(given))


def _long_moves(components: Components, position: Position, pattern: Pattern) -> Iterator[Step]:
    """Give the legal moves along a path whose workstation is left out; long ones are not listed by the referee."""
    step = pattern.complete()
    if not isinstance(step, MoveEmployee | Relocate) or "standing_at" in pattern.given:
        return
    start = components.space_index.get(step.path[0] if isinstance(step, MoveEmployee) else step.start)
    for workstation in () if start is None else position.decider.company[start].standing_at:
        move = replace(step, standing_at=workstation)
        try:
            apply(components, position, move)
        except IllegalStep:
            continue
        yield move

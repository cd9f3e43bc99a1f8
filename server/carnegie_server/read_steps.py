"""Steps in the notation, read for a caller: what the text says, or why it says nothing that is legal."""

from __future__ import annotations

from carnegie.v1 import rules_pb2
from carnegie_server import wire
from carnegie_server.errors import Violation, found_and_allowed, invalid_request, printable
from carnegie_solver.components import Components
from carnegie_solver.rules import (
    AmbiguousNotation,
    IllegalNotation,
    MalformedNotation,
    NotationError,
    parse_steps,
    print_step,
)
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_json import digest

LONGEST_TEXT = 10_000
"""Characters; longer than any plan, short enough to be read at once."""

MOST_ALTERNATIVES = 50
"""The most legal steps that a refusal names."""

_MALFORMED = "MALFORMED"
_AMBIGUOUS = "AMBIGUOUS"


def read_text(
    components: Components, position: Position | None, text: str, violations: list[Violation]
) -> rules_pb2.ReadStepsResponse:
    """Read steps in a position.

    Parameters
    ----------
    components
        The printed game that is in force.
    position
        The position; None where it is faulty, which the violations then say.
    text
        The steps.
    violations
        What has been found wrong with the rest of the request.

    Raises
    ------
    CallRefused
        For all that is wrong with the request, a text that is too long included.
    """
    if len(text) > LONGEST_TEXT:
        found = found_and_allowed(f"{len(text)} characters", f"at most {LONGEST_TEXT}")
        violations.append(Violation("text", "TOO_LONG", found))
    if violations or position is None:
        raise invalid_request(violations)
    response = rules_pb2.ReadStepsResponse(position_digest=digest(components, position))
    try:
        steps = parse_steps(components, position, text)
    except NotationError as error:
        response.refusal.CopyFrom(_refusal(error))
    else:
        response.steps.extend(map(wire.step_to_message, steps))
        response.notations.extend(map(print_step, steps))
    return response


def _refusal(error: NotationError) -> rules_pb2.NotationRefusal:
    refusal = rules_pb2.NotationRefusal(index=error.number or 0)
    match error:
        case MalformedNotation():
            refusal.reason = _MALFORMED
            for fault in error.faults:
                refusal.faults.add(
                    column=fault.column, found=printable(fault.found), allowed=printable(fault.allowed)
                )
        case AmbiguousNotation():
            refusal.reason = _AMBIGUOUS
            refusal.alternatives.extend(error.matches[:MOST_ALTERNATIVES])
        case IllegalNotation():
            refusal.reason = error.reason
            refusal.alternatives.extend(error.legal[:MOST_ALTERNATIVES])
            if error.refusal is not None:
                refusal.path = error.refusal.path
                refusal.found = printable(str(error.refusal.found))
                refusal.allowed = printable(str(error.refusal.allowed))
        case _:
            raise AssertionError(f"an error of the notation that is not known here: {type(error)}")
    return refusal

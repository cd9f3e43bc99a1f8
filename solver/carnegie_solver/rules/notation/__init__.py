"""A compact text notation of positions and steps, for people to read and write; see docs/notation.md."""

from carnegie_solver.rules.notation.errors import (
    AmbiguousNotation,
    IllegalNotation,
    MalformedNotation,
    NotationError,
    NotationFault,
)
from carnegie_solver.rules.notation.position_printer import print_position
from carnegie_solver.rules.notation.position_reader import parse_position
from carnegie_solver.rules.notation.step_printer import print_step, print_steps
from carnegie_solver.rules.notation.step_reader import parse_step, parse_steps

__all__ = [
    "AmbiguousNotation",
    "IllegalNotation",
    "MalformedNotation",
    "NotationError",
    "NotationFault",
    "parse_position",
    "parse_step",
    "parse_steps",
    "print_position",
    "print_step",
    "print_steps",
]

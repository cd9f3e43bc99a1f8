"""The rules engine: positions, steps, and the referee. Pure functions over frozen values."""

from carnegie_solver.rules.faults import find_faults
from carnegie_solver.rules.notation import (
    AmbiguousNotation,
    IllegalNotation,
    MalformedNotation,
    NotationError,
    NotationFault,
    parse_position,
    parse_step,
    parse_steps,
    print_position,
    print_step,
    print_steps,
)
from carnegie_solver.rules.position import (
    Andrew,
    NeutralProject,
    Phase,
    Player,
    Position,
    Project,
    Space,
    Tab,
    TimelineRow,
    Turn,
)
from carnegie_solver.rules.position_reader import InvalidPosition, position_from_json
from carnegie_solver.rules.position_writer import digest, position_to_json
from carnegie_solver.rules.referee import apply, generate_legal_steps, legal_steps, replay
from carnegie_solver.rules.steps import IllegalStep, Step

__all__ = [
    "AmbiguousNotation",
    "Andrew",
    "IllegalNotation",
    "IllegalStep",
    "InvalidPosition",
    "MalformedNotation",
    "NeutralProject",
    "NotationError",
    "NotationFault",
    "Phase",
    "Player",
    "Position",
    "Project",
    "Space",
    "Step",
    "Tab",
    "TimelineRow",
    "Turn",
    "apply",
    "digest",
    "find_faults",
    "generate_legal_steps",
    "legal_steps",
    "parse_position",
    "parse_step",
    "parse_steps",
    "position_from_json",
    "position_to_json",
    "print_position",
    "print_step",
    "print_steps",
    "replay",
]

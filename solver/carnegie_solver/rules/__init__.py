"""The rules engine: positions, steps, and the referee. Pure functions over frozen values."""

from carnegie_solver.rules.faults import find_faults
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
from carnegie_solver.rules.referee import apply, legal_steps, replay
from carnegie_solver.rules.steps import IllegalStep, Step

__all__ = [
    "Andrew",
    "IllegalStep",
    "InvalidPosition",
    "NeutralProject",
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
    "legal_steps",
    "position_from_json",
    "position_to_json",
    "replay",
]

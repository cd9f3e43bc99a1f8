"""The printed game as data, each table with its source; a user's file replaces what is assumed."""

from carnegie_solver.components.game import LOBBY, Components, Department
from carnegie_solver.components.load import InvalidComponents, load_components
from carnegie_solver.components.terms import (
    Action,
    CitySize,
    Event,
    Level,
    ProjectType,
    Region,
    TabSide,
    TabSpaceKind,
)

__all__ = [
    "LOBBY",
    "Action",
    "CitySize",
    "Components",
    "Department",
    "Event",
    "InvalidComponents",
    "Level",
    "ProjectType",
    "Region",
    "TabSide",
    "TabSpaceKind",
    "load_components",
]

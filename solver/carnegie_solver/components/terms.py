"""The game's terms: regions, types of project, actions, events, levels.

Each is an integer enumeration that counts from 0 in the game's own order, so that a tuple with one entry per term can
be indexed by it; files and messages use the names.
"""

from __future__ import annotations

import enum
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

E_ = TypeVar("E_", bound=enum.Enum)


class Region(enum.IntEnum):
    """A region of the map [board]."""

    WEST = 0
    MIDWEST = 1
    EAST = 2
    SOUTH = 3


class ProjectType(enum.IntEnum):
    """A type of project [seed]."""

    HOUSING = 0
    COMMERCE = 1
    INDUSTRY = 2
    PUBLIC_INFRASTRUCTURE = 3


class Action(enum.IntEnum):
    """An action, which is also a Department's type and a row of the timeline, from the topmost down [seed, public]."""

    HUMAN_RESOURCES = 0
    MANAGEMENT = 1
    CONSTRUCTION = 2
    RESEARCH_AND_DEVELOPMENT = 3


class Event(enum.IntEnum):
    """An event of the timeline [public]; the first four equal their regions."""

    INCOME_WEST = 0
    INCOME_MIDWEST = 1
    INCOME_EAST = 2
    INCOME_SOUTH = 3
    DONATION = 4


class CitySize(enum.IntEnum):
    """A size of city [board]."""

    SMALL = 0
    MEDIUM = 1
    MAJOR = 2


class Level(enum.IntEnum):
    """A transport level, the lowest first [board]."""

    CART = 0
    STAGECOACH = 1
    RAILROAD = 2


class TabSide(enum.IntEnum):
    """A side of a project tab [seed]."""

    A = 0
    B = 1


class TabSpaceKind(enum.IntEnum):
    """What a space of a project tab holds [seed, public]."""

    PROJECT = 0
    VP = 1
    DONATION_LIMIT = 2
    BLANK = 3


class Timing(enum.IntEnum):
    """When a Department tile works [public]."""

    USE = 0
    ONGOING = 1
    ENDGAME = 2


def from_name(kind: type[E_], prefix: str = "") -> BeforeValidator:
    """Make a validator that takes a member of `kind`, or its name behind `prefix`."""
    members: dict[object, E_] = {prefix + member.name: member for member in kind}
    allowed = ", ".join(str(name) for name in members)

    def convert(value: Any) -> E_:
        if isinstance(value, kind):
            return value
        if isinstance(value, str) and value in members:
            return members[value]
        raise PydanticCustomError("unknown_name", "one of {allowed}", {"allowed": allowed})

    return BeforeValidator(convert)


RegionName = Annotated[Region, from_name(Region)]
ProjectTypeName = Annotated[ProjectType, from_name(ProjectType)]
ActionName = Annotated[Action, from_name(Action)]
CitySizeName = Annotated[CitySize, from_name(CitySize)]
LevelName = Annotated[Level, from_name(Level)]
TabSideName = Annotated[TabSide, from_name(TabSide)]
TabSpaceKindName = Annotated[TabSpaceKind, from_name(TabSpaceKind)]
TimingName = Annotated[Timing, from_name(Timing)]

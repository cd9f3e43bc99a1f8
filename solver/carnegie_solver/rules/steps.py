"""The steps: the smallest things that a player does; a plan is a tuple of them for one decision.

Spaces of the Company and cities are named as in the components: `b1`, `Boston`. Workstations count from 1.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from carnegie_solver.components import ProjectType, Region


class Gain(enum.IntEnum):
    """What a use of a Department brings."""

    MONEY = 0
    GOODS = 1


@dataclass(frozen=True, slots=True)
class Mission:
    """The employee who stands at a workstation goes to a Mission area [seed]."""

    region: Region
    standing_at: int


@dataclass(frozen=True, slots=True)
class MoveEmployee:
    """Move one employee along `path`, one move per step of it; it ends lying [seed].

    `standing_at` is the workstation that it leaves; None moves a lying employee.
    """

    path: tuple[str, ...]
    standing_at: int | None = None


@dataclass(frozen=True, slots=True)
class UseDepartment:
    """Use a Department once for money or goods, by one employee standing in it, who may go on a Mission [seed]."""

    space: str
    gain: Gain
    mission: Mission | None = None


@dataclass(frozen=True, slots=True)
class BuildDepartment:
    """Strategic Planning: put a tile of the display on an empty building space [seed]."""

    department: str
    space: str


@dataclass(frozen=True, slots=True)
class BuildProject:
    """Construction: move a tab's rightmost disk onto a space of a city in the region of the Mission [seed].

    `space` is the space of the Department that is used.
    """

    space: str
    type: ProjectType
    city: str
    city_space: int
    mission: Mission


@dataclass(frozen=True, slots=True)
class SlideTab:
    """Slide a project tab one space for study points [seed]."""

    type: ProjectType


@dataclass(frozen=True, slots=True)
class AdvanceTransport:
    """Advance a transport disk one space for study points [seed]."""

    region: Region


@dataclass(frozen=True, slots=True)
class StandUp:
    """An employee who lies in a Department takes a free workstation and pays its cost [seed]."""

    space: str
    workstation: int


@dataclass(frozen=True, slots=True)
class SellGoods:
    """Sell goods cubes at the price of any time, $1 each [public]."""

    count: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the decision; what is left unused is lost [seed]."""


Step = (
    MoveEmployee
    | UseDepartment
    | BuildDepartment
    | BuildProject
    | SlideTab
    | AdvanceTransport
    | StandUp
    | SellGoods
    | EndTurn
)


class IllegalStep(ValueError):
    """A step that the rules forbid in the position.

    Attributes
    ----------
    step
        The step.
    reason
        Why: an upper-case code, such as `NOT_ENOUGH_GOODS`.
    path
        The field of the step that is at fault; empty for the whole.
    found, allowed
        What was found, and what is allowed.
    """

    def __init__(self, step: object, reason: str, path: str, found: object, allowed: object) -> None:
        super().__init__(step, reason, path, found, allowed)
        self.step = step
        self.reason = reason
        self.path = path
        self.found = str(found)
        self.allowed = str(allowed)

    def __str__(self) -> str:
        """Say the refusal in one line."""
        where = f" at {self.path}" if self.path else ""
        return f"{self.step}: {self.reason}{where}: found {self.found}, allowed {self.allowed}"

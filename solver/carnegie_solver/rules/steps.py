"""The steps: the smallest things that a player does; a plan is a tuple of them for one decision.

Spaces of the Company and cities are named as in the components: `b1`, `Boston`. Workstations count from 1.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from carnegie_solver.components import LOBBY, Action, ProjectType, Region, TabSide


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
class SelectTimeline:
    """The first player selects a row of the timeline: its action is what everybody does this round [public]."""

    row: Action


@dataclass(frozen=True, slots=True)
class BringHome:
    """An employee comes home from a Mission in the event's region, and brings transport income [public].

    `lobby` is the Lobby in which it lies, and any new employee with it.
    """

    lobby: str = LOBBY


@dataclass(frozen=True, slots=True)
class ChooseIncome:
    """Take one part of a project income that leaves the choice [public].

    `circle` is the circle of the tab, `part` the part of its income, both counted from 0; `lobby` is where a new
    employee lies.
    """

    type: ProjectType
    circle: int
    part: int
    lobby: str = LOBBY


@dataclass(frozen=True, slots=True)
class Donate:
    """Make a donation: place a disk on a free donation space and pay [board, public]."""

    donation: str


@dataclass(frozen=True, slots=True)
class ChangeAction:
    """Give up the Action Choice tile to do another action than the chosen one [public]."""

    action: Action


@dataclass(frozen=True, slots=True)
class ChooseTabSide:
    """Setup: choose the side of a project tab [public]."""

    type: ProjectType
    side: TabSide


@dataclass(frozen=True, slots=True)
class PlaceHousing:
    """Setup: place the Housing disk on a Housing space of a medium or major city [public]."""

    city: str
    city_space: int


@dataclass(frozen=True, slots=True)
class ReserveDepartment:
    """Setup: reserve a Department of the display, the first that will be built [seed, public]."""

    department: str


@dataclass(frozen=True, slots=True)
class PlayAndrew:
    """Solo: Andrew does what his top card says about what the game waits for [public]."""


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
    | SelectTimeline
    | BringHome
    | ChooseIncome
    | Donate
    | ChangeAction
    | ChooseTabSide
    | PlaceHousing
    | ReserveDepartment
    | PlayAndrew
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

"""The steps: the smallest things that a player does; a plan is a tuple of them for one decision.

Spaces of the Company and cities are named as in the components: `b1`, `Boston`. Workstations count from 1.
"""

from __future__ import annotations

import enum
from functools import cache

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from carnegie_solver.components import LOBBY, Action, ProjectType, Region, TabSide


class Gain(enum.IntEnum):
    """What a use of a Department brings; SALE gives goods cubes for dollars, PURCHASE dollars for goods cubes."""

    MONEY = 0
    GOODS = 1
    MOVES = 2
    STUDY_POINTS = 3
    VP = 4
    NEW_EMPLOYEE = 5
    RELOCATIONS = 6
    SALE = 7
    PURCHASE = 8


class Payroll(enum.IntEnum):
    """What Payroll Management changes of the cost of a workstation: more for a VP, or less for one [public]."""

    BONUS = 0
    CUT = 1


class Mission(Struct, frozen=True, gc=False):
    """The employee who stands at a workstation goes to a Mission area [seed]."""

    region: Region
    standing_at: int


class MoveEmployee(Struct, frozen=True, gc=False):
    """Move one employee along `path`, one move per step of it; it ends lying [seed].

    `standing_at` is the workstation that it leaves; None moves a lying employee.
    """

    path: tuple[str, ...]
    standing_at: int | None = None


class UseDepartment(Struct, frozen=True, gc=False):
    """Use a Department once, by one employee standing in it, who may go on a Mission [seed, public].

    `count` is how many goods cubes a SALE or PURCHASE is of, or how many projects in `region` give the gain where the
    others give dollars instead; 0 where the Department alone says how much. `lobby` is where a new employee lies.
    """

    space: str
    gain: Gain
    mission: Mission | None = None
    count: int = 0
    region: Region | None = None
    lobby: str = LOBBY


class Relocate(Struct, frozen=True, gc=False):
    """Human Resources Administration: put one employee on any other space of the Company; it ends lying [public].

    `standing_at` is the workstation that it leaves; None relocates a lying employee.
    """

    start: str
    end: str
    standing_at: int | None = None


class Fetched(Struct, frozen=True, gc=False):
    """The employee whom Property Management brings into a new Department: from where, and from which workstation."""

    start: str
    standing_at: int | None = None


class BuildDepartment(Struct, frozen=True, gc=False):
    """Strategic Planning: put a tile of the display on an empty building space [seed].

    `fetched` is the employee who is brought there, with Property Management staffed [public].
    """

    department: str
    space: str
    fetched: Fetched | None = None


class BuildProject(Struct, frozen=True, gc=False):
    """Construction: move a tab's rightmost disk onto a space of a city in the region of the Mission [seed].

    `space` is the space of the Department that is used; one that works without a Mission takes None. Where the city
    pays transport income, `track_space` is a lower space of the track to take it at, with Archives staffed, and `lobby`
    is where a new employee lies [public].
    """

    space: str
    type: ProjectType
    city: str
    city_space: int
    mission: Mission | None
    track_space: int | None = None
    lobby: str = LOBBY


class SlideTab(Struct, frozen=True, gc=False):
    """Slide a project tab one space for study points [seed]."""

    type: ProjectType


class AdvanceTransport(Struct, frozen=True, gc=False):
    """Advance a transport disk one space for study points [seed]."""

    region: Region


class StandUp(Struct, frozen=True, gc=False):
    """An employee who lies in a Department takes a free workstation and pays its cost [seed].

    `payroll` changes the cost, with Payroll Management staffed [public].
    """

    space: str
    workstation: int
    payroll: Payroll | None = None


class SellGoods(Struct, frozen=True, gc=False):
    """Sell goods cubes at the price of any time, $1 each [public]."""

    count: int


class SelectTimeline(Struct, frozen=True, gc=False):
    """The first player selects a row of the timeline: its action is what everybody does this round [public]."""

    row: Action


class BringHome(Struct, frozen=True, gc=False):
    """An employee comes home from a Mission in the event's region, and brings transport income [public].

    `lobby` is the Lobby in which it lies, and any new employee with it. `track_space` is a lower space of the track to
    take the income at, with Archives staffed; None takes it at the disk's own.
    """

    lobby: str = LOBBY
    track_space: int | None = None


class ChooseIncome(Struct, frozen=True, gc=False):
    """Take one part of a project income that leaves the choice [public].

    `circle` is the circle of the tab, `part` the part of its income, both counted from 0; `lobby` is where a new
    employee lies.
    """

    type: ProjectType
    circle: int
    part: int
    lobby: str = LOBBY


class Donate(Struct, frozen=True, gc=False):
    """Make a donation: place a disk on a donation space and pay [board, public].

    In a donation event on a free space; with `space` and `mission` by Charitable Giving, on one that another player
    holds.
    """

    donation: str
    space: str | None = None
    mission: Mission | None = None


class ChangeAction(Struct, frozen=True, gc=False):
    """Give up the Action Choice tile to do another action than the chosen one [public]."""

    action: Action


class ChooseTabSide(Struct, frozen=True, gc=False):
    """Setup: choose the side of a project tab [public]."""

    type: ProjectType
    side: TabSide


class PlaceHousing(Struct, frozen=True, gc=False):
    """Setup: place the Housing disk on a Housing space of a medium or major city [public]."""

    city: str
    city_space: int


class ReserveDepartment(Struct, frozen=True, gc=False):
    """Setup: reserve a Department of the display, the first that will be built [seed, public]."""

    department: str


class PlayAndrew(Struct, frozen=True, gc=False):
    """Solo: Andrew does what his top card says about what the game waits for [public]."""


class EndTurn(Struct, frozen=True, gc=False):
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
    | Relocate
)


@cache
def fields_of(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    """Give the fields of a kind of step, or of what is part of one, in their order."""
    return fields(kind)


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

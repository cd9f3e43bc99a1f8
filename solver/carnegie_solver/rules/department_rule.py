"""What a Department's rule can say: the vocabulary in which `departments.RULES` is written."""

from __future__ import annotations

import enum

from msgspec import Struct

from carnegie_solver.rules.endgame import EndgameRule
from carnegie_solver.rules.steps import Gain

MOST_CUBES = 3
"""Goods cubes that one use can sell or buy [public]."""


class Per(enum.Enum):
    """What the amount of a use is multiplied with."""

    USE = enum.auto()
    """Nothing: the use alone."""
    DEPARTMENT = enum.auto()
    """Departments of the same type in the Company, the starting ones included."""
    STANDING_PAIR = enum.auto()
    """Two standing employees, rounded up, counted after the Mission."""
    PROJECT = enum.auto()
    """Own projects in a region of the player's choice."""
    CUBE = enum.auto()
    """Goods cubes sold or bought, 1 to 3."""


class Use(Struct, frozen=True):
    """One way to use a Department.

    Attributes
    ----------
    gain, amount
        What it brings, and how much of it: dollars, cubes, VP, moves, study points, employees or relocations; of a SALE
        or PURCHASE the dollars per cube.
    mission
        Whether the employee goes on a Mission.
    per
        What the amount is multiplied with.
    dollars_instead
        With `Per.PROJECT`: the dollars that each of the projects gives that does not give the gain.
    vp_per_cube
        VP for each cube sold.
    """

    gain: Gain
    amount: int
    mission: bool = False
    per: Per = Per.USE
    dollars_instead: int = 0
    vp_per_cube: int = 0


def by_projects(gain: Gain, amount: int) -> tuple[Use, ...]:
    """Give the uses of a tile that reads: choose a region, per own project there `amount` of something or $2."""
    return (
        Use(gain, amount, per=Per.PROJECT, dollars_instead=2),
        Use(Gain.MONEY, 2, per=Per.PROJECT),
    )


class ProjectUse(Struct, frozen=True):
    """A use that builds a project: whether its employee goes on a Mission, and the dollars it costs."""

    mission: bool = True
    dollars: int = 0


class DepartmentRule(Struct, frozen=True):
    """What a Department does.

    Attributes
    ----------
    moves, study_points
        Employee moves and study points per standing employee, counted at the start of the turn; the moves for
        permanent employees too.
    uses
        The ways in which each employee standing in it at the start of the turn can use it once.
    builds_departments, builds_projects, gives_donations
        Whether a use builds a Department of the display; how it builds a project; whether it makes a donation by a
        Mission, on a space that another player holds.
    second_lobby
        A Lobby, staffed or not.
    fetches
        While staffed: an employee may be fetched into a Department as it is built.
    donation_dollars
        While staffed: what the n-th donation costs, in dollars times n.
    advance_discount
        While staffed: study points that an advance of a transport disk costs less, down to 1.
    steps_diagonally
        Staffed at the start of the turn: employees may step diagonally in it.
    changes_payroll
        While staffed, but not in the round in which its employee stood up: standing up may cost more or less, for VP.
    builds_on_any_type, vp_for_matching
        While staffed: projects may be built on spaces of another type, and VP for each that is not.
    lower_income, enters_last_space
        While staffed: transport income may be taken at a lower space; a last space that another disk holds is open.
    endgame
        While staffed: what it scores at the end of the game.
    """

    moves: int = 0
    study_points: int = 0
    uses: tuple[Use, ...] = ()
    builds_departments: bool = False
    builds_projects: ProjectUse | None = None
    gives_donations: bool = False
    second_lobby: bool = False
    fetches: bool = False
    donation_dollars: int | None = None
    advance_discount: int = 0
    steps_diagonally: bool = False
    changes_payroll: bool = False
    builds_on_any_type: bool = False
    vp_for_matching: int = 0
    lower_income: bool = False
    enters_last_space: bool = False
    endgame: EndgameRule | None = None

    def __post_init__(self) -> None:
        """Check that a step tells the uses apart; raises ValueError for two with the same gain and Mission."""
        kinds = [(use.gain, use.mission) for use in self.uses]
        if len(set(kinds)) < len(kinds):
            raise ValueError(f"two uses with the same gain and Mission cannot be told apart: {kinds}")

    @property
    def has_uses(self) -> bool:
        """Whether each employee standing in it at the start of the turn serves one use."""
        return bool(
            self.uses or self.builds_departments or self.builds_projects is not None or self.gives_donations
        )

"""The course of a turn: what the income marks bring, and in which order the projects are built.

A project outside the marked cities changes nothing on the way but that it takes goods cubes and a disk, so it can
always wait until all others are built, or until a renovation is to count it: only those on income marks need an order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from carnegie_solver.components import Components, Level, ProjectType, Region
from carnegie_solver.components.tables import Income
from carnegie_solver.decisions.construction.sites import Site
from carnegie_solver.decisions.program import LinearExpr, Outcome
from carnegie_solver.rules import Player, Step
from carnegie_solver.rules.income import takes_lower_income

AmountOf = Callable[[Income], int]
"""Reads one amount of an income: dollars, goods cubes, VP, study points or employees."""


class Gained(Struct, frozen=True):
    """An amount that the course of the turn brings, and the most that it can be."""

    amount: LinearExpr
    most: int

    def __add__(self, other: Gained) -> Gained:
        """Add up two amounts."""
        return Gained(self.amount + other.amount, self.most + other.most)


NOTHING = Gained(0, 0)


class Build(Struct, frozen=True):
    """A project to be built.

    `track_space` is the lower space of the track at which its income is taken, None for the disk's own; `employees`
    are those whom the income offers; `outsourced` says whether it is built without a Mission.
    """

    site: Site
    track_space: int | None = None
    employees: int = 0
    outsourced: bool = False


class Course(Protocol):
    """How the turn goes, in the program.

    What study points and incomes bring is added to the program's gain, but for the amounts below, which others go on
    with.

    Attributes
    ----------
    money, goods, vp, employees
        Dollars, goods cubes, VP and new employees that the turn brings by incomes; the VP are in the program's gain.
        What the projects cost is not taken off, and the supply of employees not looked at.
    raised
        VP by which every donation's limit is raised more than before; None where the turn cannot raise it.
    railroads
        Tracks at the highest level in the end; None where the turn cannot advance one.
    sold_early
        Goods cubes sold to pay for uses.
    """

    money: Gained
    goods: Gained
    vp: Gained
    employees: Gained
    raised: Gained | None
    railroads: Gained | None
    sold_early: LinearExpr

    def disks(self, kind: ProjectType) -> Gained:
        """Count the disks that a tab gets in the turn."""

    def reached(self, region: Region, level: Level) -> LinearExpr:
        """Say with 0 or 1 whether the disk of a region is at a level or beyond it in the end."""

    def decide(self) -> bool:
        """Name what makes up the outcome of tabs and tracks; say whether equal projects can bring different things."""

    def arranged(self, outcome: Outcome, built: Sequence[Site]) -> tuple[Step | Build, ...]:
        """Put the projects of a solution in a legal order, with what is done between them."""


def income_spaces(components: Components, player: Player, region: Region, own: int) -> tuple[int, ...]:
    """Give the spaces of a track that are worth naming to take its income at, with the disk on space `own`.

    Of spaces with equal incomes that is the lowest but for the disk's own.
    """
    spaces = components.tracks[region].spaces
    lower: list[int] = []
    if takes_lower_income(player):
        for number in range(own):
            if all(spaces[number].income != spaces[other].income for other in (*lower, own)):
                lower.append(number)
    return (own, *lower)

"""The course of a turn: what the income marks bring, and in which order the projects are built.

A project outside the marked cities changes nothing on the way but that it takes goods cubes and a disk, so it can
always wait until all others are built: only those on income marks need an order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from carnegie_solver.components import Level, ProjectType, Region
from carnegie_solver.components.tables import Income
from carnegie_solver.decisions.construction.sites import Site
from carnegie_solver.decisions.program import LinearExpr, Outcome
from carnegie_solver.rules import Step

AmountOf = Callable[[Income], int]
"""Reads one amount of an income: dollars, goods cubes, VP, study points or employees."""


@dataclass(frozen=True, slots=True)
class Gained:
    """An amount that the course of the turn brings, and the most that it can be."""

    amount: LinearExpr
    most: int


NOTHING = Gained(0, 0)


class Course(Protocol):
    """How the turn goes, in the program.

    What study points and incomes bring is added to the program's gain, but for the amounts below, which others go on
    with.

    Attributes
    ----------
    money, goods, employees
        Dollars, goods cubes and new employees that the turn brings; what the projects cost is not taken off, and the
        supply of employees not looked at.
    raised
        VP by which every donation's limit is raised more than before; None where the turn cannot raise it.
    railroads
        Tracks at the highest level in the end; None where the turn cannot advance one.
    """

    money: Gained
    goods: Gained
    employees: Gained
    raised: Gained | None
    railroads: Gained | None

    def disks(self, kind: ProjectType) -> Gained:
        """Count the disks that a tab gets in the turn."""

    def reached(self, region: Region, level: Level) -> LinearExpr:
        """Say with 0 or 1 whether the disk of a region is at a level or beyond it in the end."""

    def arranged(self, outcome: Outcome, built: Sequence[Site]) -> tuple[Step | Site, ...]:
        """Put the projects of a solution in a legal order, with the study points spent between them."""

"""What the allow and avoid lists leave of the steps, as the optimisers ask for it; without lists it is everything."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.restrictions import Restrictions
from carnegie_solver.rules import Position
from carnegie_solver.rules.department_rule import Use
from carnegie_solver.rules.steps import Donate, Mission, UseDepartment

Place = TypeVar("Place", bound=Hashable)


def mission_regions(
    components: Components, restrictions: Restrictions, position: Position, step: UseDepartment | Donate
) -> tuple[Region, ...]:
    """Give the regions to which the Mission of a step may lead; what is said of it in the step does not count."""
    return tuple(
        region
        for region in Region
        if restrictions.permits(components, position, replace(step, mission=Mission(region, 1)))
    )


def may_use(
    components: Components,
    restrictions: Restrictions,
    position: Position,
    index: int,
    use: Use,
    region: Region | None = None,
) -> bool:
    """Whether a use of the Department on a space may be made, by the projects of a region or not."""
    step = UseDepartment(components.space_labels[index], use.gain, region=region)
    if use.mission:
        return bool(mission_regions(components, restrictions, position, step))
    return restrictions.permits(components, position, step)


class SharedMissions(Generic[Place]):
    """Which employees go to which regions, where not every region is permitted for all.

    Parameters
    ----------
    program
        The program to extend.
    sent
        For each place that employees leave: how many do, and how many can at most.
    regions
        For each place the regions that are permitted.
    counts
        How many employees go to each region.
    """

    def __init__(
        self,
        program: Program,
        sent: Mapping[Place, tuple[LinearExpr, int]],
        regions: Callable[[Place], Iterable[Region]],
        counts: Mapping[Region, cp_model.IntVar],
    ) -> None:
        self._numbers = {
            (place, region): program.integer(0, most, f"{place}_to_{region.name}")
            for place, (_, most) in sent.items()
            for region in regions(place)
        }
        for place, (number, _) in sent.items():
            own = [count for (other, _), count in self._numbers.items() if other == place]
            program.model.add(total(own) == number)
        for region, number in counts.items():
            there = [count for (_, other), count in self._numbers.items() if other is region]
            program.model.add(total(there) == number)

    def regions(self, outcome: Outcome) -> Callable[[Place], Region]:
        """Give what names the region of the next employee who leaves a place in a solution."""
        left: dict[Place, list[Region]] = {}
        for (place, region), count in self._numbers.items():
            left.setdefault(place, []).extend([region] * outcome.value(count))
        return lambda place: left[place].pop(0)

"""Allow and avoid lists: which steps a plan may consist of, by their kind and by what they are about.

A step is described by its aspects. Most steps have one value of each aspect that they have at all; a Department that is
built has the space it is put on and the one that an employee is fetched from, and a use by projects that sends its
employee the region of either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from carnegie_solver.components import Action, Components, ProjectType, Region
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.events import INCOME_EVENTS
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    BuildDepartment,
    BuildProject,
    ChangeAction,
    ChooseIncome,
    ChooseTabSide,
    Donate,
    EndTurn,
    Mission,
    MoveEmployee,
    PlaceHousing,
    PlayAndrew,
    Relocate,
    ReserveDepartment,
    SelectTimeline,
    SellGoods,
    SlideTab,
    StandUp,
    UseDepartment,
)

Aspects = Mapping[str, tuple[object, ...]]
"""The values that a step has of each aspect that it has."""

ASPECTS_OF_KIND: Mapping[str, frozenset[str]] = {
    "move_employee": frozenset({"department", "space"}),
    "use_department": frozenset({"department", "space", "region"}),
    "build_department": frozenset({"department", "space"}),
    "build_project": frozenset({"city", "type", "department", "space", "region"}),
    "slide_tab": frozenset({"type"}),
    "advance_transport": frozenset({"region"}),
    "stand_up": frozenset({"department", "space"}),
    "sell_goods": frozenset(),
    "end_turn": frozenset(),
    "select_timeline": frozenset({"row"}),
    "bring_home": frozenset({"region"}),
    "choose_income": frozenset({"type"}),
    "donate": frozenset({"donation", "department", "space", "region"}),
    "change_action": frozenset({"row"}),
    "choose_tab_side": frozenset({"type"}),
    "place_housing": frozenset({"city", "type", "region"}),
    "reserve_department": frozenset({"department"}),
    "play_andrew": frozenset(),
    "relocate": frozenset({"department", "space"}),
}
"""The kinds of steps, as the contract spells them, with the aspects that a step of the kind can have."""

_KIND: Mapping[type, str] = {
    MoveEmployee: "move_employee",
    UseDepartment: "use_department",
    BuildDepartment: "build_department",
    BuildProject: "build_project",
    SlideTab: "slide_tab",
    AdvanceTransport: "advance_transport",
    StandUp: "stand_up",
    SellGoods: "sell_goods",
    EndTurn: "end_turn",
    SelectTimeline: "select_timeline",
    BringHome: "bring_home",
    ChooseIncome: "choose_income",
    Donate: "donate",
    ChangeAction: "change_action",
    ChooseTabSide: "choose_tab_side",
    PlaceHousing: "place_housing",
    ReserveDepartment: "reserve_department",
    PlayAndrew: "play_andrew",
    Relocate: "relocate",
}


class NothingPermitted(Exception):
    """A decision that cannot be ended by any plan that the lists permit: what has to be done is forbidden."""


class StepPattern(Struct, frozen=True):
    """Which steps are meant: those of a kind that have the value of each aspect that is given.

    Attributes
    ----------
    kind
        One of `ASPECTS_OF_KIND`; None for any.
    city
        The city of a project or of the Housing disk.
    type
        The tab, or the type of the project.
    department
        The Department that is used, built, reserved or stood up in, or that an employee is moved or relocated from.
    space
        The label of the space that an employee is taken from (moved, relocated, sent on a Mission, fetched) or stands
        up on, or that a Department is built on.
    region
        The region of a Mission, of a project's city, of a track, of the projects that a use counts, of an income event.
    row
        The row of the timeline, or the action that the Action Choice tile is given up for.
    donation
        The donation's id.
    """

    kind: str | None = None
    city: str | None = None
    type: ProjectType | None = None
    department: str | None = None
    space: str | None = None
    region: Region | None = None
    row: Action | None = None
    donation: str | None = None

    @property
    def aspects(self) -> Iterator[tuple[str, object]]:
        """The aspects that are given, with their values."""
        for name in self.__struct_fields__[1:]:
            value = getattr(self, name)
            if value is not None:
                yield name, value

    def may_match(self, kind: str) -> bool:
        """Whether there can be a step of a kind that the pattern matches."""
        named = {name for name, _ in self.aspects}
        return self.kind in (None, kind) and named <= ASPECTS_OF_KIND[kind]

    def matches(self, kind: str, aspects: Aspects) -> bool:
        """Whether the pattern matches a step of a kind with some aspects."""
        return self.kind in (None, kind) and all(
            value in aspects.get(name, ()) for name, value in self.aspects
        )


class Restrictions(Struct, frozen=True):
    """What plans may consist of: steps that no pattern of `avoid` matches, and one of `allow` does if there are any."""

    allow: tuple[StepPattern, ...] = ()
    avoid: tuple[StepPattern, ...] = ()

    @property
    def restrict(self) -> bool:
        """Whether there is any restriction at all."""
        return bool(self.allow or self.avoid)

    def permits(self, components: Components, position: Position, step: Step) -> bool:
        """Whether a step of the player who decides in a position may be a part of a plan.

        The end of a decision always may. A move along a longer path is as many moves of one space.
        """
        if not self.restrict or isinstance(step, EndTurn):
            return True
        if isinstance(step, MoveEmployee) and len(step.path) > 2:
            moves = (MoveEmployee(pair) for pair in pairwise(step.path))
            return all(self.permits(components, position, move) for move in moves)
        own = _own_space(step)
        company = position.decider.company
        department = None if own is None else company[components.space_index[own]].department
        event = None
        if position.events and position.events[0] in INCOME_EVENTS:
            event = Region(position.events[0].value)
        return self.permits_on(components, department, step, event=event)

    def permits_on(
        self, components: Components, department: str | None, step: Step, *, event: Region | None = None
    ) -> bool:
        """Whether a step may be a part of a plan, by the little that it depends on.

        Parameters
        ----------
        department
            The Department on the space that the step uses, or takes an employee from, or stands one up on.
        step
            The step; of a move along a path only its first space counts.
        event
            The region of the income event, for an employee who comes home.
        """
        if not self.restrict or isinstance(step, EndTurn):
            return True
        kind, aspects = _KIND[type(step)], _aspects(components, department, step, event)
        if any(pattern.matches(kind, aspects) for pattern in self.avoid):
            return False
        return not self.allow or any(pattern.matches(kind, aspects) for pattern in self.allow)

    def among(self, kinds: Collection[str]) -> Restrictions:
        """Give what is left of the restrictions where only steps of some kinds can be made."""
        avoid = tuple(pattern for pattern in self.avoid if any(map(pattern.may_match, kinds)))
        return Restrictions(self.allow, avoid)


UNRESTRICTED = Restrictions()
"""No lists: every legal step is permitted."""


def _own_space(step: Step) -> str | None:
    """Give the label of the space whose Department a step is about, if there is one."""
    match step:
        case MoveEmployee(path):
            return path[0]
        case UseDepartment(label) | BuildProject(label) | StandUp(label) | Relocate(label):
            return label
        case Donate(_, label):
            return label
        case _:
            return None


def _aspects(components: Components, department: str | None, step: Step, event: Region | None) -> Aspects:
    here = () if department is None else (department,)
    match step:
        case MoveEmployee(path):
            return {"space": path[:1], "department": here}
        case UseDepartment(label, _, mission, _, counted):
            regions = () if counted is None else (counted,)
            return _sending(label, mission, *regions) | {"department": here}
        case BuildDepartment(built, label, fetched):
            start = () if fetched is None else (fetched.start,)
            return {"department": (built,), "space": (label, *start)}
        case BuildProject(label, kind, city, _, mission):
            sent = _sending(label, mission, components.cities[components.city_index[city]].region)
            return sent | {"city": (city,), "type": (kind,), "department": here}
        case Donate(donation, label, mission):
            return _sending(label, mission) | {"donation": (donation,), "department": here}
        case StandUp(label) | Relocate(label):
            return {"space": (label,), "department": here}
        case _:
            return _plain_aspects(components, step, event)


def _sending(label: str | None, mission: Mission | None, *regions: Region) -> dict[str, tuple[object, ...]]:
    """Give the space that an employee leaves for a Mission, if he does, and the regions of a step."""
    if mission is None:
        return {"region": regions}
    return {"space": (label,), "region": (mission.region, *regions)}


def _plain_aspects(components: Components, step: Step, event: Region | None) -> Aspects:
    """Give the aspects of a step that has nothing to do with the Company."""
    match step:
        case PlaceHousing(city):
            region = components.cities[components.city_index[city]].region
            return {"city": (city,), "type": (ProjectType.HOUSING,), "region": (region,)}
        case SlideTab(kind) | ChooseIncome(kind) | ChooseTabSide(kind):
            return {"type": (kind,)}
        case AdvanceTransport(region):
            return {"region": (region,)}
        case BringHome():
            return {"region": () if event is None else (event,)}
        case SelectTimeline(row) | ChangeAction(row):
            return {"row": (row,)}
        case ReserveDepartment(department):
            return {"department": (department,)}
        case _:
            return {}

"""A step's form, with every field as others may write it: which are needed, which can be left out."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from carnegie_solver.components import LOBBY, Action, ProjectType, Region, TabSide
from carnegie_solver.components.terms import from_name
from carnegie_solver.rules.document import Document, Text, Whole
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
    Fetched,
    Gain,
    Mission,
    MoveEmployee,
    Payroll,
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


def _required(*empty: object) -> BeforeValidator:
    """Make a validator that takes protobuf's empty values for a field left out."""

    def check(value: object) -> object:
        if value is None or any(type(value) is type(nothing) and value == nothing for nothing in empty):
            raise PydanticCustomError("missing", "a value")
        return value

    return BeforeValidator(check)


# Fields that a step cannot do without. protobuf leaves an empty value out, so to be empty is to be missing.
_Word = Annotated[Text, _required(""), Field(default=None, validate_default=True)]
_Number = Annotated[Whole, _required(0), Field(default=None, validate_default=True)]
_Path = Annotated[tuple[Text, ...], _required([], ()), Field(default=None, validate_default=True)]
_Region = Annotated[
    Region,
    from_name(Region, "REGION_"),
    _required("REGION_UNSPECIFIED"),
    Field(default=None, validate_default=True),
]
_ProjectType = Annotated[
    ProjectType,
    from_name(ProjectType, "PROJECT_TYPE_"),
    _required("PROJECT_TYPE_UNSPECIFIED"),
    Field(default=None, validate_default=True),
]
_Gain = Annotated[
    Gain,
    from_name(Gain, "GAIN_"),
    _required("GAIN_UNSPECIFIED"),
    Field(default=None, validate_default=True),
]


def _left_out(empty: str) -> BeforeValidator:
    """Make a validator that takes an enumeration's unspecified value for a field left out."""
    return BeforeValidator(lambda value: None if value == empty else value)


_MaybeRegion = Annotated[
    Annotated[Region, from_name(Region, "REGION_")] | None, _left_out("REGION_UNSPECIFIED")
]
_MaybePayroll = Annotated[
    Annotated[Payroll, from_name(Payroll, "PAYROLL_")] | None, _left_out("PAYROLL_UNSPECIFIED")
]

_Action = Annotated[
    Action,
    from_name(Action, "ACTION_"),
    _required("ACTION_UNSPECIFIED"),
    Field(default=None, validate_default=True),
]
_TabSide = Annotated[
    TabSide,
    from_name(TabSide, "TAB_SIDE_"),
    _required("TAB_SIDE_UNSPECIFIED"),
    Field(default=None, validate_default=True),
]


class _MissionDocument(Document):
    region: _Region
    standing_at: _Number

    def step(self) -> Mission:
        return Mission(self.region, self.standing_at)


class _MoveEmployeeDocument(Document):
    path: _Path
    standing_at: Whole | None = None

    def step(self) -> MoveEmployee:
        return MoveEmployee(self.path, self.standing_at)


class _UseDepartmentDocument(Document):
    space: _Word
    gain: _Gain
    mission: _MissionDocument | None = None
    count: Whole | None = None
    region: _MaybeRegion = None
    lobby: Text | None = None

    def step(self) -> UseDepartment:
        mission = None if self.mission is None else self.mission.step()
        return UseDepartment(
            self.space, self.gain, mission, self.count or 0, self.region, self.lobby or LOBBY
        )


class _RelocateDocument(Document):
    start: _Word
    end: _Word
    standing_at: Whole | None = None

    def step(self) -> Relocate:
        return Relocate(self.start, self.end, self.standing_at)


class _FetchedDocument(Document):
    start: _Word
    standing_at: Whole | None = None

    def step(self) -> Fetched:
        return Fetched(self.start, self.standing_at)


class _BuildDepartmentDocument(Document):
    department: _Word
    space: _Word
    fetched: _FetchedDocument | None = None

    def step(self) -> BuildDepartment:
        fetched = None if self.fetched is None else self.fetched.step()
        return BuildDepartment(self.department, self.space, fetched)


class _BuildProjectDocument(Document):
    space: _Word
    type: _ProjectType
    city: _Word
    city_space: Whole | None = None
    mission: _MissionDocument | None = None
    track_space: Whole | None = None
    lobby: Text | None = None

    def step(self) -> BuildProject:
        mission = None if self.mission is None else self.mission.step()
        place = self.city, self.city_space or 0
        return BuildProject(self.space, self.type, *place, mission, self.track_space, self.lobby or LOBBY)


class _SlideTabDocument(Document):
    type: _ProjectType

    def step(self) -> SlideTab:
        return SlideTab(self.type)


class _AdvanceTransportDocument(Document):
    region: _Region

    def step(self) -> AdvanceTransport:
        return AdvanceTransport(self.region)


class _StandUpDocument(Document):
    space: _Word
    workstation: _Number
    payroll: _MaybePayroll = None

    def step(self) -> StandUp:
        return StandUp(self.space, self.workstation, self.payroll)


class _SellGoodsDocument(Document):
    count: _Number

    def step(self) -> SellGoods:
        return SellGoods(self.count)


class _SelectTimelineDocument(Document):
    row: _Action

    def step(self) -> SelectTimeline:
        return SelectTimeline(self.row)


class _BringHomeDocument(Document):
    lobby: Text | None = None
    track_space: Whole | None = None

    def step(self) -> BringHome:
        return BringHome(self.lobby or LOBBY, self.track_space)


class _ChooseIncomeDocument(Document):
    type: _ProjectType
    circle: Whole | None = None
    part: Whole | None = None
    lobby: Text | None = None

    def step(self) -> ChooseIncome:
        return ChooseIncome(self.type, self.circle or 0, self.part or 0, self.lobby or LOBBY)


class _DonateDocument(Document):
    donation: _Word
    space: Text | None = None
    mission: _MissionDocument | None = None

    def step(self) -> Donate:
        mission = None if self.mission is None else self.mission.step()
        return Donate(self.donation, self.space or None, mission)


class _ChangeActionDocument(Document):
    action: _Action

    def step(self) -> ChangeAction:
        return ChangeAction(self.action)


class _ChooseTabSideDocument(Document):
    type: _ProjectType
    side: _TabSide

    def step(self) -> ChooseTabSide:
        return ChooseTabSide(self.type, self.side)


class _PlaceHousingDocument(Document):
    city: _Word
    city_space: Whole | None = None

    def step(self) -> PlaceHousing:
        return PlaceHousing(self.city, self.city_space or 0)


class _ReserveDepartmentDocument(Document):
    department: _Word

    def step(self) -> ReserveDepartment:
        return ReserveDepartment(self.department)


class _PlayAndrewDocument(Document):
    def step(self) -> PlayAndrew:
        return PlayAndrew()


class _EndTurnDocument(Document):
    def step(self) -> EndTurn:
        return EndTurn()


class StepDocument(Document):
    """A step: exactly one of its fields, one per kind, is not None."""

    move_employee: _MoveEmployeeDocument | None = None
    use_department: _UseDepartmentDocument | None = None
    build_department: _BuildDepartmentDocument | None = None
    build_project: _BuildProjectDocument | None = None
    slide_tab: _SlideTabDocument | None = None
    advance_transport: _AdvanceTransportDocument | None = None
    stand_up: _StandUpDocument | None = None
    sell_goods: _SellGoodsDocument | None = None
    end_turn: _EndTurnDocument | None = None
    select_timeline: _SelectTimelineDocument | None = None
    bring_home: _BringHomeDocument | None = None
    choose_income: _ChooseIncomeDocument | None = None
    donate: _DonateDocument | None = None
    change_action: _ChangeActionDocument | None = None
    choose_tab_side: _ChooseTabSideDocument | None = None
    place_housing: _PlaceHousingDocument | None = None
    reserve_department: _ReserveDepartmentDocument | None = None
    play_andrew: _PlayAndrewDocument | None = None
    relocate: _RelocateDocument | None = None

"""A step's JSON, the same as protobuf's JSON form of `carnegie.v1.Step`: writing it, and reading what others wrote."""

from __future__ import annotations

import enum
from dataclasses import fields
from typing import Annotated

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import PydanticCustomError

from carnegie_solver.components import LOBBY, Action, ProjectType, Region, TabSide
from carnegie_solver.components.terms import from_name
from carnegie_solver.faults import Fault, InvalidInput, faults_of
from carnegie_solver.rules.document import Document, Text, Whole, camel
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
    Gain,
    Mission,
    MoveEmployee,
    PlaceHousing,
    PlayAndrew,
    ReserveDepartment,
    SelectTimeline,
    SellGoods,
    SlideTab,
    StandUp,
    Step,
    UseDepartment,
)


class MalformedStep(InvalidInput):
    """A step that is not in the form of the contract; all its faults are in `faults`."""

    subject = "step"


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

    def step(self) -> UseDepartment:
        return UseDepartment(self.space, self.gain, None if self.mission is None else self.mission.step())


class _BuildDepartmentDocument(Document):
    department: _Word
    space: _Word

    def step(self) -> BuildDepartment:
        return BuildDepartment(self.department, self.space)


class _BuildProjectDocument(Document):
    space: _Word
    type: _ProjectType
    city: _Word
    city_space: Whole | None = None
    mission: Annotated[_MissionDocument, _required(), Field(default=None, validate_default=True)]

    def step(self) -> BuildProject:
        return BuildProject(self.space, self.type, self.city, self.city_space or 0, self.mission.step())


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

    def step(self) -> StandUp:
        return StandUp(self.space, self.workstation)


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

    def step(self) -> BringHome:
        return BringHome(self.lobby or LOBBY)


class _ChooseIncomeDocument(Document):
    type: _ProjectType
    circle: Whole | None = None
    part: Whole | None = None
    lobby: Text | None = None

    def step(self) -> ChooseIncome:
        return ChooseIncome(self.type, self.circle or 0, self.part or 0, self.lobby or LOBBY)


class _DonateDocument(Document):
    donation: _Word

    def step(self) -> Donate:
        return Donate(self.donation)


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


class _StepDocument(Document):
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


def step_from_json(data: object) -> Step:
    """Read a step from parsed JSON; whether the rules allow it is for the referee to say.

    Parameters
    ----------
    data
        Parsed JSON: protobuf's JSON form of `carnegie.v1.Step`.

    Raises
    ------
    MalformedStep
        With every fault: wrong types, unknown names and fields, values left out, no kind or more than one.

    Examples
    --------
    >>> step_from_json({"standUp": {"space": "b1", "workstation": 2}})
    StandUp(space='b1', workstation=2)
    """
    try:
        document = _StepDocument.model_validate(data)
    except ValidationError as error:
        raise MalformedStep(faults_of(error)) from error
    kinds = [name for name in _StepDocument.model_fields if getattr(document, name) is not None]
    if len(kinds) != 1:
        allowed = "exactly one of " + ", ".join(_StepDocument.model_fields)
        reason = "INCONSISTENT" if kinds else "MISSING"
        raise MalformedStep([Fault("", reason, " and ".join(kinds) or "nothing", allowed)])
    step: Step = getattr(document, kinds[0]).step()
    return step


_NAMES: dict[type, str] = {
    MoveEmployee: "moveEmployee",
    UseDepartment: "useDepartment",
    BuildDepartment: "buildDepartment",
    BuildProject: "buildProject",
    SlideTab: "slideTab",
    AdvanceTransport: "advanceTransport",
    StandUp: "standUp",
    SellGoods: "sellGoods",
    EndTurn: "endTurn",
    SelectTimeline: "selectTimeline",
    BringHome: "bringHome",
    ChooseIncome: "chooseIncome",
    Donate: "donate",
    ChangeAction: "changeAction",
    ChooseTabSide: "chooseTabSide",
    PlaceHousing: "placeHousing",
    ReserveDepartment: "reserveDepartment",
    PlayAndrew: "playAndrew",
}
_PREFIXES: dict[type[enum.IntEnum], str] = {
    Action: "ACTION_",
    Gain: "GAIN_",
    ProjectType: "PROJECT_TYPE_",
    Region: "REGION_",
    TabSide: "TAB_SIDE_",
}


def step_to_json(step: Step) -> dict[str, object]:
    """Write a step in protobuf's JSON form.

    Examples
    --------
    >>> step_to_json(MoveEmployee(("lobby", "c1"), standing_at=1))
    {'moveEmployee': {'path': ['lobby', 'c1'], 'standingAt': 1}}
    """
    return {_NAMES[type(step)]: _fields(step)}


def _fields(item: Step | Mission) -> dict[str, object]:
    written: dict[str, object] = {}
    for field in fields(item):
        value = getattr(item, field.name)
        optional = isinstance(item, MoveEmployee) and field.name == "standing_at"
        if isinstance(value, Mission):
            written[camel(field.name)] = _fields(value)
        elif isinstance(value, enum.IntEnum):
            written[camel(field.name)] = _PREFIXES[type(value)] + value.name
        elif value or (optional and value is not None):  # protobuf leaves empty values out
            written[camel(field.name)] = list(value) if isinstance(value, tuple) else value
    return written

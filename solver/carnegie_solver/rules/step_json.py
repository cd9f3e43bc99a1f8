"""A step's JSON, the same as protobuf's JSON form of `carnegie.v1.Step`: writing it, and reading what others wrote."""

from __future__ import annotations

import enum

from pydantic import ValidationError

from carnegie_solver.components import LOBBY, Action, ProjectType, Region, TabSide
from carnegie_solver.faults import Fault, InvalidInput, faults_of
from carnegie_solver.rules.document import camel
from carnegie_solver.rules.step_document import StepDocument
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
    Step,
    UseDepartment,
    fields_of,
)


class MalformedStep(InvalidInput):
    """A step that is not in the form of the contract; all its faults are in `faults`."""

    subject = "step"


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
    StandUp(space='b1', workstation=2, payroll=None)
    """
    try:
        document = StepDocument.model_validate(data)
    except ValidationError as error:
        raise MalformedStep(faults_of(error)) from error
    kinds = [name for name in StepDocument.model_fields if getattr(document, name) is not None]
    if len(kinds) != 1:
        allowed = "exactly one of " + ", ".join(StepDocument.model_fields)
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
    Relocate: "relocate",
}
_PREFIXES: dict[type[enum.IntEnum], str] = {
    Action: "ACTION_",
    Gain: "GAIN_",
    Payroll: "PAYROLL_",
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


_WRITTEN_WHEN_ZERO = ("standing_at", "track_space")
"""Fields of which zero is not the same as left out, in steps where they may be left out."""
_ALWAYS_WITH_LOBBY = (BringHome, ChooseIncome)


def _fields(item: Step | Mission | Fetched) -> dict[str, object]:
    written: dict[str, object] = {}
    for field in fields_of(type(item)):
        value = getattr(item, field.name)
        if field.name == "lobby" and value == LOBBY and not isinstance(item, _ALWAYS_WITH_LOBBY):
            continue
        may_be_zero = field.name in _WRITTEN_WHEN_ZERO and field.default is None and value is not None
        if isinstance(value, Mission | Fetched):
            written[camel(field.name)] = _fields(value)
        elif isinstance(value, enum.IntEnum):
            written[camel(field.name)] = _PREFIXES[type(value)] + value.name
        elif value or may_be_zero:  # protobuf leaves empty values out
            written[camel(field.name)] = list(value) if isinstance(value, tuple) else value
    return written

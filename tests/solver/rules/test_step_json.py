"""A step's JSON is protobuf's JSON form of it, goes there and back, and all its faults are found at once."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from google.protobuf import json_format
from hypothesis import given
from hypothesis import strategies as st

from carnegie.v1 import steps_pb2
from carnegie_solver.components import LOBBY, Action, ProjectType, Region, TabSide
from carnegie_solver.faults import Fault
from carnegie_solver.rules.step_json import MalformedStep, step_from_json, step_to_json
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
)

EXAMPLES: list[tuple[Step, dict[str, object]]] = [
    (MoveEmployee(("lobby", "c1"), 1), {"moveEmployee": {"path": ["lobby", "c1"], "standingAt": 1}}),
    (MoveEmployee(("lobby", "c1", "c2")), {"moveEmployee": {"path": ["lobby", "c1", "c2"]}}),
    (UseDepartment("a1", Gain.MONEY), {"useDepartment": {"space": "a1", "gain": "GAIN_MONEY"}}),
    (
        UseDepartment("a1", Gain.GOODS, Mission(Region.MIDWEST, 3)),
        {
            "useDepartment": {
                "space": "a1",
                "gain": "GAIN_GOODS",
                "mission": {"region": "REGION_MIDWEST", "standingAt": 3},
            }
        },
    ),
    (BuildDepartment("Sales", "b3"), {"buildDepartment": {"department": "Sales", "space": "b3"}}),
    (
        BuildProject("c1", ProjectType.PUBLIC_INFRASTRUCTURE, "Denver", 1, Mission(Region.WEST, 2)),
        {
            "buildProject": {
                "space": "c1",
                "type": "PROJECT_TYPE_PUBLIC_INFRASTRUCTURE",
                "city": "Denver",
                "citySpace": 1,
                "mission": {"region": "REGION_WEST", "standingAt": 2},
            }
        },
    ),
    (
        BuildProject("c1", ProjectType.HOUSING, "Reno", 0, Mission(Region.WEST, 1)),
        {
            "buildProject": {
                "space": "c1",
                "type": "PROJECT_TYPE_HOUSING",
                "city": "Reno",
                "mission": {"region": "REGION_WEST", "standingAt": 1},
            }
        },
    ),
    (
        UseDepartment("a3", Gain.SALE, count=3),
        {"useDepartment": {"space": "a3", "gain": "GAIN_SALE", "count": 3}},
    ),
    (
        UseDepartment("b4", Gain.MONEY, region=Region.WEST),
        {"useDepartment": {"space": "b4", "gain": "GAIN_MONEY", "region": "REGION_WEST"}},
    ),
    (
        UseDepartment("a3", Gain.NEW_EMPLOYEE, Mission(Region.EAST, 1), lobby="c4"),
        {
            "useDepartment": {
                "space": "a3",
                "gain": "GAIN_NEW_EMPLOYEE",
                "mission": {"region": "REGION_EAST", "standingAt": 1},
                "lobby": "c4",
            }
        },
    ),
    (Relocate("c1", "d4"), {"relocate": {"start": "c1", "end": "d4"}}),
    (Relocate("c1", "d4", 2), {"relocate": {"start": "c1", "end": "d4", "standingAt": 2}}),
    (
        BuildDepartment("Sales", "b3", Fetched("lobby")),
        {"buildDepartment": {"department": "Sales", "space": "b3", "fetched": {"start": "lobby"}}},
    ),
    (
        BuildDepartment("Sales", "b3", Fetched("a1", 1)),
        {
            "buildDepartment": {
                "department": "Sales",
                "space": "b3",
                "fetched": {"start": "a1", "standingAt": 1},
            }
        },
    ),
    (
        BuildProject("d2", ProjectType.HOUSING, "Reno", 0, None, 0, "c4"),
        {
            "buildProject": {
                "space": "d2",
                "type": "PROJECT_TYPE_HOUSING",
                "city": "Reno",
                "trackSpace": 0,
                "lobby": "c4",
            }
        },
    ),
    (BringHome("lobby", 0), {"bringHome": {"lobby": "lobby", "trackSpace": 0}}),
    (
        StandUp("c1", 2, Payroll.BONUS),
        {"standUp": {"space": "c1", "workstation": 2, "payroll": "PAYROLL_BONUS"}},
    ),
    (
        Donate("WELFARE_FLAT", "d3", Mission(Region.WEST, 1)),
        {
            "donate": {
                "donation": "WELFARE_FLAT",
                "space": "d3",
                "mission": {"region": "REGION_WEST", "standingAt": 1},
            }
        },
    ),
    (SlideTab(ProjectType.COMMERCE), {"slideTab": {"type": "PROJECT_TYPE_COMMERCE"}}),
    (AdvanceTransport(Region.SOUTH), {"advanceTransport": {"region": "REGION_SOUTH"}}),
    (StandUp("d1", 3), {"standUp": {"space": "d1", "workstation": 3}}),
    (SellGoods(2), {"sellGoods": {"count": 2}}),
    (EndTurn(), {"endTurn": {}}),
    (SelectTimeline(Action.CONSTRUCTION), {"selectTimeline": {"row": "ACTION_CONSTRUCTION"}}),
    (BringHome(), {"bringHome": {"lobby": "lobby"}}),
    (BringHome("c3"), {"bringHome": {"lobby": "c3"}}),
    (
        ChooseIncome(ProjectType.HOUSING, 2, 1),
        {"chooseIncome": {"type": "PROJECT_TYPE_HOUSING", "circle": 2, "part": 1, "lobby": "lobby"}},
    ),
    (
        ChooseIncome(ProjectType.INDUSTRY, 0, 0, "a3"),
        {"chooseIncome": {"type": "PROJECT_TYPE_INDUSTRY", "lobby": "a3"}},
    ),
    (Donate("WELFARE_FLAT"), {"donate": {"donation": "WELFARE_FLAT"}}),
    (ChangeAction(Action.HUMAN_RESOURCES), {"changeAction": {"action": "ACTION_HUMAN_RESOURCES"}}),
    (
        ChooseTabSide(ProjectType.COMMERCE, TabSide.A),
        {"chooseTabSide": {"type": "PROJECT_TYPE_COMMERCE", "side": "TAB_SIDE_A"}},
    ),
    (PlaceHousing("Boston", 1), {"placeHousing": {"city": "Boston", "citySpace": 1}}),
    (PlaceHousing("Atlanta", 0), {"placeHousing": {"city": "Atlanta"}}),
    (ReserveDepartment("Sales"), {"reserveDepartment": {"department": "Sales"}}),
    (PlayAndrew(), {"playAndrew": {}}),
]

words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
numbers = st.integers(-(2**31), 2**31 - 1)
positive = numbers.filter(bool)
missions = st.builds(Mission, st.sampled_from(Region), positive)
steps: st.SearchStrategy[Step] = st.one_of(
    st.builds(MoveEmployee, st.lists(words, min_size=1, max_size=5).map(tuple), st.none() | numbers),
    st.builds(
        UseDepartment,
        words,
        st.sampled_from(Gain),
        st.none() | missions,
        numbers,
        st.none() | st.sampled_from(Region),
        words | st.just(LOBBY),
    ),
    st.builds(Relocate, words, words, st.none() | numbers),
    st.builds(BuildDepartment, words, words, st.none() | st.builds(Fetched, words, st.none() | numbers)),
    st.builds(
        BuildProject,
        words,
        st.sampled_from(ProjectType),
        words,
        numbers,
        st.none() | missions,
        st.none() | numbers,
        words | st.just(LOBBY),
    ),
    st.builds(SlideTab, st.sampled_from(ProjectType)),
    st.builds(AdvanceTransport, st.sampled_from(Region)),
    st.builds(StandUp, words, positive, st.none() | st.sampled_from(Payroll)),
    st.builds(SellGoods, positive),
    st.just(EndTurn()),
    st.builds(SelectTimeline, st.sampled_from(Action)),
    st.builds(BringHome, words, st.none() | numbers),
    st.builds(ChooseIncome, st.sampled_from(ProjectType), numbers, numbers, words),
    st.builds(Donate, words, st.none() | words, st.none() | missions),
    st.builds(ChangeAction, st.sampled_from(Action)),
    st.builds(ChooseTabSide, st.sampled_from(ProjectType), st.sampled_from(TabSide)),
    st.builds(PlaceHousing, words, numbers),
    st.builds(ReserveDepartment, words),
    st.just(PlayAndrew()),
)


def reasons(data: object) -> list[tuple[str, str]]:
    with pytest.raises(MalformedStep) as caught:
        step_from_json(data)
    return [(fault.path, fault.reason) for fault in caught.value.faults]


@pytest.mark.parametrize(("step", "written"), EXAMPLES)
def test_examples(step: Step, written: dict[str, object]) -> None:
    """Each kind of step is written as steps.proto says, and read back."""
    assert step_to_json(step) == written
    assert step_from_json(written) == step


@given(steps)
def test_same_as_protobufs_json(step: Step) -> None:
    """What is written is what protobuf itself prints for the message, and either spelling of it is read back."""
    written = step_to_json(step)
    message = json_format.ParseDict(written, steps_pb2.Step())
    assert json_format.MessageToDict(message) == written
    assert step_from_json(written) == step
    assert step_from_json(json_format.MessageToDict(message, preserving_proto_field_name=True)) == step


def test_every_kind_of_step_is_an_example() -> None:
    """No kind of step of the contract is left out."""
    kinds = {name for _, written in EXAMPLES for name in written}
    assert kinds == {field.json_name for field in steps_pb2.Step.DESCRIPTOR.fields}
    assert {type(step) for step, _ in EXAMPLES} == set(get_args(Step))


@pytest.mark.parametrize(
    ("data", "step"),
    [
        ({"bringHome": {}}, BringHome("lobby")),
        ({"bringHome": {"lobby": ""}}, BringHome("lobby")),
        (
            {"chooseIncome": {"type": "PROJECT_TYPE_INDUSTRY"}},
            ChooseIncome(ProjectType.INDUSTRY, 0, 0, "lobby"),
        ),
        ({"placeHousing": {"city": "St. Louis", "citySpace": 0}}, PlaceHousing("St. Louis", 0)),
    ],
)
def test_a_lobby_and_zeros_may_be_left_out(data: object, step: Step) -> None:
    """Without a Lobby the printed one is meant; a zero is the same as nothing."""
    assert step_from_json(data) == step


@pytest.mark.parametrize(
    ("kind", "field", "path"),
    [
        ("selectTimeline", "row", "select_timeline.row"),
        ("donate", "donation", "donate.donation"),
        ("changeAction", "action", "change_action.action"),
        ("placeHousing", "city", "place_housing.city"),
        ("reserveDepartment", "department", "reserve_department.department"),
        ("chooseIncome", "type", "choose_income.type"),
        ("chooseTabSide", "type", "choose_tab_side.type"),
        ("chooseTabSide", "side", "choose_tab_side.side"),
    ],
)
def test_required_fields(kind: str, field: str, path: str) -> None:
    """A field that a step cannot do without is missed; each of a wrong type is found."""
    assert (path, "MISSING") in reasons({kind: {}})
    assert (path, "MISSING") in reasons({kind: {field: None}})
    assert (path, "WRONG_TYPE") in reasons({kind: {field: []}}) or (path, "UNKNOWN_ENUM_VALUE") in reasons(
        {kind: {field: []}}
    )


def test_null_and_unspecified_are_left_out() -> None:
    """A null is a field left out, and so is the zero value of an enumeration."""
    assert step_from_json({"moveEmployee": {"path": ["a1", "a2"], "standingAt": None}, "endTurn": None}) == (
        MoveEmployee(("a1", "a2"))
    )
    use = {"space": "a1", "gain": "GAIN_UNSPECIFIED", "mission": None}
    assert reasons({"useDepartment": use}) == [("use_department.gain", "MISSING")]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, [("", "WRONG_TYPE")]),
        ("endTurn", [("", "WRONG_TYPE")]),
        ([{"endTurn": {}}], [("", "WRONG_TYPE")]),
        ({}, [("", "MISSING")]),
        ({"endTurn": {}, "sellGoods": {"count": 1}}, [("", "INCONSISTENT")]),
        ({"jump": {}}, [("jump", "UNKNOWN_FIELD")]),
        ({"endTurn": {"now": True}}, [("end_turn.now", "UNKNOWN_FIELD")]),
        ({"endTurn": []}, [("end_turn", "WRONG_TYPE")]),
        ({"sellGoods": {"count": 1.0}}, [("sell_goods.count", "WRONG_TYPE")]),
        ({"sellGoods": {"count": True}}, [("sell_goods.count", "WRONG_TYPE")]),
        ({"sellGoods": {"count": float("nan")}}, [("sell_goods.count", "WRONG_TYPE")]),
        ({"sellGoods": {"count": 2**31}}, [("sell_goods.count", "OUT_OF_RANGE")]),
        ({"sellGoods": {"count": 10**5000}}, [("sell_goods.count", "OUT_OF_RANGE")]),
        ({"sellGoods": {}}, [("sell_goods.count", "MISSING")]),
        ({"slideTab": {"type": 1}}, [("slide_tab.type", "UNKNOWN_ENUM_VALUE")]),
        ({"slideTab": {"type": "HOUSING"}}, [("slide_tab.type", "UNKNOWN_ENUM_VALUE")]),
        ({"advanceTransport": {"region": 99}}, [("advance_transport.region", "UNKNOWN_ENUM_VALUE")]),
        ({"moveEmployee": {"path": "lobby"}}, [("move_employee.path", "WRONG_TYPE")]),
        ({"moveEmployee": {"path": []}}, [("move_employee.path", "MISSING")]),
        (
            {"standUp": {"space": "c1", "workstation": 2, "payroll": "PAYROLL_NONE"}},
            [("stand_up.payroll", "UNKNOWN_ENUM_VALUE")],
        ),
        (
            {"relocate": {"standingAt": 2}},
            [("relocate.start", "MISSING"), ("relocate.end", "MISSING")],
        ),
        (
            {"buildDepartment": {"department": "Sales", "space": "a3", "fetched": {}}},
            [("build_department.fetched.start", "MISSING")],
        ),
        (
            {"sellGoods": {"count": 1}, "sell_goods": {"count": 2}},
            [("sell_goods", "UNKNOWN_FIELD")],
        ),
    ],
)
def test_malformed(data: object, expected: list[tuple[str, str]]) -> None:
    """What is no step of the contract is refused with the path, in the contract's names, and the reason."""
    assert reasons(data) == expected


def test_all_faults_at_once() -> None:
    """Every fault of a step is found in one go."""
    data = {
        "move_employee": {"path": ["a1", 2, None], "standing_at": "1", "speed": 3},
        "buildProject": {
            "type": "PROJECT_TYPE_SHIPS",
            "citySpace": -0.5,
            "mission": {"region": "REGION_NORTH"},
        },
    }
    assert sorted(reasons(data)) == [
        ("build_project.city", "MISSING"),
        ("build_project.city_space", "WRONG_TYPE"),
        ("build_project.mission.region", "UNKNOWN_ENUM_VALUE"),
        ("build_project.mission.standing_at", "MISSING"),
        ("build_project.space", "MISSING"),
        ("build_project.type", "UNKNOWN_ENUM_VALUE"),
        ("move_employee.path[1]", "WRONG_TYPE"),
        ("move_employee.path[2]", "WRONG_TYPE"),
        ("move_employee.speed", "UNKNOWN_FIELD"),
        ("move_employee.standing_at", "WRONG_TYPE"),
    ]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["REGION_EAST", "a1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(EXAMPLES), st.data())
def test_any_json_is_a_step_or_malformed(example: tuple[Step, dict[str, Any]], data: st.DataObject) -> None:
    """Whatever stands in a field, reading gives a step or raises MalformedStep, nothing else."""
    ((kind, fields),) = example[1].items()
    changed = {**fields, data.draw(st.sampled_from([*fields, "x"])): data.draw(json_values)}
    step: Step | None = None
    faults: tuple[Fault, ...] = ()
    try:
        step = step_from_json({kind: changed})
    except MalformedStep as malformed:
        faults = malformed.faults
    assert (step is None) == bool(faults)
    assert all(fault.reason.isupper() and str(fault) for fault in faults)
    assert step is None or step_from_json(step_to_json(step)) == step

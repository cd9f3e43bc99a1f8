"""Every kind of step is said in the words of the game, with what it costs and brings."""

from __future__ import annotations

import pytest
from google.protobuf import json_format

from carnegie.v1.advisor_pb2 import PlannedStep, ResourceChange
from carnegie.v1.position_pb2 import Position
from carnegie.v1.steps_pb2 import Step
from carnegie_client.advice.company import CompanyNames
from carnegie_client.advice.steps import sentences, step_in_words

POSITION = json_format.ParseDict(
    {
        "players": [
            {},
            {
                "company": {
                    "spaces": [
                        {"space": "lobby", "lying": 5},
                        {"space": "c1", "department": "Construction", "standingAt": [1]},
                        {"space": "b2", "department": "Commerce"},
                        {"space": "b3", "lying": 1},
                        {"space": "b4", "department": "New Lobby"},
                    ]
                }
            },
        ]
    },
    Position(),
)


def said(*steps: tuple[dict[str, object], ResourceChange]) -> list[str]:
    planned = [PlannedStep(step=json_format.ParseDict(step, Step()), change=change) for step, change in steps]
    return sentences(planned, CompanyNames(POSITION, player=1))


@pytest.mark.parametrize(
    ("step", "change", "expected"),
    [
        (
            {"moveEmployee": {"path": ["lobby", "b1", "c1"]}},
            ResourceChange(moves=-2),
            "Move a lying employee from the Lobby to Construction (c1) by way of the empty space b1: 2 moves",
        ),
        (
            {"moveEmployee": {"path": ["lobby", "c1"]}},
            ResourceChange(moves=-1),
            "Move a lying employee from the Lobby to Construction (c1): 1 move",
        ),
        (
            {"moveEmployee": {"path": ["c1", "b1", "b2", "b3"], "standingAt": 1}},
            ResourceChange(moves=-3),
            (
                "Move the employee at workstation 1 of Construction (c1) to the empty space b3 "
                "by way of the empty space b1 and Commerce (b2): 3 moves"
            ),
        ),
        (
            {"useDepartment": {"space": "b2", "gain": "GAIN_MONEY"}},
            ResourceChange(money=3),
            "Use Commerce (b2) for money: get $3",
        ),
        (
            {
                "useDepartment": {
                    "space": "b2",
                    "gain": "GAIN_GOODS",
                    "mission": {"region": "REGION_MIDWEST", "standingAt": 2},
                }
            },
            ResourceChange(goods=4),
            (
                "Use Commerce (b2) for goods; the employee at workstation 2 goes on a Mission to the Midwest: "
                "get 4 goods cubes"
            ),
        ),
        (
            {"buildDepartment": {"department": "New Lobby", "space": "b3"}},
            ResourceChange(goods=-3),
            "Build the Department New Lobby on the empty space b3: pay 3 goods cubes",
        ),
        (
            {
                "buildProject": {
                    "space": "c1",
                    "type": "PROJECT_TYPE_PUBLIC_INFRASTRUCTURE",
                    "city": "Santa Fe",
                    "citySpace": 0,
                    "mission": {"region": "REGION_WEST", "standingAt": 1},
                }
            },
            ResourceChange(goods=-1, money=2, vp=1),
            (
                "Use Construction (c1) to build a Public Infrastructure disk on the first space of Santa Fe; "
                "the employee at workstation 1 goes on a Mission to the West: pay 1 goods cube, get $2 and 1 VP"
            ),
        ),
        (
            {
                "buildProject": {
                    "space": "c1",
                    "type": "PROJECT_TYPE_INDUSTRY",
                    "city": "New York",
                    "citySpace": 3,
                    "mission": {"region": "REGION_EAST", "standingAt": 2},
                }
            },
            ResourceChange(goods=-2),
            (
                "Use Construction (c1) to build an Industry disk on the fourth space of New York; "
                "the employee at workstation 2 goes on a Mission to the East: pay 2 goods cubes"
            ),
        ),
        (
            {"slideTab": {"type": "PROJECT_TYPE_INDUSTRY"}},
            ResourceChange(study_points=-2, vp=4),
            "Slide the Industry tab one space: pay 2 study points, get 4 VP",
        ),
        (
            {"advanceTransport": {"region": "REGION_SOUTH"}},
            ResourceChange(study_points=-1),
            "Advance the transport disk of the South one space: pay 1 study point",
        ),
        (
            {"standUp": {"space": "c1", "workstation": 3}},
            ResourceChange(money=-2),
            "Stand an employee up in Construction (c1) at workstation 3: pay $2",
        ),
        (
            {"standUp": {"space": "c1", "workstation": 2}},
            ResourceChange(),
            "Stand an employee up in Construction (c1) at workstation 2",
        ),
        ({"sellGoods": {"count": 1}}, ResourceChange(goods=-1, money=1), "Sell 1 goods cube: get $1"),
        ({"sellGoods": {"count": 3}}, ResourceChange(goods=-3, money=3), "Sell 3 goods cubes: get $3"),
        (
            {"selectTimeline": {"row": "ACTION_CONSTRUCTION"}},
            ResourceChange(),
            "Select the Construction row of the timeline",
        ),
        (
            {"bringHome": {}},
            ResourceChange(money=2, vp=1),
            "Bring an employee home to the Lobby: get $2 and 1 VP",
        ),
        ({"bringHome": {"lobby": "b4"}}, ResourceChange(), "Bring an employee home to New Lobby (b4)"),
        (
            {"chooseIncome": {"type": "PROJECT_TYPE_COMMERCE", "circle": 1, "part": 1, "lobby": "lobby"}},
            ResourceChange(money=1),
            "Choose the second part of the income of the second circle of the Commerce tab: get $1",
        ),
        (
            {"chooseIncome": {"type": "PROJECT_TYPE_COMMERCE", "lobby": "b4"}},
            ResourceChange(),
            (
                "Choose the first part of the income of the first circle of the Commerce tab; "
                "a new employee lies in New Lobby (b4)"
            ),
        ),
        (
            {"donate": {"donation": "HEALTH_PROJECTS_WEST"}},
            ResourceChange(money=-5),
            "Donate to Health for projects in the West: pay $5",
        ),
        (
            {"changeAction": {"action": "ACTION_MANAGEMENT"}},
            ResourceChange(),
            "Use the Action Choice tile to do Management instead",
        ),
        (
            {"chooseTabSide": {"type": "PROJECT_TYPE_HOUSING", "side": "TAB_SIDE_B"}},
            ResourceChange(),
            "Turn the Housing tab to side B",
        ),
        (
            {"placeHousing": {"city": "Denver", "citySpace": 2}},
            ResourceChange(),
            "Place the Housing disk on the third space of Denver",
        ),
        ({"reserveDepartment": {"department": "Sales"}}, ResourceChange(), "Reserve the Department Sales"),
        ({"playAndrew": {}}, ResourceChange(), "Have Andrew act"),
        ({"endTurn": {}}, ResourceChange(), "End the turn"),
        (
            {"endTurn": {}},
            ResourceChange(moves=-1, study_points=-2),
            "End the turn: 1 move and 2 study points left unused",
        ),
    ],
)
def test_a_step_in_words(step: dict[str, object], change: ResourceChange, expected: str) -> None:
    assert said((step, change)) == [expected]


def test_every_kind_of_step_has_words() -> None:
    fields = Step.DESCRIPTOR.fields
    assert len(fields) == len(Step.DESCRIPTOR.oneofs_by_name["kind"].fields)
    for kind in fields:
        step = Step()
        getattr(step, kind.name).SetInParent()
        assert (
            step_in_words(step, CompanyNames(POSITION, player=1)) != "A step that this client does not know"
        )


def test_a_department_has_its_name_once_it_is_built() -> None:
    build: dict[str, object] = {"buildDepartment": {"department": "Archives", "space": "b3"}}
    stand: dict[str, object] = {"standUp": {"space": "b3", "workstation": 1}}
    sentence = "Stand an employee up in {} at workstation 1"
    assert said((stand, ResourceChange()), (build, ResourceChange()), (stand, ResourceChange()))[::2] == [
        sentence.format("the empty space b3"),
        sentence.format("Archives (b3)"),
    ]


def test_a_value_of_a_later_contract_is_no_crash() -> None:
    step = Step()
    step.slide_tab.type = 17  # type: ignore[assignment]
    assert sentences([PlannedStep(step=step), PlannedStep()], CompanyNames(POSITION, player=9)) == [
        "Slide the project type 17 tab one space",
        "A step that this client does not know",
    ]

"""The table of a game and what is to be decided, in words; why a text is no legal step."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from carnegie.v1 import position_pb2
from carnegie.v1.position_pb2 import (
    Andrew,
    Company,
    CompanySpace,
    DepartmentUses,
    IncomeChoice,
    Missions,
    NeutralProject,
    Player,
    Position,
    Project,
    Tab,
    Tabs,
    Timeline,
    TimelineRow,
    Transport,
    Turn,
)
from carnegie.v1.rules_pb2 import NotationFault, NotationRefusal
from carnegie_client.advice.notation import refusal_in_words
from carnegie_client.advice.table import decision_heading, table_report

EAST, DONATION = position_pb2.EVENT_INCOME_EAST, position_pb2.EVENT_DONATION


def position() -> Position:
    spaces = [
        CompanySpace(space="lobby", lying=1),
        CompanySpace(space="a1", department="Sales", standing_at=[1, 3], lying=2),
        CompanySpace(space="d1", department="Construction"),
        CompanySpace(space="b4", lying=1),
    ]
    player = Player(
        money=9,
        goods=1,
        vp=4,
        company=Company(spaces=spaces),
        missions=Missions(west=1, east=2),
        employees_in_supply=1,
        disks_in_supply=22,
        tabs=Tabs(housing=Tab(side=position_pb2.TAB_SIDE_B, pulled=2, waiting=1, built=3)),
        transport=Transport(midwest=2),
        projects=[
            Project(city="Boston", city_space=1),
            Project(city="Reno", type=position_pb2.PROJECT_TYPE_COMMERCE),
        ],
        donations=["WELFARE_MONEY"],
        reserved_department="Engineering",
    )
    return Position(
        round=9,
        phase=position_pb2.PHASE_USE_DEPARTMENTS,
        action=position_pb2.ACTION_CONSTRUCTION,
        timeline=Timeline(
            human_resources=TimelineRow(events=[EAST, DONATION, EAST, EAST], used=1),
            management=TimelineRow(used=5),
            construction=TimelineRow(events=[EAST] * 4, used=4),
        ),
        players=[player],
        neutral_projects=[NeutralProject(city="Albany")],
        neutral_donations=["WELFARE_FLAT"],
        display=position_pb2.Display(departments=["Sales", "Logistics", "Sales"]),
        turn=Turn(
            moves=1,
            study_points=2,
            uses=[
                DepartmentUses(space="c1", count=2),
                DepartmentUses(space="a1", count=1),
                DepartmentUses(space="b1"),
            ],
            choices=[IncomeChoice(type=position_pb2.PROJECT_TYPE_HOUSING, circle=2)],
        ),
        andrew=Andrew(
            cards=["N01", "N02"],
            played=1,
            shift=2,
            vp=6,
            departments=["Purchasing"],
            projects=[NeutralProject(city="Reno")],
            transport=Transport(south=4),
        ),
    )


def shown(of: Position, width: int = 200) -> list[str]:
    output = io.StringIO()
    console = Console(file=output, width=width, highlight=False, markup=False)
    for part in table_report(of):
        console.print(part)
    return [line.rstrip() for line in output.getvalue().splitlines()]


def test_the_table_says_what_everybody_has() -> None:
    rows = [" ".join(line.split()) for line in shown(position())]
    assert rows == [
        "You",
        "holds $9, 1 goods cube, 4 VP; in the supply 1 employee, 22 disks",
        "floor 4 b4 nothing built: 1 lies",
        "floor 3 empty",
        "floor 2 empty",
        "floor 1 a1 Sales: 2 stand at 1 and 3, 2 lie; d1 Construction: nobody",
        "lobby 1 lies",
        "missions 1 in the West, 2 in the East",
        "tab Housing side B, pulled 2, 1 to be built, 3 built",
        *(
            f"tab {name} side 0, pulled 0, 0 to be built, 0 built"
            for name in ("Commerce", "Industry", "Public Infrastructure")
        ),
        "tracks the West 1, the Midwest 3, the East 1, the South 1",
        "projects Boston.2, Reno.1 (Commerce)",
        "donations Welfare for money",
        "reserved Engineering",
        "left of the turn 1 move; 2 study points; uses of c1 2 times and a1; to choose: income of Housing.3",
        "Andrew",
        "cards 1 of 2 played, his card shifted by 2; 6 VP from them",
        "departments Purchasing",
        "tracks the West 1, the Midwest 1, the East 1, the South 5",
        "projects Reno.1",
        "donations none",
        "Table",
        "Human Resources 1 of 5 used; to come: donation, income from the East, income from the East, the last space",
        "Management used up",
        "Construction 4 of 5 used; to come: the last space",
        "Research and Development 0 of 5 used; to come: the last space",
        "display Sales (2), Logistics",
        "neutral projects Albany.1",
        "neutral donations Welfare for a fixed number of VP",
    ]


def test_narrow_lines_keep_every_word() -> None:
    wide = " ".join(" ".join(shown(position())).split())
    for width in (60, 44):
        narrow = shown(position(), width)
        assert max(map(len, narrow)) <= width
        assert sorted(" ".join(narrow).split()) == sorted(wide.split())


def test_several_players_are_numbered_and_andrew_is_left_out_where_he_is_not() -> None:
    several = position()
    several.players.append(Player(action_choice_tile=True))
    several.ClearField("andrew")
    several.ClearField("turn")
    several.events.extend([EAST, DONATION])
    rows = [" ".join(line.split()) for line in shown(several)]
    assert [row for row in rows if row in {"You", "Player 1", "Player 2", "Andrew"}] == [
        "Player 1",
        "Player 2",
    ]
    assert "tile Action Choice" in rows
    assert "events now income from the East, donation" in rows


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"phase": position_pb2.PHASE_SETUP_MOVES, "round": 1}, "Setup: move employees"),
        (
            {"phase": position_pb2.PHASE_SELECT_TIMELINE, "round": 3},
            "Round 3 of 20: select a row of the timeline",
        ),
        ({"phase": position_pb2.PHASE_EVENT, "events": [EAST]}, "Round 0 of 20: event: income from the East"),
        (
            {"phase": position_pb2.PHASE_EVENT, "events": [DONATION], "round": 4},
            "Round 4 of 20: event: donation",
        ),
        (
            {
                "phase": position_pb2.PHASE_USE_DEPARTMENTS,
                "action": position_pb2.ACTION_MANAGEMENT,
                "round": 5,
            },
            "Round 5 of 20: use Departments for Management",
        ),
        (
            {
                "phase": position_pb2.PHASE_USE_DEPARTMENTS,
                "action": position_pb2.ACTION_MANAGEMENT,
                "turn": Turn(action=position_pb2.ACTION_HUMAN_RESOURCES),
                "round": 5,
            },
            "Round 5 of 20: use Departments for Human Resources",
        ),
        ({"phase": position_pb2.PHASE_STANDING_UP, "round": 20}, "Round 20 of 20: stand employees up"),
        ({"phase": position_pb2.PHASE_GAME_OVER, "round": 20}, "The game is over"),
    ],
)
def test_what_is_to_be_decided(fields: dict[str, object], said: str) -> None:
    assert decision_heading(Position(**fields)) == said  # type: ignore[arg-type] # the fields of each case


@pytest.mark.parametrize(
    ("refusal", "headline", "details"),
    [
        (
            NotationRefusal(
                index=1, reason="MALFORMED", faults=[NotationFault(column=9, found="'q'", allowed="a step")]
            ),
            "step 2: it is not in the notation",
            ["column 9: found 'q'; allowed: a step"],
        ),
        (
            NotationRefusal(reason="AMBIGUOUS", alternatives=["stand c1:1", "stand c1:2"]),
            "step 1: several legal steps are like this",
            ["one of: stand c1:1; stand c1:2"],
        ),
        (
            NotationRefusal(
                reason="NO_LEGAL_STEP", alternatives=[f"sell {number}" for number in range(1, 11)]
            ),
            "step 1: no legal step is like this",
            [f"legal: {'; '.join(f'sell {number}' for number in range(1, 9))}; and 2 more"],
        ),
        (
            NotationRefusal(reason="WRONG_PHASE", path="row", found="EVENT", allowed="SELECT_TIMELINE"),
            "step 1: it is illegal: wrong phase at row: found the event; allowed: the choice of a row of the timeline",
            ["no step of this kind is legal now"],
        ),
    ],
)
def test_why_a_text_is_no_legal_step(refusal: NotationRefusal, headline: str, details: list[str]) -> None:
    assert refusal_in_words(refusal) == (headline, details)

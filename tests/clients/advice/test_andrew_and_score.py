"""What Andrew did is said in words; score sheets lie side by side."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from carnegie.v1 import solo_pb2
from carnegie.v1.rules_pb2 import ScoreLine, ScorePositionResponse, ScoreSheet
from carnegie.v1.solo_pb2 import Deed
from carnegie_client.advice.andrew import deeds_in_words
from carnegie_client.advice.score import score_table
from carnegie_client.advice.words import donation_name
from carnegie_solver.components import load_components


@pytest.mark.parametrize(
    ("deed", "expected"),
    [
        (
            Deed(kind=solo_pb2.DEED_KIND_SELECT_TIMELINE, subject="RESEARCH_AND_DEVELOPMENT", done=True),
            "Andrew selects the Research and Development row of the timeline",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_DONATE, subject="WELFARE_MONEY", done=True),
            "Andrew donates to Welfare for money",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_DONATE, subject="WELFARE_MONEY", shift=1),
            "Andrew cannot donate to Welfare for money: his card is shifted by 1 step",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_HUMAN_RESOURCES, done=True, shift=2),
            "Andrew does Human Resources: his card is shifted by 2 steps",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_TAKE_DEPARTMENT, subject="Sales", done=True),
            "Andrew takes the Department Sales",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_TAKE_DEPARTMENT, subject="MANAGEMENT", shift=1),
            "Andrew finds no Management Department to take: his card is shifted by 1 step",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_BUILD_PROJECT, subject="Reno", done=True),
            "Andrew builds a project in Reno",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_BUILD_PROJECT, subject="Reno", shift=1),
            "Andrew finds no free space in Reno: his card is shifted by 1 step",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_ADVANCE_TRANSPORT, subject="SOUTH", done=True),
            "Andrew advances his transport disk of the South one space",
        ),
        (
            Deed(kind=solo_pb2.DEED_KIND_ADVANCE_TRANSPORT, subject="SOUTH", shift=1),
            "Andrew cannot advance his transport disk of the South: his card is shifted by 1 step",
        ),
        (Deed(), "Andrew does something that this client does not know"),
        (
            Deed(kind=solo_pb2.DEED_KIND_SELECT_TIMELINE, subject="LATER", done=True),
            "Andrew selects the LATER row of the timeline",
        ),
    ],
)
def test_a_deed_in_words(deed: Deed, expected: str) -> None:
    assert deeds_in_words([deed]) == [expected]


def test_every_donation_has_a_name_of_its_own() -> None:
    donations = list(load_components().donations)
    names = {donation_name(donation) for donation in donations}
    assert len(names) == len(donations)
    assert not names & set(donations)


def test_score_sheets_lie_side_by_side() -> None:
    score = ScorePositionResponse(
        players=[
            ScoreSheet(lines=[ScoreLine(name="vp", vp=3), ScoreLine(name="action_choice_tile")], total=3)
        ],
        andrew=ScoreSheet(lines=[ScoreLine(name="cards", vp=10), ScoreLine(name="vp", vp=1)], total=11),
    )
    console = Console(file=io.StringIO(), width=60, no_color=True)
    console.print(score_table(score))
    assert isinstance(console.file, io.StringIO)
    assert [line.rstrip() for line in console.file.getvalue().splitlines()] == [
        "                    player 1  Andrew",
        "vp                         3       1",
        "action choice tile         0",
        "cards                             10",
        "together                   3      11",
    ]

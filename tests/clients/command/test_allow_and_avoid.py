"""Patterns on the command line: how they are read, what is said of wrong ones, and that they reach the service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2, position_pb2
from carnegie.v1.advisor_pb2 import AnalyzeRequest, StepPattern, SuggestRequest, SuggestResponse
from carnegie_client import Client, MalformedJson
from carnegie_client.command.patterns import read_pattern
from carnegie_solver.restrictions import ASPECTS_OF_KIND
from clients.command.command_line import Command
from clients.fake_service import refusal

DOCUMENT = Path(__file__).parents[3] / "docs" / "command.md"
HOUSING = position_pb2.PROJECT_TYPE_HOUSING


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("sell_goods", StepPattern(kind="sell_goods")),
        ("build_project:city=Chicago", StepPattern(kind="build_project", city="Chicago")),
        ("city=Chicago,type=HOUSING", StepPattern(city="Chicago", type=HOUSING)),
        ("space=b2", StepPattern(space="b2")),
        (" build_project : city = St. Louis , type = housing ", StepPattern(
            kind="build_project", city="St. Louis", type=HOUSING
        )),
        ("department=R&D Coordination", StepPattern(department="R&D Coordination")),
        ("donate:donation=WELFARE_FLAT", StepPattern(kind="donate", donation="WELFARE_FLAT")),
        ("type=PROJECT_TYPE_HOUSING", StepPattern(type=HOUSING)),
        ("region=west", StepPattern(region=position_pb2.REGION_WEST)),
        ("row=RESEARCH_AND_DEVELOPMENT", StepPattern(row=position_pb2.ACTION_RESEARCH_AND_DEVELOPMENT)),
        (":city=Boston", StepPattern(city="Boston")),
    ],
)  # fmt: skip
def test_a_pattern_is_read(text: str, pattern: StepPattern) -> None:
    assert read_pattern(text) == pattern


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no pattern"),
        (" ", "is no pattern"),
        (":", "is no pattern"),
        ("build_project:", "is no pattern"),
        ("build_project:Chicago", "'Chicago' in 'build_project:Chicago' is none of city=..., department=..."),
        ("city=", "'city=' in"),
        ("=Chicago", "'=Chicago' in"),
        ("town=Chicago", "'town=Chicago' in"),
        ("city=Chicago,", "'' in"),
        ("city=Chicago,city=Boston", "has city twice"),
        ("region=WEST,region=EAST", "has region twice"),
        ("type=HOUSE", "HOUSING, COMMERCE, INDUSTRY, PUBLIC_INFRASTRUCTURE"),
        ("region=NORTH", "WEST, MIDWEST, EAST, SOUTH"),
        ("region=UNSPECIFIED", "WEST, MIDWEST, EAST, SOUTH"),
        ("row=1", "HUMAN_RESOURCES, MANAGEMENT, CONSTRUCTION, RESEARCH_AND_DEVELOPMENT"),
    ],
)
def test_what_is_no_pattern_says_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(typer.BadParameter) as wrong:
        read_pattern(text)
    assert said in str(wrong.value)


def test_documented_patterns_are_patterns() -> None:
    """Every pattern in the table of the document is one, and all kinds and aspects are named there."""
    text = DOCUMENT.read_text(encoding="utf-8").split("## Patterns")[1].split("\n## ")[0]
    written = re.findall(r"^\| `([^`]+)` \|", text, flags=re.MULTILINE)
    assert len(written) > 5
    for pattern in written:
        read_pattern(pattern)
    for kind in ASPECTS_OF_KIND:
        assert f"`{kind}`" in text, kind
    for name in StepPattern.DESCRIPTOR.fields_by_name:
        assert name == "kind" or f"`{name}`" in text, name


def test_patterns_reach_the_service(command: Command) -> None:
    result = command.run(
        "suggest", command.position, "--avoid", "city=Chicago", "--avoid", "sell_goods", "--allow", "stand_up"
    )
    assert result.exit_code == 0
    assert "Proved best: no legal plan that the lists permit gains more." in result.stdout
    request = command.fake.last_request(SuggestRequest)
    assert list(request.avoid) == [StepPattern(city="Chicago"), StepPattern(kind="sell_goods")]
    assert list(request.allow) == [StepPattern(kind="stand_up")]


def test_a_wrong_pattern_asks_nobody(command: Command) -> None:
    result = command.run("suggest", command.position, "--avoid", "region=NORTH")
    assert result.exit_code == 2
    assert "--avoid" in result.stderr
    assert command.fake.requests == []


def test_a_name_that_the_service_does_not_know_is_a_fault_of_the_option(command: Command) -> None:
    command.fake.suggestion = refusal(
        code_pb2.INVALID_ARGUMENT,
        "bad",
        reason="INVALID_REQUEST",
        violations=(("avoid[0].city", "UNKNOWN_CITY", "found 'Chicgo', allowed Chicago? one of ..."),),
    )
    result = command.run("suggest", command.position, "--avoid", "city=Chicgo")
    assert result.exit_code == 2
    assert "--avoid[0].city: UNKNOWN_CITY: found 'Chicgo', allowed Chicago?" in result.stderr


def test_lists_that_forbid_every_plan_say_so(command: Command) -> None:
    command.fake.suggestion = SuggestResponse(
        status=advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION, decision=advisor_pb2.DECISION_TIMELINE
    )
    result = command.run("suggest", command.position, "--avoid", "select_timeline")
    assert result.exit_code == 4
    assert result.stdout.splitlines() == ["The lists forbid every plan: something has to be done."]


def test_the_client_takes_patterns_in_every_form(command: Command) -> None:
    with Client(command.fake.address) as client:
        client.suggest({"players": [{}]}, avoid=[{"city": "Chicago"}, StepPattern(space="b2")])
        request = command.fake.last_request(SuggestRequest)
        assert list(request.avoid) == [StepPattern(city="Chicago"), StepPattern(space="b2")]
        with pytest.raises(MalformedJson):
            client.suggest({"players": [{}]}, allow=[{"town": "Chicago"}])
        list(client.analyze({"players": [{}]}, allow=[{"type": "PROJECT_TYPE_HOUSING"}]))
        question = command.fake.last_request(AnalyzeRequest).question
        assert list(question.allow) == [StepPattern(type=HOUSING)]

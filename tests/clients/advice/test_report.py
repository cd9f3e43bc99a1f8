"""The whole answer reads like advice, and says what is proved, what is estimated and what is assumed."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from carnegie.v1 import advisor_pb2
from carnegie.v1.advisor_pb2 import Line, PlannedStep, ResourceChange, SuggestResponse, Term
from carnegie.v1.position_pb2 import PHASE_EVENT, PHASE_SETUP_MOVES, Company, CompanySpace, Player, Position
from carnegie.v1.steps_pb2 import EndTurn, MoveEmployee, StandUp, Step
from carnegie_client.advice.report import report
from carnegie_client.advice.words import listed, ordinal, signed_victory_points, victory_points

POSITION = Position(
    round=9,
    players=[
        Player(),
        Player(company=Company(spaces=[CompanySpace(space="c1", department="Construction")])),
    ],
)
LINE = Line(
    steps=[
        PlannedStep(
            step=Step(move_employee=MoveEmployee(path=["lobby", "c1"])), change=ResourceChange(moves=-1)
        ),
        PlannedStep(step=Step(end_turn=EndTurn())),
    ],
    steps_at_end_of_round=[
        PlannedStep(step=Step(stand_up=StandUp(space="c1", workstation=1)), change=ResourceChange(money=-1))
    ],
    gain=150,
    terms=[
        Term(name="standing_employees", before=200, after=400, certain=True),
        Term(name="MONEY", before=1050, after=1000, certain=False),
        Term(name="links", before=700, after=700, certain=True),
    ],
)
PROVED = SuggestResponse(
    decision=advisor_pb2.DECISION_HUMAN_RESOURCES,
    player=1,
    status=advisor_pb2.SUGGESTION_STATUS_PROVED_BEST,
    bound=150,
    lines=[LINE],
    warnings=[
        advisor_pb2.Warning(
            reason=advisor_pb2.WARNING_REASON_CLAMPED, path="time_limit", description="clamped to 10 s"
        ),
        advisor_pb2.Warning(
            reason=advisor_pb2.WARNING_REASON_ASSUMED_COMPONENT,
            path="company_board",
            description="the layout is not known",
        ),
    ],
)


def printed(
    suggestion: SuggestResponse, width: int = 100, *, position: Position = POSITION, explained: bool = False
) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False, no_color=True)
    for part in report(suggestion, position, explained=explained):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def test_the_whole_answer() -> None:
    assert printed(PROVED) == (
        """\
Human Resources, player 2 of 2, round 9

  1. Move a lying employee from the Lobby to Construction (c1): 1 move
  2. End the turn

Later in the round, as the plan counts on:
  1. Stand an employee up in Construction (c1) at workstation 1: pay $1

Gain: 1.50 VP
                      before  after  change
  standing employees    2.00   4.00   +2.00  certain
  money                10.50  10.00   -0.50  estimate
  together                            +1.50

Proved best: no legal plan gains more.

Assumed, as the printed values are not known; give your own in a components file:
  - company_board

Note:
  - time_limit: clamped to 10 s"""
    )


def test_moves_of_the_setup_belong_to_no_round() -> None:
    position = Position()
    position.CopyFrom(POSITION)
    position.phase = PHASE_SETUP_MOVES
    headline = next(iter(report(PROVED, position)))
    assert str(headline) == "Human Resources, player 2 of 2, setup"


def test_what_is_not_proved_has_its_bound_its_gap_and_the_limit() -> None:
    found = SuggestResponse()
    found.CopyFrom(PROVED)
    found.status = advisor_pb2.SUGGESTION_STATUS_BEST_FOUND
    found.bound = 275
    found.limit_reason = advisor_pb2.LIMIT_REASON_WORK
    text = printed(found, width=200)
    assert "Proved" not in text
    assert (
        "Best found, not proved: the limit of work ended the search. "
        "No legal plan gains more than 2.75 VP, 1.25 VP more than this one." in text
    )
    found.limit_reason = advisor_pb2.LIMIT_REASON_TIME
    assert "not proved: the time limit ended the search." in printed(found)
    found.limit_reason = advisor_pb2.LIMIT_REASON_UNSPECIFIED
    assert "not proved: the search has no proof." in printed(found)


def test_a_game_that_is_over() -> None:
    over = SuggestResponse(status=advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION)
    assert printed(over) == "There is nothing to decide: the game is over."


def test_several_plans_are_told_apart() -> None:
    two = SuggestResponse()
    two.CopyFrom(PROVED)
    two.lines.add().CopyFrom(LINE)
    text = printed(two)
    assert text.index("Plan 1\n") < text.index("Plan 2, just as good as plan 1\n")
    assert text.count("Gain: 1.50 VP") == 2
    two.lines[1].gap = 20
    assert "Plan 2, 0.20 VP less than plan 1\n" in printed(two)


def test_each_end_of_a_decision_says_what_it_ends() -> None:
    """The decision itself is one about an event; later the event after it and the turn are ended."""
    end = PlannedStep(step=Step(end_turn=EndTurn()))
    suggestion = SuggestResponse()
    suggestion.CopyFrom(PROVED)
    suggestion.lines[0].steps_at_end_of_round.extend([end, end])
    position = Position()
    position.CopyFrom(POSITION)
    position.phase = PHASE_EVENT
    lines = [line.strip() for line in printed(suggestion, position=position).splitlines()]
    assert [line for line in lines if "End" in line] == [
        "2. End the event",
        "2. End the event",
        "3. End the turn",
    ]


def test_a_question_about_means_is_answered_in_every_case() -> None:
    suggestion = SuggestResponse()
    suggestion.CopyFrom(PROVED)
    nothing = "Nothing binds: one unit more of any means would bring nothing beyond its own worth."
    assert nothing not in printed(suggestion)
    assert nothing in printed(suggestion, explained=True)
    suggestion.limit_reason = advisor_pb2.LIMIT_REASON_WORK
    text = printed(suggestion, explained=True)
    assert "Nothing binds" not in text
    assert "No means is known to bind.\nThe limit of work came before everything was said" in text
    suggestion.status = advisor_pb2.SUGGESTION_STATUS_BEST_FOUND
    text = printed(suggestion, explained=True)
    assert "What binds is not known, as the plan is not proved best." in text
    suggestion.bindings.add(means=advisor_pb2.MEANS_MONEY, gain=30)
    text = printed(suggestion, explained=True)
    assert "One more dollar would bring 0.30 VP" in text
    assert "not known, as the plan" not in text


def test_long_sentences_wrap_beside_their_numbers() -> None:
    narrow = printed(PROVED, width=40).splitlines()
    assert max(len(line) for line in narrow) <= 40
    assert narrow[2:4] == ["  1. Move a lying employee from the", "     Lobby to Construction (c1): 1 move"]


@pytest.mark.parametrize(
    ("centi", "plain", "signed"),
    [
        (0, "0.00", "0.00"),
        (7, "0.07", "+0.07"),
        (-7, "-0.07", "-0.07"),
        (1234, "12.34", "+12.34"),
        (-150, "-1.50", "-1.50"),
    ],
)
def test_victory_points(centi: int, plain: str, signed: str) -> None:
    assert victory_points(centi) == plain
    assert signed_victory_points(centi) == signed


def test_lists_and_ordinals() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert [ordinal(0), ordinal(2), ordinal(6)] == ["first", "third", "7th"]

"""The command's review: the table, the costliest moves, the pictures, lines of JSON, and how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from google.protobuf import json_format
from google.rpc import code_pb2
from PIL import Image

from carnegie.v1 import advisor_pb2, position_pb2, review_pb2, rules_pb2
from carnegie.v1.advisor_pb2 import EvaluatePlanResponse, Line, PlannedStep, ResourceChange, TermGap
from carnegie.v1.position_pb2 import CompanySpace, Player, Position
from carnegie.v1.steps_pb2 import BuildDepartment, EndTurn, StandUp, Step
from carnegie_client.advice import margin_plot
from clients.command.command_line import Command
from clients.fake_service import refusal

RECORD = json.dumps(
    {
        "componentsDigest": "c" * 64,
        "game": {"seed": 5, "players": 1, "soloLevel": 2},
        "steps": [{"endTurn": {}}] * 9,
        "finalDigest": "d" * 64,
    }
)
PROVED = advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
FOUND = advisor_pb2.SUGGESTION_STATUS_BEST_FOUND


def line(*steps: Step) -> Line:
    return Line(steps=[PlannedStep(step=step, change=ResourceChange()) for step in steps])


def judged(gap: int, status: advisor_pb2.SuggestionStatus.ValueType = PROVED) -> EvaluatePlanResponse:
    built = Step(build_department=BuildDepartment(department="Sales", space="a3"))
    stands = Step(stand_up=StandUp(space="a3", workstation=1))
    return EvaluatePlanResponse(
        gap=gap,
        line=line(Step(end_turn=EndTurn())),
        best=advisor_pb2.SuggestResponse(
            status=status, lines=[line(built, stands, Step(end_turn=EndTurn()))]
        ),
        term_gaps=[TermGap(name="departments", gap=gap + 50), TermGap(name="money", gap=-50)],
    )


def said(index: int, first_step: int, **fields: object) -> review_pb2.ReviewGameResponse:
    decision = review_pb2.ReviewedDecision(index=index, first_step=first_step, step_count=1)
    decision.MergeFrom(review_pb2.ReviewedDecision(**fields))  # type: ignore[arg-type]
    return review_pb2.ReviewGameResponse(decision=decision, decision_count=4)


def final(**fields: object) -> review_pb2.ReviewGameResponse:
    sheet = rules_pb2.ScoreSheet(lines=[rules_pb2.ScoreLine(name="vp", vp=7)], total=7)
    review = review_pb2.GameReview(
        gap_sum=325,
        costliest=[1],
        unjudged=1,
        margins=[
            review_pb2.ExpectedMargin(round=19, margin=-250, typical_error=800),
            review_pb2.ExpectedMargin(round=20, margin=100, typical_error=0),
        ],
        game_over=True,
        players=[sheet],
        andrew=rules_pb2.ScoreSheet(lines=[rules_pb2.ScoreLine(name="cards", vp=6)], total=6),
    )
    review.MergeFrom(review_pb2.GameReview(**fields))  # type: ignore[arg-type]
    return review_pb2.ReviewGameResponse(final=True, review=review, decision_count=4)


@pytest.fixture
def reviewed(command: Command) -> Command:
    """Have a game of four decisions, the second of which was costly."""
    turn, setup = position_pb2.PHASE_USE_DEPARTMENTS, position_pb2.PHASE_SETUP_MOVES
    management = advisor_pb2.DECISION_MANAGEMENT
    failure = advisor_pb2.Failure(message="no answer was found in the time allowed")
    command.fake.review = [
        said(0, 0, round=1, phase=setup, decision=advisor_pb2.DECISION_HUMAN_RESOURCES, forced=True),
        said(1, 4, round=3, phase=turn, decision=management, evaluation=judged(325, FOUND)),
        said(2, 6, round=4, phase=turn, decision=management, failure=failure),
        said(3, 8, round=20, phase=turn, decision=management, evaluation=judged(0)),
        final(),
    ]
    position = Position(players=[Player()])
    position.players[0].company.spaces.append(CompanySpace(space="c1", department="Construction"))
    command.fake.replayed = rules_pb2.ReplayRecordResponse(position=position)
    return command


def test_a_game_is_reviewed(reviewed: Command) -> None:
    result = reviewed.run("review", reviewed.write("record.json", RECORD))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "The decisions of player 1",
        "  step  when      decision         VP lost",
        "     0  setup     Human Resources           no choice",
        "     4  round 3   Management          3.25  not proved",
        "     6  round 4   Management                not judged: no answer was found in the time allowed",
        "     8  round 20  Management          0.00",
        "Together the best plans would have gained 3.25 VP more, each by itself; 1 decision could not be judged.",
        "",
        "Costliest move 1: Management, round 3, step 4: 3.25 VP",
        "Played:",
        "  1. End the turn",
        "Best found:",
        "  1. Build the Department Sales on the empty space a3",
        "  2. Stand an employee up in Sales (a3) at workstation 1",
        "  3. End the turn",
        "What the best has more:",
        "  departments  +3.75",
        "  money        -0.50",
        "",
        "Expected final margin to Andrew, in VP",
        "  round  margin  typical error",
        "     19   -2.50           8.00",
        "     20   +1.00           0.00",
        "",
        "Final score",
        "            player 1  Andrew",
        "  vp               7",
        "  cards                    6",
        "  together         7       6",
    ]
    replayed = reviewed.fake.last_request(rules_pb2.ReplayRecordRequest)
    assert replayed.step_count == 4


def test_options_are_handed_on(reviewed: Command) -> None:
    arguments = ("--time-limit", 2, "--work", 1.5, "--seed", 3, "--threads", 2, "--player", 1)
    file = reviewed.write("record.json", RECORD)
    assert reviewed.run("review", file, *arguments, "--json").exit_code == 0
    request = reviewed.fake.last_request(review_pb2.ReviewGameRequest)
    assert request.time_limit.seconds == 2
    assert (request.work_limit, request.seed, request.threads, request.player) == (1.5, 3, 2, 0)
    assert request.HasField("player")
    assert json_format.Parse(RECORD, rules_pb2.GameRecord()) == request.record


def test_json_is_a_line_for_each_message(reviewed: Command) -> None:
    result = reviewed.run("review", "-", "--json", stdin=RECORD)
    lines = [json_format.Parse(text, review_pb2.ReviewGameResponse()) for text in result.stdout.splitlines()]
    assert (result.exit_code, result.stderr) == (0, "")
    assert lines == reviewed.fake.review
    assert json.loads(result.stdout.splitlines()[-1])["final"] is True


def test_pictures_are_drawn(reviewed: Command, tmp_path: Path) -> None:
    png, svg = tmp_path / "margin.png", tmp_path / "margin.SVG"
    result = reviewed.run("review", "-", "--plot", png, "--plot", svg, stdin=RECORD)
    assert (result.exit_code, result.stderr) == (0, "")
    with Image.open(png) as image:
        assert image.format == "PNG"
        width, height = image.size
        assert 600 <= width <= 2_000
        assert 300 <= height <= 1_500
        # Something is drawn: not one colour, nor two.
        assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 20
    text = svg.read_text(encoding="utf-8")
    assert "<svg" in text


def test_the_same_review_has_the_same_picture() -> None:
    review = final().review
    for kind in margin_plot.FORMATS:
        first, second = (margin_plot.margin_plot(review, [], kind) for _ in "ab")
        assert first == second
    costly = [said(1, 4, round=3, evaluation=judged(gap)).decision for gap in (325, 40)]
    plain = margin_plot.margin_plot(review, [], "png")
    marked = margin_plot.margin_plot(review, costly, "png")
    assert Image.open(io.BytesIO(plain)).size == Image.open(io.BytesIO(marked)).size
    assert plain != marked


def test_a_picture_of_another_kind_is_refused_before_anything_is_asked(reviewed: Command) -> None:
    result = reviewed.run("review", "-", "--plot", "margin.pdf", stdin=RECORD)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--plot margin.pdf: the name of a picture ends with .png or .svg" in result.stderr
    assert not reviewed.fake.requests


def test_without_matplotlib_it_is_said_what_to_install(
    reviewed: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = reviewed.run("review", "-", "--plot", "margin.png", stdin=RECORD)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: --plot needs matplotlib: pip install 'carnegie-client[plot]'\n"
    assert not reviewed.fake.requests
    assert reviewed.run("review", "-", stdin=RECORD).exit_code == 0


def test_a_picture_that_cannot_be_written_is_said_after_the_answer(reviewed: Command, tmp_path: Path) -> None:
    result = reviewed.run("review", "-", "--plot", tmp_path / "no" / "m.png", stdin=RECORD)
    assert result.exit_code == 2
    assert "cannot write" in result.stderr
    assert "Costliest move 1" in result.stdout


def test_without_a_margin_there_is_no_picture(reviewed: Command, tmp_path: Path) -> None:
    alone = review_pb2.ReviewGameResponse(final=True, review=review_pb2.GameReview())
    reviewed.fake.review = [alone]
    result = reviewed.run("review", "-", "--plot", tmp_path / "m.png", stdin=RECORD)
    assert result.exit_code == 2
    assert "no margin" in result.stderr
    assert "Expected final margin" not in result.stdout
    assert not (tmp_path / "m.png").exists()


def test_a_player_who_is_not_in_the_game_is_wrong_use(reviewed: Command) -> None:
    result = reviewed.run("review", "-", "--player", 2, stdin=RECORD)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--player: found 2; allowed: 1 to 1, the players of the game" in result.stderr
    assert reviewed.run("review", "-", "--player", 5, stdin=RECORD).exit_code == 2


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (refusal(code_pb2.INVALID_ARGUMENT, "x", violations=(("record.steps[3]", "X", "y"),)), 3),
        (refusal(code_pb2.INVALID_ARGUMENT, "x", violations=(("time_limit", "X", "y"),)), 2),
        (refusal(code_pb2.DEADLINE_EXCEEDED, "x", reason="NO_ANSWER_IN_TIME"), 5),
        (refusal(code_pb2.PERMISSION_DENIED, "x", reason="SCOPE_MISSING"), 7),
        (refusal(code_pb2.INTERNAL, "x", reason="INTERNAL_ERROR"), 1),
    ],
    ids=["record", "option", "time", "scope", "fault"],
)
def test_an_error_has_its_exit_code(reviewed: Command, error: object, code: int) -> None:
    reviewed.fake.review = [error]  # type: ignore[list-item]
    result = reviewed.run("review", "-", stdin=RECORD)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("error: ")


def test_a_bar_is_shown_on_a_terminal_only(reviewed: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the standard error, so that the answer can go elsewhere; not with --quiet."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")  # by which rich takes any output for a terminal
    for arguments, shown in ((("--json",), True), (("--json", "--quiet"), False)):
        result = reviewed.run("review", "-", *arguments, stdin=RECORD)
        assert result.exit_code == 0
        assert ("Reviewing" in result.stderr) == shown
        assert ("4/4" in result.stderr) == shown
        assert "Reviewing" not in result.stdout
        assert len(result.stdout.splitlines()) == 5

"""What the command says speaks of its files and options, in words, and its exit code tells these apart."""

from __future__ import annotations

import pytest
from google.rpc import code_pb2
from typer.testing import CliRunner

from carnegie.v1 import advisor_pb2
from carnegie.v1.advisor_pb2 import SuggestResponse
from carnegie_client.command.application import application
from clients.command.command_line import Command
from clients.fake_service import refusal


def test_what_only_the_service_knows_to_be_a_wrong_option_is_wrong_use(command: Command) -> None:
    """Where everything that is wrong is an option; a file at fault has its own exit code."""
    option = ("allow[0].kind", "UNKNOWN_KIND", "found 'b', allowed one of ...")
    place = ("position.round", "OUT_OF_RANGE", "found 21, allowed 1 to 20")
    for violations, code in (((option,), 2), ((option, place), 3), ((place,), 3)):
        command.fake.suggestion = refusal(
            code_pb2.INVALID_ARGUMENT, "wrong", reason="INVALID_REQUEST", violations=violations
        )
        assert command.run("suggest", command.position).exit_code == code


def test_a_position_that_waits_for_andrew_says_how_he_acts(command: Command) -> None:
    command.fake.suggestion = refusal(
        code_pb2.FAILED_PRECONDITION, "the position waits for Andrew", reason="WAITS_FOR_ANDREW"
    )
    result = command.run("suggest", command.position)
    assert result.exit_code == 3
    assert f"`carnegie andrew {command.position} --json`" in result.stderr


def test_notes_name_options(command: Command) -> None:
    """A field of the request that an option fills is called as the option is; any other as it is."""
    assert isinstance(command.fake.suggestion, SuggestResponse)
    for path in ("time_limit", "max_lines", "threads", "else"):
        command.fake.suggestion.warnings.add(
            reason=advisor_pb2.WARNING_REASON_CLAMPED, path=path, description="clamped"
        )
    notes = command.run("suggest", command.position).stdout.split("Note:\n")[1].splitlines()
    assert notes == [
        "  - --time-limit: clamped",
        "  - --lines: clamped",
        "  - --threads: clamped",
        "  - else: clamped",
    ]
    assert '"path": "time_limit"' in command.run("suggest", command.position, "--json").stdout


def test_an_illegal_plan_is_refused_in_words(command: Command) -> None:
    """An empty plan whose end alone is against the rules is refused at its first step, its end."""
    command.fake.evaluation = advisor_pb2.EvaluatePlanResponse(
        refusal=advisor_pb2.Refusal(
            index=0, reason="WRONG_PHASE", found="SELECT_TIMELINE", allowed="USE_DEPARTMENTS"
        )
    )
    result = command.run("evaluate", command.position, "--steps", command.write("steps.json", "[]"))
    assert result.exit_code == 3
    assert result.stdout.splitlines()[:2] == [
        "Your plan is illegal at step 1: the end of the turn",
        "Wrong phase: found the choice of a row of the timeline; allowed: the turn",
    ]
    command.fake.applied = refusal(
        code_pb2.INVALID_ARGUMENT,
        "step 0 is illegal",
        reason="ILLEGAL_STEP",
        violations=(("steps[0]", "WRONG_PHASE", "found SELECT_TIMELINE, allowed USE_DEPARTMENTS"),),
    )
    steps = command.write("steps.json", '[{"endTurn": {}}]')
    assert command.run("apply", command.position, "--steps", steps).stderr.splitlines()[1:] == [
        f"  {steps}: [0]: WRONG_PHASE: found the choice of a row of the timeline, allowed the turn"
    ]


@pytest.mark.parametrize("name", ["suggest", "evaluate", "apply", "legal", "new", "replay", "andrew"])
def test_no_help_is_cut_at_80_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = CliRunner().invoke(application, [name, "--help"])
    assert result.exit_code == 0
    assert "\u2026" not in result.stdout
    if name == "suggest":
        assert "build_project:region=EAST" in result.stdout

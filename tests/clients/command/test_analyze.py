"""`carnegie analyze` and `explain`: each better plan as it is found, and reasons for the best one."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading

import pytest
from google.protobuf import json_format
from google.rpc import code_pb2
from typer.testing import CliRunner

from carnegie.v1 import advisor_pb2
from carnegie.v1.advisor_pb2 import AnalyzeResponse, Line, PlannedStep, SuggestResponse
from carnegie.v1.steps_pb2 import EndTurn, SellGoods, Step
from carnegie_client.command.application import application
from clients.command.command_line import Command
from clients.fake_service import refusal

COMMAND = [sys.executable, "-c", "from carnegie_client.command import main; main()"]


def answer(gain: int, bound: int, *, final: bool = False) -> AnalyzeResponse:
    steps = [Step(sell_goods=SellGoods(count=2)), Step(end_turn=EndTurn())]
    suggestion = SuggestResponse(
        position_digest="a" * 64,
        decision=advisor_pb2.DECISION_STANDING_UP,
        status=advisor_pb2.SUGGESTION_STATUS_BEST_FOUND,
        limit_reason=advisor_pb2.LIMIT_REASON_WORK,
        lines=[Line(steps=[PlannedStep(step=step) for step in steps], gain=gain)],
        bound=bound,
    )
    if gain == bound:
        suggestion.status = advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
        suggestion.limit_reason = advisor_pb2.LIMIT_REASON_UNSPECIFIED
    return AnalyzeResponse(suggestion=suggestion, final=final)


def test_each_better_plan_is_a_line_and_the_last_one_is_told_in_full(command: Command) -> None:
    command.fake.analysis = [answer(120, 400), answer(235, 310), answer(250, 250, final=True)]
    result = command.run("analyze", command.position)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:3] == [
        "+1.20 VP, at most 4.00: Sell 2 goods cubes; End the turn",
        "+2.35 VP, at most 3.10: Sell 2 goods cubes; End the turn",
        "",
    ]
    assert lines[3] == "Standing up, player 1 of 1, round 4"
    assert "Gain: 2.50 VP" in lines
    assert "Proved best: no legal plan gains more." in lines


def test_json_is_a_line_for_each_message(command: Command) -> None:
    command.fake.analysis = [answer(120, 400), answer(250, 250, final=True)]
    result = command.run("analyze", command.position, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    messages = [json_format.Parse(line, AnalyzeResponse()) for line in result.stdout.splitlines()]
    assert messages == command.fake.analysis
    assert '"gap": 0' in result.stdout


def test_the_options_are_those_of_suggest(command: Command) -> None:
    command.fake.analysis = [answer(250, 250, final=True)]
    options = [
        "--time-limit",
        "2.5",
        "--work",
        "3",
        "--seed",
        "7",
        "--threads",
        "2",
        "--lines",
        "4",
        "--explain",
    ]
    result = command.run("analyze", command.position, *options, "--avoid", "sell_goods")
    assert result.exit_code == 0
    question = command.fake.last_request(advisor_pb2.AnalyzeRequest).question
    assert question.time_limit.ToTimedelta().total_seconds() == 2.5
    assert (question.work_limit, question.seed, question.threads) == (3.0, 7, 2)
    assert (question.max_lines, question.explain) == (4, True)
    assert [pattern.kind for pattern in question.avoid] == ["sell_goods"]
    assert "no legal plan that the lists permit" in result.stdout


def test_exit_codes_are_those_of_suggest(command: Command) -> None:
    over = SuggestResponse(status=advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION)
    command.fake.analysis = [AnalyzeResponse(suggestion=over, final=True)]
    result = command.run("analyze", command.position)
    assert (result.exit_code, "the game is over" in result.stdout) == (4, True)
    command.fake.analysis = [
        refusal(code_pb2.DEADLINE_EXCEEDED, "no answer in time", reason="NO_ANSWER_IN_TIME")
    ]
    result = command.run("analyze", command.position)
    assert (result.exit_code, result.stdout) == (5, "")
    assert "no answer in time" in result.stderr
    assert CliRunner().invoke(application, ["analyze", str(command.write("bad.json", "{"))]).exit_code == 3


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["words", "json"])
def test_an_interrupt_cancels_the_search_and_gives_the_best_so_far(
    command: Command, options: list[str]
) -> None:
    messages = [answer(120, 400), answer(250, 250, final=True)]
    command.fake.analysis = list(messages)
    arrived, go_on = threading.Event(), threading.Event()

    def wait_for_the_second() -> None:
        asked = len([each for each in command.fake.requests if isinstance(each, advisor_pb2.AnalyzeRequest)])
        if asked == 2:
            arrived.set()
            go_on.wait(30)

    command.fake.before_answer = wait_for_the_second
    with subprocess.Popen(
        [*COMMAND, "analyze", str(command.position), "--server", command.fake.address, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert arrived.wait(30)
        assert running.stdout is not None
        first = running.stdout.readline()  # it is out before the search ends
        os.kill(running.pid, signal.SIGINT)
        assert command.fake.cancelled.wait(20)
        go_on.set()
        rest, errors = running.communicate(timeout=30)
    assert (running.returncode, errors) == (130, "")
    if options:
        assert json_format.Parse(first, AnalyzeResponse()) == messages[0]
        assert rest == ""
    else:
        assert first.startswith("+1.20 VP")
        assert rest.startswith("Interrupted; the best so far:\n")
        assert "Gain: 1.20 VP" in rest
        assert "not proved: the interrupt ended the search." in rest


def shown_on_a_terminal(arguments: list[str]) -> tuple[str, str]:
    """Run the command with a terminal for stderr only; give what stdout and the terminal get."""
    controller, terminal = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env=os.environ | {"TERM": "xterm"},
        text=True,
    ) as running:
        os.close(terminal)
        assert running.stdout is not None
        output = running.stdout.read()
    shown = b""
    while True:
        try:
            part = os.read(controller, 65536)
        except OSError:  # how the end of a terminal reads
            break
        if not part:
            break
        shown += part
    os.close(controller)
    return output, shown.decode()


def test_the_bar_is_on_stderr_and_only_on_a_terminal(command: Command) -> None:
    command.fake.analysis = [answer(120, 400), answer(250, 250, final=True)]
    arguments = ["analyze", str(command.position), "--server", command.fake.address, "--json"]
    output, shown = shown_on_a_terminal(arguments)
    assert "searching" in shown
    assert "best so far +1.20 VP" in shown
    assert [json.loads(line)["final"] for line in output.splitlines()] == [False, True]
    quiet_output, quiet = shown_on_a_terminal([*arguments, "--quiet"])
    assert (quiet_output, quiet) == (output, "")


def test_explain_asks_for_reasons_and_the_runner_up(command: Command) -> None:
    assert isinstance(command.fake.suggestion, SuggestResponse)
    best = command.fake.suggestion.lines[0]
    second = Line(gap=40)
    second.CopyFrom(best)
    second.gap = 40
    second.term_gaps.add(name="money", gap=40)
    command.fake.suggestion.lines.append(second)
    command.fake.suggestion.bindings.add(means=advisor_pb2.MEANS_GOODS, gain=130)
    result = command.run("explain", command.position)
    assert (result.exit_code, result.stderr) == (0, "")
    question = command.fake.last_request(advisor_pb2.SuggestRequest)
    assert (question.explain, question.max_lines) == (True, 2)
    assert "Plan 2, 0.40 VP less than plan 1\nGives up 0.40 VP of money." in result.stdout
    assert "One more goods cube would bring 1.30 VP beyond its own worth." in result.stdout
    assert json.loads(command.run("explain", command.position, "--json").stdout)["bindings"]
    assert command.run("explain", command.position, "--lines", "3", "--work", "1").exit_code == 0
    assert command.fake.last_request(advisor_pb2.SuggestRequest).max_lines == 3

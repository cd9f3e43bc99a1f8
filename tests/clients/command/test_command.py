"""The command reads files, asks the service, and says in its exit code how that went."""

from __future__ import annotations

import json
import socket

import pytest
from google.protobuf import json_format
from google.rpc import code_pb2
from typer.testing import CliRunner

from carnegie.v1 import advisor_pb2, rules_pb2
from carnegie.v1.advisor_pb2 import PlannedStep, ResourceChange, SuggestRequest, SuggestResponse
from carnegie.v1.steps_pb2 import SellGoods, Step
from carnegie_client.command.application import application
from clients.command.command_line import Command
from clients.fake_service import BUSY, Refusal, refusal


def test_suggest_prints_advice(command: Command) -> None:
    result = command.run("suggest", command.position)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Standing up, player 1 of 1, round 4",
        "",
        "  1. Stand an employee up in Construction (c1) at workstation 2: pay $1",
        "",
        "Gain: 0.00 VP",
        "",
        "Proved best: no legal plan gains more.",
    ]
    assert result.stderr == ""


def test_lines_are_broken_only_where_columns_asks_for_it(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(command.fake.suggestion, SuggestResponse)
    command.fake.suggestion.warnings.add(description="word " * 60)
    assert max(len(line) for line in command.run("suggest", command.position).stdout.splitlines()) > 300
    monkeypatch.setenv("COLUMNS", "50")
    assert max(len(line) for line in command.run("suggest", command.position).stdout.splitlines()) <= 50


def test_suggest_reads_the_standard_input(command: Command) -> None:
    result = command.run("suggest", "-", stdin='{"round": 7, "players": [{}]}')
    assert result.exit_code == 0
    assert command.fake.last_request(SuggestRequest).position.round == 7


def test_json_is_the_response_and_nothing_else(command: Command) -> None:
    result = command.run("suggest", command.position, "--json")
    assert result.exit_code == 0
    assert json_format.Parse(result.stdout, SuggestResponse()) == command.fake.suggestion
    data = json.loads(result.stdout)
    assert data["lines"][0]["gain"] == 0  # fields that are zero are printed too
    assert data["player"] == 0
    assert result.stderr == ""


def test_options_reach_the_service(command: Command) -> None:
    components = command.write("components.json", '\ufeff{"company_board": {}}')
    weights = command.write("weights.json", "[1]")
    limits = ("--time-limit", "2.5", "--work-limit", "0.5", "--seed", 7, "--threads", 2)
    command.run("suggest", command.position, "--components", components, "--weights", weights, *limits)
    request = command.fake.last_request(SuggestRequest)
    assert request.components_json == '{"company_board": {}}'
    assert request.weights_json == "[1]"
    assert request.time_limit.ToMilliseconds() == 2500
    assert request.work_limit == 0.5
    assert (request.seed, request.threads) == (7, 2)
    command.run("suggest", command.position, "--work", "0.25")
    request = command.fake.last_request(SuggestRequest)
    assert request.work_limit == 0.25
    assert not request.HasField("seed")
    assert not request.HasField("threads")


@pytest.mark.parametrize("option", ["--components", "--weights"])
@pytest.mark.parametrize(
    ("content", "said"), [(b" \n", "is empty"), (b"{\xff", "is not text in UTF-8: byte 2")]
)
def test_a_file_of_tables_is_text(command: Command, option: str, content: bytes, said: str) -> None:
    path = command.write("tables.json", content)
    result = command.run("suggest", command.position, option, path)
    assert result.exit_code == 3
    assert f"error: {path} {said}" in result.stderr
    assert command.fake.requests == []


def test_a_game_that_is_over_has_its_own_exit_code(command: Command) -> None:
    command.fake.suggestion = SuggestResponse(status=advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION)
    result = command.run("suggest", command.position)
    assert result.exit_code == 4
    assert "the game is over" in result.stdout
    result = command.run("suggest", command.position, "--json")
    assert result.exit_code == 4
    assert json.loads(result.stdout)["status"] == "SUGGESTION_STATUS_NO_LEGAL_ACTION"


def test_a_limit_without_any_plan_has_its_own_exit_code(command: Command) -> None:
    command.fake.suggestion = SuggestResponse(
        status=advisor_pb2.SUGGESTION_STATUS_BEST_FOUND, limit_reason=advisor_pb2.LIMIT_REASON_WORK
    )
    assert command.run("suggest", command.position).exit_code == 5
    command.fake.suggestion = refusal(
        code_pb2.DEADLINE_EXCEEDED, "no plan in time", reason="NO_ANSWER_IN_TIME"
    )
    result = command.run("suggest", command.position)
    assert result.exit_code == 5
    assert "no plan in time" in result.stderr


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (refusal(code_pb2.INVALID_ARGUMENT, "wrong"), 3),
        (refusal(code_pb2.UNIMPLEMENTED, "this decision is not answered"), 1),
        (refusal(code_pb2.INTERNAL, "a bug"), 1),
        (refusal(code_pb2.UNAVAILABLE, "shutting down"), 6),
        (BUSY, 6),
    ],
)
def test_errors_have_their_exit_codes_and_no_output(command: Command, answer: Refusal, code: int) -> None:
    command.fake.suggestion = answer
    for arguments in ((), ("--json",)):
        result = command.run("suggest", command.position, *arguments)
        assert result.exit_code == code
        assert result.stdout == ""
        assert f"error: {answer.status.message}" in result.stderr or answer.status.message in result.stderr


def test_a_busy_service_says_when_to_try_again(command: Command) -> None:
    command.fake.suggestion = BUSY
    assert "try again in 60 seconds" in command.run("suggest", command.position).stderr


def test_violations_name_the_file_and_the_path_inside_it(command: Command) -> None:
    components = command.write("components.json", "{}")
    command.fake.suggestion = refusal(
        code_pb2.INVALID_ARGUMENT,
        "four things are wrong",
        reason="INVALID_REQUEST",
        metadata={"violations_left_out": "7"},
        violations=(
            ("position.players[0].action_choice_tile", "WRONG", "found a, allowed b"),
            ("components_json.company_board.free_moves", "WRONG", "found c, allowed d"),
            ("time_limit", "OUT_OF_RANGE", "found e, allowed f"),
            ("", "REQUEST_TOO_LARGE", "found g, allowed h"),
        ),
    )
    result = command.run("suggest", command.position, "--components", components)
    assert result.exit_code == 3
    assert result.stderr.splitlines() == [
        "error: the input has 4 faults",
        f"  {command.position}: players[0].actionChoiceTile: WRONG: found a, allowed b",
        f"  {components}: company_board.free_moves: WRONG: found c, allowed d",
        "  --time-limit: OUT_OF_RANGE: found e, allowed f",
        "  REQUEST_TOO_LARGE: found g, allowed h",
        "  and 7 more",
    ]


@pytest.mark.parametrize("subcommand", ["suggest", "validate", "apply"])
def test_all_faults_of_a_position_are_listed_with_json_paths(command: Command, subcommand: str) -> None:
    command.fake.validation = rules_pb2.ValidatePositionResponse(
        faults=[
            rules_pb2.Fault(
                path="players[0].employees_in_supply", reason="TOO_MANY", found="16", allowed="0 to 15"
            ),
            rules_pb2.Fault(path="round", reason="OUT_OF_RANGE", found="21", allowed="1 to 20"),
        ]
    )
    steps = command.write("steps.json", '[{"endTurn": {}}]')
    arguments = ("--steps", steps) if subcommand == "apply" else ()
    result = command.run(subcommand, command.position, *arguments)
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        f"error: {command.position} has 2 faults",
        "  players[0].employeesInSupply: TOO_MANY: found 16; allowed: 0 to 15",
        "  round: OUT_OF_RANGE: found 21; allowed: 1 to 20",
    ]


def test_validate_says_that_a_position_is_valid(command: Command) -> None:
    result = command.run("validate", command.position)
    assert result.exit_code == 0
    assert result.stdout == f"{command.position} is valid; digest {'a' * 64}\n"


def test_validate_prints_a_faulty_answer_as_json_too(command: Command) -> None:
    command.fake.validation = rules_pb2.ValidatePositionResponse(faults=[rules_pb2.Fault(path="round")])
    result = command.run("validate", command.position, "--json")
    assert result.exit_code == 3
    assert json_format.Parse(result.stdout, rules_pb2.ValidatePositionResponse()) == command.fake.validation


def test_apply_sends_the_steps_and_says_what_they_changed(command: Command) -> None:
    command.fake.applied = rules_pb2.ApplyPlanResponse(
        position_digest="b" * 64,
        steps=[
            PlannedStep(step=Step(sell_goods=SellGoods(count=2)), change=ResourceChange(goods=-2, money=2))
        ],
    )
    steps = command.write("steps.json", '[{"sellGoods": {"count": 2}}]')
    result = command.run("apply", command.position, "--steps", steps)
    assert result.exit_code == 0
    assert "1. Sell 2 goods cubes: get $2" in result.stdout
    assert "b" * 64 in result.stdout
    assert list(command.fake.last_request(rules_pb2.ApplyPlanRequest).steps) == [
        Step(sell_goods=SellGoods(count=2))
    ]
    result = command.run("apply", command.position, "--steps", "-", "--json", stdin='[{"endTurn": {}}]')
    assert json_format.Parse(result.stdout, rules_pb2.ApplyPlanResponse()) == command.fake.applied


def test_an_illegal_step_is_found_in_the_file_of_steps(command: Command) -> None:
    command.fake.applied = refusal(
        code_pb2.INVALID_ARGUMENT,
        "step 1 is illegal",
        reason="ILLEGAL_STEP",
        violations=(
            ("steps[1].stand_up.space", "NOBODY_LIES_HERE", "found nobody, allowed a lying employee"),
        ),
    )
    steps = command.write("steps.json", "[{}, {}]")
    result = command.run("apply", command.position, "--steps", steps)
    assert result.exit_code == 3
    assert result.stderr.splitlines()[1:] == [
        f"  {steps}: [1].standUp.space: NOBODY_LIES_HERE: found nobody, allowed a lying employee"
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xff\xfe", "NOT_JSON: found the byte 0xff at line 1, byte 1"),
        (b'{"round": 1', "NOT_JSON: found the end of the text at line 1, column 12"),
        (b'{"phase": "EVENT"}', 'phase: UNKNOWN_ENUM_VALUE: found "EVENT"; allowed: PHASE_EVENT?'),
        (
            b'{"players": [{"money": "3"}]}',
            'players[0].money: WRONG_TYPE: found "3"; allowed: a whole number',
        ),
        (b"[" * 100_000, "TOO_DEEP"),
        (b"", "NOT_JSON"),
    ],
)
def test_a_file_that_is_no_position_is_refused_without_asking(
    command: Command, content: bytes, expected: str
) -> None:
    path = command.write("bad.json", content)
    for arguments in (("suggest", path), ("validate", path), ("suggest", path, "--json")):
        result = command.run(*arguments)
        assert result.exit_code == 3
        assert expected in result.stderr
        assert f"error: {path} has 1 fault" in result.stderr
        assert result.stdout == ""
    assert command.fake.requests == []


def test_what_a_terminal_would_obey_is_not_printed(command: Command) -> None:
    path = command.write("bad.json", '{"\\u001b[2J[bold]\\u202e": 1}')
    stderr = command.run("suggest", path).stderr
    assert "\x1b" not in stderr
    assert "\u202e" not in stderr
    assert "[bold]" in stderr


def test_a_request_that_is_too_large_is_invalid(command: Command) -> None:
    path = command.write("large.json", json.dumps({"neutralDonations": ["x" * 1_100_000]}))
    result = command.run("validate", path)
    assert result.exit_code == 3
    assert "allowed: at most 1048576 bytes" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("suggest", "no-such-file.json"), "cannot read no-such-file.json: No such file"),
        (("suggest", "."), "cannot read .: Is a directory"),
        (("suggest", "a\0b"), "cannot read"),
        (("suggest", "POSITION", "--components", "no-such-file.json"), "cannot read no-such-file.json"),
        (("suggest", "-", "--weights", "-"), "read only once"),
        (("apply", "-", "--steps", "-"), "read only once"),
        (("apply", "POSITION"), "--steps"),
        (("suggest",), "FILE"),
        (("suggest", "POSITION", "--time-limit", "0"), "0.001"),
        (("suggest", "POSITION", "--time-limit", "nan"), "0.001"),
        (("suggest", "POSITION", "--time-limit", "soon"), "valid number"),
        (("suggest", "POSITION", "--work-limit", "-1"), "above 0"),
        (("suggest", "POSITION", "--work-limit", "inf"), "above 0"),
        (("suggest", "POSITION", "--no-such-option"), "no-such-option"),
        (("new", "--players", "5"), "--players"),
        (("new", "--solo", "0"), "--solo"),
        (("new", "--solo", "1", "--players", "2"), "for one player"),
        (("new", "--seed", "-1"), "--seed"),
        (("new", "--pool", "huge"), "one-of-each"),
        (("legal", "-", "--components", "-"), "read only once"),
        (("no-such-command",), "no-such-command"),
    ],
)
def test_wrong_use(command: Command, arguments: tuple[str, ...], said: str) -> None:
    result = command.run(*(str(command.position) if each == "POSITION" else each for each in arguments))
    assert result.exit_code == 2
    assert said in result.stderr.replace("\n", " ")
    assert result.stdout == ""
    assert command.fake.requests == []


@pytest.mark.parametrize("server", ["localhost", ":50051", "localhost:", "localhost:x", "localhost:99999"])
def test_an_address_needs_a_host_and_a_port(command: Command, server: str) -> None:
    result = CliRunner().invoke(application, ["suggest", str(command.position), "--server", server])
    assert result.exit_code == 2
    assert "HOST:PORT" in result.stderr


def test_a_server_that_is_not_there(command: Command) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        result = CliRunner().invoke(application, ["suggest", str(command.position), "--server", address])
    assert result.exit_code == 6
    assert f"error: no service at {address}: " in result.stderr
    assert result.stdout == ""


def test_version(command: Command) -> None:
    assert CliRunner().invoke(application, ["version"]).stdout == "carnegie 0.1.0\n"
    assert json.loads(CliRunner().invoke(application, ["version", "--json"]).stdout) == {"version": "0.1.0"}
    result = command.run("version")
    assert "service 9.9.9" in result.stdout
    assert "ortools 9.15" in result.stdout
    assert json.loads(command.run("version", "--json").stdout)["version"] == "9.9.9"


def test_without_arguments_the_help_is_shown() -> None:
    result = CliRunner().invoke(application, [])
    output = result.stdout + result.stderr
    for name in ("suggest", "validate", "apply", "legal", "score", "new", "andrew", "serve", "version"):
        assert name in output


@pytest.mark.parametrize(
    "arguments",
    [
        ("suggest", ""),
        ("suggest", "-", "--components", ""),
        ("suggest", "-", "--weights", ""),
        ("suggest", "-", "--ca-file", ""),
        ("suggest", "-", "--token-file", ""),
        ("evaluate", "-", "--steps", ""),
        ("review", ""),
        ("play", "--record", ""),
    ],
)
def test_a_name_that_is_empty_is_said_so(command: Command, arguments: tuple[str, ...]) -> None:
    result = command.run(*arguments, stdin='{"players": [{}]}')
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: found '' for the name of a file; allowed: one that is not empty\n"


@pytest.mark.parametrize("option", ["--allow", "--avoid"])
def test_a_pattern_that_is_no_text_is_said_so(command: Command, option: str) -> None:
    result = command.run("suggest", command.position, option, "city=\udcff")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is no pattern: it has characters that cannot be printed" in " ".join(
        result.stderr.replace("│", "").split()
    )
    assert "codec" not in result.stderr

"""Suggest and Analyze keep to the allow and avoid lists of a request, and say all that is wrong with them."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import grpc
import pytest

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc, position_pb2, steps_pb2
from carnegie.v1.advisor_pb2 import StepPattern, SuggestRequest
from carnegie_proto.strict_json import parse
from carnegie_server.patterns import MOST_PATTERNS
from carnegie_solver.restrictions import ASPECTS_OF_KIND
from server.positions import management, new_game
from server.service_process import refusal, refused

CONSTRUCTION = Path(__file__).parents[2] / "examples" / "positions" / "construction.json"


@pytest.fixture(scope="module")
def advisor(channel: grpc.Channel) -> advisor_pb2_grpc.AdvisorServiceStub:
    return advisor_pb2_grpc.AdvisorServiceStub(channel)


def construction() -> position_pb2.Position:
    return parse(position_pb2.Position, CONSTRUCTION.read_bytes())


def steps_of(answer: advisor_pb2.SuggestResponse) -> list[steps_pb2.Step]:
    return [
        planned.step
        for line in answer.lines
        for planned in chain(line.steps, line.steps_at_end_of_round)
        if not planned.step.HasField("end_turn")
    ]


def test_what_is_avoided_is_in_no_line(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    free = advisor.Suggest(SuggestRequest(position=construction(), max_lines=5))
    city = next(step.build_project.city for step in steps_of(free) if step.HasField("build_project"))
    request = SuggestRequest(position=construction(), max_lines=5, avoid=[StepPattern(city=city)])
    kept = advisor.Suggest(request)
    assert kept.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
    assert kept.bound == kept.lines[0].gain < free.lines[0].gain
    assert len(kept.lines) == 5
    assert all(step.build_project.city != city for step in steps_of(kept))
    assert [line.gap for line in kept.lines] == [kept.lines[0].gain - line.gain for line in kept.lines]


def test_only_what_is_allowed_is_in_a_line(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    allow = [
        StepPattern(kind="build_project", type=position_pb2.PROJECT_TYPE_COMMERCE),
        StepPattern(kind="stand_up", space="c1", department="Construction"),
    ]
    answer = advisor.Suggest(SuggestRequest(position=construction(), allow=allow))
    steps = steps_of(answer)
    assert any(step.HasField("build_project") for step in steps)
    for step in steps:
        if step.HasField("build_project"):
            assert step.build_project.type == position_pb2.PROJECT_TYPE_COMMERCE
        else:
            assert step.stand_up.space == "c1"


@pytest.mark.parametrize(
    ("field", "values", "kind"),
    [
        ("region", position_pb2.Region.values()[1:], "build_project"),
        ("row", position_pb2.Action.values()[1:], "select_timeline"),
    ],
)
def test_enumerations_mean_what_they_say(
    advisor: advisor_pb2_grpc.AdvisorServiceStub, field: str, values: list[int], kind: str
) -> None:
    """With one value allowed only, each step of the kind has it."""
    position = construction() if kind == "build_project" else new_game()
    for value in values:
        allow = [
            StepPattern(kind=kind),
            *(StepPattern(kind=other) for other in ASPECTS_OF_KIND if other != kind),
        ]
        setattr(allow[0], field, value)
        answer = advisor.Suggest(SuggestRequest(position=position, allow=allow))
        of_kind = [step for step in steps_of(answer) if step.WhichOneof("kind") == kind]
        assert of_kind
        for step in of_kind:
            found = step.build_project.mission.region if field == "region" else step.select_timeline.row
            assert found == value


def test_all_rows_avoided_leave_no_plan(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    answer = advisor.Suggest(SuggestRequest(position=new_game(), avoid=[StepPattern(kind="select_timeline")]))
    assert answer.status == advisor_pb2.SUGGESTION_STATUS_NO_LEGAL_ACTION
    assert answer.decision == advisor_pb2.DECISION_TIMELINE
    assert not answer.lines
    assert len(answer.position_digest) == 64


def test_an_analysis_keeps_to_the_lists(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    question = SuggestRequest(position=management(), avoid=[StepPattern(kind="build_department")])
    *_, last = advisor.Analyze(advisor_pb2.AnalyzeRequest(question=question))
    suggested = advisor.Suggest(question)
    assert list(last.suggestion.lines) == list(suggested.lines)
    assert not any(step.HasField("build_department") for step in steps_of(last.suggestion))


def test_an_explanation_keeps_to_the_lists(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    """A cube more brings nothing beyond its worth where nothing may be paid with cubes."""
    avoid = [StepPattern(kind="build_project"), StepPattern(kind="sell_goods")]
    answer = advisor.Suggest(SuggestRequest(position=construction(), avoid=avoid, explain=True))
    assert advisor_pb2.MEANS_GOODS not in [binding.means for binding in answer.bindings]


def test_every_fault_of_the_lists_is_named(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    """Those of the position and of the limits are named along with them."""
    position = management()
    position.players[0].money = -3
    request = SuggestRequest(position=position, max_lines=-1)
    request.allow.add(kind="build_projct", department="Housing")
    request.avoid.add(city="Chicago")
    request.avoid.add(city="Chicgo", space="B2", donation="WELFARE")
    request.avoid.add(region=9, row=-1)
    request.avoid.add(type=5)
    assert refused(advisor.Suggest, request).violations == {
        "position.players[0].money": "OUT_OF_RANGE",
        "max_lines": "OUT_OF_RANGE",
        "allow[0].kind": "UNKNOWN_KIND",
        "allow[0].department": "UNKNOWN_DEPARTMENT",
        "avoid[1].city": "UNKNOWN_CITY",
        "avoid[1].space": "UNKNOWN_SPACE",
        "avoid[1].donation": "UNKNOWN_DONATION",
        "avoid[2].region": "UNKNOWN_ENUM_VALUE",
        "avoid[2].row": "UNKNOWN_ENUM_VALUE",
        "avoid[3].type": "UNKNOWN_ENUM_VALUE",
    }


def test_a_violation_says_what_is_allowed(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    """The message says the first violation; a name that is close comes first."""
    for pattern, found, allowed in (
        (StepPattern(city="Chicgo"), "found 'Chicgo', allowed Chicago? one of ", "Boston"),
        (StepPattern(space="B2"), "found 'B2', allowed b2? one of lobby, a1, b1", "d4"),
        (StepPattern(department="Housing"), "found 'Housing', allowed one of ", "Sales"),
        (StepPattern(region=7), "found 7, allowed one of ", "WEST, MIDWEST, EAST, SOUTH"),  # type: ignore[arg-type]
    ):
        said = refused(advisor.Suggest, SuggestRequest(position=management(), avoid=[pattern])).message
        assert found in said
        assert allowed in said


def test_paths_of_an_analysis_begin_with_its_question(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    question = SuggestRequest(position=management(), avoid=[StepPattern(space="z9")])
    with pytest.raises(grpc.RpcError) as error:
        list(advisor.Analyze(advisor_pb2.AnalyzeRequest(question=question)))
    assert refusal(error.value).violations == {"question.avoid[0].space": "UNKNOWN_SPACE"}


def test_a_list_has_its_limit(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    most = [StepPattern(city="Chicago")] * MOST_PATTERNS
    assert advisor.Suggest(SuggestRequest(position=management(), avoid=most)).lines
    request = SuggestRequest(position=management(), avoid=[*most, *most])
    assert refused(advisor.Suggest, request).violations == {"avoid": "OUT_OF_RANGE"}


def test_the_kinds_are_those_of_the_contract() -> None:
    kinds = {field.name for field in steps_pb2.Step.DESCRIPTOR.oneofs_by_name["kind"].fields}
    assert kinds == set(ASPECTS_OF_KIND)

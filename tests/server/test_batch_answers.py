"""The questions of a batch have the answers and the errors that Suggest gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc
from server.positions import game_over, management, new_game
from server.service_process import refusal


@pytest.fixture(scope="module")
def advisor(channel: grpc.Channel) -> advisor_pb2_grpc.AdvisorServiceStub:
    return advisor_pb2_grpc.AdvisorServiceStub(channel)


def items(**questions: advisor_pb2.SuggestRequest) -> Iterator[advisor_pb2.AnalyzeBatchRequest]:
    """Ask questions without progress, and those whose names begin with `told` with it."""
    for id_, question in questions.items():
        item = advisor_pb2.BatchItem(id=id_, question=question, progress=id_.startswith("told"))
        yield advisor_pb2.AnalyzeBatchRequest(item=item)


def finals(
    answers: Iterable[advisor_pb2.AnalyzeBatchResponse],
) -> dict[str, advisor_pb2.AnalyzeBatchResponse]:
    found: dict[str, advisor_pb2.AnalyzeBatchResponse] = {}
    for answer in answers:
        assert answer.id not in found, "something comes after the final message"
        if answer.final:
            found[answer.id] = answer
        else:
            assert answer.id.startswith("told")
            assert answer.suggestion.lines
    return found


def test_the_answers_are_those_of_suggest(advisor: advisor_pb2_grpc.AdvisorServiceStub) -> None:
    positions = {"management": management(), "start": new_game(), "over": game_over()}
    asked = {
        f"{told}{name}": advisor_pb2.SuggestRequest(position=position, work_limit=5.0)
        for name, position in positions.items()
        for told in ("", "told_")
    }
    found = finals(advisor.AnalyzeBatch(items(**asked), timeout=60.0))
    assert set(found) == set(asked)
    for id_, question in asked.items():
        suggested = advisor.Suggest(question)
        assert not found[id_].HasField("failure")
        answer = found[id_].suggestion
        if id_.startswith("told"):
            assert (answer.lines, answer.status, answer.bound) == (
                suggested.lines,
                suggested.status,
                suggested.bound,
            )
        else:
            assert answer.SerializeToString(deterministic=True) == suggested.SerializeToString(
                deterministic=True
            )


def test_faults_are_told_as_by_suggest_with_progress_and_without(
    advisor: advisor_pb2_grpc.AdvisorServiceStub,
) -> None:
    faulty = advisor_pb2.SuggestRequest(position=management(), time_limit=Duration(seconds=-1))
    faulty.position.players[0].money = -3
    with pytest.raises(grpc.RpcError) as error:
        advisor.Suggest(faulty)
    told = refusal(error.value)
    found = finals(advisor.AnalyzeBatch(items(plain=faulty, told=faulty, good=good()), timeout=60.0))
    assert found["good"].suggestion.lines
    for id_ in ("plain", "told"):
        failure = found[id_].failure
        assert (failure.code, failure.message, failure.reason) == (
            "INVALID_ARGUMENT",
            told.message,
            "INVALID_REQUEST",
        )
        assert {each.path: each.reason for each in failure.violations} == told.violations
        assert not found[id_].HasField("suggestion")


def test_a_priority_out_of_range_is_a_fault_of_its_question(
    advisor: advisor_pb2_grpc.AdvisorServiceStub,
) -> None:
    item = advisor_pb2.BatchItem(id="eager", question=good(), priority=11)
    requests = [advisor_pb2.AnalyzeBatchRequest(item=item), *items(other=good())]
    found = finals(advisor.AnalyzeBatch(iter(requests), timeout=60.0))
    assert [each.path for each in found["eager"].failure.violations] == ["priority"]
    assert found["other"].suggestion.lines


def good() -> advisor_pb2.SuggestRequest:
    return advisor_pb2.SuggestRequest(position=management())

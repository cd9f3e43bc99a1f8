"""An answer that is the same each time is remembered, within bounds, and comes back byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from carnegie.v1 import advisor_pb2, position_pb2
from carnegie_server.front import AnswerCache
from carnegie_server.front.cache import MOST_WORDINGS
from carnegie_server.methods import EVALUATE_PLAN, SUGGEST
from carnegie_server.workers import Reply
from server.positions import management, new_game
from server.service_process import raw_method, running_service


def kept(cache: AnswerCache, number: int, wording: str = "", size: int = 1_000) -> Reply:
    """Have an answer of some size remembered."""
    reply = Reply(0, bytes([number]) * size, {"solve_seconds": 1.0}, f"key {number}".encode())
    cache.keep(f"{wording}{number}".encode(), reply)
    return reply


def test_an_answer_is_found_by_its_bytes_and_by_its_key() -> None:
    cache = AnswerCache(1 << 20)
    reply = kept(cache, 1)
    found, recalled = cache.find(b"1"), cache.recall(b"key 1")
    assert found is not None
    assert recalled is not None
    assert found.body == recalled.body == reply.body
    assert (found.facts, recalled.facts) == ({"cache": "hit"}, {"cache": "recalled"})
    assert cache.find(b"2") is None
    assert cache.recall(b"key 2") is None


def test_an_answer_that_may_differ_is_not_kept() -> None:
    cache = AnswerCache(1 << 20)
    cache.keep(b"1", Reply(0, b"by chance"))
    assert cache.find(b"1") is None
    assert len(cache) == cache.bytes_used == 0
    assert cache.statistics.misses == 1


def test_the_one_not_asked_for_longest_makes_room_for_others() -> None:
    """At 3,200 bytes an answer of 1,000 bytes, sixteen fit into 52,000; a look counts like a new one."""
    cache = AnswerCache(52_000)
    for number in range(16):
        kept(cache, number)
    assert len(cache) == 16
    assert cache.find(b"0") is not None
    assert cache.recall(b"key 1") is not None
    for number in range(16, 18):
        kept(cache, number)
    assert [number for number in range(18) if cache.find(str(number).encode()) is None] == [2, 3]
    assert len(cache) == 16
    assert cache.statistics.evictions == 2


@pytest.mark.parametrize("size", [0, 10, 100, 1_000, 4_000])
def test_memory_stays_within_its_bound(size: int) -> None:
    cache = AnswerCache(50_000)
    for number in range(200):
        kept(cache, number % 100, wording=f"{number % 7} ", size=size)
        assert cache.bytes_used <= 50_000
        assert len(cache) * size <= 50_000
    assert len(cache) >= 6
    assert len(cache._keys) == sum(len(answer.wordings) for answer in cache._answers.values())


def test_an_answer_too_large_for_its_share_is_not_kept() -> None:
    cache = AnswerCache(50_000)
    kept(cache, 1)
    kept(cache, 2, size=20_000)
    assert cache.find(b"2") is None
    assert cache.find(b"1") is not None


def test_the_wordings_of_an_answer_are_bounded() -> None:
    cache = AnswerCache(1 << 20)
    for number in range(1_000):
        kept(cache, 1, wording=f"{number} ")
    assert len(cache) == 1
    assert sum(cache.find(f"{number} 1".encode()) is not None for number in range(1_000)) == MOST_WORDINGS
    assert cache.find(b"999 1") is not None


def test_without_memory_nothing_is_kept() -> None:
    cache = AnswerCache(0)
    kept(cache, 1)
    assert not cache.in_use
    assert cache.find(b"1") is None
    assert len(cache) == 0


# In a service --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def remembering() -> Iterator[grpc.Channel]:
    with running_service("--workers=1") as service, service.channel() as channel:
        yield channel


def asked(
    channel: grpc.Channel, request: bytes, method: str = SUGGEST
) -> tuple[bytes, Mapping[str, str | bytes]]:
    """Make a call; give the bytes of the answer and its trailing metadata."""
    answer, call = raw_method(channel, method).with_call(request, timeout=20.0)
    return answer, dict(call.trailing_metadata() or ())


def error_of(channel: grpc.Channel, request: bytes) -> grpc.Call:
    """Make a call that fails."""
    call = raw_method(channel, SUGGEST).future(request, timeout=20.0)
    assert call.exception() is not None
    return call


def question(**options: object) -> advisor_pb2.SuggestRequest:
    request = advisor_pb2.SuggestRequest(position=management())
    for name, value in options.items():
        if isinstance(value, Duration):
            getattr(request, name).CopyFrom(value)
        else:
            setattr(request, name, value)
    return request


def test_the_same_question_has_the_same_bytes_and_no_search(remembering: grpc.Channel) -> None:
    request = question(seed=11).SerializeToString()
    first, beside_first = asked(remembering, request)
    second, beside_second = asked(remembering, request)
    assert first == second
    assert "carnegie-cache" not in beside_first
    assert float(beside_first["carnegie-solve-seconds"]) > 0.0
    assert beside_second["carnegie-cache"] == "hit"
    assert not [name for name in beside_second if name.endswith("-seconds")]


def test_another_wording_of_the_question_is_recognised(remembering: grpc.Channel) -> None:
    """Fields that say what holds anyway, another limit of time, unknown fields: the same question."""
    plain = question(seed=12)
    answer, _ = asked(remembering, plain.SerializeToString())
    spelt_out = question(seed=12, time_limit=Duration(seconds=3))
    spelt_out.position.players[0].money = 12
    assert spelt_out.position.players[0] != plain.position.players[0]
    unknown_field = b"\x98\x06\x01"
    for request in (spelt_out.SerializeToString(), plain.SerializeToString() + unknown_field):
        recalled, beside = asked(remembering, request)
        assert recalled == answer
        assert beside["carnegie-cache"] == "recalled"
        assert float(beside["carnegie-queue-seconds"]) >= 0.0
        again, beside = asked(remembering, request)
        assert again == answer
        assert beside["carnegie-cache"] == "hit"


@pytest.mark.parametrize(
    "options",
    [
        {"max_lines": 2},
        {"explain": True},
        {"seed": 1},
        {"threads": 2},
        {"work_limit": 1.0},
        {"weights_json": '{"opponents": 40}'},
        {"time_limit": Duration(seconds=1_000)},
    ],
)
def test_whatever_matters_to_the_answer_makes_another_question(
    remembering: grpc.Channel, options: Mapping[str, object]
) -> None:
    asked(remembering, question().SerializeToString())
    _, beside = asked(remembering, question(**options).SerializeToString())
    assert "carnegie-cache" not in beside


def test_an_answer_cut_short_by_time_is_not_remembered_and_one_by_work_is(remembering: grpc.Channel) -> None:
    hurried = question(seed=13, time_limit=Duration(nanos=1)).SerializeToString()
    for _ in range(2):
        answer, beside = asked(remembering, hurried)
        assert advisor_pb2.SuggestResponse.FromString(answer).limit_reason == advisor_pb2.LIMIT_REASON_TIME
        assert "carnegie-cache" not in beside
    bounded = question(seed=13, work_limit=1e-6).SerializeToString()
    answer, _ = asked(remembering, bounded)
    assert advisor_pb2.SuggestResponse.FromString(answer).limit_reason == advisor_pb2.LIMIT_REASON_WORK
    again, beside = asked(remembering, bounded)
    assert (again, beside["carnegie-cache"]) == (answer, "hit")


def test_plans_are_judged_from_memory_too_each_by_itself(remembering: grpc.Channel) -> None:
    def request(*kinds: str) -> bytes:
        message = advisor_pb2.EvaluatePlanRequest(position=new_game())
        for kind in kinds:
            getattr(message.steps.add(), kind).SetInParent()
        return message.SerializeToString()

    answers = {}
    for plan in ((), ("end_turn",), ("play_andrew",)):
        answers[plan], beside = asked(remembering, request(*plan), EVALUATE_PLAN)
        assert "carnegie-cache" not in beside
    for plan, answer in answers.items():
        again, beside = asked(remembering, request(*plan), EVALUATE_PLAN)
        assert (again, beside["carnegie-cache"]) == (answer, "hit")


def test_errors_are_not_remembered(remembering: grpc.Channel) -> None:
    faulty = advisor_pb2.SuggestRequest(position=position_pb2.Position()).SerializeToString()
    for _ in range(2):
        call = error_of(remembering, faulty)
        assert call.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert "carnegie-cache" not in dict(call.trailing_metadata() or ())

"""JSON is read strictly, within a bounded time, and without holding up the event loop."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest
from google.rpc import code_pb2

from carnegie.v1 import advisor_pb2, rules_pb2
from carnegie_server.errors import CallRefused, Reason
from carnegie_server.gateway.json_messages import MOST_VALUES, MOST_WAITING, JsonMessages, serialized, to_json

ROOT = Path(__file__).parents[3]
MEGABYTE = 1 << 20


def repeated(before: str, item: str, after: str, length: int = MEGABYTE) -> bytes:
    """Write a list with as many items as fit."""
    count = (length - len(before) - len(after)) // (len(item) + 1)
    return (before + ",".join([item] * count) + after).encode()


def refusal_of(text: bytes) -> CallRefused:
    with pytest.raises(CallRefused) as refused:
        serialized(advisor_pb2.SuggestRequest, text)
    assert refused.value.code == code_pb2.INVALID_ARGUMENT
    return refused.value


HOSTILE = {
    "objects": repeated('{"allow":[', "{}", "]}"),
    "lists": repeated('{"allow":[', "[]", "]}"),
    "numbers": repeated('{"position":{"players":[{"goods":[', "1", "]}]}}"),
    "members": ("{" + ",".join(f'"a{number}":1' for number in range(90_000)) + "}").encode(),
    "one string": b'{"componentsJson":"' + b"\\n" * (MEGABYTE // 2),
    "quotes": b'"' * MEGABYTE,
    "backslashes": b'"' + b"\\" * MEGABYTE,
    "brackets": b"[" * MEGABYTE,
    "digits": b'{"maxLines":' + b"1" * MEGABYTE + b"}",
    "spaces": b" " * MEGABYTE,
    "the most objects": repeated('{"allow":[', "{}", "1]}", 3 * MOST_VALUES // 2),
    "the most members": (
        "{" + ",".join(f'"{"position" * 4}{number}":1' for number in range(MOST_VALUES - 2)) + "}"
    ).encode(),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_whatever_comes_is_refused_soon(text: bytes) -> None:
    started = time.process_time()
    refusal_of(text)
    assert time.process_time() - started < 2.0  # some 0.4 s at most; the wide margin is for busy machines


@pytest.mark.parametrize(("items", "is_refused"), [(MOST_VALUES // 2 - 2, False), (MOST_VALUES, True)])
def test_a_request_can_have_many_values_but_not_any_number(items: int, is_refused: bool) -> None:
    text = b'{"steps":[' + b",".join([b"{}"] * items) + b"]}"
    if not is_refused:
        message = rules_pb2.ApplyPlanRequest.FromString(serialized(rules_pb2.ApplyPlanRequest, text))
        assert len(message.steps) == items
    else:
        refused = refusal_of(text)
        assert refused.message.startswith("the request: found about ")
        (violation,) = refused.violations
        assert violation.reason == "TOO_MANY_VALUES"
        assert violation.description.endswith("allowed at most 20000")


def test_what_is_inside_of_strings_does_not_count() -> None:
    """Components and weights travel as JSON within a string."""
    text = json.dumps({"componentsJson": json.dumps([{}] * MOST_VALUES)})
    read = advisor_pb2.SuggestRequest.FromString(serialized(advisor_pb2.SuggestRequest, text.encode()))
    assert read.components_json.count("{") == MOST_VALUES


def test_the_longest_recorded_game_is_far_below_the_limit() -> None:
    records = list((ROOT / "tests" / "golden").rglob("*.json"))
    assert records
    for path in records:
        data = path.read_text(encoding="utf-8")
        assert sum(data.count(sign) for sign in "{[,") < MOST_VALUES / 2, path


def test_the_event_loop_goes_on_in_the_meantime() -> None:
    """Read on the loop itself, the text would let it turn no more than once or twice."""
    text = repeated('{"allow":[', "{}", "]}", MOST_VALUES)

    async def turns_while_reading() -> int:
        messages = JsonMessages()
        reading = asyncio.ensure_future(messages.read(advisor_pb2.SuggestRequest, text))
        turns = 0
        while not reading.done():
            await asyncio.sleep(0)
            turns += 1
        await reading
        messages.close()
        return turns

    assert asyncio.run(turns_while_reading()) > 5


def test_an_answer_is_written_as_json_without_what_is_left_out() -> None:
    message = advisor_pb2.SuggestResponse(position_digest="é", bound=-3)
    assert to_json(advisor_pb2.SuggestResponse, message.SerializeToString()) == (
        '{"positionDigest":"é","bound":-3}'.encode()
    )


@pytest.mark.parametrize(
    "members", [MOST_VALUES // 2, 2 * MOST_VALUES, 2 * MOST_VALUES + 1, 2 * MOST_VALUES + 2]
)
def test_no_number_of_members_slips_through(members: int) -> None:
    """Members without strings as values: two quotes each, which around twice the bound are about as many as decide."""
    text = ("{" + ",".join(f'"{number}":1' for number in range(members)) + "}").encode()
    refused = refusal_of(text)
    too_many = [violation.reason for violation in refused.violations] == ["TOO_MANY_VALUES"]
    assert too_many is (members > MOST_VALUES)


def test_small_requests_do_not_wait_behind_large_ones_of_which_only_some_may_wait() -> None:
    async def test() -> None:
        messages = JsonMessages()
        large = repeated('{"position":{"players":[', "{}", "]}}", 30_000)
        waiting = [
            asyncio.create_task(messages.read(advisor_pb2.SuggestRequest, large))
            for _ in range(MOST_WAITING + 1)
        ]
        await asyncio.sleep(0.0)
        assert await messages.read(advisor_pb2.SuggestRequest, b"{}") == b""
        assert not all(task.done() for task in waiting)
        with pytest.raises(CallRefused) as refused:
            await waiting[-1]
        assert (refused.value.code, refused.value.reason) == (code_pb2.RESOURCE_EXHAUSTED, Reason.BUSY)
        assert refused.value.retry_seconds
        await asyncio.gather(*waiting[:-1])
        assert await messages.read(advisor_pb2.SuggestRequest, large)
        messages.close()

    asyncio.run(test())

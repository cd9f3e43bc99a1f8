"""The messages of a batch are read and written as the contract's own, with what is in them left closed."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from google.rpc import code_pb2, status_pb2
from hypothesis import given
from hypothesis import strategies as st

from carnegie.v1 import advisor_pb2
from carnegie_server.errors import CallRefused, Reason, Violation, to_status
from carnegie_server.front.envelopes import (
    Cancel,
    Item,
    read_envelope,
    write_analysis,
    write_answer,
    write_failure,
)
from carnegie_server.front.failures import failure_of
from carnegie_server.front.outbox import Outbox, Told
from carnegie_server.workers import Reply
from server.positions import management

IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64)


@given(IDS, st.none() | st.integers(-(2**31), 2**31 - 1), st.booleans(), st.none() | st.integers(0, 9))
def test_an_item_is_read_as_the_contract_has_it(
    id_: str, priority: int | None, progress: bool, max_lines: int | None
) -> None:
    item = advisor_pb2.BatchItem(id=id_, priority=priority, progress=progress)
    if max_lines is not None:
        item.question.CopyFrom(advisor_pb2.SuggestRequest(position=management(), max_lines=max_lines))
    read = read_envelope(advisor_pb2.AnalyzeBatchRequest(item=item).SerializeToString())
    assert isinstance(read, Item)
    assert (read.id, read.progress) == (id_, progress)
    assert read.priority == (-1 if priority is None else priority)
    assert advisor_pb2.SuggestRequest.FromString(read.question) == item.question


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=100))
def test_a_cancel_is_read(id_: str) -> None:
    assert read_envelope(advisor_pb2.AnalyzeBatchRequest(cancel=id_).SerializeToString()) == Cancel(id_)


@given(st.binary(max_size=200))
def test_whatever_the_bytes_are_they_are_read_or_refused(message: bytes) -> None:
    assert code_of(message) in (code_pb2.OK, code_pb2.INVALID_ARGUMENT)


def code_of(message: bytes) -> int:
    """Read a message; give the code of its refusal, 0 where it is read."""
    try:
        read_envelope(message)
    except CallRefused as refusal:
        return refusal.code
    return code_pb2.OK


def test_damaged_messages_are_read_or_refused() -> None:
    chance = random.Random(4)
    question = advisor_pb2.SuggestRequest(position=management())
    whole = advisor_pb2.AnalyzeBatchRequest(
        item=advisor_pb2.BatchItem(id="x", question=question, priority=3)
    ).SerializeToString()
    codes: Counter[int] = Counter()
    for _ in range(5_000):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        length = len(damaged) if chance.random() < 0.8 else chance.randint(0, len(damaged))
        codes[code_of(bytes(damaged[:length]))] += 1
    assert set(codes) == {code_pb2.OK, code_pb2.INVALID_ARGUMENT}
    assert min(codes.values()) > 100


@given(IDS, st.integers(0, 1_000))
def test_answers_are_written_as_the_contract_has_them(id_: str, bound: int) -> None:
    suggestion = advisor_pb2.SuggestResponse(bound=bound, position_digest="d" * 64)
    final = advisor_pb2.AnalyzeBatchResponse(id=id_, suggestion=suggestion, final=True)
    written = write_answer(id_, suggestion.SerializeToString())
    assert advisor_pb2.AnalyzeBatchResponse.FromString(written) == final
    analysis = advisor_pb2.AnalyzeResponse(suggestion=suggestion)
    written = write_analysis(id_, analysis.SerializeToString())
    assert advisor_pb2.AnalyzeBatchResponse.FromString(written) == advisor_pb2.AnalyzeBatchResponse(
        id=id_, suggestion=suggestion
    )


def test_a_failure_says_all_that_a_status_says() -> None:
    refusal = CallRefused(
        code_pb2.RESOURCE_EXHAUSTED,
        Reason.BUSY,
        "later",
        violations=(Violation("a.b", "TOO_MUCH", "found 3, allowed 2"),),
        metadata={"incident": "7"},
        retry_seconds=1.25,
    )
    failure = failure_of(Reply(refusal.code, to_status(refusal).SerializeToString()))
    written = advisor_pb2.AnalyzeBatchResponse.FromString(write_failure("x", failure))
    assert (written.id, written.final, written.HasField("suggestion")) == ("x", True, False)
    expected = advisor_pb2.Failure(
        code="RESOURCE_EXHAUSTED",
        message="later",
        reason="BUSY",
        violations=[advisor_pb2.Violation(path="a.b", reason="TOO_MUCH", description="found 3, allowed 2")],
        metadata={"incident": "7"},
    )
    expected.retry_delay.FromMilliseconds(1_250)
    assert written.failure == expected


def test_a_failure_without_details_has_its_code_and_message() -> None:
    status = status_pb2.Status(code=code_pb2.INTERNAL, message="a fault")
    failure = failure_of(Reply(code_pb2.INTERNAL, status.SerializeToString()))
    assert failure == advisor_pb2.Failure(code="INTERNAL", message="a fault")


def test_the_outbox_keeps_the_latest_progress_and_every_final_message() -> None:
    async def test() -> list[bytes]:
        outbox = Outbox()
        for number in range(100):
            outbox.put(Told("a", b"a%d" % number, final=False))
        outbox.put(Told("b", b"b", final=False))
        outbox.put(Told("b", b"B", final=True))
        outbox.put(Told("a", b"a100", final=False))
        outbox.close()
        taken = []
        while (message := await outbox.take()) is not None:
            taken.append(message.body)
        return taken

    assert asyncio.run(test()) == [b"a100", b"B"]

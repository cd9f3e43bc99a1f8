"""Damaged messages end in declared ways and hurt nobody: the short version of ``load.fuzz``."""

from __future__ import annotations

from carnegie.v1 import advisor_pb2
from carnegie_server.methods import SUGGEST
from load.fuzz import FLAGS, fuzz, fuzzed_message
from load.valid_requests import RESPONSES
from server.service_process import running_service

SEED = 2
MESSAGES = 1_000


def test_damaged_messages_end_in_declared_ways() -> None:
    with running_service(*FLAGS) as service:
        done = fuzz(service, SEED, range(MESSAGES))
    assert not done.broken
    assert done.findings.messages == MESSAGES
    codes = {code for _, code, _ in done.findings.outcomes}
    assert {"OK", "INVALID_ARGUMENT"} <= codes
    assert done.findings.plans


def test_the_messages_of_a_seed_are_always_the_same_and_go_to_every_call() -> None:
    messages = [fuzzed_message(SEED, number) for number in range(300)]
    assert messages == [fuzzed_message(SEED, number) for number in range(300)]
    assert {message.method for message in messages} == set(RESPONSES)
    assert {message.kind for message in messages} == {"raw", "damaged", "mutated"}
    assert len({message.data for message in messages}) > 250


def test_mutated_messages_are_mostly_messages() -> None:
    data = [
        message.data
        for message in (fuzzed_message(SEED, number) for number in range(600))
        if (message.kind, message.method) == ("mutated", SUGGEST)
    ]
    assert (
        sum(
            advisor_pb2.SuggestRequest.FromString(each).HasField("position")
            for each in data
            if _is_text(each)
        )
        > 30
    )


def _is_text(data: bytes) -> bool:
    return b"\xff\xfe" not in data

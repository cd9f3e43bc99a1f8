"""An error fits into a header, can hold any text, and says what it had to leave out."""

from __future__ import annotations

import pytest
from google.rpc import code_pb2, error_details_pb2

from carnegie_server.errors import (
    DOMAIN,
    MAX_STATUS_BYTES,
    CallRefused,
    Reason,
    Violation,
    invalid_request,
    to_status,
)
from server.service_process import detail


def violations(count: int, text: str = "found -1, allowed 0 or more") -> list[Violation]:
    return [
        Violation(f"position.players[0].goods[{number}]", "OUT_OF_RANGE", text) for number in range(count)
    ]


def test_every_violation_is_listed() -> None:
    status = to_status(invalid_request(violations(20)))
    assert status.code == code_pb2.INVALID_ARGUMENT
    assert status.message == "position.players[0].goods[0]: found -1, allowed 0 or more (and 19 more)"
    listed = detail(status, error_details_pb2.BadRequest).field_violations
    assert [violation.field for violation in listed] == [violation.path for violation in violations(20)]
    assert {(violation.reason, violation.description) for violation in listed} == {
        ("OUT_OF_RANGE", "found -1, allowed 0 or more")
    }
    info = detail(status, error_details_pb2.ErrorInfo)
    assert (info.domain, info.reason, dict(info.metadata)) == (DOMAIN, "INVALID_REQUEST", {})


@pytest.mark.parametrize(
    ("count", "text"), [(200, "x"), (100_000, "found -1"), (1_000, "x" * 10_000), (9, "€" * 500)]
)
def test_an_error_fits_into_a_header(count: int, text: str) -> None:
    status = to_status(invalid_request(violations(count, text)))
    assert MAX_STATUS_BYTES / 2 < status.ByteSize() <= MAX_STATUS_BYTES
    listed = detail(status, error_details_pb2.BadRequest).field_violations
    left_out = int(detail(status, error_details_pb2.ErrorInfo).metadata["violations_left_out"])
    assert 0 < len(listed) == count - left_out


def test_any_text_can_be_said() -> None:
    status = to_status(invalid_request([Violation("weights_json.\ud800", "INVALID_TEXT", "found \udfff\0")]))
    (violation,) = detail(status, error_details_pb2.BadRequest).field_violations
    assert (violation.field, violation.description) == ("weights_json.\\ud800", "found \\udfff\0")


def test_when_to_try_again_is_said() -> None:
    status = to_status(CallRefused(code_pb2.RESOURCE_EXHAUSTED, Reason.BUSY, "busy", retry_seconds=1.5))
    assert detail(status, error_details_pb2.RetryInfo).retry_delay.ToMilliseconds() == 1_500

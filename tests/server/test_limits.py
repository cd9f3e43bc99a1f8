"""A request's limits are refused where they make no sense, and clamped with a warning where they are too large."""

from __future__ import annotations

import math

import pytest
from google.protobuf.duration_pb2 import Duration

from carnegie.v1 import advisor_pb2
from carnegie_server.limits import read_limits


def request(seconds: int = 0, nanos: int = 0) -> advisor_pb2.SuggestRequest:
    return advisor_pb2.SuggestRequest(time_limit=Duration(seconds=seconds, nanos=nanos))


def test_left_out_is_the_longest_search_without_a_work_limit() -> None:
    limits = read_limits(advisor_pb2.SuggestRequest(), 10.0)
    assert (limits.seconds, limits.work, limits.violations, limits.warnings) == (10.0, None, (), ())


def test_good_limits_are_taken() -> None:
    message = request(2, 500_000_000)
    message.work_limit = 7.5
    limits = read_limits(message, 10.0)
    assert (limits.seconds, limits.work, limits.violations, limits.warnings) == (2.5, 7.5, (), ())


@pytest.mark.parametrize(("seconds", "nanos"), [(10, 1), (3_600, 0), (315_576_000_000, 0)])
def test_too_much_time_is_clamped_with_a_warning(seconds: int, nanos: int) -> None:
    limits = read_limits(request(seconds, nanos), 10.0)
    assert (limits.seconds, limits.violations) == (10.0, ())
    (warning,) = limits.warnings
    assert (warning.reason, warning.path) == (advisor_pb2.WARNING_REASON_CLAMPED, "time_limit")


@pytest.mark.parametrize(
    ("seconds", "nanos", "found"),
    [
        (0, 0, "0 s"),
        (-1, 0, "-1 s"),
        (0, -1, "-1e-09 s"),
        (1, -1, "1 s and -1 ns"),
        (0, 1_000_000_000, "0 s and 1000000000 ns"),
        (315_576_000_001, 0, "315576000001 s and 0 ns"),
        (2**63 - 1, 2**31 - 1, "9223372036854775807 s and 2147483647 ns"),
    ],
)
def test_senseless_time_is_a_violation(seconds: int, nanos: int, found: str) -> None:
    (violation,) = read_limits(request(seconds, nanos), 10.0).violations
    assert (violation.path, violation.reason) == ("time_limit", "OUT_OF_RANGE")
    assert violation.description == f"found {found}, allowed more than 0 s, at most 10 s"


@pytest.mark.parametrize("work", [0.0, -0.0, -1.0, math.nan, math.inf, -math.inf])
def test_senseless_work_is_a_violation(work: float) -> None:
    message = advisor_pb2.SuggestRequest(work_limit=work)
    (violation,) = read_limits(message, 10.0).violations
    assert (violation.path, violation.reason) == ("work_limit", "OUT_OF_RANGE")

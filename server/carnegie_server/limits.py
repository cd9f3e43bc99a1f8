"""The limits of a search: what a request asks for, within what the service and the call allow."""

from __future__ import annotations

import math
from dataclasses import dataclass

from google.protobuf import duration_pb2

from carnegie.v1 import advisor_pb2, review_pb2
from carnegie_server.errors import Violation, found_and_allowed
from carnegie_solver.advisor import MOST_LINES
from carnegie_solver.limits import LARGEST_SEED

_NANOS_PER_SECOND = 1_000_000_000
_LONGEST_DURATION_SECONDS = 315_576_000_000


AdvisorRequest = advisor_pb2.SuggestRequest | advisor_pb2.EvaluatePlanRequest


@dataclass(frozen=True, slots=True)
class RequestedLimits:
    """The limits that a request asks for, as far as they are good.

    Attributes
    ----------
    seconds
        Wall-clock seconds for the search, more than 0, at most what the service allows.
    work
        Deterministic work, more than 0; None for no limit.
    violations
        What is wrong with the request's limits.
    warnings
        What has been clamped.
    """

    seconds: float
    work: float | None
    violations: tuple[Violation, ...]
    warnings: tuple[advisor_pb2.Warning, ...]


def read_limits(
    request: AdvisorRequest | review_pb2.ReviewGameRequest, max_seconds: float
) -> RequestedLimits:
    """Read the limits of a request to a service that allows `max_seconds`."""
    violations: list[Violation] = []
    warnings: list[advisor_pb2.Warning] = []
    seconds = max_seconds
    if request.HasField("time_limit"):
        asked = _seconds(request.time_limit)
        if asked is None or asked <= 0.0:
            allowed = f"more than 0 s, at most {max_seconds:g} s"
            violations.append(_out_of_range("time_limit", _shown(request.time_limit), allowed))
        elif asked > max_seconds:
            description = f"found {_plain(asked)} s, the longest search takes {max_seconds:g} s"
            warnings.append(
                advisor_pb2.Warning(
                    reason=advisor_pb2.WARNING_REASON_CLAMPED, path="time_limit", description=description
                )
            )
        else:
            seconds = asked
    work = request.work_limit if request.HasField("work_limit") else None
    if work is not None and not 0.0 < work < math.inf:
        violations.append(_out_of_range("work_limit", f"{work:g}", "a number of more than 0"))
        work = None
    return RequestedLimits(seconds, work, tuple(violations), tuple(warnings))


def read_lines(
    request: advisor_pb2.SuggestRequest, violations: list[Violation]
) -> tuple[int, tuple[advisor_pb2.Warning, ...]]:
    """Give how many plans a request asks for, 1 where it does not say, and what has been clamped."""
    asked = request.max_lines
    if asked < 0:
        violations.append(_out_of_range("max_lines", str(asked), f"1 to {MOST_LINES}"))
    if asked <= MOST_LINES:
        return max(1, asked), ()
    description = f"found {asked}, at most {MOST_LINES} lines are given"
    clamped = advisor_pb2.WARNING_REASON_CLAMPED
    return MOST_LINES, (advisor_pb2.Warning(reason=clamped, path="max_lines", description=description),)


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a request wants to be searched: the seed, the threads, and what has been clamped."""

    seed: int
    threads: int
    warnings: tuple[advisor_pb2.Warning, ...]


def read_search_options(request: AdvisorRequest, max_threads: int) -> SearchOptions:
    """Read the seed and the threads of a request to a service that allows `max_threads`."""
    warnings: list[advisor_pb2.Warning] = []
    seed = _within("seed", request.seed, 0, LARGEST_SEED, warnings)
    asked = request.threads if request.HasField("threads") else 1
    return SearchOptions(seed, _within("threads", asked, 1, max_threads, warnings), tuple(warnings))


def _within(path: str, asked: int, least: int, most: int, warnings: list[advisor_pb2.Warning]) -> int:
    """Give a number of a request, clamped to its range with a warning."""
    clamped = max(least, min(asked, most))
    if clamped != asked:
        description = f"found {asked}, allowed {least} to {most}; {clamped} is taken"
        warnings.append(
            advisor_pb2.Warning(reason=advisor_pb2.WARNING_REASON_CLAMPED, path=path, description=description)
        )
    return clamped


def _seconds(duration: duration_pb2.Duration) -> float | None:
    """Give the length of a duration; None for one that is malformed."""
    in_range = abs(duration.seconds) <= _LONGEST_DURATION_SECONDS and abs(duration.nanos) < _NANOS_PER_SECOND
    if not in_range or duration.seconds * duration.nanos < 0:
        return None
    return duration.seconds + duration.nanos / _NANOS_PER_SECOND


def _shown(duration: duration_pb2.Duration) -> str:
    seconds = _seconds(duration)
    if seconds is None:
        return f"{duration.seconds} s and {duration.nanos} ns"
    return f"{_plain(seconds)} s"


def _plain(seconds: float) -> str:
    """Write a number of seconds; a large one without an exponent."""
    return f"{seconds:.15g}"


def _out_of_range(path: str, found: str, allowed: str) -> Violation:
    return Violation(path, "OUT_OF_RANGE", found_and_allowed(found, allowed))

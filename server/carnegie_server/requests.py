"""Reading the requests that need the solver: what is wrong with one is found all at once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from google.protobuf.message import DecodeError, Message
from google.rpc import code_pb2

from carnegie.v1 import position_pb2, steps_pb2
from carnegie_server import wire
from carnegie_server.errors import CallRefused, Reason, Violation, found_and_allowed, invalid_request
from carnegie_server.overrides import FaultyText, Overrides
from carnegie_server.workers import Fact
from carnegie_solver.components import Components
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_json import InvalidPosition, digest
from carnegie_solver.rules.step_json import MalformedStep
from carnegie_solver.rules.steps import Step

MOST_FAULTS = 1_000
"""The most faults that one answer lists."""

MessageType = TypeVar("MessageType", bound=Message)
Value = TypeVar("Value")


class RequestWithComponents(Protocol):
    """A request with components of its own."""

    @property
    def components_json(self) -> str:
        """JSON text of component tables."""
        ...


class RequestWithPosition(RequestWithComponents, Protocol):
    """A request about a position."""

    @property
    def position(self) -> position_pb2.Position:
        """The position."""
        ...


class RequestReader:
    """Reads requests with the service's components, or with those that a request brings along.

    Parameters
    ----------
    overrides
        The service's components and weights.
    """

    def __init__(self, overrides: Overrides) -> None:
        self._overrides = overrides

    def components(self, request: RequestWithComponents, violations: list[Violation]) -> Components:
        """Give the components that hold for a request; where its own are faulty, the service's."""
        replaced = collecting(
            violations, "components_json", lambda: self._overrides.components(request.components_json)
        )
        return self._overrides.components() if replaced is None else replaced

    def position(
        self, request: RequestWithPosition, is_given: bool, violations: list[Violation]
    ) -> tuple[Components, Position | None]:
        """Read a request's position; what is wrong with it or its components goes to the violations."""
        components = self.components(request, violations)
        if not is_given:
            violations.append(missing_position())
            return components, None
        position = collecting(
            violations, "position", lambda: wire.position_from_message(components, request.position)
        )
        return components, position

    def good_position(
        self, request: RequestWithPosition, is_given: bool, facts: dict[str, Fact]
    ) -> tuple[Components, Position]:
        """Read the position of a request that has nothing else; refuse the request for all that is wrong with it."""
        violations: list[Violation] = []
        components, position = self.position(request, is_given, violations)
        if violations or position is None:
            raise invalid_request(violations)
        facts["digest"] = digest(components, position)
        return components, position


def read_steps(messages: Iterable[steps_pb2.Step], violations: list[Violation]) -> list[Step]:
    """Read the steps of a request; what is wrong with their form goes to the violations."""
    steps: list[Step] = []
    for index, message in enumerate(messages):
        if len(violations) > MOST_FAULTS:
            break
        step = collecting(violations, f"steps[{index}]", functools.partial(wire.step_from_message, message))
        if step is not None:
            steps.append(step)
    return steps


def parse(message_type: type[MessageType], data: bytes) -> MessageType:
    """Read a serialized request; raises CallRefused for one that is none."""
    try:
        return message_type.FromString(data)
    except DecodeError as malformed:
        name = message_type.DESCRIPTOR.full_name
        message = f"the request is not a serialized {name}"
        raise CallRefused(code_pb2.INVALID_ARGUMENT, Reason.MALFORMED_MESSAGE, message) from malformed


def collecting(violations: list[Violation], field: str, read: Callable[[], Value]) -> Value | None:
    """Read a field of a request; if it is faulty, add its faults and go on, so that all are found at once."""
    try:
        return read()
    except (FaultyText, InvalidPosition, MalformedStep) as faulty:
        violations.extend(wire.violations_of(field, faulty.faults))
        return None


def missing_position() -> Violation:
    """Say that a request has no position."""
    return Violation("position", "MISSING", found_and_allowed("nothing", "a position"))

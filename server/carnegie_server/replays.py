"""Recorded games, played again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from google.rpc import code_pb2

from carnegie.v1 import games_pb2, position_pb2, review_pb2, rules_pb2
from carnegie_server import wire
from carnegie_server.errors import CallRefused, Reason, Violation, found_and_allowed, invalid_request
from carnegie_server.json_form import to_json
from carnegie_solver.components import Components
from carnegie_solver.plans import change
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_json import digest
from carnegie_solver.rules.record import (
    GameRecord,
    IllegalRecordedStep,
    InvalidRecord,
    begin,
    played_steps,
    record_from_json,
)
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet
from carnegie_solver.rules.steps import Step

MOST_POSITIONS = 2_000
"""The most steps of a record whose positions are given: some megabytes of an answer, and some seconds of work."""


class PlayedStep(NamedTuple):
    """A step of a record that has been played, with the positions before and after it."""

    before: Position
    step: Step
    after: Position


def replay(
    components: Components, request: rules_pb2.ReplayRecordRequest, violations: Iterable[Violation]
) -> rules_pb2.ReplayRecordResponse:
    """Play the record of a request again.

    Parameters
    ----------
    components
        The printed game that is in force.
    request
        The request.
    violations
        What has been found wrong with the rest of the request.

    Raises
    ------
    CallRefused
        For all that is wrong with the request's form; for the first illegal step; for a game that was played with other
        components, or ends otherwise.
    """
    record, count = _record(request, list(violations))
    played = play(components, record, count)
    response = _response(components, record, played)
    if request.with_positions:
        for message, each in zip(response.steps, played, strict=True):
            message.position.CopyFrom(wire.position_to_message(components, each.after))
            message.position_digest = digest(components, each.after)
    return response


def play(components: Components, record: GameRecord, count: int | None = None) -> list[PlayedStep]:
    """Play the record in the field `record` of a request, or its first `count` steps.

    Raises
    ------
    CallRefused
        As by `refusing_unplayable`.
    """
    with refusing_unplayable():
        return [PlayedStep(*each) for each in played_steps(components, record, count)]


@contextlib.contextmanager
def refusing_unplayable() -> Iterator[None]:
    """Refuse the request whose record turns out inside to be unplayable.

    Raises
    ------
    CallRefused
        For the first illegal step; for a game that was played with other components, or ends otherwise.
    """
    try:
        yield
    except IllegalRecordedStep as illegal:
        (violation,) = wire.violations_of("record", illegal.faults)
        message = f"step {illegal.number} is illegal: {violation.reason}: {violation.description}"
        raise CallRefused(
            code_pb2.INVALID_ARGUMENT,
            Reason.ILLEGAL_STEP,
            message,
            violations=(violation,),
            metadata={"step_index": str(illegal.number)},
        ) from illegal
    except InvalidRecord as invalid:
        raise invalid_request(wire.violations_of("record", invalid.faults)) from invalid


def read_record(
    request: rules_pb2.ReplayRecordRequest | review_pb2.ReviewGameRequest | games_pb2.SavedGame,
    violations: list[Violation],
) -> GameRecord | None:
    """Read the record of a request; what is wrong with its form goes to the violations."""
    if not request.HasField("record"):
        violations.append(Violation("record", "MISSING", found_and_allowed("nothing", "a game record")))
        return None
    try:
        return record_from_json(to_json(request.record))
    except InvalidRecord as invalid:
        violations.extend(wire.violations_of("record", invalid.faults))
        return None


def _record(
    request: rules_pb2.ReplayRecordRequest, violations: list[Violation]
) -> tuple[GameRecord, int | None]:
    """Read the record, and how many of its steps to play; refuse the request for all that is wrong with it."""
    record = read_record(request, violations)
    count = request.step_count if request.HasField("step_count") else None
    most = len(request.record.steps)
    if count is not None and not 0 <= count <= most:
        allowed = f"0 to {most}, the steps of the record"
        violations.append(Violation("step_count", "OUT_OF_RANGE", found_and_allowed(str(count), allowed)))
    if request.with_positions and most > MOST_POSITIONS:
        allowed = f"a record of at most {MOST_POSITIONS} steps"
        violations.append(
            Violation("with_positions", "OUT_OF_RANGE", found_and_allowed(f"{most} steps", allowed))
        )
    if violations or record is None:
        raise invalid_request(violations)
    return record, count


def _response(
    components: Components, record: GameRecord, played: list[PlayedStep]
) -> rules_pb2.ReplayRecordResponse:
    start = begin(components, record)
    position = played[-1].after if played else start
    response = rules_pb2.ReplayRecordResponse(
        position=wire.position_to_message(components, position),
        position_digest=digest(components, position),
        players=[wire.score_sheet_to_message(score_sheet(components, player)) for player in position.players],
        recorded_steps=len(record.steps),
        round=position.round,
        start=wire.position_to_message(components, start),
        steps=[_replayed_step(*each) for each in played],
    )
    if position.andrew is not None:
        sheet = andrew_score_sheet(components, position)
        response.andrew.CopyFrom(wire.score_sheet_to_message(sheet))
    return response


def _replayed_step(before: Position, step: Step, after: Position) -> rules_pb2.ReplayedStep:
    made = change(before, after, before.player)
    return rules_pb2.ReplayedStep(
        step=wire.planned_step_to_message(step, made),
        player=before.player,
        round=before.round,
        phase=position_pb2.Phase.Value(f"PHASE_{before.phase.name}"),
    )

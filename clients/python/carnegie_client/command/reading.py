"""Reading the files that subcommands are given."""

from __future__ import annotations

from carnegie.v1.position_pb2 import Position
from carnegie.v1.rules_pb2 import GameRecord
from carnegie.v1.steps_pb2 import Step
from carnegie_client.client import Client
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.failures import FaultyPosition
from carnegie_client.command.inputs import STANDARD_INPUT, read_input, shown_name
from carnegie_client.command.terminal import fail, fail_with_faults
from carnegie_client.messages import position_message, record_message, step_messages
from carnegie_proto.faults import MalformedJson


def read_position(file: str) -> Position:
    """Read a position; ends the command for one that is not in the form of the contract."""
    try:
        return position_message(read_input(file))
    except MalformedJson as malformed:
        fail_with_faults(shown_name(file), malformed.faults)


def read_record(file: str) -> GameRecord:
    """Read a recorded game; ends the command for one that is not in the form of the contract."""
    try:
        return record_message(read_input(file))
    except MalformedJson as malformed:
        fail_with_faults(shown_name(file), malformed.faults)


def read_steps(file: str) -> list[Step]:
    """Read a list of steps; ends the command for one that is not in the form of the contract."""
    try:
        return step_messages(read_input(file))
    except MalformedJson as malformed:
        fail_with_faults(shown_name(file), malformed.faults)


def read_standard_input_once(*files: str | None) -> None:
    """End the command where two files are the standard input."""
    if files.count(STANDARD_INPUT) > 1:
        fail(ExitCode.USAGE, "the standard input can be read only once: give - for one file")


def canonical_form(client: Client, position: Position, components: str | None) -> Position:
    """Give the position in its canonical form, every field filled in; raises `FaultyPosition`."""
    validation = client.validate(position, components=components)
    if validation.faults:
        raise FaultyPosition(validation.faults)
    return validation.position

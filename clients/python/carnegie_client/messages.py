"""From what a caller has, a message, plain data or JSON text, to the message that is sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from carnegie.v1.advisor_pb2 import StepPattern
from carnegie.v1.games_pb2 import SavedGame
from carnegie.v1.position_pb2 import Position
from carnegie.v1.rules_pb2 import GameRecord
from carnegie.v1.steps_pb2 import Step
from carnegie_proto.strict_json import parse, parse_list

PositionLike: TypeAlias = Position | Mapping[str, object] | str | bytes
"""A position as a message, as plain data in its JSON form, or as JSON text."""

StepLike: TypeAlias = Step | Mapping[str, object]
"""A step as a message or as plain data in its JSON form."""

PatternLike: TypeAlias = StepPattern | Mapping[str, object]
"""A pattern of an allow or avoid list as a message or as plain data in its JSON form."""

RecordLike: TypeAlias = GameRecord | Mapping[str, object] | str | bytes
"""A game record as a message, as plain data in its JSON form, or as JSON text."""

SavedGameLike: TypeAlias = SavedGame | Mapping[str, object] | str | bytes
"""A game to be saved as a message, as plain data in its JSON form, or as JSON text."""

JsonLike: TypeAlias = Mapping[str, object] | str
"""Plain data or JSON text that the service itself reads."""


def position_message(position: PositionLike) -> Position:
    """Give the message of a position.

    Raises
    ------
    MalformedJson
        With every fault, if the data or the text is not the JSON form of a position.
    TypeError
        If the data is not made of what JSON knows.
    """
    if isinstance(position, Position):
        return position
    if isinstance(position, str | bytes):
        return parse(Position, position)
    return parse(Position, json.dumps(position))


def record_message(record: RecordLike) -> GameRecord:
    """Give the message of a game record; errors as for `position_message`."""
    if isinstance(record, GameRecord):
        return record
    if isinstance(record, str | bytes):
        return parse(GameRecord, record)
    return parse(GameRecord, json.dumps(record))


def saved_game_message(game: SavedGameLike) -> SavedGame:
    """Give the message of a game to be saved; errors as for `position_message`."""
    if isinstance(game, SavedGame):
        return game
    if isinstance(game, str | bytes):
        return parse(SavedGame, game)
    return parse(SavedGame, json.dumps(game))


def step_messages(steps: Iterable[StepLike] | str | bytes) -> list[Step]:
    """Give the messages of steps; JSON text is a list of steps in their JSON form.

    Raises
    ------
    MalformedJson
        With every fault, if the data or the text is not the JSON form of steps; paths begin with the step's index.
    TypeError
        If the data is not made of what JSON knows.
    """
    if isinstance(steps, str | bytes):
        return parse_list(Step, steps)
    given = list(steps)
    messages = [each for each in given if isinstance(each, Step)]
    if len(messages) == len(given):
        return messages
    plain = [{} if isinstance(each, Step) else each for each in given]
    parsed = parse_list(Step, json.dumps(plain))
    return [each if isinstance(each, Step) else read for each, read in zip(given, parsed, strict=True)]


def pattern_messages(patterns: Iterable[PatternLike]) -> list[StepPattern]:
    """Give the messages of patterns; errors as for `position_message`, of the first pattern that has any."""
    return [
        each if isinstance(each, StepPattern) else parse(StepPattern, json.dumps(each)) for each in patterns
    ]


def json_text(data: JsonLike | None) -> str:
    """Give the JSON text of data that the service reads itself; empty for None."""
    if data is None:
        return ""
    return data if isinstance(data, str) else json.dumps(data)

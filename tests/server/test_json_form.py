"""The fast way to and from JSON gives what protobuf's own way gives, for any position and step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from carnegie.v1 import info_pb2, position_pb2, steps_pb2
from carnegie_server.json_form import from_json, to_json


def fill(message: Message, chance: random.Random, extra_enum_values: tuple[int, ...]) -> None:
    """Set some fields of a message to some values."""
    fields: Sequence[Any] = message.DESCRIPTOR.fields
    for field in fields:
        if chance.random() < 0.3:
            continue
        count = chance.randrange(4) if field.is_repeated else 1
        if field.message_type is not None:
            for _ in range(count):
                part = getattr(message, field.name)
                fill(part.add() if field.is_repeated else part, chance, extra_enum_values)
                if not field.is_repeated:
                    part.SetInParent()
        elif field.is_repeated:
            getattr(message, field.name).extend(
                value_for(field, chance, extra_enum_values) for _ in range(count)
            )
        else:
            setattr(message, field.name, value_for(field, chance, extra_enum_values))


def value_for(field: FieldDescriptor, chance: random.Random, extra_enum_values: tuple[int, ...]) -> Any:
    if field.enum_type is not None:
        return chance.choice([*(value.number for value in field.enum_type.values), *extra_enum_values])
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return chance.random() < 0.5
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return chance.choice(["", "a1", "Salt Lake City", "é"])
    return chance.choice([0, 1, -1, 2**31 - 1, -(2**31)])


@pytest.mark.parametrize("message_type", [position_pb2.Position, steps_pb2.Step])
def test_it_is_protobufs_json_form(message_type: type[Message]) -> None:
    chance = random.Random(11)
    for number in range(100):
        message = message_type()
        fill(message, chance, extra_enum_values=(77, -1) if number % 2 else ())
        assert to_json(message) == json_format.MessageToDict(message, preserving_proto_field_name=True)
        if not number % 2:
            assert from_json(message_type, json_format.MessageToDict(message)) == message


def test_empty_parts_and_explicit_zeros_are_kept() -> None:
    position = position_pb2.Position(
        timeline=position_pb2.Timeline(), players=[position_pb2.Player(money=0)], first_player=0
    )
    assert to_json(position) == {"timeline": {}, "players": [{"money": 0}], "first_player": 0}
    assert from_json(position_pb2.Position, json_format.MessageToDict(position)) == position


@pytest.mark.parametrize("message", [Duration(seconds=1), info_pb2.GetInfoResponse(version="1")])
def test_kinds_with_another_json_form_are_refused(message: Message) -> None:
    with pytest.raises(TypeError, match="not supported"):
        to_json(message)


def test_data_that_does_not_fit_is_refused() -> None:
    with pytest.raises(KeyError):
        from_json(position_pb2.Position, {"no_field": 1})
    with pytest.raises(TypeError):
        from_json(position_pb2.Position, {"round": "one"})

"""Damage to valid messages, by chance that is repeatable: to their bytes, and to their fields by descriptor."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

LARGEST_MESSAGE: Final = 1 << 20
_NO_UTF_8_LATER: Final = "<no utf-8>"
_NO_UTF_8: Final = b"\xc3\x28\xff\xfe\x80\xed\xa0\x80\xf8\x88"
"""What the text before becomes in the bytes, for the library does not let it be set; as long as that text."""

_WHOLE_NUMBERS: Final = (-(2**31), -1, 0, 1, 2, 3, 5, 7, 19, 20, 21, 100, 999, 1_000, 2**31 - 1)
_NUMBERS: Final = (math.nan, math.inf, -math.inf, -1.0, -0.0, 5e-324, 1e-9, 0.01, 1.0, 1e308)
_TEXTS: Final = ("", " ", "x", "\x00", "é", "🜁", "a" * 300, "[" * 5_000, "{}", '{"a": 1}', _NO_UTF_8_LATER)
_AT_THE_TOP: Final = 0.3
_LONG_TEXT: Final = 200_000
_MANY_ENTRIES: Final = 500
_SECONDS: Final = (-1, 0, 0, 1, 10**6, 315_576_000_000, -315_576_000_000, 2**63 - 1)
_NANOSECONDS: Final = (-1, 0, 1, 999_999_999, 20_000_000, 2**31 - 1, -(2**31))


def random_bytes(chance: random.Random) -> bytes:
    """Give bytes that are hardly ever a message, some of them groups in groups."""
    if chance.random() < 0.1:
        return b"\x0b" * chance.randrange(1, 20_000)
    return chance.randbytes(chance.randrange(1, 400))


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Change, cut, drop, double or move some of a message's bytes."""
    found = bytearray(data or b"\x00")
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        first = chance.randrange(len(found))
        last = min(len(found), first + chance.randrange(1, 40))
        match chance.choice((0, 0, 0, 1, 1, 2, 3, 4, 5)):
            case 0:
                found[first] = chance.randrange(256)
            case 1:
                found[first] ^= 1 << chance.randrange(8)
            case 2:
                del found[first + 1 :]
            case 3 if len(found) > last - first:
                del found[first:last]
            case 4:
                found[first:first] = found[first:last]
            case _:
                place = chance.randrange(len(found))
                found[place:place] = chance.randbytes(last - first)
    return bytes(found[:LARGEST_MESSAGE])


def mutated(message: Message, donor: Message, chance: random.Random) -> bytes:
    """Change up to four fields of a message, and give its bytes.

    Parameters
    ----------
    message
        A message; it is changed.
    donor
        Another one of the same type: some fields get its values, so that two games are mixed.
    chance
        Decides everything.
    """
    for _ in range(chance.choice((0, 1, 1, 1, 1, 1, 2, 2, 3, 4))):
        place = message if chance.random() < _AT_THE_TOP else chance.choice(list(_messages_in(message)))
        fields: list[Any] = list(place.DESCRIPTOR.fields)
        if fields:
            _change(place, chance.choice(fields), donor, chance)
    data = message.SerializeToString()
    return data.replace(_NO_UTF_8_LATER.encode(), _NO_UTF_8)[:LARGEST_MESSAGE]


def _messages_in(message: Message) -> Iterator[Message]:
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            for each in value if field.is_repeated else (value,):
                yield from _messages_in(each)


def _change(message: Message, field: FieldDescriptor, donor: Message, chance: random.Random) -> None:
    fate = chance.random()
    if fate < 0.12:
        message.ClearField(field.name)
    elif fate < 0.3:
        _take_from(message, field, donor, chance)
    elif field.is_repeated:
        _change_list(message, field, chance)
    elif isinstance(message, Duration):
        values = _SECONDS if field.name == "seconds" else _NANOSECONDS
        setattr(message, field.name, chance.choice(values))
    elif field.message_type is not None:
        getattr(message, field.name).SetInParent()
    else:
        setattr(message, field.name, _value(field, chance))


def _take_from(message: Message, field: FieldDescriptor, donor: Message, chance: random.Random) -> None:
    alike = [
        each for each in _messages_in(donor) if each.DESCRIPTOR.full_name == message.DESCRIPTOR.full_name
    ]
    if not alike:
        return
    value = getattr(chance.choice(alike), field.name)
    message.ClearField(field.name)
    if field.is_repeated:
        getattr(message, field.name).extend(value)
    elif field.message_type is not None:
        getattr(message, field.name).CopyFrom(value)
    else:
        setattr(message, field.name, value)


def _change_list(message: Message, field: FieldDescriptor, chance: random.Random) -> None:
    entries = getattr(message, field.name)
    values: list[Any] = list(entries)
    match chance.randrange(6):
        case 0:
            chance.shuffle(values)
        case 1 if values:
            values.insert(chance.randrange(len(values) + 1), chance.choice(values))
        case 2 if values:
            del values[chance.randrange(len(values))]
        case 3 if values and chance.random() < 0.3:
            values = [chance.choice(values)] * _MANY_ENTRIES
        case 4 if values and field.message_type is None:
            values[chance.randrange(len(values))] = _value(field, chance)
        case _ if field.message_type is None:
            values.append(_value(field, chance))
        case _:
            entries.add()
            return
    copies = [_copy(value) for value in values]
    message.ClearField(field.name)
    getattr(message, field.name).extend(copies)


def _copy(value: Any) -> Any:
    if not isinstance(value, Message):
        return value
    copy = type(value)()
    copy.CopyFrom(value)
    return copy


def _value(field: FieldDescriptor, chance: random.Random) -> Any:
    if field.enum_type is not None:
        return chance.choice((-1, *range(len(field.enum_type.values) + 2), 2**31 - 1))
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_BOOL:
            return chance.random() < 0.5
        case FieldDescriptor.CPPTYPE_STRING:
            return "a" * _LONG_TEXT if chance.random() < 0.02 else chance.choice(_TEXTS)
        case FieldDescriptor.CPPTYPE_DOUBLE:
            return chance.choice(_NUMBERS)
        case _:
            return chance.choice(_WHOLE_NUMBERS)

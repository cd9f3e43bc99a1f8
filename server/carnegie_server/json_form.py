"""Messages to and from protobuf's JSON form, as parsed JSON, several times faster than protobuf's own way.

A position has hundreds of fields, and protobuf's `json_format` takes longer for them than all the rest of a call. This
does the same for the kinds of fields that positions and steps are made of; tests compare the two.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

MessageType = TypeVar("MessageType", bound=Message)

# What JSON writes as it is. It has other forms for the other kinds, such as text for 64-bit numbers.
_PLAIN_KINDS = (
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_BOOL,
    FieldDescriptor.CPPTYPE_STRING,
)


def to_json(message: Message) -> dict[str, Any]:
    """Give the JSON form of a message, with the field names of the .proto files; unknown enum values as numbers.

    Fields without presence that have their default value are left out.
    """
    return _write(message)


def from_json(message_type: type[MessageType], data: Mapping[str, Any]) -> MessageType:
    """Build a message from its JSON form, with the field names of JSON; the data must be known to be good."""
    return message_type(**_arguments(_descriptor(message_type), data))


def _descriptor(message_type: type[Message]) -> Descriptor:
    descriptor: Any = message_type.DESCRIPTOR
    if not isinstance(descriptor, Descriptor):
        raise TypeError(f"{message_type.__name__} has no descriptor")
    return descriptor


def _write(message: Message) -> dict[str, Any]:
    writers = _writers(message.DESCRIPTOR)
    data = {}
    for field, value in message.ListFields():
        name, write = writers[field.number]
        data[name] = value if write is None else write(value)
    return data


def _write_all(messages: Any) -> list[dict[str, Any]]:
    return [_write(message) for message in messages]


@functools.cache
def _writers(descriptor: Descriptor) -> dict[int, tuple[str, Callable[[Any], Any] | None]]:
    return {field.number: (field.name, _writer(field)) for field in descriptor.fields}


def _writer(field: FieldDescriptor) -> Callable[[Any], Any] | None:
    if field.message_type is not None and not field.message_type.GetOptions().map_entry:
        return _write_all if field.is_repeated else _write
    if field.enum_type is not None:
        return _enum_writer(field.enum_type, field.is_repeated)
    if field.cpp_type not in _PLAIN_KINDS or field.type == FieldDescriptor.TYPE_BYTES:
        raise TypeError(f"{field.full_name} is of a kind that is not supported")
    return list if field.is_repeated else None


def _enum_writer(enum_type: EnumDescriptor, is_repeated: bool) -> Callable[[Any], Any]:
    names = {value.number: value.name for value in enum_type.values}
    if is_repeated:
        return lambda numbers: [names.get(number, number) for number in numbers]
    return lambda number: names.get(number, number)


def _arguments(descriptor: Descriptor, data: Mapping[str, Any]) -> dict[str, Any]:
    readers = _readers(descriptor)
    arguments = {}
    for key, value in data.items():
        name, message_type = readers[key]
        if message_type is None:
            arguments[name] = value
        elif isinstance(value, list):
            arguments[name] = [_arguments(message_type, item) for item in value]
        else:
            arguments[name] = _arguments(message_type, value)
    return arguments


@functools.cache
def _readers(descriptor: Descriptor) -> dict[str, tuple[str, Descriptor | None]]:
    return {field.json_name: (field.name, field.message_type) for field in descriptor.fields}

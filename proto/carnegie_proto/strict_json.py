"""Strict reading of the JSON form of a message: every fault at once, each with its path.

Protobuf's own reader stops at the first fault, names some of them badly and lets others pass: an unknown enum
number, a list where an object belongs, a field given twice. Here the data is compared with the message's
descriptor first, and only then handed to that reader.
"""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar, cast

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from carnegie_proto.faults import Fault, MalformedJson
from carnegie_proto.json_text import JsonObject, UnusableNumber, read, shorten, show

MessageType = TypeVar("MessageType", bound=Message)

_WELL_KNOWN: Final = "google.protobuf."
_WHOLE_NUMBER_RANGES: Final = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
}
_TEXT_ALLOWED: Final = {FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64}
_LARGEST_NUMBERS: Final = {
    FieldDescriptor.CPPTYPE_FLOAT: 3.4028234663852886e38,
    FieldDescriptor.CPPTYPE_DOUBLE: math.inf,
}
_SPECIAL_NUMBERS: Final = ("NaN", "Infinity", "-Infinity")
_WELL_KNOWN_FORMS: Final = {"google.protobuf.Duration": 'a duration in seconds, such as "2.5s"'}


def parse(message_type: type[MessageType], text: str | bytes) -> MessageType:
    """Read a message from its JSON form.

    Fields may be named as in JSON (`firstPlayer`) or as in the .proto file (`first_player`); null means that
    the field is left out.

    Parameters
    ----------
    message_type
        The generated class of the message.
    text
        JSON text; UTF-8 if it is bytes.

    Raises
    ------
    MalformedJson
        With everything that is wrong; nothing else is ever raised for any text.

    Examples
    --------
    >>> from carnegie.v1.position_pb2 import Position
    >>> parse(Position, '{"round": 8}').round
    8
    """
    data = read(text)
    faults = tuple(_message_faults(_descriptor(message_type), data, ""))
    if faults:
        raise MalformedJson(faults)
    return _converted(message_type, data, "")


def parse_list(message_type: type[MessageType], text: str | bytes) -> list[MessageType]:
    """Read a list of messages from a JSON list; as `parse`, with paths that begin with the index: `[2].count`."""
    data = read(text)
    if not isinstance(data, list):
        raise MalformedJson((Fault("", "WRONG_TYPE", show(data), "a list"),))
    descriptor = _descriptor(message_type)
    faults = tuple(
        fault for index, item in enumerate(data) for fault in _message_faults(descriptor, item, f"[{index}]")
    )
    if faults:
        raise MalformedJson(faults)
    return [_converted(message_type, item, f"[{index}]") for index, item in enumerate(data)]


def _converted(message_type: type[MessageType], data: object, path: str) -> MessageType:
    message = message_type()
    try:
        json_format.ParseDict(cast("dict[str, Any]", data), message)
    except json_format.ParseError as error:
        allowed = f"the JSON form of {message.DESCRIPTOR.full_name}"
        raise MalformedJson((Fault(path, "INVALID_VALUE", shorten(str(error)), allowed),)) from error
    return message


def _message_faults(descriptor: Descriptor, value: object, path: str) -> Iterator[Fault]:
    if descriptor.full_name.startswith(_WELL_KNOWN):
        yield from _well_known_faults(descriptor, value, path)
        return
    if not isinstance(value, JsonObject):
        yield Fault(path, "WRONG_TYPE", show(value), "an object")
        return
    # Plain dictionaries, as protobuf's own fail for texts with half characters.
    known = {field.name: field for field in descriptor.fields}
    known |= {field.json_name: field for field in descriptor.fields}
    repeated = frozenset(value.repeated_keys)
    seen: set[str] = set()
    given: list[FieldDescriptor] = []
    for key, content in value.items():
        field = known.get(key)
        if field is None:
            yield _unknown_field(descriptor, key, path)
            continue
        here = _join(path, field.json_name)
        if key in repeated or field.name in seen:
            yield Fault(here, "DUPLICATE_FIELD", "the field more than once", "the field once")
        seen.add(field.name)
        if content is not None:
            yield from _conflicts(field, given, here)
            yield from _field_faults(field, content, here)
            given.append(field)


def _conflicts(field: FieldDescriptor, given: list[FieldDescriptor], path: str) -> Iterator[Fault]:
    """Find out whether another member of the field's oneof has been given."""
    group = field.containing_oneof
    if group is None:
        return
    for earlier in given:
        if earlier != field and earlier.containing_oneof == group:
            allowed = _one_of([each.json_name for each in group.fields])
            yield Fault(path, "CONFLICTING_FIELDS", f"{earlier.json_name} and {field.json_name}", allowed)
            return


def _field_faults(field: FieldDescriptor, value: object, path: str) -> Iterator[Fault]:
    if _is_map(field):
        yield from _map_faults(field, value, path)
    elif field.is_repeated:
        if not isinstance(value, list):
            yield Fault(path, "WRONG_TYPE", show(value), "a list")
            return
        for index, item in enumerate(value):
            yield from _value_faults(field, item, f"{path}[{index}]")
    else:
        yield from _value_faults(field, value, path)


def _map_faults(field: FieldDescriptor, value: object, path: str) -> Iterator[Fault]:
    if not isinstance(value, JsonObject):
        yield Fault(path, "WRONG_TYPE", show(value), "an object")
        return
    entry = _message_of(field)
    name, content = entry.fields_by_name["key"], entry.fields_by_name["value"]
    repeated = frozenset(value.repeated_keys)
    for key, item in value.items():
        here = f"{path}[{show(key)}]"
        if key in repeated:
            yield Fault(here, "DUPLICATE_FIELD", "the key more than once", "the key once")
        if name.type == FieldDescriptor.TYPE_STRING:
            yield from _value_faults(name, key, here)
        yield from _value_faults(content, item, here)


def _value_faults(field: FieldDescriptor, value: object, path: str) -> Iterator[Fault]:
    kind = field.cpp_type
    if kind == FieldDescriptor.CPPTYPE_MESSAGE:
        yield from _message_faults(_message_of(field), value, path)
        return
    check: Callable[[FieldDescriptor, object, str], Fault | None]
    if kind in _WHOLE_NUMBER_RANGES:
        check = _whole_number_fault
    elif kind in _LARGEST_NUMBERS:
        check = _number_fault
    elif kind == FieldDescriptor.CPPTYPE_BOOL:
        check = _truth_fault
    elif kind == FieldDescriptor.CPPTYPE_ENUM:
        check = _enum_fault
    else:
        check = _text_fault
    fault = check(field, value, path)
    if fault is not None:
        yield fault


def _whole_number_fault(field: FieldDescriptor, value: object, path: str) -> Fault | None:
    least, most = _WHOLE_NUMBER_RANGES[field.cpp_type]
    number = value
    if isinstance(value, str) and field.cpp_type in _TEXT_ALLOWED and _is_whole(value):
        number = int(value) if len(value) <= 20 else UnusableNumber(value)
    if isinstance(number, UnusableNumber):
        if number.text in _SPECIAL_NUMBERS:
            return Fault(path, "WRONG_TYPE", number.text, "a whole number")
        return Fault(path, "OUT_OF_RANGE", show(number), f"a whole number from {least} to {most}")
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int):
        return Fault(path, "WRONG_TYPE", show(value), "a whole number")
    if not least <= number <= most:
        return Fault(path, "OUT_OF_RANGE", show(value), f"a whole number from {least} to {most}")
    return None


def _is_whole(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdecimal()


def _number_fault(field: FieldDescriptor, value: object, path: str) -> Fault | None:
    most = _LARGEST_NUMBERS[field.cpp_type]
    if value in _SPECIAL_NUMBERS:
        return None
    if isinstance(value, UnusableNumber):
        reason = "WRONG_TYPE" if value.text in _SPECIAL_NUMBERS else "OUT_OF_RANGE"
        return Fault(path, reason, show(value), "a number of at most 308 digits")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Fault(path, "WRONG_TYPE", show(value), "a number")
    if abs(value) > most:
        return Fault(path, "OUT_OF_RANGE", show(value), f"a number from {-most} to {most}")
    return None


def _truth_fault(_field: FieldDescriptor, value: object, path: str) -> Fault | None:
    return None if isinstance(value, bool) else Fault(path, "WRONG_TYPE", show(value), "true or false")


def _enum_fault(field: FieldDescriptor, value: object, path: str) -> Fault | None:
    enum = _enum_of(field)
    names = [each.name for each in enum.values if not each.name.endswith("_UNSPECIFIED")]
    allowed = _one_of(names)
    if isinstance(value, str):
        if any(value == each.name for each in enum.values):
            return None
        return Fault(path, "UNKNOWN_ENUM_VALUE", show(value), _close(value, names) + allowed)
    if isinstance(value, bool) or not isinstance(value, int):
        return Fault(path, "WRONG_TYPE", show(value), allowed)
    if all(value != each.number for each in enum.values):
        return Fault(path, "UNKNOWN_ENUM_VALUE", show(value), allowed)
    return None


def _text_fault(field: FieldDescriptor, value: object, path: str) -> Fault | None:
    if not isinstance(value, str):
        return Fault(path, "WRONG_TYPE", show(value), "a text")
    if any("\ud800" <= character <= "\udfff" for character in value):
        return Fault(path, "INVALID_TEXT", show(value), "a text without unpaired surrogates")
    if field.type == FieldDescriptor.TYPE_BYTES and not value.isascii():
        return Fault(path, "INVALID_VALUE", show(value), "bytes in base64")
    return None


def _well_known_faults(descriptor: Descriptor, value: object, path: str) -> Iterator[Fault]:
    """Leave Duration and the like to protobuf's reader, whose error becomes the fault."""
    try:
        json_format.Parse(json.dumps(value), GetMessageClass(descriptor)())
    except (json_format.ParseError, TypeError):  # TypeError: an UnusableNumber somewhere inside
        name = descriptor.full_name
        allowed = _WELL_KNOWN_FORMS.get(name, f"the JSON form of {name}")
        yield Fault(path, "INVALID_VALUE", show(value), allowed)


def _unknown_field(descriptor: Descriptor, key: str, path: str) -> Fault:
    names = [field.json_name for field in descriptor.fields]
    allowed = _close(key, names) + _one_of(names) if names else "no field at all"
    return Fault(_join(path, shorten(key)), "UNKNOWN_FIELD", show(key), allowed)


def _close(name: str, names: list[str]) -> str:
    """Name what was probably meant, if anything is close."""
    meant = difflib.get_close_matches(name[:100].lower(), [each.lower() for each in names], n=1, cutoff=0.6)
    if not meant:
        meant = [each.lower() for each in names if name and each.lower().endswith("_" + name.lower())][:1]
    spelled = [each for each in names if each.lower() in meant]
    return f"{spelled[0]}? " if spelled else ""


def _one_of(names: list[str]) -> str:
    return names[0] if len(names) == 1 else "one of " + ", ".join(names)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _is_map(field: FieldDescriptor) -> bool:
    entry = field.message_type
    return entry is not None and bool(entry.GetOptions().map_entry)


def _descriptor(message_type: type[Message]) -> Descriptor:
    """Give a generated class's descriptor the type that the rest of protobuf's types know it by."""
    return cast("Descriptor", message_type.DESCRIPTOR)


def _message_of(field: FieldDescriptor) -> Descriptor:
    descriptor = field.message_type
    if descriptor is None:
        raise TypeError(f"{field.full_name} is no message")
    return descriptor


def _enum_of(field: FieldDescriptor) -> EnumDescriptor:
    descriptor = field.enum_type
    if descriptor is None:
        raise TypeError(f"{field.full_name} is no enum")
    return descriptor

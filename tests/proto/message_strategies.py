"""Random messages of any type, and random JSON that looks a little like their JSON form."""

from __future__ import annotations

import math
from typing import Any, TypeVar, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from hypothesis import strategies as st

MessageType = TypeVar("MessageType", bound=Message)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@st.composite
def messages(draw: st.DrawFn, message_type: type[MessageType]) -> MessageType:
    """Draw a message with any of its fields set, nested ones too."""
    message = message_type()
    fill(draw, message)
    return message


def fill(draw: st.DrawFn, message: Message, depth: int = 0) -> None:
    """Set some of a message's fields."""
    if isinstance(message, Duration):
        message.FromMilliseconds(draw(st.integers(-(10**9), 10**9)))
        return
    fields = list(cast("Descriptor", message.DESCRIPTOR).fields)
    chosen = draw(st.lists(st.sampled_from(fields), unique_by=lambda field: field.name)) if fields else []
    for field in chosen:
        count = draw(st.integers(0, 2)) if field.is_repeated else 1
        target = getattr(message, field.name)
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            for _ in range(count):
                target[draw(TEXTS)] = draw(TEXTS)
        elif field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
            if depth < 4:
                for _ in range(count):
                    inner = target.add() if field.is_repeated else target
                    inner.SetInParent()
                    fill(draw, inner, depth + 1)
        elif field.is_repeated:
            target.extend(draw(values(field)) for _ in range(count))
        else:
            setattr(message, field.name, draw(values(field)))


def values(field: FieldDescriptor) -> st.SearchStrategy[Any]:
    """Draw a value of a field that is no message."""
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_INT32:
            return st.integers(-(2**31), 2**31 - 1)
        case FieldDescriptor.CPPTYPE_DOUBLE:
            return st.floats(allow_nan=False) | st.just(math.inf)
        case FieldDescriptor.CPPTYPE_BOOL:
            return st.booleans()
        case FieldDescriptor.CPPTYPE_STRING:
            return TEXTS
        case FieldDescriptor.CPPTYPE_ENUM:
            enum = field.enum_type
            assert enum is not None
            return st.sampled_from([value.number for value in enum.values])
        case kind:
            raise AssertionError(f"the contract has no fields of the kind {kind}")


def names_in(message_type: type[Message]) -> list[str]:
    """List all names of fields and enum values that occur below a message."""
    names: set[str] = set()
    waiting, seen = [cast("Descriptor", message_type.DESCRIPTOR)], {message_type.DESCRIPTOR.full_name}
    while waiting:
        for field in waiting.pop().fields:
            names |= {field.name, field.json_name}
            if field.enum_type is not None:
                names |= {value.name for value in field.enum_type.values}
            inner = field.message_type
            if inner is not None and inner.full_name not in seen:
                seen.add(inner.full_name)
                waiting.append(inner)
    return sorted(names)


def json_like(message_type: type[Message]) -> st.SearchStrategy[object]:
    """Draw plain data with the message's own names in it, right and wrong."""
    names = st.sampled_from(names_in(message_type))
    leaves = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.integers(-3, 30)
        | st.text(max_size=5)
        | names
        | st.just("3s")
    )
    return st.recursive(
        st.dictionaries(names, leaves, max_size=6),
        lambda inner: (
            st.lists(inner | leaves, max_size=3)
            | st.dictionaries(names | st.text(max_size=3), inner | leaves, max_size=4)
        ),
        max_leaves=20,
    )

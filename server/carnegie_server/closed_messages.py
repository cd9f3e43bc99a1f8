"""Messages read and written with what is inside them closed.

A message inside another one is bytes with a length before them. So a copy of the contract's messages in which such
fields are bytes reads and writes the same messages, and leaves what is inside to the workers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import FileDescriptor

_PACKAGE = "carnegie.closed"
_FIELD = descriptor_pb2.FieldDescriptorProto


def closed_messages(file: FileDescriptor, *names: str) -> Mapping[str, Any]:
    """Make copies of messages of a file of the contract, by name, in which all other messages are bytes.

    Values of enumerations are numbers.
    """
    contract = descriptor_pb2.FileDescriptorProto()
    file.CopyToProto(contract)
    closed = descriptor_pb2.FileDescriptorProto(
        name="carnegie/closed.proto", package=_PACKAGE, syntax=contract.syntax
    )
    for message in contract.message_type:
        if message.name not in names:
            continue
        copied = closed.message_type.add()
        copied.CopyFrom(message)
        del copied.nested_type[:]
        for field in copied.field:
            name = field.type_name.rpartition(".")[2]
            if name in names:
                field.type_name = f".{_PACKAGE}.{name}"
            elif name:
                field.ClearField("type_name")
                field.type = _FIELD.TYPE_INT32 if field.type == _FIELD.TYPE_ENUM else _FIELD.TYPE_BYTES
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(closed.SerializeToString())
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
        for name in names
    }

"""Write the lists of calls and fields in docs/api.md from the comments of the contract.

    .venv/bin/python proto/write_api_reference.py [--check]

The document says where each list belongs: what stands between `<!-- contract: NAME, NAME -->` and `<!-- end -->`
is written anew, with the services, messages and enums of those names. A name that the contract does not have, and
one that the document has not exactly once, is an error. With `--check` nothing is written, and a document that is not
up to date is an error.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from google.protobuf import descriptor_pb2

FOLDER = Path(__file__).resolve().parent
DOCUMENT = FOLDER.parent / "docs" / "api.md"
PACKAGE = "carnegie.v1."

_LIST = re.compile(r"<!-- contract: ([\w, ]+) -->\n.*?<!-- end -->", re.DOTALL)
_FIELD = descriptor_pb2.FieldDescriptorProto
_FIELD_NUMBERS = descriptor_pb2.FileDescriptorProto.DESCRIPTOR.fields_by_name
_MESSAGES = _FIELD_NUMBERS["message_type"].number
_ENUMS = _FIELD_NUMBERS["enum_type"].number
_SERVICES = _FIELD_NUMBERS["service"].number
# The same number in messages, enums and services: their fields, values and calls.
_PARTS = 2

Comments = Mapping[tuple[int, ...], str]


def read_contract() -> descriptor_pb2.FileDescriptorSet:
    """Read the .proto files, with their comments."""
    files = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("carnegie/v1/*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder) / "contract"
        flags = ["--include_source_info", f"--descriptor_set_out={compiled}", f"--proto_path={FOLDER}"]
        subprocess.run([sys.executable, "-m", "grpc_tools.protoc", *flags, *files], check=True)
        return descriptor_pb2.FileDescriptorSet.FromString(compiled.read_bytes())


def write_lists(contract: descriptor_pb2.FileDescriptorSet) -> dict[str, str]:
    """Write the list of every service, message and enum, by its name."""
    lists: dict[str, str] = {}
    for file in contract.file:
        comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
        for number, service in enumerate(file.service):
            lists[service.name] = "\n".join(_service(service, comments, (_SERVICES, number)))
        for number, message in enumerate(file.message_type):
            lists[message.name] = "\n".join(_message(message, comments, (_MESSAGES, number)))
        for number, enum in enumerate(file.enum_type):
            lists[enum.name] = "\n".join(_enum(enum, comments, (_ENUMS, number)))
    return lists


def fill(document: str, lists: Mapping[str, str]) -> str:
    """Write the lists into the document.

    Raises
    ------
    SystemExit
        A name is not of the contract, or stands in the document more than once or not at all.
    """
    asked = Counter(name for found in _LIST.finditer(document) for name in _names(found))
    faults = [f"{name}: not in the contract" for name in sorted(asked.keys() - lists.keys())]
    faults += [f"{name}: {asked[name]} times in docs/api.md, not once" for name in lists if asked[name] != 1]
    if faults:
        raise SystemExit("\n".join(faults))

    def filled(found: re.Match[str]) -> str:
        body = "\n\n".join(lists[name] for name in _names(found))
        return f"<!-- contract: {found.group(1)} -->\n\n{body}\n\n<!-- end -->"

    return _LIST.sub(filled, document)


def _names(found: re.Match[str]) -> list[str]:
    return [name.strip() for name in found.group(1).split(",")]


def _service(
    service: descriptor_pb2.ServiceDescriptorProto, comments: Comments, path: tuple[int, ...]
) -> Iterator[str]:
    yield f"#### {service.name}"
    yield ""
    yield _words(comments[path])
    for number, call in enumerate(service.method):
        asks = f"{'stream ' * call.client_streaming}{_link(call.input_type)}"
        answers = f"{'stream ' * call.server_streaming}{_link(call.output_type)}"
        yield ""
        yield f"**{call.name}** ({asks}) returns ({answers})"
        yield ""
        yield _words(comments[(*path, _PARTS, number)])


def _message(
    message: descriptor_pb2.DescriptorProto, comments: Comments, path: tuple[int, ...]
) -> Iterator[str]:
    yield f"#### {message.name}"
    yield ""
    yield _words(comments[path])
    if message.field:
        yield ""
        yield "| Field | Type | |"
        yield "| --- | --- | --- |"
    for number, field in enumerate(message.field):
        yield f"| `{field.name}` | {_type(message, field)} | {_cell(comments[(*path, _PARTS, number)])} |"


def _enum(
    enum: descriptor_pb2.EnumDescriptorProto, comments: Comments, path: tuple[int, ...]
) -> Iterator[str]:
    yield f"#### {enum.name}"
    yield ""
    yield _words(comments[path])
    yield ""
    yield "| Value | |"
    yield "| --- | --- |"
    for number, value in enumerate(enum.value):
        yield f"| `{value.name}` | {_cell(comments[(*path, _PARTS, number)])} |"


def _type(message: descriptor_pb2.DescriptorProto, field: descriptor_pb2.FieldDescriptorProto) -> str:
    """The type of a field, and whether it may come more than once, be left out, or excludes others."""
    nested = {f".{PACKAGE}{message.name}.{entry.name}": entry for entry in message.nested_type}
    if field.type_name in nested:
        key, value = nested[field.type_name].field
        return f"map of {_scalar(key)} to {_scalar(value)}"
    words = _scalar(field)
    if field.label == _FIELD.LABEL_REPEATED:
        return f"list of {words}"
    if field.proto3_optional:
        return f"{words}, optional"
    if field.HasField("oneof_index"):
        return f"{words}, one of `{message.oneof_decl[field.oneof_index].name}`"
    return words


def _scalar(field: descriptor_pb2.FieldDescriptorProto) -> str:
    if field.type_name:
        return _link(field.type_name)
    return _FIELD.Type.Name(field.type).removeprefix("TYPE_").lower()


def _link(type_name: str) -> str:
    name = type_name.removeprefix(".")
    if name.startswith(PACKAGE):
        own = name.removeprefix(PACKAGE)
        return f"[{own}](#{own.lower()})"
    return name


def _words(comment: str) -> str:
    """A comment as paragraphs."""
    lines = (line.removeprefix(" ").rstrip() for line in comment.splitlines())
    return "\n".join(lines).strip()


def _cell(comment: str) -> str:
    return " ".join(_words(comment).split()).replace("|", "\\|")


def main() -> None:
    """Write the document anew, or check that it would not change."""
    document = DOCUMENT.read_text(encoding="utf-8")
    filled = fill(document, write_lists(read_contract()))
    if "--check" not in sys.argv[1:]:
        DOCUMENT.write_text(filled, encoding="utf-8")
    elif filled != document:
        raise SystemExit("docs/api.md is not up to date: run `make proto`.")


if __name__ == "__main__":
    main()

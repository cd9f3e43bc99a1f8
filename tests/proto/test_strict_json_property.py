"""Strict JSON agrees with protobuf's own reader wherever it accepts, and any other text is malformed, no more."""

from __future__ import annotations

import json

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from carnegie.v1.advisor_pb2 import SuggestRequest
from carnegie.v1.info_pb2 import GetInfoResponse
from carnegie.v1.position_pb2 import Position
from carnegie.v1.rules_pb2 import ApplyPlanRequest
from carnegie_proto.faults import MalformedJson
from carnegie_proto.strict_json import parse, parse_list
from proto.message_strategies import json_like, messages

MESSAGE_TYPES: list[type[Message]] = [Position, SuggestRequest, ApplyPlanRequest, GetInfoResponse]
MANY = settings(max_examples=200, deadline=None)


def parsed(message_type: type[Message], text: str | bytes) -> Message | None:
    """Read a text; None if it is malformed, with at least one fault that can be printed."""
    try:
        return parse(message_type, text)
    except MalformedJson as malformed:
        said = str(malformed)
    assert said.encode("utf-8")
    return None


@pytest.mark.parametrize("message_type", MESSAGE_TYPES)
@MANY
@given(
    data=st.data(),
    as_in_proto_file=st.booleans(),
    enums_as_numbers=st.booleans(),
    everything=st.booleans(),
    indent=st.sampled_from([None, 0, 3]),
)
def test_what_protobuf_writes_is_read_as_the_same_message(
    message_type: type[Message],
    data: st.DataObject,
    as_in_proto_file: bool,
    enums_as_numbers: bool,
    everything: bool,
    indent: int | None,
) -> None:
    message = data.draw(messages(message_type))
    text = json_format.MessageToJson(
        message,
        preserving_proto_field_name=as_in_proto_file,
        use_integers_for_enums=enums_as_numbers,
        always_print_fields_with_no_presence=everything,
        indent=indent,
    )
    assert parse(message_type, text) == message
    assert parse(message_type, text.encode()) == message
    assert parse_list(message_type, f"[{text}, {text}]") == [message, message]


@pytest.mark.parametrize("message_type", MESSAGE_TYPES)
@MANY
@given(data=st.data())
def test_what_is_accepted_protobuf_reads_as_the_same_message(
    message_type: type[Message], data: st.DataObject
) -> None:
    text = json.dumps(data.draw(json_like(message_type)))
    message = parsed(message_type, text)
    if message is not None:
        assert json_format.Parse(text, message_type()) == message


@pytest.mark.parametrize("message_type", MESSAGE_TYPES)
@MANY
@given(data=st.data())
def test_a_damaged_text_is_malformed_or_good_and_nothing_else(
    message_type: type[Message], data: st.DataObject
) -> None:
    text = json_format.MessageToJson(data.draw(messages(message_type)), indent=None)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    damage = data.draw(
        st.text(max_size=3) | st.sampled_from(["NaN", "1e999", '"', "{", "]", "\\ud800", "null"])
    )
    damaged = text[:start] + damage + text[end:]
    message = parsed(message_type, damaged)
    if message is not None:
        assert json_format.Parse(damaged, message_type()) == message


@MANY
@given(content=st.binary(max_size=40) | st.text(max_size=40))
def test_any_bytes_and_any_text_are_malformed_or_good_and_nothing_else(content: str | bytes) -> None:
    for message_type in MESSAGE_TYPES:
        parsed(message_type, content)


@MANY
@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_malformed_or_good_and_nothing_else(data: object) -> None:
    for message_type in MESSAGE_TYPES:
        parsed(message_type, json.dumps(data))
        parsed(message_type, json.dumps(data, ensure_ascii=False))

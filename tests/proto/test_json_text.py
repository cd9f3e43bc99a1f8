"""Text that is no JSON is refused with the line and the column; no text crashes the reader."""

from __future__ import annotations

import json
import time

import pytest

from carnegie_proto.faults import Fault, MalformedJson
from carnegie_proto.json_text import MAXIMUM_DEPTH, JsonObject, UnusableNumber, read, shorten, show


def fault_of(text: str | bytes) -> Fault:
    with pytest.raises(MalformedJson) as caught:
        read(text)
    (fault,) = caught.value.faults
    return fault


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "the end of the text at line 1, column 1"),
        ("{", "the end of the text at line 1, column 2"),
        ('{"a": 1,\n "b" 2}', "`2` at line 2, column 6"),
        ('{"a": 1}\n\n x', "`x` at line 3, column 2"),
        ("[1, 2", "the end of the text at line 1, column 6"),
        ("{'a': 1}", "`'` at line 1, column 2"),
        ("[01]", "`1` at line 1, column 3"),
        ("[+1]", "`+` at line 1, column 2"),
        ("[1,]", "`]` at line 1, column 4"),
    ],
)
def test_text_that_is_no_json(text: str, found: str) -> None:
    fault = fault_of(text)
    assert (fault.path, fault.reason, fault.found) == ("", "NOT_JSON", found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"\xff{}", "the byte 0xff at line 1, byte 1"),
        (b'{"a":\n  "\xe4"}', "the byte 0xe4 at line 2, byte 4"),
        (b"\x00\x00\xfe\xff", "the byte 0xfe at line 1, byte 3"),
        (b'"\xed\xa0\x80"', "the byte 0xed at line 1, byte 2"),
    ],
)
def test_bytes_that_are_no_utf_8(text: bytes, found: str) -> None:
    fault = fault_of(text)
    assert (fault.reason, fault.found, fault.allowed) == ("NOT_JSON", found, "text in UTF-8")


@pytest.mark.parametrize("text", ['\ufeff{"a": 1}', b'\xef\xbb\xbf{"a": 1}'])
def test_a_byte_order_mark_is_passed_over(text: str | bytes) -> None:
    assert read(text) == {"a": 1}


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
def test_nesting_is_bounded(opened: str, closed: str) -> None:
    read(opened * MAXIMUM_DEPTH + "1" + closed * MAXIMUM_DEPTH)
    fault = fault_of(opened * (MAXIMUM_DEPTH + 1) + "1" + closed * (MAXIMUM_DEPTH + 1))
    assert fault.reason == "TOO_DEEP"
    assert fault_of(opened * 100_000).reason == "TOO_DEEP"


def test_objects_and_lists_beside_each_other_are_no_nesting() -> None:
    data: object = [[{"a": []}, {}] for _ in range(MAXIMUM_DEPTH)]
    assert read(json.dumps(data)) == data


def test_brackets_in_texts_are_no_nesting() -> None:
    text = "[" * 200 + '\\"' + "{" * 200
    assert read(f'["{text}", "\\\\", []]') == [text.replace('\\"', '"'), "\\", []]


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 500_000, '"' + '\\"' * 500_000 + "\\", '[""' * 300_000, '"[' * 400_000]
)
def test_a_long_text_takes_no_longer_than_its_length(text: str) -> None:
    started = time.monotonic()
    fault_of(text)
    assert time.monotonic() - started < 5.0


def test_repeated_keys_are_kept() -> None:
    data = read('{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}')
    assert isinstance(data, JsonObject)
    assert data.repeated_keys == ("a",)
    assert data["a"] == 3
    inner = data["b"]
    assert isinstance(inner, JsonObject)
    assert inner.repeated_keys == ("c",)


def test_many_repeated_keys_take_no_longer_than_their_number() -> None:
    text = "{" + ",".join(f'"k{number}":1,"k{number}":2' for number in range(40_000)) + "}"
    started = time.monotonic()
    data = read(text)
    assert time.monotonic() - started < 5.0
    assert isinstance(data, JsonObject)
    assert len(data.repeated_keys) == 40_000


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e999", "1" * 309, "-" + "9" * 100_000]
)
def test_numbers_that_cannot_be_used_are_kept_as_they_are_written(number: str) -> None:
    assert read(number) == UnusableNumber(number)


def test_numbers_that_can_be_used() -> None:
    assert read(f"[1, -2.5, 1e308, {'9' * 308}]") == [1, -2.5, 1e308, int("9" * 308)]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({}, "an object"),
        ([1], "a list"),
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        ("ä", '"ä"'),
        (10**400, "a whole number of more than 60 digits"),
        (UnusableNumber("NaN"), "NaN"),
        ("x" * 100, '"' + "x" * 56 + "..."),
    ],
)
def test_values_are_shown_as_they_read(value: object, shown: str) -> None:
    assert show(value) == shown


def test_what_is_shown_can_always_be_printed() -> None:
    assert shorten("\ud800") == "\\ud800"

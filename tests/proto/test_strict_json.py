"""Every fault of a JSON text is found, each with its path, its reason, what was found and what is allowed."""

from __future__ import annotations

import time
from typing import Final

import pytest
from google.protobuf.message import Message

from carnegie.v1.advisor_pb2 import SuggestRequest
from carnegie.v1.info_pb2 import GetInfoResponse
from carnegie.v1.position_pb2 import PHASE_EVENT, Position
from carnegie.v1.steps_pb2 import EndTurn, SellGoods, Step
from carnegie_proto.faults import Fault, MalformedJson
from carnegie_proto.strict_json import parse, parse_list

WHOLE_NUMBER: Final = "a whole number"
INT32: Final = "a whole number from -2147483648 to 2147483647"


def faults_of(text: str | bytes, message_type: type[Message] = Position) -> tuple[Fault, ...]:
    with pytest.raises(MalformedJson) as caught:
        parse(message_type, text)
    return caught.value.faults


def codes(text: str | bytes) -> list[tuple[str, str]]:
    return [(fault.path, fault.reason) for fault in faults_of(text)]


def test_good_json_becomes_the_message() -> None:
    position = parse(Position, '{"round": 8, "phase": "PHASE_EVENT", "players": [{"money": 3}, {}]}')
    assert position.round == 8
    assert position.phase == PHASE_EVENT
    assert [player.HasField("money") for player in position.players] == [True, False]


@pytest.mark.parametrize("name", ["firstPlayer", "first_player"])
def test_fields_have_two_names(name: str) -> None:
    assert parse(Position, f'{{"{name}": 1}}').first_player == 1


def test_null_means_left_out() -> None:
    position = parse(Position, '{"round": null, "players": null, "timeline": null, "phase": null}')
    assert position == Position()


@pytest.mark.parametrize("number", ["7", "7.0", "0.7e1", "70E-1"])
def test_a_whole_number_may_be_written_in_every_way_that_json_knows(number: str) -> None:
    assert parse(Position, f'{{"round": {number}}}').round == 7


def test_all_faults_are_found_at_once_in_the_order_of_the_text() -> None:
    assert codes(
        """{
            "round": "eight",
            "phase": "EVENT",
            "rund": 3,
            "players": [
                {"money": 2147483648, "company": {"spaces": [{"standingAt": [1, true]}]}},
                null,
                {"donations": ["a", 3], "actionChoiceTile": 1}
            ],
            "timeline": []
        }"""
    ) == [
        ("round", "WRONG_TYPE"),
        ("phase", "UNKNOWN_ENUM_VALUE"),
        ("rund", "UNKNOWN_FIELD"),
        ("players[0].money", "OUT_OF_RANGE"),
        ("players[0].company.spaces[0].standingAt[1]", "WRONG_TYPE"),
        ("players[1]", "WRONG_TYPE"),
        ("players[2].donations[1]", "WRONG_TYPE"),
        ("players[2].actionChoiceTile", "WRONG_TYPE"),
        ("timeline", "WRONG_TYPE"),
    ]


@pytest.mark.parametrize(
    ("value", "reason", "found", "allowed"),
    [
        ('"8"', "WRONG_TYPE", '"8"', WHOLE_NUMBER),
        ("1.5", "WRONG_TYPE", "1.5", WHOLE_NUMBER),
        ("true", "WRONG_TYPE", "true", WHOLE_NUMBER),
        ("[8]", "WRONG_TYPE", "a list", WHOLE_NUMBER),
        ('{"a": 8}', "WRONG_TYPE", "an object", WHOLE_NUMBER),
        ("NaN", "WRONG_TYPE", "NaN", WHOLE_NUMBER),
        ("-Infinity", "WRONG_TYPE", "-Infinity", WHOLE_NUMBER),
        ("2147483648", "OUT_OF_RANGE", "2147483648", INT32),
        ("-2147483649", "OUT_OF_RANGE", "-2147483649", INT32),
        ("1e400", "OUT_OF_RANGE", "1e400", INT32),
        ("1e300", "OUT_OF_RANGE", "1e+300", INT32),
        ("9" * 5000, "OUT_OF_RANGE", "9" * 57 + "...", INT32),
    ],
)
def test_values_that_are_no_int32(value: str, reason: str, found: str, allowed: str) -> None:
    (fault,) = faults_of(f'{{"round": {value}}}')
    assert (fault.path, fault.reason, fault.found, fault.allowed) == ("round", reason, found, allowed)


@pytest.mark.parametrize("limit", [-(2**31), 2**31 - 1])
def test_the_ends_of_the_range_are_allowed(limit: int) -> None:
    assert parse(Position, f'{{"round": {limit}}}').round == limit


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ('"1"', "WRONG_TYPE"),
        ("true", "WRONG_TYPE"),
        ("[]", "WRONG_TYPE"),
        ("NaN", "WRONG_TYPE"),
        ("1e400", "OUT_OF_RANGE"),
        ("1" * 400, "OUT_OF_RANGE"),
    ],
)
def test_values_that_are_no_double(value: str, reason: str) -> None:
    (fault,) = faults_of(f'{{"workLimit": {value}}}', SuggestRequest)
    assert (fault.path, fault.reason) == ("workLimit", reason)


def test_a_double_may_be_a_whole_number_or_a_special_one_as_text() -> None:
    assert parse(SuggestRequest, '{"workLimit": 3}').work_limit == 3.0
    assert parse(SuggestRequest, '{"workLimit": "-Infinity"}').work_limit == float("-inf")


def test_an_unknown_name_of_an_enum_lists_the_names_and_the_close_one() -> None:
    (fault,) = faults_of('{"players": [{"projects": [{"type": "HOUSING"}]}]}')
    assert fault.path == "players[0].projects[0].type"
    assert fault.found == '"HOUSING"'
    assert fault.allowed == (
        "PROJECT_TYPE_HOUSING? one of PROJECT_TYPE_HOUSING, PROJECT_TYPE_COMMERCE, PROJECT_TYPE_INDUSTRY, "
        "PROJECT_TYPE_PUBLIC_INFRASTRUCTURE"
    )


@pytest.mark.parametrize("value", ["99", "-1", '"4"', '""', '"\\ud800"', "9" * 30])
def test_values_that_no_enum_has(value: str) -> None:
    assert codes(f'{{"phase": {value}}}') == [("phase", "UNKNOWN_ENUM_VALUE")]


@pytest.mark.parametrize("value", ["true", "4.0", "[]", "{}", "NaN"])
def test_values_of_types_that_no_enum_has(value: str) -> None:
    assert codes(f'{{"phase": {value}}}') == [("phase", "WRONG_TYPE")]


def test_the_number_of_an_enum_value_is_allowed() -> None:
    assert parse(Position, '{"phase": 5}').phase == PHASE_EVENT


def test_an_unknown_field_names_the_close_one_and_all_others() -> None:
    (fault,) = faults_of('{"players": [{"project": []}]}')
    assert (fault.path, fault.reason, fault.found) == ("players[0].project", "UNKNOWN_FIELD", '"project"')
    assert fault.allowed.startswith("projects? one of money, goods, vp, company,")
    (fault,) = faults_of('{"qqqqqq": 1}')
    assert fault.allowed.startswith("one of round, phase,")
    (fault,) = faults_of('{"endTurn": {"now": true}}', Step)
    assert fault.allowed == "no field at all"


@pytest.mark.parametrize(
    "text",
    [
        '{"firstPlayer": 0, "firstPlayer": 0}',
        '{"firstPlayer": 0, "first_player": 0}',
        '{"first_player": 0, "firstPlayer": null}',
    ],
)
def test_a_field_given_twice(text: str) -> None:
    assert codes(text) == [("firstPlayer", "DUPLICATE_FIELD")]


def test_two_members_of_a_oneof() -> None:
    (fault,) = faults_of('{"endTurn": {}, "sellGoods": {"count": 1}}', Step)
    assert (fault.path, fault.reason) == ("sellGoods", "CONFLICTING_FIELDS")
    assert fault.found == "endTurn and sellGoods"
    assert parse(Step, '{"endTurn": {}, "sellGoods": null}') == Step(end_turn=EndTurn())


def test_a_map_is_checked_by_key() -> None:
    assert parse(GetInfoResponse, '{"libraryVersions": {"a": "1"}}').library_versions["a"] == "1"
    faults = faults_of('{"libraryVersions": {"a": 1, "b": "2", "b": "3"}}', GetInfoResponse)
    assert [(fault.path, fault.reason) for fault in faults] == [
        ('libraryVersions["a"]', "WRONG_TYPE"),
        ('libraryVersions["b"]', "DUPLICATE_FIELD"),
    ]
    (fault,) = faults_of('{"libraryVersions": []}', GetInfoResponse)
    assert fault.reason == "WRONG_TYPE"
    (fault,) = faults_of('{"libraryVersions": {"\\ud800": "1"}}', GetInfoResponse)
    assert fault.reason == "INVALID_TEXT"


def test_a_duration_is_left_to_protobuf() -> None:
    assert parse(SuggestRequest, '{"timeLimit": "2.5s"}').time_limit.ToMilliseconds() == 2500


@pytest.mark.parametrize("value", ['"2.5"', "2.5", "NaN", "{}", '"1e9s"', f'"{"9" * 40}s"'])
def test_values_that_are_no_duration(value: str) -> None:
    (fault,) = faults_of(f'{{"timeLimit": {value}}}', SuggestRequest)
    assert (fault.path, fault.reason) == ("timeLimit", "INVALID_VALUE")
    assert fault.allowed == 'a duration in seconds, such as "2.5s"'


@pytest.mark.parametrize("text", ['"\\ud800"', '"a\\udfffb"'])
def test_a_text_with_half_a_character(text: str) -> None:
    (fault,) = faults_of(f'{{"neutralDonations": [{text}]}}')
    assert (fault.path, fault.reason) == ("neutralDonations[0]", "INVALID_TEXT")
    fault.found.encode("utf-8")


def test_half_characters_in_names_do_no_harm() -> None:
    (fault,) = faults_of('{"\\ud800": 1}')
    assert fault.reason == "UNKNOWN_FIELD"
    str(fault).encode("utf-8")


@pytest.mark.parametrize("value", ["[]", '"x"', "3", "null", "true", "NaN"])
def test_a_message_is_an_object(value: str) -> None:
    assert codes(value) == [("", "WRONG_TYPE")]


@pytest.mark.parametrize(
    "text",
    [
        "{" + ",".join(f'"roun{number}":1' for number in range(60_000)) + "}",
        '{"events":[' + ",".join('"INCOME"' for _ in range(100_000)) + "]}",
    ],
    ids=["unknown fields", "unknown names"],
)
def test_very_many_faults_take_no_longer_than_their_number(text: str) -> None:
    started = time.monotonic()
    assert len(faults_of(text)) >= 60_000
    assert time.monotonic() - started < 20.0


def test_the_error_says_all_faults_in_its_text() -> None:
    with pytest.raises(MalformedJson, match=r"(?s)round: WRONG_TYPE: found true.*rund: UNKNOWN_FIELD"):
        parse(Position, '{"round": true, "rund": 1}')


def test_a_list_of_messages_has_paths_that_begin_with_the_index() -> None:
    assert parse_list(Step, '[{"endTurn": {}}, {"sellGoods": {"count": 2}}]') == [
        Step(end_turn=EndTurn()),
        Step(sell_goods=SellGoods(count=2)),
    ]
    assert parse_list(Step, "[]") == []
    with pytest.raises(MalformedJson) as caught:
        parse_list(Step, '[{}, {"sellGoods": {"count": "2"}}, 7]')
    assert [fault.path for fault in caught.value.faults] == ["[1].sellGoods.count", "[2]"]
    with pytest.raises(MalformedJson):
        parse_list(Step, "{}")

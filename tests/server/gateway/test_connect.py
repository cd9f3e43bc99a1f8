"""Calls by Connect, in JSON and in bytes, give what the same calls by gRPC give."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import grpc
import pytest
from google.protobuf import json_format
from google.rpc import code_pb2, error_details_pb2

from carnegie.v1 import advisor_pb2, info_pb2
from carnegie_server.methods import (
    ANALYZE,
    GET_COMPONENTS,
    GET_INFO,
    STREAMING_METHODS,
    SUGGEST,
    WORKER_METHODS,
)
from server.gateway.web import END_OF_STREAM, JSON, PROTO, Web, frame, frames, status_of
from server.positions import management, new_game
from server.service_process import detail, raw_method, refusal

UNARY_METHODS = [method for method in (*WORKER_METHODS, GET_INFO) if method not in STREAMING_METHODS]

REQUEST = advisor_pb2.SuggestRequest(position=management(), work_limit=1.0)
"""A question that has the same answer to the byte each time."""

HTTP_STATUS = {"invalid_argument": 400, "failed_precondition": 400}


def as_json(message: advisor_pb2.SuggestRequest | advisor_pb2.AnalyzeRequest) -> str:
    return json_format.MessageToJson(message)


@pytest.mark.parametrize("method", UNARY_METHODS)
@pytest.mark.parametrize("request_bytes", [b"", b"\xff\xff"], ids=["empty", "malformed"])
def test_every_call_ends_as_by_grpc(
    web: Web, channel: grpc.Channel, method: str, request_bytes: bytes
) -> None:
    answer = web.post(request_bytes, PROTO, method)
    try:
        expected = raw_method(channel, method)(request_bytes, timeout=20.0)
    except grpc.RpcError as error:
        refused = refusal(error)
        assert answer.json["code"] == refused.code.name.lower()
        assert answer.status == HTTP_STATUS[answer.json["code"]]
        assert status_of(answer.json, refused.status.code) == refused.status
    else:
        assert (answer.status, answer.headers["content-type"]) == (200, PROTO)
        if method != GET_INFO:  # its map comes in any order
            assert answer.body == expected


def test_the_answer_in_bytes_is_that_of_grpc(web: Web, channel: grpc.Channel) -> None:
    expected = raw_method(channel, SUGGEST)(REQUEST.SerializeToString(), timeout=20.0)
    answer = web.post(REQUEST.SerializeToString(), PROTO)
    assert (answer.status, answer.body) == (200, expected)
    assert float(answer.headers["carnegie-solve-seconds"]) >= 0.0
    assert "content-encoding" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


def test_the_answer_in_json_is_that_of_grpc(web: Web, channel: grpc.Channel) -> None:
    expected = raw_method(channel, SUGGEST)(REQUEST.SerializeToString(), timeout=20.0)
    answer = web.post(as_json(REQUEST))
    assert answer.status == 200
    assert json_format.Parse(answer.body, advisor_pb2.SuggestResponse()) == (
        advisor_pb2.SuggestResponse.FromString(expected)
    )
    assert answer.json["status"] == "SUGGESTION_STATUS_PROVED_BEST"


def test_field_names_of_the_contract_are_understood(web: Web) -> None:
    answer = web.post('{"position": {"players": [{}, {}]}, "max_lines": 1, "workLimit": 0.01}')
    assert answer.status == 200, answer.body
    assert answer.json["lines"]


def test_all_that_is_wrong_with_a_request_is_said(web: Web) -> None:
    """JSON is read as strictly as everywhere in the project, and what is said can be read without a decoder."""
    answer = web.post('{"position": {"rond": 3, "players": [{"money": "2"}]}, "maxLines": 1.5}')
    assert (answer.status, answer.json["code"]) == (400, "invalid_argument")
    status = status_of(answer.json, code_pb2.INVALID_ARGUMENT)
    expected = {
        "position.rond": "UNKNOWN_FIELD",
        "position.players[0].money": "WRONG_TYPE",
        "maxLines": "WRONG_TYPE",
    }
    listed = detail(status, error_details_pb2.BadRequest).field_violations
    assert {each.field: each.reason for each in listed} == expected
    assert detail(status, error_details_pb2.ErrorInfo).reason == "INVALID_REQUEST"
    info, bad_request = (each["debug"] for each in answer.json["details"])
    assert info == {"reason": "INVALID_REQUEST", "domain": "carnegie"}
    assert {each["field"]: each["reason"] for each in bad_request["fieldViolations"]} == expected


@pytest.mark.parametrize("text", ["", "{", "[]]", '{"position": NaN', "\udcff", "[" * 200], ids=repr)
def test_what_is_not_json_is_refused(web: Web, text: str) -> None:
    answer = web.post(text.encode("utf-8", "surrogateescape"))
    assert (answer.status, answer.json["code"]) == (400, "invalid_argument")
    status = status_of(answer.json, code_pb2.INVALID_ARGUMENT)
    assert detail(status, error_details_pb2.ErrorInfo).reason == "MALFORMED_MESSAGE"


@pytest.mark.parametrize("kind", [JSON, PROTO])
def test_a_stream_is_that_of_grpc(web: Web, channel: grpc.Channel, kind: str) -> None:
    question = advisor_pb2.AnalyzeRequest(question=REQUEST)
    stream: grpc.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(ANALYZE)
    expected = list(stream(question.SerializeToString(), timeout=20.0))
    body = as_json(question).encode() if kind == JSON else question.SerializeToString()
    answer = web.post(frame(body), kind.replace("/", "/connect+"), ANALYZE, x_request_id="mine-1")
    assert (answer.status, answer.headers["x-request-id"]) == (200, "mine-1")
    *messages, (flags, end) = frames(answer.body)
    assert {flags for flags, _ in messages} == {0}
    if kind == JSON:
        read = [json_format.Parse(message, advisor_pb2.AnalyzeResponse()) for _, message in messages]
        assert read == [advisor_pb2.AnalyzeResponse.FromString(message) for message in expected]
    else:
        assert [message for _, message in messages] == expected
    assert flags == END_OF_STREAM
    metadata = json.loads(end)["metadata"]
    assert metadata["x-request-id"] == ["mine-1"]
    assert float(metadata["carnegie-solve-seconds"][0]) >= 0.0


def test_a_stream_that_fails_has_a_final_message_and_the_error(web: Web) -> None:
    faulty = new_game()
    faulty.players[0].money = -1
    question = advisor_pb2.AnalyzeRequest(question=advisor_pb2.SuggestRequest(position=faulty))
    answer = web.post(frame(question.SerializeToString()), "application/connect+proto", ANALYZE)
    assert answer.status == 200
    (_, message), (flags, end) = frames(answer.body)
    only = advisor_pb2.AnalyzeResponse.FromString(message)
    assert (only.final, only.failure.code, flags) == (True, "INVALID_ARGUMENT", END_OF_STREAM)
    error = json.loads(end)["error"]
    assert error["code"] == "invalid_argument"
    (violation,) = detail(status_of(error, 3), error_details_pb2.BadRequest).field_violations
    assert violation.field == "question.position.players[0].money"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "unimplemented"),
        (b"\0\0\0", "invalid_argument"),
        (frame(b"x" * 10)[:-1], "invalid_argument"),
        (frame(b"", 0b0100), "invalid_argument"),
        (frame(b"", 0b0001), "internal"),
        (frame(b"") + frame(b""), "unimplemented"),
        (b"\0\xff\xff\xff\xff", "resource_exhausted"),
    ],
    ids=["none", "half a prefix", "cut off", "unknown flag", "compressed", "two", "4 GiB"],
)
def test_malformed_frames_are_refused(web: Web, body: bytes, code: str) -> None:
    answer = web.post(body, "application/connect+proto", ANALYZE)
    ((flags, end),) = frames(answer.body)
    assert flags == END_OF_STREAM
    assert json.loads(end)["error"]["code"] == code


def test_calls_without_side_effects_can_be_made_with_get(web: Web) -> None:
    expected = info_pb2.GetInfoResponse.FromString(web.post(b"", PROTO, GET_INFO).body)
    for query in (
        f"encoding=json&message={quote('{}')}",
        f"encoding=json&base64=1&message={base64.urlsafe_b64encode(b'{}').decode()}",
        "encoding=json&message={}&connect=v1".format(quote("{}")),
    ):
        answer = web.request("GET", f"{GET_INFO}?{query}")
        assert json_format.Parse(answer.body, info_pb2.GetInfoResponse()) == expected
    assert web.request("GET", f"{GET_COMPONENTS}?encoding=proto&message=").status == 200
    assert web.request("GET", f"{GET_INFO}?encoding=xml&message=").status == 415
    assert web.request("GET", f"{GET_INFO}?encoding=json").json["code"] == "invalid_argument"
    for query in ("", "?message={}"):
        answer = web.request("GET", f"{GET_INFO}{query}")
        assert answer.status == 415
        assert b"parameter encoding=json or encoding=proto" in answer.body
        assert b"content-type" not in answer.body


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD"])
def test_no_search_is_begun_but_by_post(web: Web, method: str) -> None:
    answer = web.request(method, f"{SUGGEST}?encoding=json&message={quote('{}')}")
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


def test_a_call_can_be_named(web: Web) -> None:
    assert web.post("{}", path=GET_INFO, x_request_id="turn-12/a").headers["x-request-id"] == "turn-12/a"


@pytest.mark.parametrize("name", ["", "two words", "x" * 65, "semi;colon", 'quote"', "<b>"])
def test_a_name_that_cannot_be_repeated_is_replaced(web: Web, name: str) -> None:
    given = web.post("{}", path=GET_INFO, x_request_id=name).headers["x-request-id"]
    assert len(given) == 16
    assert set(given) <= set("0123456789abcdef")


@pytest.mark.parametrize("timeout", ["-1", "1.5", "soon", "9" * 11])
def test_a_senseless_deadline_is_refused(web: Web, timeout: str) -> None:
    answer = web.post("{}", path=GET_INFO, connect_timeout_ms=timeout)
    assert (answer.status, answer.json["code"]) == (400, "invalid_argument")


def test_what_is_too_large_is_refused(web: Web) -> None:
    for kind in (JSON, PROTO):
        answer = web.post(b" " * ((1 << 20) + 1), kind)
        assert (answer.status, answer.json["code"]) == (429, "resource_exhausted")
    largest = web.post(b"{}" + b" " * ((1 << 20) - 2), path=GET_INFO)
    assert largest.status == 200


def test_what_is_compressed_is_refused(web: Web) -> None:
    answer = web.post(b"", PROTO, content_encoding="gzip")
    assert (answer.status, answer.json["code"]) == (501, "unimplemented")


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/xml", "application/grpc", "application/grpc+proto"]
)
def test_other_content_is_refused_with_a_word_of_help(web: Web, kind: str) -> None:
    """A form of another site's page can be sent as text/plain without a browser's question before: it is no call."""
    answer = web.post("{}", kind, GET_INFO)
    assert answer.status == 415
    assert b"application/json" in answer.body

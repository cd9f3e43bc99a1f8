"""Calls by gRPC-Web, unary and as a stream, with the errors that gRPC's own clients get."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf import json_format
from google.rpc import status_pb2

from carnegie.v1 import advisor_pb2
from carnegie_server.methods import ANALYZE, GET_INFO, SUGGEST
from server.gateway.web import GRPC_WEB_TRAILERS, Web, frame, frames, trailers, unpadded
from server.positions import management
from server.service_process import raw_method, refused

GRPC_WEB = "application/grpc-web+proto"
REQUEST = advisor_pb2.SuggestRequest(position=management(), work_limit=1.0)


@pytest.mark.parametrize("kind", ["application/grpc-web", GRPC_WEB])
def test_an_answer_is_that_of_grpc(web: Web, channel: grpc.Channel, kind: str) -> None:
    expected = raw_method(channel, SUGGEST)(REQUEST.SerializeToString(), timeout=20.0)
    answer = web.post(frame(REQUEST.SerializeToString()), kind, x_grpc_web="1", x_request_id="mine")
    assert (answer.status, answer.headers["content-type"]) == (200, GRPC_WEB)
    assert answer.headers["x-request-id"] == "mine"
    (first, message), (second, block) = frames(answer.body)
    assert (first, message, second) == (0, expected, GRPC_WEB_TRAILERS)
    assert trailers(block)["grpc-status"] == "0"


def test_an_answer_can_be_json(web: Web) -> None:
    body = frame(json_format.MessageToJson(REQUEST).encode())
    (_, message), _ = frames(web.post(body, "application/grpc-web+json").body)
    answer = json_format.Parse(message, advisor_pb2.SuggestResponse())
    assert answer.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST


def test_a_stream_is_that_of_grpc(web: Web, channel: grpc.Channel) -> None:
    question = advisor_pb2.AnalyzeRequest(question=REQUEST).SerializeToString()
    stream: grpc.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(ANALYZE)
    expected = list(stream(question, timeout=20.0))
    *messages, (flags, block) = frames(web.post(frame(question), GRPC_WEB, ANALYZE).body)
    assert [message for _, message in messages] == expected
    assert flags == GRPC_WEB_TRAILERS
    assert trailers(block)["grpc-status"] == "0"
    assert "carnegie-solve-seconds" in trailers(block)


def test_an_error_has_the_status_that_grpc_has(web: Web, channel: grpc.Channel) -> None:
    faulty = advisor_pb2.SuggestRequest(position=management(), max_lines=-1).SerializeToString()
    expected = refused(raw_method(channel, SUGGEST), faulty)
    answer = web.post(frame(faulty), GRPC_WEB)
    assert answer.status == 200
    ((flags, block),) = frames(answer.body)
    found = trailers(block)
    assert (flags, found["grpc-status"]) == (GRPC_WEB_TRAILERS, str(expected.status.code))
    assert status_pb2.Status.FromString(unpadded(found["grpc-status-details-bin"])) == expected.status


@pytest.mark.parametrize("timeout", ["1", "1x", "-1S", "123456789S", ""])
def test_a_senseless_deadline_is_refused(web: Web, timeout: str) -> None:
    answer = web.post(frame(b""), GRPC_WEB, GET_INFO, grpc_timeout=timeout)
    assert (answer.status, answer.headers["grpc-status"]) == (200, "3")


@pytest.mark.parametrize("kind", ["application/grpc-web-text", "application/grpc-web-text+proto"])
def test_the_form_for_old_browsers_is_refused(web: Web, kind: str) -> None:
    assert web.post(b"AAAAAAA=", kind, GET_INFO).status == 415


@pytest.mark.parametrize(
    ("body", "code"), [(b"", "12"), (b"\0", "3"), (frame(b"", 0b1), "13"), (b"\0\xff\xff\xff\xff", "8")]
)
def test_malformed_frames_are_refused(web: Web, body: bytes, code: str) -> None:
    ((_, block),) = frames(web.post(body, GRPC_WEB, GET_INFO).body)
    assert trailers(block)["grpc-status"] == code

"""A review through the gateway is that of gRPC, message by message."""

from __future__ import annotations

import json

import grpc
import pytest
from google.protobuf import json_format

from carnegie.v1 import review_pb2, rules_pb2
from carnegie_server.methods import REVIEW_GAME
from carnegie_solver.rules.record import record_to_json
from models.advised_games import advised_game
from server.gateway.web import END_OF_STREAM, GRPC_WEB_TRAILERS, JSON, PROTO, Web, frame, frames, trailers

RECORD = json_format.ParseDict(
    record_to_json(advised_game(3, level=3, spoiled=0.15, rounds=4)), rules_pb2.GameRecord()
)
REQUEST = review_pb2.ReviewGameRequest(record=RECORD, work_limit=1.0)


def by_grpc(channel: grpc.Channel) -> list[bytes]:
    stream: grpc.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(REVIEW_GAME)
    messages = list(stream(REQUEST.SerializeToString(), timeout=60.0))
    assert len(messages) > 15
    return messages


@pytest.mark.parametrize("kind", [JSON, PROTO])
def test_by_connect(web: Web, channel: grpc.Channel, kind: str) -> None:
    body = json_format.MessageToJson(REQUEST).encode() if kind == JSON else REQUEST.SerializeToString()
    answer = web.post(frame(body), kind.replace("/", "/connect+"), REVIEW_GAME)
    *messages, (flags, end) = frames(answer.body)
    expected = by_grpc(channel)
    if kind == JSON:
        read = [json_format.Parse(message, review_pb2.ReviewGameResponse()) for _, message in messages]
        assert read == [review_pb2.ReviewGameResponse.FromString(message) for message in expected]
    else:
        assert [message for _, message in messages] == expected
    assert flags == END_OF_STREAM
    assert "error" not in json.loads(end)


def test_by_grpc_web(web: Web, channel: grpc.Channel) -> None:
    answer = web.post(frame(REQUEST.SerializeToString()), "application/grpc-web+proto", REVIEW_GAME)
    *messages, (flags, block) = frames(answer.body)
    assert [message for _, message in messages] == by_grpc(channel)
    assert flags == GRPC_WEB_TRAILERS
    assert trailers(block)["grpc-status"] == "0"


def test_a_review_that_fails_has_a_final_message_and_the_error(web: Web) -> None:
    answer = web.post(frame(b"{}"), "application/connect+json", REVIEW_GAME)
    (_, message), (flags, end) = frames(answer.body)
    only = json_format.Parse(message, review_pb2.ReviewGameResponse())
    assert (only.final, only.failure.code) == (True, "INVALID_ARGUMENT")
    assert flags == END_OF_STREAM
    assert json.loads(end)["error"]["code"] == "invalid_argument"

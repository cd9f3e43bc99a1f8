"""Whatever bytes come in, the caller gets a declared error, and the service goes on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import grpc
import pytest

from carnegie.v1 import (
    advisor_pb2,
    games_pb2,
    info_pb2,
    info_pb2_grpc,
    position_pb2,
    review_pb2,
    rules_pb2,
    solo_pb2,
    steps_pb2,
)
from carnegie_server.methods import (
    ANALYZE,
    APPLY_PLAN,
    DELETE_GAME,
    EVALUATE_PLAN,
    GAME_METHODS,
    GET_COMPONENTS,
    GET_INFO,
    LIST_GAMES,
    LIST_LEGAL_STEPS,
    LOAD_GAME,
    NEW_GAME,
    NEW_SOLO_GAME,
    PLAY_ANDREW,
    READ_STEPS,
    REPLAY_RECORD,
    REVIEW_GAME,
    SAVE_GAME,
    SCORE_POSITION,
    STREAMING_METHODS,
    SUGGEST,
    VALIDATE_COMPONENTS,
    VALIDATE_POSITION,
    WORKER_METHODS,
)
from server.positions import management
from server.service_process import ServiceProcess, code_of, raw_method, refusal

Outcome = tuple[grpc.StatusCode, str]

DECLARED = {
    (grpc.StatusCode.OK, ""),
    (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_MESSAGE"),
    (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST"),
    (grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_STEP"),
    (grpc.StatusCode.FAILED_PRECONDITION, "NOT_ANDREWS_TURN"),
    (grpc.StatusCode.FAILED_PRECONDITION, "WAITS_FOR_ANDREW"),
}

DECLARED_OF_GAMES = {
    *DECLARED,
    (grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND"),
    (grpc.StatusCode.ABORTED, "VERSION_CONFLICT"),
}

NOTHING_NEEDED = {NEW_GAME, NEW_SOLO_GAME, GET_COMPONENTS, VALIDATE_COMPONENTS, LIST_GAMES, GET_INFO}
"""The calls that an empty message is enough for."""


@pytest.fixture(scope="module")
def send(channel: grpc.Channel) -> Callable[[str, bytes], Outcome]:
    def send_bytes(method: str, data: bytes) -> Outcome:
        try:
            if method in STREAMING_METHODS:
                stream: grpc.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(method)
                assert list(stream(data, timeout=20.0))
            else:
                raw_method(channel, method)(data, timeout=20.0)
        except grpc.RpcError as error:
            refused = refusal(error)
            return refused.code, refused.reason
        return grpc.StatusCode.OK, ""

    return send_bytes


@pytest.fixture(autouse=True)
def _service_goes_on(service: ServiceProcess, channel: grpc.Channel) -> Iterator[None]:
    yield
    info = info_pb2_grpc.InfoServiceStub(channel)
    assert info.GetInfo(info_pb2.GetInfoRequest()).version
    assert service.process.poll() is None
    assert "Traceback" not in service.log()
    assert "replacing it" not in service.log()


@pytest.mark.parametrize("method", [*WORKER_METHODS, *GAME_METHODS, GET_INFO])
def test_bytes_that_are_no_message(send: Callable[[str, bytes], Outcome], method: str) -> None:
    for data in (b"\xff", b"\xff" * 1_000, b"\x0a\x05abc", b"\x0a\xff\xff\xff\xff\x0f"):
        assert send(method, data) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_MESSAGE")


def test_an_empty_message(send: Callable[[str, bytes], Outcome]) -> None:
    for method in (*WORKER_METHODS, *GAME_METHODS, GET_INFO):
        refused = (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
        assert send(method, b"") == ((grpc.StatusCode.OK, "") if method in NOTHING_NEEDED else refused)


def test_truncated_messages(send: Callable[[str, bytes], Outcome]) -> None:
    data = advisor_pb2.SuggestRequest(position=management(), weights_json="{}").SerializeToString()
    assert send(SUGGEST, data) == (grpc.StatusCode.OK, "")
    outcomes = {send(SUGGEST, data[:length]) for length in range(len(data))}
    assert outcomes <= DECLARED
    assert (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_MESSAGE") in outcomes


def test_random_and_damaged_bytes(send: Callable[[str, bytes], Outcome]) -> None:
    chance = random.Random(7)
    good = {
        SUGGEST: advisor_pb2.SuggestRequest(position=management()).SerializeToString(),
        ANALYZE: advisor_pb2.AnalyzeRequest(
            question=advisor_pb2.SuggestRequest(position=management())
        ).SerializeToString(),
        EVALUATE_PLAN: advisor_pb2.EvaluatePlanRequest(
            position=management(), steps=[steps_pb2.Step(end_turn=steps_pb2.EndTurn())]
        ).SerializeToString(),
        VALIDATE_POSITION: rules_pb2.ValidatePositionRequest(position=management()).SerializeToString(),
        APPLY_PLAN: rules_pb2.ApplyPlanRequest(position=management()).SerializeToString(),
        LIST_LEGAL_STEPS: rules_pb2.ListLegalStepsRequest(position=management()).SerializeToString(),
        READ_STEPS: rules_pb2.ReadStepsRequest(position=management(), text="sell 1; end").SerializeToString(),
        SCORE_POSITION: rules_pb2.ScorePositionRequest(position=management()).SerializeToString(),
        NEW_GAME: rules_pb2.NewGameRequest(seed=7, players=3).SerializeToString(),
        REPLAY_RECORD: rules_pb2.ReplayRecordRequest(
            record=rules_pb2.GameRecord(components_digest="0", final_digest="0")
        ).SerializeToString(),
        GET_COMPONENTS: b"\x08\x01",
        VALIDATE_COMPONENTS: rules_pb2.ValidateComponentsRequest(
            components_json='{"bidding": {}}'
        ).SerializeToString(),
        NEW_SOLO_GAME: solo_pb2.NewSoloGameRequest(seed=7, level=3).SerializeToString(),
        PLAY_ANDREW: solo_pb2.PlayAndrewRequest(position=management()).SerializeToString(),
        REVIEW_GAME: review_pb2.ReviewGameRequest(
            record=rules_pb2.GameRecord(components_digest="0", final_digest="0")
        ).SerializeToString(),
    }
    outcomes = set()
    for _ in range(300):
        method = chance.choice(WORKER_METHODS)
        data = bytearray(good[method])
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        outcomes |= {send(method, bytes(data)), send(method, chance.randbytes(chance.randrange(1, 60)))}
    assert outcomes <= DECLARED


def test_damaged_bytes_about_saved_games(send: Callable[[str, bytes], Outcome]) -> None:
    chance = random.Random(8)
    game = games_pb2.SavedGame(id="a", title="one", position=management())
    good = {
        SAVE_GAME: games_pb2.SaveGameRequest(game=game).SerializeToString(),
        LOAD_GAME: games_pb2.LoadGameRequest(id="a").SerializeToString(),
        LIST_GAMES: games_pb2.ListGamesRequest(page_size=3, page_token="9").SerializeToString(),
        DELETE_GAME: games_pb2.DeleteGameRequest(id="a", expected_version=1).SerializeToString(),
    }
    outcomes = set()
    for _ in range(200):
        method = chance.choice(GAME_METHODS)
        data = bytearray(good[method])
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        outcomes |= {send(method, bytes(data)), send(method, chance.randbytes(chance.randrange(1, 60)))}
    assert outcomes <= DECLARED_OF_GAMES
    assert (grpc.StatusCode.OK, "") in outcomes


def test_text_that_is_no_utf_8(send: Callable[[str, bytes], Outcome]) -> None:
    data = b"\x22\x02\xc3\x28"
    assert send(SUGGEST, data) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_MESSAGE")


@pytest.mark.parametrize("compression", [grpc.Compression.NoCompression, grpc.Compression.Gzip])
def test_a_message_that_is_too_large(channel: grpc.Channel, compression: grpc.Compression) -> None:
    method = raw_method(channel, SUGGEST)
    expected = grpc.StatusCode.RESOURCE_EXHAUSTED
    if compression is not grpc.Compression.NoCompression:
        # Nothing is unpacked, so that a small message cannot become a huge one.
        expected = grpc.StatusCode.UNIMPLEMENTED
    for size in ((1 << 20) + 1, 20 << 20):
        with pytest.raises(grpc.RpcError) as error:
            method(bytes(size), timeout=20.0, compression=compression)
        assert code_of(error.value) is expected


def test_a_message_just_within_the_limit(send: Callable[[str, bytes], Outcome]) -> None:
    text = "[" * ((1 << 20) - 5)
    data = advisor_pb2.SuggestRequest(components_json=text).SerializeToString()
    assert len(data) <= 1 << 20
    assert send(SUGGEST, data) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")


@pytest.mark.parametrize(
    "position",
    [
        position_pb2.Position(players=[position_pb2.Player()] * 500),
        position_pb2.Position(players=[position_pb2.Player(donations=["x"] * 20_000)]),
        position_pb2.Position(players=[position_pb2.Player(projects=[position_pb2.Project()] * 20_000)]),
        position_pb2.Position(neutral_donations=["x" * 500_000]),
        position_pb2.Position(round=2**31 - 1, players=[position_pb2.Player(money=2**31 - 1, vp=-(2**31))]),
    ],
    ids=["players", "donations", "projects", "text", "numbers"],
)
def test_more_of_everything_than_a_game_has(
    send: Callable[[str, bytes], Outcome], position: position_pb2.Position
) -> None:
    request = advisor_pb2.SuggestRequest(position=position)
    assert send(SUGGEST, request.SerializeToString()) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    check = rules_pb2.ValidatePositionRequest(position=position)
    assert send(VALIDATE_POSITION, check.SerializeToString()) == (grpc.StatusCode.OK, "")


def test_an_unknown_method(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as error:
        raw_method(channel, "/carnegie.v1.AdvisorService/Guess")(b"")
    assert code_of(error.value) is grpc.StatusCode.UNIMPLEMENTED

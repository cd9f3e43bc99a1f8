"""Saved games by either client: against the service itself, and against one that does as it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from google.protobuf import json_format
from google.rpc import code_pb2

from carnegie.v1 import games_pb2, position_pb2, rules_pb2
from carnegie_client import (
    CallFailed,
    Client,
    GameNotFound,
    InvalidRequest,
    LocalServer,
    MalformedJson,
    NoRoomForGame,
    NotSupported,
    ServerUnreachable,
    VersionConflict,
)
from clients.both_clients import Connect
from clients.fake_service import FakeService, refusal

GAME = games_pb2.SavedGame(
    id="a", title="one", position=position_pb2.Position(players=[position_pb2.Player()] * 2)
)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    flags = ["--workers", "1", "--games-path", ":memory:", "--max-games", "2"]
    with LocalServer(arguments=flags) as running:
        yield running.address


@pytest.fixture
def client(server: str, connect: Connect) -> Iterator[Client]:
    with connect(server) as opened:
        yield opened
        for game in opened.list_games().games:
            opened.delete_game(game.id, game.version)


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService() as running:
        yield running


@pytest.fixture
def faked(fake: FakeService, connect: Connect) -> Iterator[Client]:
    with connect(fake.address) as opened:
        yield opened


def test_a_game_is_saved_listed_loaded_changed_and_deleted(client: Client) -> None:
    saved = client.save_game(GAME)
    assert (saved.version, saved.summary.title) == (1, "one")
    assert list(client.list_games(page_size=5).games) == [saved.summary]
    loaded = client.load_game("a")
    assert (loaded.game, loaded.version) == (GAME, 1)
    loaded.game.title = "two"
    assert client.save_game(loaded.game, loaded.version).version == 2
    assert client.load_game("a").game.title == "two"
    client.delete_game("a", 2)
    assert not client.list_games().games


def test_pages_follow_each_other(client: Client) -> None:
    for name in ("a", "b"):
        client.save_game({"id": name, "position": {"players": [{}, {}]}})
    first = client.list_games(page_size=1)
    second = client.list_games(page_size=1, page_token=first.next_page_token)
    assert [game.id for page in (first, second) for game in page.games] == ["b", "a"]
    assert not second.next_page_token


def test_errors_tell_apart_what_can_be_done(client: Client) -> None:
    client.save_game(GAME)
    with pytest.raises(VersionConflict) as conflict:
        client.save_game({"id": "a", "position": {"players": [{}, {}, {}]}})
    assert (conflict.value.stored_version, conflict.value.reason) == (1, "VERSION_CONFLICT")
    with pytest.raises(VersionConflict):
        client.delete_game("a", 7)
    for missing in (lambda: client.load_game("b"), lambda: client.delete_game("b", 1)):
        with pytest.raises(GameNotFound, match="there is no game 'b'"):
            missing()
    with pytest.raises(InvalidRequest) as invalid:
        client.save_game({"id": "b", "position": {"players": [{"money": -1}, {}]}})
    assert [violation.path for violation in invalid.value.violations] == ["game.position.players[0].money"]
    client.save_game({"id": "b", "position": {"players": [{}, {}]}})
    with pytest.raises(NoRoomForGame, match="delete one first"):
        client.save_game({"id": "c", "position": {"players": [{}, {}]}})


def test_tables_are_checked(client: Client) -> None:
    faults = client.validate_components({"cities": {}}).faults
    assert [(fault.path, fault.reason) for fault in faults] == [("cities", "NOT_REPLACEABLE")]
    assert client.validate_components({}).components_digest == client.info().components_digest


def test_a_service_without_games_supports_none(connect: Connect) -> None:
    with LocalServer(arguments=["--workers", "1"]) as running, connect(running.address) as client:
        assert not client.info().keeps_games
        with pytest.raises(NotSupported, match="games_path"):
            client.list_games()


def test_a_game_is_sent_as_it_is_given(fake: FakeService, faked: Client) -> None:
    fake.saved = games_pb2.SaveGameResponse(version=4)
    data = json_format.MessageToDict(GAME)
    for given in (GAME, data, json.dumps(data), json.dumps(data).encode()):
        assert faked.save_game(given, 3) == fake.saved
        assert fake.requests[-1] == games_pb2.SaveGameRequest(game=GAME, expected_version=3)
    faked.save_game(GAME, request_id="move-7")
    assert fake.requests[-1] == games_pb2.SaveGameRequest(game=GAME)
    assert fake.headers[-1]["x-request-id"] == "move-7"
    before = len(fake.requests)
    with pytest.raises(MalformedJson):
        faked.save_game({"id": "a", "titel": "one"})
    assert len(fake.requests) == before


def test_the_other_calls_send_what_is_given(fake: FakeService, faked: Client) -> None:
    fake.listed = games_pb2.ListGamesResponse(next_page_token="7")
    assert faked.list_games() == fake.listed
    assert fake.requests[-1] == games_pb2.ListGamesRequest()
    faked.list_games(page_size=9, page_token="7")
    assert fake.requests[-1] == games_pb2.ListGamesRequest(page_size=9, page_token="7")
    fake.loaded = games_pb2.LoadGameResponse(game=GAME, version=3)
    assert faked.load_game("a") == fake.loaded
    assert fake.requests[-1] == games_pb2.LoadGameRequest(id="a")
    assert faked.delete_game("a", 3) == fake.deleted
    assert fake.requests[-1] == games_pb2.DeleteGameRequest(id="a", expected_version=3)
    fake.checked_tables = rules_pb2.ValidateComponentsResponse(assumed=["bidding"])
    assert faked.validate_components({"setup": {}}) == fake.checked_tables
    assert fake.requests[-1] == rules_pb2.ValidateComponentsRequest(components_json='{"setup": {}}')


def test_a_save_whose_answer_is_lost_is_sent_again_as_it_was(fake: FakeService, faked: Client) -> None:
    fake.saved = games_pb2.SaveGameResponse(version=4)
    fake.refusals = [refusal(code_pb2.UNAVAILABLE, "the connection is lost")] * 2
    assert faked.save_game(GAME, 3).version == 4
    assert fake.requests == [games_pb2.SaveGameRequest(game=GAME, expected_version=3)] * 3


def test_without_retry_a_lost_answer_is_told(fake: FakeService, connect: Connect) -> None:
    fake.refusals = [refusal(code_pb2.UNAVAILABLE, "the connection is lost")]
    with connect(fake.address, retry=False) as client, pytest.raises(ServerUnreachable):
        client.save_game(GAME)
    assert len(fake.requests) == 1


def test_no_call_about_saved_games_is_made_twice_at_the_same_time(
    fake: FakeService, connect: Connect
) -> None:
    with connect(fake.address, hedge_after=0.001) as client:
        for _ in range(5):
            client.save_game(GAME)
            client.delete_game("a", 1)
    assert len(fake.requests) == 10


@pytest.mark.parametrize(
    ("code", "reason", "kind"),
    [
        (code_pb2.ABORTED, "VERSION_CONFLICT", VersionConflict),
        (code_pb2.NOT_FOUND, "GAME_NOT_FOUND", GameNotFound),
        (code_pb2.RESOURCE_EXHAUSTED, "TOO_MANY_GAMES", NoRoomForGame),
        (code_pb2.RESOURCE_EXHAUSTED, "GAME_TOO_LARGE", NoRoomForGame),
        (code_pb2.RESOURCE_EXHAUSTED, "STORAGE_FULL", NoRoomForGame),
        (code_pb2.UNIMPLEMENTED, "GAMES_NOT_KEPT", NotSupported),
        (code_pb2.INTERNAL, "STORAGE_FAILED", CallFailed),
        (code_pb2.ABORTED, "SOMETHING_NEW", CallFailed),
    ],
)
def test_reasons_and_their_exceptions(
    fake: FakeService, faked: Client, code: int, reason: str, kind: type[CallFailed]
) -> None:
    fake.saved = refusal(code, "no", reason=reason, metadata={"version": "12"})
    with pytest.raises(CallFailed) as error:
        faked.save_game(GAME)
    assert type(error.value) is kind
    assert error.value.reason == reason
    if isinstance(error.value, VersionConflict):
        assert error.value.stored_version == 12


def test_a_conflict_without_a_version(fake: FakeService, faked: Client) -> None:
    fake.saved = refusal(code_pb2.ABORTED, "no", reason="VERSION_CONFLICT")
    with pytest.raises(VersionConflict) as error:
        faked.save_game(GAME)
    assert error.value.stored_version == 0

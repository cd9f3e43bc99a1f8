"""With tokens each caller has games of its own, and needs the scope for them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2

from carnegie.v1 import games_pb2
from carnegie_server.methods import DELETE_GAME, LIST_GAMES, LOAD_GAME, SAVE_GAME
from carnegie_server.security.tokens import new_token
from server.games.saving import saved_game
from server.service_process import Refusal, detail, raw_method, refusal, running_service


@dataclass(frozen=True)
class Callers:
    """Callers of one service, by the names of their tokens."""

    channel: grpc.Channel
    tokens: dict[str, str]

    def call(self, caller: str, method: str, request: Message) -> bytes:
        metadata = (("authorization", f"Bearer {self.tokens[caller]}"),)
        return raw_method(self.channel, method)(request.SerializeToString(), timeout=20.0, metadata=metadata)

    def refuses(self, caller: str, method: str, request: Message) -> Refusal:
        with pytest.raises(grpc.RpcError) as error:
            self.call(caller, method, request)
        return refusal(error.value)

    def titles(self, caller: str) -> list[str]:
        answer = self.call(caller, LIST_GAMES, games_pb2.ListGamesRequest())
        return [game.title for game in games_pb2.ListGamesResponse.FromString(answer).games]


@pytest.fixture(scope="module")
def callers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callers]:
    folder: Path = tmp_path_factory.mktemp("tokens")
    scopes = {"ann": '["solo", "games"]', "bob": '["games"]', "eve": '["solo", "analysis"]'}
    tokens = {name: new_token() for name in scopes}
    file = folder / "tokens.toml"
    file.write_text(
        "".join(
            f'[[token]]\nname = "{name}"\nsha256 = "{hashlib.sha256(tokens[name].encode()).hexdigest()}"\n'
            f"scopes = {scopes[name]}\n"
            for name in scopes
        ),
        encoding="utf-8",
    )
    flags = ("--workers=1", f"--tokens={file}", f"--games-path={folder / 'games.db'}", "--max-games=2")
    with running_service(*flags) as service, service.channel() as channel:
        yield Callers(channel, tokens)


def test_nobody_sees_changes_or_deletes_the_games_of_others(callers: Callers) -> None:
    for name in ("ann", "bob"):
        saving = games_pb2.SaveGameRequest(game=saved_game("a", f"of {name}"))
        callers.call(name, SAVE_GAME, saving)
    assert callers.titles("ann") == ["of ann"]
    assert callers.titles("bob") == ["of bob"]
    changed = games_pb2.SaveGameRequest(game=saved_game("a", "changed"), expected_version=1)
    callers.call("ann", SAVE_GAME, changed)
    # Of the same id each has a game with versions of its own.
    callers.call("bob", DELETE_GAME, games_pb2.DeleteGameRequest(id="a", expected_version=1))
    assert callers.titles("bob") == []
    assert callers.titles("ann") == ["changed"]
    callers.call("ann", SAVE_GAME, games_pb2.SaveGameRequest(game=saved_game("only-anns")))
    strange: tuple[tuple[str, Message], ...] = (
        (LOAD_GAME, games_pb2.LoadGameRequest(id="only-anns")),
        (DELETE_GAME, games_pb2.DeleteGameRequest(id="only-anns", expected_version=1)),
        (SAVE_GAME, games_pb2.SaveGameRequest(game=saved_game("only-anns"), expected_version=1)),
    )
    for method, request in strange:
        assert callers.refuses("bob", method, request).reason == "GAME_NOT_FOUND"
    third = games_pb2.SaveGameRequest(game=saved_game("third"))
    assert callers.refuses("ann", SAVE_GAME, third).reason == "TOO_MANY_GAMES"
    callers.call("bob", SAVE_GAME, third)


def test_games_need_a_scope_of_their_own(callers: Callers) -> None:
    refused = callers.refuses("eve", LIST_GAMES, games_pb2.ListGamesRequest())
    assert (refused.code, refused.reason) == (grpc.StatusCode.PERMISSION_DENIED, "SCOPE_MISSING")
    assert detail(refused.status, error_details_pb2.ErrorInfo).metadata == {"scope": "games"}

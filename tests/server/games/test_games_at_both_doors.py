"""A game that is saved through one door is loaded through the other, and errors are the same at both."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import json_format

from carnegie.v1 import games_pb2
from carnegie_server.methods import DELETE_GAME, LIST_GAMES, LOAD_GAME, SAVE_GAME, VALIDATE_COMPONENTS
from server.games.saving import Stub, load, refused_load, refused_save, save, saved_game, stub_of
from server.gateway.web import PROTO, Web, WebAnswer, status_of, web_of
from server.service_process import running_service


@dataclass(frozen=True)
class Doors:
    """Both doors of one service."""

    games: Stub
    web: Web

    def post(self, method: str, request: object) -> WebAnswer:
        return self.web.post(json.dumps(request), path=method)


@pytest.fixture(scope="module")
def doors() -> Iterator[Doors]:
    with (
        running_service("--workers=1", "--web-port=0", "--games-path=:memory:") as service,
        service.channel() as channel,
    ):
        yield Doors(stub_of(channel), web_of(service))


def as_json(game: games_pb2.SavedGame) -> Any:
    return json_format.MessageToDict(game)


def test_saved_in_json_and_loaded_by_grpc(doors: Doors) -> None:
    game = saved_game("from-a-page", "Ein Abend, Ω")
    answer = doors.post(SAVE_GAME, {"game": as_json(game)})
    assert (answer.status, answer.json["version"]) == (200, 1)
    loaded = load(doors.games, "from-a-page")
    assert loaded.game == game
    summary = json_format.ParseDict(answer.json["summary"], games_pb2.GameSummary())
    assert summary == loaded.summary
    # Times as texts that every JSON reader knows, and no number of 64 bits.
    assert answer.json["summary"]["created"].endswith("Z")


def test_saved_by_grpc_and_loaded_listed_and_deleted_in_json(doors: Doors) -> None:
    game = saved_game("from-a-program", "one")
    summary = save(doors.games, game).summary
    loaded = doors.post(LOAD_GAME, {"id": "from-a-program"})
    assert json_format.ParseDict(loaded.json, games_pb2.LoadGameResponse()) == games_pb2.LoadGameResponse(
        game=game, version=1, summary=summary
    )
    in_bytes = doors.web.post(
        games_pb2.LoadGameRequest(id="from-a-program").SerializeToString(), PROTO, LOAD_GAME
    )
    assert games_pb2.LoadGameResponse.FromString(in_bytes.body).game == game
    listed = doors.post(LIST_GAMES, {"pageSize": 1})
    assert listed.json["games"][0]["id"] == "from-a-program"
    assert doors.post(DELETE_GAME, {"id": "from-a-program", "expectedVersion": 1}).json == {}
    assert refused_load(doors.games, "from-a-program").reason == "GAME_NOT_FOUND"


def test_errors_are_those_of_grpc(doors: Doors) -> None:
    game = saved_game("twice")
    save(doors.games, game)
    game.title = "other"
    conflict = doors.post(SAVE_GAME, {"game": as_json(game)})
    assert (conflict.status, conflict.json["code"]) == (409, "aborted")
    expected = refused_save(doors.games, game)
    assert status_of(conflict.json, expected.status.code) == expected.status
    missing = doors.post(LOAD_GAME, {"id": "nowhere"})
    assert (missing.status, missing.json["code"]) == (404, "not_found")
    expected = refused_load(doors.games, "nowhere")
    assert status_of(missing.json, expected.status.code) == expected.status
    game.record.steps.add().play_andrew.SetInParent()
    faulty = doors.post(SAVE_GAME, {"game": as_json(game), "expectedVersion": 1})
    assert (faulty.status, faulty.json["code"]) == (400, "invalid_argument")


def test_a_call_that_changes_something_is_not_made_by_get(doors: Doors) -> None:
    for method in (SAVE_GAME, LOAD_GAME, LIST_GAMES, DELETE_GAME):
        answer = doors.web.request("GET", f"{method}?encoding=json&message=%7B%7D")
        assert answer.status == 405


def test_tables_are_checked_in_json(doors: Doors) -> None:
    answer = doors.post(VALIDATE_COMPONENTS, {"componentsJson": '{"cities": {}}'})
    assert answer.status == 200
    (fault,) = answer.json["faults"]
    assert (fault["path"], fault["reason"]) == ("cities", "NOT_REPLACEABLE")
    assert len(doors.post(VALIDATE_COMPONENTS, {}).json["componentsDigest"]) == 64


def test_the_commands_of_the_document(doors: Doors) -> None:
    """What docs/service.md shows by curl; the shell's quotes have nothing special in them."""
    text = (Path(__file__).parents[3] / "docs" / "service.md").read_text(encoding="utf-8")
    section = text.split("### Saved games")[1].split("\n## ")[0]
    commands = re.findall(r"127\.0\.0\.1:8080(/\S+) .*?--data '(.*?)'", section, re.DOTALL)
    assert [method for method, _ in commands] == [SAVE_GAME, SAVE_GAME, LIST_GAMES]
    saved, again, listed = (doors.web.post(data, path=method) for method, data in commands)
    assert (saved.status, saved.json["version"]) == (200, 1)
    assert (again.status, again.json["version"]) == (200, 2)
    assert listed.json["games"][0] == again.json["summary"]


def test_a_service_without_games_says_so_over_http() -> None:
    with running_service("--workers=1", "--web-port=0") as service:
        answer = web_of(service).post("{}", path=LIST_GAMES)
    assert (answer.status, answer.json["code"]) == (501, "unimplemented")
    assert "games_path" in answer.json["message"]
    assert grpc.StatusCode.UNIMPLEMENTED.name.lower() == answer.json["code"]

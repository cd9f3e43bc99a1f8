"""Games to save, and the service that keeps them."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

import grpc
from google.protobuf import json_format

from carnegie.v1 import games_pb2, games_pb2_grpc, rules_pb2
from carnegie_server.games import CheckedGame
from carnegie_solver.components import load_components
from carnegie_solver.rules import Phase, Position, apply, legal_steps
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.record import make_record, record_to_json
from carnegie_solver.rules.steps import Step
from server.service_process import Refusal, refused

Stub = games_pb2_grpc.GameStoreServiceStub


@functools.cache
def _played(seed: int, most: int) -> tuple[tuple[Step, ...], tuple[Position, ...]]:
    """Play a solo game at random; give its steps, and the positions from the first one on."""
    components, chance = load_components(), random.Random(seed)
    positions, steps = [new_game(components, seed, players=1, solo_level=2)], list[Step]()
    while positions[-1].phase is not Phase.GAME_OVER and len(steps) < most:
        steps.append(chance.choice(legal_steps(components, positions[-1])))
        positions.append(apply(components, positions[-1], steps[-1]))
    return tuple(steps), tuple(positions)


def solo_positions(seed: int = 5, steps: int = 60) -> Sequence[Position]:
    """Give the positions of `solo_record`, from the beginning of the setup on."""
    return _played(seed, steps)[1]


@functools.cache
def _record(seed: int, steps: int) -> rules_pb2.GameRecord:
    record = make_record(load_components(), seed, _played(seed, steps)[0], players=1, solo_level=2)
    return json_format.ParseDict(record_to_json(record), rules_pb2.GameRecord())


def solo_record(seed: int = 5, steps: int = 60) -> rules_pb2.GameRecord:
    """Give the record of a solo game of level 2 that is played at random, so many steps of it at most."""
    return rules_pb2.GameRecord.FromString(_record(seed, steps).SerializeToString())


def saved_game(game_id: str, title: str = "", *, seed: int = 5, steps: int = 12) -> games_pb2.SavedGame:
    """Give a small game that can be saved."""
    return games_pb2.SavedGame(id=game_id, title=title, record=solo_record(seed, steps))


def checked(game_id: str, title: str = "", expected_version: int = 0) -> CheckedGame:
    """Give a game as a worker would hand it over to the store."""
    content = games_pb2.SavedGame(id=game_id, title=title).SerializeToString(deterministic=True)
    summary = games_pb2.GameSummary(id=game_id, title=title).SerializeToString(deterministic=True)
    return CheckedGame(game_id, expected_version, content, summary)


def stub_of(channel: grpc.Channel) -> Stub:
    return games_pb2_grpc.GameStoreServiceStub(channel)


def save(stub: Stub, game: games_pb2.SavedGame, expected_version: int = 0) -> games_pb2.SaveGameResponse:
    return stub.SaveGame(
        games_pb2.SaveGameRequest(game=game, expected_version=expected_version), timeout=20.0
    )


def refused_save(stub: Stub, game: games_pb2.SavedGame, expected_version: int = 0) -> Refusal:
    request = games_pb2.SaveGameRequest(game=game, expected_version=expected_version)
    return refused(stub.SaveGame, request)


def load(stub: Stub, game_id: str) -> games_pb2.LoadGameResponse:
    return stub.LoadGame(games_pb2.LoadGameRequest(id=game_id), timeout=20.0)


def refused_load(stub: Stub, game_id: str) -> Refusal:
    return refused(stub.LoadGame, games_pb2.LoadGameRequest(id=game_id))


def delete(stub: Stub, game_id: str, expected_version: int) -> games_pb2.DeleteGameResponse:
    return stub.DeleteGame(
        games_pb2.DeleteGameRequest(id=game_id, expected_version=expected_version), timeout=20.0
    )


def refused_delete(stub: Stub, game_id: str, expected_version: int) -> Refusal:
    return refused(
        stub.DeleteGame, games_pb2.DeleteGameRequest(id=game_id, expected_version=expected_version)
    )


def listed(stub: Stub) -> list[games_pb2.GameSummary]:
    """Give all games, page by page."""
    games: list[games_pb2.GameSummary] = []
    request = games_pb2.ListGamesRequest(page_size=200)
    while True:
        page = stub.ListGames(request, timeout=20.0)
        games.extend(page.games)
        if not page.next_page_token:
            return games
        request.page_token = page.next_page_token

"""The calls about saved games, as the thread of the store answers them: from a request's bytes to an answer's."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from google.protobuf.message import DecodeError
from google.rpc import code_pb2

from carnegie.v1 import games_pb2
from carnegie_server.errors import CallRefused, Reason, Violation, found_and_allowed, invalid_request
from carnegie_server.games.checked import CheckedGame
from carnegie_server.games.names import id_violation
from carnegie_server.games.refusals import storage_failed
from carnegie_server.games.store import DAMAGED, GameStore, StoredGame
from carnegie_server.methods import DELETE_GAME, LIST_GAMES, LOAD_GAME, SAVE_GAME
from carnegie_server.workers import Fact, Reply

USUAL_PAGE = 50
"""How many games a list gives where the request does not say."""
LARGEST_PAGE = 200
"""The most games that a list gives at once."""

_LARGEST_PLACE = 2**63 - 1
_TOKEN = re.compile("before-([1-9][0-9]{0,18})")
"""The form of a page's token. Before places were counted for each owner alone, it was a number only."""


def answer_game_call(method: str, store: GameStore, owner: str, request: bytes) -> Reply:
    """Answer one of the calls about saved games.

    Parameters
    ----------
    method
        The full name of the call.
    store
        The games.
    owner
        Whose games they are; empty without tokens.
    request
        The request as it came in; to save, the CheckedGame that a worker has made of it.

    Raises
    ------
    CallRefused
        There is no such game, its version is another one, the request is malformed, or the storage fails.
    """
    return _CALLS[method](store, owner, request)


def _save(store: GameStore, owner: str, request: bytes) -> Reply:
    game = CheckedGame.from_bytes(request)
    stored = store.save(owner, game)
    response = games_pb2.SaveGameResponse(version=stored.version, summary=_summary(stored))
    return _reply(response, {"game_version": stored.version, "game_bytes": len(game.content)})


def _load(store: GameStore, owner: str, data: bytes) -> Reply:
    request = games_pb2.LoadGameRequest()
    _parse(request, data)
    _check([id_violation("id", request.id)])
    stored, content = store.load(owner, request.id)
    response = games_pb2.LoadGameResponse(version=stored.version, summary=_summary(stored))
    _read(response.game, content)
    return _reply(response, {"game_version": stored.version, "game_bytes": len(content)})


def _list(store: GameStore, owner: str, data: bytes) -> Reply:
    request = games_pb2.ListGamesRequest()
    _parse(request, data)
    before, token_violation = _read_token(request.page_token)
    _check([_page_violation(request.page_size), token_violation])
    count = min(request.page_size or USUAL_PAGE, LARGEST_PAGE)
    found = store.list(owner, count + 1, before)
    response = games_pb2.ListGamesResponse(games=[_summary(stored) for stored in found[:count]])
    if len(found) > count:
        response.next_page_token = f"before-{found[count - 1].place}"
    return _reply(response, {"games": len(response.games)})


def _delete(store: GameStore, owner: str, data: bytes) -> Reply:
    request = games_pb2.DeleteGameRequest()
    _parse(request, data)
    violations = [id_violation("id", request.id)]
    if request.expected_version < 1:
        allowed = found_and_allowed(str(request.expected_version), "1 or more, the version of the game")
        violations.append(Violation("expected_version", "OUT_OF_RANGE", allowed))
    _check(violations)
    store.delete(owner, request.id, request.expected_version)
    return _reply(games_pb2.DeleteGameResponse(), {"game_version": request.expected_version})


_CALLS: Mapping[str, Callable[[GameStore, str, bytes], Reply]] = {
    SAVE_GAME: _save,
    LOAD_GAME: _load,
    LIST_GAMES: _list,
    DELETE_GAME: _delete,
}

_Request = games_pb2.LoadGameRequest | games_pb2.ListGamesRequest | games_pb2.DeleteGameRequest
_Response = (
    games_pb2.SaveGameResponse
    | games_pb2.LoadGameResponse
    | games_pb2.ListGamesResponse
    | games_pb2.DeleteGameResponse
)


def _parse(request: _Request, data: bytes) -> None:
    try:
        request.ParseFromString(data)
    except DecodeError:
        name = request.DESCRIPTOR.full_name
        message = f"the request is not a serialized {name}"
        raise CallRefused(code_pb2.INVALID_ARGUMENT, Reason.MALFORMED_MESSAGE, message) from None


def _read(message: games_pb2.SavedGame | games_pb2.GameSummary, stored: bytes) -> None:
    """Read what the store has given; SQLite does not notice when a disk has changed a byte."""
    try:
        message.ParseFromString(stored)
    except DecodeError as fault:
        raise storage_failed(DAMAGED, str(fault)) from None


def _reply(response: _Response, facts: Mapping[str, Fact]) -> Reply:
    return Reply(code_pb2.OK, response.SerializeToString(deterministic=True), facts)


def _summary(stored: StoredGame) -> games_pb2.GameSummary:
    summary = games_pb2.GameSummary()
    _read(summary, stored.summary)
    summary.version = stored.version
    summary.created.FromMicroseconds(stored.created)
    summary.changed.FromMicroseconds(stored.changed)
    return summary


def _check(found: list[Violation | None]) -> None:
    violations = [violation for violation in found if violation is not None]
    if violations:
        raise invalid_request(violations)


def _page_violation(size: int) -> Violation | None:
    if size >= 0:
        return None
    return Violation("page_size", "OUT_OF_RANGE", found_and_allowed(str(size), f"1 to {LARGEST_PAGE}"))


def _read_token(token: str) -> tuple[int | None, Violation | None]:
    """Read the token of a page: the place of the last game of the page before."""
    if not token:
        return None, None
    read = _TOKEN.fullmatch(token)
    if read and int(read[1]) <= _LARGEST_PLACE:
        return int(read[1]), None
    description = found_and_allowed(repr(token), "the next_page_token of a page, or nothing")
    return None, Violation("page_token", "INVALID_TOKEN", description)

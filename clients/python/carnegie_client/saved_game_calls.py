"""The calls about the games that the service keeps."""

from __future__ import annotations

from typing import Final

from carnegie.v1.games_pb2 import (
    DeleteGameRequest,
    DeleteGameResponse,
    ListGamesRequest,
    ListGamesResponse,
    LoadGameRequest,
    LoadGameResponse,
    SaveGameRequest,
    SaveGameResponse,
)
from carnegie_client.calls import Call, Method, name_for
from carnegie_client.messages import SavedGameLike, saved_game_message

# None of them is cheap, so that none is made twice at the same time: of two deletes the second one finds nothing.
_LIST: Final = Method("/carnegie.v1.GameStoreService/ListGames", ListGamesResponse, cheap=False)
_SAVE: Final = Method("/carnegie.v1.GameStoreService/SaveGame", SaveGameResponse, cheap=False)
_LOAD: Final = Method("/carnegie.v1.GameStoreService/LoadGame", LoadGameResponse, cheap=False)
_DELETE: Final = Method("/carnegie.v1.GameStoreService/DeleteGame", DeleteGameResponse, cheap=False)


def list_games_call(
    *, page_size: int = 0, page_token: str = "", request_id: str | None = None
) -> Call[ListGamesResponse]:
    """Give the call for a page of the list.

    Raises
    ------
    ValueError
        If a number is too large or too small for the message, or the request id cannot be one.
    """
    request = ListGamesRequest(page_size=page_size, page_token=page_token)
    return Call(_LIST, request, name_for(request_id))


def save_game_call(
    game: SavedGameLike, expected_version: int, *, request_id: str | None = None
) -> Call[SaveGameResponse]:
    """Give the call that saves a game.

    Raises
    ------
    MalformedJson
        If the game's data or text is not the JSON form of a saved game.
    ValueError
        As for `list_games_call`.
    """
    request = SaveGameRequest(game=saved_game_message(game), expected_version=expected_version)
    return Call(_SAVE, request, name_for(request_id))


def load_game_call(game_id: str, *, request_id: str | None = None) -> Call[LoadGameResponse]:
    """Give the call that loads a game; errors as for `list_games_call`."""
    return Call(_LOAD, LoadGameRequest(id=game_id), name_for(request_id))


def delete_game_call(
    game_id: str, expected_version: int, *, request_id: str | None = None
) -> Call[DeleteGameResponse]:
    """Give the call that deletes a game; errors as for `list_games_call`."""
    request = DeleteGameRequest(id=game_id, expected_version=expected_version)
    return Call(_DELETE, request, name_for(request_id))

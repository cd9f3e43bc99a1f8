"""The errors of the calls about saved games, as their callers see them."""

from __future__ import annotations

import logging
import secrets
import sqlite3

from google.rpc import code_pb2

from carnegie_server.errors import CallRefused, Reason

_LOGGER = logging.getLogger(__name__)

_RETRY_SECONDS = 1.0
_PRIMARY_CODE = 0xFF
"""SQLite's codes have what they are more exactly in the bits above, see https://sqlite.org/rescode.html."""

_WORDS = {
    sqlite3.SQLITE_READONLY: "the file of the games cannot be written",
    sqlite3.SQLITE_CORRUPT: "the file of the games is damaged",
    sqlite3.SQLITE_NOTADB: "the file of the games is damaged",
    sqlite3.SQLITE_IOERR: "the disk with the games cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "the file of the games cannot be opened",
    sqlite3.SQLITE_FULL: "the disk with the games is full",
    sqlite3.SQLITE_PERM: "the file of the games may not be read or written",
    sqlite3.SQLITE_AUTH: "the file of the games may not be read or written",
    sqlite3.SQLITE_BUSY: "another program holds the file of the games",
    sqlite3.SQLITE_LOCKED: "another program holds the file of the games",
}


_OTHER_WORDS = "the file of the games is damaged"
"""What any other error means: the statements are known to be right for a file that is whole."""

_MISTAKES = (sqlite3.ProgrammingError, sqlite3.InterfaceError, sqlite3.NotSupportedError)
"""Errors that are never of the file."""


def primary_code(fault: sqlite3.Error) -> int | None:
    """Give SQLite's own code of an error; None if it has none, as where Python cannot read what SQLite gives."""
    code: int | None = getattr(fault, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY_CODE


def in_words(fault: sqlite3.Error) -> str:
    """Say what an error of SQLite means for the games."""
    return _WORDS.get(primary_code(fault) or 0, _OTHER_WORDS)


def games_not_kept() -> CallRefused:
    """Say that the service keeps no games."""
    return CallRefused(
        code_pb2.UNIMPLEMENTED,
        Reason.GAMES_NOT_KEPT,
        "this service keeps no games: its setting games_path names no file to keep them in",
        metadata={"setting": "games_path"},
    )


def game_not_found(game_id: str) -> CallRefused:
    """Say that the caller has no game with this id."""
    return CallRefused(
        code_pb2.NOT_FOUND,
        Reason.GAME_NOT_FOUND,
        f"there is no game {game_id!r}",
        metadata={"id": game_id},
    )


def version_conflict(game_id: str, expected: int, stored: int) -> CallRefused:
    """Say that a game has been saved by somebody else in the meantime."""
    awaited = "none, for a new game" if expected == 0 else str(expected)
    return CallRefused(
        code_pb2.ABORTED,
        Reason.VERSION_CONFLICT,
        f"the game {game_id!r} has version {stored}, expected was {awaited}; load it and decide which one to keep",
        metadata={"id": game_id, "version": str(stored), "expected_version": str(expected)},
    )


def too_many_games(most: int) -> CallRefused:
    """Say that a caller has as many games as may be kept."""
    return CallRefused(
        code_pb2.RESOURCE_EXHAUSTED,
        Reason.TOO_MANY_GAMES,
        f"{most} games are kept already, and no more may be; delete one first",
        metadata={"limit": str(most)},
    )


def game_too_large(size: int, most: int) -> CallRefused:
    """Say that a game has too many bytes."""
    return CallRefused(
        code_pb2.RESOURCE_EXHAUSTED,
        Reason.GAME_TOO_LARGE,
        f"the game has {size} bytes, and may have {most}",
        metadata={"limit": str(most), "bytes": str(size)},
    )


def too_many_waiting() -> CallRefused:
    """Say that the disk does not keep pace with the calls."""
    return CallRefused(
        code_pb2.RESOURCE_EXHAUSTED,
        Reason.BUSY,
        "too many calls wait for the disk with the games; try again later",
        retry_seconds=_RETRY_SECONDS,
    )


def out_of_time() -> CallRefused:
    """Say that the disk was not quick enough; whether a change is made is not known."""
    return CallRefused(
        code_pb2.DEADLINE_EXCEEDED,
        Reason.NO_ANSWER_IN_TIME,
        "the disk with the games did not answer in the time allowed; a save sent again does no harm",
    )


def storage_failed(words: str, detail: str) -> CallRefused:
    """Log that the games cannot be read or written, in a line, and give the error that names it to the caller."""
    number = secrets.token_hex(8)
    _LOGGER.error("incident %s: %s: %s", number, words, detail)
    return CallRefused(
        code_pb2.INTERNAL,
        Reason.STORAGE_FAILED,
        f"{words}; logged as incident {number}",
        metadata={"incident": number},
    )


def refusal_of(fault: sqlite3.Error) -> CallRefused:
    """Give the error that an error of SQLite is to the caller; one that is a mistake here is raised on."""
    if isinstance(fault, _MISTAKES):
        raise fault
    code, words = primary_code(fault), in_words(fault)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        _LOGGER.warning("%s: %s", words, fault)
        return CallRefused(
            code_pb2.RESOURCE_EXHAUSTED,
            Reason.BUSY,
            f"{words}; try again later",
            retry_seconds=_RETRY_SECONDS,
        )
    if code == sqlite3.SQLITE_FULL:
        _LOGGER.error("%s: %s", words, fault)
        return CallRefused(code_pb2.RESOURCE_EXHAUSTED, Reason.STORAGE_FULL, f"{words}; nothing was changed")
    return storage_failed(words, str(fault))

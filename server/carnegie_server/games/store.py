"""The store: games by owner and id, with versions; each change is one transaction."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from carnegie_server.games.checked import CheckedGame
from carnegie_server.games.database import MEMORY, open_database, transaction
from carnegie_server.games.refusals import (
    game_not_found,
    refusal_of,
    storage_failed,
    too_many_games,
    version_conflict,
)

DAMAGED = "a saved game is damaged"
"""What a caller is told of a game that cannot be read."""
_NANOSECONDS_IN_MICROSECOND = 1_000
_FIRST_VERSION = 1
_LARGEST_VERSION = 2**31 - 2
_LARGEST_PLACE = 2**62
_LATEST = 253_402_300_799_999_999
"""The end of the year 9999, in microseconds since 1970: the last time that a message can say."""
_COLUMNS = "version, created, changed, place, summary"


class DamagedGameError(Exception):
    """What the file holds of a game is nothing that a save has written."""


def microseconds_now() -> int:
    """Give the time, in microseconds since 1970."""
    return time.time_ns() // _NANOSECONDS_IN_MICROSECOND


@dataclass(frozen=True, slots=True)
class StoredGame:
    """What the store knows of a game.

    Attributes
    ----------
    version
        1 when it is new, and one more with each save.
    created, changed
        When it was saved first and last, in microseconds since 1970.
    place
        Larger than that of every game of the same owner that was changed before; it tells nothing of other owners.
    summary
        The serialized GameSummary without version and times.
    """

    version: int
    created: int
    changed: int
    place: int
    summary: bytes

    @classmethod
    def of(cls, version: object, created: object, changed: object, place: object, summary: object) -> Self:
        """Read a row of the file.

        Raises
        ------
        DamagedGameError
            When it holds what no save has written; SQLite itself lets any value into any column.
        """
        return cls(
            _whole("version", version, _FIRST_VERSION, _LARGEST_VERSION),
            _whole("created", created, 0, _LATEST),
            _whole("changed", changed, 0, _LATEST),
            _whole("place", place, 1, _LARGEST_PLACE),
            _bytes("summary", summary),
        )


def _whole(name: str, value: object, least: int, most: int) -> int:
    """Give a whole number of a row; raise DamagedGameError where it is none that can be there."""
    if not isinstance(value, int) or not least <= value <= most:
        raise DamagedGameError(f"its {name} is {str(value)[:40]}")
    return value


def _bytes(name: str, value: object) -> bytes:
    """Give bytes of a row; raise DamagedGameError where it is something else."""
    if not isinstance(value, bytes):
        raise DamagedGameError(f"its {name} is no bytes")
    return value


class GameStore:
    """The games in their file, for use from the thread that has opened it.

    Every method raises `CallRefused` for what the caller is to be told, storage that fails included.

    Parameters
    ----------
    path
        The file, or ``:memory:``.
    max_games
        The most games of one owner; 0 for no limit.
    now
        Gives the time, in microseconds since 1970.

    Raises
    ------
    GamesUnusable
        The file cannot be used.
    """

    def __init__(self, path: Path, max_games: int = 0, now: Callable[[], int] = microseconds_now) -> None:
        self._connection = open_database(path)
        self._path = None if str(path) == MEMORY else path
        self._identity = self._identify()
        self._max_games = max_games
        self._now = now

    def close(self) -> None:
        """Close the file; what lies in the log beside it is moved into it."""
        self._connection.close()

    def save(self, owner: str, game: CheckedGame) -> StoredGame:
        """Store a game as the version after the expected one, or find that this very save has been made already."""
        with self._storage(), transaction(self._connection):
            found = self._connection.execute(
                f"SELECT {_COLUMNS}, content FROM games WHERE owner = ? AND id = ?", (owner, game.id)
            ).fetchone()
            if found is None:
                return self._create(owner, game)
            *known, content = found
            stored = StoredGame.of(*known)
            if stored.version == game.expected_version + 1 and content == game.content:
                return stored
            if stored.version != game.expected_version:
                raise version_conflict(game.id, game.expected_version, stored.version)
            return self._change(owner, game, stored)

    def load(self, owner: str, game_id: str) -> tuple[StoredGame, bytes]:
        """Give a game: what is known of it, and the serialized SavedGame."""
        with self._storage():
            found = self._connection.execute(
                f"SELECT {_COLUMNS}, content FROM games WHERE owner = ? AND id = ?", (owner, game_id)
            ).fetchone()
            if found is None:
                raise game_not_found(game_id)
            *known, content = found
            return StoredGame.of(*known), _bytes("content", content)

    def list(self, owner: str, count: int, before: int | None = None) -> list[StoredGame]:
        """Give up to `count` games, the last changed one first; with `before` those whose place is smaller."""
        place = "" if before is None else "AND place < :before"
        with self._storage():
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM games WHERE owner = :owner {place} ORDER BY place DESC LIMIT :count",
                {"owner": owner, "before": before, "count": count},
            ).fetchall()
            return [StoredGame.of(*row) for row in rows]

    def delete(self, owner: str, game_id: str, expected_version: int) -> None:
        """Delete a game that has the expected version."""
        with self._storage(), transaction(self._connection):
            found = self._connection.execute(
                "SELECT version FROM games WHERE owner = ? AND id = ?", (owner, game_id)
            ).fetchone()
            if found is None:
                raise game_not_found(game_id)
            version = _whole("version", found[0], _FIRST_VERSION, _LARGEST_VERSION)
            if version != expected_version:
                raise version_conflict(game_id, expected_version, version)
            self._connection.execute("DELETE FROM games WHERE owner = ? AND id = ?", (owner, game_id))

    def _create(self, owner: str, game: CheckedGame) -> StoredGame:
        if game.expected_version:
            raise game_not_found(game.id)
        if self._max_games and self._count(owner) >= self._max_games:
            raise too_many_games(self._max_games)
        now = self._now()
        stored = StoredGame(_FIRST_VERSION, now, now, self._next_place(owner), game.summary)
        self._connection.execute(
            f"INSERT INTO games (owner, id, {_COLUMNS}, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (owner, game.id, stored.version, now, now, stored.place, stored.summary, game.content),
        )
        return stored

    def _change(self, owner: str, game: CheckedGame, before: StoredGame) -> StoredGame:
        # No game is said to be changed before it was: the clock may have been set back.
        changed = max(self._now(), before.changed)
        stored = StoredGame(
            before.version + 1, before.created, changed, self._next_place(owner), game.summary
        )
        self._connection.execute(
            "UPDATE games SET version = ?, changed = ?, place = ?, summary = ?, content = ? "
            "WHERE owner = ? AND id = ?",
            (stored.version, changed, stored.place, stored.summary, game.content, owner, game.id),
        )
        return stored

    def _count(self, owner: str) -> int:
        count: int = self._connection.execute(
            "SELECT COUNT(*) FROM games WHERE owner = ?", (owner,)
        ).fetchone()[0]
        return count

    def _next_place(self, owner: str) -> int:
        (place,) = self._connection.execute(
            "SELECT COALESCE(MAX(place), 0) FROM games WHERE owner = ?", (owner,)
        ).fetchone()
        return _whole("place", place, 0, _LARGEST_PLACE) + 1

    @contextlib.contextmanager
    def _storage(self) -> Iterator[None]:
        """Turn errors of the storage into what the caller is told."""
        if self._path is not None and self._identify() != self._identity:
            # SQLite would go on in a file that has no name any more, and whatever is saved would be lost.
            raise storage_failed(
                "the file of the games has been moved or replaced while it was in use", f"see {self._path}"
            )
        try:
            yield
        except DamagedGameError as fault:
            raise storage_failed(DAMAGED, str(fault)) from None
        except sqlite3.Error as fault:
            raise refusal_of(fault) from None
        except UnicodeDecodeError as fault:  # Python's, of the words in which SQLite names what is damaged
            raise refusal_of(sqlite3.DatabaseError(str(fault))) from None

    def _identify(self) -> tuple[int, int] | None:
        """Give what tells the file from another one in its place; None where there is none."""
        if self._path is None:
            return None
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

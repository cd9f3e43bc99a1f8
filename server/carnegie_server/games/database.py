"""The file of the games: opened, told from other files, and brought to the form that this version knows."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from carnegie_server.games.refusals import in_words

MEMORY = ":memory:"
"""The path of games that are kept in memory only, for as long as the service runs."""

APPLICATION_ID = 0x43415247
"""What SQLite's header says of a file of ours: ``CARG``."""

BUSY_SECONDS = 5.0
"""How long is waited for another program that holds the file, such as a backup."""

_OWNER_ONLY = 0o600

MIGRATIONS: Sequence[Sequence[str]] = (
    (
        """
        CREATE TABLE games (
            owner TEXT NOT NULL,        -- the name of the token; empty without tokens
            id TEXT NOT NULL,           -- what the client calls the game
            version INTEGER NOT NULL,   -- 1 when it is new, and one more with each save
            created INTEGER NOT NULL,   -- microseconds since 1970, UTC
            changed INTEGER NOT NULL,   -- microseconds since 1970, UTC
            place INTEGER NOT NULL,     -- larger than that of every game of the owner that was changed before
            summary BLOB NOT NULL,      -- carnegie.v1.GameSummary without version and times
            content BLOB NOT NULL,      -- carnegie.v1.SavedGame; last, for SQLite reads a row up to what is wanted
            PRIMARY KEY (owner, id)
        )
        """,
        "CREATE UNIQUE INDEX games_by_place ON games (place)",
        "CREATE INDEX games_by_owner ON games (owner, place)",
    ),
    # Places had been counted over all owners, so that one's told how often the others had saved.
    (
        "DROP INDEX games_by_place",
        "DROP INDEX games_by_owner",
        """
        CREATE TEMPORARY TABLE places AS
        SELECT owner, id, ROW_NUMBER() OVER (PARTITION BY owner ORDER BY place) AS place FROM games
        """,
        """
        UPDATE games SET place = (
            SELECT places.place FROM places WHERE places.owner = games.owner AND places.id = games.id
        )
        """,
        "DROP TABLE places",
        "CREATE UNIQUE INDEX games_by_owner ON games (owner, place)",
    ),
)
"""What makes a file of version n one of version n + 1, one entry each, from the empty file of version 0 on."""


class GamesUnusable(RuntimeError):
    """The games cannot be kept in the file of the settings; a sentence says why."""


def open_database(path: Path, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> sqlite3.Connection:
    """Open the file of the games, or begin it, for use from this thread only.

    Raises
    ------
    GamesUnusable
        It cannot be written, is damaged, is no file of games, or was written by a newer version.
    """
    try:
        if str(path) != MEMORY:
            _create(path)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        # A damaged name is no UTF-8 any more, and SQLite names it where it says what is damaged.
        connection.text_factory = lambda text: text.decode(errors="backslashreplace")
    except (OSError, sqlite3.Error) as fault:
        raise _unusable(path, _said(fault)) from None
    try:
        _prepare(connection, path, migrations)
    except sqlite3.Error as fault:
        connection.close()
        raise _unusable(path, _said(fault)) from None
    except UnicodeDecodeError:  # Python's, of the words in which SQLite names what is damaged
        connection.close()
        raise _unusable(path, "the file of the games is damaged (a name in it is no text)") from None
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Make all changes of a block, or none; they are on the disk when the block is left."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite itself has ended it after some errors.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _create(path: Path) -> None:
    """See to it that the file exists; a new one is for this user only, and so is what SQLite puts beside it."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))


def _prepare(connection: sqlite3.Connection, path: Path, migrations: Sequence[Sequence[str]]) -> None:
    known = len(migrations)
    version, application = _number(connection, "user_version"), _number(connection, "application_id")
    is_new = version == application == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if not is_new and application != APPLICATION_ID:
        raise _unusable(path, "it is a database of another program")
    if version > known:
        raise _unusable(
            path,
            f"it was written by a newer version of the service: its form is {version}, known is up to {known}",
        )
    if not is_new:
        _check_whole(connection, path)
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode not in ("wal", "memory"):
        raise _unusable(
            path, f"SQLite cannot keep a write-ahead log beside it, and has a journal of kind {mode}"
        )
    # What a transaction has changed is on the disk before it is acknowledged.
    connection.execute("PRAGMA synchronous = FULL")
    with transaction(connection):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        # Read anew: another service may have done it meanwhile.
        for statements in migrations[_number(connection, "user_version") :]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {known}")
        _check_form(connection, path, migrations)


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file whose pages or indexes are damaged, where a game could be said not to be there that is.

    Not the quick check: that one leaves out whether the indexes lead to the games. What the disk has changed inside a
    game shows when that is loaded.
    """
    found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise _unusable(path, f"the file of the games is damaged ({' '.join(found.split())})")


def _check_form(connection: sqlite3.Connection, path: Path, migrations: Sequence[Sequence[str]]) -> None:
    """Refuse a file that says of itself to have the form of this version, and has not."""
    with contextlib.closing(sqlite3.connect(MEMORY)) as whole:
        for statement in (statement for statements in migrations for statement in statements):
            whole.execute(statement)
        missing = [part for part in _parts(whole) if part not in _parts(connection)]
    if missing:
        raise _unusable(path, f"the file of the games is damaged (it has no {missing[0]})")


def _parts(connection: sqlite3.Connection) -> list[str]:
    """Name the tables, indexes and columns: `table games`, `column games.version`."""
    names = connection.execute("SELECT type || ' ' || name FROM sqlite_master ORDER BY rowid").fetchall()
    columns = connection.execute(
        "SELECT 'column ' || tables.name || '.' || columns.name "
        "FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
    ).fetchall()
    return [name for (name,) in (*names, *columns)]


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    number: int = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    return number


def _said(fault: OSError | sqlite3.Error) -> str:
    if isinstance(fault, OSError):
        return fault.strerror or str(fault)
    return f"{in_words(fault)} ({fault})"


def _unusable(path: Path, said: str) -> GamesUnusable:
    return GamesUnusable(f"games_path: games cannot be kept in {path}: {said}")

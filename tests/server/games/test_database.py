"""The file of the games: its form, how older ones are brought to it, and what is refused in plain words."""

from __future__ import annotations

import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from carnegie_server.games import GameStore, GamesUnusable
from carnegie_server.games.database import APPLICATION_ID, MIGRATIONS, open_database, transaction
from server.games.saving import checked

NOBODY = 65_534

OLDER = (
    ("CREATE TABLE notes (id TEXT PRIMARY KEY)",),
    ("ALTER TABLE notes ADD COLUMN words TEXT NOT NULL DEFAULT 'none'",),
)
NEWER = (*OLDER, ("UPDATE notes SET words = 'changed ' || id", "CREATE INDEX by_words ON notes (words)"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def number(connection: sqlite3.Connection, pragma: str) -> int:
    found: int = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    return found


def refusal(path: Path) -> str:
    with pytest.raises(GamesUnusable) as error:
        open_database(path)
    said = str(error.value)
    assert said.startswith(f"games_path: games cannot be kept in {path}: ")
    assert "\n" not in said
    return said


def test_a_new_file_is_for_its_owner_and_every_change_is_on_the_disk(path: Path) -> None:
    with closing(open_database(path)) as connection:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.with_name("games.db-wal").stat().st_mode) == 0o600
        assert number(connection, "user_version") == len(MIGRATIONS) == 2
        assert number(connection, "application_id") == APPLICATION_ID
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert number(connection, "synchronous") == 2  # FULL


def test_migrations_are_made_once_and_in_order(path: Path) -> None:
    with closing(open_database(path, OLDER[:1])) as connection:
        connection.execute("INSERT INTO notes VALUES ('a')")
        assert number(connection, "user_version") == 1
    for _ in range(2):
        with closing(open_database(path, NEWER)) as connection:
            assert connection.execute("SELECT id, words FROM notes").fetchall() == [("a", "changed a")]
            assert number(connection, "user_version") == 3
            connection.execute("UPDATE notes SET words = 'changed a'")


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    with closing(open_database(path, OLDER[:1])) as connection:
        connection.execute("INSERT INTO notes VALUES ('a')")
    with pytest.raises(GamesUnusable, match="no such table: elsewhere"):
        open_database(path, (*OLDER, ("DELETE FROM notes", "DELETE FROM elsewhere")))
    with closing(open_database(path, OLDER)) as connection:
        assert connection.execute("SELECT id, words FROM notes").fetchall() == [("a", "none")]


def test_places_counted_over_all_owners_are_counted_anew_for_each(path: Path) -> None:
    """The order of each owner's games stays, and what is saved next follows upon it."""
    saved = [("x", "a", 5), ("y", "a", 9), ("x", "b", 3), ("y", "b", 2), ("x", "c", 40)]
    with closing(open_database(path, MIGRATIONS[:1])) as connection:
        for owner, game_id, place in saved:
            connection.execute(
                "INSERT INTO games VALUES (?, ?, 1, 0, 0, ?, ?, '')",
                (owner, game_id, place, game_id.encode()),
            )
    store = GameStore(path)
    store.save("y", checked("c"))
    found = {
        owner: [(game.summary, game.place) for game in store.list(owner, 10)] for owner in ("x", "y", "z")
    }
    store.close()
    assert found == {
        "x": [(b"c", 3), (b"a", 2), (b"b", 1)],
        "y": [(checked("c").summary, 3), (b"a", 2), (b"b", 1)],
        "z": [],
    }


def test_a_file_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    with closing(open_database(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    said = refusal(path)
    assert said.endswith("it was written by a newer version of the service: its form is 3, known is up to 2")
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (id TEXT)")
    before = path.read_bytes()
    assert refusal(path).endswith("it is a database of another program")
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_text(
        "a letter to somebody, which is longer than the header of a database " * 20, encoding="utf-8"
    )
    before = path.read_bytes()
    assert "the file of the games is damaged" in refusal(path)
    assert path.read_bytes() == before


def test_a_file_that_is_cut_off_is_refused(path: Path) -> None:
    store = GameStore(path)
    for game_id in "abcdefgh":
        store.save("", checked(game_id, "x" * 200))
    store.close()
    with path.open("r+b") as file:
        file.truncate(4096)
    assert "the file of the games is damaged" in refusal(path)


def test_a_file_that_is_damaged_after_its_first_page_is_refused_and_left_alone(path: Path) -> None:
    """As a disk may do it: every 97th byte is another one. No game may be said not to be there."""
    store = GameStore(path)
    for number_ in range(40):
        store.save("", checked(f"game {number_}", "x" * 400))
    store.close()
    content = bytearray(path.read_bytes())
    for place in range(4096, len(content), 97):
        content[place] ^= 0xFF
    path.write_bytes(content)
    assert "the file of the games is damaged (" in refusal(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["games_by_owner", "TABLE games", "sqlite_autoindex_games_1"])
def test_a_damaged_name_is_no_text_any_more(path: Path, name: str) -> None:
    """What SQLite says of the damage has the name in it, bytes that are no UTF-8 included."""
    store = GameStore(path)
    store.save("", checked("a", "x"))
    store.close()
    content = bytearray(path.read_bytes())
    content[content.index(name.encode()) + 6] = 0x80
    path.write_bytes(content)
    assert "games cannot be kept in" in refusal(path) or "the file of the games is damaged" in refusal(path)


def test_an_index_that_leads_to_other_games_is_refused(path: Path) -> None:
    """What is looked for by it would not be found, and the pages themselves are whole."""
    store = GameStore(path)
    for game_id in ("aaaa", "bbbb", "cccc"):
        store.save("", checked(game_id, "x"))
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        page = number(connection, "page_size")
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_games_1'"
        ).fetchone()
    content = bytearray(path.read_bytes())
    found = content.index(b"bbbb", (root - 1) * page)
    assert found < root * page
    content[found : found + 4] = b"bbbx"
    path.write_bytes(content)
    assert "the file of the games is damaged (" in refusal(path)


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ("DROP TABLE games", "table games"),
        ("DROP INDEX games_by_owner", "index games_by_owner"),
        ("ALTER TABLE games RENAME TO others", "table games"),
        ("ALTER TABLE games RENAME COLUMN content TO words", "column games.content"),
    ],
)
def test_a_file_without_its_tables_is_refused_and_left_alone(path: Path, change: str, missing: str) -> None:
    GameStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    assert refusal(path).endswith(f"the file of the games is damaged (it has no {missing})")
    assert path.read_bytes() == before


def test_what_an_operator_has_added_is_no_damage(path: Path) -> None:
    GameStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE INDEX by_change ON games (changed)")
        connection.execute("ANALYZE")
    GameStore(path).close()


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.touch()
    with closing(open_database(path)) as connection:
        assert number(connection, "user_version") == len(MIGRATIONS)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).endswith("the file of the games cannot be opened (unable to open database file)")
    assert refusal(tmp_path / "nowhere" / "games.db").endswith("No such file or directory")


@contextmanager
def as_nobody() -> Iterator[None]:
    """Have the rights of a user to whom nothing belongs; root may write everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_cannot_be_written_is_refused() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        open_database(path).close()
        path.chmod(0o444)
        Path(folder).chmod(0o555)
        try:
            with as_nobody():
                said = refusal(path)
        finally:
            Path(folder).chmod(0o700)
        assert "the file of the games cannot be" in said


def add_and_leave(connection: sqlite3.Connection, how: BaseException) -> None:
    with transaction(connection):
        connection.execute("INSERT INTO notes (id) VALUES ('a')")
        raise how


def test_a_transaction_is_made_as_a_whole_or_not_at_all(path: Path) -> None:
    class Interrupted(BaseException):
        """What ends a block in the middle."""

    with closing(open_database(path, OLDER)) as connection:
        with pytest.raises(Interrupted):
            add_and_leave(connection, Interrupted())
        with transaction(connection):
            connection.execute("INSERT INTO notes (id) VALUES ('b')")
        assert connection.execute("SELECT id FROM notes").fetchall() == [("b",)]

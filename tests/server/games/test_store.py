"""The store: versions, retries, order, owners, limits, and what it says when the storage fails."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from google.rpc import code_pb2

from carnegie_server.errors import CallRefused, Reason
from carnegie_server.games import GameStore
from carnegie_server.games.database import MEMORY
from server.games.saving import checked


class Clock:
    """Gives times that a test sets."""

    def __init__(self) -> None:
        self.time = 1_000

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[GameStore]:
    path = Path(MEMORY) if request.param == "memory" else tmp_path / "games.db"
    opened = GameStore(path, 3, clock)
    yield opened
    opened.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@contextmanager
def refused(reason: Reason) -> Iterator[pytest.ExceptionInfo[CallRefused]]:
    with pytest.raises(CallRefused) as error:
        yield error
    assert error.value.reason is reason


def titles(store: GameStore, owner: str = "") -> list[bytes]:
    return [stored.summary for stored in store.list(owner, 10)]


def test_a_game_is_saved_loaded_changed_and_deleted(store: GameStore, clock: Clock) -> None:
    first = store.save("", checked("a", "one"))
    assert (first.version, first.created, first.changed) == (1, 1_000, 1_000)
    clock.time = 2_000
    second = store.save("", checked("a", "two", 1))
    assert (second.version, second.created, second.changed) == (2, 1_000, 2_000)
    assert store.load("", "a") == (second, checked("a", "two").content)
    assert store.list("", 10) == [second]
    store.delete("", "a", 2)
    assert store.list("", 10) == []
    with refused(Reason.GAME_NOT_FOUND) as error:
        store.load("", "a")
    assert error.value.code == code_pb2.NOT_FOUND
    assert store.save("", checked("a", "anew")).version == 1


def test_the_same_save_again_is_answered_the_same(store: GameStore, clock: Clock) -> None:
    first = store.save("", checked("a", "one"))
    clock.time += 5
    assert store.save("", checked("a", "one")) == first
    second = store.save("", checked("a", "two", 1))
    clock.time += 5
    assert store.save("", checked("a", "two", 1)) == second
    # It is an older one now: somebody has saved since.
    with refused(Reason.VERSION_CONFLICT):
        store.save("", checked("a", "one"))


def test_another_version_than_the_expected_one_changes_nothing(store: GameStore) -> None:
    store.save("", checked("a", "one"))
    store.save("", checked("a", "two", 1))
    for expected in (0, 1, 3):
        with refused(Reason.VERSION_CONFLICT) as error:
            store.save("", checked("a", "other", expected))
        assert error.value.code == code_pb2.ABORTED
        assert error.value.metadata == {"id": "a", "version": "2", "expected_version": str(expected)}
    for expected in (1, 3):
        with refused(Reason.VERSION_CONFLICT):
            store.delete("", "a", expected)
    assert store.load("", "a")[1] == checked("a", "two").content


def test_what_is_not_there_is_neither_changed_nor_deleted(store: GameStore) -> None:
    with refused(Reason.GAME_NOT_FOUND):
        store.save("", checked("a", "one", 1))
    with refused(Reason.GAME_NOT_FOUND):
        store.delete("", "a", 1)
    assert store.list("", 10) == []


def test_the_last_changed_game_is_listed_first_whatever_the_clock_says(
    store: GameStore, clock: Clock
) -> None:
    for game_id in "abc":
        store.save("", checked(game_id))
        clock.time -= 100
    changed = store.save("", checked("a", "again", 1))
    assert changed.changed == 1_000
    summaries = [checked("a", "again").summary, checked("c").summary, checked("b").summary]
    assert titles(store) == summaries
    page = store.list("", 2)
    assert [stored.summary for stored in page] == summaries[:2]
    assert [stored.summary for stored in store.list("", 2, page[-1].place)] == summaries[2:]
    assert store.list("", 2, store.list("", 2, page[-1].place)[-1].place) == []


def test_each_owner_has_games_of_its_own(store: GameStore) -> None:
    for owner in ("", "x", "y"):
        assert store.save(owner, checked("a", owner)).version == 1
    store.save("x", checked("a", "changed", 1))
    assert titles(store, "y") == [checked("a", "y").summary]
    with refused(Reason.VERSION_CONFLICT):
        store.delete("x", "a", 1)
    store.delete("y", "a", 1)
    assert titles(store, "x") == [checked("a", "changed").summary]
    assert titles(store) == [checked("a").summary]


def test_places_tell_nothing_of_other_owners(path: Path) -> None:
    """What one owner is told of the order of its games is the same, whatever another one saves in between."""
    alone, beside = GameStore(path), GameStore(Path(MEMORY))
    for number in range(4):
        for version in range(3):
            alone.save("x", checked(f"g{number}", str(version), version))
            beside.save("x", checked(f"g{number}", str(version), version))
            beside.save("y", checked(f"g{number}", str(version), version))
    assert [stored.place for stored in alone.list("x", 10)] == [
        stored.place for stored in beside.list("x", 10)
    ]
    alone.close()
    beside.close()


def test_an_owner_has_as_many_games_as_may_be(store: GameStore) -> None:
    for game_id in "abc":
        store.save("x", checked(game_id))
    with refused(Reason.TOO_MANY_GAMES) as error:
        store.save("x", checked("d"))
    assert (error.value.code, error.value.metadata) == (code_pb2.RESOURCE_EXHAUSTED, {"limit": "3"})
    # What is there can still be changed, saved again, and deleted; and others have room of their own.
    store.save("x", checked("c"))
    store.save("x", checked("a", "two", 1))
    store.save("y", checked("d"))
    store.delete("x", "b", 1)
    store.save("x", checked("d"))


def test_no_limit() -> None:
    store = GameStore(Path(MEMORY))
    for number in range(20):
        store.save("", checked(str(number)))
    assert len(store.list("", 100)) == 20
    store.close()


def test_games_outlast_the_store(path: Path) -> None:
    store = GameStore(path)
    saved = store.save("", checked("a", "one"))
    store.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    again = GameStore(path)
    assert again.load("", "a") == (saved, checked("a", "one").content)
    again.close()


def test_two_writers_at_the_same_time_lose_nothing(path: Path) -> None:
    """Two stores on one file count a game up: each version is acknowledged to exactly one of them."""
    GameStore(path).close()
    acknowledged: list[tuple[int, str]] = []
    ready = threading.Barrier(2)

    def write(name: str) -> None:
        store = GameStore(path)
        ready.wait()
        version = 0
        for number in range(60):
            try:
                game = checked("a", f"{name} {number}", version)
                version = store.save("", game).version
                acknowledged.append((version, f"{name} {number}"))
            except CallRefused as refusal:
                version = int(refusal.metadata["version"])
        store.close()

    writers = [threading.Thread(target=write, args=(name,)) for name in ("x", "y")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    versions = sorted(version for version, _ in acknowledged)
    assert versions == list(range(1, len(versions) + 1))
    store = GameStore(path)
    stored, content = store.load("", "a")
    store.close()
    assert stored.version == versions[-1]
    assert content == checked("a", dict(acknowledged)[stored.version]).content


def test_a_full_disk_changes_nothing(path: Path) -> None:
    store = GameStore(path)
    store.save("", checked("a", "one"))
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    large = replace(checked("a", "two", 1), content=bytes(1 << 20))
    with refused(Reason.STORAGE_FULL) as error:
        store.save("", large)
    assert error.value.code == code_pb2.RESOURCE_EXHAUSTED
    assert error.value.message == "the disk with the games is full; nothing was changed"
    assert store.load("", "a")[1] == checked("a", "one").content
    assert store.save("", checked("a", "two", 1)).version == 2
    store.close()


def test_a_file_that_cannot_be_written_any_more(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = GameStore(path)
    store.save("", checked("a", "one"))
    store._connection.execute("PRAGMA query_only = 1")
    with refused(Reason.STORAGE_FAILED) as error:
        store.save("", checked("a", "two", 1))
    assert error.value.code == code_pb2.INTERNAL
    incident = error.value.metadata["incident"]
    assert error.value.message == f"the file of the games cannot be written; logged as incident {incident}"
    assert incident in caplog.text
    assert "Traceback" not in caplog.text
    assert store.load("", "a")[1] == checked("a", "one").content
    store.close()


def test_a_file_that_is_damaged_while_it_is_used(path: Path) -> None:
    store = GameStore(path)
    store.save("", checked("a", "one"))
    store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(0)
        file.write(bytes(path.stat().st_size))
    store._connection.execute("PRAGMA cache_size = 0")
    store._connection.execute("PRAGMA shrink_memory")
    for use in (lambda: store.load("", "a"), lambda: store.save("", checked("a", "two", 1))):
        with refused(Reason.STORAGE_FAILED) as error:
            use()
        assert error.value.message.startswith("the file of the games is damaged; logged as incident ")
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE games",
        "ALTER TABLE games RENAME COLUMN place TO position",
        "CREATE TRIGGER mischief BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'no'); END",
    ],
)
def test_any_error_of_the_file_is_of_the_storage(path: Path, damage: str) -> None:
    store = GameStore(path)
    store.save("", checked("a", "one"))
    with closing(sqlite3.connect(path)) as other:
        other.execute(damage)
        other.commit()
    with refused(Reason.STORAGE_FAILED) as error:
        store.save("", checked("b", "two"))
        store.list("", 10)
    assert error.value.message.startswith("the file of the games is damaged; logged as incident ")
    store.close()


def test_a_file_that_another_program_holds(path: Path) -> None:
    store = GameStore(path)
    store._connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with refused(Reason.BUSY) as error:
        store.save("", checked("a"))
    assert (error.value.code, error.value.retry_seconds) == (code_pb2.RESOURCE_EXHAUSTED, 1.0)
    assert store.list("", 10) == []
    other.execute("ROLLBACK")
    other.close()
    assert store.save("", checked("a")).version == 1
    store.close()


@pytest.mark.parametrize("replaced", [True, False])
def test_a_file_that_is_moved_away_takes_no_more_games(path: Path, replaced: bool) -> None:
    store = GameStore(path)
    store.save("", checked("a"))
    path.rename(path.with_name("elsewhere"))
    if replaced:
        shutil.copy(path.with_name("elsewhere"), path)
    with refused(Reason.STORAGE_FAILED) as error:
        store.save("", checked("b"))
    assert "moved or replaced" in error.value.message
    store.close()


def test_a_mistake_in_the_program_is_no_fault_of_the_storage(path: Path) -> None:
    store = GameStore(path)
    store.close()
    with pytest.raises(sqlite3.ProgrammingError):
        store.list("", 10)

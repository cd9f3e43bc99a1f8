"""The keeper: the event loop goes on, never too many wait, and whoever gives up leaves a whole save or none."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from carnegie.v1 import games_pb2
from carnegie_server.errors import CallRefused, Reason
from carnegie_server.games import CheckedGame, GameKeeper, GamesUnusable, games_kept, keeper
from carnegie_server.games.answering import answer_game_call
from carnegie_server.games.database import MEMORY
from carnegie_server.methods import LIST_GAMES, LOAD_GAME, SAVE_GAME
from server.games.saving import checked


class Slow:
    """Has the thread of the keeper wait until it may go on."""

    def __init__(self, kept: GameKeeper) -> None:
        self.entered = threading.Event()
        self._may_go_on = threading.Event()
        self._future = kept._thread.submit(self._wait)

    def _wait(self) -> None:
        self.entered.set()
        self._may_go_on.wait(10.0)

    def go_on(self) -> None:
        self._may_go_on.set()


@asynccontextmanager
async def keeping(path: Path = Path(MEMORY)) -> AsyncIterator[GameKeeper]:
    async with games_kept(path, 0) as kept:
        assert kept is not None
        yield kept


def run(test: Callable[[GameKeeper], Awaitable[None]]) -> None:
    async def in_loop() -> None:
        async with keeping() as kept:
            await test(kept)

    asyncio.run(in_loop())


async def save(kept: GameKeeper, game: CheckedGame, seconds: float | None = None) -> int:
    reply = await kept.answer(SAVE_GAME, "", game.to_bytes(), seconds)
    return games_pb2.SaveGameResponse.FromString(reply.body).version


async def version(kept: GameKeeper, game_id: str) -> int | None:
    """Give the version of a game; None where there is none."""
    reply = await kept.answer(LIST_GAMES, "", b"", None)
    listed = games_pb2.ListGamesResponse.FromString(reply.body).games
    return next((game.version for game in listed if game.id == game_id), None)


def test_no_path_keeps_no_games() -> None:
    async def in_loop() -> None:
        async with games_kept(None, 0) as kept:
            assert kept is None

    asyncio.run(in_loop())


def test_a_file_that_cannot_be_used_ends_the_block_before_it_begins(tmp_path: Path) -> None:
    async def in_loop() -> None:
        async with keeping(tmp_path):
            pytest.fail("games cannot be kept in a folder")

    with pytest.raises(GamesUnusable):
        asyncio.run(in_loop())


def test_the_event_loop_goes_on_while_the_disk_is_slow() -> None:
    async def test(kept: GameKeeper) -> None:
        slow = Slow(kept)
        saving = asyncio.ensure_future(save(kept, checked("a")))
        turns, end = 0, time.monotonic() + 0.1
        while time.monotonic() < end:
            await asyncio.sleep(0)
            turns += 1
        assert turns > 100
        assert not saving.done()
        slow.go_on()
        assert await saving == 1

    run(test)


def test_the_time_in_the_store_is_told() -> None:
    async def test(kept: GameKeeper) -> None:
        reply = await kept.answer(SAVE_GAME, "", checked("a").to_bytes(), None)
        assert 0.0 < float(reply.facts[keeper.STORE_SECONDS]) < 5.0

    run(test)


@pytest.mark.parametrize(
    "damage",
    [
        "content = x'ff'",
        "summary = x'ff'",
        "content = 'words'",
        "summary = 5",
        "version = 'one'",
        "version = -1",
        "created = 'then'",
        "changed = 9223372036854775807",
        "changed = 'now'",
        "version = 9e999",
        "version = CAST(x'ff' AS TEXT)",
        "place = 'first'",
    ],
)
def test_a_game_whose_bytes_the_disk_has_changed(damage: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test(kept: GameKeeper) -> None:
        await save(kept, checked("a"))
        change = f"UPDATE games SET {damage}"
        await asyncio.wrap_future(kept._thread.submit(kept._store._connection.execute, change))
        request = games_pb2.LoadGameRequest(id="a").SerializeToString()
        with pytest.raises(CallRefused) as error:
            await kept.answer(LOAD_GAME, "", request, None)
        assert error.value.reason is Reason.STORAGE_FAILED
        assert error.value.message.startswith("a saved game is damaged; logged as incident ")
        if "content" not in damage and "summary" not in damage:
            # What a save writes anew need not be read; the rest of the row it would lead on.
            with pytest.raises(CallRefused) as error:
                await save(kept, checked("a", "another", 1))
            assert error.value.reason is Reason.STORAGE_FAILED
        assert "Traceback" not in caplog.text

    run(test)


def test_more_calls_than_may_wait_are_sent_away_with_a_time() -> None:
    async def test(kept: GameKeeper) -> None:
        slow = Slow(kept)
        calls = [asyncio.ensure_future(save(kept, checked(str(n)))) for n in range(keeper.MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(CallRefused) as error:
            await save(kept, checked("late"))
        assert (error.value.reason, error.value.retry_seconds) == (Reason.BUSY, 1.0)
        slow.go_on()
        assert await asyncio.gather(*calls) == [1] * keeper.MOST_WAITING
        assert await save(kept, checked("late")) == 1

    run(test)


def test_a_call_that_is_cancelled_before_its_turn_is_never_made() -> None:
    async def test(kept: GameKeeper) -> None:
        slow = Slow(kept)
        saving = asyncio.ensure_future(save(kept, checked("a")))
        await asyncio.sleep(0)
        saving.cancel()
        await asyncio.sleep(0)
        slow.go_on()
        assert await version(kept, "a") is None
        assert saving.cancelled()

    run(test)


def test_cancelled_calls_leave_room_for_others() -> None:
    async def test(kept: GameKeeper) -> None:
        for _ in range(3 * keeper.MOST_WAITING):
            saving = asyncio.ensure_future(save(kept, checked("a")))
            await asyncio.sleep(0)
            saving.cancel()
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        assert await save(kept, checked("b")) == 1

    run(test)


def test_a_call_that_is_cancelled_while_it_is_made_is_made_as_a_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entered, may_go_on = threading.Event(), threading.Event()
    place = "carnegie_server.games.keeper.answer_game_call"

    async def test(kept: GameKeeper) -> None:
        def slow_answer(*arguments: object) -> object:
            entered.set()
            may_go_on.wait(10.0)
            return answer_game_call(*arguments)  # type: ignore[arg-type] # passed on as they are

        monkeypatch.setattr(place, slow_answer)
        saving = asyncio.ensure_future(save(kept, checked("a", "one")))
        await asyncio.to_thread(entered.wait, 10.0)
        saving.cancel()
        await asyncio.sleep(0)
        may_go_on.set()
        monkeypatch.setattr(place, answer_game_call)
        assert await version(kept, "a") == 1
        # Whoever does not know what has become of it sends it again.
        assert await save(kept, checked("a", "one")) == 1

    run(test)


def test_a_call_whose_time_runs_out_says_so() -> None:
    async def test(kept: GameKeeper) -> None:
        slow = Slow(kept)
        for seconds in (0.02, 0.0, -1.0):
            with pytest.raises(CallRefused) as error:
                await save(kept, checked("a"), seconds)
            assert error.value.reason is Reason.NO_ANSWER_IN_TIME
        slow.go_on()
        assert await version(kept, "a") is None

    run(test)


def test_what_has_been_taken_is_written_before_the_end(tmp_path: Path) -> None:
    path = tmp_path / "games.db"

    async def in_loop() -> None:
        async with keeping(path) as kept:
            slow = Slow(kept)
            for number in range(10):
                kept._thread.submit(kept._store.save, "", checked(str(number)))
            slow.go_on()
        async with keeping(path) as kept:
            reply = await kept.answer(LIST_GAMES, "", b"", None)
            assert len(games_pb2.ListGamesResponse.FromString(reply.body).games) == 10

    asyncio.run(in_loop())
    assert [file.name for file in tmp_path.iterdir()] == [path.name]

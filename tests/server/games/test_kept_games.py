"""A service with games as its operator sees it: no file, one that cannot be used, restarts, limits, a stop."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2

from carnegie.v1 import info_pb2, info_pb2_grpc
from carnegie_server.methods import GAME_METHODS
from server.games.saving import (
    listed,
    load,
    refused_save,
    save,
    saved_game,
    stub_of,
)
from server.service_process import ServiceProcess, detail, raw_method, refusal, running_service


def test_without_a_file_the_calls_say_which_setting_is_missing() -> None:
    with running_service("--workers=1") as service, service.channel() as channel:
        for method in GAME_METHODS:
            with pytest.raises(grpc.RpcError) as error:
                raw_method(channel, method)(b"", timeout=20.0)
            refused = refusal(error.value)
            assert (refused.code, refused.reason) == (grpc.StatusCode.UNIMPLEMENTED, "GAMES_NOT_KEPT")
            assert "games_path" in refused.message
            metadata = detail(refused.status, error_details_pb2.ErrorInfo).metadata
            assert metadata == {"setting": "games_path"}
        info = info_pb2_grpc.InfoServiceStub(channel).GetInfo(info_pb2.GetInfoRequest())
        assert not info.keeps_games
        assert (info.limits.max_games, info.limits.max_game_bytes) == (0, 0)


def exit_of(*flags: str) -> tuple[int, str]:
    """Start a service that cannot start; give its exit code and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "carnegie_server", "--port=0", "--workers=1", *flags],
        check=False,
        capture_output=True,
        text=True,
        timeout=30.0,
    )
    assert not done.stdout
    return done.returncode, done.stderr


def test_a_file_that_cannot_be_used_ends_the_start_in_a_sentence(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("a letter to somebody " * 500, encoding="utf-8")
    code, said = exit_of(f"--games-path={letter}")
    assert code == 1
    assert said == (
        f"games_path: games cannot be kept in {letter}: the file of the games is damaged "
        "(file is not a database)\n"
    )
    newer = tmp_path / "newer.db"
    with running_service("--workers=1", f"--games-path={newer}"):
        pass
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 7")
    code, said = exit_of(f"--games-path={newer}")
    assert code == 1
    assert "written by a newer version of the service: its form is 7, known is up to 2" in said
    assert said.count("\n") == 1


def test_games_outlast_the_service_and_its_end_leaves_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    for number in range(3):
        with running_service("--workers=1", CARNEGIE_GAMES_PATH=str(file)) as service:
            with service.channel() as channel:
                games = stub_of(channel)
                save(games, saved_game("a", f"title {number}"), number)
                assert load(games, "a").version == number + 1
            assert service.stop() == 0
            assert "Traceback" not in service.log()
        assert [each.name for each in tmp_path.iterdir()] == [file.name]


def test_limits_of_games_and_bytes() -> None:
    with (
        running_service(
            "--workers=1", "--games-path=:memory:", "--max-games=2", "--max-game-bytes=2000"
        ) as service,
        service.channel() as channel,
    ):
        games = stub_of(channel)
        large = saved_game("large", steps=1_000)
        large.components_json = " " * 2_000 + "{}"
        save(games, saved_game("a"))
        save(games, saved_game("b"))
        for error, reason, limit in (
            (refused_save(games, large), "GAME_TOO_LARGE", "2000"),
            (refused_save(games, saved_game("c")), "TOO_MANY_GAMES", "2"),
        ):
            assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, reason)
            assert detail(error.status, error_details_pb2.ErrorInfo).metadata["limit"] == limit
        assert len(listed(games)) == 2
        info = info_pb2_grpc.InfoServiceStub(channel).GetInfo(info_pb2.GetInfoRequest())
        assert (info.limits.max_games, info.limits.max_game_bytes) == (2, 2_000)


def test_two_services_on_one_file_see_each_others_games(tmp_path: Path) -> None:
    flags = ("--workers=1", f"--games-path={tmp_path / 'games.db'}")
    with (
        running_service(*flags) as one,
        running_service(*flags) as other,
        one.channel() as channel,
        other.channel() as other_channel,
    ):
        first, second = stub_of(channel), stub_of(other_channel)
        save(first, saved_game("a", "one"))
        assert save(second, saved_game("a", "two"), 1).version == 2
        assert refused_save(first, saved_game("a", "other"), 1).reason == "VERSION_CONFLICT"
        assert load(first, "a").game.title == "two"


def test_two_clients_that_save_at_the_same_time_overwrite_nothing(tmp_path: Path) -> None:
    """Each of them goes on from the version that it is told of; every version belongs to one of them."""
    acknowledged: list[tuple[int, str]] = []

    def write(service: ServiceProcess, name: str) -> None:
        with service.channel() as channel:
            games, version = stub_of(channel), 0
            for number in range(15):
                game = saved_game("a", f"{name} {number}")
                try:
                    version = save(games, game, version).version
                except grpc.RpcError as error:
                    refused = refusal(error)
                    assert refused.reason == "VERSION_CONFLICT"
                    version = int(detail(refused.status, error_details_pb2.ErrorInfo).metadata["version"])
                else:
                    acknowledged.append((version, game.title))

    with running_service("--workers=2", f"--games-path={tmp_path / 'games.db'}") as service:
        writers = [threading.Thread(target=write, args=(service, name)) for name in ("x", "y")]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        with service.channel() as channel:
            last = load(stub_of(channel), "a")
    versions = sorted(version for version, _ in acknowledged)
    assert versions == list(range(1, len(versions) + 1))
    assert (last.version, last.game.title) == (versions[-1], dict(acknowledged)[versions[-1]])


def test_a_stop_while_games_are_saved_loses_no_acknowledged_one(tmp_path: Path) -> None:
    """Every call ends with an answer or with a word that it was not taken, and the file holds what was answered."""
    file, codes = tmp_path / "games.db", set[grpc.StatusCode]()
    acknowledged: dict[str, int] = {}

    def write(service: ServiceProcess, name: str) -> None:
        with service.channel() as channel:
            games = stub_of(channel)
            acknowledged[name] = 0
            while True:
                try:
                    acknowledged[name] = save(games, saved_game(name), acknowledged[name]).version
                except grpc.RpcError as error:
                    call: object = error
                    assert isinstance(call, grpc.Call)
                    codes.add(call.code())
                    return

    with running_service("--workers=2", f"--games-path={file}") as service:
        writers = [threading.Thread(target=write, args=(service, f"game-{n}")) for n in range(6)]
        for writer in writers:
            writer.start()
        while len(acknowledged) < 6 or min(acknowledged.values()) < 3:
            assert all(writer.is_alive() for writer in writers)
        assert service.stop(signal.SIGTERM) == 0
        for writer in writers:
            writer.join()
        assert "Traceback" not in service.log()
    assert codes <= {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}
    with closing(sqlite3.connect(file)) as connection:
        stored = dict(connection.execute("SELECT id, version FROM games"))
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert stored == acknowledged

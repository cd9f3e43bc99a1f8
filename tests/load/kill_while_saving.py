"""The service is killed during saves: ``PYTHONPATH=tests python -m load.kill_while_saving --times 100``.

Some callers save games of their own again and again, of all sizes, until the service gets a SIGKILL at a random moment.
It is started again over the same file, and every game must load whole: as it was acknowledged last, or as the save that
was under way. Then its caller sends that save again, as a client does that has had no answer.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import grpc

from carnegie.v1 import games_pb2, games_pb2_grpc
from load.reporting import say, table
from server.games.saving import solo_record
from server.service_process import code_of, running_service

CALLERS: Final = 4
_STEPS: Final = 166
_LARGEST_PADDING: Final = 120_000
_LONGEST_WAIT_SECONDS: Final = 0.4
_TIMEOUT_SECONDS: Final = 20.0
HEADS: Final = ("kills", "saves acknowledged", "as acknowledged", "as under way", "what was not kept")


@dataclass
class Writer:
    """A caller with one game.

    Attributes
    ----------
    name
        The game's id.
    chance
        Decides what is saved next.
    acknowledged
        The version that the service has acknowledged last, and the game as it was then; 0 and None for none.
    under_way
        The game of the save that has not been answered; None where there is none.
    saves
        How many saves have been acknowledged.
    """

    name: str
    chance: random.Random
    acknowledged: tuple[int, games_pb2.SavedGame | None] = (0, None)
    under_way: games_pb2.SavedGame | None = None
    saves: int = 0

    def write(self, games: games_pb2_grpc.GameStoreServiceStub) -> str:
        """Save until the service does not answer; give how that ended."""
        try:
            while True:
                if self.under_way is None:
                    self.under_way = self._next()
                self._save(games, self.under_way)
        except grpc.RpcError as error:
            return code_of(error).name

    def _save(self, games: games_pb2_grpc.GameStoreServiceStub, game: games_pb2.SavedGame) -> None:
        expected = self.acknowledged[0]
        request = games_pb2.SaveGameRequest(game=game, expected_version=expected)
        version = games.SaveGame(request, timeout=_TIMEOUT_SECONDS).version
        assert version == expected + 1, f"{self.name} has version {version} after {expected}"
        self.acknowledged, self.under_way = (version, game), None
        self.saves += 1

    def _next(self) -> games_pb2.SavedGame:
        """Give another state of the game: other steps on the table, and tables of another size."""
        padding = self.chance.choice((0, self.chance.randrange(_LARGEST_PADDING)))
        return games_pb2.SavedGame(
            id=self.name,
            title=f"state {self.chance.randrange(1 << 30)}",
            record=solo_record(steps=_STEPS),
            shown_steps=self.chance.randrange(_STEPS + 1),
            # Spaces that JSON allows: another size, the same tables.
            components_json="{" + " " * padding + "}",
        )


@dataclass
class Verdict:
    """What has become of the games.

    Attributes
    ----------
    kills
        How often the service was killed.
    saves
        How many saves were acknowledged.
    found
        Games found after a kill, by which of their states it was.
    broken
        What was not kept, in words.
    """

    kills: int = 0
    saves: int = 0
    found: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def row(self) -> Sequence[object]:
        """Give the row of a table below `HEADS`."""
        return (
            self.kills,
            self.saves,
            self.found["acknowledged"],
            self.found["under way"],
            "; ".join(self.broken) or "nothing",
        )


def kill_while_saving(times: int, seed: int) -> Verdict:
    """Kill the service so many times while games are saved, and look at them after each."""
    verdict = Verdict()
    chance = random.Random(seed)
    writers = [Writer(f"game-{number}", random.Random(seed + number + 1)) for number in range(CALLERS)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.db")
        for number in range(times + 1):
            is_last = number == times
            with (
                running_service("--workers=2", f"--games-path={file}") as service,
                service.channel() as channel,
            ):
                games = games_pb2_grpc.GameStoreServiceStub(channel)
                for writer in writers:
                    _judge(verdict, games, writer)
                if not is_last:
                    _write_until_killed(verdict, games, writers, chance, service.process.pid)
                    service.process.wait(_TIMEOUT_SECONDS)
            _judge_file(verdict, file)
    verdict.saves = sum(writer.saves for writer in writers)
    return verdict


def _write_until_killed(
    verdict: Verdict,
    games: games_pb2_grpc.GameStoreServiceStub,
    writers: Sequence[Writer],
    chance: random.Random,
    process_id: int,
) -> None:
    """Have all callers save, and kill the service at a random moment, once each has had an answer."""
    endings: list[str] = []
    before = [writer.saves for writer in writers]

    def write(writer: Writer) -> None:
        endings.append(writer.write(games))

    threads = [threading.Thread(target=write, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    end = time.monotonic() + _TIMEOUT_SECONDS
    while any(writer.saves == saves for writer, saves in zip(writers, before, strict=True)):
        if endings or time.monotonic() > end:
            verdict.broken.append(f"saves ended before the kill: {', '.join(endings) or 'not at all'}")
            break
        time.sleep(0.001)
    time.sleep(chance.uniform(0.0, _LONGEST_WAIT_SECONDS))
    os.kill(process_id, signal.SIGKILL)
    verdict.kills += 1
    for thread in threads:
        thread.join()
    strange = {ending for ending in endings if ending not in {"UNAVAILABLE", "CANCELLED"}}
    if strange:
        verdict.broken.append(f"saves ended with {', '.join(sorted(strange))}")


def _judge(verdict: Verdict, games: games_pb2_grpc.GameStoreServiceStub, writer: Writer) -> None:
    """Load a game: it must be one of the two states that it may be in."""
    version, acknowledged = writer.acknowledged
    try:
        loaded = games.LoadGame(games_pb2.LoadGameRequest(id=writer.name), timeout=_TIMEOUT_SECONDS)
    except grpc.RpcError as error:
        if version or code_of(error) is not grpc.StatusCode.NOT_FOUND:
            verdict.broken.append(f"{writer.name}: {code_of(error).name} instead of version {version}")
        return
    if (loaded.version, loaded.game) == (version, acknowledged):
        verdict.found["acknowledged"] += 1
    elif (loaded.version, loaded.game) == (version + 1, writer.under_way):
        verdict.found["under way"] += 1
    else:
        verdict.broken.append(f"{writer.name}: version {loaded.version}, acknowledged was {version}")


def _judge_file(verdict: Verdict, file: Path) -> None:
    """Have SQLite check a copy of the file and its log: it is the service that is to recover the file itself."""
    with tempfile.TemporaryDirectory() as folder:
        for each in file.parent.glob(f"{file.name}*"):
            shutil.copy(each, folder)
        with closing(sqlite3.connect(Path(folder, file.name))) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchall()
    if said != [("ok",)]:
        verdict.broken.append(f"the file: {said}")


def main() -> int:
    """Kill the service and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100, help="how often to kill it")
    parser.add_argument("--seed", type=int, default=1, help="decides when, and what is saved")
    arguments = parser.parse_args()
    verdict = kill_while_saving(arguments.times, arguments.seed)
    say(table(HEADS, [verdict.row()]))
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""The backup that docs/operations.md shows: made while games are saved, whole, and as good as the file itself."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path

from server.games.saving import load, save, saved_game, stub_of
from server.service_process import ServiceProcess, running_service

TEXT = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")


def make_backup(folder: Path) -> str:
    """Run the documented program; give what it prints."""
    (program,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=60.0, check=False
    )
    assert not done.stderr
    return done.stdout


def write(service: ServiceProcess, stop: threading.Event, versions: list[int]) -> None:
    with service.channel() as channel:
        games = stub_of(channel)
        while not stop.is_set():
            versions.append(save(games, saved_game("busy"), len(versions)).version)


def test_a_backup_under_way_and_what_is_restored_from_it(tmp_path: Path) -> None:
    file, stop, versions = tmp_path / "games.db", threading.Event(), list[int]()
    with running_service("--workers=1", f"--games-path={file}") as service:
        with service.channel() as channel:
            save(stub_of(channel), saved_game("quiet", "before"))
        writer = threading.Thread(target=write, args=(service, stop, versions))
        writer.start()
        while len(versions) < 3:
            assert writer.is_alive()
        at_least = len(versions)
        assert make_backup(tmp_path) == "ok\n"
        stop.set()
        writer.join()
        with service.channel() as channel:
            save(stub_of(channel), saved_game("quiet", "after"), 1)
    for each in tmp_path.glob("games.db*"):
        each.unlink()
    (tmp_path / "games-backup.db").rename(file)
    with (
        running_service("--workers=1", f"--games-path={file}") as restored,
        restored.channel() as channel,
    ):
        games = stub_of(channel)
        quiet = load(games, "quiet")
        assert (quiet.game.title, quiet.version) == ("before", 1)
        assert at_least <= load(games, "busy").version <= len(versions)
        assert save(games, saved_game("quiet", "anew"), 1).version == 2

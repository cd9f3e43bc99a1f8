"""A record in its file: whole at every moment, and never written over what somebody else has written."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from carnegie.v1.rules_pb2 import GameRecord, RecordedSetup
from carnegie.v1.steps_pb2 import SellGoods, Step
from carnegie_client import MalformedJson
from carnegie_client.record_file import RecordChanged, RecordFile


def record(steps: int) -> GameRecord:
    return GameRecord(
        components_digest="c" * 64,
        game=RecordedSetup(seed=0, players=1, solo_level=1),
        steps=[Step(sell_goods=SellGoods(count=1))] * steps,
        final_digest="d" * 64,
    )


def test_a_record_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    file = RecordFile(path)
    assert file.read() is None
    for steps in range(3):
        file.write(record(steps))
        assert RecordFile(path).read() == record(steps)
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]


def test_a_file_that_is_no_record_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"steps": [{"selGoods": {}}]}', encoding="utf-8")
    with pytest.raises(MalformedJson):
        RecordFile(path).read()
    with pytest.raises(IsADirectoryError):
        RecordFile(tmp_path).read()


def test_a_device_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "game.json"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/full")):
        with pytest.raises(OSError, match="it is not a regular file"):
            RecordFile(path).read()
        with pytest.raises(OSError, match="it is not a regular file"):
            RecordFile(path).write(record(1))
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_somebody_else_has_written_stays(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first, second = RecordFile(path), RecordFile(path)
    first.write(record(1))
    with pytest.raises(RecordChanged):
        second.write(record(2))
    assert second.read() == record(1)
    second.write(record(2))
    with pytest.raises(RecordChanged):
        first.write(record(3))
    assert RecordFile(path).read() == record(2)
    path.unlink()
    with pytest.raises(RecordChanged):
        second.write(record(3))
    assert not path.exists()


def test_a_failure_leaves_the_record_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    file = RecordFile(path)
    file.write(record(1))

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            file.write(record(2))
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    assert RecordFile(path).read() == record(1)
    file.write(record(2))
    assert RecordFile(path).read() == record(2)


def test_the_record_reaches_the_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(number: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
        fsync(number)

    def noted_replace(path: Path, target: Path) -> Path:
        done.append("replace")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    RecordFile(tmp_path / "game.json").write(record(1))
    assert done == ["file", "replace", "folder"]


def test_a_link_and_the_permissions_of_a_file_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    file = RecordFile(path)
    file.write(record(1))
    path.chmod(0o600)
    link.symlink_to(path)
    through = RecordFile(link)
    through.read()
    through.write(record(2))
    assert link.is_symlink()
    assert RecordFile(path).read() == record(2)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


WRITER = """
import sys
from carnegie_client.record_file import RecordFile
from clients.test_record_file import record
file = RecordFile(sys.argv[1])
file.read()
for steps in range(1, 100_000):
    file.write(record(steps % 200))
"""


def test_a_writer_that_is_killed_leaves_a_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    RecordFile(path).write(record(0))
    for pause in (0.05, 0.02, 0.03, 0.01, 0.04):
        before = path.stat().st_mtime_ns
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        ) as writer:
            give_up_at = time.monotonic() + 30
            while path.stat().st_mtime_ns == before and time.monotonic() < give_up_at:
                time.sleep(0.005)
            time.sleep(pause)
            writer.kill()
        found = RecordFile(path).read()
        assert found is not None
        assert found == record(len(found.steps))


def test_a_file_that_has_become_read_only_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    file = RecordFile(path)
    file.check_writable()  # there is none yet
    file.write(record(1))
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="it is read-only"):
        file.write(record(2))
    assert RecordFile(path).read() == record(1)
    path.chmod(0o644)
    file.write(record(2))
    assert RecordFile(path).read() == record(2)

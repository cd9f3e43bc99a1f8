"""A game record in a file that is always whole: one record or the next, whatever happens meanwhile."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from pathlib import Path

from google.protobuf import json_format

from carnegie.v1.rules_pb2 import GameRecord
from carnegie_client.messages import record_message
from carnegie_proto.regular_files import read_regular_file

_ANYBODY_WRITES = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class RecordChanged(Exception):
    """Somebody else has written the file since it was read or written here; it was left as it is."""


class RecordFile:
    """The file of one game, which is written again after every step.

    Parameters
    ----------
    path
        Where; it need not exist yet. A link is followed.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(os.path.realpath(path))
        self._known: bytes | None = None

    def read(self) -> GameRecord | None:
        """Read the record; None if there is no file.

        Raises
        ------
        OSError
            If the file cannot be read, is not a regular one, or is larger than 16 MiB.
        MalformedJson
            If it is not the JSON form of a record.
        """
        try:
            content = read_regular_file(self.path)
        except FileNotFoundError:
            return None
        record = record_message(content)
        self._known = content
        return record

    def check_writable(self) -> None:
        """Raise OSError for a file that is read-only, though another one could be put in its place."""
        try:
            mode = self.path.stat().st_mode
        except FileNotFoundError:
            return
        # Also for who may write everything: whoever has taken the permission away wants to keep the file.
        if not mode & _ANYBODY_WRITES or not os.access(self.path, os.W_OK):
            raise PermissionError(errno.EACCES, "it is read-only", os.fspath(self.path))

    def write(self, record: GameRecord) -> None:
        """Put a record in the place of the one before; when this returns, it is on the disk.

        Raises
        ------
        OSError
            If it cannot be written, a read-only file included; the file is as before.
        RecordChanged
            If the file is not what was read or written here last.
        """
        try:
            found: bytes | None = read_regular_file(self.path)
        except FileNotFoundError:
            found = None
        if found != self._known:
            raise RecordChanged(f"{self.path} has been written by somebody else")
        self.check_writable()
        content = json_format.MessageToJson(record).encode() + b"\n"
        _replace(self.path, content)
        self._known = content


def _replace(path: Path, content: bytes) -> None:
    """Write beside the file, have it reach the disk, and only then put it in the file's place."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(path, beside)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    # The name itself has to reach the disk, too.
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)

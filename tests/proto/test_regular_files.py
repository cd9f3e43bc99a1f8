"""Files are read whole only where that has an end: no pipe is waited for, no device is read."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path

import pytest

from carnegie_proto.regular_files import read_regular_file


def test_a_file_and_a_link_to_it(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"\0content\xff")
    link.symlink_to(file)
    assert read_regular_file(file) == read_regular_file(link) == b"\0content\xff"


def test_a_size(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"1234")
    assert read_regular_file(file, 4) == b"1234"
    with pytest.raises(OSError, match="it is larger than 3 bytes") as raised:
        read_regular_file(file, 3)
    assert raised.value.filename == str(file)


def test_the_largest_file_without_being_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    os.truncate(file, 16 * 1024 * 1024 + 1)
    with pytest.raises(OSError, match="it is larger than 16777216 bytes"):
        read_regular_file(file)


@pytest.mark.parametrize(
    "name", ["/dev/zero", "/dev/full", "/dev/null", "/proc/self/fd/0/none", "pipe", "socket"]
)
def test_what_is_no_file_is_not_read(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    # In a folder with a short name: that of a socket has to be.
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{folder}/socket")
        path = f"{folder}/socket" if name == "socket" else tmp_path / name
        with pytest.raises(OSError, match=r".") as raised:
            read_regular_file(path)
    assert raised.value.strerror
    if name in {"/dev/zero", "/dev/full", "/dev/null", "pipe"}:
        assert raised.value.strerror == "it is not a regular file"


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="Is a directory"):
        read_regular_file(tmp_path)

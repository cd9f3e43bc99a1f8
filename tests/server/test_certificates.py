"""Certificates are tried out before they are used, and files that are replaced are taken whole or not at all."""

from __future__ import annotations

import datetime
import logging
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from carnegie_server.security import FaultyFile, TransportSecurity
from carnegie_server.security.certificates import read_certificate
from carnegie_server.security.watching import WatchedFiles
from server.certificates import Authority, Folder, replace

DAY = datetime.timedelta(days=1)


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def fault(folder: Folder) -> str:
    with pytest.raises(FaultyFile) as raised:
        read_certificate(folder.files)
    return str(raised.value)


def test_good_files(folder: Folder, authority: Authority) -> None:
    issued = authority.issue("localhost", ends_in=10 * DAY)
    folder.put(issued)
    certificate = read_certificate(folder.files)
    assert (certificate.chain, certificate.key, certificate.client_ca) == (issued.chain, issued.key, b"")
    ends = datetime.datetime.now(datetime.UTC) + 10 * DAY
    assert abs(certificate.expires - ends.timestamp()) < 60.0
    assert "KEY" not in repr(certificate)


def test_a_key_of_another_certificate(folder: Folder, authority: Authority) -> None:
    folder.put(authority.issue("localhost"))
    folder.key.write_bytes(authority.issue("localhost").key)
    assert fault(folder) == f"tls_key: {folder.key} does not belong to the certificate {folder.certificate}"


def test_files_of_another_kind(folder: Folder, authority: Authority) -> None:
    issued = authority.issue("localhost")
    folder.put(issued)
    folder.certificate.write_bytes(issued.key)
    assert fault(folder) == f"tls_certificate: {folder.certificate} holds no certificate in PEM"
    folder.certificate.write_bytes(b"")
    assert fault(folder) == f"tls_certificate: {folder.certificate} holds no certificate in PEM"
    folder.put(issued)
    folder.key.write_bytes(issued.chain)
    assert fault(folder) == f"tls_key: {folder.key} holds no private key in PEM"
    folder.put(issued)
    folder.client_ca.write_bytes(issued.key)
    assert fault(folder) == f"client_ca: {folder.client_ca} holds no certificate in PEM"


def test_an_encrypted_key_is_refused_and_nobody_is_asked_for_its_password(
    folder: Folder, authority: Authority
) -> None:
    folder.put(authority.issue("localhost"))
    key = serialization.load_pem_private_key(folder.key.read_bytes(), None)
    folder.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"password"),
        )
    )
    assert fault(folder) == f"tls_key: {folder.key} is encrypted, allowed a key without a password"


def test_an_expired_certificate_is_taken_with_a_warning(
    folder: Folder, authority: Authority, caplog: pytest.LogCaptureFixture
) -> None:
    for ends_in, warning in ((-DAY, "has expired"), (2 * DAY, "expires in 2.0 days"), (100 * DAY, "")):
        caplog.clear()
        folder.put(authority.issue("localhost", ends_in=ends_in))
        TransportSecurity(folder.files)
        assert len(caplog.records) == bool(warning)
        assert warning in caplog.text


@pytest.mark.parametrize("name", ["certificate", "key"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(
    name: str, folder: Folder, authority: Authority
) -> None:
    folder.put(authority.issue("localhost"))
    path: Path = getattr(folder, name)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(FaultyFile, match=f"{path} cannot be read: it is not a regular file"):
        WatchedFiles("certificates", folder.files.paths, lambda: read_certificate(folder.files))


def read_texts(*paths: Path) -> WatchedFiles[list[str]]:
    def read() -> list[str]:
        texts = [path.read_text(encoding="utf-8") for path in paths]
        if "faulty" in texts:
            raise FaultyFile(("a text is faulty",))
        return texts

    return WatchedFiles("texts", paths, read)


def test_a_change_is_taken_once_it_has_been_the_same_for_two_looks(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old", encoding="utf-8")
    watched = read_texts(file)
    assert (watched.look(), watched.content) == (False, ["old"])
    file.write_text("ne", encoding="utf-8")
    assert (watched.look(), watched.content) == (False, ["old"])
    file.write_text("new", encoding="utf-8")
    assert (watched.look(), watched.content) == (False, ["old"])
    assert (watched.look(), watched.content) == (True, ["new"])
    assert (watched.look(), watched.content) == (False, ["new"])


def test_a_change_is_taken_at_once_where_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old", encoding="utf-8")
    watched = read_texts(file)
    file.write_text("new", encoding="utf-8")
    assert (watched.look(at_once=True), watched.content) == (True, ["new"])


def test_a_replaced_file_of_the_same_size_and_time_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old", encoding="utf-8")
    watched = read_texts(file)
    before = file.stat()
    replace(file, b"new")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    watched.look()
    assert (watched.look(), watched.content) == (True, ["new"])


def test_faulty_and_missing_files_leave_the_old_content_and_are_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path in (one, other):
        path.write_text("old", encoding="utf-8")
    watched = read_texts(one, other)
    one.write_text("new", encoding="utf-8")
    other.write_text("faulty", encoding="utf-8")
    assert [watched.look() for _ in range(4)] == [False] * 4
    assert watched.content == ["old", "old"]
    (record,) = caplog.records
    assert (record.levelno, "a text is faulty" in record.getMessage()) == (logging.ERROR, True)
    other.unlink()
    assert [watched.look() for _ in range(4)] == [False] * 4
    assert watched.content == ["old", "old"]
    assert f"{other} cannot be read: No such file or directory" in caplog.records[1].getMessage()
    other.write_text("newer", encoding="utf-8")
    assert [watched.look() for _ in range(2)] == [False, True]
    assert watched.content == ["new", "newer"]


def test_files_replaced_while_they_are_read_are_read_again(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path in (one, other):
        path.write_text("old", encoding="utf-8")
    meanwhile = [lambda: None, lambda: replace(other, b"newer"), lambda: None]

    def read() -> list[str]:
        texts = [path.read_text(encoding="utf-8") for path in (one, other)]
        meanwhile.pop(0)()
        return texts

    watched = WatchedFiles("texts", (one, other), read)
    replace(one, b"new")
    assert [watched.look() for _ in range(2)] == [False, False]
    assert watched.content == ["old", "old"]
    assert [watched.look() for _ in range(2)] == [False, True]
    assert watched.content == ["new", "newer"]


def test_files_that_are_faulty_from_the_beginning(tmp_path: Path) -> None:
    with pytest.raises(FaultyFile, match="No such file"):
        read_texts(tmp_path / "none")

"""The command asks the service that is named, and shows it what it is given, never telling a secret."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from google.rpc import code_pb2
from typer.testing import CliRunner, Result

from carnegie_client.command.application import application
from clients.certificates import authority, signed
from clients.command.command_line import Command
from clients.fake_service import FakeService, refusal

SECRET = "open-sesame"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(application, [str(each) for each in arguments])


@pytest.fixture
def fake() -> Iterator[FakeService]:
    with FakeService() as service:
        yield service


def test_the_service_is_named_by_the_option_or_the_environment(
    fake: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARNEGIE_SERVER", fake.address)
    assert run("version").exit_code == 0
    assert len(fake.requests) == 1
    with FakeService() as other:
        assert run("version", "--server", other.address).exit_code == 0
        assert (len(fake.requests), len(other.requests)) == (1, 1)
        assert run("version", "--server", f"{other.address}, 127.0.0.1:1").exit_code == 0
        assert len(other.requests) == 2
    monkeypatch.setenv("CARNEGIE_SERVER", "")
    assert run("--version").stdout == run("version").stdout
    assert "service" not in run("version").stdout


@pytest.mark.parametrize("value", ["host", "host:0", "127.0.0.1:1,host", ","])
def test_what_is_no_address_is_wrong_use(value: str) -> None:
    result = run("version", "--server", value)
    assert result.exit_code == 2
    assert "allowed HOST:PORT" in " ".join(re.sub("[│╭╮╰╯─]", " ", result.stderr).split())


def test_the_token_is_in_a_file_or_the_environment(
    fake: FakeService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text(f"{SECRET}\n", encoding="ascii")
    monkeypatch.setenv("CARNEGIE_TOKEN", "of-the-environment")
    run("version", "--server", fake.address)
    run("version", "--server", fake.address, "--token-file", file)
    monkeypatch.delenv("CARNEGIE_TOKEN")
    run("version", "--server", fake.address)
    shown = [headers.get("authorization") for headers in fake.headers]
    assert shown == ["Bearer of-the-environment", f"Bearer {SECRET}", None]


@pytest.mark.parametrize(
    ("content", "said"),
    [("", "holds no token"), ("two words", "holds no token"), (None, "cannot read")],
)
def test_a_file_without_a_token_is_wrong_use(
    fake: FakeService, tmp_path: Path, content: str | None, said: str
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_text(content, encoding="ascii")
    result = run("version", "--server", fake.address, "--token-file", file)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "two words" not in result.stderr
    assert fake.requests == []


def test_a_token_is_not_sent_in_the_clear_to_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARNEGIE_TOKEN", SECRET)
    result = run("version", "--server", "no-such-host.invalid:1")
    assert result.exit_code == 2
    assert "give --tls or --ca-file" in result.stderr
    assert SECRET not in result.stderr
    assert run("version", "--server", "no-such-host.invalid:1", "--plaintext-token").exit_code == 6


def test_who_is_not_let_in_has_an_exit_code_and_is_told_what_to_give(command: Command) -> None:
    command.fake.suggestion = refusal(
        code_pb2.UNAUTHENTICATED, "the token is unknown", reason="UNKNOWN_TOKEN"
    )
    result = command.run("suggest", command.position)
    assert (result.exit_code, result.stdout) == (7, "")
    lines = result.stderr.splitlines()
    assert lines[:2] == [
        "error: the token is unknown",
        "  give a token that it knows with --token-file or CARNEGIE_TOKEN",
    ]
    assert lines[2:] == [f"  request {command.fake.headers[-1]['x-request-id']!s}"]
    command.fake.suggestion = refusal(code_pb2.PERMISSION_DENIED, "the token is for solo games only")
    result = command.run("suggest", command.position)
    assert (result.exit_code, result.stdout) == (7, "")
    assert result.stderr.splitlines()[0] == "error: the token is for solo games only"


def test_tls_and_a_certificate_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = authority(tmp_path, "authority")
    service, client = signed(tmp_path, own, "advisor.example"), signed(tmp_path, own, "client.example")
    keys = grpc.ssl_server_credentials(
        [(service.key.read_bytes(), service.file.read_bytes())],
        own.file.read_bytes(),
        require_client_auth=True,
    )
    shown = ("--client-certificate", client.file, "--client-key", client.key)
    with FakeService(credentials=keys) as fake:
        named = ("version", "--server", fake.address, "--server-name", "advisor.example")
        assert run(*named, "--ca-file", own.file, *shown).exit_code == 0
        assert run(*named, "--ca-file", own.file).exit_code == 6
        assert run(*named, "--tls", *shown).exit_code == 6
        plaintext = run("version", "--server", fake.address)
        assert plaintext.exit_code == 6
        failure, hint = plaintext.stderr.splitlines()
        assert failure.startswith(f"error: no service at {fake.address}: ")
        assert hint.startswith("  the service may use TLS: ")
        for option, file in (
            ("CA_FILE", own.file),
            ("CLIENT_CERTIFICATE", client.file),
            ("CLIENT_KEY", client.key),
        ):
            monkeypatch.setenv(f"CARNEGIE_{option}", os.fspath(file))
        assert run(*named).exit_code == 0


def test_files_that_do_not_fit_are_wrong_use(tmp_path: Path) -> None:
    own = authority(tmp_path, "authority")
    for arguments, said in (
        (("--client-key", own.key), "--client-certificate and --client-key are given together"),
        (("--ca-file", own.key), "holds no certificates"),
        (("--ca-file", tmp_path / "missing.pem"), "cannot read"),
        (("--server", "10.0.0.1:1,10.0.0.2:1", "--ca-file", own.file), "--server-name"),
        (("--server-name", "advisor.example"), "--server-name is for TLS only: give --tls or --ca-file"),
    ):
        result = run("version", "--server", "127.0.0.1:1", *arguments)
        assert result.exit_code == 2
        assert said in result.stderr

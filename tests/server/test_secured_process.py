"""A service with tokens as its callers and its operator see it: what is let in, said, logged, and read anew."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_reflection.v1alpha import reflection_pb2

from carnegie.v1 import info_pb2
from carnegie_server.grpc_transport import RETRY_PUSHBACK
from carnegie_server.methods import GET_COMPONENTS, GET_INFO, SUGGEST
from carnegie_server.security.tokens import new_token
from server.certificates import Authority, Folder, credentials, replace
from server.service_process import (
    Refusal,
    ServiceProcess,
    detail,
    health_of,
    raw_method,
    refusal,
    running_service,
    start_process,
)


@dataclass(frozen=True)
class Issued:
    """A token and its entry in the file."""

    token: str
    entry: str


def issue(name: str, scopes: str) -> Issued:
    token = new_token()
    sha256 = hashlib.sha256(token.encode()).hexdigest()
    return Issued(token, f'[[token]]\nname = "{name}"\nsha256 = "{sha256}"\nscopes = {scopes}\n')


SITE = issue("site", '["solo", "analysis"]')
SOLO = issue("solo-app", '["solo"]')


@dataclass(frozen=True)
class Secured:
    """A service with a file of tokens."""

    service: ServiceProcess
    file: Path
    channel: grpc.Channel

    def call(self, method: str, token: str | None) -> bytes:
        metadata = () if token is None else (("authorization", f"Bearer {token}"),)
        return raw_method(self.channel, method)(b"", timeout=20.0, metadata=metadata)

    def error(self, method: str, token: str | None) -> grpc.RpcError:
        with pytest.raises(grpc.RpcError) as error:
            self.call(method, token)
        return error.value

    def refuses(self, method: str, token: str | None) -> Refusal:
        return refusal(self.error(method, token))


@pytest.fixture
def secured(tmp_path: Path) -> Iterator[Secured]:
    file = tmp_path / "tokens.toml"
    file.write_text(SITE.entry + SOLO.entry, encoding="utf-8")
    with running_service("--workers=1", f"--tokens={file}") as service, service.channel() as channel:
        yield Secured(service, file, channel)


def test_tokens_and_scopes(secured: Secured) -> None:
    missing = secured.refuses(GET_INFO, None)
    assert (missing.code, missing.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING")
    unknown = secured.refuses(GET_COMPONENTS, SITE.token[:-1])
    assert (unknown.code, unknown.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN")
    for token in (SITE.token, SOLO.token):
        assert info_pb2.GetInfoResponse.FromString(secured.call(GET_INFO, token)).version
        secured.call(GET_COMPONENTS, token)
    # Let in: the worker has looked at the empty request.
    assert secured.refuses(SUGGEST, SITE.token).reason == "INVALID_REQUEST"
    forbidden = secured.refuses(SUGGEST, SOLO.token)
    assert (forbidden.code, forbidden.reason) == (grpc.StatusCode.PERMISSION_DENIED, "SCOPE_MISSING")
    assert detail(forbidden.status, error_details_pb2.ErrorInfo).metadata == {"scope": "analysis"}
    assert "'analysis'" in forbidden.message


def test_health_and_reflection_need_no_token(secured: Secured) -> None:
    assert health_of(secured.channel) == "SERVING"
    reflect = secured.channel.stream_stream(
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    (listed,) = reflect(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    assert "carnegie.v1.AdvisorService" in {each.name for each in listed.list_services_response.service}


def test_callers_are_in_the_log_by_name_and_tokens_are_nowhere(secured: Secured) -> None:
    secured.call(GET_INFO, SITE.token)
    secured.error(SUGGEST, SOLO.token)
    secured.error(GET_INFO, "carnegie_a-token-that-is-wrong")
    log = secured.service.wait_for_log("TOKEN_UNKNOWN")
    secured.service.process.send_signal(signal.SIGHUP)
    log = secured.service.wait_for_log("read anew")
    assert '"caller": "site"' in log
    assert '"caller": "solo-app"' in log
    command = Path(f"/proc/{secured.service.process.pid}/cmdline").read_bytes().decode()
    for secret in (SITE.token, SOLO.token, "a-token-that-is-wrong"):
        assert secret not in log
        assert secret not in command


def test_a_new_file_is_in_force_on_a_signal_and_a_faulty_one_is_not(secured: Secured) -> None:
    replace(secured.file, SOLO.entry.encode())
    secured.service.process.send_signal(signal.SIGHUP)
    secured.service.wait_for_log("read anew")
    assert secured.refuses(GET_INFO, SITE.token).reason == "TOKEN_UNKNOWN"
    secured.call(GET_INFO, SOLO.token)
    replace(secured.file, (SITE.entry + "[[token]]\nname = 1\n").encode())
    secured.service.process.send_signal(signal.SIGHUP)
    log = secured.service.wait_for_log("token[1].name: found int")
    assert "the old ones stay in force" in log
    assert secured.refuses(GET_INFO, SITE.token).reason == "TOKEN_UNKNOWN"
    secured.call(GET_INFO, SOLO.token)


@pytest.mark.parametrize("kind", ["pipe", "device", "endless"])
def test_what_is_no_file_changes_nothing_and_stops_nothing(secured: Secured, kind: str) -> None:
    secured.file.unlink()
    if kind == "pipe":
        os.mkfifo(secured.file)
    elif kind == "device":
        secured.file.symlink_to("/dev/zero")
    else:
        secured.file.touch()
        os.truncate(secured.file, 1 << 40)
    secured.service.process.send_signal(signal.SIGHUP)
    log = secured.service.wait_for_log("the old ones stay in force")
    why = "it is larger than 16777216 bytes" if kind == "endless" else "it is not a regular file"
    assert f"{secured.file} cannot be read: {why}" in log
    secured.call(GET_INFO, SITE.token)
    assert secured.refuses(GET_INFO, None).reason == "TOKEN_MISSING"


def test_a_new_file_is_noticed(secured: Secured) -> None:
    replace(secured.file, SITE.entry.encode())
    secured.service.wait_for_log("read anew")
    assert secured.refuses(GET_INFO, SOLO.token).reason == "TOKEN_UNKNOWN"
    secured.call(GET_INFO, SITE.token)


def test_the_rate_limit_says_when_to_come_again(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    file.write_text(SITE.entry + "rate = 2\nburst = 3\n" + SOLO.entry, encoding="utf-8")
    flags = ("--workers=1", f"--tokens={file}", "--rate=0.001", "--burst=1", "--max-concurrent=5")
    with running_service(*flags) as service, service.channel() as channel:
        secured = Secured(service, file, channel)
        limits = info_pb2.GetInfoResponse.FromString(secured.call(GET_INFO, SOLO.token)).limits
        assert (limits.calls_per_second, limits.burst) == (0.001, 1)
        assert (limits.max_concurrent_calls, limits.max_concurrent_calls_total) == (5, 0)
        for _ in range(3):
            secured.call(GET_INFO, SITE.token)
        error = secured.error(GET_INFO, SITE.token)
        refused = refusal(error)
        assert (refused.code, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "RATE_LIMITED")
        delay = detail(refused.status, error_details_pb2.RetryInfo).retry_delay.ToMilliseconds()
        assert 0 < delay <= 500
        call: object = error
        assert isinstance(call, grpc.Call)
        assert (RETRY_PUSHBACK, str(delay)) in {(key, value) for key, value in call.trailing_metadata() or ()}
        time.sleep(delay / 1e3)
        secured.call(GET_INFO, SITE.token)
        assert secured.refuses(GET_INFO, SOLO.token).reason == "RATE_LIMITED"


def test_over_tls_the_line_on_the_standard_output_is_the_same(tmp_path: Path) -> None:
    authority, folder = Authority(), Folder(tmp_path)
    folder.put(authority.issue("127.0.0.1"))
    flags = (f"--tls-certificate={folder.certificate}", f"--tls-key={folder.key}")
    with running_service("--workers=1", *flags) as service:
        with grpc.secure_channel(service.address, credentials(authority)) as channel:
            assert health_of(channel) == "SERVING"
            raw_method(channel, GET_INFO)(b"", timeout=5.0)
        assert service.stop() == 0
        assert service.rest_of_output() == ""
        assert "PRIVATE KEY" not in service.log()


def test_the_browser_gateway_has_the_same_certificate_and_tokens(tmp_path: Path) -> None:
    authority, folder, file = Authority(), Folder(tmp_path), tmp_path / "tokens.toml"
    folder.put(authority.issue("127.0.0.1"))
    file.write_text(SITE.entry, encoding="utf-8")
    flags = (f"--tls-certificate={folder.certificate}", f"--tls-key={folder.key}", f"--tokens={file}")
    with running_service("--workers=1", "--web-port=0", *flags) as service:
        (address,) = re.findall(r"browser gateway at (https://127\.0\.0\.1:\d+)", service.log())
        context = ssl.create_default_context(cadata=authority.pem.decode())

        def get_info(headers: dict[str, str]) -> int:
            request = urllib.request.Request(
                address + GET_INFO, b"{}", {"content-type": "application/json", **headers}
            )
            try:
                with urllib.request.urlopen(request, timeout=10.0, context=context) as answer:
                    status: int = answer.status
            except urllib.error.HTTPError as error:
                with error:
                    status = error.code
            return status

        assert get_info({}) == 401
        assert get_info({"authorization": f"Bearer {SITE.token}"}) == 200


def test_listening_openly_is_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    file.write_text(SITE.entry, encoding="utf-8")
    with running_service("--workers=1", "--host=0.0.0.0") as service:
        log = service.log()
    assert "no encryption (set tls_certificate and tls_key)" in log
    assert "neither tokens nor client certificates (set tokens or client_ca)" in log
    with running_service("--workers=1", "--host=0.0.0.0", f"--tokens={file}") as service:
        log = service.log()
    assert "no encryption" in log
    assert "neither tokens" not in log
    with running_service("--workers=1", "--host=127.0.0.1") as service:
        assert "WARNING" not in service.log()


def test_the_command_makes_a_token(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "carnegie_server", "token", "new", "--name=site", "--scopes=solo"],
        check=True,
        capture_output=True,
        text=True,
    )
    token, _, entry = made.stdout.partition("\n")
    file = tmp_path / "tokens.toml"
    file.write_text(entry, encoding="utf-8")
    with running_service("--workers=1", f"--tokens={file}") as service, service.channel() as channel:
        Secured(service, file, channel).call(GET_INFO, token)


def start_in_vain(*flags: str, log: Path) -> tuple[int, str]:
    with log.open("w", encoding="utf-8") as opened:
        process = start_process("--workers=1", *flags, log=opened)
        output, _ = process.communicate(timeout=20.0)
    assert output == ""
    return process.returncode, log.read_text(encoding="utf-8")


def test_settings_that_do_not_belong_together(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(Authority().pem)
    for flags, message in (
        (["--tls-key"], "tls_certificate: found nothing, allowed a file where tls_key is set"),
        (["--tls-certificate"], "tls_key: found nothing, allowed a file where tls_certificate is set"),
        (["--client-ca"], "client_ca: found a file, allowed where tls_certificate and tls_key are set"),
    ):
        code, said = start_in_vain(*(f"{flag}={file}" for flag in flags), log=tmp_path / "log")
        assert (code, said) == (2, f"{message}\n")


def test_faulty_files_are_named(tmp_path: Path) -> None:
    folder, file = Folder(tmp_path), tmp_path / "tokens.toml"
    folder.put(Authority().issue("localhost"))
    folder.key.write_bytes(Authority().issue("localhost").key)
    file.write_text(SITE.token, encoding="utf-8")
    for flags, message in (
        ([f"--tokens={file}"], f"tokens: {file}: found no TOML"),
        (
            [f"--tls-certificate={folder.certificate}", f"--tls-key={folder.key}"],
            f"tls_key: {folder.key} does not belong to the certificate {folder.certificate}",
        ),
    ):
        code, said = start_in_vain(*flags, log=tmp_path / "log")
        assert code == 1
        assert said.startswith(message)
        assert said.count("\n") == 1
        assert SITE.token not in said

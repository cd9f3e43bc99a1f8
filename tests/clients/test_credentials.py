"""Who calls and who answers: tokens, certificates, and the names of calls."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from google.rpc import code_pb2

from carnegie_client import (
    CallFailed,
    CarnegieError,
    InvalidRequest,
    NotAuthenticated,
    NotPermitted,
    ServerUnreachable,
    tls_credentials,
)
from clients.both_clients import Connect
from clients.certificates import Certificate, authority, signed, with_password
from clients.fake_service import FakeService, refusal

SECRET = "sesame.Open-1~2+3/4=="


@dataclass(frozen=True)
class Certificates:
    """Those of the service and of a client, by one authority, and an authority that has signed neither."""

    authority: Certificate
    other_authority: Certificate
    service: Certificate
    named_service: Certificate
    client: Certificate


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    folder = tmp_path_factory.mktemp("certificates")
    own = authority(folder, "authority")
    return Certificates(
        own,
        authority(folder, "other-authority"),
        signed(folder, own, "127.0.0.1"),
        signed(folder, own, "advisor.example"),
        signed(folder, own, "client.example"),
    )


def server_credentials(
    certificate: Certificate, clients_authority: Certificate | None = None
) -> grpc.ServerCredentials:
    pair = (certificate.key.read_bytes(), certificate.file.read_bytes())
    if clients_authority is None:
        return grpc.ssl_server_credentials([pair])
    return grpc.ssl_server_credentials([pair], clients_authority.file.read_bytes(), require_client_auth=True)


def test_the_token_is_shown_with_every_call(connect: Connect) -> None:
    with FakeService() as fake, connect(fake.address, token=SECRET) as client:
        client.info()
        client.validate({})
        list(client.analyze({}, time_limit=1.0))
        assert [headers["authorization"] for headers in fake.headers] == [f"Bearer {SECRET}"] * 3
    with FakeService() as fake, connect(fake.address) as client:
        client.info()
        assert "authorization" not in fake.headers[0]


@pytest.mark.parametrize("token", ["", "two words", "line\nbreak", "umlautä", "=only"])
def test_what_can_be_no_token_is_refused_and_not_said(connect: Connect, token: str) -> None:
    with (
        pytest.raises(ValueError, match="token: found characters") as caught,
        connect("[::1]:1", token=token),
    ):
        pass
    assert not token or token not in str(caught.value)


def test_a_token_goes_to_another_machine_only_with_tls_or_when_told_to(connect: Connect) -> None:
    for address in ("advisor.example:1", "127.0.0.1:1,10.0.0.1:1"):
        with pytest.raises(ValueError, match="token: it would be sent without TLS") as caught:
            connect(address, token=SECRET).__enter__()
        assert SECRET not in str(caught.value)
        with connect(address, token=SECRET, allow_plaintext_token=True):
            pass
    with connect("advisor.example:1", token=SECRET, credentials=tls_credentials()):
        pass


def test_what_a_connection_is_given_is_checked_at_once(connect: Connect) -> None:
    with pytest.raises(ValueError, match="address") as caught:
        connect("a:1,b", timeout=0.0, connect_timeout=float("nan"), hedge_after=-1.0, token="!").__enter__()
    assert [part.partition(":")[0] for part in str(caught.value).split("; ")][:4] == [
        "address[1]",
        "timeout",
        "connect_timeout",
        "hedge_after",
    ]
    with pytest.raises(ValueError, match="server_name: for TLS with several hosts"):
        connect("a:1,b:2", credentials=tls_credentials()).__enter__()


@pytest.mark.parametrize(
    ("code", "kind"),
    [(code_pb2.UNAUTHENTICATED, NotAuthenticated), (code_pb2.PERMISSION_DENIED, NotPermitted)],
)
def test_who_is_not_let_in_is_told_once(connect: Connect, code: int, kind: type[CallFailed]) -> None:
    with FakeService() as fake, connect(fake.address, token=SECRET) as client:
        fake.suggestion = refusal(code, "the token has no scope for this", reason="SCOPE")
        with pytest.raises(kind, match="the token has no scope for this") as caught:
            client.suggest({}, time_limit=1.0)
        assert len(fake.requests) == 1
    assert SECRET not in str(caught.value)
    assert SECRET not in repr(vars(client).get("_settings"))


def test_each_call_has_a_name_that_its_error_says(connect: Connect) -> None:
    with FakeService() as fake, connect(fake.address) as client:
        fake.suggestion = refusal(code_pb2.INTERNAL, "a bug", reason="INTERNAL_ERROR")
        client.validate({}, request_id="game-7/turn-3")
        with pytest.raises(CallFailed) as caught:
            client.suggest({}, time_limit=1.0)
        client.info()
        names = [str(headers["x-request-id"]) for headers in fake.headers]
        assert names[0] == "game-7/turn-3"
        assert caught.value.request_id == names[1]
        assert f"request {names[1]}" in str(caught.value)
        assert all(re.fullmatch("[0-9a-f]{32}", name) for name in names[1:])
        assert names[1] != names[2]
        fake.suggestion = refusal(code_pb2.INVALID_ARGUMENT, "wrong")
        with pytest.raises(InvalidRequest) as refused:
            client.suggest({}, time_limit=1.0, request_id="mine")
        assert refused.value.request_id == "mine"
        asked = len(fake.requests)
        for name in ("", "two words", "x" * 65, "line\n"):
            with pytest.raises(ValueError, match=r"request_id: found .* allowed 1 to 64 characters"):
                client.score({}, request_id=name)
        assert len(fake.requests) == asked


def test_tls_with_an_authority_of_ones_own(connect: Connect, certificates: Certificates) -> None:
    with FakeService(credentials=server_credentials(certificates.service)) as fake:
        credentials = tls_credentials(ca_file=certificates.authority.file)
        with connect(fake.address, credentials=credentials, token=SECRET) as client:
            client.info()
        assert fake.headers[0]["authorization"] == f"Bearer {SECRET}"
        wrong = tls_credentials(ca_file=str(certificates.other_authority.file))
        for refused in (wrong, tls_credentials(), None):
            with connect(fake.address, credentials=refused) as client, pytest.raises(ServerUnreachable):
                client.info()


def test_tls_with_several_hosts_by_the_name_in_the_certificate(
    connect: Connect, certificates: Certificates
) -> None:
    keys = server_credentials(certificates.named_service)
    credentials = tls_credentials(ca_file=certificates.authority.file)
    with FakeService(credentials=keys) as first, FakeService(credentials=keys) as second:
        addresses = [first.address, second.address.replace("127.0.0.1", "localhost")]
        with connect(addresses, credentials=credentials, server_name="advisor.example") as client:
            for _ in range(50):
                client.info()
            assert first.requests
            assert second.requests
        with (
            connect(addresses, credentials=credentials, server_name="other.example") as client,
            pytest.raises(ServerUnreachable, match=r"(?i)hostname"),
        ):
            client.info()


def test_mutual_tls(connect: Connect, certificates: Certificates) -> None:
    keys = server_credentials(certificates.service, certificates.authority)
    with FakeService(credentials=keys) as fake:
        shown = tls_credentials(
            ca_file=certificates.authority.file,
            certificate_file=certificates.client.file,
            key_file=certificates.client.key,
        )
        with connect(fake.address, credentials=shown) as client:
            client.info()
        nothing = tls_credentials(ca_file=certificates.authority.file)
        with connect(fake.address, credentials=nothing) as client, pytest.raises(CarnegieError):
            client.info()


def test_files_that_are_no_certificates_are_named(tmp_path: Path, certificates: Certificates) -> None:
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing\n", encoding="ascii")
    with pytest.raises(ValueError, match=r"nothing\.pem holds no certificates"):
        tls_credentials(ca_file=nothing)
    own, other = certificates.client, certificates.service
    closed = with_password(own.key)
    for file, key in ((own.file, other.key), (nothing, own.key), (own.file, nothing), (own.file, closed)):
        with pytest.raises(ValueError, match="not a certificate and its key") as caught:
            tls_credentials(certificate_file=file, key_file=key)
        assert "None" not in str(caught.value)
    with pytest.raises(ValueError, match="key_file: a client's certificate and its key"):
        tls_credentials(certificate_file=own.file)
    with pytest.raises(ValueError, match="certificate_file: a client's certificate and its key"):
        tls_credentials(key_file=own.key)
    with pytest.raises(FileNotFoundError):
        tls_credentials(ca_file=tmp_path / "missing.pem")

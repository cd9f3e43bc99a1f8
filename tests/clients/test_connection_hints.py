"""The likely mistakes with TLS are told as what they are, or may be."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import dataclass

import grpc
import pytest

from carnegie_client import ClientClosed, ServerUnreachable, tls_credentials
from carnegie_client.connection_hints import with_hint
from carnegie_client.connection_settings import connection_settings
from carnegie_client.health import health_of
from clients.both_clients import Connect
from clients.certificates import Certificate, authority, signed
from clients.fake_service import FakeService


@dataclass(frozen=True)
class Services:
    """Services with and without TLS, and certificates for them."""

    plain: str
    secure: str
    mutual: str
    named: str
    authority: Certificate
    client: Certificate
    stranger: Certificate


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("certificates")
    own, other = authority(folder, "authority"), authority(folder, "other-authority")
    numbered, named = signed(folder, own, "127.0.0.1"), signed(folder, own, "advisor.example")
    pair = (numbered.key.read_bytes(), numbered.file.read_bytes())
    with (
        FakeService() as plain,
        FakeService(credentials=grpc.ssl_server_credentials([pair])) as secure,
        FakeService(
            credentials=grpc.ssl_server_credentials([pair], own.file.read_bytes(), require_client_auth=True)
        ) as mutual,
        FakeService(
            credentials=grpc.ssl_server_credentials([(named.key.read_bytes(), named.file.read_bytes())])
        ) as other_name,
    ):
        yield Services(
            plain.address,
            secure.address,
            mutual.address,
            other_name.address,
            own,
            signed(folder, own, "client.example"),
            signed(folder, other, "stranger.example"),
        )


def hint_of(connect: Connect, address: str, credentials: grpc.ChannelCredentials | None) -> str:
    """Ask in vain, and give the hint, which is the last line of the message."""
    with (
        connect(address, credentials=credentials, retry=False) as client,
        pytest.raises(ServerUnreachable) as caught,
    ):
        client.info()
    hint = caught.value.hint
    said = f"no service at {address}: {caught.value.detail}"
    assert str(caught.value) == (f"{said}\n{hint}" if hint else said)
    return hint


def test_no_tls_where_the_service_has_it(connect: Connect, services: Services) -> None:
    for address in (services.secure, services.mutual):
        hint = hint_of(connect, address, None)
        assert hint.startswith("the service may use TLS: ")
        assert "--ca-file" in hint


def test_tls_where_the_service_has_none(connect: Connect, services: Services) -> None:
    hint = hint_of(connect, services.plain, tls_credentials(ca_file=services.authority.file))
    assert hint.startswith("the service may be one without TLS: ")


def test_an_authority_that_the_client_does_not_know(connect: Connect, services: Services) -> None:
    hint = hint_of(connect, services.secure, tls_credentials())
    assert "by an authority that the client does not know" in hint
    assert "--ca-file" in hint


def test_a_certificate_for_another_name(connect: Connect, services: Services) -> None:
    hint = hint_of(connect, services.named, tls_credentials(ca_file=services.authority.file))
    assert "for another name" in hint
    assert "--server-name" in hint


def test_a_client_without_a_certificate(connect: Connect, services: Services) -> None:
    hint = hint_of(connect, services.mutual, tls_credentials(ca_file=services.authority.file))
    assert hint.startswith("the service may want to see a client's certificate")
    assert "--client-certificate" in hint


def test_a_client_with_a_certificate_that_is_not_taken(connect: Connect, services: Services) -> None:
    shown = tls_credentials(
        ca_file=services.authority.file,
        certificate_file=services.stranger.file,
        key_file=services.stranger.key,
    )
    hint = hint_of(connect, services.mutual, shown)
    assert hint.startswith("the service may not take the client's certificate: ")


def test_a_name_may_stand_for_several_addresses(connect: Connect, services: Services) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        for credentials in (None, tls_credentials(ca_file=services.authority.file)):
            hint = hint_of(connect, f"localhost:{port}", credentials)
            assert hint.startswith("localhost may stand for several addresses")
            assert f"such as 127.0.0.1:{port}," in hint
        assert hint_of(connect, f"127.0.0.1:{port}", None) == ""
        assert hint_of(connect, f"127.0.0.1:{port},[::1]:{port}", None).startswith(
            "only one address's failure"
        )


def test_a_name_that_is_not_in_the_certificate_has_a_hint_whichever_address_is_told(
    connect: Connect, services: Services
) -> None:
    """One of its addresses refuses, or there is none, and another has the wrong certificate."""
    port = services.named.rpartition(":")[2]
    hint = hint_of(connect, f"localhost:{port}", tls_credentials(ca_file=services.authority.file))
    assert f"127.0.0.1:{port}" in hint or "--server-name" in hint


def test_a_silent_address_has_no_hint(connect: Connect) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with connect(address, connect_timeout=0.2) as client, pytest.raises(ServerUnreachable) as caught:
            client.info()
    assert (caught.value.detail, caught.value.hint) == ("no connection within 0.2 seconds", "")


def test_a_connection_that_was_lost_and_other_errors_have_no_hint() -> None:
    settings = connection_settings("localhost:1")
    lost = with_hint(ServerUnreachable("localhost:1", "Socket closed", request_id="mine"), settings)
    assert (str(lost), lost.request_id) == ("no service at localhost:1: Socket closed", "mine")
    closed = ClientClosed("closed")
    assert with_hint(closed, settings) is closed


def test_a_probe_has_the_hint_too(services: Services) -> None:
    with pytest.raises(ServerUnreachable) as caught:
        health_of(services.secure)
    assert caught.value.hint.startswith("the service may use TLS: ")

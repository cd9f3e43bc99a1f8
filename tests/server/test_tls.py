"""Who gets a connection over TLS, and who does not; a certificate that is replaced is shown without a restart."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Self

import grpc
import pytest
from grpc import aio

from carnegie_server.security import TransportSecurity
from carnegie_server.settings import Settings
from server.certificates import Authority, Folder, Issued, credentials, replace
from server.secured_service import SecuredService, secured_service

DAY = datetime.timedelta(days=1)
HOST = "127.0.0.1"


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


@pytest.fixture(scope="module")
def other_authority() -> Authority:
    return Authority()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def with_service(folder: Folder, test: Callable[[SecuredService], Awaitable[None]]) -> None:
    files = folder.files
    settings = Settings(
        port=0, tls_certificate=files.certificate, tls_key=files.key, client_ca=files.client_ca
    )

    async def run() -> None:
        async with secured_service(settings) as service:
            await test(service)

    asyncio.run(run())


async def refused(
    service: SecuredService, client: grpc.ChannelCredentials | None, host: str = ""
) -> str | None:
    with pytest.raises(aio.AioRpcError) as error:
        await service.ask(client, host=host)
    assert error.value.code() is grpc.StatusCode.UNAVAILABLE
    return error.value.details()


def test_the_right_authority_and_host(folder: Folder, authority: Authority) -> None:
    folder.put(authority.issue(HOST, "carnegie.example"))

    async def test(service: SecuredService) -> None:
        await service.ask(credentials(authority))
        await service.ask(credentials(authority), host="carnegie.example")

    with_service(folder, test)


def test_clients_refuse_what_they_should(
    folder: Folder, authority: Authority, other_authority: Authority
) -> None:
    folder.put(authority.issue(HOST))

    async def test(service: SecuredService) -> None:
        assert "CERTIFICATE_VERIFY_FAILED" in str(await refused(service, credentials(other_authority)))
        wrong_host = await refused(service, credentials(authority), host="other.example")
        assert "Hostname Verification Check failed" in str(wrong_host)

    with_service(folder, test)


def test_an_expired_certificate_is_refused_by_clients(folder: Folder, authority: Authority) -> None:
    folder.put(authority.issue(HOST, ends_in=-DAY))

    async def test(service: SecuredService) -> None:
        assert "CERTIFICATE_VERIFY_FAILED" in str(await refused(service, credentials(authority)))

    with_service(folder, test)


def test_a_client_without_tls_gets_nothing(folder: Folder, authority: Authority) -> None:
    folder.put(authority.issue(HOST))

    async def test(service: SecuredService) -> None:
        await refused(service, None)
        await service.ask(credentials(authority))

    with_service(folder, test)


def test_clients_need_a_certificate_of_the_right_authority(
    folder: Folder, authority: Authority, other_authority: Authority
) -> None:
    folder.put(authority.issue(HOST))
    folder.put_client_ca(other_authority)

    async def test(service: SecuredService) -> None:
        await service.ask(credentials(authority, other_authority.issue("client")))
        await refused(service, credentials(authority))
        await refused(service, credentials(authority, authority.issue("client")))
        await refused(service, credentials(authority, other_authority.issue("client", ends_in=-DAY)))
        stolen = Issued(other_authority.issue("client").chain, other_authority.issue("client").key)
        with pytest.raises((aio.AioRpcError, ValueError)):
            await service.ask(credentials(authority, stolen))

    with_service(folder, test)


def test_new_certificates_are_shown_to_new_connections(
    folder: Folder, authority: Authority, other_authority: Authority
) -> None:
    folder.put(authority.issue(HOST))

    async def test(service: SecuredService) -> None:
        transport = service.security.transport
        assert transport is not None
        async with aio.secure_channel(service.address, credentials(authority)) as channel:
            get_info: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
                "/carnegie.v1.InfoService/GetInfo"
            )
            await get_info(b"", timeout=5.0)
            # Half of the new ones: the old ones stay.
            new = other_authority.issue(HOST)
            replace(folder.certificate, new.chain)
            transport.look(at_once=True)
            await service.ask(credentials(authority))
            replace(folder.key, new.key)
            transport.look(at_once=True)
            await service.ask(credentials(other_authority))
            await refused(service, credentials(authority))
            # Connections of before go on.
            await get_info(b"", timeout=5.0)

    with_service(folder, test)


def test_new_certificates_are_noticed_without_being_told(
    folder: Folder, authority: Authority, other_authority: Authority
) -> None:
    folder.put(authority.issue(HOST))

    async def test(service: SecuredService) -> None:
        folder.put(other_authority.issue(HOST))
        loop = asyncio.get_running_loop()
        end = loop.time() + 10.0
        while True:
            try:
                await service.ask(credentials(other_authority))
                return
            except aio.AioRpcError:
                assert loop.time() < end
                await asyncio.sleep(0.2)

    with_service(folder, test)


def test_a_new_authority_of_clients_replaces_the_old_one(
    folder: Folder, authority: Authority, other_authority: Authority
) -> None:
    folder.put(authority.issue(HOST))
    folder.put_client_ca(authority)
    old, new = (credentials(authority, signer.issue("client")) for signer in (authority, other_authority))

    async def test(service: SecuredService) -> None:
        transport = service.security.transport
        assert transport is not None
        await service.ask(old)
        await refused(service, new)
        folder.put_client_ca(other_authority)
        transport.look(at_once=True)
        await refused(service, old)
        await service.ask(new)

    with_service(folder, test)


class HttpsPort:
    """A port of Python's own TLS with the context for HTTP."""

    def __init__(self, transport: TransportSecurity) -> None:
        self.transport = transport

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._greet, HOST, 0, ssl=self.transport.http_context())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _greet(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello")
        writer.close()

    async def greeting(self, trusted: Authority, own: tuple[Path, Path] | None = None) -> bytes:
        """Give what the port says; nothing where no connection comes about, whichever side refuses it."""
        context = ssl.create_default_context(cadata=trusted.pem.decode())
        if own is not None:
            context.load_cert_chain(*own)
        port = self._server.sockets[0].getsockname()[1]
        try:
            reader, writer = await asyncio.open_connection(HOST, port, ssl=context)
        except ssl.SSLError:
            return b""
        try:
            return await reader.read()
        except (ssl.SSLError, ConnectionError):
            return b""
        finally:
            writer.close()


def test_python_s_own_tls_has_the_same_certificates(
    folder: Folder, authority: Authority, other_authority: Authority, tmp_path: Path
) -> None:
    folder.put(authority.issue(HOST))
    folder.put_client_ca(authority)
    own = []
    for name, signer in (("old", authority), ("new", other_authority)):
        issued = signer.issue("client")
        paths = (tmp_path / f"{name}.pem", tmp_path / f"{name}.key")
        for path, content in zip(paths, (issued.chain, issued.key), strict=True):
            path.write_bytes(content)
        own.append(paths)
    old, new = own

    async def run() -> None:
        transport = TransportSecurity(folder.files)
        async with HttpsPort(transport) as port:
            assert await port.greeting(authority, old) == b"hello"
            assert [await port.greeting(authority, own) for own in (None, new)] == [b"", b""]
            folder.put(other_authority.issue(HOST))
            folder.put_client_ca(other_authority)
            transport.look(at_once=True)
            assert await port.greeting(other_authority, new) == b"hello"
            assert await port.greeting(authority, new) == b""
            assert [await port.greeting(other_authority, own) for own in (None, old)] == [b"", b""]

    asyncio.run(run())

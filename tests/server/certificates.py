"""Certificates that tests make for themselves."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

import grpc
import trustme

from carnegie_server.security.certificates import CertificateFiles


@dataclass(frozen=True)
class Issued:
    """A certificate and its key, PEM."""

    chain: bytes
    key: bytes


class Authority:
    """Who signs certificates."""

    def __init__(self) -> None:
        self._ca = trustme.CA()

    @property
    def pem(self) -> bytes:
        return self._ca.cert_pem.bytes()

    def issue(self, *names: str, ends_in: datetime.timedelta = datetime.timedelta(days=100)) -> Issued:
        """Make a certificate for names or addresses, that ends so much later than now, or has ended."""
        made = self._ca.issue_cert(*names, not_after=datetime.datetime.now(datetime.UTC) + ends_in)
        return Issued(b"".join(blob.bytes() for blob in made.cert_chain_pems), made.private_key_pem.bytes())


class Folder:
    """A folder with a service's certificate, its key, and perhaps the authority of its clients."""

    def __init__(self, path: Path) -> None:
        self.certificate, self.key, self.client_ca = path / "own.pem", path / "own.key", path / "clients.pem"

    @property
    def files(self) -> CertificateFiles:
        return CertificateFiles(
            self.certificate, self.key, self.client_ca if self.client_ca.exists() else None
        )

    def put(self, issued: Issued) -> None:
        replace(self.certificate, issued.chain)
        replace(self.key, issued.key)

    def put_client_ca(self, authority: Authority) -> None:
        replace(self.client_ca, authority.pem)


def replace(path: Path, content: bytes) -> None:
    """Put a new file in the place of an old one, in one step, as an operator should."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(content)
    new.replace(path)


def credentials(authority: Authority, own: Issued | None = None) -> grpc.ChannelCredentials:
    """Give a client's side: the authority that it trusts, and the certificate that it shows."""
    if own is None:
        return grpc.ssl_channel_credentials(authority.pem)
    return grpc.ssl_channel_credentials(authority.pem, own.key, own.chain)

"""The service's certificate, its key, and the authorities of its clients: read from files and tried out."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from carnegie_proto.regular_files import read_regular_file
from carnegie_server.security.faults import FaultyFile

# OpenSSL's X509_V_FLAG_NO_CHECK_TIME and X509_V_FLAG_PARTIAL_CHAIN: an expired certificate can be looked at, too, and
# needs nobody above it.
_NO_CHECK_TIME = 0x200000
_PARTIAL_CHAIN = 0x80000
_MOST_FLIGHTS = 10
_KEY_MISMATCH = "KEY_VALUES_MISMATCH"


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    """Where the certificate is.

    Attributes
    ----------
    certificate
        PEM: the certificate, then those between it and its authority.
    key
        PEM: its private key, not encrypted.
    client_ca
        PEM: the authorities whose certificates clients must show; None where they need none.
    """

    certificate: Path
    key: Path
    client_ca: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """All the files."""
        return (self.certificate, self.key, *((self.client_ca,) if self.client_ca else ()))


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that works.

    Attributes
    ----------
    chain
        The certificate and those above it, PEM.
    key
        Its private key, PEM.
    client_ca
        The authorities whose certificates clients must show, PEM; empty where they need none.
    expires
        The end of its validity, in seconds since 1970.
    context
        The same for Python's own TLS.
    """

    chain: bytes = field(repr=False)
    key: bytes = field(repr=False)
    client_ca: bytes = field(repr=False)
    expires: float
    context: ssl.SSLContext = field(repr=False)


def read_certificate(files: CertificateFiles) -> Certificate:
    """Read the files and see to it that they work together, by a connection within the memory.

    Raises
    ------
    FaultyFile
        They do not; the error names the setting and the file.
    OSError
        A file cannot be read.
    """
    # OpenSSL reads the files again, by their names and without a limit: these go first.
    chain, key = read_regular_file(files.certificate), read_regular_file(files.key)
    client_ca = read_regular_file(files.client_ca) if files.client_ca else b""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_TICKET
    context.num_tickets = 0
    look = _looking_at(files.certificate)
    _load(context, files)
    expires = _expiry(context, look)
    if files.client_ca:
        try:
            context.load_verify_locations(files.client_ca)
        except ssl.SSLError:
            raise FaultyFile((f"client_ca: {files.client_ca} holds no certificate in PEM",)) from None
        context.verify_mode = ssl.CERT_REQUIRED
        # Before TLS 1.3 a client could go on with a session of before, though its authority is no longer accepted.
        context.minimum_version = ssl.TLSVersion.TLSv1_3
    return Certificate(chain, key, client_ca, expires, context)


def _looking_at(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_flags = ssl.VerifyFlags(context.verify_flags | _NO_CHECK_TIME | _PARTIAL_CHAIN)
    try:
        context.load_verify_locations(certificate)
    except ssl.SSLError:
        raise FaultyFile((f"tls_certificate: {certificate} holds no certificate in PEM",)) from None
    return context


def _load(context: ssl.SSLContext, files: CertificateFiles) -> None:
    try:
        # Without a password of ours OpenSSL would ask for one on the terminal.
        context.load_cert_chain(files.certificate, files.key, password=_no_password)
    except _Encrypted:
        raise FaultyFile((f"tls_key: {files.key} is encrypted, allowed a key without a password",)) from None
    except ssl.SSLError as fault:
        if fault.reason == _KEY_MISMATCH:
            message = f"tls_key: {files.key} does not belong to the certificate {files.certificate}"
        else:
            message = f"tls_key: {files.key} holds no private key in PEM"
        raise FaultyFile((message,)) from None


def _expiry(serving: ssl.SSLContext, looking: ssl.SSLContext) -> float:
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = looking.wrap_bio(to_client, to_server)
    server = serving.wrap_bio(to_server, to_client, server_side=True)
    try:
        for _ in range(_MOST_FLIGHTS):
            # Both, each time: what one of them has said makes the other one go on.
            if all([_goes_on(client), _goes_on(server)]):
                break
        shown = client.getpeercert() or {}
    except (ssl.SSLError, ValueError) as fault:
        raise FaultyFile((f"tls_certificate: no connection can be made with it: {fault}",)) from None
    return float(ssl.cert_time_to_seconds(str(shown["notAfter"])))


def _goes_on(side: ssl.SSLObject) -> bool:
    try:
        side.do_handshake()
    except ssl.SSLWantReadError:
        return False
    return True


class _Encrypted(Exception):
    """The key needs a password."""


def _no_password() -> NoReturn:
    raise _Encrypted

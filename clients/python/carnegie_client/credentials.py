"""What a client shows a service, and what it wants to be shown: tokens and certificates."""

from __future__ import annotations

import re
import ssl
import weakref
from pathlib import Path
from typing import Final

import grpc

from carnegie_proto.regular_files import read_regular_file

_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/-]+=*")
"""What a bearer token may consist of, RFC 6750."""


_WITH_CERTIFICATE: Final[weakref.WeakSet[grpc.ChannelCredentials]] = weakref.WeakSet()
"""Those of `tls_credentials` that show a client's certificate, which gRPC's objects do not tell."""


def token_header(token: str) -> tuple[str, str]:
    """Give the header that shows a token.

    Raises
    ------
    ValueError
        If the token has characters that no token has; the message does not say them.
    """
    if not _TOKEN.fullmatch(token):
        raise ValueError(
            "token: found characters that no bearer token has, or none at all; "
            "allowed letters, digits and -._~+/, with = at the end"
        )
    return "authorization", f"Bearer {token}"


def tls_credentials(
    *,
    ca_file: str | Path | None = None,
    certificate_file: str | Path | None = None,
    key_file: str | Path | None = None,
) -> grpc.ChannelCredentials:
    """Read what is needed for a service with TLS, all of it PEM.

    Parameters
    ----------
    ca_file
        The certificates of the authorities that the service's certificate may be from; None for those that gRPC knows.
    certificate_file, key_file
        The client's own certificate, with those that lead to its authority, and its private key without a password, for
        a service that wants to see one (mutual TLS).

    Raises
    ------
    OSError
        If a file cannot be read.
    ValueError
        If a file does not hold what it should, the key is not the certificate's, or one is given without the other.
    """
    if (certificate_file is None) != (key_file is None):
        missing = "key_file" if key_file is None else "certificate_file"
        raise ValueError(f"{missing}: a client's certificate and its key are given together")
    authorities = None if ca_file is None else read_regular_file(ca_file)
    certificate = None if certificate_file is None else read_regular_file(certificate_file)
    key = None if key_file is None else read_regular_file(key_file)
    # gRPC takes anything here and fails only when it connects, without saying what is wrong.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if ca_file is not None:
        try:
            context.load_verify_locations(cafile=ca_file)
        except ssl.SSLError as error:
            raise ValueError(f"{ca_file} holds no certificates in PEM form") from error
    if certificate_file is not None and key_file is not None:
        try:
            context.load_cert_chain(certificate_file, key_file, password=_no_password)
        except ssl.SSLError as error:
            why = f": {error.reason}" if error.reason else ""
            raise ValueError(
                f"{certificate_file} and {key_file} are not a certificate and its key in PEM form, "
                f"the key without a password{why}"
            ) from error
    credentials = grpc.ssl_channel_credentials(authorities, key, certificate)
    if certificate is not None:
        _WITH_CERTIFICATE.add(credentials)
    return credentials


def shows_certificate(credentials: grpc.ChannelCredentials) -> bool:
    """Whether `tls_credentials` has made these with a client's certificate; of others nothing is known."""
    return credentials in _WITH_CERTIFICATE


def _no_password() -> str:
    """Answer in place of the terminal, which would be asked otherwise."""
    return ""

"""TLS as the doors of the service use it, with the certificate that is in force at the moment."""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Callable

import grpc

from carnegie_server.security.certificates import Certificate, CertificateFiles, read_certificate
from carnegie_server.security.watching import WatchedFiles

_LOGGER = logging.getLogger(__name__)

_SECONDS_IN_DAY = 86_400.0
_WARNING_DAYS = 14.0


class TransportSecurity:
    """The service's side of TLS. A certificate that is replaced is shown to all new connections.

    Parameters
    ----------
    files
        Where the certificate is.
    now
        Gives the seconds since 1970.

    Raises
    ------
    FaultyFile
        The files do not work together.
    """

    def __init__(self, files: CertificateFiles, now: Callable[[], float] = time.time) -> None:
        self._files = files
        self._now = now
        self._watched = WatchedFiles("certificates", files.paths, lambda: read_certificate(files))
        self._configured: tuple[Certificate, grpc.ServerCertificateConfiguration] | None = None
        self._warn_of_expiry()

    @property
    def certificate(self) -> Certificate:
        """The certificate in force."""
        return self._watched.content

    def look(self, *, at_once: bool = False) -> None:
        """Take a new certificate where there is one, see `WatchedFiles.look`."""
        if self._watched.look(at_once=at_once):
            self._warn_of_expiry()

    def grpc_credentials(self) -> grpc.ServerCredentials:
        """Give the credentials for a port of gRPC."""
        return grpc.dynamic_ssl_server_credentials(
            self._configuration(), self._configuration, self._files.client_ca is not None
        )

    def http_context(self) -> ssl.SSLContext:
        """Give the context for a port of HTTP/1.1 by Python's own TLS."""
        context = self.certificate.context
        context.set_alpn_protocols(["http/1.1"])
        # A context cannot forget what it has loaded. So each connection is handed to the newest one as it begins.
        context.sni_callback = self._hand_over
        return context

    def _hand_over(self, connection: ssl.SSLObject, _host: str | None, _context: ssl.SSLContext) -> None:
        connection.context = self.certificate.context

    def _configuration(self) -> grpc.ServerCertificateConfiguration:
        """Give the certificate in gRPC's form. gRPC asks at each new connection, from threads of its own."""
        certificate, configured = self.certificate, self._configured
        if configured is None or configured[0] is not certificate:
            made = grpc.ssl_server_certificate_configuration(
                [(certificate.key, certificate.chain)], certificate.client_ca or None
            )
            self._configured = configured = (certificate, made)
        return configured[1]

    def _warn_of_expiry(self) -> None:
        days = (self.certificate.expires - self._now()) / _SECONDS_IN_DAY
        if days <= 0.0:
            _LOGGER.warning(
                "tls_certificate: %s has expired; clients will refuse it", self._files.certificate
            )
        elif days < _WARNING_DAYS:
            _LOGGER.warning("tls_certificate: %s expires in %.1f days", self._files.certificate, days)

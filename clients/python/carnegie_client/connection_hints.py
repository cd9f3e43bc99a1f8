"""What may be wrong where gRPC's own words for a failed connection do not say it, or only to experts."""

from __future__ import annotations

from typing import Final

from carnegie_client.addresses import Address
from carnegie_client.connection_settings import ConnectionSettings
from carnegie_client.credentials import shows_certificate
from carnegie_client.errors import CarnegieError, ServerUnreachable

_NOT_CONNECTED: Final = "last error:"
"""What gRPC says before the failure of a connection that has never come about, and not of one that was lost."""

_CLOSED: Final = ("Socket closed", "Connection reset", "Broken pipe")
"""How it looks that the other side has closed a connection without a word."""

_REFUSED: Final = "Failed to connect to remote host"
_NO_TLS: Final = "WRONG_VERSION_NUMBER"
_NOT_TRUSTED: Final = "CERTIFICATE_VERIFY_FAILED"
_OTHER_NAME: Final = "Hostname Verification Check failed"


def with_hint(error: CarnegieError, settings: ConnectionSettings) -> CarnegieError:
    """Give the error of a call with a hint, if it is about a connection and there is one; else as it is."""
    if not isinstance(error, ServerUnreachable):
        return error
    hint = _hint(error.detail, settings)
    return ServerUnreachable(error.address, error.detail, hint=hint, request_id=error.request_id)


def _hint(detail: str, settings: ConnectionSettings) -> str:
    """Say what may be wrong, by gRPC's words and by what the client shows; empty if there is nothing to add."""
    if _NOT_CONNECTED not in detail:
        return ""
    if _NO_TLS in detail:
        return (
            "the service may be one without TLS: give no credentials, "
            "or to the command no --tls, --ca-file or --client-certificate"
        )
    if _NOT_TRUSTED in detail:
        return (
            "the service's certificate may be by an authority that the client does not know, or not be valid now: "
            "give that authority's certificate, as ca_file of tls_credentials or as --ca-file to the command"
        )
    if _OTHER_NAME in detail:
        return (
            "the service's certificate is for another name than the one it was asked by: "
            "give a name that is in it, as server_name or as --server-name to the command"
        )
    if any(words in detail for words in _CLOSED):
        return _why_closed(settings)
    if _REFUSED in detail:
        return _other_addresses(settings.addresses)
    return ""


def _why_closed(settings: ConnectionSettings) -> str:
    if settings.credentials is None:
        return (
            "the service may use TLS: give credentials, such as those of tls_credentials, "
            "or --tls or --ca-file to the command"
        )
    if not shows_certificate(settings.credentials):
        return (
            "the service may want to see a client's certificate (mutual TLS): give certificate_file and key_file "
            "to tls_credentials, or --client-certificate and --client-key to the command"
        )
    return (
        "the service may not take the client's certificate: it has to be valid now, "
        "and by an authority that the service knows"
    )


def _other_addresses(addresses: tuple[Address, ...]) -> str:
    """Say that gRPC tells one failure only, where there may have been others."""
    if len(addresses) > 1:
        return "only one address's failure is told: ask each by itself to hear of others, such as of TLS"
    (address,) = addresses
    if not address.is_name:
        return ""
    single = f"such as 127.0.0.1:{address.port}" if address.on_this_machine else "by its number"
    return (
        f"{address.host} may stand for several addresses, of which only one's failure is told: "
        f"ask a single one, {single}, to hear of others, such as of TLS"
    )

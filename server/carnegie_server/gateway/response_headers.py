"""What every response says to the browser: which pages may read it, and what a page may do."""

from __future__ import annotations

from collections.abc import Iterable

from carnegie_server.gateway.asgi import (
    START,
    Event,
    HeaderList,
    Scope,
    Send,
    header,
    respond,
    respond_with_words,
)

SECURITY_HEADERS: HeaderList = (
    (
        b"content-security-policy",
        b"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""For pages and answers alike: an answer that is opened as a page must not be able to do more than a page."""

READABLE_HEADERS = (
    "x-request-id",
    "carnegie-read-seconds",
    "carnegie-solve-seconds",
    "carnegie-queue-seconds",
    "carnegie-cache",
    "retry-after",
    "www-authenticate",
    "grpc-status",
    "grpc-message",
    "grpc-status-details-bin",
)
"""The headers of an answer that a page of an allowed origin can read, beside those that any page can."""

ACCEPTED_HEADERS = (
    "authorization",
    "content-type",
    "connect-protocol-version",
    "connect-timeout-ms",
    "connect-accept-encoding",
    "connect-content-encoding",
    "grpc-timeout",
    "traceparent",
    "x-carnegie-priority",
    "x-grpc-web",
    "x-request-id",
    "x-user-agent",
)
"""The headers that a page of an allowed origin can send."""

_METHODS = b"GET, HEAD, POST, OPTIONS"
_PREFLIGHT_SECONDS = b"7200"


class ResponseHeaders:
    """Adds to every response, whoever has made it, what the browser has to know.

    Pages of the gateway's own origin need no permission. To those of allowed origins every answer is readable, errors
    included: a page that cannot read an error takes it for a failure of the network. Cookies are never asked for, since
    the service has none.

    Parameters
    ----------
    allowed_origins
        The other origins, such as ``https://games.example``, whose pages may call.
    """

    def __init__(self, allowed_origins: tuple[str, ...]) -> None:
        self._allowed_origins = frozenset(allowed_origins)
        self._readable = ", ".join(READABLE_HEADERS).encode("ascii")
        self._accepted = ", ".join(ACCEPTED_HEADERS).encode("ascii")

    def wrap(self, scope: Scope, send: Send) -> Send:
        """Give a `send` that adds the headers to the response to a request."""
        added = [*SECURITY_HEADERS]
        origin = self._allowed_origin(scope)
        if origin is not None:
            added.append((b"access-control-allow-origin", origin))
            added.append((b"access-control-expose-headers", self._readable))

        async def send_with_headers(event: Event) -> None:
            if event["type"] == START:
                own = [pair for pair in event["headers"] if pair[0] != b"vary"]
                varies = _varies(value for name, value in event["headers"] if name == b"vary")
                event = {**event, "headers": [*own, *added, (b"vary", varies)]}
            await send(event)

        return send_with_headers

    async def answer_options(self, scope: Scope, send: Send) -> None:
        """Answer a request with the method OPTIONS, mostly a browser that asks for a page whether it may call."""
        asked = header(scope, b"access-control-request-method") is not None
        if not asked or header(scope, b"origin") is None:
            await respond(send, 204, b"", "text/plain", [(b"allow", _METHODS)])
        elif self._allowed_origin(scope) is None:
            await respond_with_words(
                send, 403, "pages of this origin may not call; see the setting allowed_origins"
            )
        else:
            permission = [
                (b"access-control-allow-methods", _METHODS),
                (b"access-control-allow-headers", self._accepted),
                (b"access-control-max-age", _PREFLIGHT_SECONDS),
            ]
            await respond(send, 204, b"", "text/plain", permission)

    def _allowed_origin(self, scope: Scope) -> bytes | None:
        origin = header(scope, b"origin")
        return origin.encode("latin-1") if origin in self._allowed_origins else None


def _varies(own: Iterable[bytes]) -> bytes:
    """What a response depends on of the request: what it says itself, and the origin, each once."""
    names = [name.strip() for value in own for name in value.split(b",")]
    others = [name for name in names if name.lower() != b"origin"]
    return b", ".join([*dict.fromkeys(others), b"Origin"])

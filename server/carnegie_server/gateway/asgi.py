"""The little of ASGI, the interface between HTTP servers and applications, that the gateway needs."""

from __future__ import annotations

import http
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any

Scope = Mapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
HeaderList = Sequence[tuple[bytes, bytes]]

START = "http.response.start"
BODY = "http.response.body"

PLAIN_TEXT = "text/plain; charset=utf-8"


def header(scope: Scope, name: bytes) -> str | None:
    """Give the first header of a request with this lower-case name."""
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None


async def respond(
    send: Send,
    status: int,
    body: bytes,
    content_type: str,
    headers: HeaderList = (),
    *,
    body_length: int = -1,
) -> None:
    """Send a whole response; `body_length` is that of the body left out of an answer to HEAD, in bytes."""
    length = len(body) if body_length < 0 else body_length
    all_headers = [
        (b"content-type", content_type.encode("latin-1")),
        (b"content-length", str(length).encode("ascii")),
        *headers,
    ]
    await send({"type": START, "status": status, "headers": all_headers})
    await send({"type": BODY, "body": body, "more_body": False})


async def respond_with_words(send: Send, status: int, words: str, headers: HeaderList = ()) -> None:
    """Send an error that people read."""
    phrase = http.HTTPStatus(status).phrase
    await respond(send, status, f"{status} {phrase}: {words}\n".encode(), PLAIN_TEXT, headers)

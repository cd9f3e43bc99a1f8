"""The gateway as one application: calls to Connect, the rest to the pages, and the same headers on all."""

from __future__ import annotations

import json

from carnegie_server.gateway.asgi import (
    BODY,
    START,
    Application,
    Event,
    Receive,
    Scope,
    Send,
    header,
    respond,
    respond_with_words,
)
from carnegie_server.gateway.pages import Pages
from carnegie_server.gateway.response_headers import ResponseHeaders

_CONTENT_TYPES = "application/json, application/proto, application/connect+json, application/connect+proto, "
_CONTENT_TYPES += "application/grpc-web+json or application/grpc-web+proto"

_WORDS = {
    404: "there is nothing here",
    405: "this call is made with POST",
    415: f"the content-type has to be {_CONTENT_TYPES}; the last four are for streams",
}
_WORDS_FOR_GET = {
    **_WORDS,
    415: "a call by GET needs the parameter encoding=json or encoding=proto, and message=...",
}


class WebApplication:
    """Answers every HTTP request.

    Parameters
    ----------
    calls
        Answers the calls.
    call_paths
        The full names of the calls.
    pages
        Answers what is not a call.
    response_headers
        What every response has.
    """

    def __init__(
        self, calls: Application, call_paths: frozenset[str], pages: Pages, response_headers: ResponseHeaders
    ) -> None:
        self._calls = calls
        self._call_paths = call_paths
        self._pages = pages
        self._response_headers = response_headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, in the form of ASGI."""
        if scope["type"] != "http":
            return
        send = self._response_headers.wrap(scope, send)
        if not self._pages.serving:
            send = _closing(send)
        if any(not name.isascii() or not value.isascii() for name, value in scope["headers"]):
            await respond_with_words(send, 400, "a header has characters other than ASCII's")
        elif scope["method"] == "OPTIONS":
            await self._response_headers.answer_options(scope, send)
        elif scope["path"] in self._call_paths:
            await self._answer_call(scope, receive, _explaining(send, scope["method"]))
        elif scope["method"] == "POST":
            # What Connect's clients and those of gRPC-Web both take for UNIMPLEMENTED.
            words = {"code": "unimplemented", "message": "there is no such call"}
            await respond(send, 404, json.dumps(words).encode("ascii"), "application/json")
        else:
            await self._pages.answer(scope, send)

    async def _answer_call(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = header(scope, b"content-type") or ""
        if kind.startswith("application/grpc") and not kind.startswith("application/grpc-web"):
            await respond_with_words(send, 415, f"gRPC itself has another port here; {_WORDS[415]}")
            return
        await self._calls(scope, receive, send)


def _closing(send: Send) -> Send:
    """Ask whoever is answered to come with the next request over another connection."""

    async def send_and_close(event: Event) -> None:
        if event["type"] == START:
            event = {**event, "headers": [*event["headers"], (b"connection", b"close")]}
        await send(event)

    return send_and_close


def _explaining(send: Send, method: str) -> Send:
    """Keep answers to calls out of caches, and put words into errors that have none.

    connectrpc names the encoding "identity", which HTTP has no header for.
    """
    held: list[Event] = []
    said = _WORDS_FOR_GET if method == "GET" else _WORDS

    async def send_with_words(event: Event) -> None:
        if event["type"] == START:
            headers = [pair for pair in event["headers"] if pair != (b"content-encoding", b"identity")]
            headers.append((b"cache-control", b"no-store"))
            event = {**event, "headers": headers}
            if event["status"] in said and all(name != b"content-type" for name, _ in headers):
                held.append(event)
                return
        elif event["type"] == BODY and held:
            start = held.pop()
            await respond_with_words(send, start["status"], said[start["status"]], start["headers"])
            return
        await send(event)

    return send_with_words

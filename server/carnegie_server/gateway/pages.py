"""What is not a call: the state of health, and the files of a folder for people with a browser."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from carnegie_proto.regular_files import read_regular_file
from carnegie_server.gateway.asgi import PLAIN_TEXT, Scope, Send, header, respond, respond_with_words

HEALTH_PATH = "/healthz"

_START_PAGE = "index.html"
_MOST_BYTES = 64 << 20
_CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": PLAIN_TEXT,
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_OTHER_CONTENT = "application/octet-stream"
_COMPRESSED = ("text/", "application/json", "application/manifest+json", "image/svg+xml", "application/wasm")
_LEAST_COMPRESSED = 1 << 10
_NO_WEIGHT = re.compile(r"q\s*=\s*0(\.0*)?")

_PLACEHOLDER = b"""\
Carnegie move advisor: says what to do in a position of the board game Carnegie.

Calls: POST /carnegie.v1.AdvisorService/Suggest and the others of the contract carnegie.v1,
as JSON (content-type: application/json), Connect or gRPC-Web.
Health: GET /healthz
"""


@dataclass(frozen=True, slots=True)
class Page:
    """A file as it is sent.

    Attributes
    ----------
    body
        Its content.
    content_type
        What a browser takes it for.
    tag
        A name of this very content, in quotes.
    compressed
        Its content for who takes gzip, with a tag of its own; None where that is not smaller, or not worth it.
    """

    body: bytes
    content_type: str
    tag: bytes
    compressed: Compressed | None = None


@dataclass(frozen=True, slots=True)
class Compressed:
    """The content of a file in gzip's form."""

    body: bytes
    tag: bytes


class UnusableFolder(OSError):
    """The folder of pages holds more than can be served."""


def page(body: bytes, content_type: str) -> Page:
    """Make a page of its content."""
    name = hashlib.sha256(body).hexdigest()[:32]
    compressed = None
    if len(body) >= _LEAST_COMPRESSED and content_type.startswith(_COMPRESSED):
        smaller = gzip.compress(body, mtime=0)
        if len(smaller) < len(body):
            compressed = Compressed(smaller, f'"{name}-gzip"'.encode("ascii"))
    return Page(body, content_type, f'"{name}"'.encode("ascii"), compressed)


def read_pages(folder: Path | None) -> Mapping[str, Page]:
    """Read all files of a folder, by the path of their address.

    They are read once: so no request can name a file outside, and none waits for a disk. Hidden files are left out.
    Without a folder there is one page that says what this is.

    Raises
    ------
    OSError
        A file cannot be read, or all of them together are larger than 64 MiB.
    """
    if folder is None:
        return {"/": page(_PLACEHOLDER, PLAIN_TEXT)}
    pages: dict[str, Page] = {}
    total = 0
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        if (
            not path.is_file()
            or any(part.startswith(".") for part in place.parts)
            or not _is_within(path, folder)
        ):
            continue
        if total + path.stat().st_size > _MOST_BYTES:
            raise UnusableFolder(f"{folder} holds more than {_MOST_BYTES} bytes")
        body = read_regular_file(path, _MOST_BYTES - total)
        total += len(body)
        content = page(body, _CONTENT_TYPES.get(path.suffix.lower(), _OTHER_CONTENT))
        pages[f"/{place.as_posix()}"] = content
        if path.name == _START_PAGE:
            pages[f"/{place.as_posix().removesuffix(_START_PAGE)}"] = content
    return pages


class Pages:
    """Answers GET and HEAD.

    Attributes
    ----------
    serving
        Whether the service takes calls; False while it finishes the last ones.
    """

    def __init__(self, folder: Path | None) -> None:
        self._pages = read_pages(folder)
        self.serving = True

    async def answer(self, scope: Scope, send: Send) -> None:
        """Answer a request that is not a call."""
        if scope["method"] not in ("GET", "HEAD"):
            await respond_with_words(
                send, 405, "only calls are made with POST, and there is none here", [(b"allow", b"GET, HEAD")]
            )
            return
        is_head = scope["method"] == "HEAD"
        if scope["path"] == HEALTH_PATH:
            await self._answer_health(send, is_head)
            return
        found = self._pages.get(scope["path"])
        if found is None:
            await respond_with_words(send, 404, "there is nothing here")
            return
        headers = [(b"cache-control", b"no-cache")]
        body, tag = found.body, found.tag
        if found.compressed is not None:
            headers.append((b"vary", b"accept-encoding"))
            if _takes_gzip(header(scope, b"accept-encoding") or ""):
                headers.append((b"content-encoding", b"gzip"))
                body, tag = found.compressed.body, found.compressed.tag
        headers.append((b"etag", tag))
        if header(scope, b"if-none-match") == tag.decode("ascii"):
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await respond(send, 200, b"" if is_head else body, found.content_type, headers, body_length=len(body))

    async def _answer_health(self, send: Send, is_head: bool) -> None:
        status, word = (200, b"SERVING\n") if self.serving else (503, b"NOT_SERVING\n")
        headers = [(b"cache-control", b"no-store")]
        await respond(send, status, b"" if is_head else word, PLAIN_TEXT, headers, body_length=len(word))


def _takes_gzip(accepted: str) -> bool:
    """Whether an accept-encoding names gzip, and does not forbid it with a weight of 0."""
    for entry in accepted.lower().split(","):
        name, _, weight = (part.strip() for part in entry.partition(";"))
        if name == "gzip":
            return _NO_WEIGHT.fullmatch(weight) is None
    return False


def _is_within(path: Path, folder: Path) -> bool:
    """Whether a file is in the folder itself, and no link leads out of it."""
    return path.resolve().is_relative_to(folder.resolve())

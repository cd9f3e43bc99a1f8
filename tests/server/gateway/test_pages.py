"""Files are shown as they were when the service started, and none but those of the folder."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from carnegie_server.gateway import pages
from carnegie_server.gateway.pages import UnusableFolder, read_pages
from server.gateway.commanded import Commanded, with_gateway
from server.gateway.web import Web


def test_without_a_folder_the_start_page_says_what_this_is(web: Web) -> None:
    answer = web.request("GET", "/")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert b"Carnegie move advisor" in answer.body
    head = web.request("HEAD", "/")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.body))


def test_the_health_can_be_asked_for(web: Web) -> None:
    answer = web.request("GET", "/healthz")
    assert (answer.status, answer.body) == (200, b"SERVING\n")
    assert answer.headers["cache-control"] == "no-store"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<title>Start</title>", encoding="utf-8")
    (root / "assets" / "app.js").write_text("export {};", encoding="utf-8")
    (root / "assets" / "index.html").write_text("below", encoding="utf-8")
    (root / "data.bin").write_bytes(b"\0\1")
    (root / ".hidden").write_text("secret", encoding="utf-8")
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("secret", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("secret", encoding="utf-8")
    return root


def test_the_files_of_a_folder_are_shown(folder: Path) -> None:
    shown = {path: (each.body, each.content_type) for path, each in read_pages(folder).items()}
    html, script = "text/html; charset=utf-8", "text/javascript; charset=utf-8"
    assert shown == {
        "/": (b"<title>Start</title>", html),
        "/index.html": (b"<title>Start</title>", html),
        "/assets/": (b"below", html),
        "/assets/index.html": (b"below", html),
        "/assets/app.js": (b"export {};", script),
        "/data.bin": (b"\0\1", "application/octet-stream"),
    }


def test_nothing_else_is_shown(folder: Path) -> None:
    async def test(commanded: Commanded) -> None:
        start = await commanded.get("/")
        assert (start.status, start.body) == (200, b"<title>Start</title>")
        for path in (
            "/../outside.txt",
            "/assets/../../outside.txt",
            "/%2e%2e/outside.txt",
            "/..%2foutside.txt",
            "/.hidden",
            "/.git/config",
            "/assets",
            f"/{folder}/index.html",
            "//index.html",
            "/index.html%00.js",
        ):
            answer = await commanded.get(path)
            assert (path, answer.status) == (path, 404)
            assert b"secret" not in answer.body

    with_gateway(test, web_root=folder)


def test_a_page_that_has_not_changed_is_not_sent_again(folder: Path) -> None:
    async def test(commanded: Commanded) -> None:
        tag = (await commanded.get("/assets/app.js")).headers["etag"]
        again = await commanded.get("/assets/app.js", if_none_match=tag)
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert (await commanded.get("/", if_none_match=tag)).status == 200

    with_gateway(test, web_root=folder)


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("deflate,gzip; q=1.0", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("xgzip", False),
    ],
)
def test_large_texts_are_compressed_for_who_takes_that(folder: Path, accepted: str, compressed: bool) -> None:
    content = b"export const table = [1, 2, 3];\n" * 100
    (folder / "large.js").write_bytes(content)
    (folder / "large.png").write_bytes(content)

    async def test(commanded: Commanded) -> None:
        answer = await commanded.get("/large.js", accept_encoding=accepted)
        assert "accept-encoding" in answer.headers["vary"].split(", ")
        assert (answer.headers.get("content-encoding") == "gzip") == compressed
        assert (gzip.decompress(answer.body) if compressed else answer.body) == content
        assert answer.headers["content-length"] == str(len(answer.body))
        tag = answer.headers["etag"]
        assert (await commanded.get("/large.js", accept_encoding=accepted, if_none_match=tag)).status == 304
        other = await commanded.get(
            "/large.js", accept_encoding="" if compressed else "gzip", if_none_match=tag
        )
        assert other.status == 200
        for path in ("/large.png", "/index.html"):
            plain = await commanded.get(path, accept_encoding=accepted)
            assert "content-encoding" not in plain.headers

    with_gateway(test, web_root=folder)


def test_a_folder_that_is_too_large_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_MOST_BYTES", 30)
    with pytest.raises(UnusableFolder, match="holds more than 30 bytes"):
        read_pages(folder)

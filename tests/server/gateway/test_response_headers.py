"""Every answer, errors included, says to the browser who may read it and what it may do."""

from __future__ import annotations

import pytest

from carnegie_server.gateway.response_headers import SECURITY_HEADERS
from carnegie_server.methods import GET_INFO, SUGGEST
from server.gateway.web import JSON, ORIGIN, Web, WebAnswer, frame

SENT = [
    pytest.param(("POST", GET_INFO, b"{}", JSON), 200, id="answer"),
    pytest.param(("POST", SUGGEST, b"{", JSON), 400, id="malformed"),
    pytest.param(("POST", SUGGEST, b"\xff", "application/proto"), 400, id="no message"),
    pytest.param(("POST", SUGGEST, frame(b"\xff"), "application/grpc-web"), 200, id="gRPC-Web error"),
    pytest.param(("POST", SUGGEST, b" " * (2 << 20), JSON), 429, id="too large"),
    pytest.param(("POST", SUGGEST, b"{}", "text/plain"), 415, id="other content"),
    pytest.param(("POST", "/carnegie.v1.AdvisorService/Guess", b"{}", JSON), 404, id="unknown call"),
    pytest.param(("POST", "/elsewhere", b"{}", JSON), 404, id="unknown path"),
    pytest.param(("GET", SUGGEST, None, JSON), 405, id="no GET"),
    pytest.param(("DELETE", "/", None, JSON), 405, id="no DELETE"),
    pytest.param(("GET", "/", None, JSON), 200, id="page"),
    pytest.param(("GET", "/nothing", None, JSON), 404, id="no page"),
    pytest.param(("GET", "/healthz", None, JSON), 200, id="health"),
    pytest.param(("HEAD", "/healthz", None, JSON), 200, id="head"),
    pytest.param(("OPTIONS", SUGGEST, None, JSON), 204, id="options"),
]


def send(web: Web, request: tuple[str, str, bytes | None, str], **headers: str) -> WebAnswer:
    method, path, body, kind = request
    return web.request(method, path, body, content_type=kind, **headers)


@pytest.mark.parametrize(("request_", "status"), SENT)
def test_every_answer_has_the_headers(
    web: Web, request_: tuple[str, str, bytes | None, str], status: int
) -> None:
    answer = send(web, request_, origin=ORIGIN)
    assert answer.status == status
    for name, value in SECURITY_HEADERS:
        assert answer.headers[name.decode()] == value.decode()
    assert "server" not in answer.headers
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    readable = answer.headers["access-control-expose-headers"]
    assert {"x-request-id", "retry-after", "grpc-status-details-bin"} <= set(readable.split(", "))
    assert "Origin" in answer.headers["vary"].split(", ")
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(("request_", "status"), SENT)
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://games.example", f"{ORIGIN}.evil.example", "null", "*", ""]
)
def test_other_origins_may_read_nothing(
    web: Web, request_: tuple[str, str, bytes | None, str], status: int, origin: str
) -> None:
    answer = send(web, request_, origin=origin)
    assert answer.status == status
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    assert "Origin" in answer.headers["vary"].split(", ")


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    policy = dict(SECURITY_HEADERS)[b"content-security-policy"].decode()
    directives = dict(each.split(" ", 1) for each in policy.split("; "))
    assert directives["default-src"] == "'self'"
    assert {directives[name] for name in ("frame-ancestors", "base-uri", "object-src", "form-action")} == {
        "'none'"
    }
    assert "unsafe" not in policy


def test_a_page_of_an_allowed_origin_is_told_that_it_may_call(web: Web) -> None:
    answer = web.request(
        "OPTIONS",
        SUGGEST,
        origin=ORIGIN,
        access_control_request_method="POST",
        access_control_request_headers="content-type,connect-protocol-version",
    )
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert "POST" in answer.headers["access-control-allow-methods"].split(", ")
    accepted = set(answer.headers["access-control-allow-headers"].split(", "))
    assert {
        "authorization",
        "content-type",
        "connect-protocol-version",
        "connect-timeout-ms",
        "grpc-timeout",
        "x-grpc-web",
        "x-request-id",
        "x-user-agent",
    } <= accepted
    assert "*" not in accepted


def test_a_page_of_another_origin_is_not(web: Web) -> None:
    answer = web.request(
        "OPTIONS", SUGGEST, origin="https://evil.example", access_control_request_method="POST"
    )
    assert answer.status == 403
    assert not [name for name in answer.headers if name.startswith("access-control-")]

"""The documented calls work as they stand, and what is documented is what there is."""

from __future__ import annotations

import ast
import json
import re
import shlex
from dataclasses import fields
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from carnegie_server.gateway import connect_calls, hosting, json_messages
from carnegie_server.settings import Settings
from server.gateway.web import Web, WebAnswer

ROOT = Path(__file__).parents[3]
GATEWAY = ROOT / "server" / "carnegie_server" / "gateway"
BLOCK = re.compile(r"^```\n(curl .*?)^```$", re.MULTILINE | re.DOTALL)


def curl(web: Web, command: str) -> WebAnswer:
    """Do what curl does with the options that the documents use."""
    program, address, *options = shlex.split(command.replace("\\\n", " "))
    assert (program, urlsplit(address).netloc) == ("curl", "127.0.0.1:8080")
    headers: dict[str, str] = {}
    body = b""
    for option, value in zip(options[::2], options[1::2], strict=True):
        if option == "--header":
            name, content = value.split(": ")
            headers[name] = content
        else:
            assert option == "--data"
            body = value.encode()
    return web.request("POST", urlsplit(address).path, body, **headers)


@pytest.mark.parametrize("document", ["README.md", "docs/api.md", "docs/gateway.md"])
def test_the_example_with_curl(web: Web, document: str) -> None:
    (command,) = BLOCK.findall((ROOT / document).read_text(encoding="utf-8"))
    answer = curl(web, command)
    assert answer.status == 200, answer.body
    assert answer.json["status"] == "SUGGESTION_STATUS_PROVED_BEST"
    assert answer.json["lines"][0]["steps"]


def test_the_answer_of_the_example(web: Web) -> None:
    """The shortened answer in docs/api.md is what the service answers, where it is not shortened."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    (command,) = BLOCK.findall(text)
    (shown,) = re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    _assert_shortened(json.loads(shown), curl(web, command).json)


def _assert_shortened(shown: object, given: object) -> None:
    """Compare with an answer of which fields, ends of lists, and of texts with dots, are left out."""
    if isinstance(shown, dict):
        assert isinstance(given, dict)
        for name, value in shown.items():
            _assert_shortened(value, given[name])
    elif isinstance(shown, list):
        assert isinstance(given, list)
        for value, found in zip(shown, given[: len(shown)], strict=True):
            _assert_shortened(value, found)
    elif isinstance(shown, str) and shown.endswith("..."):
        assert isinstance(given, str)
        assert given.startswith(shown.removesuffix("..."))
    else:
        assert shown == given


def test_the_example_of_an_error(web: Web) -> None:
    text = (ROOT / "docs" / "gateway.md").read_text(encoding="utf-8")
    documented = re.search(r"^\{\"code\": .*?\}\]\}$", text, re.MULTILINE | re.DOTALL)
    assert documented is not None
    answer = web.post('{"position": {"rond": 1}}').json
    read = json.loads(documented[0].replace(", …", "").replace("\n", " "))
    assert read["code"] == answer["code"]
    assert answer["message"].startswith(read["message"].removesuffix("…"))
    for shown, given in zip(read["details"], answer["details"], strict=True):
        assert shown["type"] == given["type"]
        assert given["value"].startswith(shown["value"].removesuffix("…"))
    assert read["details"][0]["debug"] == answer["details"][0]["debug"]
    violation = answer["details"][1]["debug"]["fieldViolations"][0]
    assert read["details"][1]["debug"]["fieldViolations"][0].items() <= violation.items()


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs" / "gateway.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `--([a-z-]+)` \| `CARNEGIE_[A-Z_]+` \|", text, re.MULTILINE))
    names = {field.name.replace("_", "-") for field in fields(Settings)}
    assert documented == {name for name in names if name.startswith("web-") or name == "allowed-origins"}


def test_the_limits_are_documented() -> None:
    text = (ROOT / "docs" / "gateway.md").read_text(encoding="utf-8")
    limits = text.split("\n## Limits\n")[1].split("\n## ")[0]
    for row in (
        f"| {json_messages.MOST_VALUES:,} objects",
        f"and {hosting._REQUEST_SECONDS:g} s to come",
        f"| {connect_calls._REQUEST_SECONDS:g} s to come",
        f"| {hosting._READING_SECONDS:g} s without progress",
        f"| {hosting._KEEP_ALIVE_SECONDS} s |",
        f"| {hosting.MOST_CONNECTIONS}; ",
    ):
        assert row in limits, row


@pytest.mark.parametrize(
    ("package", "module"),
    [("connectrpc", "connect_calls.py"), ("protobuf", "connect_calls.py"), ("uvicorn", "hosting.py")],
)
def test_each_package_is_known_to_one_module(package: str, module: str) -> None:
    """These packages change fast: a new version of one may touch one module, and no more."""
    users = set()
    for path in (ROOT / "server" / "carnegie_server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if any(name.partition(".")[0] == package for name in names):
                users.add(path)
    assert users == {GATEWAY / module}

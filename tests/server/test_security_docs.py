"""What docs/security.md shows and says is so."""

from __future__ import annotations

import re
from pathlib import Path

from carnegie_server.security.rates import Rate
from carnegie_server.security.scopes import Scope
from carnegie_server.security.token_file import read_tokens
from carnegie_server.settings import Settings

TEXT = (Path(__file__).parent.parent.parent / "docs" / "security.md").read_text(encoding="utf-8")


def test_the_example_of_a_file_of_tokens() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    site, hobby = read_tokens(example, 20)
    assert (site.name, set(site.scopes), site.rate) == ("my-site", set(Scope), None)
    assert (hobby.rate, hobby.max_concurrent, hobby.expires) == (Rate(0.5, 10), 2, None)


def test_the_defaults() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| ", TEXT, re.MULTILINE)
    assert len(rows) == 13
    for name, default in rows:
        assert getattr(Settings(), name) == int(default), name

"""docs/api.md lists every call, message, field and value of the contract, once, with its own comment."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
CONTRACT = {
    path.name: path.read_text(encoding="utf-8") for path in (ROOT / "proto/carnegie/v1").glob("*.proto")
}
DOCUMENT = (ROOT / "docs/api.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    specification = importlib.util.spec_from_file_location(
        "write_api_reference", ROOT / "proto/write_api_reference.py"
    )
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def lists(writer: ModuleType) -> Mapping[str, str]:
    written: Mapping[str, str] = writer.write_lists(writer.read_contract())
    return written


@pytest.mark.parametrize("file", sorted(CONTRACT))
def test_everything_is_listed_once(file: str) -> None:
    """Read with a search of its own through the text of the contract, not by protoc."""
    for name in re.findall(r"^(?:message|enum|service) (\w+) ", CONTRACT[file], re.MULTILINE):
        assert DOCUMENT.count(f"\n#### {name}\n") == 1, name
    for call in re.findall(r"^  rpc (\w+)\(", CONTRACT[file], re.MULTILINE):
        assert DOCUMENT.count(f"\n**{call}** (") == 1, call
    parts = r"^ *(?:repeated |optional )?(?:map<.*>|[\w.]+) (\w+) = \d+;|^ *([A-Z][A-Z_0-9]+) = \d+;"
    for field, value in re.findall(parts, CONTRACT[file], re.MULTILINE):
        assert f"\n| `{field or value}` | " in DOCUMENT, field or value


def test_comments_types_and_options_of_fields(lists: Mapping[str, str]) -> None:
    asked = lists["SuggestRequest"].splitlines()
    assert "A question to the advisor." in asked
    assert (
        "| `position` | [Position](#position) | The position, at a decision of one of its players. |" in asked
    )
    (work,) = (line for line in asked if line.startswith("| `work_limit`"))
    assert "double, optional" in work
    assert "list of [StepPattern](#steppattern)" in lists["SuggestRequest"]
    assert "map of string to string" in lists["Failure"]
    assert "one of `kind`" in lists["Step"]
    assert (
        "**Analyze** ([AnalyzeRequest](#analyzerequest)) returns (stream [AnalyzeResponse](#analyzeresponse))"
        in lists["AdvisorService"]
    )


def test_a_list_is_written_where_the_document_says(writer: ModuleType) -> None:
    document = "before\n<!-- contract: One, Two -->\nold\n<!-- end -->\nafter\n"
    filled = writer.fill(document, {"One": "first", "Two": "second"})
    assert filled == "before\n<!-- contract: One, Two -->\n\nfirst\n\nsecond\n\n<!-- end -->\nafter\n"
    assert writer.fill(filled, {"One": "first", "Two": "second"}) == filled


def test_names_that_are_unknown_doubled_or_left_out_are_all_told(writer: ModuleType) -> None:
    document = "<!-- contract: One, Other, Two, Two -->\n<!-- end -->\n"
    with pytest.raises(SystemExit) as told:
        writer.fill(document, {"One": "", "Two": "", "Three": ""})
    assert str(told.value).splitlines() == [
        "Other: not in the contract",
        "Two: 2 times in docs/api.md, not once",
        "Three: 0 times in docs/api.md, not once",
    ]

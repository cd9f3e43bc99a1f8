"""Values of a JSON document by path, such as `players[0].company.spaces[a3].lying`; what is missing is empty."""

from __future__ import annotations

import copy
import json
import re
from itertools import pairwise
from typing import Any

Json = dict[str, Any]

PART = re.compile(r"([A-Za-z_]+)|\[([^\]]+)\]")
IN_ORDER = ("players", "events", "donations", "cards")
"""The lists whose order matters; all others are the same in any order."""


def parts_of(path: str) -> list[str | int]:
    """Split a path: names of fields, indices of lists, and labels of spaces of the Company.

    >>> parts_of("players[0].company.spaces[a3].lying")
    ['players', 0, 'company', 'spaces', '[a3', 'lying']
    """
    found: list[str | int] = []
    for name, bracket in PART.findall(path):
        if name:
            found.append(name)
        else:
            found.append(int(bracket) if bracket.isdigit() else f"[{bracket}")
    return found


def read(document: Any, path: str) -> Any:
    """Give the value at a path, None where there is none.

    `path#` is the number of items of a list, and `path + path` the sum of two numbers.
    """
    if " + " in path:
        return sum(read(document, part) or 0 for part in path.split(" + "))
    if path.endswith("#"):
        return len(read(document, path[:-1]) or [])
    value = document
    for part in parts_of(path):
        match part, value:
            case int(), list():
                value = value[part] if part < len(value) else None
            case str(), list():
                value = next((item for item in value if item.get("space") == part[1:]), None)
            case str(), dict():
                value = value.get(part)
            case _:
                return None
    return value


def with_value(document: Json, path: str, value: Any) -> Json:
    """Give a copy of a document with another value at a path; None leaves the field out.

    Objects and spaces of the Company that are missing on the way are added.
    """
    changed = copy.deepcopy(document)
    parts = parts_of(path)
    place: Any = changed
    for part, following in pairwise(parts):
        empty: Any = {} if isinstance(following, str) and not following.startswith("[") else []
        if isinstance(part, str) and part.startswith("["):
            item = next((item for item in place if item.get("space") == part[1:]), None)
            if item is None:
                item = {"space": part[1:]}
                place.append(item)
            place = item
        elif isinstance(part, int):
            place = place[part]
        else:
            place = place.setdefault(part, empty)
    last = parts[-1]
    if isinstance(last, str) and last.startswith("["):
        place[:] = [item for item in place if item.get("space") != last[1:]]
        if value is not None:
            place.append({"space": last[1:], **value})
    elif value is None:
        place.pop(last, None)
    else:
        place[last] = value
    return changed


def essence(value: Any, name: str = "") -> Any:
    """Reduce a value to what it says: no empty fields, lists without an order of their own sorted.

    `name` is that of the field which holds the value.
    """
    match value:
        case dict():
            kept = {field: essence(item, field) for field, item in value.items()}
            return {field: item for field, item in kept.items() if item is not None} or None
        case list():
            items = [essence(item) for item in value]
            return (items if name in IN_ORDER else sorted(items, key=json.dumps)) or None
        case _:
            return value or None


def differs(document: Any, path: str, expected: Any) -> str:
    """Say how the value at a path differs from an expected one; nothing where it does not."""
    found = read(document, path)
    names = [part for part in parts_of(path) if isinstance(part, str)]
    if essence(found, names[-1]) == essence(expected, names[-1]):
        return ""
    return f"{path}: expected {json.dumps(expected)}, found {json.dumps(found)}"

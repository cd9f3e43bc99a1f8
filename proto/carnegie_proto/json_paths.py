"""Paths in a message, as they read in its JSON form."""

from __future__ import annotations

import re
from typing import Final

_QUOTED_OR_IDENTIFIER: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[A-Za-z_][A-Za-z0-9_]*')
_UNDERSCORE_AND_LETTER: Final = re.compile(r"_+([a-z0-9])?")


def json_path(path: str) -> str:
    """Turn a path of field names of the .proto files into the path that the JSON form reads.

    Examples
    --------
    >>> json_path("players[1].company.spaces[0].standing_at[2]")
    'players[1].company.spaces[0].standingAt[2]'
    """
    return _QUOTED_OR_IDENTIFIER.sub(lambda match: _json_name(match[0]), path)


def _json_name(identifier: str) -> str:
    if identifier.startswith('"'):
        return identifier
    return _UNDERSCORE_AND_LETTER.sub(lambda match: (match[1] or "").upper(), identifier)

"""What games can be called: their ids and titles."""

from __future__ import annotations

import re
import unicodedata

from carnegie_server.errors import Violation, found_and_allowed

LONGEST_TITLE = 200
"""The most characters of a title."""

_UNSEEN = frozenset({"Cf", "Zs", "Zl", "Zp"})
"""The categories of characters of which nothing is seen: formats and spaces."""
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""The bidirectional classes of characters that turn the direction of a text."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def id_violation(path: str, game_id: str) -> Violation | None:
    """Say what is wrong with the id of a game at a path of the request; None for nothing."""
    if _ID.fullmatch(game_id):
        return None
    if not game_id:
        return Violation(path, "MISSING", found_and_allowed("nothing", "the id of a game"))
    allowed = "1 to 64 letters of ASCII, digits, _ and -"
    return Violation(path, "INVALID_ID", found_and_allowed(repr(game_id), allowed))


def title_violation(path: str, title: str) -> Violation | None:
    """Say what is wrong with the title of a game at a path of the request; None for nothing."""
    if len(title) > LONGEST_TITLE:
        allowed = f"at most {LONGEST_TITLE}"
        return Violation(path, "OUT_OF_RANGE", found_and_allowed(f"{len(title)} characters", allowed))
    control = next((character for character in title if _is_control(character)), None)
    if control is None:
        return None
    found = found_and_allowed(f"the control character U+{ord(control):04X}", "characters that can be shown")
    return Violation(path, "INVALID_TEXT", found)


def is_blank(title: str) -> bool:
    """Whether nothing of a title can be seen."""
    return all(unicodedata.category(character) in _UNSEEN for character in title)


def _is_control(character: str) -> bool:
    """Whether a character is a control character, or turns the direction of the text around it."""
    return unicodedata.category(character) == "Cc" or unicodedata.bidirectional(character) in _TURNING

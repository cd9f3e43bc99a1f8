"""What a person types, line by line: at a terminal with a prompt, from a pipe without."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Final

LONGEST_LINE: Final = 20_000
"""Bytes; nothing that can be meant is as long."""

_PROMPT: Final = "> "


class UnreadableLine(Exception):
    """A line that is no text, or is too long; the next one can be read."""


def is_conversation() -> bool:
    """Whether a person types at a terminal and sees what is printed."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def read_line() -> str | None:
    """Read what is typed next, without the spaces around it; None at the end of the input.

    Raises
    ------
    UnreadableLine
        For a line that is not in UTF-8, or too long.
    """
    sys.stdout.flush()
    if is_conversation():
        return _typed()
    line = sys.stdin.buffer.readline(LONGEST_LINE + 1)
    if not line:
        return None
    if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
        while (rest := sys.stdin.buffer.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
        raise UnreadableLine(f"a line of more than {LONGEST_LINE} bytes")
    try:
        return line.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise UnreadableLine(f"a line that is not text in UTF-8: byte {error.start + 1}") from error


def _typed() -> str | None:
    if importlib.util.find_spec("readline") is not None:
        importlib.import_module("readline")  # from now on `input` knows the arrow keys and the lines before
    try:
        line = input(_PROMPT)
    except EOFError:
        sys.stdout.write("\n")
        return None
    except UnicodeDecodeError as error:
        raise UnreadableLine(f"a line that is not text in UTF-8: byte {error.start + 1}") from error
    try:
        line.encode("utf-8")
    except (
        UnicodeEncodeError
    ) as error:  # bytes that `input` could not read stand there as halves of characters
        before = len(line[: error.start].encode("utf-8"))
        raise UnreadableLine(f"a line that is not text in UTF-8: byte {before + 1}") from error
    if len(line) > LONGEST_LINE:
        raise UnreadableLine(f"a line of more than {LONGEST_LINE} bytes")
    return line.strip()

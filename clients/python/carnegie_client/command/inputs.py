"""The files that the command reads."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.terminal import fail
from carnegie_proto.regular_files import LARGEST_FILE

STANDARD_INPUT: Final = "-"


def read_input(name: str) -> bytes:
    """Read a file, or the standard input for `-`; an unreadable one ends the command."""
    check_name(name)
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        fail(ExitCode.USAGE, f"cannot read {shown_name(name)}: {reason}")
    if len(content) > LARGEST_FILE:
        fail(ExitCode.USAGE, f"{shown_name(name)} is larger than {LARGEST_FILE} bytes")
    return content


def check_name(name: str) -> None:
    """End the command for the name of a file that is empty, which the system would take for the current folder."""
    if not name:
        fail(ExitCode.USAGE, "found '' for the name of a file; allowed: one that is not empty")


def read_text(name: str | None) -> str | None:
    """Read a file of UTF-8 text that is not empty; None for no file."""
    if name is None:
        return None
    try:
        text = read_input(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail(ExitCode.INVALID_POSITION, f"{shown_name(name)} is not text in UTF-8: byte {error.start + 1}")
    if not text.strip():  # the service would take it for none
        fail(ExitCode.INVALID_POSITION, f"{shown_name(name)} is empty")
    return text


def shown_name(name: str) -> str:
    """Name an input for a message."""
    return "the standard input" if name == STANDARD_INPUT else name

"""What the command writes: answers on stdout, everything else on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final, NoReturn

import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Console, RenderableType
from rich.text import Text

from carnegie_client.command.exit_codes import ExitCode
from carnegie_proto.faults import Fault

_UNBROKEN_WIDTH: Final = 10_000


def print_answer(parts: Iterable[RenderableType], *, flush: bool = False) -> None:
    """Print an answer in words; lines are broken only for a terminal, or where COLUMNS asks for it.

    With `flush` it is out at once, also where the output is no terminal.
    """
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = _UNBROKEN_WIDTH
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    # Tables fill their lines with spaces.
    sys.stdout.writelines(line.rstrip() + "\n" for line in capture.get().splitlines())
    if flush:
        sys.stdout.flush()


def print_json(message: Message) -> None:
    """Print a response as JSON, fields with their zero values included."""
    sys.stdout.write(json_format.MessageToJson(message, always_print_fields_with_no_presence=True) + "\n")


def print_json_line(message: Message) -> None:
    """Print a response as JSON on one line, where more than one is printed; it is out at once."""
    text = json_format.MessageToJson(message, always_print_fields_with_no_presence=True, indent=None)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def note(message: str) -> None:
    """Say something on stderr that is no error."""
    sys.stderr.write(f"{printable(message)}\n")


def complain(message: str, details: Sequence[str] = ()) -> None:
    """Say on stderr what is wrong, every detail on its line."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
    console.print(Text.assemble(("error: ", "bold red"), printable(message)))
    for detail in details:
        console.print(Text(f"  {printable(detail)}"))


def fail(code: ExitCode, message: str, details: Sequence[str] = ()) -> NoReturn:
    """Say on stderr what is wrong, every detail on its line, and end the command."""
    complain(message, details)
    raise typer.Exit(code)


def fail_with_faults(subject: str, faults: Sequence[Fault]) -> NoReturn:
    """Say on stderr everything that is wrong with an input, and end the command."""
    number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    fail(ExitCode.INVALID_POSITION, f"{subject} has {number}", [str(fault) for fault in faults])


def printable(text: str) -> str:
    """Replace what a terminal would obey or could not show by its escape; line breaks stay."""
    return "".join(
        character
        if character == "\n" or character.isprintable()
        else character.encode("unicode_escape").decode("ascii")
        for character in text
    )

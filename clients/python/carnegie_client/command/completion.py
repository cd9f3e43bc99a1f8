"""The subcommand `completion`: what has a shell complete subcommands, options and files."""

from __future__ import annotations

import enum
from typing import Annotated, Final

import typer
from typer.completion import get_completion_script  # type: ignore[attr-defined] # what --show-completion prints

_NAME: Final = "carnegie"
_VARIABLE: Final = "_CARNEGIE_COMPLETE"


class ShellName(enum.Enum):
    """The shells for which there is a script."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(
    shell: Annotated[
        ShellName, typer.Argument(metavar="bash|zsh|fish", help="The shell.", show_default=False)
    ],
) -> None:
    """Print the script that has a shell complete subcommands, options, their values, and files."""
    typer.echo(get_completion_script(prog_name=_NAME, complete_var=_VARIABLE, shell=shell.value))

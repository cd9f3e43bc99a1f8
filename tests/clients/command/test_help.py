"""Every subcommand has a help with an example, and the example is one."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import pytest
import typer
from typer.testing import CliRunner

from carnegie_client.command.application import application
from carnegie_client.command.examples import EXAMPLES

WITHOUT = {"serve", "config"}
"""Their options, and their help, are those of the service."""


def commands() -> Iterator[typer.models.CommandInfo]:
    yield from application.registered_commands


def test_every_subcommand_has_an_example() -> None:
    names = {command.name or command.callback.__name__ for command in commands() if command.callback}
    assert names - WITHOUT == set(EXAMPLES)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_help_shows_it_and_its_options_exist(name: str) -> None:
    result = CliRunner().invoke(
        application, [name, "--help"], env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"}
    )
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    assert f"Example: {EXAMPLES[name]}" in said
    words = shlex.split(EXAMPLES[name], comments=False)
    if words[0] == "carnegie":
        assert words[1] == name
        for option in (word for word in words if word.startswith("--")):
            assert f"{option} " in said


@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - {"completion", "version", "health"}))
def test_json_and_quiet_are_everywhere(name: str) -> None:
    said = CliRunner().invoke(application, [name, "--help"], env={"COLUMNS": "200"}).stdout
    assert "--json" in said
    assert "--quiet" in said

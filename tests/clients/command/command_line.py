"""The command line as a test uses it: run with arguments, against a fake service."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from typer.testing import CliRunner, Result

from carnegie_client.command.application import application
from clients.fake_service import FakeService


@dataclass
class Command:
    """Runs the command against a service whose answers the test writes."""

    fake: FakeService
    folder: Path
    position: Path = field(init=False)

    def __post_init__(self) -> None:
        self.position = self.write("position.json", '{"round": 4, "players": [{}]}')

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def run(self, *arguments: object, stdin: str | None = None) -> Result:
        words = [str(each) for each in arguments]
        return CliRunner().invoke(application, [*words, "--server", self.fake.address], input=stdin)

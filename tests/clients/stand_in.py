"""What a test knows about the stand-in for the service that the code under test has started."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class StandIn:
    """What is known about the stand-in that runs."""

    notes: Path
    behave: Callable[[str], None]

    @property
    def process(self) -> int:
        """The number of its process."""
        return int(json.loads(self.notes.read_text(encoding="utf-8"))["process"])

    @property
    def arguments(self) -> list[str]:
        """What it was started with."""
        return list(json.loads(self.notes.read_text(encoding="utf-8"))["arguments"])

    @property
    def asked(self) -> Path:
        """The file that appears when it has a call that it will not answer."""
        return self.notes.with_suffix(".asked")

    def runs(self) -> bool:
        """Whether it runs, or has ended and nobody has taken note."""
        return Path(f"/proc/{self.process}").exists()

    def ends_within(self, seconds: float) -> bool:
        """Wait for its end."""
        give_up_at = time.monotonic() + seconds
        while self.runs() and time.monotonic() < give_up_at:
            time.sleep(0.02)
        return not self.runs()

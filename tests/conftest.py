"""What all tests share: at the end of a run, the table of how many instances were compared with which oracle."""

from __future__ import annotations

from collections import Counter

import pytest

COMPARED = "compared: "


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what `record_property("compared: NAME", COUNT)` has recorded, added up by name."""
    counts: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) != "call":
                continue
            for name, count in report.user_properties:
                if name.startswith(COMPARED):
                    counts[name.removeprefix(COMPARED)] += count
    if counts:
        terminalreporter.section("instances compared")
        for name, count in sorted(counts.items()):
            terminalreporter.write_line(f"{count:6}  {name}")

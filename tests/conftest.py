"""What all tests share: at the end of a run, the table of how many instances were compared with which oracle."""

from __future__ import annotations

import os
import signal
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

# How fast a machine is must not decide whether a test passes; and CI tries the same examples each time.
settings.register_profile(
    "carnegie",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("carnegie")

# A shell that runs tests in the background has them ignore interrupts, and whatever they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests that run side by side are told a width of the terminal, by which the command would break its lines.
os.environ.pop("COLUMNS", None)

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

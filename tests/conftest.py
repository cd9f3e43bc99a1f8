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
CHUNKS = ("chunk", "part", "seed")
"""The names of parameters by which tests part their random instances; each chunk is like the others."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the choice between all random instances and a third of them."""
    thorough = "all random instances, as in CI, and not only every third chunk of them"
    parser.addoption("--thorough", action="store_true", default="CI" in os.environ, help=thorough)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep every third chunk of random instances in a usual run; a test that is asked for by name is run."""
    if config.getoption("thorough") or any("::" in argument for argument in config.args):
        return
    left_out = [item for item in items if isinstance(item, pytest.Function) and _is_left_out(item)]
    config.hook.pytest_deselected(items=left_out)
    kept = set(items) - set(left_out)
    items[:] = [item for item in items if item in kept]


def _is_left_out(item: pytest.Function) -> bool:
    chosen = getattr(item, "callspec", None)
    return chosen is not None and any(chosen.indices[name] % 3 for name in CHUNKS if name in chosen.params)


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

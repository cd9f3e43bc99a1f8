"""Large messages hurt nobody else: the short version of ``load.flood``."""

from __future__ import annotations

from load.flood import all_floods


def test_floods_of_large_messages_hurt_nobody_else() -> None:
    verdicts = all_floods(4.0)
    assert [promise for verdict in verdicts for promise in verdict.broken] == []
    assert all(verdict.times for verdict in verdicts)

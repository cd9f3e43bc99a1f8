"""No kill loses or tears a saved game: the short version of ``load.kill_while_saving``."""

from __future__ import annotations

from load.kill_while_saving import CALLERS, kill_while_saving


def test_every_game_loads_after_a_kill_as_it_was_acknowledged_or_as_it_was_being_saved() -> None:
    verdict = kill_while_saving(3, seed=7)
    assert not verdict.broken
    assert verdict.kills == 3
    assert verdict.saves >= 3 * CALLERS
    # After each kill every game is there.
    assert verdict.found.total() == 3 * CALLERS

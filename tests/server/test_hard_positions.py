"""However hard its position, a question with little time has an answer, and its worker is free soon after the limit."""

from __future__ import annotations

from load.hard_positions import MOST_PAST_LIMIT_SECONDS, run

KINDS = 8


def test_no_position_holds_a_worker_far_past_its_limit() -> None:
    held = run(3, 0.05)
    assert len(held) == KINDS
    for kind, questions in held.items():
        assert len(questions) == 3, kind
        assert all(free.answered for free, _ in questions), kind
        assert all(free.past <= MOST_PAST_LIMIT_SECONDS for free, _ in questions), kind
    assert any(free.cut for questions in held.values() for free, _ in questions)

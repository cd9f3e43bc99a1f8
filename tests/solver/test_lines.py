"""What a line gives up beside the first one, term by term, adds up to what it gains less."""

from __future__ import annotations

import pytest

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Action, load_components
from carnegie_solver.lines import Line, Term, term_gaps
from models.random_positions import counted_position

COMPONENTS = load_components()


def line(**after: int) -> Line:
    terms = tuple(Term(name, 0, value, certain=True) for name, value in after.items())
    return Line((), (), sum(after.values()), terms)


def test_the_largest_difference_comes_first_and_missing_terms_are_nothing() -> None:
    best, other = line(vp=100, money=50, goods=7), line(vp=100, money=90, goods=2, opponents=-80)
    assert term_gaps(best, other) == (("opponents", 80), ("money", -40), ("goods", 5))
    assert term_gaps(other, best) == (("opponents", -80), ("money", 40), ("goods", -5))
    assert term_gaps(best, best) == ()


@pytest.mark.parametrize("action", list(Action))
def test_gaps_add_up(action: Action) -> None:
    several = 0
    for seed in range(8):
        position = counted_position(COMPONENTS, seed, action)
        first, *others = suggest(COMPONENTS, position, lines=4, strict=True).lines
        assert first.term_gaps == ()
        for other in others:
            assert sum(gap for _, gap in other.term_gaps) == first.gain - other.gain
            sizes = [abs(gap) for _, gap in other.term_gaps]
            assert sizes == sorted(sizes, reverse=True)
            assert 0 not in sizes
            several += 1
    assert several > 8

"""The last round: the advice followed to the end scores as much as the best of all that can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, Event, Region, load_components
from carnegie_solver.rules import Phase, Position, find_faults
from models.construction_positions import last_round
from models.endgame_positions import TILES, endgame_positions
from models.enumeration import TooLarge
from models.event_positions import event_positions
from models.random_positions import Size, random_position
from models.to_the_end import best_score, followed

Record = Callable[[str, object], None]
COMPONENTS = load_components()
LITTLE = Size(
    employees=3, tiles=2, money=7, goods=2, pulled=4, projects=4, neutral=92, donations=3, players=2
)


def turns(action: Action) -> Iterator[Position]:
    """Give positions in which a turn of the last round begins."""
    plain = (random_position(COMPONENTS, seed, action, LITTLE) for seed in count())
    scoring = endgame_positions(
        COMPONENTS, lambda seed: random_position(COMPONENTS, seed, action, LITTLE), TILES[action], spread=True
    )
    for one, other in zip(plain, scoring, strict=False):
        yield last_round(COMPONENTS, one)
        yield last_round(COMPONENTS, other)


def standing_up() -> Iterator[Position]:
    """Give positions in which employees stand up at the end of the game."""
    for number, position in zip(count(), turns(Action.MANAGEMENT), strict=False):
        if number % 2:
            yield replace(position, phase=Phase.STANDING_UP, turn=None)


def events(*kinds: Event) -> Iterator[Position]:
    """Give positions in an event of the last round."""
    for seed in count():
        event = kinds[seed % len(kinds)]
        for position in event_positions(COMPONENTS, event, count=1, start=11 * seed, size=LITTLE):
            yield last_round(COMPONENTS, position)


KINDS: dict[str, tuple[Callable[[], Iterator[Position]], int]] = {
    **{action.name: (partial(turns, action), 60) for action in Action},
    "STANDING_UP": (standing_up, 30),
    "INCOME": (partial(events, *(Event(region.value) for region in Region)), 40),
    "DONATION": (partial(events, Event.DONATION), 40),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_advice_scores_as_much_as_an_exhaustive_search(kind: str, record_property: Record) -> None:
    """On 350 positions of the last round in all, the final score is the best there is."""
    made, wanted = KINDS[kind]
    compared = acting = 0
    for position in made():
        assert find_faults(COMPONENTS, position) == ()
        if compared == wanted:
            break
        try:
            best = best_score(COMPONENTS, position, 3_000)
        except TooLarge:
            continue
        score, proved, acted = followed(COMPONENTS, position)
        assert score == best, position
        assert proved
        compared += 1
        acting += acted
    assert compared == wanted
    assert acting > wanted // 4
    record_property(f"compared: last round, {kind}, with an exhaustive search to the end", compared)

"""What a donation can score more by a turn, and the plans of donation events that are not played on for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from msgspec.structs import replace

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Action, Event, load_components
from carnegie_solver.decisions.donation_prospects import prospect
from carnegie_solver.plans import pass_to_own_decision, pass_to_standing_up
from carnegie_solver.rules import Player, Position, apply, legal_steps
from carnegie_solver.rules.donations import donation_vp
from carnegie_solver.rules.steps import EndTurn, SellGoods
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.construction_positions import last_round
from models.enumeration import TooLarge, best_worth
from models.event_positions import event_positions
from models.random_positions import Size, random_position

Record = Callable[[str, object], None]
COMPONENTS = load_components()
LITTLE = Size(
    employees=3, tiles=2, money=9, goods=3, pulled=4, projects=4, neutral=92, donations=2, players=2
)


def reachable(start: Position, most: int) -> Iterator[Position]:
    """Give every position that own steps lead to within a decision."""
    seen = {start}
    frontier = [start]
    while frontier:
        position = frontier.pop()
        yield position
        if len(seen) > most:
            raise TooLarge
        for step in legal_steps(COMPONENTS, position):
            if isinstance(step, EndTurn) or (isinstance(step, SellGoods) and step.count > 1):
                continue
            following = apply(COMPONENTS, position, step)
            if following not in seen:
                seen.add(following)
                frontier.append(following)


def last_scores(player: Player, number: int) -> int:
    """Give the VP that a donation adds to those of the others."""
    others = list(player.donations)
    others[number] = ""
    return donation_vp(COMPONENTS, player) - donation_vp(COMPONENTS, replace(player, donations=tuple(others)))


@pytest.mark.parametrize("action", list(Action))
def test_no_turn_makes_a_donation_score_more(action: Action, record_property: Record) -> None:
    """Whatever is done, the last donation scores no more than its rise more; a constant one scores just as before."""
    constant = reached = changed = compared = 0
    for seed in range(120):
        position = random_position(COMPONENTS, seed, action, LITTLE)
        player = position.decider
        assert position.turn is not None
        free = [name for name in COMPONENTS.donations if name not in player.donations]
        own = (*player.donations, free[seed % len(free)])
        position = position.with_decider(replace(player, donations=own))
        known = prospect(COMPONENTS, position)
        assert known is not None
        assert known.without.decider.donations == (*own[:-1], "")
        before = last_scores(position.decider, len(own) - 1)
        scores = set()
        try:
            for after in reachable(position, 300):
                ended = pass_to_standing_up(COMPONENTS, apply(COMPONENTS, after, EndTurn()), position.player)
                for final in reachable(ended, 60):
                    scores.add(last_scores(final.decider, len(own) - 1) - before)
        except TooLarge:
            continue
        assert 100 * max(scores) <= known.rise
        if known.constant:
            assert scores == {0}
            assert known.rise == 0
        constant += known.constant
        changed += scores != {0}
        reached += 100 * max(scores) == known.rise
        compared += 1
    assert compared > 40
    assert constant > 5
    assert changed > 3
    record_property(f"compared: rises of a donation in {action.name} with all turns", compared)
    record_property(f"of them constant, and reached: {action.name}", (constant, reached))


def lines_with_turn(position: Position) -> list[int]:
    """Give what the holdings are worth after each donation, or none, with the best turn after it; best first."""
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    best: dict[tuple[str, ...], int] = {}
    for after in reachable(position, 500):
        turn = pass_to_own_decision(COMPONENTS, apply(COMPONENTS, after, EndTurn()), position.player)
        value = best_worth(COMPONENTS, outlook, turn, 1_500)
        donations = after.decider.donations
        best[donations] = max(best.get(donations, value), value)
    return sorted(best.values(), reverse=True)


@pytest.mark.parametrize("last", [False, True])
def test_lines_are_the_best_donations(last: bool, record_property: Record) -> None:
    """The lines of a donation event gain what the best donations do, each with its best turn."""
    compared = of_several = 0
    for seed in count():
        position = next(event_positions(COMPONENTS, Event.DONATION, count=1, start=13 * seed, size=LITTLE))
        position = last_round(COMPONENTS, position) if last else position
        if len(legal_steps(COMPONENTS, position)) < 6:
            continue
        try:
            expected = lines_with_turn(position)
        except TooLarge:
            continue
        answer = suggest(COMPONENTS, position, lines=3, strict=True)
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        before = worth(COMPONENTS, outlook, position.decider)
        assert [line.gain + before for line in answer.lines] == expected[: len(answer.lines)]
        assert all(line.proved for line in answer.lines)
        of_several += len(answer.lines) == 3
        compared += 1
        if compared == 25:
            break
    assert of_several > 15
    record_property(f"compared: lines of donation events, last round {last}, with all donations", compared)

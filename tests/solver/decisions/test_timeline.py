"""A row of the timeline is worth what naive enumerations say of the event and of the turn that it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Action, load_components
from carnegie_solver.decisions import construction, donation, human_resources, income, management, research
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.decisions.timeline import RowSelection
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import Plan, outcome, pass_to_own_decision
from carnegie_solver.rules import Phase, Position, Step, apply, find_faults
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.steps import EndTurn, SelectTimeline
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.enumeration import TooLarge, best_worth, worth_with_sales
from models.random_games import game_positions
from models.random_positions import SMALL, random_position

Record = Callable[[str, object], None]
COMPONENTS = load_components()
SOLVE = RowSelection(
    {
        "HUMAN_RESOURCES": human_resources.solve,
        "MANAGEMENT": management.solve,
        "CONSTRUCTION": construction.solve,
        "RESEARCH_AND_DEVELOPMENT": research.solve,
        "INCOME": income.solve,
        "DONATION": donation.solve,
    }
)
FEW = replace(SMALL, employees=4, money=6, goods=3, players=3)


def to_select(seed: int) -> Position | None:
    """Give a small position in which a row is to be selected; None where the seed has none without uncounted tiles."""
    position = random_position(COMPONENTS, seed, Action(seed % 4), FEW)
    used = sum(row.used for row in position.timeline)
    if used >= 20:
        return None
    position = replace(
        position,
        phase=Phase.SELECT_TIMELINE,
        round=used + 1,
        action=None,
        turn=None,
        player=position.first_player,
    )
    assert find_faults(COMPONENTS, position) == ()
    for row in Action:
        ahead = apply(COMPONENTS, position, SelectTimeline(row))
        while ahead.phase is not Phase.STANDING_UP:
            if not_counted(ahead):
                return None
            ahead = apply(COMPONENTS, ahead, EndTurn())
    return position


def decisions(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """Split the steps of a round into its decisions."""
    own: list[Step] = []
    for step in steps:
        own.append(step)
        if isinstance(step, EndTurn):
            yield tuple(own)
            own = []


def check_gain(outlook: Outlook, position: Position, plan: Plan) -> int:
    """Check each decision of a plan's round against the enumeration; give what the whole gains."""
    player = position.player
    reached = apply(COMPONENTS, position, plan.steps[0])
    for steps in decisions(plan.in_round):
        reached = pass_to_own_decision(COMPONENTS, reached, player)
        best = best_worth(COMPONENTS, outlook, reached, 4_000)
        last = reached.phase is Phase.USE_DEPARTMENTS
        part = Plan(steps, plan.at_end_of_round if last else ())
        final = outcome(COMPONENTS, reached, part)
        # What an event's plan sells it sells later, where the turn decides on it anew.
        value = worth if last else worth_with_sales
        assert value(COMPONENTS, outlook, final.players[player]) == best
        reached = final
    return worth(COMPONENTS, outlook, reached.players[player]) - worth(
        COMPONENTS, outlook, position.players[player]
    )


@pytest.mark.parametrize("chunk", range(4))
def test_agrees_with_the_enumeration(chunk: int, record_property: Record) -> None:
    """In every row the event and the turn are the best there are, and the gain is theirs less the others' share."""
    compared = 0
    for seed in range(16 * chunk, 16 * (chunk + 1)):
        position = to_select(seed)
        if position is None:
            continue
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        answer = SOLVE(COMPONENTS, outlook, position, UNLIMITED, 4)
        assert {choice.plan.steps[0] for choice in answer.choices} == {SelectTimeline(row) for row in Action}
        gains = [choice.gain for choice in answer.choices]
        assert gains == sorted(gains, reverse=True)
        assert all(choice.proved for choice in answer.choices)
        try:
            for choice in answer.choices:
                assert check_gain(outlook, position, choice.plan) - choice.others == choice.gain
                compared += 1
        except TooLarge:
            continue
        for choice in answer.choices:
            others = []
            for number in range(len(position.players)):
                if number != position.player:
                    seen = replace(position, player=number, first_player=number)
                    step = choice.plan.steps[0]
                    own = SOLVE(COMPONENTS, outlook, replace(seen), UNLIMITED, 4)
                    (same,) = (other for other in own.choices if other.plan.steps[0] == step)
                    others.append(same.gain + same.others)
            expected = 60 * sum(others) // (100 * len(others)) if others else 0
            assert choice.others == expected
    record_property("compared: rows of the timeline with the enumeration", compared)
    assert compared > 10


def test_whole_games() -> None:
    """The advisor's answer in games of any number of players is refereed, proved, and names all four rows."""
    answered = 0
    for seed in range(8):
        for position in game_positions(seed, 40):
            waits = position.andrew is not None and position.andrew.to_act
            if position.phase is not Phase.SELECT_TIMELINE or waits:
                continue
            suggestion = suggest(COMPONENTS, position, lines=4, strict=True)
            assert suggestion.decision == "TIMELINE"
            assert len(suggestion.lines) == 4
            answered += 1
    assert answered > 10


def test_only_where_a_row_is_selected() -> None:
    position = new_game(COMPONENTS, 1)
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    with pytest.raises(ValueError, match="row"):
        SOLVE(COMPONENTS, outlook, position, UNLIMITED)

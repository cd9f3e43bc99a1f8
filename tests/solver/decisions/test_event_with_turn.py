"""Events whose plans count on the turn after them: as good as every way to do both; where not, true bounds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Event, Region, load_components
from carnegie_solver.decisions import event_with_turn
from carnegie_solver.plans import pass_to_own_decision
from carnegie_solver.restrictions import Restrictions, StepPattern
from carnegie_solver.rules import Phase, Position, apply, legal_steps, parse_position
from carnegie_solver.rules.scoring import score_sheet, total
from carnegie_solver.rules.steps import EndTurn, SellGoods
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.construction_positions import last_round
from models.enumeration import TooLarge, best_worth
from models.event_positions import event_positions
from models.random_positions import Size
from models.to_the_end import best_score

Record = Callable[[str, object], None]
COMPONENTS = load_components()
LITTLE = Size(
    employees=3, tiles=2, money=9, goods=3, pulled=4, projects=4, neutral=92, donations=2, players=2
)


def after_the_event(position: Position) -> set[Position]:
    """Give every position that own steps lead to within an event, its end not among them."""
    seen = {position}
    frontier = [position]
    while frontier:
        reached = frontier.pop()
        for step in legal_steps(COMPONENTS, reached):
            if isinstance(step, EndTurn) or (isinstance(step, SellGoods) and step.count > 1):
                continue
            following = apply(COMPONENTS, reached, step)
            if following not in seen:
                seen.add(following)
                frontier.append(following)
    return seen


def best_with_turn(position: Position) -> int:
    """Give what the player's holdings are worth after the best event and turn together, in centi-VP."""
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    worths = []
    for after in after_the_event(position):
        turn = pass_to_own_decision(COMPONENTS, apply(COMPONENTS, after, EndTurn()), position.player)
        assert turn.phase is Phase.USE_DEPARTMENTS
        worths.append(best_worth(COMPONENTS, outlook, turn, 2_000))
    return max(worths)


def test_donation_events_agree_with_the_enumeration(record_property: Record) -> None:
    """On 60 donation events before the last round the best plan is that of every donation and every turn after it."""
    compared = donated = 0
    for seed in count():
        position = next(event_positions(COMPONENTS, Event.DONATION, count=1, start=13 * seed, size=LITTLE))
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        if not outlook.rounds_left or not legal_steps(COMPONENTS, position)[1:]:
            continue
        try:
            best = best_with_turn(position)
        except TooLarge:
            continue
        answer = suggest(COMPONENTS, position, strict=True)
        assert answer.lines[0].gain == best - worth(COMPONENTS, outlook, position.decider)
        assert answer.lines[0].proved
        donated += any(planned.change.money for planned in answer.lines[0].steps)
        compared += 1
        if compared == 60:
            break
    assert donated > 5
    record_property("compared: donation events with their turn, with the enumeration", compared)


def test_bounds_hold_where_not_all_plans_are_played_on(
    monkeypatch: pytest.MonkeyPatch, record_property: Record
) -> None:
    """With only two plans played on, no final score of the last round is beyond the bound."""
    monkeypatch.setattr(event_with_turn, "CANDIDATES", 2)
    compared = open_ = 0
    incomes = [event for event in Event if event is not Event.DONATION]
    for seed in range(90):
        event = incomes[seed % len(incomes)]
        made = next(event_positions(COMPONENTS, event, count=1, start=17 * seed, size=LITTLE))
        position = last_round(COMPONENTS, made)
        now = total(score_sheet(COMPONENTS, position.decider))
        try:
            best = best_score(COMPONENTS, position, 3_000)
        except TooLarge:
            continue
        answer = suggest(COMPONENTS, position, strict=True)
        assert answer.lines[0].gain <= 100 * (best - now) <= answer.bound
        assert answer.lines[0].proved == (answer.lines[0].gain == answer.bound)
        open_ += not answer.lines[0].proved
        compared += 1
    assert open_ > 5
    record_property("compared: bounds of last-round incomes with an exhaustive search", compared)


FAR_DISKS = (
    "r20 event Con first:2 events:S | timeline HR:5=S,E,W,S Mgt:5=MW,W,S,MW Con:5=S,E,Don,S R&D:5=E,E,S,S"
    " | player $19 6g 12vp nobody tracks:W5,MW5,E5"
    " | player $8 1g 0vp c1:1 b2=Green_Spaces+1 c2=New_Lobby missions:S4 tabs:HouA5,ComA5 tracks:W2,MW2,E2,S5"
    " projects:Chicago.1,New_York.1,Pittsburgh.1 | table display:- neutral:{full} | turn study:5 home"
)
"""A disk that is not advanced pays $2 more in the turn, and so somebody stands up in Green Spaces."""


def far_disks() -> Position:
    """Make the position: free are the spaces of Cincinnati alone, a small city of the Midwest with an income mark."""
    own = {("Chicago", 0), ("New York", 0), ("Pittsburgh", 0)}
    full = [
        city.name.replace(" ", "_") + (f".{number + 1}" if len(spaces) > 1 else "")
        for city, spaces in zip(COMPONENTS.cities, COMPONENTS.city_spaces, strict=True)
        for number in range(len(spaces))
        if (city.name, number) not in own and city.name != "Cincinnati"
    ]
    return parse_position(COMPONENTS, FAR_DISKS.format(full=",".join(full)))


def test_a_disk_further_on_is_not_always_better() -> None:
    """A plan that a list forces, and that is better than what was found, is within the bound of the answer without."""
    position = far_disks()
    answer = suggest(COMPONENTS, position, strict=True)
    kept = StepPattern(kind="advance_transport", region=Region.MIDWEST)
    forced = suggest(COMPONENTS, position, restrictions=Restrictions((), (kept,)), strict=True)
    assert forced.lines[0].gain <= answer.bound
    assert answer.lines[0].proved == (answer.lines[0].gain == answer.bound)

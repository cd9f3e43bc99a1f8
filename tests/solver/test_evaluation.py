"""Judging a plan: its value is the referee's, its gap is to the best, and an illegal one says where and why."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Action, load_components
from carnegie_solver.evaluation import evaluate
from carnegie_solver.limits import Limit, LimitReached
from carnegie_solver.plans import pass_to_standing_up
from carnegie_solver.rules import Phase, Position, apply, find_faults, legal_steps, position_from_json, replay
from carnegie_solver.rules.steps import EndTurn, MoveEmployee, SelectTimeline, SellGoods, Step
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.enumeration import Enumeration
from models.random_games import game_positions
from models.random_positions import SMALL, counted_position

COMPONENTS = load_components()


def some_steps(position: Position, chance: random.Random) -> list[Step]:
    """Play a few legal steps at random, without ending the turn or selling anything."""
    steps: list[Step] = []
    for _ in range(chance.randint(0, 3)):
        legal = [
            step for step in legal_steps(COMPONENTS, position) if not isinstance(step, EndTurn | SellGoods)
        ]
        if legal:
            steps.append(chance.choice(legal))
            position = apply(COMPONENTS, position, steps[-1])
    return steps


@pytest.mark.parametrize("action", list(Action))
def test_a_plan_is_worth_what_the_best_standing_up_makes_of_it(action: Action) -> None:
    """A legal plan's gain is that of its outcome in the naive enumeration; the gap is what the best gains more."""
    compared = 0
    for seed in range(40):
        chance = random.Random(seed)
        position = counted_position(COMPONENTS, seed, action, SMALL)
        steps = some_steps(position, chance)
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        before = worth(COMPONENTS, outlook, position.decider)
        ended = replay(COMPONENTS, position, [*steps, EndTurn()])
        standing = pass_to_standing_up(COMPONENTS, ended, position.player)
        best = max(Enumeration(COMPONENTS, outlook, standing, 20_000).by_outcome().values()) - before
        end = [EndTurn()] if chance.random() < 0.5 else []
        evaluation = evaluate(COMPONENTS, position, [*steps, *end])
        assert evaluation.refusal is None
        assert evaluation.line is not None
        assert evaluation.line.gain == best
        assert evaluation.best == suggest(COMPONENTS, position)
        assert evaluation.gap == evaluation.best.lines[0].gain - best >= 0
        assert sum(gap for _, gap in evaluation.term_gaps) == evaluation.gap
        compared += 1
    assert compared == 40


def test_the_best_plan_has_no_gap() -> None:
    for seed in range(20):
        position = counted_position(COMPONENTS, seed, Action(seed % 4))
        best = suggest(COMPONENTS, position).lines[0]
        evaluation = evaluate(COMPONENTS, position, [planned.step for planned in best.steps])
        assert (evaluation.gap, evaluation.term_gaps) == (0, ())


def to_select(seed: int) -> Position:
    """Give the first position of a game in which a row is to be selected after some rounds."""
    return next(
        position
        for position in game_positions(seed, 1)
        if position.phase is Phase.SELECT_TIMELINE
        and position.round > 1 + seed % 5
        and not (position.andrew is not None and position.andrew.to_act)
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_row_is_judged_with_the_round_that_it_brings(seed: int) -> None:
    """A row's gap is that of its line in the advisor's answer, and none for the best."""
    position = to_select(seed)
    rows = suggest(COMPONENTS, position, lines=4).lines
    assert len(rows) > 1
    for row in rows:
        evaluation = evaluate(COMPONENTS, position, [row.steps[0].step])
        assert evaluation.gap == rows[0].gain - row.gain
    if position.decider.goods:
        sold = evaluate(COMPONENTS, position, [SellGoods(1), rows[0].steps[0].step])
        assert sold.line is not None
        assert sold.gap is not None
        assert sum(gap for _, gap in sold.term_gaps) == sold.gap


def test_a_row_is_judged_even_when_the_time_was_over_before_its_turn_came() -> None:
    """The best answer so far is of one row then, which says that others may be better, and each row is judged."""
    position = to_select(0)
    over = Limit(seconds=1.0, clock=iter([0.0, *[10.0] * 100_000]).__next__)
    answer = suggest(COMPONENTS, position, limit=over, lines=4)
    (line,) = answer.lines
    assert (answer.status, answer.limit_reached) == ("BEST_FOUND", LimitReached.TIME)
    assert not line.proved
    replay(COMPONENTS, position, [planned.step for planned in line.steps])
    assert answer.bound >= suggest(COMPONENTS, position).lines[0].gain
    for step in legal_steps(COMPONENTS, position):
        if isinstance(step, SelectTimeline):
            over = Limit(seconds=1.0, clock=iter([0.0, *[10.0] * 100_000]).__next__)
            judged = evaluate(COMPONENTS, position, [step], limit=over)
            assert judged.line is not None
            assert judged.line.steps[0].step == step
            assert judged.best.limit_reached is LimitReached.TIME


def test_rows_that_leave_the_same_are_told_apart() -> None:
    """With nobody standing and nothing held no row brings anything: all four are listed, and each is judged."""
    position = poor()
    answer = suggest(COMPONENTS, position, lines=4)
    legal = {step for step in legal_steps(COMPONENTS, position) if isinstance(step, SelectTimeline)}
    assert {line.steps[0].step for line in answer.lines} == legal
    assert len(legal) == 4
    for row in legal:
        assert evaluate(COMPONENTS, position, [row]).gap == answer.lines[0].gain - next(
            line.gain for line in answer.lines if line.steps[0].step == row
        )


def test_rows_that_take_the_same_space_are_told_apart() -> None:
    """With one space of the timeline left every row takes it [public]: all four are listed, and each is judged."""
    used = {"humanResources": 5, "management": 5, "construction": 5, "researchAndDevelopment": 4}
    position = position_from_json(
        COMPONENTS,
        {
            "round": 20,
            "phase": "PHASE_SELECT_TIMELINE",
            "timeline": {row: {"used": count} for row, count in used.items()},
            "players": [{"money": 0, "goods": 0}],
        },
    )
    answer = suggest(COMPONENTS, position, lines=4)
    assert {line.steps[0].step for line in answer.lines} == {SelectTimeline(row) for row in Action}
    for line in answer.lines:
        assert evaluate(COMPONENTS, position, [line.steps[0].step]).gap == answer.lines[0].gain - line.gain


def poor() -> Position:
    """Give a first position of a round in which nobody has anything to use."""
    position = to_select(0)
    company = tuple(replace(space, standing_at=(), lying=0) for space in position.decider.company)
    player = replace(
        position.decider,
        company=company,
        missions=(0, 0, 0, 0),
        money=0,
        goods=0,
        employees_in_supply=COMPONENTS.tables.setup.employees.total,
    )
    changed = position.with_decider(player)
    assert not find_faults(COMPONENTS, changed)
    return changed


def test_the_first_illegal_step_is_named() -> None:
    """An illegal plan has no value; which step is at fault and why is the referee's word."""
    position = counted_position(COMPONENTS, 3, Action.HUMAN_RESOURCES)
    assert position.decider.goods
    evaluation = evaluate(COMPONENTS, position, [SellGoods(position.decider.goods), SellGoods(1)])
    assert evaluation.refusal is not None
    assert (evaluation.refusal.index, evaluation.refusal.illegal.reason) == (1, "NOT_ENOUGH_GOODS")
    assert (evaluation.line, evaluation.gap, evaluation.term_gaps) == (None, None, ())
    assert evaluation.best.lines


def test_steps_after_the_end_are_refused() -> None:
    """What follows the end of the decision belongs to another one, even where it would be legal."""
    position = counted_position(COMPONENTS, 3, Action.HUMAN_RESOURCES)
    evaluation = evaluate(COMPONENTS, position, [EndTurn(), EndTurn()])
    assert evaluation.refusal is not None
    assert (evaluation.refusal.index, evaluation.refusal.illegal.reason) == (1, "AFTER_THE_END")
    moved = evaluate(COMPONENTS, position, [EndTurn(), MoveEmployee(("lobby", "b1"))])
    assert moved.refusal is not None
    assert moved.refusal.index == 1


def test_sales_in_an_income_event() -> None:
    """To sell later is as good as to sell now, and nothing is better than what is proved best."""
    position = position_from_json(
        COMPONENTS,
        {
            "phase": "PHASE_EVENT",
            "action": "ACTION_MANAGEMENT",
            "round": 1,
            "events": ["EVENT_INCOME_WEST"],
            "timeline": {"management": {"used": 1}},
            "players": [{"money": 4, "goods": 2, "donations": ["WELFARE_MONEY"]}, {}],
        },
    )
    # One cube more makes $5, for which the donation scores 2 VP; the second one is only a price lost.
    gaps = []
    for steps in ((), (SellGoods(1),), (SellGoods(2),)):
        evaluation = evaluate(COMPONENTS, position, steps)
        assert evaluation.best.status == "PROVED_BEST"
        gaps.append(evaluation.gap)
    weights = load_weights()
    left = 20 - position.timeline[Action.MANAGEMENT].used
    assert gaps == [0, 0, weights.goods[left] - weights.money[left]]

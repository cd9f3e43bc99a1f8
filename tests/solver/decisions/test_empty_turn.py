"""Empty turns: nothing but the standing-up is left, and the plan is the one that a CP-SAT program finds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action, load_components
from carnegie_solver.decisions.construction import ConstructionProgram
from carnegie_solver.decisions.empty_turn import is_empty, solve_empty
from carnegie_solver.decisions.program import SMALL, answer_of
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.rules import Position, legal_steps, replay
from carnegie_solver.rules.steps import EndTurn, SellGoods
from carnegie_solver.rules.turn import begin_turn
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.construction_positions import last_round
from models.enumeration import TooLarge, best_worth
from models.random_positions import SMALL as FEW
from models.random_positions import Size, random_position

Record = Callable[[str, object], None]
COMPONENTS = load_components()
MANY = Size(employees=12, tiles=4, money=12, goods=6, donations=4, players=2)


def empty_turns(action: Action, seeds: range, size: Size) -> Iterator[Position]:
    """Make turns of an action in which nothing is left; half of them in the last round."""
    for seed in seeds:
        position = random_position(COMPONENTS, seed, action, size)
        assert position.turn is not None
        turn = replace(position.turn, moves=0, study_points=0, uses=(), relocations=0)
        position = replace(position, turn=turn)
        yield last_round(COMPONENTS, position) if seed % 2 else position


@pytest.mark.parametrize("action", list(Action))
def test_agrees_with_the_enumeration(action: Action, record_property: Record) -> None:
    """Nothing is legal but sales and the end, and the gain is that of the best standing-up there is."""
    compared = left_open = 0
    for position in empty_turns(action, range(60), FEW):
        assert is_empty(COMPONENTS, position)
        kinds = {type(step) for step in legal_steps(COMPONENTS, position)}
        assert kinds <= {SellGoods, EndTurn}
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        answer = solve_empty(COMPONENTS, outlook, position)
        if answer is None:
            left_open += 1
            continue
        try:
            best = best_worth(COMPONENTS, outlook, position, 4_000)
        except TooLarge:
            continue
        assert answer.gain == best - worth(COMPONENTS, outlook, position.decider)
        assert answer.proved
        compared += 1
    assert compared > 25
    record_property(f"compared: empty turns of {action.name} with the enumeration", compared)
    record_property(f"left to CP-SAT: empty turns of {action.name}", left_open)


def idle_turns(action: Action, seeds: range) -> Iterator[Position]:
    """Make turns of an action with uses, but often without what they need: waiting disks, goods cubes, dollars."""
    for seed in seeds:
        chance = random.Random(seed)
        position = random_position(COMPONENTS, seed, action, FEW)
        player = position.decider
        tabs = tuple(replace(tab, waiting=tab.waiting if chance.random() < 0.1 else 0) for tab in player.tabs)
        player = replace(player, tabs=tabs, goods=chance.choice([0, 0, 1, 2]), money=chance.randint(0, 3))
        position = position.with_decider(player)
        turn = begin_turn(COMPONENTS, player, action)
        yield replace(position, turn=replace(turn, moves=0, study_points=0, relocations=0))


@pytest.mark.parametrize("action", [Action.CONSTRUCTION, Action.MANAGEMENT])
def test_uses_for_which_there_is_nothing_to_do(action: Action, record_property: Record) -> None:
    """A turn with uses is empty just when no sale makes a step legal; the gain is then that of the enumeration."""
    others = compared = 0
    for position in idle_turns(action, range(160)):
        assert position.turn is not None
        if not position.turn.uses:
            continue
        found = is_empty(COMPONENTS, position)
        after_sales = [
            replay(COMPONENTS, position, [SellGoods(1)] * n) for n in range(position.decider.goods + 1)
        ]
        kinds = {type(step) for after in after_sales for step in legal_steps(COMPONENTS, after)}
        # With cubes and their dollars at once more may be legal than after any sale: then the program decides.
        assert kinds <= {SellGoods, EndTurn} if found else kinds
        others += not found
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        answer = solve_empty(COMPONENTS, outlook, position)
        if not found:
            assert answer is None
        elif answer is not None:
            best = best_worth(COMPONENTS, outlook, position, 4_000)
            assert answer.gain == best - worth(COMPONENTS, outlook, position.decider)
            compared += 1
    assert others > 5
    record_property(f"compared: idle turns of {action.name} with the enumeration", compared)
    assert compared > 12


def test_the_plan_is_the_programs_own(record_property: Record) -> None:
    """Where the best way to stand up is the only one, it is what CP-SAT finds, step by step."""
    compared = standing = left_open = 0
    for position in empty_turns(Action.CONSTRUCTION, range(160), MANY):
        outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
        answer = solve_empty(COMPONENTS, outlook, position)
        if answer is None:
            left_open += 1
            continue
        construction = ConstructionProgram(COMPONENTS, outlook, position)
        outcomes = construction.program.solve_lines(UNLIMITED, SMALL, 5)
        assert answer.choices == answer_of(outcomes, construction.plan).choices
        standing += bool(answer.plan.at_end_of_round)
        compared += 1
    assert compared > 60
    assert standing > 20
    assert left_open > 3
    record_property("compared: plans of empty turns with the CP-SAT program's", compared)


def test_a_turn_with_something_left_is_not_empty() -> None:
    """Each of what a turn begins with is enough to leave the turn to its own optimiser."""
    position = next(empty_turns(Action.CONSTRUCTION, range(1), FEW))
    outlook = Outlook(COMPONENTS, load_weights(), position.timeline)
    assert position.turn is not None
    for turn in (
        replace(position.turn, moves=1),
        replace(position.turn, study_points=1),
        replace(position.turn, relocations=1),
    ):
        assert solve_empty(COMPONENTS, outlook, replace(position, turn=turn)) is None

"""Construction with Department tiles: five lines as good as those of the naive enumeration, and claims that hold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice

import pytest

from carnegie_solver.components import Components, load_components
from carnegie_solver.decisions import construction
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.steps import BuildProject, Gain, SellGoods, StandUp, UseDepartment
from carnegie_solver.valuation import Outlook, load_weights
from models.comparison import check_claim, compare_lines, outcome_of, refereed_gain
from models.construction_components import odd_tracks
from models.construction_positions import full_position, order_position, small_position
from models.construction_tiles import TILES, full_with_tiles, small_with_tiles

Record = Callable[[str, object], None]
PER_TILE = 204
PARTS = 2


def compared(components: Components, positions: Iterator[Position], wanted: int, most: int = 450) -> int:
    """Compare five lines on so many positions that the enumeration can search through; give how many it tried."""
    instances = tried = 0
    while instances < wanted:
        batch = list(islice(positions, min(10, wanted - instances)))
        instances += compare_lines(components, construction.solve, batch, most=most).instances
        tried += len(batch)
    return tried


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", TILES)
def test_five_lines_agree_with_the_enumeration(name: str, part: int, record_property: Record) -> None:
    """On more than 200 small positions for each tile the gains are those of the five best outcomes."""
    components = load_components()
    wanted = PER_TILE // PARTS
    positions = (small_with_tiles(components, seed, name) for seed in count(1_000 * part))
    assert compared(components, positions, wanted) < 2 * wanted
    record_property(f"compared: {name} in construction, five lines with the enumeration", wanted)


@pytest.mark.parametrize("part", range(4))
def test_five_lines_agree_with_several_tiles(part: int, record_property: Record) -> None:
    """On 100 small positions with two or three tiles at once the gains are those of the five best outcomes."""
    components = load_components()

    def positions() -> Iterator[Position]:
        chance = random.Random(f"several {part}")
        for seed in count(1_000 * part):
            yield small_with_tiles(components, seed, *chance.sample(TILES, chance.choice([2, 2, 3])))

    compared(components, positions(), 25, most=1_500)
    record_property("compared: several tiles in construction, five lines with the enumeration", 25)


def test_five_lines_agree_without_tiles(record_property: Record) -> None:
    """On 120 small positions, a third of them with odd tracks, the gains are those of the five best outcomes."""
    printed, odd = load_components(), odd_tracks(11)
    compared(printed, (small_position(printed, seed) for seed in count(7_000)), 80, most=1_500)
    compared(odd, (order_position(odd, seed) for seed in count(7_000)), 40, most=1_500)
    record_property("compared: construction, five lines with the enumeration", 120)


def doings(plan: Plan) -> Iterator[str]:
    """Say which tiles a plan makes use of, and in which order."""
    seen: list[str] = []
    for step in plan.steps:
        kind = _kind(step)
        if kind is not None:
            if seen and seen[-1] != kind:
                yield f"{seen[-1]}, then {kind}"
            seen.append(kind)
            yield kind
    if any(isinstance(step, StandUp) and step.payroll is not None for step in plan.at_end_of_round):
        yield "changed payroll"


def _kind(step: Step) -> str | None:
    match step:
        case UseDepartment(gain=Gain.PURCHASE):
            return "purchase"
        case UseDepartment(mission=None):
            return "renovation"
        case UseDepartment():
            return "supply"
        case BuildProject(mission=None):
            return "outsourced"
        case BuildProject(track_space=int()):
            return "lower income"
        case BuildProject(lobby=lobby) if lobby != "lobby":
            return "second Lobby"
        case BuildProject():
            return "project"
        case SellGoods():
            return "sale"
        case _:
            return None


@pytest.mark.parametrize("part", range(4))
def test_claims_hold_on_full_positions(part: int, record_property: Record) -> None:
    """On 120 positions of the game's size with one to four tiles all five lines are legal, proved and distinct."""
    components = load_components()
    seen: Counter[str] = Counter()
    for seed in range(30 * part, 30 * (part + 1)):
        chance = random.Random(seed)
        position = full_with_tiles(components, seed, *chance.sample(TILES, chance.choice([1, 2, 3, 4])))
        assert not not_counted(position)
        best = check_claim(components, construction.solve, position)
        outlook = Outlook(components, load_weights(), position.timeline)
        answer = construction.solve(components, outlook, position, UNLIMITED, 5)
        gains = [choice.gain for choice in answer.choices]
        assert gains == sorted(gains, reverse=True)
        assert gains[0] == best.gain
        assert all(choice.proved for choice in answer.choices)
        outcomes = {outcome_of(components, position, choice.plan) for choice in answer.choices}
        assert len(outcomes) == len(answer.choices)
        for choice in answer.choices:
            assert refereed_gain(components, outlook, position, choice.plan) == choice.gain
            seen.update(doings(choice.plan))
    wanted = ("purchase", "renovation", "supply", "outsourced", "purchase, then project", "changed payroll")
    assert min(seen[kind] for kind in wanted), seen
    record_property("compared: tiles in construction, five lines with the referee, full size", 30)


def test_dollars_of_a_mark_pay_for_cubes_of_the_same_turn() -> None:
    """In small positions some best plans build, are paid by a mark, buy, and build again, or sell on the way."""
    components = load_components()
    seen: Counter[str] = Counter()
    for seed in range(150):
        position = small_with_tiles(components, seed, "Supply Chain", "Construction Outsourcing")
        answer = check_claim(components, construction.solve, position)
        seen.update(doings(answer.plan))
    for kind in ("project, then purchase", "sale", "outsourced, then project", "purchase, then project"):
        assert seen[kind], seen


def test_five_lines_are_the_same_each_time() -> None:
    components = load_components()
    for seed in range(10):
        position = full_position(components, seed, 3)
        outlook = Outlook(components, load_weights(), position.timeline)
        answers = [construction.solve(components, outlook, position, UNLIMITED, 5) for _ in range(2)]
        assert answers[0] == answers[1]

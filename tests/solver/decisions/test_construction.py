"""Construction: the program's plans are legal, gain what is claimed, and none is better or shorter."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest

from carnegie_solver.components import Action, Components, load_components
from carnegie_solver.decisions import construction
from carnegie_solver.decisions.answer import Answer, Choice
from carnegie_solver.decisions.construction import SETTINGS
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached
from carnegie_solver.plans import Plan, outcome, pass_to_standing_up
from carnegie_solver.rules import Position, Step, apply, legal_steps
from carnegie_solver.rules.links import levels, link_vp, own_cities
from carnegie_solver.rules.steps import AdvanceTransport, BuildProject, EndTurn, SellGoods, SlideTab, StandUp
from carnegie_solver.rules.turn import STANDING_UP_PHASES
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.comparison import check_claim, refereed_gain
from models.construction_components import many_circles, many_desks, odd_tracks, scarce_tabs
from models.construction_positions import (
    full_position,
    last_round,
    order_position,
    scarce_position,
    small_position,
    with_engineering,
)
from models.enumeration import TooLarge, best_worth
from models.link_flow_program import LinkFlowProgram
from models.random_positions import counted_position

Record = Callable[[str, object], None]
ENUMERATION = "compared: construction with the enumeration of all step sequences"


def outlook_of(components: Components, position: Position) -> Outlook:
    return Outlook(components, load_weights(), position.timeline)


def compare(
    components: Components, positions: Iterable[Position], record: Record, most: int = 8_000
) -> Counter[str]:
    """Check each position's answer against the enumeration; count what the best plans are made of."""
    seen: Counter[str] = Counter()
    for position in positions:
        answer = check_claim(components, construction.solve, position)
        outlook = outlook_of(components, position)
        try:
            best = best_worth(components, outlook, position, most)
        except TooLarge:
            seen["too large"] += 1
            continue
        assert answer.gain == best - worth(components, outlook, position.decider), (answer, position)
        seen["compared"] += 1
        seen.update(made_of(components, position, answer.plan))
    record(ENUMERATION, seen["compared"])
    for kind in ("links", "marks", "study points"):
        record(f"{ENUMERATION}: plans with {kind}", seen[kind])
    assert seen["too large"] <= max(3, seen["compared"] // 10)
    return seen


def made_of(components: Components, position: Position, plan: Plan) -> Iterator[str]:
    """Say what a plan brings or uses."""
    before = position.decider
    after = outcome(components, position, plan).players[position.player]
    built = [step for step in plan.steps if isinstance(step, BuildProject)]
    yield f"{len(built)} built"
    if len({step.space for step in built}) > 1:
        yield "two Departments"
    if any(components.cities[components.city_index[step.city]].income_mark for step in built):
        yield "marks"
    spending = [
        number for number, step in enumerate(plan.steps) if isinstance(step, SlideTab | AdvanceTransport)
    ]
    if spending:
        yield "study points"
        if any(isinstance(step, BuildProject) for step in plan.steps[spending[0] :]):
            yield "built after study points"
    if any(sum(step.type == kind for step in built) > tab.waiting for kind, tab in enumerate(before.tabs)):
        yield "new disk built"
    if sum(components.goods_cost[step.type] for step in built) > before.goods:
        yield "paid by marks"
    if after.employees_in_supply < before.employees_in_supply:
        yield "new employee"
    if after.disks_in_supply < before.disks_in_supply and not after.disks_in_supply:
        yield "last disk of the supply"
    if link_vp(components, own_cities(components, after), levels(components, after)) > link_vp(
        components, own_cities(components, before), levels(components, before)
    ):
        yield "links"
    if plan.at_end_of_round:
        yield "standing up"


@pytest.mark.parametrize("chunk", range(5))
def test_agrees_with_the_enumeration(chunk: int, record_property: Record) -> None:
    """On 250 small positions of the printed game the gain is that of the best of all legal step sequences."""
    components = load_components()
    seeds = range(50 * chunk, 50 * (chunk + 1))
    seen = compare(components, (small_position(components, seed) for seed in seeds), record_property)
    assert min(seen[kind] for kind in ("links", "marks", "study points", "2 built", "standing up")) > 3, seen
    assert seen["built after study points"], seen


@pytest.mark.parametrize("chunk", range(3))
def test_agrees_where_the_supply_of_disks_runs_out(chunk: int, record_property: Record) -> None:
    """On 120 small positions with a user's tabs of many circles, where the last disks go by the order of slides."""
    components = many_circles()
    positions = (
        small_position(components, seed, study_percent=50, short_percent=80)
        for seed in range(40 * chunk, 40 * (chunk + 1))
    )
    seen = compare(components, positions, record_property)
    assert seen["last disk of the supply"], seen


def test_a_circle_revealed_early_takes_the_last_disk(record_property: Record) -> None:
    """On 10 positions made for it the last disk cannot be kept for a circle that is revealed later."""
    components = scarce_tabs()
    seen = compare(components, (scarce_position(components, seed) for seed in range(10)), record_property)
    assert seen["built after study points"] == seen["last disk of the supply"] == 10, seen


@pytest.mark.parametrize("chunk", range(3))
def test_agrees_where_the_order_of_projects_matters(chunk: int, record_property: Record) -> None:
    """On 120 small positions with few cubes, whose marks bring cubes, points and employees that no printed one does."""
    seen: Counter[str] = Counter()
    for number in range(2):
        components = odd_tracks(2 * chunk + number)
        seeds = range(20 * number, 20 * (number + 1))
        seen.update(
            compare(components, (order_position(components, seed) for seed in seeds), record_property)
        )
    wanted = ("paid by marks", "built after study points", "new disk built", "new employee")
    assert min(seen[kind] for kind in wanted), seen


def test_agrees_with_five_workstations(record_property: Record) -> None:
    """On 40 small positions with a user's Company board, on which Construction has five workstations."""
    components = many_desks(5)
    compare(components, (small_position(components, seed) for seed in range(40)), record_property)


def test_agrees_with_two_departments(record_property: Record) -> None:
    """On 40 small positions in which Engineering builds projects, too: each Department sends its own employees."""
    components = load_components()
    seen = compare(components, (with_engineering(components, seed) for seed in range(40)), record_property)
    assert seen["two Departments"], seen


@pytest.mark.parametrize("chunk", range(4))
def test_of_the_best_plans_the_shortest_is_taken(chunk: int, record_property: Record) -> None:
    """On 60 small positions, half of them in the last round, no plan that gains as much has fewer steps."""
    components = load_components()
    counted = 0
    for seed in range(2000 + 15 * chunk, 2000 + 15 * (chunk + 1)):
        position = small_position(components, seed)
        if seed % 2:
            position = last_round(components, position)
        answer = check_claim(components, construction.solve, position)
        try:
            gain, steps = best_and_shortest(components, position, 3_000)
        except TooLarge:
            continue
        assert (answer.gain, len(answer.plan.steps) - 1 + len(answer.plan.at_end_of_round)) == (gain, steps)
        counted += 1
    record_property("compared: construction with the fewest steps of a breadth-first search", counted)
    assert counted > 10


def best_and_shortest(components: Components, position: Position, most: int) -> tuple[int, int]:
    """Give the best gain of all step sequences, and the fewest steps that reach it, ends of turns not counted."""
    player, outlook = position.player, outlook_of(components, position)
    seen = {position}
    layer = [position]
    best: tuple[int, int] | None = None
    steps = 0
    while layer:
        following = []
        for before in layer:
            if before.phase not in STANDING_UP_PHASES:
                ended = pass_to_standing_up(components, apply(components, before, EndTurn()), player)
                if ended not in seen:
                    seen.add(ended)
                    layer.append(ended)
            else:
                value = worth(components, outlook, before.players[player])
                best = max(best or (value, -steps), (value, -steps))
            for step in legal_steps(components, before):
                early = isinstance(step, SellGoods) and before.phase not in STANDING_UP_PHASES
                if isinstance(step, EndTurn) or early:
                    continue
                after = apply(components, before, step)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
            if len(seen) > most:
                raise TooLarge
        layer = following
        steps += 1
    assert best is not None
    return best[0] - worth(components, outlook, position.decider), -best[1]


@pytest.mark.parametrize("chunk", range(6))
def test_claims_hold_on_full_positions(chunk: int, record_property: Record) -> None:
    """On 300 positions of the game's size the claims hold, and plans changed at random gain no more."""
    printed, five = load_components(), many_desks(5)
    tried = 0
    for seed in range(50 * chunk, 50 * (chunk + 1)):
        builds = (1, 2, 3, 3, 5)[seed % 5]
        components = printed if builds <= 3 else five
        position = full_position(components, seed, builds)
        if seed % 10 == 7:
            position = counted_position(components, seed, Action.CONSTRUCTION)
        answer = check_claim(components, construction.solve, position)
        assert answer.gain >= 0
        chance = random.Random(seed)
        for _ in range(4):
            gain = refereed_gain(
                components,
                outlook_of(components, position),
                position,
                changed(components, position, answer, chance).plan,
            )
            assert gain <= answer.gain, seed
            tried += 1
    record_property("compared: construction claims with the referee, full size", 50)
    record_property("compared: construction with plans changed at random, full size", tried)


def changed(components: Components, position: Position, answer: Answer, chance: random.Random) -> Answer:
    """Give the plan cut off at random and finished greedily with random steps, as an answer that claims nothing."""
    player, outlook = position.player, outlook_of(components, position)
    steps = list(answer.plan.steps[: chance.randrange(len(answer.plan.steps))])
    for step in steps:
        position = apply(components, position, step)
    for _ in range(8):
        options = [
            step for step in legal_steps(components, position) if not isinstance(step, EndTurn | SellGoods)
        ]
        if not options:
            break
        tried = [
            (apply(components, position, step), step) for step in chance.sample(options, min(5, len(options)))
        ]
        position, step = max(tried, key=lambda pair: worth(components, outlook, pair[0].players[player]))
        steps.append(step)
    position = pass_to_standing_up(components, apply(components, position, EndTurn()), player)
    later: list[Step] = []
    goods = position.decider.goods
    if goods and chance.random() < 0.3:
        later.append(SellGoods(chance.randint(1, goods)))
        position = apply(components, position, later[-1])
    while True:
        now = worth(components, outlook, position.players[player])
        risen = [
            (worth(components, outlook, apply(components, position, step).players[player]), number, step)
            for number, step in enumerate(legal_steps(components, position))
            if isinstance(step, StandUp)
        ]
        if not risen or max(risen)[0] <= now:
            break
        later.append(max(risen)[2])
        position = apply(components, position, later[-1])
    plan = Plan((*steps, EndTurn()), tuple(later))
    return Answer((Choice(plan, 0, 0),), None, answer.statistics)


def test_links_agree_with_a_flow_through_the_map(record_property: Record) -> None:
    """On 40 positions of the game's size the smallest sets of cities gain what a flow in the program gains."""
    components = load_components()
    for seed in range(500, 540):
        position = full_position(components, seed, 1 + seed % 3)
        outlook = outlook_of(components, position)
        answer = construction.solve(components, outlook, position, UNLIMITED)
        flow = LinkFlowProgram(components, outlook, position).program.solve(UNLIMITED, SETTINGS)
        assert (flow.gain, flow.bound) == (answer.gain, answer.bound), seed
    record_property("compared: construction with links as a flow, full size", 40)


def test_the_same_position_has_the_same_answer() -> None:
    components = load_components()
    for seed in range(20):
        position = full_position(components, seed, 3)
        outlook = outlook_of(components, position)
        answers = [construction.solve(components, outlook, position, UNLIMITED) for _ in range(2)]
        assert answers[0] == answers[1]


def test_out_of_time_the_turn_ends_at_once_with_a_true_bound() -> None:
    components = load_components()
    for seed in range(20):
        position = full_position(components, seed, 3)
        outlook = outlook_of(components, position)
        best = construction.solve(components, outlook, position, UNLIMITED)
        late = Limit(seconds=1.0, clock=lambda: 5.0, started=0.0)
        answer = construction.solve(components, outlook, position, late)
        assert answer.plan == Plan((EndTurn(),))
        assert answer.gain == 0
        assert answer.bound >= best.gain
        assert answer.limit_reached is LimitReached.TIME


def test_within_a_limit_on_work_the_claims_are_true() -> None:
    components = load_components()
    unproved = 0
    for seed in range(40):
        position = full_position(components, seed, 3)
        outlook = outlook_of(components, position)
        best = construction.solve(components, outlook, position, UNLIMITED)
        answer = construction.solve(components, outlook, position, Limit(work=4e-4))
        assert 0 <= refereed_gain(components, outlook, position, answer.plan) == answer.gain <= best.gain
        assert answer.bound >= best.gain
        assert (answer.limit_reached is LimitReached.WORK) is not answer.proved
        unproved += not answer.proved
    assert unproved > 5


def test_refuses_the_turn_of_another_action() -> None:
    components = load_components()
    position = counted_position(components, 1, Action.MANAGEMENT)
    with pytest.raises(ValueError, match="no turn of Construction"):
        construction.solve(components, outlook_of(components, position), position, UNLIMITED)

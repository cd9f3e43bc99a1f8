"""The referee agrees with itself, with brute force and with a second referee, and keeps what must be kept."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from carnegie_solver.components import Action
from carnegie_solver.rules import (
    Phase,
    Position,
    Step,
    apply,
    digest,
    find_faults,
    legal_steps,
    position_to_json,
)
from carnegie_solver.rules.step_json import step_to_json
from carnegie_solver.rules.steps import ChooseIncome, EndTurn, MoveEmployee, PlayAndrew
from models import second_opinion
from models.hand_positions import COMPONENTS, read_document
from models.random_games import TABLES, game_positions, random_game
from models.step_universe import LABELS, accepted, position_in_play, universe, whole_universe

POSITIONS_PER_ACTION = 60
Report = Callable[[str, object], None]


def conserved(position: Position) -> bool:
    """Whether every player has 15 employees and 30 disks, one of them on the score track and four on the others."""
    return all(
        sum(space.employees for space in player.company) + sum(player.missions) + player.employees_in_supply
        == 15
        and 5
        + sum(tab.built + tab.waiting for tab in player.tabs)
        + len(player.donations)
        + player.disks_in_supply
        == 30
        for player in position.players
    )


def known(step: Step) -> bool:
    """Whether the second referee has an opinion on a step."""
    return second_opinion.knows(step_to_json(step))


def positions(kind: str, *, tiles: bool = True) -> Iterator[tuple[int, Position]]:
    """Give positions in the turn of an action, or in the standing-up at the end of the round."""
    for seed in range(POSITIONS_PER_ACTION):
        if kind == "STANDING_UP":
            yield seed, position_in_play(seed, Action(seed % 4), standing_up=True, tiles=tiles)
        else:
            yield seed, position_in_play(seed, Action[kind], tiles=tiles)


KINDS = [*(action.name for action in Action), "STANDING_UP"]


@pytest.mark.parametrize("kind", KINDS)
def test_legal_steps_are_those_that_apply_accepts(kind: str, record_property: Report) -> None:
    """Of all steps that could be legal in a position, `legal_steps` lists those that `apply` accepts, each once."""
    tried = legal = 0
    for seed, position in positions(kind):
        before = digest(COMPONENTS, position)
        chance = random.Random(seed)
        found = set()
        for step in universe(position, chance):
            tried += 1
            after = accepted(position, step)
            if after is not None:
                found.add(step)
                assert conserved(after)
        listed = legal_steps(COMPONENTS, position)
        assert len(set(listed)) == len(listed)
        assert found == set(listed)
        legal += len(found)
        assert digest(COMPONENTS, position) == before
    assert legal > POSITIONS_PER_ACTION
    record_property("compared: steps tried against the list of legal ones", tried)
    record_property("compared: steps tried that are legal", legal)


@pytest.mark.parametrize("kind", KINDS)
def test_legal_steps_in_the_whole_universe(kind: str) -> None:
    """The same for every step that can be written down, of every kind and on every space, in one position."""
    _, position = next(entry for entry in positions(kind) if len(legal_steps(COMPONENTS, entry[1])) > 10)
    found = {step for step in whole_universe() if accepted(position, step) is not None}
    assert found == set(legal_steps(COMPONENTS, position))


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_referee_agrees(kind: str, record_property: Report) -> None:
    """A referee written from the founding document, without tiles, allows the same steps and comes to the same."""
    outcomes = refusals = 0
    for seed, position in positions(kind, tiles=False):
        chance = random.Random(seed)
        state = second_opinion.state_of(position_to_json(COMPONENTS, position))
        legal = [step for step in legal_steps(COMPONENTS, position) if known(step)]
        for step in [EndTurn(), *chance.sample(legal, min(8, len(legal)))]:
            expected = second_opinion.outcome(state, step_to_json(step))
            after = apply(COMPONENTS, position, step)
            assert second_opinion.state_of(position_to_json(COMPONENTS, after)) == expected, step
            outcomes += 1
        for step in chance.sample([step for step in universe(position, chance) if known(step)], 25):
            if accepted(position, step) is None:
                assert second_opinion.outcome(state, step_to_json(step)) is None, step
                refusals += 1
    assert outcomes > POSITIONS_PER_ACTION
    assert refusals > POSITIONS_PER_ACTION
    record_property("compared: outcomes of steps with a second referee", outcomes)
    record_property("compared: refusals of steps with a second referee", refusals)


@pytest.mark.parametrize("seed", range(40))
def test_legal_play_leads_to_positions_without_faults(seed: int) -> None:
    """Random play until the end of the round keeps employees and disks, never makes a fault, and comes to an end."""
    chance = random.Random(seed)
    position = position_in_play(seed, Action(seed % 4))
    started = position.round
    for _ in range(1_000):
        if position.phase in (Phase.SELECT_TIMELINE, Phase.GAME_OVER):
            break
        steps = legal_steps(COMPONENTS, position)
        ends = chance.random() < 0.15
        position = apply(COMPONENTS, position, EndTurn() if ends else chance.choice(steps))
        assert find_faults(COMPONENTS, position) == ()
        assert conserved(position)
    assert position.phase in (Phase.SELECT_TIMELINE, Phase.GAME_OVER)
    assert position.round == min(20, started + 1)


@pytest.mark.parametrize("seed", range(10))
def test_setup_play_leads_to_positions_without_faults(seed: int) -> None:
    """The same from the setup's moves on, in which the second referee agrees too."""
    chance = random.Random(seed)
    players = 1 + seed % 4
    first = chance.randrange(players)
    position = read_document({"phase": "PHASE_SETUP_MOVES", "firstPlayer": first, "players": [{}] * players})
    while position.phase is not Phase.SELECT_TIMELINE:
        step = EndTurn() if chance.random() < 0.2 else chance.choice(legal_steps(COMPONENTS, position))
        state = second_opinion.state_of(position_to_json(COMPONENTS, position))
        position = apply(COMPONENTS, position, step)
        expected = second_opinion.outcome(state, step_to_json(step))
        assert second_opinion.state_of(position_to_json(COMPONENTS, position)) == expected
        assert find_faults(COMPONENTS, position) == ()
        assert conserved(position)
    assert (position.round, position.player) == (1, first)


@pytest.mark.parametrize("seed", range(60))
def test_a_long_move_is_its_single_steps(seed: int) -> None:
    """A path is allowed where its single steps are, one after the other, and comes to the same."""
    chance = random.Random(seed)
    position = position_in_play(seed, Action.HUMAN_RESOURCES)
    for _ in range(30):
        path = [chance.choice(LABELS[:-1])]
        for _ in range(chance.randint(1, 5)):
            near = COMPONENTS.space_neighbours[COMPONENTS.space_index[path[-1]]]
            leap = chance.random() < 0.1
            path.append(chance.choice(LABELS[:-1]) if leap else LABELS[chance.choice(near)])
        who = chance.choice([None, *position.decider.company[COMPONENTS.space_index[path[0]]].standing_at, 3])
        single: Position | None = position
        for number, pair in enumerate(pairwise(path)):
            if single is not None:
                single = accepted(single, MoveEmployee(pair, None if number else who))
        assert accepted(position, MoveEmployee(tuple(path), who)) == single


def test_nothing_is_legal_after_the_game() -> None:
    """Once the game is over there are no legal steps."""
    position = position_in_play(3, Action.MANAGEMENT)
    over = replace(position, phase=Phase.GAME_OVER, action=None, turn=None)
    assert legal_steps(COMPONENTS, over) == ()
    assert all(accepted(over, step) is None for step in universe(over, random.Random(0)))


@pytest.mark.parametrize("seed", range(len(TABLES)))
def test_legal_steps_of_whole_games(seed: int, record_property: Report) -> None:
    """In every phase of games with any number of players and with Andrew, the list is what `apply` accepts."""
    tried = legal = 0
    phases = set()
    chance = random.Random(seed)
    for position in game_positions(seed, every=9):
        phases.add(position.phase)
        candidates = set(universe(position, chance))
        found = {step for step in candidates if accepted(position, step) is not None}
        listed = legal_steps(COMPONENTS, position)
        assert len(set(listed)) == len(listed)
        assert found == set(listed)
        tried += len(candidates)
        legal += len(found)
    assert phases >= {Phase.SELECT_TIMELINE, Phase.EVENT, Phase.USE_DEPARTMENTS, Phase.STANDING_UP}
    record_property("compared: steps tried against the list of legal ones", tried)
    record_property("compared: steps tried that are legal", legal)


@pytest.mark.parametrize("seed", range(len(TABLES)))
def test_legal_steps_of_setups(seed: int) -> None:
    """The same at each step of a game's setup."""
    chance = random.Random(seed)
    setup = itertools.takewhile(lambda entry: entry[0].phase < Phase.SELECT_TIMELINE, random_game(seed))
    positions_before = [before for before, _, _ in setup]
    assert {position.phase for position in positions_before} == set(Phase) - set(PHASES_OF_ROUNDS)
    for position in positions_before:
        found = {step for step in universe(position, chance) if accepted(position, step) is not None}
        assert found == set(legal_steps(COMPONENTS, position))


PHASES_OF_ROUNDS = [phase for phase in Phase if phase >= Phase.SELECT_TIMELINE]


@pytest.mark.parametrize("phase", [Phase.SELECT_TIMELINE, Phase.EVENT, Phase.SETUP_PLACEMENT])
def test_legal_steps_in_the_whole_universe_of_other_phases(phase: Phase) -> None:
    """The same for every step that can be written down in the phases that have kinds of steps of their own."""
    position = next(
        before
        for before, step, _ in random_game(5)
        if before.phase is phase and (phase is not Phase.EVENT or isinstance(step, ChooseIncome))
    )
    found = {step for step in whole_universe() if accepted(position, step) is not None}
    assert found == set(legal_steps(COMPONENTS, position))


def test_andrew_comes_first() -> None:
    """While the game waits for Andrew, nothing but his doing is legal [public]."""
    position = next(
        before
        for before, _, _ in random_game(0)
        if before.phase is Phase.USE_DEPARTMENTS and before.andrew is not None and before.andrew.to_act
    )
    found = {step for step in whole_universe() if accepted(position, step) is not None}
    assert found == {PlayAndrew()} == set(legal_steps(COMPONENTS, position))

"""A solo game as the client keeps it, with the real service: the same game again after undo, redo and a record."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from carnegie.v1 import position_pb2, rules_pb2
from carnegie.v1.steps_pb2 import SellGoods, Step
from carnegie_client import Client, InvalidRequest, LocalServer
from carnegie_client.solo_game import NoSuchMoment, NotASoloGame, OutdatedSuggestion, SoloGame
from carnegie_solver.components import load_components
from carnegie_solver.rules.record import record_from_json, replay_record
from carnegie_solver.rules.scoring import score_sheet
from clients.solo_games import as_json, play_decisions


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with LocalServer(arguments=["--workers", "1"]) as server, Client(server.address) as opened:
        yield opened


@pytest.mark.parametrize(
    ("game_seed", "level", "pool", "layout"),
    [
        (1, 2, rules_pb2.DEPARTMENT_POOL_BASE, rules_pb2.TIMELINE_LAYOUT_ROWS),
        (7, 4, rules_pb2.DEPARTMENT_POOL_EXPANSION, rules_pb2.TIMELINE_LAYOUT_COLUMNS),
    ],
)
def test_a_game_is_played_to_its_end_and_the_engine_replays_its_record(
    client: Client,
    game_seed: int,
    level: int,
    pool: rules_pb2.DepartmentPool.ValueType,
    layout: rules_pb2.TimelineLayout.ValueType,
) -> None:
    game = SoloGame.begin(client, game_seed, level=level, pool=pool, layout=layout)
    play_decisions(game, 10_000)
    assert game.over
    assert not game.waits_for_andrew
    record = record_from_json(as_json(game.record()))
    components = load_components()
    last = replay_record(components, record)  # which compares the final digest, too
    assert (last.round, record.seed, record.solo_level) == (20, game_seed, level)
    score = game.score()
    assert score.position_digest == game.digest
    sheet = score_sheet(components, last.players[0])
    assert score.players[0].total == sum(line.vp for line in sheet)
    assert score.HasField("andrew")
    assert not game.legal_steps().steps


def test_undo_goes_back_to_every_moment_across_andrews_turns_and_redo_forward_again(client: Client) -> None:
    game = SoloGame.begin(client, 5, level=2)
    moments = []
    while game.position.round < 4:
        if game.waits_for_andrew:
            game.play_andrew()
            continue
        for planned in game.suggest(work_limit=0.05).lines[0].steps:
            moments.append((game.digest, len(game.steps)))
            game.play([planned.step])
    if game.waits_for_andrew:
        game.play_andrew()
    reached, steps = game.digest, game.steps
    andrews = sum(step.HasField("play_andrew") for step in steps)
    assert andrews > 3
    assert (game.undoable, game.redoable) == (len(moments), 0)
    assert game.undoable + andrews == len(steps)
    for digest, count in reversed(moments):
        before = len(game.steps)
        assert game.undo() == before - count
        assert (game.digest, len(game.steps)) == (digest, count)
        assert not game.waits_for_andrew
    assert (game.undoable, game.redoable) == (0, len(moments))
    for digest, count in moments[1:]:
        game.redo()
        assert (game.digest, len(game.steps)) == (digest, count)
    game.redo()
    assert (game.digest, game.steps) == (reached, steps)
    assert game.undo(len(moments)) == len(steps)
    assert game.redo(7) == moments[7][1]
    assert game.digest == moments[7][0]


def test_a_continued_record_is_the_same_game_with_all_its_moments(client: Client) -> None:
    game = SoloGame.begin(client, 5, level=2)
    play_decisions(game, 12)
    game.undo(3)
    continued = SoloGame.continued(client, as_json(game.record()))
    assert (continued.digest, continued.position, continued.steps) == (game.digest, game.position, game.steps)
    assert continued.redoable == 0
    for count in (2, 5, 1):
        game.undo(count)
        continued.undo(count)
        assert (continued.digest, continued.position) == (game.digest, game.position)
    continued.redo(4)
    game.redo(4)
    assert continued.digest == game.digest
    assert continued.record() == game.record()
    play_decisions(game, 5)
    play_decisions(continued, 5)
    assert continued.record() == game.record()


def test_a_record_of_a_game_that_has_just_begun_is_continued(client: Client) -> None:
    game = SoloGame.begin(client, 9)
    continued = SoloGame.continued(client, game.record())
    assert (continued.digest, continued.steps, continued.undoable) == (game.digest, (), 0)


def test_another_step_than_the_one_undone_leaves_nothing_to_redo(client: Client) -> None:
    game = SoloGame.begin(client, 5)
    game.play([Step(sell_goods=SellGoods(count=1))])
    game.play([Step(sell_goods=SellGoods(count=1))])
    one_by_one = game.digest
    game.undo(2)
    game.play([Step(sell_goods=SellGoods(count=2))])
    assert game.redoable == 0
    assert game.digest == one_by_one  # the position is the same, the steps are not
    assert len(game.steps) == 1
    game.undo()
    game.redo()
    assert game.digest == one_by_one


def test_an_illegal_step_changes_nothing(client: Client) -> None:
    game = SoloGame.begin(client, 5)
    before = game.digest
    good, bad = Step(sell_goods=SellGoods(count=1)), Step(sell_goods=SellGoods(count=9))
    with pytest.raises(InvalidRequest) as caught:
        game.play([good, bad])
    assert (caught.value.reason, caught.value.metadata["step_index"]) == ("ILLEGAL_STEP", "1")
    assert (game.digest, game.steps) == (before, ())
    with pytest.raises(InvalidRequest) as of_andrew:
        raise_of_andrew(game)
    assert "Andrew" in str(of_andrew.value)
    assert game.steps == ()


def raise_of_andrew(game: SoloGame) -> None:
    game.play([{"playAndrew": {}}])


def test_moments_that_are_not_there_are_refused(client: Client) -> None:
    game = SoloGame.begin(client, 5)
    with pytest.raises(NoSuchMoment, match="nothing to undo"):
        game.undo()
    game.play([Step(sell_goods=SellGoods(count=1))])
    for count in (0, -1, 2):
        with pytest.raises(NoSuchMoment, match=f"undo: found {count}, allowed 1 to 1"):
            game.undo(count)
    with pytest.raises(NoSuchMoment, match="nothing to redo"):
        game.redo()


def test_the_steps_so_far_are_judged_as_a_plan_from_where_the_decision_began(client: Client) -> None:
    game = SoloGame.begin(client, 5)
    play_decisions(game, 1)
    assert game.position.phase == position_pb2.PHASE_SETUP_MOVES
    start = game.position
    first, second, *_ = game.suggest(work_limit=0.05).lines[0].steps
    game.play([first.step])
    assert game.decision_steps == (first.step,)
    assert game.decision_position() == start
    expected = client.evaluate(start, [first.step, second.step], work_limit=0.05)
    assert game.check([second.step], work_limit=0.05) == expected
    alone = client.evaluate(start, [first.step], work_limit=0.05)
    assert game.check(work_limit=0.05) == alone
    assert alone.gap > 0


def test_a_suggestion_is_played_in_its_own_position_only(client: Client) -> None:
    game = SoloGame.begin(client, 5)
    suggestion = game.suggest(work_limit=0.05, max_lines=2)
    with pytest.raises(OutdatedSuggestion, match="allowed 1 to 2"):
        game.accept(suggestion, 3)
    made = game.accept(suggestion, 2)
    assert list(made) == list(suggestion.lines[1].steps)
    with pytest.raises(OutdatedSuggestion, match="another position"):
        game.accept(suggestion)


def test_a_game_of_several_players_is_no_solo_game(client: Client) -> None:
    record = rules_pb2.GameRecord(components_digest="0", final_digest="0")
    with pytest.raises(NotASoloGame):
        SoloGame.continued(client, record)


def test_texts_are_read_in_the_position_on_the_table(client: Client) -> None:
    game = SoloGame.begin(client, 5)
    read = game.read("sell 2")
    assert list(read.steps) == [Step(sell_goods=SellGoods(count=2))]
    assert game.read("sell 9").refusal.reason == "NOT_ENOUGH_GOODS"
    listed = game.legal_steps()
    assert read.steps[0] in listed.steps
    assert "sell 2" in listed.notations

"""The calls by gRPC: what is saved is checked, comes back as it was, and is summed up as it stands on the table."""

from __future__ import annotations

import json
import time
import uuid
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2

from carnegie.v1 import games_pb2, info_pb2, info_pb2_grpc, position_pb2, rules_pb2, rules_pb2_grpc, steps_pb2
from carnegie_server import wire
from carnegie_solver.components import load_components
from carnegie_solver.components.writer import components_to_json
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet, total
from server.games.saving import (
    Stub,
    delete,
    listed,
    load,
    refused_delete,
    refused_load,
    refused_save,
    save,
    saved_game,
    solo_positions,
    solo_record,
    stub_of,
)
from server.positions import management
from server.service_process import ServiceProcess, detail, refused

COMPONENTS = load_components()


@pytest.fixture(scope="module")
def games(channel: grpc.Channel) -> Stub:
    return stub_of(channel)


@pytest.fixture
def name() -> str:
    return str(uuid.uuid4())


def own_tables() -> str:
    """Give tables of one's own: the tabs, the first space of the first one at another cost."""
    tabs: Any = components_to_json(COMPONENTS)["project_tabs"]
    tabs["rows"][0]["advance_costs"][0] = 9
    return json.dumps({"project_tabs": {**tabs, "note": "as on my copy", "source": "user"}})


def test_a_record_comes_back_as_it_was_saved(games: Stub, name: str) -> None:
    game = games_pb2.SavedGame(id=name, title="An evening, Ω", record=solo_record(steps=60))
    before = time.time()
    saved = save(games, game)
    assert saved.version == saved.summary.version == 1
    loaded = load(games, name)
    assert (loaded.game, loaded.version, loaded.summary) == (game, 1, saved.summary)
    assert saved.summary.created == saved.summary.changed
    assert before - 1.0 <= saved.summary.created.ToMicroseconds() / 1e6 <= time.time() + 1.0


@pytest.mark.parametrize("shown", [None, 0, 1, 40, 166])
def test_a_summary_tells_of_the_steps_that_lie_on_the_table(
    games: Stub, name: str, shown: int | None
) -> None:
    """A random game of 166 steps, from its end or from a step of it that the others have been undone to."""
    positions = solo_positions(steps=1_000)
    assert len(positions) == 167
    record = solo_record(steps=1_000)
    summary = save(games, games_pb2.SavedGame(id=name, record=record, shown_steps=shown)).summary
    stands = positions[166 if shown is None else shown]
    message = wire.position_to_message(COMPONENTS, stands)
    assert (summary.round, summary.phase, summary.players) == (message.round, message.phase, 1)
    assert (summary.solo_level, summary.steps) == (2, 166)
    assert summary.shown_steps == (166 if shown is None else shown)
    assert summary.over == (summary.shown_steps == 166)
    assert list(summary.player_totals) == [total(score_sheet(COMPONENTS, stands.players[0]))]
    assert summary.andrew_total == total(andrew_score_sheet(COMPONENTS, stands))
    assert summary.components_digest == COMPONENTS.digest
    assert len(summary.position_digest) == 64


def test_a_position_of_a_table_is_saved_too(channel: grpc.Channel, games: Stub, name: str) -> None:
    game = games_pb2.SavedGame(id=name, position=management())
    summary = save(games, game).summary
    assert load(games, name).game == game
    rules = rules_pb2_grpc.RulesServiceStub(channel)
    score = rules.ScorePosition(rules_pb2.ScorePositionRequest(position=management()))
    assert list(summary.player_totals) == [sheet.total for sheet in score.players]
    assert summary.position_digest == score.position_digest
    assert (summary.players, summary.phase) == (len(score.players), position_pb2.PHASE_USE_DEPARTMENTS)
    for field in ("steps", "shown_steps", "solo_level", "andrew_total"):
        assert not summary.HasField(field)


def test_a_game_with_tables_of_its_own(channel: grpc.Channel, games: Stub, name: str) -> None:
    rules = rules_pb2_grpc.RulesServiceStub(channel)
    tables = rules.ValidateComponents(rules_pb2.ValidateComponentsRequest(components_json=own_tables()))
    assert not tables.faults
    record = solo_record()
    record.components_digest = tables.components_digest
    game = games_pb2.SavedGame(id=name, record=record, components_json=own_tables())
    assert save(games, game).summary.components_digest == tables.components_digest
    assert load(games, name).game == game
    game.components_json = ""
    error = refused_save(games, game, 1)
    assert error.violations == {"game.record.components_digest": "OTHER_COMPONENTS"}


def test_versions_by_the_calls(games: Stub, name: str) -> None:
    assert save(games, saved_game(name, "one")).version == 1
    assert save(games, saved_game(name, "two"), 1).version == 2
    assert save(games, saved_game(name, "two"), 1).version == 2
    conflict = refused_save(games, saved_game(name, "other"), 1)
    assert (conflict.code, conflict.reason) == (grpc.StatusCode.ABORTED, "VERSION_CONFLICT")
    metadata = detail(conflict.status, error_details_pb2.ErrorInfo).metadata
    assert dict(metadata) == {"id": name, "version": "2", "expected_version": "1"}
    assert refused_save(games, saved_game(name, "new"), 0).reason == "VERSION_CONFLICT"
    assert refused_delete(games, name, 1).reason == "VERSION_CONFLICT"
    delete(games, name, 2)
    for missing in (
        refused_load(games, name),
        refused_delete(games, name, 2),
        refused_save(games, saved_game(name, "late"), 2),
    ):
        assert (missing.code, missing.reason) == (grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND")


def test_the_list_goes_page_by_page(games: Stub) -> None:
    names = [f"page-{number}" for number in range(5)]
    for each in names:
        save(games, saved_game(each))
    save(games, saved_game(names[1], "changed"), 1)
    expected = [names[1], names[4], names[3], names[2], names[0]]
    found: list[str] = []
    request = games_pb2.ListGamesRequest(page_size=2)
    while len(found) < 5:
        page = games.ListGames(request)
        assert len(page.games) == 2
        found.extend(game.id for game in page.games)
        request.page_token = page.next_page_token
    assert found[:5] == expected
    summaries = {game.id: game for game in listed(games)}
    assert summaries[names[1]] == load(games, names[1]).summary
    assert summaries[names[1]].title == "changed"
    for each in names:
        delete(games, each, summaries[each].version)
    assert not {game.id for game in listed(games)} & set(names)


def test_the_last_page_has_no_token_and_large_pages_are_cut(games: Stub, name: str) -> None:
    save(games, saved_game(name))
    page = games.ListGames(games_pb2.ListGamesRequest(page_size=2_000_000_000))
    assert name in {game.id for game in page.games}
    assert not page.next_page_token


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "-1",
        "1.5",
        "९",
        "9" * 30,
        str(2**63),
        "7",
        "before-0",
        "before-x",
        f"before-{2**63}",
        "before-7\n",
    ],
)
def test_a_page_that_is_none(games: Stub, token: str) -> None:
    error = refused(games.ListGames, games_pb2.ListGamesRequest(page_size=-1, page_token=token))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    assert error.violations == {"page_size": "OUT_OF_RANGE", "page_token": "INVALID_TOKEN"}


def test_a_blank_title_is_none(games: Stub, name: str) -> None:
    first = save(games, saved_game(name, " \u2003\u00a0\u200b "))
    assert first.summary.title == load(games, name).game.title == ""
    assert save(games, saved_game(name, " ")).version == first.version


def test_a_title_keeps_its_direction(games: Stub, name: str) -> None:
    """What turns the text beside it is refused; what joins the parts of one emoji is not."""
    assert refused_save(games, saved_game(name, "evil\u202egame"), 0).violations == {
        "game.title": "INVALID_TEXT"
    }
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert save(games, saved_game(name, family)).summary.title == family


def test_every_fault_of_a_save_is_told_at_once(games: Stub) -> None:
    game = games_pb2.SavedGame(
        id="a b",
        title="bell\a",
        record=rules_pb2.GameRecord(
            components_digest="0",
            final_digest="0",
            game=rules_pb2.RecordedSetup(seed=-1, players=7),
            steps=[steps_pb2.Step()],
        ),
        shown_steps=2,
        components_json='{"cities": {}}',
    )
    error = refused_save(games, game, -1)
    assert error.code == grpc.StatusCode.INVALID_ARGUMENT
    found = error.violations
    assert {
        "expected_version": "OUT_OF_RANGE",
        "game.id": "INVALID_ID",
        "game.title": "INVALID_TEXT",
        "game.components_json.cities": "NOT_REPLACEABLE",
        "game.record.game.seed": "OUT_OF_RANGE",
        "game.record.game.players": "OUT_OF_RANGE",
        "game.shown_steps": "OUT_OF_RANGE",
    }.items() <= found.items()
    assert any(path.startswith("game.record.steps[0]") for path in found)


@pytest.mark.parametrize(
    ("game", "violations"),
    [
        (games_pb2.SavedGame(), {"game.id": "MISSING", "game.record": "MISSING"}),
        (games_pb2.SavedGame(id="x" * 65, position=management()), {"game.id": "INVALID_ID"}),
        (games_pb2.SavedGame(id="ä", position=management()), {"game.id": "INVALID_ID"}),
        (
            games_pb2.SavedGame(id="a", title="x" * 201, position=management(), shown_steps=0),
            {"game.title": "OUT_OF_RANGE", "game.shown_steps": "NOT_ALLOWED"},
        ),
        (
            games_pb2.SavedGame(
                id="a", position=position_pb2.Position(players=[position_pb2.Player(money=-3)] * 2)
            ),
            {f"game.position.players[{seat}].money": "OUT_OF_RANGE" for seat in (0, 1)},
        ),
    ],
)
def test_a_game_that_is_none(games: Stub, game: games_pb2.SavedGame, violations: dict[str, str]) -> None:
    error = refused_save(games, game)
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    assert error.violations == violations


def test_the_longest_names_are_taken(games: Stub) -> None:
    game = saved_game("Az09_-" + "x" * 58, "ß" * 200)
    assert load(games, save(games, game).summary.id).game == game


def test_an_illegal_step_is_named_and_nothing_is_stored(games: Stub, name: str) -> None:
    """Also one that has been undone: a redo would play it."""
    record = solo_record(steps=40)
    record.steps.append(steps_pb2.Step(stand_up=steps_pb2.StandUp(space="z9", workstation=1)))
    error = refused_save(games, games_pb2.SavedGame(id=name, record=record, shown_steps=10))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_STEP")
    (path,) = error.violations
    assert path.startswith("game.record.steps[40].stand_up")
    assert detail(error.status, error_details_pb2.ErrorInfo).metadata == {"step_index": "40"}
    assert refused_load(games, name).reason == "GAME_NOT_FOUND"


def test_a_game_that_ends_otherwise_than_it_says(games: Stub, name: str) -> None:
    record = solo_record()
    record.final_digest = "0" * 64
    error = refused_save(games, games_pb2.SavedGame(id=name, record=record))
    assert error.violations == {"game.record.final_digest": "OTHER_GAME"}
    assert refused_load(games, name).reason == "GAME_NOT_FOUND"


def test_names_and_versions_of_the_other_calls(games: Stub) -> None:
    assert refused_load(games, "").violations == {"id": "MISSING"}
    assert refused_load(games, "a/b").violations == {"id": "INVALID_ID"}
    error = refused_delete(games, "a.b", 0)
    assert error.violations == {"id": "INVALID_ID", "expected_version": "OUT_OF_RANGE"}


def test_the_service_says_that_it_keeps_games(channel: grpc.Channel) -> None:
    info = info_pb2_grpc.InfoServiceStub(channel).GetInfo(info_pb2.GetInfoRequest())
    assert info.keeps_games
    assert (info.limits.max_games, info.limits.max_game_bytes) == (1_000, 1 << 18)


def test_the_log_tells_of_a_save_but_not_what_is_in_it(
    service: ServiceProcess, games: Stub, name: str
) -> None:
    game = saved_game(name, "a secret title")
    request = games_pb2.SaveGameRequest(game=game)
    _, call = games.SaveGame.with_call(request, metadata=(("x-request-id", name),))
    beside = dict(call.trailing_metadata() or ())
    assert beside["x-request-id"] == name
    assert float(beside["carnegie-store-seconds"]) > 0.0
    log = service.wait_for_log(f'"request_id": "{name}"')
    (line,) = [json.loads(each) for each in log.splitlines() if f'"request_id": "{name}"' in each]
    assert (line["method"], line["code"]) == ("/carnegie.v1.GameStoreService/SaveGame", "OK")
    assert (line["game_version"], line["game_bytes"]) == (1, game.ByteSize())
    assert line["store_ms"] >= 0.0
    assert "secret" not in log

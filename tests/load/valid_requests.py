"""Valid requests of every call, made of the recorded mix and of games that are played at random by seeds."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable
from typing import Final

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from carnegie.v1 import (
    advisor_pb2,
    games_pb2,
    info_pb2,
    position_pb2,
    review_pb2,
    rules_pb2,
    solo_pb2,
    steps_pb2,
)
from carnegie_server import methods, wire
from carnegie_solver.components import load_components
from carnegie_solver.components.writer import components_to_json
from carnegie_solver.rules import Phase, apply, digest, legal_steps
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.steps import Step
from load.mix import positions
from server.positions import andrews_management

_RECORDS: Final = 6
_LONGEST_RECORD: Final = 60
_TIME_LIMIT: Final = Duration(nanos=20_000_000)

RESPONSES: Final[dict[str, type[Message]]] = {
    methods.SUGGEST: advisor_pb2.SuggestResponse,
    methods.ANALYZE: advisor_pb2.AnalyzeResponse,
    methods.EVALUATE_PLAN: advisor_pb2.EvaluatePlanResponse,
    methods.VALIDATE_POSITION: rules_pb2.ValidatePositionResponse,
    methods.APPLY_PLAN: rules_pb2.ApplyPlanResponse,
    methods.LIST_LEGAL_STEPS: rules_pb2.ListLegalStepsResponse,
    methods.READ_STEPS: rules_pb2.ReadStepsResponse,
    methods.SCORE_POSITION: rules_pb2.ScorePositionResponse,
    methods.NEW_GAME: rules_pb2.NewGameResponse,
    methods.REPLAY_RECORD: rules_pb2.ReplayRecordResponse,
    methods.GET_COMPONENTS: rules_pb2.GetComponentsResponse,
    methods.VALIDATE_COMPONENTS: rules_pb2.ValidateComponentsResponse,
    methods.NEW_SOLO_GAME: solo_pb2.NewSoloGameResponse,
    methods.PLAY_ANDREW: solo_pb2.PlayAndrewResponse,
    methods.LIST_GAMES: games_pb2.ListGamesResponse,
    methods.SAVE_GAME: games_pb2.SaveGameResponse,
    methods.LOAD_GAME: games_pb2.LoadGameResponse,
    methods.DELETE_GAME: games_pb2.DeleteGameResponse,
    methods.REVIEW_GAME: review_pb2.ReviewGameResponse,
    methods.GET_INFO: info_pb2.GetInfoResponse,
}
"""The calls, and the message with which each answers."""


def valid_request(method: str, chance: random.Random) -> Message:
    """Give a valid request of a call; PlayAndrew may come at the wrong moment, and a game have another version."""
    number = chance.randrange(len(positions()))
    if method in _ABOUT_NO_POSITION:
        return _ABOUT_NO_POSITION[method](chance)
    return _ABOUT_A_POSITION[method](positions()[number], _steps(number, chance), chance)


def _suggest(
    position: position_pb2.Position, _steps: list[steps_pb2.Step], chance: random.Random
) -> advisor_pb2.SuggestRequest:
    return _question(position, chance)


def _analyze(
    position: position_pb2.Position, _steps: list[steps_pb2.Step], chance: random.Random
) -> advisor_pb2.AnalyzeRequest:
    return advisor_pb2.AnalyzeRequest(question=_question(position, chance))


def _evaluate_plan(
    position: position_pb2.Position, steps: list[steps_pb2.Step], _chance: random.Random
) -> advisor_pb2.EvaluatePlanRequest:
    return advisor_pb2.EvaluatePlanRequest(position=position, steps=steps, time_limit=_TIME_LIMIT)


def _new_game(chance: random.Random) -> rules_pb2.NewGameRequest:
    request = rules_pb2.NewGameRequest(seed=chance.randrange(1 << 31), players=chance.randrange(1, 5))
    request.pool = chance.choice(rules_pb2.DepartmentPool.values())
    request.layout = chance.choice(rules_pb2.TimelineLayout.values())
    return request


def _replay_record(chance: random.Random) -> rules_pb2.ReplayRecordRequest:
    return rules_pb2.ReplayRecordRequest(record=_record(chance.randrange(_RECORDS)))


def _review_game(chance: random.Random) -> review_pb2.ReviewGameRequest:
    return review_pb2.ReviewGameRequest(record=_record(chance.randrange(_RECORDS)), time_limit=_TIME_LIMIT)


def _new_solo_game(chance: random.Random) -> solo_pb2.NewSoloGameRequest:
    return solo_pb2.NewSoloGameRequest(seed=chance.randrange(1 << 31), level=chance.randrange(1, 5))


def _validate_components(chance: random.Random) -> rules_pb2.ValidateComponentsRequest:
    tables = components_to_json(load_components())
    table = chance.choice(load_components().assumed)
    text = json.dumps({table: {**_fields(tables[table]), "source": "user"}})
    return rules_pb2.ValidateComponentsRequest(components_json=text)


def _fields(table: object) -> dict[str, object]:
    assert isinstance(table, dict)
    return table


def _save_game(
    position: position_pb2.Position, _steps: list[steps_pb2.Step], chance: random.Random
) -> games_pb2.SaveGameRequest:
    game = games_pb2.SavedGame(id=_game_id(chance), title=f"game {chance.randrange(100)}")
    if chance.random() < 0.5:
        game.record.CopyFrom(_record(chance.randrange(_RECORDS)))
        game.shown_steps = chance.randrange(len(game.record.steps) + 1)
    else:
        game.position.CopyFrom(position)
    return games_pb2.SaveGameRequest(game=game, expected_version=chance.randrange(3))


def _delete_game(chance: random.Random) -> games_pb2.DeleteGameRequest:
    return games_pb2.DeleteGameRequest(id=_game_id(chance), expected_version=chance.randrange(1, 4))


def _game_id(chance: random.Random) -> str:
    return f"game-{chance.randrange(10)}"


_ABOUT_NO_POSITION: Final[dict[str, Callable[[random.Random], Message]]] = {
    methods.NEW_GAME: _new_game,
    methods.NEW_SOLO_GAME: _new_solo_game,
    methods.REPLAY_RECORD: _replay_record,
    methods.REVIEW_GAME: _review_game,
    methods.GET_COMPONENTS: lambda _: rules_pb2.GetComponentsRequest(),
    methods.VALIDATE_COMPONENTS: _validate_components,
    methods.LIST_GAMES: lambda chance: games_pb2.ListGamesRequest(page_size=chance.randrange(1, 20)),
    methods.LOAD_GAME: lambda chance: games_pb2.LoadGameRequest(id=_game_id(chance)),
    methods.DELETE_GAME: _delete_game,
    methods.GET_INFO: lambda _: info_pb2.GetInfoRequest(),
}
_ABOUT_A_POSITION: Final[
    dict[str, Callable[[position_pb2.Position, list[steps_pb2.Step], random.Random], Message]]
] = {
    methods.SUGGEST: _suggest,
    methods.ANALYZE: _analyze,
    methods.EVALUATE_PLAN: _evaluate_plan,
    methods.VALIDATE_POSITION: lambda position, *_: rules_pb2.ValidatePositionRequest(position=position),
    methods.APPLY_PLAN: lambda position, steps, _: rules_pb2.ApplyPlanRequest(position=position, steps=steps),
    methods.LIST_LEGAL_STEPS: lambda position, *_: rules_pb2.ListLegalStepsRequest(position=position),
    methods.READ_STEPS: lambda position, _, chance: rules_pb2.ReadStepsRequest(
        position=position, text=chance.choice(("end", "sell 1; end", "use a1", "move lobby-c1", "?", ""))
    ),
    methods.SAVE_GAME: _save_game,
    methods.SCORE_POSITION: lambda position, *_: rules_pb2.ScorePositionRequest(position=position),
    methods.PLAY_ANDREW: lambda position, _, chance: solo_pb2.PlayAndrewRequest(
        position=andrews_management() if chance.random() < 0.5 else position
    ),
}


def _question(position: position_pb2.Position, chance: random.Random) -> advisor_pb2.SuggestRequest:
    question = advisor_pb2.SuggestRequest(position=position, time_limit=_TIME_LIMIT)
    if chance.random() < 0.5:
        question.work_limit = 0.01
    if chance.random() < 0.3:
        question.max_lines = chance.randrange(1, 5)
    question.explain = chance.random() < 0.2
    if chance.random() < 0.1:
        question.avoid.add(kind=chance.choice(("build_project", "sell_goods", "use_department", "slide_tab")))
    if chance.random() < 0.1:
        question.weights_json = "{}"
    return question


def _steps(number: int, chance: random.Random) -> list[steps_pb2.Step]:
    legal = _legal_steps(number)
    return [wire.step_to_message(chance.choice(legal))] if legal else []


@functools.cache
def _legal_steps(number: int) -> tuple[Step, ...]:
    components = load_components()
    return tuple(legal_steps(components, wire.position_from_message(components, positions()[number])))


@functools.cache
def _record(seed: int) -> rules_pb2.GameRecord:
    components = load_components()
    chance = random.Random(seed)
    players = 2 + seed % 3
    position = new_game(components, seed, players=players)
    steps: list[steps_pb2.Step] = []
    while len(steps) < _LONGEST_RECORD and position.phase is not Phase.GAME_OVER:
        step = chance.choice(legal_steps(components, position))
        position = apply(components, position, step)
        steps.append(wire.step_to_message(step))
    return rules_pb2.GameRecord(
        components_digest=components.digest,
        game=rules_pb2.RecordedSetup(seed=seed, players=players),
        steps=steps,
        final_digest=digest(components, position),
    )

"""Games that are to be saved, played again or checked before anybody stores them."""

from __future__ import annotations

from google.rpc import code_pb2

from carnegie.v1 import games_pb2, position_pb2
from carnegie_server import wire
from carnegie_server.errors import CallRefused, Violation, found_and_allowed, invalid_request
from carnegie_server.games import CheckedGame, id_violation, is_blank, title_violation
from carnegie_server.games.refusals import game_too_large
from carnegie_server.replays import play, read_record
from carnegie_server.requests import RequestReader, collecting, parse
from carnegie_server.workers import Fact, Reply
from carnegie_solver.components import Components
from carnegie_solver.rules import Phase
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_json import digest
from carnegie_solver.rules.record import GameRecord, begin
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet, total

_FIELD = "game"


def check_save(reader: RequestReader, data: bytes, most_bytes: int, facts: dict[str, Fact]) -> Reply:
    """Check a request to save a game; the reply's body is the CheckedGame.

    Parameters
    ----------
    reader
        Knows the components that are in force.
    data
        The request.
    most_bytes
        The largest game that may be saved.
    facts
        What the log should say about the call.

    Raises
    ------
    CallRefused
        For all that is wrong with the request's form and the position; for the first illegal step of the record; for a
        game that was played with other components, ends otherwise than it says, or is too large.
    """
    request = parse(games_pb2.SaveGameRequest, data)
    violations: list[Violation] = []
    if request.expected_version < 0:
        description = found_and_allowed(str(request.expected_version), "0 or more")
        violations.append(Violation("expected_version", "OUT_OF_RANGE", description))
    if not request.HasField("game"):
        violations.append(Violation(_FIELD, "MISSING", found_and_allowed("nothing", "a game")))
        raise invalid_request(violations)
    if is_blank(request.game.title):
        request.game.ClearField("title")
    content = request.game.SerializeToString(deterministic=True)
    if len(content) > most_bytes:
        raise game_too_large(len(content), most_bytes)
    summary = _checked(reader, request.game, violations)
    facts["digest"] = summary.position_digest
    checked = CheckedGame(
        request.game.id, request.expected_version, content, summary.SerializeToString(deterministic=True)
    )
    return Reply(code_pb2.OK, checked.to_bytes(), facts)


def _checked(
    reader: RequestReader, game: games_pb2.SavedGame, outside: list[Violation]
) -> games_pb2.GameSummary:
    """Give the summary of a game; refuse it for all that is wrong with it, and what was found outside of it."""
    violations: list[Violation] = []
    violations.extend(filter(None, (id_violation("id", game.id), title_violation("title", game.title))))
    components = reader.components(game, violations)
    record: GameRecord | None = None
    position: Position | None = None
    match game.WhichOneof("content"):
        case "record":
            record = read_record(game, violations)
        case "position":
            position = collecting(
                violations, "position", lambda: wire.position_from_message(components, game.position)
            )
        case _:
            violations.append(
                Violation("record", "MISSING", found_and_allowed("nothing", "a game record, or a position"))
            )
    _check_shown_steps(game, violations)
    if violations or outside:
        below = [
            Violation(wire.path_below(_FIELD, each.path), each.reason, each.description)
            for each in violations
        ]
        raise invalid_request([*outside, *below])
    summary = games_pb2.GameSummary(id=game.id, title=game.title, components_digest=components.digest)
    if record is not None:
        shown = game.shown_steps if game.HasField("shown_steps") else len(record.steps)
        try:
            steps = play(components, record)
        except CallRefused as refusal:
            raise refusal.below(_FIELD) from refusal
        position = steps[shown - 1].after if shown else begin(components, record)
        summary.steps, summary.shown_steps = len(record.steps), shown
        if record.solo_level is not None:
            summary.solo_level = record.solo_level
    assert position is not None, "there is a record or a position, and nothing is wrong with it"
    _describe(components, position, summary)
    return summary


def _check_shown_steps(game: games_pb2.SavedGame, violations: list[Violation]) -> None:
    if not game.HasField("shown_steps"):
        return
    shown = str(game.shown_steps)
    if not game.HasField("record"):
        violations.append(
            Violation("shown_steps", "NOT_ALLOWED", found_and_allowed(shown, "nothing without a record"))
        )
    elif not 0 <= game.shown_steps <= len(game.record.steps):
        allowed = f"0 to {len(game.record.steps)}, the steps of the record"
        violations.append(Violation("shown_steps", "OUT_OF_RANGE", found_and_allowed(shown, allowed)))


def _describe(components: Components, position: Position, summary: games_pb2.GameSummary) -> None:
    """Say where a position stands."""
    summary.round = position.round
    summary.phase = position_pb2.Phase.Value(f"PHASE_{position.phase.name}")
    summary.players = len(position.players)
    summary.over = position.phase is Phase.GAME_OVER
    summary.player_totals.extend(total(score_sheet(components, player)) for player in position.players)
    if position.andrew is not None:
        summary.andrew_total = total(andrew_score_sheet(components, position))
    summary.position_digest = digest(components, position)

"""Cutting a recorded game into the questions that its review consists of."""

from __future__ import annotations

from google.protobuf.message import Message

from carnegie.v1 import advisor_pb2, position_pb2, review_pb2
from carnegie_server import wire
from carnegie_server.closed_review import closed_decision
from carnegie_server.errors import Violation, found_and_allowed, invalid_request
from carnegie_server.limits import read_limits
from carnegie_server.overrides import Overrides
from carnegie_server.replays import read_record, refusing_unplayable
from carnegie_server.requests import RequestReader, collecting, parse
from carnegie_server.workers import Fact, Session
from carnegie_solver.components import Components
from carnegie_solver.review.margin import ExpectedMargin
from carnegie_solver.review.played_game import PlayedDecision, PlayedGame, is_forced, played_game
from carnegie_solver.rules import Phase
from carnegie_solver.rules.position_json import digest
from carnegie_solver.rules.record import GameRecord
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet

MOST_DECISIONS = 256
"""The most decisions that a review judges: more than a game of 20 rounds has."""

_OPTIONS = ("time_limit", "work_limit", "components_json", "weights_json", "seed", "threads")


class Reviewing:
    """Answers the part of a ReviewGame call that comes before its searches.

    Parameters
    ----------
    reader
        Reads requests with the components in force.
    overrides
        The components and weights in force.
    max_seconds
        The longest search, in seconds.
    most_decisions
        The most decisions that are judged.
    """

    def __init__(
        self,
        reader: RequestReader,
        overrides: Overrides,
        max_seconds: float,
        most_decisions: int = MOST_DECISIONS,
    ) -> None:
        self._reader = reader
        self._overrides = overrides
        self._max_seconds = max_seconds
        self._most_decisions = most_decisions

    def cut(self, data: bytes, session: Session, facts: dict[str, Fact]) -> Message:
        """Tell the questions of a review, for the front to ask, and give its final message without the sums.

        Told is first an EvaluatePlanRequest with what holds for all of them, without a position and a plan; and then,
        for each decision, the message about it, in which the place of the judgement is taken by the question: an
        EvaluatePlanRequest with its position and plan. A forced decision has none.
        """
        request = parse(review_pb2.ReviewGameRequest, data)
        violations: list[Violation] = []
        components = self._reader.components(request, violations)
        collecting(violations, "weights_json", lambda: self._overrides.weights(request.weights_json))
        violations.extend(read_limits(request, self._max_seconds).violations)
        record = read_record(request, violations)
        if record is not None and not 0 <= request.player < record.players:
            allowed = f"0 to {record.players - 1}, a player of the game"
            violations.append(
                Violation("player", "OUT_OF_RANGE", found_and_allowed(str(request.player), allowed))
            )
        if violations or record is None:
            raise invalid_request(violations)
        game = self._played(components, record, request.player)
        facts["digest"] = digest(components, game.end)
        session.tell(_options_of(request).SerializeToString())
        for index, played in enumerate(game.decisions):
            session.tell(_decision_message(components, request, game, index, played))
        return review_pb2.ReviewGameResponse(
            final=True,
            review=_review(components, game, request.player),
            decision_count=len(game.decisions),
        )

    def _played(self, components: Components, record: GameRecord, player: int) -> PlayedGame:
        with refusing_unplayable():
            game = played_game(components, record, player)
        if len(game.decisions) > self._most_decisions:
            found = found_and_allowed(
                f"{len(game.decisions)} decisions of the player", f"at most {self._most_decisions}"
            )
            raise invalid_request([Violation("record.steps", "TOO_MANY_DECISIONS", found)])
        return game


def _options_of(request: review_pb2.ReviewGameRequest) -> advisor_pb2.EvaluatePlanRequest:
    """Give what a request says of all its questions; what it leaves out is left out."""
    options = advisor_pb2.EvaluatePlanRequest()
    for descriptor, value in request.ListFields():
        if descriptor.name == "time_limit":
            options.time_limit.CopyFrom(value)
        elif descriptor.name in _OPTIONS:
            setattr(options, descriptor.name, value)
    return options


def _decision_message(
    components: Components,
    request: review_pb2.ReviewGameRequest,
    game: PlayedGame,
    index: int,
    played: PlayedDecision,
) -> bytes:
    forced = is_forced(components, played)
    last = played.first_step + len(played.steps)
    message = review_pb2.ReviewGameResponse(
        decision=review_pb2.ReviewedDecision(
            index=index,
            first_step=played.first_step,
            step_count=len(played.steps),
            round=played.position.round,
            phase=position_pb2.Phase.Value(f"PHASE_{played.position.phase.name}"),
            decision=wire.decision_number(played.decision),
            forced=forced,
        ),
        decision_count=len(game.decisions),
    ).SerializeToString()
    if forced:
        return message
    question = advisor_pb2.EvaluatePlanRequest(
        position=wire.position_to_message(components, played.position),
        steps=request.record.steps[played.first_step : last],
    )
    return message + closed_decision(question.SerializeToString())


def _review(components: Components, game: PlayedGame, player: int) -> review_pb2.GameReview:
    end = game.end
    review = review_pb2.GameReview(
        player=player,
        margins=map(_margin_to_message, game.margins),
        game_over=end.phase is Phase.GAME_OVER,
        players=[wire.score_sheet_to_message(score_sheet(components, each)) for each in end.players],
    )
    if end.andrew is not None:
        review.andrew.CopyFrom(wire.score_sheet_to_message(andrew_score_sheet(components, end)))
    return review


def _margin_to_message(margin: ExpectedMargin) -> review_pb2.ExpectedMargin:
    return review_pb2.ExpectedMargin(
        round=margin.round, margin=margin.margin, typical_error=margin.typical_error
    )

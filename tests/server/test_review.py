"""ReviewGame: the gaps are those of EvaluatePlan, and of an enumeration; the sums, the margins, and what is refused."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.duration_pb2 import Duration

from carnegie.v1 import advisor_pb2, advisor_pb2_grpc, review_pb2, review_pb2_grpc, rules_pb2, steps_pb2
from carnegie_server import wire
from carnegie_server.errors import CallRefused
from carnegie_server.overrides import Overrides
from carnegie_server.requests import RequestReader
from carnegie_server.reviewing import Reviewing
from carnegie_solver.advisor import outlook_of
from carnegie_solver.decisions.event_with_turn import counts_on_turn
from carnegie_solver.plans import pass_to_standing_up
from carnegie_solver.rules import Phase, Position, Step, apply, replay
from carnegie_solver.rules.record import GameRecord, begin, make_record, record_to_json
from carnegie_solver.valuation import Outlook, worth
from models.advised_games import WORK, advised_game
from models.enumeration import Enumeration, TooLarge, best_worth
from models.final_scores import andrew_vp, player_vp
from models.hand_positions import COMPONENTS
from server.service_process import refusal

MOST_POSITIONS = 2_000
PROVED = advisor_pb2.SUGGESTION_STATUS_PROVED_BEST


@pytest.fixture(scope="module")
def reviewer(channel: grpc.Channel) -> review_pb2_grpc.ReviewServiceStub:
    return review_pb2_grpc.ReviewServiceStub(channel)


@pytest.fixture(scope="module")
def advisor(channel: grpc.Channel) -> advisor_pb2_grpc.AdvisorServiceStub:
    return advisor_pb2_grpc.AdvisorServiceStub(channel)


def message_of(record: GameRecord) -> rules_pb2.GameRecord:
    return json_format.ParseDict(record_to_json(record), rules_pb2.GameRecord())


def request_of(record: GameRecord, player: int | None = None) -> review_pb2.ReviewGameRequest:
    return review_pb2.ReviewGameRequest(record=message_of(record), player=player, work_limit=WORK)


def reviewed(
    reviewer: review_pb2_grpc.ReviewServiceStub, record: GameRecord, player: int | None = None
) -> tuple[list[review_pb2.ReviewedDecision], review_pb2.GameReview]:
    """Have a game reviewed; give its decisions, and what is said of the whole, once the stream has been looked at."""
    *told, last = reviewer.ReviewGame(request_of(record, player), timeout=120.0)
    assert [message.final for message in (*told, last)] == [False] * len(told) + [True]
    assert {message.decision_count for message in (*told, last)} == {len(told)}
    decisions = [message.decision for message in told]
    assert [decision.index for decision in decisions] == list(range(len(told)))
    gaps = [decision.evaluation.gap for decision in decisions]
    assert last.review.gap_sum == sum(gap for gap in gaps if gap > 0)
    costly = sorted((-gap, index) for index, gap in enumerate(gaps) if gap > 0)
    assert list(last.review.costliest) == [index for _, index in costly[:3]]
    for decision in decisions:
        assert decision.forced != decision.HasField("evaluation")
    return decisions, last.review


@cache
def positions_of(record: GameRecord) -> tuple[Position, ...]:
    def applied(position: Position, step: Step) -> Position:
        return apply(COMPONENTS, position, step)

    return tuple(itertools.accumulate(record.steps, applied, initial=begin(COMPONENTS, record)))


def test_the_advisors_own_moves_cost_nothing(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    record = advised_game(6, level=2)
    decisions, review = reviewed(reviewer, record)
    proved = [decision.evaluation.gap for decision in decisions if decision.evaluation.best.status == PROVED]
    assert set(proved) == {0}
    assert len(proved) > 50
    assert review.gap_sum == 0
    assert list(review.costliest) == []
    assert review.game_over
    final = positions_of(record)[-1]
    andrew = andrew_vp(final)
    assert andrew is not None
    assert [sheet.total for sheet in review.players] == [player_vp(final.players[0])]
    assert review.andrew.total == andrew
    assert [margin.round for margin in review.margins] == list(range(1, 21))
    assert review.margins[-1].margin == 100 * (player_vp(final.players[0]) - andrew)
    assert review.margins[-1].typical_error == 0
    assert min(margin.typical_error for margin in review.margins[:-1]) > 0


@pytest.mark.parametrize("seed", [3, 4])
def test_the_gaps_of_a_spoiled_game_are_those_of_evaluate_plan(
    reviewer: review_pb2_grpc.ReviewServiceStub, advisor: advisor_pb2_grpc.AdvisorServiceStub, seed: int
) -> None:
    """Each judgement is that of the same position and plan asked alone, and so are the costliest moves."""
    record = advised_game(seed, level=3, spoiled=0.15, rounds=8)
    decisions, review = reviewed(reviewer, record)
    positions, steps = positions_of(record), message_of(record).steps
    gaps: dict[int, int] = {}
    for decision in decisions:
        if decision.forced:
            continue
        first, last = decision.first_step, decision.first_step + decision.step_count
        alone = advisor.EvaluatePlan(
            advisor_pb2.EvaluatePlanRequest(
                position=wire.position_to_message(COMPONENTS, positions[first]),
                steps=steps[first:last],
                work_limit=WORK,
            )
        )
        assert decision.evaluation == alone
        assert decision.decision == alone.best.decision
        gaps[decision.index] = alone.gap
    assert not review.game_over
    assert len(review.margins) == 8
    costly = sorted((gap for gap in gaps.values() if gap > 0), reverse=True)
    assert [gaps[index] for index in review.costliest] == costly[:3]
    assert review.gap_sum >= sum(costly[:3]) > 0


@pytest.mark.parametrize("seed", range(4))
def test_the_gaps_are_those_of_an_enumeration(
    reviewer: review_pb2_grpc.ReviewServiceStub,
    seed: int,
    record_property: Callable[[str, object], None],
) -> None:
    """What all legal step sequences bring at best, less what the played one does, counted out."""
    compared = costly = 0
    record = advised_game(seed, level=1 + seed, spoiled=0.2, rounds=7)
    decisions, _ = reviewed(reviewer, record)
    positions = positions_of(record)
    for decision in decisions:
        position = positions[decision.first_step]
        outlook = outlook_of(COMPONENTS, position)
        if position.phase is Phase.SELECT_TIMELINE or counts_on_turn(outlook, position):
            continue  # judged with the round that follows, which is too much to count out
        steps = record.steps[decision.first_step : decision.first_step + decision.step_count]
        try:
            best = best_worth(COMPONENTS, outlook, position, MOST_POSITIONS)
            own = _worth_of(outlook, position, steps)
        except TooLarge:
            continue
        assert decision.evaluation.gap == best - own
        compared += 1
        costly += best > own
    assert compared > 10
    assert costly
    record_property("compared: gaps of a review, enumeration", compared)


def _worth_of(outlook: Outlook, position: Position, steps: tuple[Step, ...]) -> int:
    """Give what the holdings are worth after a plan with the best standing-up that can follow it."""
    after = replay(COMPONENTS, position, list(steps))
    if position.phase in (Phase.USE_DEPARTMENTS, Phase.SETUP_MOVES):
        standing = pass_to_standing_up(COMPONENTS, after, position.player)
        return max(Enumeration(COMPONENTS, outlook, standing, MOST_POSITIONS).by_outcome().values())
    return worth(COMPONENTS, outlook, after.players[position.player])


def test_any_player_of_several_can_be_reviewed(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    record = advised_game(9, level=None, players=2, spoiled=0.1, rounds=3)
    found: list[int] = []
    for player in (0, 1):
        decisions, review = reviewed(reviewer, record, player)
        assert review.player == player
        assert not review.HasField("andrew")
        assert len(review.players) == 2
        for decision in decisions:
            found += range(decision.first_step, decision.first_step + decision.step_count)
        if player == 0:
            assert (decisions, review) == reviewed(reviewer, record)
    assert sorted(found) == list(range(len(record.steps)))


def test_a_game_alone_has_no_margin(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    _, review = reviewed(reviewer, advised_game(5, level=None, rounds=2))
    assert list(review.margins) == []
    assert not review.HasField("andrew")


def test_a_record_without_steps_has_no_decisions(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    decisions, review = reviewed(reviewer, make_record(COMPONENTS, 5, (), players=1, solo_level=1))
    assert decisions == []
    assert (review.gap_sum, review.game_over, len(review.margins)) == (0, False, 0)


def test_the_same_request_has_the_same_answer(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    request = request_of(advised_game(3, level=3, spoiled=0.15, rounds=8))
    first, second = ([message.SerializeToString() for message in reviewer.ReviewGame(request)] for _ in "ab")
    assert first == second


def refused(
    reviewer: review_pb2_grpc.ReviewServiceStub, request: review_pb2.ReviewGameRequest
) -> dict[str, str]:
    """Have a review refused: give the violations of its one message, which are those of the status."""
    stream = reviewer.ReviewGame(request, timeout=20.0)
    message = next(stream)
    assert message.final
    assert not message.HasField("review")
    with pytest.raises(grpc.RpcError) as error:
        next(stream)
    status = refusal(error.value)
    assert message.failure.code == status.code.name == "INVALID_ARGUMENT"
    violations = {each.path: each.reason for each in message.failure.violations}
    assert violations == status.violations
    return violations


def test_an_illegal_step_is_named(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    request = request_of(advised_game(5, level=None, rounds=2))
    request.record.steps[7].CopyFrom(steps_pb2.Step(stand_up=steps_pb2.StandUp(space="z9", workstation=1)))
    (path,) = refused(reviewer, request)
    assert path.startswith("record.steps[7].stand_up")


def test_another_game_is_refused(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    request = request_of(advised_game(5, level=None, rounds=2))
    request.record.final_digest = "0" * 64
    assert refused(reviewer, request) == {"record.final_digest": "OTHER_GAME"}


def test_everything_wrong_with_the_form_is_listed(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    nothing = review_pb2.ReviewGameRequest(
        time_limit=Duration(seconds=-1), work_limit=-1.0, weights_json='{"x": 1}', components_json="["
    )
    assert refused(reviewer, nothing) == {
        "record": "MISSING",
        "time_limit": "OUT_OF_RANGE",
        "work_limit": "OUT_OF_RANGE",
        "weights_json.x": "UNKNOWN_FIELD",
        "components_json": "NOT_JSON",
    }
    request = request_of(advised_game(5, level=None, rounds=2), player=1)
    assert refused(reviewer, request) == {"player": "OUT_OF_RANGE"}
    request.player = -1
    assert refused(reviewer, request) == {"player": "OUT_OF_RANGE"}


def test_options_hold_for_each_decision(reviewer: review_pb2_grpc.ReviewServiceStub) -> None:
    """Weights by which nothing is worth anything but VP make other gaps; what is clamped is said for each decision."""
    record = advised_game(3, level=3, spoiled=0.15, rounds=4)
    request = request_of(record)
    request.weights_json = '{"money": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}'
    request.threads = 99
    own = [message.decision for message in reviewer.ReviewGame(request) if not message.final]
    default, _ = reviewed(reviewer, record)
    assert [decision.evaluation.gap for decision in own] != [decision.evaluation.gap for decision in default]
    for decision in own:
        clamped = [
            warning.path
            for warning in decision.evaluation.best.warnings
            if warning.reason == advisor_pb2.WARNING_REASON_CLAMPED
        ]
        assert clamped == ([] if decision.forced else ["threads"])


class Telling:
    """A session that keeps what is told."""

    seconds_left = 10.0

    def __init__(self) -> None:
        self.told: list[bytes] = []

    def stop_requested(self) -> bool:
        return False

    def watch(self, stop: Callable[[], None] | None) -> None:
        pass

    def allow(self, seconds: float) -> None:
        pass

    def recall(self, key: bytes) -> None:
        pass

    def tell(self, body: bytes) -> None:
        self.told.append(body)


def test_no_more_decisions_are_taken_than_may_be() -> None:
    record = advised_game(5, level=None, rounds=2)
    data = request_of(record).SerializeToString()
    overrides = Overrides("", "")
    session = Telling()
    whole = Reviewing(RequestReader(overrides), overrides, 10.0).cut(data, session, {})
    assert isinstance(whole, review_pb2.ReviewGameResponse)
    assert len(session.told) == 1 + whole.decision_count
    few = Reviewing(RequestReader(overrides), overrides, 10.0, whole.decision_count - 1)
    with pytest.raises(CallRefused) as refused_call:
        few.cut(data, Telling(), {})
    (violation,) = refused_call.value.violations
    assert (violation.path, violation.reason) == ("record.steps", "TOO_MANY_DECISIONS")

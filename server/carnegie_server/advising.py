"""The advisor's calls: suggesting plans, and judging a player's own."""

from __future__ import annotations

import copy
import functools
import hashlib
import math
import time
from collections.abc import Callable, Iterable, Sequence

from google.protobuf.message import Message
from google.rpc import code_pb2
from msgspec.structs import replace

from carnegie.v1 import advisor_pb2
from carnegie_server import wire
from carnegie_server.errors import CallRefused, Reason, Violation, invalid_request
from carnegie_server.limits import AdvisorRequest, read_limits, read_lines, read_search_options
from carnegie_server.overrides import Overrides
from carnegie_server.patterns import read_restrictions
from carnegie_server.requests import RequestReader, Value, collecting, parse, read_steps
from carnegie_server.workers import Fact, Reply, Session
from carnegie_solver.advisor import Suggestion, WaitsForAndrew, suggest
from carnegie_solver.analysis import analyze
from carnegie_solver.components import Components
from carnegie_solver.evaluation import evaluate
from carnegie_solver.explanation import Binding, explain
from carnegie_solver.limits import Limit, any_reached
from carnegie_solver.restrictions import UNRESTRICTED, Restrictions
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_json import digest
from carnegie_solver.valuation import Weights


class Question:
    """What a request to the advisor asks: a position, weights, limits and lists, read and found good.

    `reproducible` says that the answer is the same each time, so that it says nothing of the time that it took.

    Raises
    ------
    CallRefused
        From the constructor, for all that is wrong with the request.
    """

    components: Components
    position: Position
    weights: Weights
    limit: Limit
    restrictions: Restrictions
    digest: str
    read_seconds: float
    reproducible: bool
    warnings: tuple[advisor_pb2.Warning, ...]
    key: bytes

    def __init__(
        self,
        advising: Advising,
        request: AdvisorRequest,
        session: Session,
        violations: list[Violation],
        warnings: tuple[advisor_pb2.Warning, ...] = (),
    ) -> None:
        limits = read_limits(request, advising.max_seconds)
        if limits.seconds < session.seconds_left:
            session.allow(limits.seconds)
        weights = collecting(
            violations, "weights_json", lambda: advising.overrides.weights(request.weights_json)
        )
        started = time.perf_counter()
        self.components, position = advising.reader.position(
            request, request.HasField("position"), violations
        )
        self.restrictions = UNRESTRICTED
        if isinstance(request, advisor_pb2.SuggestRequest):
            self.restrictions = read_restrictions(self.components, request, violations)
        violations.extend(limits.violations)
        if violations or weights is None or position is None:
            raise invalid_request(violations)
        self.position = position
        self.weights = weights
        self.digest = digest(self.components, position)
        self.read_seconds = time.perf_counter() - started
        options = read_search_options(request, advising.max_threads)
        self.limit = Limit(
            min(limits.seconds, session.seconds_left),
            limits.work,
            clock=functools.partial(_clock, session),
            seed=options.seed,
            threads=options.threads,
            watch=session.watch,
        )
        self.reproducible = limits.work is not None
        self.warnings = (*limits.warnings, *options.warnings, *warnings)
        self.key = _key(request, self.digest, self.warnings)


class Advising:
    """Answers the calls of the advisor.

    Parameters
    ----------
    reader
        Reads requests with the components in force.
    overrides
        The components and weights in force.
    max_seconds
        The longest search, in seconds.
    max_threads
        The most threads of one search.
    """

    def __init__(
        self, reader: RequestReader, overrides: Overrides, max_seconds: float, max_threads: int
    ) -> None:
        self.reader = reader
        self.overrides = overrides
        self.max_seconds = max_seconds
        self.max_threads = max_threads

    def suggest(self, data: bytes, session: Session, facts: dict[str, Fact]) -> Message | Reply:
        """Answer a Suggest call."""
        request = parse(advisor_pb2.SuggestRequest, data)
        violations: list[Violation] = []
        lines, warnings = read_lines(request, violations)
        question = Question(self, request, session, violations, warnings)
        facts["digest"] = question.digest
        if (known := session.recall(question.key)) is not None:
            return known
        started = time.perf_counter()
        suggestion, _ = _timed(
            lambda: suggest(
                question.components,
                question.position,
                question.weights,
                question.limit,
                lines=lines,
                restrictions=question.restrictions,
            )
        )
        response = _explained(question, suggestion, request, started, facts)
        return _reply(question, response, response, facts)

    def analyze(self, data: bytes, session: Session, facts: dict[str, Fact]) -> Message:
        """Answer an Analyze call: tell each better answer, and give the final one."""
        request = parse(advisor_pb2.AnalyzeRequest, data).question
        try:
            return self._analyze(request, "question", session, facts)
        except CallRefused as refusal:
            raise refusal.below("question") from refusal

    def analyze_item(self, data: bytes, session: Session, facts: dict[str, Fact]) -> Message:
        """Answer a question of a batch as an Analyze call; what is said of its fields names them as Suggest does."""
        return self._analyze(parse(advisor_pb2.SuggestRequest, data), "", session, facts)

    def _analyze(
        self, request: advisor_pb2.SuggestRequest, field: str, session: Session, facts: dict[str, Fact]
    ) -> Message:
        """Analyze a question that is in a field of the caller's message, or is the message."""
        violations: list[Violation] = []
        lines, warnings = read_lines(request, violations)
        question = Question(self, request, session, violations, warnings)
        facts["digest"] = question.digest
        reports = analyze(
            question.components,
            question.position,
            question.weights,
            question.limit,
            lines=lines,
            restrictions=question.restrictions,
        )
        started = time.perf_counter()
        told = 0
        while True:
            report, _ = _timed(lambda: next(reports))
            if report.final:
                response = _explained(question, report.suggestion, request, started, facts)
            else:
                response = _answer(question, report.suggestion, time.perf_counter() - started, facts)
            if field:
                wire.put_warnings_below(response, field)
            message = advisor_pb2.AnalyzeResponse(suggestion=response, final=report.final)
            if report.final:
                facts["told"] = told
                return message
            told += 1
            session.tell(message.SerializeToString())

    def evaluate(self, data: bytes, session: Session, facts: dict[str, Fact]) -> Message | Reply:
        """Answer an EvaluatePlan call."""
        request = parse(advisor_pb2.EvaluatePlanRequest, data)
        violations: list[Violation] = []
        steps = read_steps(request.steps, violations)
        question = Question(self, request, session, violations)
        facts["digest"] = question.digest
        if (known := session.recall(question.key)) is not None:
            return known
        evaluation, seconds = _timed(
            lambda: evaluate(question.components, question.position, steps, question.weights, question.limit)
        )
        facts["legal"] = "no" if evaluation.refusal else "yes"
        best = _answer(question, evaluation.best, seconds, facts)
        response = wire.evaluation_to_message(evaluation, question.digest, best)
        return _reply(question, response, best, facts)


def _timed(ask: Callable[[], Value]) -> tuple[Value, float]:
    """Ask the advisor; give its answer and the seconds that it took."""
    started = time.perf_counter()
    try:
        answer = ask()
    except WaitsForAndrew as refusal:
        raise CallRefused(code_pb2.FAILED_PRECONDITION, Reason.WAITS_FOR_ANDREW, str(refusal)) from refusal
    return answer, time.perf_counter() - started


def _explained(
    question: Question,
    suggestion: Suggestion,
    request: advisor_pb2.SuggestRequest,
    started: float,
    facts: dict[str, Fact],
) -> advisor_pb2.SuggestResponse:
    """Write a suggestion, with the means that bind it where the request asks for them."""
    bindings: Sequence[Binding] = ()
    if request.explain:
        explanation = explain(
            question.components,
            question.position,
            suggestion,
            question.weights,
            question.limit,
            question.restrictions,
        )
        bindings = explanation.bindings
        statistics = suggestion.statistics
        suggestion = replace(
            suggestion,
            limit_reached=any_reached((suggestion.limit_reached, explanation.limit_reached)),
            statistics=replace(statistics, work=statistics.work + explanation.work),
        )
    response = _answer(question, suggestion, time.perf_counter() - started, facts)
    response.bindings.extend(map(wire.binding_to_message, bindings))
    return response


def _answer(
    question: Question, suggestion: Suggestion, seconds: float, facts: dict[str, Fact]
) -> advisor_pb2.SuggestResponse:
    """Write a suggestion, and note what is to be logged of it."""
    facts.update(
        read_seconds=question.read_seconds,
        solve_seconds=seconds,
        status=suggestion.status,
        decision=suggestion.decision or "NONE",
        limit="NONE" if suggestion.limit_reached is None else suggestion.limit_reached.value,
    )
    if any(notice.reason == "CLAIM_REFUTED" for notice in suggestion.warnings):
        facts["claim_refuted"] = "yes"
    response = wire.suggestion_to_message(suggestion, question.digest, seconds)
    response.statistics.read_seconds = question.read_seconds
    if question.reproducible:
        response.statistics.ClearField("solve_seconds")
        response.statistics.ClearField("read_seconds")
    response.warnings.extend(question.warnings)
    return response


def _key(request: AdvisorRequest, digest: str, warnings: Iterable[advisor_pb2.Warning]) -> bytes:
    """Give what a question is known by, however its position is written: all that the answer depends on.

    The limit of time is left out: an answer that it had no part in is the same with another one, but for a warning.
    """
    options = copy.copy(request)
    options.ClearField("position")
    options.ClearField("time_limit")
    options.DiscardUnknownFields()
    parts = [request.DESCRIPTOR.full_name.encode(), digest.encode()]
    parts += [message.SerializeToString(deterministic=True) for message in (options, *warnings)]
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def _reply(
    question: Question, response: Message, answer: advisor_pb2.SuggestResponse, facts: dict[str, Fact]
) -> Reply:
    """Give a response, with the question's key where the advisor's answer in it is the same each time."""
    lasting = answer.limit_reason != advisor_pb2.LIMIT_REASON_TIME and "claim_refuted" not in facts
    body = response.SerializeToString(deterministic=True)
    return Reply(code_pb2.OK, body, facts, question.key if lasting else b"")


def _clock(session: Session) -> float:
    """Tell the time to a search; for one that nobody waits for any more, all time has passed."""
    return math.inf if session.stop_requested() else time.monotonic()

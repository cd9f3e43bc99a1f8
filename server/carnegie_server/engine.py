"""What a worker does: it reads a request, has the solver answer it, and writes the response or the error."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from google.protobuf.message import Message
from google.rpc import code_pb2

from carnegie.v1 import info_pb2, position_pb2, rules_pb2, solo_pb2
from carnegie_server import wire
from carnegie_server.advising import Advising
from carnegie_server.engine_setup import EngineOptions
from carnegie_server.errors import (
    CallRefused,
    Reason,
    Violation,
    found_and_allowed,
    invalid_request,
    printable,
    to_status,
)
from carnegie_server.game_checks import check_save
from carnegie_server.methods import (
    ANALYZE,
    APPLY_PLAN,
    BATCH_ITEM,
    EVALUATE_PLAN,
    GET_COMPONENTS,
    LIST_LEGAL_STEPS,
    NEW_GAME,
    NEW_SOLO_GAME,
    PLAY_ANDREW,
    READ_STEPS,
    REPLAY_RECORD,
    REVIEW_GAME,
    SAVE_GAME,
    SCORE_POSITION,
    SUGGEST,
    VALIDATE_COMPONENTS,
    VALIDATE_POSITION,
)
from carnegie_server.overrides import FaultyText, Overrides
from carnegie_server.read_steps import read_text
from carnegie_server.replays import replay
from carnegie_server.requests import (
    MOST_FAULTS,
    RequestReader,
    missing_position,
    parse,
    read_steps,
)
from carnegie_server.reviewing import Reviewing
from carnegie_server.setups import RequestedSetup, read_setup, read_solo_setup
from carnegie_server.workers import Fact, Job, Reply, Session, StartRefusal
from carnegie_solver.advisor import DECISIONS, MOST_LINES
from carnegie_solver.components import Components
from carnegie_solver.components.writer import components_to_json
from carnegie_solver.faults import Fault
from carnegie_solver.plans import change
from carnegie_solver.rules import IllegalStep, apply, legal_steps, print_step
from carnegie_solver.rules.andrew import act
from carnegie_solver.rules.bidding import InvalidBids, with_bids
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_json import InvalidPosition, digest
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet
from carnegie_solver.rules.steps import PlayAndrew, Step


class Engine:
    """Answers the calls that need the solver; the handler of the service's workers.

    Raises
    ------
    StartRefusal
        From the constructor, when the service's own components or weights are faulty.
    """

    def __init__(self, options: EngineOptions) -> None:
        self._options = options
        try:
            self._overrides = Overrides(options.components_text, options.weights_text)
        except FaultyText as faulty:
            raise StartRefusal(_faults_by_setting(options)) from faulty
        self._reader = RequestReader(self._overrides)
        advising = Advising(self._reader, self._overrides, options.max_time_limit, options.max_threads)
        self._calls: Mapping[str, Callable[[bytes, Session, dict[str, Fact]], Message | Reply]] = {
            SUGGEST: advising.suggest,
            ANALYZE: advising.analyze,
            BATCH_ITEM: advising.analyze_item,
            EVALUATE_PLAN: advising.evaluate,
            VALIDATE_POSITION: self._validate_position,
            APPLY_PLAN: self._apply_plan,
            LIST_LEGAL_STEPS: self._list_legal_steps,
            READ_STEPS: self._read_steps,
            SCORE_POSITION: self._score_position,
            NEW_GAME: self._new_game,
            REPLAY_RECORD: self._replay_record,
            GET_COMPONENTS: self._get_components,
            VALIDATE_COMPONENTS: self._validate_components,
            NEW_SOLO_GAME: self._new_solo_game,
            PLAY_ANDREW: self._play_andrew,
            SAVE_GAME: self._check_save,
            REVIEW_GAME: Reviewing(self._reader, self._overrides, options.max_time_limit).cut,
        }

    @property
    def greeting(self) -> bytes:
        """What GetInfo tells about the solver: a serialized GetInfoResponse."""
        components = self._overrides.components()
        return info_pb2.GetInfoResponse(
            components_digest=components.digest,
            assumed_components=components.assumed,
            decisions=[wire.decision_number(decision) for decision in DECISIONS],
            limits=info_pb2.Limits(max_lines=MOST_LINES),
        ).SerializeToString()

    def __call__(self, job: Job, session: Session) -> Reply:
        """Answer a call with a response or, for what the caller did wrong, with a google.rpc.Status."""
        facts: dict[str, Fact] = {}
        try:
            response = self._calls[job.method](job.request, session, facts)
        except CallRefused as refusal:
            return Reply(refusal.code, to_status(refusal).SerializeToString(), facts)
        if isinstance(response, Reply):
            return response
        return Reply(code_pb2.OK, response.SerializeToString(deterministic=True), facts)

    def _validate_position(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(rules_pb2.ValidatePositionRequest, data)
        violations: list[Violation] = []
        components = self._reader.components(request, violations)
        if not request.HasField("position"):
            violations.append(missing_position())
        if violations:
            raise invalid_request(violations)
        try:
            position = wire.position_from_message(components, request.position)
        except InvalidPosition as invalid:
            facts["faults"] = len(invalid.faults)
            return rules_pb2.ValidatePositionResponse(
                faults=[wire.fault_to_message(fault) for fault in _first_faults(invalid.faults)]
            )
        position_digest = facts["digest"] = digest(components, position)
        return rules_pb2.ValidatePositionResponse(
            position=wire.position_to_message(components, position), position_digest=position_digest
        )

    def _apply_plan(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(rules_pb2.ApplyPlanRequest, data)
        violations: list[Violation] = []
        components, position = self._reader.position(request, request.HasField("position"), violations)
        if not request.steps:
            violations.append(Violation("steps", "MISSING", found_and_allowed("no step", "1 or more")))
        steps = read_steps(request.steps, violations)
        if violations or position is None:
            raise invalid_request(violations)
        response = rules_pb2.ApplyPlanResponse()
        for index, step in enumerate(steps):
            before, position = position, _applied(components, position, step, index)
            made = change(before, position, before.player)
            response.steps.append(wire.planned_step_to_message(step, made))
        response.position.CopyFrom(wire.position_to_message(components, position))
        response.position_digest = digest(components, position)
        facts["digest"] = response.position_digest
        return response

    def _list_legal_steps(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(rules_pb2.ListLegalStepsRequest, data)
        components, position = self._reader.good_position(request, request.HasField("position"), facts)
        steps = legal_steps(components, position)
        return rules_pb2.ListLegalStepsResponse(
            position_digest=str(facts["digest"]),
            player=position.player,
            steps=map(wire.step_to_message, steps),
            notations=map(print_step, steps),
        )

    def _read_steps(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(rules_pb2.ReadStepsRequest, data)
        violations: list[Violation] = []
        components, position = self._reader.position(request, request.HasField("position"), violations)
        response = read_text(components, position, request.text, violations)
        facts["digest"] = response.position_digest
        return response

    def _score_position(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(rules_pb2.ScorePositionRequest, data)
        components, position = self._reader.good_position(request, request.HasField("position"), facts)
        sheets = (score_sheet(components, player) for player in position.players)
        response = rules_pb2.ScorePositionResponse(
            position_digest=str(facts["digest"]),
            players=[wire.score_sheet_to_message(sheet) for sheet in sheets],
        )
        if position.andrew is not None:
            sheet = andrew_score_sheet(components, position)
            response.andrew.CopyFrom(wire.score_sheet_to_message(sheet))
        return response

    def _new_game(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        setup = read_setup(parse(rules_pb2.NewGameRequest, data))
        position = self._set_up(self._overrides.components(), setup, facts)
        return rules_pb2.NewGameResponse(position=position, position_digest=str(facts["digest"]))

    def _new_solo_game(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(solo_pb2.NewSoloGameRequest, data)
        violations: list[Violation] = []
        components = self._reader.components(request, violations)
        position = self._set_up(components, read_solo_setup(request, violations), facts)
        return solo_pb2.NewSoloGameResponse(
            position=position,
            position_digest=str(facts["digest"]),
            components_digest=components.digest,
        )

    def _replay_record(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(rules_pb2.ReplayRecordRequest, data)
        violations: list[Violation] = []
        response = replay(self._reader.components(request, violations), request, violations)
        facts["digest"] = response.position_digest
        return response

    def _check_save(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Reply:
        return check_save(self._reader, data, self._options.max_game_bytes, facts)

    def _set_up(
        self, components: Components, setup: RequestedSetup, facts: dict[str, Fact]
    ) -> position_pb2.Position:
        if setup.violations:
            raise invalid_request(setup.violations)
        position = new_game(
            components,
            setup.seed,
            players=setup.players,
            solo_level=setup.solo_level,
            pool=setup.pool,
            layout=setup.layout,
        )
        if setup.bids:
            try:
                position = with_bids(components, position, setup.bids)
            except InvalidBids as invalid:
                raise invalid_request(wire.violations_of("", invalid.faults)) from invalid
        facts["digest"] = digest(components, position)
        return wire.position_to_message(components, position)

    def _play_andrew(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(solo_pb2.PlayAndrewRequest, data)
        components, position = self._reader.good_position(request, request.HasField("position"), facts)
        try:
            after, deeds = act(components, position, PlayAndrew())
        except IllegalStep as illegal:
            raise CallRefused(
                code_pb2.FAILED_PRECONDITION,
                Reason.NOT_ANDREWS_TURN,
                f"the position does not wait for Andrew: {found_and_allowed(illegal.found, illegal.allowed)}",
            ) from illegal
        facts["digest"] = digest(components, after)
        return solo_pb2.PlayAndrewResponse(
            position=wire.position_to_message(components, after),
            position_digest=str(facts["digest"]),
            deeds=[wire.deed_to_message(deed) for deed in deeds],
        )

    def _get_components(self, data: bytes, _session: Session, _facts: dict[str, Fact]) -> Message:
        parse(rules_pb2.GetComponentsRequest, data)
        components = self._overrides.components()
        return rules_pb2.GetComponentsResponse(
            components_json=_tables_as_text(components), components_digest=components.digest
        )

    def _validate_components(self, data: bytes, _session: Session, facts: dict[str, Fact]) -> Message:
        request = parse(rules_pb2.ValidateComponentsRequest, data)
        try:
            components = self._overrides.components(request.components_json)
        except FaultyText as faulty:
            facts["faults"] = len(faulty.faults)
            return rules_pb2.ValidateComponentsResponse(
                faults=[wire.fault_to_message(fault) for fault in _first_faults(faulty.faults)]
            )
        return rules_pb2.ValidateComponentsResponse(
            components_json=_tables_as_text(components),
            components_digest=components.digest,
            assumed=components.assumed,
        )


def _tables_as_text(components: Components) -> str:
    return printable(json.dumps(components_to_json(components), ensure_ascii=False))


def _applied(components: Components, position: Position, step: Step, index: int) -> Position:
    try:
        return apply(components, position, step)
    except IllegalStep as illegal:
        description = found_and_allowed(str(illegal.found), str(illegal.allowed))
        where = f"steps[{index}].{wire.step_to_message(step).WhichOneof('kind')}"
        violation = Violation(wire.path_below(where, illegal.path), illegal.reason, description)
        raise CallRefused(
            code_pb2.INVALID_ARGUMENT,
            Reason.ILLEGAL_STEP,
            f"step {index} is illegal: {illegal}",
            violations=(violation,),
            metadata={"step_index": str(index)},
        ) from illegal


def _first_faults(faults: tuple[Fault, ...]) -> Iterable[Fault]:
    """Give as many faults as make a useful answer; a message can hold hundreds of thousands of them."""
    if len(faults) <= MOST_FAULTS:
        return faults
    note = Fault("", "TOO_MANY_FAULTS", f"{len(faults)} faults", f"the first {MOST_FAULTS} are listed")
    return (*faults[:MOST_FAULTS], note)


def _faults_by_setting(options: EngineOptions) -> str:
    """Say all that is wrong in the service's own files, each fault with the setting that names its file."""
    lines = ["the components or weights of the service are faulty:"]
    for setting, texts in (
        ("components", (options.components_text, "")),
        ("weights", ("", options.weights_text)),
    ):
        try:
            Overrides(*texts)
        except FaultyText as faulty:
            lines += [f"{setting}: {fault}" for fault in faulty.faults]
    return "\n".join(lines)

"""The client: one connection to the service, one method for each question."""

from __future__ import annotations

from collections.abc import Iterable

from carnegie.v1.rules_pb2 import (
    ApplyPlanRequest,
    ApplyPlanResponse,
    DepartmentPool,
    GetComponentsRequest,
    GetComponentsResponse,
    ListLegalStepsRequest,
    ListLegalStepsResponse,
    NewGameRequest,
    NewGameResponse,
    ReplayRecordRequest,
    ReplayRecordResponse,
    ScorePositionRequest,
    ScorePositionResponse,
    TimelineLayout,
    ValidatePositionRequest,
    ValidatePositionResponse,
)
from carnegie.v1.solo_pb2 import (
    NewSoloGameRequest,
    NewSoloGameResponse,
    PlayAndrewRequest,
    PlayAndrewResponse,
)
from carnegie_client.advisor_calls import AdvisorCalls
from carnegie_client.messages import (
    JsonLike,
    PositionLike,
    RecordLike,
    StepLike,
    json_text,
    position_message,
    record_message,
    step_messages,
)


class Client(AdvisorCalls):
    """A connection to the service, to be used in a `with` statement or closed.

    Calls may come from several threads. Positions are given as messages, as plain data in their JSON form, or as JSON
    text; text and data that are no position raise `MalformedJson` before anything is sent.

    Parameters
    ----------
    address
        `HOST:PORT`.
    timeout
        Seconds, > 0, that a call may take; for `suggest` those beyond the search's own time limit.
    connect_timeout
        Seconds, > 0, that the first connection may take.
    credentials
        For a service with TLS; None for one without.

    Examples
    --------
    >>> with Client("localhost:50051") as client:  # doctest: +SKIP
    ...     answer = client.suggest({"players": [{}, {}]}, time_limit=2.0)
    ...     print(answer.lines[0].gain)
    """

    def validate(
        self, position: PositionLike, *, components: JsonLike | None = None
    ) -> ValidatePositionResponse:
        """Ask for every fault of a position, or for its canonical form if it has none.

        A faulty position is a good answer here, not an error; data or text that is not the JSON form of a position
        raises `MalformedJson` all the same. Other errors as for `suggest`.
        """
        request = ValidatePositionRequest(
            position=position_message(position), components_json=json_text(components)
        )
        return self._call(self._rules.ValidatePosition, request, self._timeout)

    def apply(
        self,
        position: PositionLike,
        steps: Iterable[StepLike] | str | bytes,
        *,
        components: JsonLike | None = None,
    ) -> ApplyPlanResponse:
        """Play steps for the player whose decision is awaited; errors as for `suggest`.

        Parameters
        ----------
        position
            The position.
        steps
            The steps in order, as messages or plain data, or the JSON text of a list of them.
        components
            Component tables that replace the assumed ones.
        """
        request = ApplyPlanRequest(
            position=position_message(position),
            steps=step_messages(steps),
            components_json=json_text(components),
        )
        return self._call(self._rules.ApplyPlan, request, self._timeout)

    def legal_steps(
        self, position: PositionLike, *, components: JsonLike | None = None
    ) -> ListLegalStepsResponse:
        """Ask for every legal step of the decision that a position waits for; errors as for `suggest`."""
        request = ListLegalStepsRequest(
            position=position_message(position), components_json=json_text(components)
        )
        return self._call(self._rules.ListLegalSteps, request, self._timeout)

    def score(self, position: PositionLike, *, components: JsonLike | None = None) -> ScorePositionResponse:
        """Ask for the score sheets of a position as if the game ended now; errors as for `suggest`."""
        request = ScorePositionRequest(
            position=position_message(position), components_json=json_text(components)
        )
        return self._call(self._rules.ScorePosition, request, self._timeout)

    def new_game(
        self,
        seed: int,
        *,
        players: int | None = None,
        pool: DepartmentPool.ValueType = DepartmentPool.DEPARTMENT_POOL_UNSPECIFIED,
        layout: TimelineLayout.ValueType = TimelineLayout.TIMELINE_LAYOUT_UNSPECIFIED,
    ) -> NewGameResponse:
        """Ask for a game at the beginning of its setup; the same seed gives the same game.

        Parameters
        ----------
        seed
            The seed of everything that is chance, 0 to 2147483647.
        players
            How many, 1 to 4; None for 2.
        pool
            The Department tiles; unspecified for the base game.
        layout
            How the timeline tiles are laid; unspecified for rows.

        Raises
        ------
        InvalidRequest
            If a number is out of its range.
        ValueError
            If a number is too large or too small for the message. Other errors as for `suggest`.
        """
        request = NewGameRequest(seed=seed, players=players, pool=pool, layout=layout)
        return self._call(self._rules.NewGame, request, self._timeout)

    def replay(
        self, record: RecordLike, *, step_count: int | None = None, components: JsonLike | None = None
    ) -> ReplayRecordResponse:
        """Ask for a recorded game to be played again, or its first `step_count` steps; errors as for `suggest`."""
        request = ReplayRecordRequest(
            record=record_message(record), step_count=step_count, components_json=json_text(components)
        )
        return self._call(self._rules.ReplayRecord, request, self._timeout)

    def new_solo_game(
        self,
        seed: int,
        *,
        level: int | None = None,
        pool: DepartmentPool.ValueType = DepartmentPool.DEPARTMENT_POOL_UNSPECIFIED,
        layout: TimelineLayout.ValueType = TimelineLayout.TIMELINE_LAYOUT_UNSPECIFIED,
    ) -> NewSoloGameResponse:
        """Ask for a game against Andrew of a level from 1 to 4, None for 1; all else as for `new_game`."""
        request = NewSoloGameRequest(seed=seed, level=level, pool=pool, layout=layout)
        return self._call(self._solo.NewSoloGame, request, self._timeout)

    def play_andrew(
        self, position: PositionLike, *, components: JsonLike | None = None
    ) -> PlayAndrewResponse:
        """Have Andrew do what a position waits for; errors as for `suggest`.

        Where it is not his turn, `InvalidRequest` has the reason NOT_ANDREWS_TURN and no violations.
        """
        request = PlayAndrewRequest(
            position=position_message(position), components_json=json_text(components)
        )
        return self._call(self._solo.PlayAndrew, request, self._timeout)

    def components(self) -> GetComponentsResponse:
        """Ask for the printed tables in force, as JSON text with the source of each."""
        return self._call(self._rules.GetComponents, GetComponentsRequest(), self._timeout)

"""A solo game against Andrew as it is played: its steps so far, undo and redo, and its record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self, Unpack

from carnegie.v1.advisor_pb2 import EvaluatePlanResponse, PlannedStep, SuggestResponse
from carnegie.v1.position_pb2 import PHASE_GAME_OVER, Position
from carnegie.v1.rules_pb2 import (
    DepartmentPool,
    GameRecord,
    ListLegalStepsResponse,
    ReadStepsResponse,
    RecordedSetup,
    ScorePositionResponse,
    TimelineLayout,
)
from carnegie.v1.solo_pb2 import Deed
from carnegie.v1.steps_pb2 import PlayAndrew, Step
from carnegie_client.call_options import QuestionOptions, SearchLimits
from carnegie_client.client import Client
from carnegie_client.messages import JsonLike, RecordLike, StepLike, record_message, step_messages

_LAST_OF_A_DECISION: Final = ("end_turn", "select_timeline", "play_andrew")
"""The kinds of steps after which something else is to be decided."""


class NotASoloGame(ValueError):
    """A game record that is not of a game against Andrew."""


class NoSuchMoment(ValueError):
    """More steps were to be undone or redone than there are, or less than one."""

    def __init__(self, what: str, found: int, most: int) -> None:
        super().__init__(f"{what}: found {found}, allowed 1 to {most}" if most else f"nothing to {what}")


class OutdatedSuggestion(ValueError):
    """A suggestion for another position than the one on the table, or a line that it does not have."""


@dataclass(frozen=True, slots=True)
class _Moment:
    position: Position
    digest: str


class SoloGame:
    """A solo game: what has been played, what has been undone, and what the service says of the position.

    Every change is checked by the service first; an error leaves the game as it was. All chance lies in the setup, so a
    game that is undone and played again in the same way is the same game, Andrew's turns included.

    Make one with `SoloGame.begin` or `SoloGame.continued`.

    Examples
    --------
    >>> with Client("localhost:50051") as client:  # doctest: +SKIP
    ...     game = SoloGame.begin(client, seed=5, level=2)
    ...     while not game.over:
    ...         if game.waits_for_andrew:
    ...             game.play_andrew()
    ...         else:
    ...             game.accept(game.suggest(work_limit=1.0))
    ...     print(game.score().players[0].total)
    """

    def __init__(
        self,
        client: Client,
        setup: RecordedSetup,
        components_digest: str,
        start: _Moment,
        *,
        components: JsonLike | None = None,
    ) -> None:
        self._client = client
        self._setup = setup
        self._components_digest = components_digest
        self._components = components
        self._steps: list[Step] = []
        self._undone: list[Step] = []
        # By the number of steps played; those of a record are found out when they are asked for.
        self._moments = {0: start}

    @classmethod
    def begin(
        cls,
        client: Client,
        seed: int,
        *,
        level: int = 1,
        pool: DepartmentPool.ValueType = DepartmentPool.DEPARTMENT_POOL_UNSPECIFIED,
        layout: TimelineLayout.ValueType = TimelineLayout.TIMELINE_LAYOUT_UNSPECIFIED,
        components: JsonLike | None = None,
    ) -> Self:
        """Set a game up.

        Parameters
        ----------
        client
            The service that is asked, now and later.
        seed
            0 to 2147483647; the same seed gives the same game.
        level
            How strong Andrew is, 1 to 4.
        pool, layout
            The Department tiles, and how the timeline tiles are laid; left out, the base game, as rows.
        components
            Component tables that replace the assumed ones.

        Raises
        ------
        InvalidRequest
            If a number is out of its range, or the tables are faulty. Other errors as for `Client.new_solo_game`.
        """
        game = client.new_solo_game(seed, level=level, pool=pool, layout=layout, components=components)
        setup = RecordedSetup(seed=seed, players=1, solo_level=level, pool=pool, layout=layout)
        start = _Moment(game.position, game.position_digest)
        return cls(client, setup, game.components_digest, start, components=components)

    @classmethod
    def continued(cls, client: Client, record: RecordLike, *, components: JsonLike | None = None) -> Self:
        """Go on with a recorded game, after its last step.

        Raises
        ------
        NotASoloGame
            If the record is of a game without Andrew.
        InvalidRequest
            If the record cannot be played. Other errors as for `Client.replay`.
        """
        given = record_message(record)
        if not given.game.HasField("solo_level"):
            raise NotASoloGame("the record is not of a solo game: it has no soloLevel")
        replayed = client.replay(given, components=components)
        steps = [made.step.step for made in replayed.steps]
        last = _Moment(replayed.position, replayed.position_digest)
        first = last
        if steps:
            begun = client.replay(given, step_count=0, components=components)
            first = _Moment(begun.position, begun.position_digest)
        game = cls(client, given.game, given.components_digest, first, components=components)
        game._steps = steps
        game._moments[len(steps)] = last
        return game

    @property
    def setup(self) -> RecordedSetup:
        """How the game was set up."""
        return self._setup

    @property
    def position(self) -> Position:
        """The position on the table, in its canonical form; not to be changed."""
        return self._moments[len(self._steps)].position

    @property
    def digest(self) -> str:
        """The digest of the position, 64 hexadecimal digits."""
        return self._moments[len(self._steps)].digest

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps played, Andrew's included."""
        return tuple(self._steps)

    @property
    def waits_for_andrew(self) -> bool:
        """Whether Andrew has to act before anything else."""
        return self.position.andrew.to_act

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.phase == PHASE_GAME_OVER

    @property
    def undoable(self) -> int:
        """How many of the player's own steps can be undone."""
        return _own(self._steps)

    @property
    def redoable(self) -> int:
        """How many of the player's own steps can be redone."""
        return _own(self._undone)

    @property
    def decision_steps(self) -> tuple[Step, ...]:
        """The steps played of the decision that is not ended yet."""
        return tuple(self._steps[self._decision_start() :])

    def legal_steps(self) -> ListLegalStepsResponse:
        """Ask for every legal step, each in the notation, too; errors as for `Client.legal_steps`."""
        return self._client.legal_steps(self.position, components=self._components)

    def read(self, text: str) -> ReadStepsResponse:
        """Ask what steps a text in the notation says; one that says none is an answer, see `Client.read_steps`."""
        return self._client.read_steps(self.position, text, components=self._components)

    def suggest(self, **options: Unpack[QuestionOptions]) -> SuggestResponse:
        """Ask for the best plans; errors as for `Client.suggest`."""
        options["components"] = self._components
        return self._client.suggest(self.position, **options)

    def check(
        self, steps: Iterable[StepLike] | str | bytes = (), **options: Unpack[SearchLimits]
    ) -> EvaluatePlanResponse:
        """Have the steps of this decision judged that are played, and those given after them.

        The best plan beside them is that of the position in which the decision began. Errors as for `Client.evaluate`.
        """
        options["components"] = self._components
        plan = [*self.decision_steps, *step_messages(steps)]
        return self._client.evaluate(self.decision_position(), plan, **options)

    def decision_position(self) -> Position:
        """Give the position in which the decision began that is not ended yet; not to be changed."""
        return self._moment(self._decision_start()).position

    def score(self) -> ScorePositionResponse:
        """Ask for the score sheets as if the game ended now; errors as for `Client.score`."""
        return self._client.score(self.position, components=self._components)

    def play(self, steps: Iterable[StepLike] | str | bytes) -> tuple[PlannedStep, ...]:
        """Play steps, all of them or none, and give them with what each changed.

        What has been undone cannot be redone any more.

        Raises
        ------
        InvalidRequest
            With the reason ILLEGAL_STEP for the first one that is against the rules. Other errors as for
            `Client.apply`.
        """
        plan = step_messages(steps)
        applied = self._client.apply(self.position, plan, components=self._components)
        self._commit(plan, _Moment(applied.position, applied.position_digest))
        return tuple(applied.steps)

    def accept(self, suggestion: SuggestResponse, number: int = 1) -> tuple[PlannedStep, ...]:
        """Play the steps of a suggested plan, counted from 1.

        Raises
        ------
        OutdatedSuggestion
            If the suggestion is for another position, or has no such plan. Other errors as for `play`.
        """
        if suggestion.position_digest != self.digest:
            raise OutdatedSuggestion("the suggestion is for another position")
        if not 1 <= number <= len(suggestion.lines):
            raise OutdatedSuggestion(
                f"plan {number}: found no such plan, allowed 1 to {len(suggestion.lines)}"
            )
        return self.play(planned.step for planned in suggestion.lines[number - 1].steps)

    def play_andrew(self) -> tuple[Deed, ...]:
        """Have Andrew act, and give what he did and failed to do; errors as for `Client.play_andrew`."""
        played = self._client.play_andrew(self.position, components=self._components)
        self._commit([Step(play_andrew=PlayAndrew())], _Moment(played.position, played.position_digest))
        return tuple(played.deeds)

    def undo(self, count: int = 1) -> int:
        """Take back the last own steps, with all that Andrew did after the first of them.

        Parameters
        ----------
        count
            How many own steps, 1 to `undoable`.

        Returns
        -------
        int
            How many steps were taken back, Andrew's included.

        Raises
        ------
        NoSuchMoment
            If there are not as many. Other errors as for `Client.replay`, where a record was continued.
        """
        if not 1 <= count <= self.undoable:
            raise NoSuchMoment("undo", count, self.undoable)
        own = [index for index, step in enumerate(self._steps) if not step.HasField("play_andrew")]
        kept = own[-count]
        self._moment(kept)
        taken = self._steps[kept:]
        self._undone[:0] = taken
        del self._steps[kept:]
        return len(taken)

    def redo(self, count: int = 1) -> int:
        """Play own steps again that were undone, with all that Andrew did after them; the counterpart of `undo`."""
        if not 1 <= count <= self.redoable:
            raise NoSuchMoment("redo", count, self.redoable)
        own = [index for index, step in enumerate(self._undone) if not step.HasField("play_andrew")]
        played = own[count] if count < len(own) else len(self._undone)
        self._moment(len(self._steps) + played)
        self._steps += self._undone[:played]
        del self._undone[:played]
        return played

    def record(self) -> GameRecord:
        """Give the game so far as a record, which `continued` and `Client.replay` take."""
        return GameRecord(
            components_digest=self._components_digest,
            game=self._setup,
            steps=self._steps,
            final_digest=self.digest,
        )

    def _commit(self, steps: list[Step], after: _Moment) -> None:
        self._steps += steps
        self._undone.clear()
        kept = len(self._steps) - len(steps)
        for number in [number for number in self._moments if number > kept]:
            del self._moments[number]
        self._moments[len(self._steps)] = after

    def _decision_start(self) -> int:
        """Give the number of steps before the decision that is not ended yet."""
        for index in range(len(self._steps) - 1, -1, -1):
            if self._steps[index].WhichOneof("kind") in _LAST_OF_A_DECISION:
                return index + 1
        return 0

    def _moment(self, number: int) -> _Moment:
        """Give the game after some of its steps, those included that have been undone."""
        if number not in self._moments:
            record = GameRecord(
                components_digest=self._components_digest,
                game=self._setup,
                steps=[*self._steps, *self._undone],
                final_digest=self.digest,  # not compared, as there are more steps than are asked for
            )
            replayed = self._client.replay(record, step_count=number, components=self._components)
            self._moments[number] = _Moment(replayed.position, replayed.position_digest)
        return self._moments[number]


def _own(steps: Iterable[Step]) -> int:
    return sum(not step.HasField("play_andrew") for step in steps)

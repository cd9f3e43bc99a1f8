"""Game records: how a game was set up and every step of it, which replays to the same final position.

All chance of a game lies in its setup, and the setup follows from a seed; so the record holds the seed and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, ValidationError

from carnegie_solver.components import Components
from carnegie_solver.components.terms import from_name
from carnegie_solver.faults import Fault, InvalidInput, faults_of, join
from carnegie_solver.rules.document import Document, Text, Whole
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_writer import digest
from carnegie_solver.rules.referee import apply
from carnegie_solver.rules.step_json import MalformedStep, step_from_json, step_to_json
from carnegie_solver.rules.steps import IllegalStep, Step


class InvalidRecord(InvalidInput):
    """A game record that is malformed, or whose game cannot be played as recorded; all faults are in `faults`."""

    subject = "game record"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: its setup, its steps, and digests that tell whether a replay is the same game.

    Attributes
    ----------
    components_digest
        The digest of the components that it was played with.
    seed, players, solo_level, pool, layout
        What `new_game` was asked for.
    steps
        Every step, from the setup's own decisions on.
    final_digest
        The digest of the position after the last step.
    """

    components_digest: str
    seed: int
    players: int
    solo_level: int | None
    pool: Pool
    layout: Layout
    steps: tuple[Step, ...]
    final_digest: str


class _GameDocument(Document):
    seed: Whole
    players: Whole = 2
    solo_level: Whole | None = None
    pool: Annotated[Pool, from_name(Pool)] = Pool.BASE
    layout: Annotated[Layout, from_name(Layout)] = Layout.ROWS


class _RecordDocument(Document):
    components_digest: Text
    game: _GameDocument
    steps: Annotated[tuple[dict[str, Any], ...], Field(max_length=20_000)]
    final_digest: Text


def begin(components: Components, record: GameRecord) -> Position:
    """Set up the game of a record anew."""
    return new_game(
        components,
        record.seed,
        players=record.players,
        solo_level=record.solo_level,
        pool=record.pool,
        layout=record.layout,
    )


def make_record(
    components: Components,
    seed: int,
    steps: Iterable[Step],
    *,
    players: int = 2,
    solo_level: int | None = None,
    pool: Pool = Pool.BASE,
    layout: Layout = Layout.ROWS,
) -> GameRecord:
    """Record a game by playing it; raises IllegalStep at the first step that the rules forbid."""
    steps = tuple(steps)
    record = GameRecord(components.digest, seed, players, solo_level, pool, layout, steps, "")
    position = begin(components, record)
    for step in steps:
        position = apply(components, position, step)
    return GameRecord(
        components.digest, seed, players, solo_level, pool, layout, steps, digest(components, position)
    )


def replay_record(components: Components, record: GameRecord) -> Position:
    """Play a record again and give the final position.

    Raises
    ------
    InvalidRecord
        When it was played with other components, when a step is illegal, or when the game ends otherwise.
    """
    if record.components_digest != components.digest:
        fault = Fault("components_digest", "OTHER_COMPONENTS", record.components_digest, components.digest)
        raise InvalidRecord([fault])
    position = begin(components, record)
    for number, step in enumerate(record.steps):
        try:
            position = apply(components, position, step)
        except IllegalStep as illegal:
            path = join("steps", number, *filter(None, illegal.path.split(".")))
            raise InvalidRecord([Fault(path, illegal.reason, illegal.found, illegal.allowed)]) from illegal
    reached = digest(components, position)
    if reached != record.final_digest:
        raise InvalidRecord([Fault("final_digest", "OTHER_GAME", record.final_digest, reached)])
    return position


def record_to_json(record: GameRecord) -> dict[str, object]:
    """Write a record as JSON, its steps in the form of the contract."""
    game: dict[str, object] = {"seed": record.seed, "players": record.players}
    if record.solo_level is not None:
        game["soloLevel"] = record.solo_level
    return {
        "componentsDigest": record.components_digest,
        "game": {**game, "pool": record.pool.name, "layout": record.layout.name},
        "steps": [step_to_json(step) for step in record.steps],
        "finalDigest": record.final_digest,
    }


def record_from_json(data: object) -> GameRecord:
    """Read a record from parsed JSON; whether it can be played is for `replay_record` to say.

    Raises
    ------
    InvalidRecord
        With every fault of its form.
    """
    try:
        document = _RecordDocument.model_validate(data)
    except ValidationError as error:
        raise InvalidRecord(faults_of(error)) from error
    faults: list[Fault] = []
    steps: list[Step] = []
    for number, item in enumerate(document.steps):
        try:
            steps.append(step_from_json(item))
        except MalformedStep as malformed:
            where = join("steps", number)
            faults.extend(
                Fault(
                    join(where, fault.path) if fault.path else where, fault.reason, fault.found, fault.allowed
                )
                for fault in malformed.faults
            )
    game = document.game
    if not 1 <= game.players <= 4:
        faults.append(Fault("game.players", "OUT_OF_RANGE", str(game.players), "1 to 4"))
    if game.solo_level is not None and (game.players != 1 or not 1 <= game.solo_level <= 4):
        faults.append(Fault("game.solo_level", "OUT_OF_RANGE", str(game.solo_level), "1 to 4, with 1 player"))
    if faults:
        raise InvalidRecord(faults)
    return GameRecord(
        document.components_digest,
        game.seed,
        game.players,
        game.solo_level,
        game.pool,
        game.layout,
        tuple(steps),
        document.final_digest,
    )

"""Game records: how a game was set up and every step of it, which replays to the same final position.

All chance of a game lies in its setup, and the setup follows from a seed; so the record holds the seed and no more.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BeforeValidator, Field, ValidationError
from pydantic.alias_generators import to_camel, to_snake

from carnegie_solver.components import Components
from carnegie_solver.components.terms import from_name
from carnegie_solver.faults import Fault, InvalidInput, faults_of, join
from carnegie_solver.rules.bidding import Bid, InvalidBids, with_bids
from carnegie_solver.rules.document import LARGEST, MOST_PLAYERS, Document, Text, Whole
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from carnegie_solver.rules.position import Position
from carnegie_solver.rules.position_writer import digest
from carnegie_solver.rules.referee import apply
from carnegie_solver.rules.step_json import MalformedStep, step_from_json, step_to_json
from carnegie_solver.rules.steps import IllegalStep, Step


class InvalidRecord(InvalidInput):
    """A game record that is malformed, or whose game cannot be played as recorded; all faults are in `faults`."""

    subject = "game record"


class IllegalRecordedStep(InvalidRecord):
    """A step of a game record that the rules forbid.

    Attributes
    ----------
    number
        Which step, counted from 0.
    """

    def __init__(self, number: int, illegal: IllegalStep, step: Step) -> None:
        self.number = number
        kind = to_snake(next(iter(step_to_json(step))))
        path = join("steps", number, kind, *filter(None, illegal.path.split(".")))
        super().__init__([Fault(path, illegal.reason, illegal.found, illegal.allowed)])


class GameRecord(Struct, frozen=True):
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
    bids
        The players' bids; empty for the printed setup.
    """

    components_digest: str
    seed: int
    players: int
    solo_level: int | None
    pool: Pool
    layout: Layout
    steps: tuple[Step, ...]
    final_digest: str
    bids: tuple[Bid, ...] = ()


POOL_PREFIX = "DEPARTMENT_POOL_"
LAYOUT_PREFIX = "TIMELINE_LAYOUT_"


def _named(kind: type[enum.Enum], prefix: str) -> BeforeValidator:
    """Make a validator that takes the contract's names, or those without their prefix; unspecified is left out."""

    def full(value: object) -> object:
        if value == f"{prefix}UNSPECIFIED":
            return next(iter(kind))
        return prefix + value if isinstance(value, str) and value in kind.__members__ else value

    return BeforeValidator(full)


class _BidDocument(Document):
    goods: Whole | None = None
    lobby_employees: Whole | None = None
    vp: Whole | None = None
    moves: Whole | None = None
    first_player: Whole | None = None

    def bid(self) -> Bid:
        return Bid(**self.model_dump(exclude_none=True))


class _GameDocument(Document):
    seed: Whole = 0
    players: Whole = 2
    solo_level: Whole | None = None
    pool: Annotated[Pool, from_name(Pool, POOL_PREFIX), _named(Pool, POOL_PREFIX)] = Pool.BASE
    layout: Annotated[Layout, from_name(Layout, LAYOUT_PREFIX), _named(Layout, LAYOUT_PREFIX)] = Layout.ROWS
    bids: Annotated[tuple[_BidDocument, ...], Field(max_length=MOST_PLAYERS)] = ()


class _RecordDocument(Document):
    components_digest: Text
    game: _GameDocument = _GameDocument()
    steps: Annotated[tuple[dict[str, Any], ...], Field(max_length=20_000)] = ()
    final_digest: Text


def begin(components: Components, record: GameRecord) -> Position:
    """Set up the game of a record anew; raises InvalidRecord for bids that cannot be made."""
    position = new_game(
        components,
        record.seed,
        players=record.players,
        solo_level=record.solo_level,
        pool=record.pool,
        layout=record.layout,
    )
    if not record.bids:
        return position
    try:
        return with_bids(components, position, record.bids)
    except InvalidBids as invalid:
        raise InvalidRecord(
            [Fault(join("game", each.path), each.reason, each.found, each.allowed) for each in invalid.faults]
        ) from invalid


def make_record(
    components: Components,
    seed: int,
    steps: Iterable[Step],
    *,
    players: int = 2,
    solo_level: int | None = None,
    pool: Pool = Pool.BASE,
    layout: Layout = Layout.ROWS,
    bids: tuple[Bid, ...] = (),
) -> GameRecord:
    """Record a game by playing it; raises IllegalStep at the first step that the rules forbid."""
    steps = tuple(steps)
    record = GameRecord(components.digest, seed, players, solo_level, pool, layout, steps, "", bids)
    position = begin(components, record)
    for step in steps:
        position = apply(components, position, step)
    return replace(record, final_digest=digest(components, position))


def played_steps(
    components: Components, record: GameRecord, count: int | None = None
) -> Iterator[tuple[Position, Step, Position]]:
    """Play a record again, or its first `count` steps; give each step with the positions before and after it.

    Raises
    ------
    InvalidRecord
        When it was played with other components; when a step is illegal (`IllegalRecordedStep`); when all its steps are
        played and the game has ended otherwise.
    """
    if record.components_digest != components.digest:
        fault = Fault("components_digest", "OTHER_COMPONENTS", record.components_digest, components.digest)
        raise InvalidRecord([fault])
    position = begin(components, record)
    for number, step in enumerate(record.steps[:count]):
        before = position
        try:
            position = apply(components, before, step)
        except IllegalStep as illegal:
            raise IllegalRecordedStep(number, illegal, step) from illegal
        yield before, step, position
    reached = digest(components, position)
    if count in (None, len(record.steps)) and reached != record.final_digest:
        raise InvalidRecord([Fault("final_digest", "OTHER_GAME", record.final_digest, reached)])


def replay_record(components: Components, record: GameRecord) -> Position:
    """Play a record again and give the final position; raises InvalidRecord as `played_steps` does."""
    position = begin(components, record)
    for _, _, after in played_steps(components, record):
        position = after
    return position


def record_to_json(record: GameRecord) -> dict[str, object]:
    """Write a record in protobuf's JSON form of `carnegie.v1.GameRecord`."""
    game: dict[str, object] = {"seed": record.seed, "players": record.players}
    if record.solo_level is not None:
        game["soloLevel"] = record.solo_level
    if record.bids:
        game["bids"] = [
            {to_camel(name): getattr(bid, name) for name in bid.__struct_fields__} for bid in record.bids
        ]
    return {
        "componentsDigest": record.components_digest,
        "game": {
            **game,
            "pool": POOL_PREFIX + record.pool.name,
            "layout": LAYOUT_PREFIX + record.layout.name,
        },
        "steps": [step_to_json(step) for step in record.steps],
        "finalDigest": record.final_digest,
    }


def record_from_json(data: object) -> GameRecord:
    """Read a record from parsed JSON; whether it can be played is for `replay_record` to say.

    Names of the Department tiles and the timeline's layout may go without their prefix: `ROWS`.

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
    if game.seed < 0:
        faults.append(Fault("game.seed", "OUT_OF_RANGE", str(game.seed), f"0 to {LARGEST}"))
    if not 1 <= game.players <= 4:
        faults.append(Fault("game.players", "OUT_OF_RANGE", str(game.players), "1 to 4"))
    elif game.solo_level is not None and game.players != 1:
        faults.append(Fault("game.players", "OUT_OF_RANGE", str(game.players), "1 with a solo_level"))
    if game.solo_level is not None and not 1 <= game.solo_level <= 4:
        faults.append(Fault("game.solo_level", "OUT_OF_RANGE", str(game.solo_level), "1 to 4"))
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
        tuple(bid.bid() for bid in game.bids),
    )

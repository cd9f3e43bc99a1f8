"""The cases of tests/conformance, which its README explains: reading them, and playing them with the engine."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from carnegie_solver.components import Components, load_components
from carnegie_solver.faults import InvalidInput
from carnegie_solver.rules import (
    IllegalStep,
    Position,
    apply,
    find_faults,
    legal_steps,
    position_from_json,
    position_to_json,
)
from carnegie_solver.rules.bidding import Bid, with_bids
from carnegie_solver.rules.new_game import Layout, Pool, new_game
from carnegie_solver.rules.scoring import andrew_score_sheet, score_sheet, total
from carnegie_solver.rules.step_json import step_from_json, step_to_json
from models.conformance_paths import Json, differs, with_value

FOLDER: Final = Path(__file__).parent.parent / "conformance"
SEEDS: Final = range(4)
"""The seeds of the new games that a case with `newGame` is tried in."""
FIELD = re.compile(r"[A-Z]")
PLACEHOLDER = re.compile(r"\$([a-z]\w*)")

FILE_FIELDS = {"title", "rules", "components", "position", "newGame", "each", "cases"}
CHECKS = {"then", "score", "legal", "notLegal", "refused", "faults"}
CASE_FIELDS = CHECKS | {"title", "rules", "each", "but", "steps", "at"}


@dataclass(frozen=True, slots=True)
class Played:
    """A step that a case has played: the position's JSON before and after it, and the step's."""

    before: Json
    step: Json
    after: Json


Watch = Callable[[Played], None]


@dataclass(frozen=True, slots=True)
class Case:
    """One case: a position, the steps played in it, and what is expected then."""

    name: str
    rules: tuple[str, ...]
    position: Json | None
    new_game: Json | None
    components: Json
    expected: Json


def paths() -> list[Path]:
    """List the files of cases."""
    return sorted(FOLDER.glob("*/*.json"))


def filled(value: Any, row: Json) -> Any:
    """Put the values of a row of `each` in the place of their `$name`s.

    >>> filled({"players[0].money": "$money", "$path.used": ["$money"]}, {"money": 3, "path": "timeline"})
    {'players[0].money': 3, 'timeline.used': [3]}
    """
    match value:
        case dict():
            return {filled(name, row): filled(item, row) for name, item in value.items()}
        case list():
            return [filled(item, row) for item in value]
        case str() if whole := PLACEHOLDER.fullmatch(value):
            return row[whole[1]]
        case str():
            return PLACEHOLDER.sub(lambda found: str(row[found[1]]), value)
        case _:
            return value


def rows_of(path: Path) -> list[Json]:
    """Give the rows that a file's cases are repeated for."""
    rows: list[Json] = json.loads(path.read_text(encoding="utf-8"))["each"]
    return rows


def cases_of(path: Path) -> Iterator[Case]:
    """Read the cases of a file, one for each row of `each`."""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert set(data) <= FILE_FIELDS, f"{path.name}: {set(data) - FILE_FIELDS}"
    assert data["title"], f"{path.name}: no title"
    assert data["cases"], f"{path.name}: no cases"
    label = f"{path.parent.name}/{path.stem}"
    for number, case in enumerate(data["cases"]):
        assert set(case) <= CASE_FIELDS, f"{label}: {set(case) - CASE_FIELDS}"
        assert set(case) & CHECKS, f"{label}[{number}]: nothing is expected"
        for row_number, row in enumerate(case.get("each", data.get("each", [{}]))):
            expected = filled({key: value for key, value in case.items() if key != "each"}, row)
            position = None if "newGame" in data else filled(data.get("position", {"players": [{}]}), row)
            for place, value in expected.pop("but", {}).items():
                assert position is not None, f"{label}: `but` in a new game"
                position = with_value(position, place, value)
            row_label = f".{row_number}" if row else ""
            yield Case(
                name=f"{label}[{number}{row_label}] {expected.pop('title', '')}".rstrip(),
                rules=tuple(expected.pop("rules", None) or data.get("rules", ())),
                position=position,
                new_game=data.get("newGame"),
                components=data.get("components", {}),
                expected=expected,
            )


def failures(
    case: Case, watch: Watch = lambda _played: None, components: Components | None = None
) -> list[str]:
    """Play a case; list everything that is not as it expects.

    `watch` is told of each step that is played. `components` replaces the printed game.
    """
    printed = components or load_components(case.components or None)
    if case.new_game is None:
        assert case.position is not None
        return _failures_from(printed, case, lambda: position_from_json(printed, case.position), watch)
    found = []
    for seed in SEEDS:
        begin = partial(_new_game, printed, seed, case.new_game)
        found += [f"seed {seed}: {text}" for text in _failures_from(printed, case, begin, watch)]
    return found


def _new_game(components: Components, seed: int, options: Json) -> Position:
    position = new_game(
        components,
        seed,
        players=options["players"],
        solo_level=options.get("level"),
        pool=Pool[options.get("pool", "BASE").removeprefix("DEPARTMENT_POOL_")],
        layout=Layout[options.get("layout", "ROWS").removeprefix("TIMELINE_LAYOUT_")],
    )
    if "bids" not in options:
        return position
    bids = [
        Bid(**{FIELD.sub(_underscored, name): value for name, value in bid.items()})
        for bid in options["bids"]
    ]
    return with_bids(components, position, bids)


def _underscored(capital: re.Match[str]) -> str:
    return f"_{capital[0].lower()}"


def _failures_from(
    components: Components, case: Case, begin: Callable[[], Position], watch: Watch | None
) -> list[str]:
    expected = case.expected
    try:
        position = begin()
    except InvalidInput as error:
        faults = {fault.path: fault.reason for fault in error.faults}
        return [] if faults == expected.get("faults") else [f"position refused: {error}"]
    if "faults" in expected:
        return [f"faults: expected {expected['faults']}, found none"]
    steps = expected.get("steps", [])
    played = steps[:-1] if "refused" in expected else steps
    for number, step in enumerate(played):
        if watch is not None and (wrong := _unlisted(components, position, step)):
            return [f"step {number}: {wrong}"]
        try:
            after = apply(components, position, step_from_json(step))
        except (IllegalStep, InvalidInput) as error:
            return [f"step {number}, {json.dumps(step)}: {error}"]
        if watch is not None:
            wrong = _unsound(components, after)
            if wrong:
                return [f"step {number}, {json.dumps(step)}: {wrong}"]
            watch(Played(position_to_json(components, position), step, position_to_json(components, after)))
        position = after
    found: list[str] = []
    if "refused" in expected:
        found += _refusal_failures(components, position, expected)
    document = position_to_json(components, position)
    found += [differs(document, path, value) for path, value in expected.get("then", {}).items()]
    found += _list_failures(components, position, expected)
    if "score" in expected:
        sheets = score_document(components, position)
        found += [differs(sheets, path, value) for path, value in expected["score"].items()]
    return [text for text in found if text]


def _unsound(components: Components, position: Position) -> str:
    """Say what is wrong with a position that steps have led to."""
    if find_faults(components, position):
        return f"faults after it: {find_faults(components, position)}"
    if position_from_json(components, position_to_json(components, position)) != position:
        return "the position after it does not survive being written and read"
    return ""


def _texts_of_legal_steps(components: Components, position: Position) -> set[str]:
    return {json.dumps(step_to_json(step), sort_keys=True) for step in legal_steps(components, position)}


def _text(step: Json) -> str:
    return json.dumps(step_to_json(step_from_json(step)), sort_keys=True)


def _single_moves(step: Json) -> list[Json]:
    """Split an employee's way into moves of one step, as the list of legal steps has them."""
    move = step.get("moveEmployee")
    if move is None or len(move["path"]) < 3:
        return [step]
    single: list[Json] = [{"moveEmployee": {"path": list(pair)}} for pair in pairwise(move["path"])]
    single[0]["moveEmployee"] |= {key: value for key, value in move.items() if key != "path"}
    return single


def _unlisted(components: Components, position: Position, step: Json) -> str:
    """Say which part of a legal step the list of legal steps lacks."""
    for single in _single_moves(step):
        if _text(single) not in _texts_of_legal_steps(components, position):
            try:
                apply(components, position, step_from_json(single))
            except IllegalStep as error:
                return f"{json.dumps(single)}: {error}"
            return f"{json.dumps(single)} is legal, but not in the list of legal steps"
        if single is not step:
            position = apply(components, position, step_from_json(single))
    return ""


def _refusal_failures(components: Components, position: Position, expected: Json) -> Iterator[str]:
    step = expected["steps"][-1]
    if _text(step) in _texts_of_legal_steps(components, position):
        yield f"{json.dumps(step)} is in the list of legal steps"
    try:
        apply(components, position, step_from_json(step))
    except IllegalStep as error:
        if error.reason != expected["refused"]:
            yield f"{json.dumps(step)}: expected {expected['refused']}, found {error}"
        if "at" in expected and error.path != expected["at"]:
            yield f"{json.dumps(step)}: expected to be refused at {expected['at']!r}, found {error.path!r}"
    else:
        yield f"{json.dumps(step)}: expected {expected['refused']}, found it legal"


def _list_failures(components: Components, position: Position, expected: Json) -> Iterator[str]:
    if not expected.keys() & {"legal", "notLegal"}:
        return
    listed = _texts_of_legal_steps(components, position)
    for step in expected.get("legal", []):
        if _text(step) not in listed:
            yield f"{json.dumps(step)} is not in the list of legal steps"
    for step in expected.get("notLegal", []):
        if _text(step) in listed:
            yield f"{json.dumps(step)} is in the list of legal steps"


def score_document(components: Components, position: Position) -> Json:
    """Give the score sheets as a document: `players[0].links`, `players[0].total`, `andrew.cards`."""
    sheets = [score_sheet(components, player) for player in position.players]
    named = [{line.name: line.vp for line in sheet} | {"total": total(sheet)} for sheet in sheets]
    document: Json = {"players": named}
    if position.andrew is not None:
        sheet = andrew_score_sheet(components, position)
        document["andrew"] = {line.name: line.vp for line in sheet} | {"total": total(sheet)}
    return document

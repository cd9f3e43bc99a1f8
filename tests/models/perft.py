"""Perft: how many different positions can be reached by n steps, counted with any generator of legal steps.

A file of `tests/perft` holds a position and these counts. They come from the naive generator, never from the engine:
`PYTHONPATH=tests python -m models.perft tests/perft/NAME.perft` counts a file anew and writes its counts.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from carnegie_solver.rules import Position, apply, legal_steps, position_from_json, position_to_json
from carnegie_solver.rules.step_json import step_to_json
from models.hand_positions import COMPONENTS
from models.naive_game import Json, naive_steps, with_turn_as_it_begins

FOLDER = Path(__file__).parent.parent / "perft"
SHOWN = 4
"""How many steps a difference shows of each kind."""

State = TypeVar("State")


@dataclass(frozen=True)
class PerftFile:
    """A file: the title, the position as it is written, and the counts after 1, 2, ... steps."""

    title: str
    position: Json
    counts: tuple[int, ...]


def read_perft(path: Path) -> PerftFile:
    """Read a file: a line with the title, the position's JSON, and a line `n: count` for each number of steps."""
    title, *lines = path.read_text(encoding="utf-8").splitlines()
    counted = [line.split(": ") for line in lines if line[:1].isdigit()]
    if not title.startswith("# ") or [number for number, _ in counted] != [
        str(number) for number in range(1, len(counted) + 1)
    ]:
        raise ValueError(f"{path}: a title and counts from 1 on are needed")
    position = json.loads("\n".join(line for line in lines if not line[:1].isdigit()))
    return PerftFile(title.removeprefix("# "), position, tuple(int(count) for _, count in counted))


@dataclass(frozen=True)
class Generator(Generic[State]):
    """A generator of legal steps.

    Attributes
    ----------
    read
        Reads a position as somebody wrote it by hand.
    steps
        Lists the legal steps with the positions after them.
    write
        Writes canonical JSON.
    """

    read: Callable[[Json], State]
    steps: Callable[[State], list[tuple[Json, State]]]
    write: Callable[[State], Json]


def canonical(document: Json) -> Json:
    """Fill a position in that was written by hand."""
    return dict(position_to_json(COMPONENTS, position_from_json(COMPONENTS, document)))


def _read_naively(document: Json) -> Json:
    """Fill a position in; where a turn is left out, the naive generator begins it."""
    position = canonical(document)
    return position if "turn" in document else with_turn_as_it_begins(position)


def _engine_steps(position: Position) -> list[tuple[Json, Position]]:
    steps = legal_steps(COMPONENTS, position)
    return [(dict(step_to_json(step)), apply(COMPONENTS, position, step)) for step in steps]


NAIVE: Generator[Json] = Generator(_read_naively, naive_steps, lambda position: position)
ENGINE: Generator[Position] = Generator(
    lambda document: position_from_json(COMPONENTS, document),
    _engine_steps,
    lambda position: dict(position_to_json(COMPONENTS, position)),
)


def key(value: Json) -> str:
    """Give a text that is the same for the same JSON only."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def reached(generator: Generator[State], document: Json) -> Iterator[dict[str, State]]:
    """Give the different positions that are reached after 0, 1, 2, ... steps, without end."""
    start = generator.read(document)
    level = {key(generator.write(start)): start}
    while True:
        yield level
        level = {
            key(generator.write(after)): after
            for before in level.values()
            for _, after in generator.steps(before)
        }


def count_positions(generator: Generator[State], document: Json, most_steps: int) -> tuple[int, ...]:
    """Count the different positions after 1, 2, ... steps."""
    levels = reached(generator, document)
    next(levels)
    return tuple(len(next(levels)) for _ in range(most_steps))


@dataclass(frozen=True)
class Walk:
    """The counts of both generators after 1, 2, ... steps, and where they differ first; nothing where they agree."""

    naive: tuple[int, ...]
    engine: tuple[int, ...]
    difference: str


def walk(document: Json, most_steps: int) -> Walk:
    """Count with both generators, and compare the steps of every position on the way."""
    naive_level, engine_level = next(reached(NAIVE, document)), next(reached(ENGINE, document))
    naive_counts, engine_counts, text = [], [], ""
    if naive_level.keys() != engine_level.keys():
        (naive,), (engine,) = naive_level.values(), engine_level.values()
        text = "at the start: " + "; ".join(_fields(naive, ENGINE.write(engine)))
    for number in range(1, most_steps + 1):
        expected = {name: _named(NAIVE, before) for name, before in naive_level.items()}
        found = {name: _named(ENGINE, before) for name, before in engine_level.items()}
        for name in [] if text else expected:  # both have the same positions here
            text = _difference(expected[name], found[name])
            if text:
                text = f"step {number}: {text}\nposition: {name}"
                break
        naive_level = {name: after for steps in expected.values() for _, name, after in steps}
        engine_level = {name: after for steps in found.values() for _, name, after in steps}
        naive_counts.append(len(naive_level))
        engine_counts.append(len(engine_level))
    return Walk(tuple(naive_counts), tuple(engine_counts), text)


def difference(naive: Json, engine: Position) -> str:
    """Say where the generators differ in one position, one step deep; nothing where they agree."""
    text = _difference(_named(NAIVE, naive), _named(ENGINE, engine))
    return text and f"{text}\nposition: {key(naive)}"


Named = list[tuple[str, str, State]]
"""Steps and the positions after them, as texts, and the positions themselves."""


def _named(generator: Generator[State], before: State) -> Named[State]:
    return [(key(step), key(generator.write(after)), after) for step, after in generator.steps(before)]


def _difference(naive: Named[Json], engine: Named[Position]) -> str:
    expected = {step: after for step, after, _ in naive}
    found = {step: after for step, after, _ in engine}
    lines = _some("only the naive generator has", sorted(expected.keys() - found.keys()))
    lines += _some("only the engine has", sorted(found.keys() - expected.keys()))
    unlike = [step for step in sorted(expected.keys() & found.keys()) if expected[step] != found[step]]
    for step in unlike[:SHOWN]:
        fields = _fields(json.loads(expected[step]), json.loads(found[step]))
        lines.append(f"after {step}: " + "; ".join(fields))
    if len(expected) < len(naive) or len(found) < len(engine):
        lines.append("a step is listed twice")
    if lines:
        lines.append(f"steps expected by kind: {_kinds(expected)}; found: {_kinds(found)}")
    return "\n".join(lines)


def _some(text: str, steps: list[str]) -> list[str]:
    if not steps:
        return []
    return [f"{text} {len(steps)}:", *(f"  {step}" for step in steps[:SHOWN])]


def _kinds(steps: dict[str, str]) -> dict[str, int]:
    return dict(sorted(Counter(next(iter(json.loads(step))) for step in steps).items()))


def _fields(expected: object, found: object, path: str = "") -> Iterator[str]:
    """Give the fields in which two positions differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in sorted({*expected, *found}):
            yield from _fields(expected.get(name), found.get(name), f"{path}.{name}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _fields(one, other, f"{path}[{number}]")
    elif expected != found:
        yield f"{path.removeprefix('.')}: expected {expected}, found {found}"


def write_counts(path: Path) -> None:
    """Count a file anew with the naive generator, as deep as before, and write its counts."""
    lines = path.read_text(encoding="utf-8").splitlines()
    file = read_perft(path)
    kept = [line for line in lines if not line[:1].isdigit()]
    counts = count_positions(NAIVE, file.position, len(file.counts))
    counted = [f"{number}: {count}" for number, count in enumerate(counts, start=1)]
    path.write_text("\n".join([*kept, *counted]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write_counts(Path(name))

"""Hard questions with little time: ``python tests/load/hard_positions.py [--each 40] [--milliseconds 50]``.

Positions of every decision are made as hard as they can be: Companies full of tiles and employees, many uses, tabs of
twelve circles in components of the caller's own, donation and income events of the last round, rows of the timeline for
four players. Each is asked of a service with one worker, ten lines, with a time limit of 50 ms, by turns without a
deadline and with one of twice the limit. Prints a table by decision: how far past its limit a worker was held at most,
and how many answers came within the deadline. Every line is played through the rules. Fails where a worker was held
for more than 0.2 s past its limit three times, or an answer is illegal.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import json
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))

import grpc
from google.protobuf.duration_pb2 import Duration

from carnegie.v1 import advisor_pb2
from carnegie_server import wire
from carnegie_server.methods import SUGGEST
from carnegie_solver.components import Action, Components, Event, load_components
from carnegie_solver.components.writer import components_to_json
from carnegie_solver.rules import Phase, Position, apply, find_faults
from models.construction_positions import full_position, last_round
from models.event_positions import event_positions
from models.management_positions import full_tile_position
from models.moving_positions import moving_position
from models.random_games import random_game
from models.random_positions import FULL, random_position
from models.research_positions import full_research_positions
from server.service_process import raw_method, running_service

MOST_PAST_LIMIT_SECONDS = 0.2
LINES = 10

_COMPONENTS = load_components()


@dataclass(frozen=True)
class Hard:
    """A hard question: where it comes from, the position, and the components of its own if it has any."""

    kind: str
    position: Position
    components: Components
    components_text: str = ""

    def request(self, seconds: float) -> bytes:
        """Ask for ten lines within a limit of time."""
        limit = Duration()
        limit.FromNanoseconds(round(seconds * 1e9))
        return advisor_pb2.SuggestRequest(
            position=wire.position_to_message(self.components, self.position),
            time_limit=limit,
            components_json=self.components_text,
            max_lines=LINES,
        ).SerializeToString()


@dataclass(frozen=True)
class Held:
    """What became of a question: seconds past its limit, whether that cut it short, and if there was an answer."""

    past: float
    cut: bool
    answered: bool


def hard_questions(each: int) -> Iterator[Hard]:
    """Give so many questions of each kind."""
    for kind, positions in _KINDS.items():
        good = (position for position in positions() if not find_faults(_COMPONENTS, position))
        for position in itertools.islice(good, each):
            yield Hard(kind, position, _COMPONENTS)
    text = _long_tabs()
    components = load_components(json.loads(text))
    for position in itertools.islice(_with_long_tabs(components), each):
        yield Hard("tabs of 12 circles", position, components, text)


def _tiles_of(action: Action) -> Sequence[str]:
    return [
        name for name, tile in _COMPONENTS.departments.items() if tile.type is action and not tile.starting
    ]


def _moving() -> Iterator[Position]:
    chance = random.Random("hard moving")
    for seed in itertools.count():
        tiles = tuple(chance.sample(_tiles_of(Action.HUMAN_RESOURCES), 3))
        yield moving_position(_COMPONENTS, seed, tiles, FULL)


def _management() -> Iterator[Position]:
    chance = random.Random("hard management")
    for seed in itertools.count():
        yield full_tile_position(_COMPONENTS, seed, tuple(chance.sample(_tiles_of(Action.MANAGEMENT), 3)))


def _construction() -> Iterator[Position]:
    for seed in itertools.count():
        position = full_position(_COMPONENTS, seed, 3)
        yield last_round(_COMPONENTS, position) if seed % 2 else position


def _research() -> Iterator[Position]:
    yield from full_research_positions(_COMPONENTS, 0.5, 1_000)


def _events(*events: Event) -> Iterator[Position]:
    tiles = [name for action in Action for name in _tiles_of(action)[:2]]
    made = [
        event_positions(_COMPONENTS, event, tiles, count=1_000, size=FULL, likely=0.3) for event in events
    ]
    for positions in zip(*made, strict=True):
        for number, position in enumerate(positions):
            yield last_round(_COMPONENTS, position) if number % 4 != 3 else position


def _timeline() -> Iterator[Position]:
    for seed in itertools.count():
        for before, _, _ in random_game(seed):
            many = len(before.players) >= 3 or (before.round >= 18 and before.andrew is None)
            if before.phase is Phase.SELECT_TIMELINE and many:
                yield before


_KINDS: dict[str, Callable[[], Iterator[Position]]] = {
    "Human Resources": _moving,
    "Management": _management,
    "Construction": _construction,
    "Research and Development": _research,
    "income, most in the last round": lambda: _events(*(Event(number) for number in range(4))),
    "donation": lambda: _events(Event.DONATION),
    "timeline, most with 3 or 4 players": _timeline,
}


def _long_tabs() -> str:
    """Give components whose tabs have as many circles as they may: twelve spaces, with choices of income."""
    table: Any = copy.deepcopy(components_to_json(_COMPONENTS)["project_tabs"])
    circle = {"kind": "PROJECT", "income": {"choice": [{"goods": 1}, {"money": 3}]}}
    for row in table["rows"]:
        more = 12 - len(row["spaces"])
        row["spaces"] = [*row["spaces"][:1], *([circle] * more), *row["spaces"][1:]]
        row["advance_costs"] = [*([1] * more), *row["advance_costs"]]
    return json.dumps({"project_tabs": table})


def _with_long_tabs(components: Components) -> Iterator[Position]:
    size = replace(FULL, pulled=6, projects=2, donations=1, goods=20, money=60, neutral=5)
    actions = (Action.CONSTRUCTION, Action.RESEARCH_AND_DEVELOPMENT)
    for seed in itertools.count():
        position = random_position(components, seed, actions[seed % 2], size)
        assert position.turn is not None
        if actions[seed % 2] is Action.RESEARCH_AND_DEVELOPMENT:
            position = replace(position, turn=replace(position.turn, study_points=20))
        if not find_faults(components, position):
            yield position


def ask(channel: grpc.Channel, hard: Hard, seconds: float, deadline: float | None) -> Held:
    """Ask a question, and check that what is answered is legal."""
    started = time.perf_counter()
    call = raw_method(channel, SUGGEST).future(hard.request(seconds), timeout=deadline or 20.0)
    fault = call.exception()
    if fault is not None:
        if call.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
            return Held(time.perf_counter() - started - seconds, cut=True, answered=False)
        raise AssertionError(f"{hard.kind}: {call.code()}: {call.details()}")
    answer = advisor_pb2.SuggestResponse.FromString(call.result())
    beside = dict(call.trailing_metadata() or ())
    past = float(beside["carnegie-solve-seconds"]) - seconds
    assert answer.lines, hard.kind
    for line in answer.lines:
        position = hard.position
        for planned in line.steps:
            position = apply(hard.components, position, wire.step_from_message(planned.step))
    cut = answer.limit_reason == advisor_pb2.LIMIT_REASON_TIME
    return Held(past if cut else -math.inf, cut, answered=True)


def run(each: int, seconds: float) -> dict[str, list[tuple[Held, Held]]]:
    """Ask all questions, each without a deadline and with one."""
    held: dict[str, list[tuple[Held, Held]]] = defaultdict(list)
    with running_service("--workers=1", "--cache-bytes=0") as service, service.channel() as channel:
        for hard in hard_questions(each):
            free = _least(channel, hard, seconds)
            bound = ask(channel, hard, seconds, 2.0 * seconds)
            held[hard.kind].append((free, bound))
    return held


def _least(channel: grpc.Channel, hard: Hard, seconds: float) -> Held:
    """Measure again where a worker was held for too long, as others use the machine, too; give the least of three."""
    tries: list[Held] = []
    while len(tries) < 3:
        tries.append(ask(channel, hard, seconds, None))
        if tries[-1].past <= MOST_PAST_LIMIT_SECONDS:
            break
    return min(tries, key=lambda held: held.past)


def main() -> None:
    """Run and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--each", type=int, default=40, help="questions of each kind")
    parser.add_argument("--milliseconds", type=float, default=50.0, help="time limit of each")
    arguments = parser.parse_args()
    print("| questions | asked | cut by time | past the limit at most, ms | within the deadline |")
    print("|---|---|---|---|---|")
    worst = 0.0
    for kind, held in run(arguments.each, arguments.milliseconds / 1e3).items():
        past = max(free.past for free, _ in held)
        worst = max(worst, past)
        cut = sum(free.cut for free, _ in held)
        within = sum(bound.answered for _, bound in held)
        shown = f"{1e3 * past:.0f}" if cut else "-"
        print(f"| {kind} | {len(held)} | {cut} | {shown} | {within} |")
    if worst > MOST_PAST_LIMIT_SECONDS:
        raise SystemExit(f"a worker was held for {1e3 * worst:.0f} ms past its limit")


if __name__ == "__main__":
    main()

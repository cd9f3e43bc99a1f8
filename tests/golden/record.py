"""Records the games of this folder anew: ``python tests/golden/record.py``.

To be run when a rule, or the components, have changed on purpose: each file is written anew, the steps chosen by the
players of `tests/models/game_policies.py`. `expected.json` is not written but compared, and what is not as it says is
printed: who has changed a rule says there by hand what the games must now come to.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER.parent)]

from carnegie_solver.components import load_components  # noqa: E402
from carnegie_solver.rules import Phase, Position, Step, apply, legal_steps  # noqa: E402
from carnegie_solver.rules.new_game import Layout, Pool, new_game  # noqa: E402
from carnegie_solver.rules.record import GameRecord, make_record, record_to_json  # noqa: E402
from models.game_policies import Aim, Policy, chosen_step  # noqa: E402
from models.golden_games import differences, names  # noqa: E402


@dataclass(frozen=True)
class Game:
    """A game to be recorded: its setup, and what each player is out for."""

    seed: int
    aims: tuple[Aim, ...]
    level: int | None = None
    pool: Pool = Pool.BASE
    layout: Layout = Layout.ROWS

    def begin(self) -> Position:
        """Set the game up."""
        return new_game(
            load_components(),
            self.seed,
            players=len(self.aims),
            solo_level=self.level,
            pool=self.pool,
            layout=self.layout,
        )


# The seeds are those, of many, in which most tiles are used.
GAMES = {
    "one-player": Game(91, (Aim.POINTS,)),
    "solo-level-1": Game(116, (Aim.POINTS,), 1),
    "solo-level-2": Game(77, (Aim.TABS,), 2, layout=Layout.COLUMNS),
    "solo-level-3": Game(30, (Aim.POINTS,), 3, Pool.EXPANSION),
    "solo-level-4": Game(73, (Aim.TABS,), 4, Pool.ONE_OF_EACH, Layout.COLUMNS),
    "two-players": Game(111, (Aim.POINTS, Aim.TABS)),
    "two-players-expansion": Game(66, (Aim.POINTS, Aim.POINTS), None, Pool.EXPANSION, Layout.COLUMNS),
    "three-players-one-of-each": Game(53, (Aim.POINTS, Aim.TABS, Aim.DEPARTMENTS), None, Pool.ONE_OF_EACH),
    "four-players": Game(39, (Aim.DONATIONS, Aim.POINTS, Aim.DEPARTMENTS, Aim.TABS), layout=Layout.COLUMNS),
    "four-players-expansion": Game(33, (Aim.POINTS, Aim.POINTS, Aim.TABS, Aim.TABS), None, Pool.EXPANSION),
}


def played(game: Game) -> Iterator[Step]:
    """Play a game, in which each player likes five tiles more than others; give its steps."""
    components = load_components()
    chance = random.Random(f"golden {game.seed}")
    position = game.begin()
    kinds = sorted(set(position.display))
    policies = [Policy(aim, frozenset(chance.sample(kinds, 5)), 0.0) for aim in game.aims]
    while position.phase is not Phase.GAME_OVER:
        steps = legal_steps(components, position)
        step = chosen_step(position, steps, chance, policies[position.player])
        position = apply(components, position, step)
        yield step


def recorded(game: Game) -> GameRecord:
    """Play and record a game."""
    return make_record(
        load_components(),
        game.seed,
        played(game),
        players=len(game.aims),
        solo_level=game.level,
        pool=game.pool,
        layout=game.layout,
    )


def text_of(record: GameRecord) -> str:
    """Write a record with one step to a line."""
    data = record_to_json(record)
    steps = data["steps"]
    assert isinstance(steps, list)
    lines = ",\n".join("    " + json.dumps(step, ensure_ascii=False) for step in steps)
    rest = {name: json.dumps(value) for name, value in data.items() if name != "steps"}
    fields = [f'  "{name}": {value}' for name, value in rest.items()]
    return "{\n" + ",\n".join([*fields, f'  "steps": [\n{lines}\n  ]']) + "\n}\n"


def main() -> None:
    """Record all games, and print where they are not as `expected.json` says."""
    for name, game in GAMES.items():
        (FOLDER / f"{name}.json").write_text(text_of(recorded(game)), encoding="utf-8")
    for name in names():
        for difference in differences(name):
            sys.stdout.write(f"{name}: {difference}\n")


if __name__ == "__main__":
    main()

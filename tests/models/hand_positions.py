"""Positions written by hand, in few words: a document with the fields that matter, the others left out."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.components import load_components
from carnegie_solver.rules import (
    IllegalStep,
    Position,
    Space,
    Step,
    apply,
    digest,
    position_from_json,
    replay,
)

COMPONENTS = load_components()
ROWS = ("humanResources", "management", "construction", "researchAndDevelopment")
STARTING_SPACES = {
    "Human Resources": "b1",
    "Commerce and Finance": "a1",
    "Strategic Planning": "a2",
    "Construction": "c1",
    "Research and Development": "d1",
}
"""Where the starting Departments lie on the assumed board."""

Json = dict[str, Any]


def document(*players: Json, phase: str = "", action: str = "", used: int = 1, **fields: Any) -> Json:
    """Give a position's JSON with `used` spaces used in each row of the timeline.

    `phase` and `action` go without their prefixes. Without a phase, the Departments are used where there is an action,
    else the timeline is to be selected.
    """
    phase = phase or ("USE_DEPARTMENTS" if action else "SELECT_TIMELINE")
    selected = bool(action) or phase == "GAME_OVER"
    chosen = {"action": f"ACTION_{action}"} if action else {}
    return {
        "round": 4 * used + (not selected),
        "phase": f"PHASE_{phase}",
        "timeline": {row: {"used": used} for row in ROWS},
        "players": list(players) or [{}],
        **chosen,
        **fields,
    }


def hand_position(*players: Json, **fields: Any) -> Position:
    """Read the position that `document` gives."""
    return position_from_json(COMPONENTS, document(*players, **fields))


def company(**spaces: Json) -> Json:
    """Give a Company's JSON from its spaces by label, such as `company(c1={"standingAt": [1]})`."""
    return {"spaces": [{"space": label, **space} for label, space in spaces.items()]}


def tabs(**by_field: Json) -> Json:
    """Give the JSON of project tabs from those that matter."""
    return dict(by_field)


def project(city: str, city_space: int = 0, kind: str = "") -> Json:
    """Give a project's JSON; `kind` without its prefix, left out where the space takes one type only."""
    typed = {"type": f"PROJECT_TYPE_{kind}"} if kind else {}
    return {"city": city, "citySpace": city_space, **typed}


def play(position: Position, *steps: Step) -> Position:
    """Give the position after some steps."""
    return replay(COMPONENTS, position, steps)


def refusal(position: Position, step: Step) -> tuple[str, str]:
    """Give the reason and the path of the refusal of a step, which leaves the position as it was."""
    before = digest(COMPONENTS, position)
    with pytest.raises(IllegalStep) as caught:
        apply(COMPONENTS, position, step)
    assert digest(COMPONENTS, position) == before
    assert caught.value.step == step
    assert caught.value.reason in str(caught.value)
    assert caught.value.found
    assert caught.value.allowed
    return caught.value.reason, caught.value.path


def space_of(position: Position, label: str, player: int | None = None) -> Space:
    """Give a space of a player's Company, the deciding one's if none is named."""
    owner = position.decider if player is None else position.players[player]
    return owner.company[COMPONENTS.space_index[label]]


def read_document(data: Json) -> Position:
    """Read a position from a document that is complete in itself."""
    return position_from_json(COMPONENTS, data)

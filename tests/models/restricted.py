"""Random allow and avoid lists for a position, and a second opinion on what a step is about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from carnegie_solver.components import Action, Components, ProjectType, Region
from carnegie_solver.decisions.answer import Solve
from carnegie_solver.limits import UNLIMITED
from carnegie_solver.plans import Plan, pass_to_standing_up, stages
from carnegie_solver.restrictions import Restrictions, StepPattern
from carnegie_solver.rules import Phase, Position, Step, apply, legal_steps
from carnegie_solver.rules.step_json import step_to_json
from carnegie_solver.rules.steps import EndTurn
from carnegie_solver.valuation import Outlook, load_weights
from models.second_opinion import CITIES

Said = tuple[str, dict[str, set[str]]]
"""The kind of a step, and the names of what it is about, by aspect."""
Found = list[tuple[Position, Step]]


def said_of(components: Components, position: Position, step: Step) -> Said:
    """Say what a step is about, from its JSON form: a second opinion on `restrictions`. A move is one of one space."""
    ((name, form),) = step_to_json(step).items()
    fields = cast("dict[str, Any]", form)
    kind = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    company = dict(zip(components.space_labels, position.decider.company, strict=True))
    said: dict[str, set[str]] = {name: set() for name in ("department", "space", "region")}
    for aspect, field, prefix in (
        ("city", "city", ""),
        ("type", "type", "PROJECT_TYPE_"),
        ("row", "row", "ACTION_"),
        ("row", "action", "ACTION_"),
        ("donation", "donation", ""),
        ("region", "region", "REGION_"),
    ):
        if field in fields:
            said.setdefault(aspect, set()).add(fields[field].removeprefix(prefix))
    if kind == "place_housing":
        said["type"] = {"HOUSING"}
    if "city" in fields:
        said["region"].add(CITIES[fields["city"]]["region"])
    if "mission" in fields:
        said["region"].add(fields["mission"]["region"].removeprefix("REGION_"))
    if kind == "bring_home":
        said["region"].add(position.events[0].name.removeprefix("INCOME_"))
    label = fields.get("space") or fields.get("start") or (fields.get("path") or [None])[0]
    if kind in ("build_department", "reserve_department"):
        said["department"].add(fields["department"])
    elif label is not None and (department := company[label].department) is not None:
        said["department"].add(department)
    if label is not None and (
        kind not in ("use_department", "build_project", "donate") or "mission" in fields
    ):
        said["space"].add(label)
    if "fetched" in fields:
        said["space"].add(fields["fetched"]["start"])
    return kind, {aspect: values for aspect, values in said.items() if values}


def pattern_of(kind: str | None, values: Mapping[str, str]) -> StepPattern:
    """Make a pattern from names."""
    made: dict[str, object] = dict(values)
    if "type" in values:
        made["type"] = ProjectType[values["type"]]
    if "region" in values:
        made["region"] = Region[values["region"]]
    if "row" in values:
        made["row"] = Action[values["row"]]
    return StepPattern(kind, **made)  # type: ignore[arg-type]


def random_pattern(
    chance: random.Random, components: Components, found: Found, *, wide: float
) -> StepPattern:
    """Draw a pattern that matches one of some steps; `wide` is how likely nothing but its kind is named."""
    kind, said = said_of(components, *chance.choice(found))
    if not said or chance.random() < wide:
        return StepPattern(kind)
    aspects = chance.sample(sorted(said), min(len(said), chance.choice((1, 1, 1, 2, 2, 3))))
    values = {aspect: chance.choice(sorted(said[aspect])) for aspect in aspects}
    return pattern_of(kind if chance.random() < 0.7 else None, values)


def random_restrictions(chance: random.Random, components: Components, found: Found) -> Restrictions:
    """Draw lists from some steps: most often what to avoid, else what is allowed, or both."""
    if not found:
        return Restrictions(avoid=(StepPattern("sell_goods"),))
    shape = chance.random()
    allow: list[StepPattern] = []
    avoid: list[StepPattern] = []
    if shape < 0.75:
        avoid = [
            random_pattern(chance, components, found, wide=0.04)
            for _ in range(chance.choice((1, 1, 2, 2, 3)))
        ]
    if shape > 0.55:
        allow = [random_pattern(chance, components, found, wide=0.5) for _ in range(chance.randint(1, 4))]
        # Most plans need these; without them allow lists would forbid nearly everything.
        allow += [
            StepPattern(kind)
            for kind in ("stand_up", "sell_goods", "select_timeline")
            if chance.random() < 0.6
        ]
    return Restrictions(tuple(allow), tuple(avoid))


def steps_at_random(
    chance: random.Random, components: Components, position: Position, most: int = 12
) -> Iterator[tuple[Position, Step]]:
    """Play at random within the decision, and then in the standing-up; give each step with the position before it."""
    player = position.player
    for _ in range(2):
        for _ in range(most):
            legal = [step for step in legal_steps(components, position) if not isinstance(step, EndTurn)]
            if not legal:
                break
            step = chance.choice(_one_of_each_kind(chance, legal))
            yield position, step
            position = apply(components, position, step)
            if position.player != player or (position.phase is Phase.EVENT and chance.random() < 0.2):
                return
        if position.phase not in (Phase.USE_DEPARTMENTS, Phase.SETUP_MOVES):
            return
        position = pass_to_standing_up(components, apply(components, position, EndTurn()), player)


def _one_of_each_kind(chance: random.Random, steps: Sequence[Step]) -> list[Step]:
    by_kind: dict[type, list[Step]] = {}
    for step in steps:
        by_kind.setdefault(type(step), []).append(step)
    return [chance.choice(some) for some in by_kind.values()]


def steps_of_plan(components: Components, position: Position, plan: Plan) -> Found:
    """Give the steps of a plan, each with the position before it."""
    return [
        (before, step)
        for step, before, _, _ in stages(components, position, plan)
        if not isinstance(step, EndTurn)
    ]


class Drawing:
    """Draws lists for positions: from steps at random, and as often from the best plan without lists."""

    def __init__(self, components: Components, solve: Solve) -> None:
        self._components, self._solve = components, solve
        self._drawn = 0

    def __call__(self, position: Position) -> Restrictions:
        """Draw the lists for the next position."""
        self._drawn += 1
        chance = random.Random(f"restrictions {self._drawn} {position.player} {position.round}")
        found = list(steps_at_random(chance, self._components, position))
        if chance.random() < 0.4:
            outlook = Outlook(self._components, load_weights(), position.timeline)
            best = self._solve(self._components, outlook, position, UNLIMITED)
            own = steps_of_plan(self._components, position, best.plan)
            found = [*own, *chance.sample(found, min(len(found), len(own) // 2))] or found
        return random_restrictions(chance, self._components, found)

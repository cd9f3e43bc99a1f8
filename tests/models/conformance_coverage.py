"""What the cases of tests/conformance exercise, found out by what they do, not by what they say of themselves.

Steps are recorded as they are played. Of a Department, a donation or a printed number, a case is taken to show it when
it fails without it: with nobody standing there, without the donation, with another number.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from carnegie_solver.components import Components, InvalidComponents
from carnegie_solver.components.tables import Tables
from models.conformance import Case, Played, cases_of, failures, paths
from models.conformance_paths import Json
from models.second_opinion import PRINTED

STARTING_SPACES = {
    f"{'abcd'[row['column']]}{row['row']}": row["name"]
    for row in PRINTED["company_board"]["starting_departments"]
}

ROWS = {
    "ACTION_HUMAN_RESOURCES": "humanResources",
    "ACTION_MANAGEMENT": "management",
    "ACTION_CONSTRUCTION": "construction",
    "ACTION_RESEARCH_AND_DEVELOPMENT": "researchAndDevelopment",
}


@dataclass
class Exercised:
    """What cases have done: the steps that they played, and what those brought about."""

    kinds: set[str] = field(default_factory=set)
    gains: set[str] = field(default_factory=set)
    phases: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    double_events: set[str] = field(default_factory=set)
    timeline_spaces: set[tuple[tuple[str, ...], int]] = field(default_factory=set)
    incomes: set[tuple[str, int]] = field(default_factory=set)
    bonuses: set[str] = field(default_factory=set)
    cards: set[tuple[str, str]] = field(default_factory=set)
    donated: set[str] = field(default_factory=set)

    def add(self, played: Played) -> None:
        """Record a step."""
        ((kind, step),) = played.step.items()
        before = played.before
        self.kinds.add(kind)
        self.phases.add(before["phase"])
        self.gains |= {step["gain"]} if "gain" in step else set()
        if before["phase"] == "PHASE_EVENT":
            self.events.add(before["events"][0])
        match kind:
            case "bringHome":
                region = before["events"][0].removeprefix("EVENT_INCOME_")
                transport = before["players"][before["player"]]["transport"]
                reached = transport.get(region.lower(), 0)
                self.incomes.add((region, step.get("trackSpace", reached)))
            case "advanceTransport":
                track = step["region"].removeprefix("REGION_")
                if played.after["players"][before["player"]]["transport"][track.lower()] == 4:
                    self.bonuses.add(track)
            case "selectTimeline":
                self._add_selection(played, step["row"])
            case "playAndrew":
                card = before["andrew"]["cards"][before["andrew"].get("played", 0)]
                what = before["action"] if before["phase"] == "PHASE_USE_DEPARTMENTS" else before["phase"]
                self.cards.add((card, what))
            case "donate":
                self.donated.add(step["donation"])

    def _add_selection(self, played: Played, action: str) -> None:
        row = played.before["timeline"][ROWS[action]]
        self.timeline_spaces.add((tuple(row["events"]), row.get("used", 0)))
        if len(played.after["events"]) > 1:
            self.double_events.add(action)


@dataclass(frozen=True)
class Outcome:
    """What came of a file's cases: of each the failures, and what they exercised."""

    cases: tuple[Case, ...]
    failed: dict[str, list[str]]
    exercised: Exercised


@cache
def outcome_of(path: Path) -> Outcome:
    """Play the cases of a file."""
    exercised = Exercised()
    cases = tuple(cases_of(path))
    found = {case.name: failures(case, exercised.add) for case in cases}
    return Outcome(cases, {name: texts for name, texts in found.items() if texts}, exercised)


@cache
def all_exercised() -> Exercised:
    """Give what all cases together exercise."""
    whole = Exercised()
    for path in paths():
        found = vars(outcome_of(path).exercised)
        for name, values in vars(whole).items():
            values.update(found[name])
    return whole


def all_cases(pattern: str = "") -> Iterator[Case]:
    """Go through the cases of the files whose path in the folder matches a pattern."""
    for path in paths():
        if re.search(pattern, f"{path.parent.name}/{path.stem}"):
            yield from outcome_of(path).cases


def _without_company_checks(expected: Json) -> Json:
    """Leave out what is expected of Companies, so that a case does not fail merely because a space looks otherwise."""
    then = {path: value for path, value in expected.get("then", {}).items() if ".company." not in path}
    return {**expected, "then": then}


def without_department(case: Case, department: str) -> Case | None:
    """Give a case in which nobody stands in a Department, who stood there lying; None where nobody does.

    New Lobby, which needs nobody, is taken away altogether.
    """
    if case.position is None:
        return None
    position = copy.deepcopy(case.position)
    changed = False
    for player in position.get("players", []):
        for space in player.get("company", {}).get("spaces", []):
            if space.get("department", STARTING_SPACES.get(space["space"])) != department:
                continue
            if department == "New Lobby":
                changed = space.pop("department") == department
            elif space.get("standingAt"):
                space["lying"] = space.get("lying", 0) + len(space.pop("standingAt"))
                changed = True
    if not changed:
        return None
    return replace(case, position=position, expected=_without_company_checks(case.expected))


def without_donation(case: Case, donation: str) -> Case | None:
    """Give a case in which a player has not made a donation that scores in it; None where nobody has."""
    if case.position is None or "score" not in case.expected:
        return None
    position = copy.deepcopy(case.position)
    holders = [player for player in position["players"] if donation in player.get("donations", [])]
    for player in holders:
        player["donations"].remove(donation)
    return replace(case, position=position) if holders else None


def shown_by(pattern: str, changed: Callable[[Case], Case | None]) -> str:
    """Give the name of the first case that fails when it is changed; empty if none does."""
    for case in all_cases(pattern):
        other = changed(case)
        if other is not None and failures(other):
            return case.name
    return ""


def printed_numbers(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """List the paths of all numbers in a printed table."""
    match value:
        case bool():
            return
        case int():
            yield path
        case dict():
            for name, item in value.items():
                yield from printed_numbers(item, (*path, name))
        case list():
            for number, item in enumerate(value):
                yield from printed_numbers(item, (*path, number))


def with_number_raised(path: tuple[str | int, ...]) -> Components | None:
    """Give the printed game with one number more by one; None where the tables do not allow that."""
    tables = copy.deepcopy(PRINTED)
    place: Any = tables
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] += 1
    try:
        return Components(Tables.model_validate(tables), json.dumps(path))
    except (ValueError, InvalidComponents):
        return None


def notices(pattern: str, components: Components, subject: str) -> bool:
    """Whether some case that has to do with a subject fails in another printed game."""
    texts = _texts()
    cases = (case for case in all_cases(pattern) if subject in texts[case.name])
    return any(failures(case, components=components) for case in cases)


@cache
def _texts() -> dict[str, str]:
    return {case.name: json.dumps([case.position, case.expected]) for case in all_cases()}


def subject_of(path: tuple[str | int, ...]) -> str:
    """Give what cases about a printed number mention: the name or id of its row, or the tab's side; else nothing."""
    place: Any = PRINTED
    subject = ""
    for part in path:
        place = place[part]
        if isinstance(place, dict):
            side = f"TAB_SIDE_{place['side']}" if "side" in place else ""
            subject = place.get("name") or place.get("id") or side or subject
    return "" if subject in STARTING_SPACES.values() else subject  # positions leave their names out

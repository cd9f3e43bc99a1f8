"""What one more unit of a means would bring is what the naive enumeration finds with one unit more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import resources

import pytest
from msgspec.structs import replace

from carnegie_solver.advisor import suggest
from carnegie_solver.components import Action, Components, ProjectType, load_components
from carnegie_solver.components.tables import Tables
from carnegie_solver.explanation import explain
from carnegie_solver.limits import Limit, LimitReached
from carnegie_solver.means import MEANS
from carnegie_solver.rules import Position
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.valuation import Outlook, load_weights, worth
from models.enumeration import TooLarge, best_worth
from models.random_positions import SMALL, counted_position

COMPONENTS = load_components()
ORDINARY = ("MONEY", "GOODS", "MOVES", "STUDY_POINTS")
Record = Callable[[str, object], None]
Question = tuple[Components, Position]


def best_gain(question: Question, most: int = 3_000) -> int:
    components, position = question
    outlook = Outlook(components, load_weights(), position.timeline)
    return best_worth(components, outlook, position, most) - worth(components, outlook, position.decider)


def with_desk(name: str) -> Components:
    """Print the game anew, with one workstation more in a Department."""
    file = resources.files("carnegie_solver.components").joinpath("carnegie.json")
    printed = json.loads(file.read_text(encoding="utf-8"))
    for row in (*printed["company_board"]["starting_departments"], *printed["departments"]["rows"]):
        if row["name"] == name:
            row["desk_costs"].append(min(row["desk_costs"]))
    return Components(Tables.model_validate(printed), "")


def richer(position: Position, means: str) -> Iterator[Question]:
    """Give the questions with one unit more, written down anew; none where the decision has none of the means."""
    player, turn = position.decider, position.turn
    assert turn is not None
    match means:
        case "MONEY":
            yield COMPONENTS, position.with_decider(replace(player, money=player.money + 1))
        case "GOODS":
            yield COMPONENTS, position.with_decider(replace(player, goods=player.goods + 1))
        case "MOVES" if turn.moves:
            yield COMPONENTS, replace(position, turn=replace(turn, moves=turn.moves + 1))
        case "STUDY_POINTS" if turn.study_points:
            yield COMPONENTS, replace(position, turn=replace(turn, study_points=turn.study_points + 1))
        case _:
            yield from richer_elsewhere(position, means)


def richer_elsewhere(position: Position, means: str) -> Iterator[Question]:
    """Do the same for what lies in the Company, on the tabs and in the supply."""
    player, turn = position.decider, position.turn
    assert turn is not None
    match means:
        case "WORKSTATIONS":
            for space in player.company:
                if space.department and COMPONENTS.departments[space.department].desk_costs:
                    yield with_desk(space.department), position
        case "EMPLOYEES_IN_SUPPLY":
            supply = player.employees_in_supply + 1
            yield COMPONENTS, position.with_decider(replace(player, employees_in_supply=supply))
        case "DISKS":
            supply = player.disks_in_supply + 1
            yield COMPONENTS, position.with_decider(replace(player, disks_in_supply=supply))
            for kind in ProjectType if turn.action is Action.CONSTRUCTION else ():
                tab = player.tabs[kind]
                circles = [s for s in COMPONENTS.tab(kind, tab.side).spaces if s.kind.name == "PROJECT"]
                if tab.built + tab.waiting < len(circles):
                    tabs = list(player.tabs)
                    tabs[kind] = replace(tab, waiting=tab.waiting + 1)
                    yield COMPONENTS, position.with_decider(replace(player, tabs=tuple(tabs)))
        case "USES":
            for index, space in enumerate(player.company):
                yield from one_more_at_work(position, index, space.department)


def one_more_at_work(position: Position, index: int, name: str | None) -> Iterator[Question]:
    """Give the question in which one more employee stands in a Department, and has a use of it."""
    turn, player = position.turn, position.decider
    assert turn is not None
    if name is None or COMPONENTS.departments[name].type is not turn.action or not rule_of(name).has_uses:
        return
    costs, taken = COMPONENTS.departments[name].desk_costs, player.company[index].standing_at
    free = sorted((cost, number) for number, cost in enumerate(costs, 1) if number not in taken)
    if free:
        standing = tuple(sorted((*taken, free[0][1])))
        company = list(player.company)
        company[index] = replace(company[index], standing_at=standing)
        left = dict(turn.uses)
        left[index] = left.get(index, 0) + 1
        uses = tuple(sorted(left.items()))
        more = position.with_decider(replace(player, company=tuple(company)))
        yield COMPONENTS, replace(more, turn=replace(turn, uses=uses))


@pytest.mark.parametrize("action", list(Action))
def test_agrees_with_the_enumeration(action: Action, record_property: Record) -> None:
    compared = binding = 0
    for seed in range(16):
        position = counted_position(COMPONENTS, seed, action, replace(SMALL, employees=3))
        try:
            gain = best_gain((COMPONENTS, position))
            wanted: dict[str, int] = {}
            for means in MEANS if seed < 4 else ORDINARY:
                more = max((best_gain(question) - gain for question in richer(position, means)), default=0)
                wanted |= {means: more} if more > 0 else {}
        except TooLarge:
            continue
        explanation = explain(COMPONENTS, position, suggest(COMPONENTS, position, strict=True))
        found = [one for one in explanation.bindings if seed < 4 or one.means in ORDINARY]
        assert explanation.limit_reached is None
        assert {one.means: one.gain for one in found} == wanted
        assert [one.gain for one in found] == sorted((one.gain for one in found), reverse=True)
        compared += 1
        binding += bool(wanted)
    record_property("compared: means that bind with the enumeration", compared)
    assert compared > 8
    assert binding or action is not Action.RESEARCH_AND_DEVELOPMENT


@pytest.mark.parametrize("action", list(Action))
def test_the_advisor_keeps_its_word_with_one_unit_more(action: Action) -> None:
    """The referee, strict, finds what the optimisers claim; every means has its part in some position."""
    tried = set()
    for seed in range(100, 106):
        position = counted_position(COMPONENTS, seed, action)
        for means, ask in MEANS.items():
            for question in ask(COMPONENTS, position):
                answer = suggest(question.components, question.position, strict=True)
                assert answer.lines[0].proved
                tried.add(means)
    assert tried >= {"MONEY", "GOODS", "WORKSTATIONS", "EMPLOYEES_IN_SUPPLY"}
    assert "DISKS" in tried or action in (Action.HUMAN_RESOURCES, Action.MANAGEMENT)


def test_a_limit_of_work_that_is_used_up_leaves_means_out() -> None:
    position = counted_position(COMPONENTS, 1, Action.CONSTRUCTION)
    suggestion = suggest(COMPONENTS, position)
    assert suggestion.status == "PROVED_BEST"
    explanation = explain(
        COMPONENTS, position, suggestion, limit=Limit(work=suggestion.statistics.work * (1 + 1e-9))
    )
    assert explanation.limit_reached is LimitReached.WORK


def test_nothing_is_said_without_a_proof() -> None:
    position = counted_position(COMPONENTS, 1, Action.CONSTRUCTION)
    hurried = suggest(COMPONENTS, position, limit=Limit(seconds=1e-9))
    assert hurried.status == "BEST_FOUND"
    assert explain(COMPONENTS, position, hurried).bindings == ()

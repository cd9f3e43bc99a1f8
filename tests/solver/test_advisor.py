"""The advisor: every example is answered, proved and refereed; what cannot be answered says why."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from carnegie_solver import advisor
from carnegie_solver.advisor import DECISIONS, WaitsForAndrew, suggest
from carnegie_solver.components import Action, Components, ProjectType, load_components
from carnegie_solver.components.tables import ProjectTab
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.limits import Limit, LimitReached
from carnegie_solver.lines import ClaimRefuted
from carnegie_solver.plans import Plan
from carnegie_solver.rules import (
    Phase,
    Player,
    Position,
    departments,
    legal_steps,
    position_from_json,
    replay,
)
from carnegie_solver.rules.department_rule import DepartmentRule
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.steps import EndTurn, SlideTab, StandUp
from carnegie_solver.rules.turn import begin_turn
from carnegie_solver.valuation import load_weights, valuation
from models.random_games import TABLES, game_positions
from models.random_positions import counted_position

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "positions").glob("*.json"))


def example(name: str) -> Position:
    text = (Path(__file__).parents[2] / "examples" / "positions" / f"{name}.json").read_text(encoding="utf-8")
    return position_from_json(load_components(), json.loads(text))


def claim(plan: Plan, gain: int) -> Answer:
    return Answer((Choice(plan, gain, gain),), None, Statistics("STAND_IN"))


def use_instead(monkeypatch: pytest.MonkeyPatch, decision: str, answer: Answer) -> None:
    """Put an answer in the place of a decision's optimiser."""
    monkeypatch.setitem(advisor._DECISIONS, decision, (lambda *_: answer, ("company_board",)))


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_every_example_has_a_proved_best_plan(path: Path) -> None:
    components = load_components()
    position = position_from_json(components, json.loads(path.read_text(encoding="utf-8")))
    suggestion = suggest(components, position, strict=True)
    (line,) = suggestion.lines
    assert suggestion.status == "PROVED_BEST"
    assert suggestion.bound == line.gain > 0
    assert sum(term.after - term.before for term in line.terms) == line.gain
    assert isinstance(line.steps[-1].step, EndTurn)
    replay(components, position, [planned.step for planned in line.steps])


def test_the_same_question_has_the_same_answer() -> None:
    """Asked twice, the whole suggestion is equal, statistics included."""
    components = load_components()
    for path in EXAMPLES:
        position = position_from_json(components, json.loads(path.read_text(encoding="utf-8")))
        assert suggest(components, position) == suggest(components, position)


def test_the_terms_are_those_of_the_valuation() -> None:
    components = load_components()
    position = example("construction")
    (line,) = suggest(components, position).lines
    before = {
        term.name: term.value for term in valuation(components, load_weights(), position, position.player)
    }
    assert {term.name: term.before for term in line.terms} == before


def test_a_finished_game_has_no_legal_action() -> None:
    components = load_components()
    position = replace(example("last-round"), phase=Phase.GAME_OVER, action=None, turn=None)
    suggestion = suggest(components, position)
    assert (suggestion.status, suggestion.lines, suggestion.decision) == ("NO_LEGAL_ACTION", (), None)
    assert legal_steps(components, position) == ()


def test_every_decision_of_whole_games_is_answered(record_property: Callable[[str, object], None]) -> None:
    """In games of all numbers of players and with Andrew, in every phase, the answer is legal and its claim holds."""
    components = load_components()
    answered: Counter[str] = Counter()
    for seed in range(len(TABLES)):
        for position in game_positions(seed, 60):
            if position.andrew is not None and position.andrew.to_act:
                continue
            suggestion = suggest(components, position, strict=True)
            assert suggestion.decision in DECISIONS
            assert suggestion.lines
            answered[suggestion.decision] += 1
    assert set(answered) == set(DECISIONS)
    record_property("compared: answers in whole games with the referee", answered.total())


def test_a_position_that_waits_for_andrew_says_so() -> None:
    components = load_components()
    position = replace(new_game(components, 3, players=1, solo_level=1), phase=Phase.SELECT_TIMELINE, round=2)
    assert position.andrew is not None
    waiting = replace(position, andrew=replace(position.andrew, to_act=True))
    with pytest.raises(WaitsForAndrew, match="waits for Andrew"):
        suggest(components, waiting)


@pytest.mark.parametrize("gain", [-1, 1, 5000])
def test_a_false_claim_is_refuted(monkeypatch: pytest.MonkeyPatch, gain: int) -> None:
    """A plan that gains something else than claimed raises in strict runs, and is unproved in the others."""
    components, position = load_components(), example("standing-up")
    use_instead(monkeypatch, "STANDING_UP", claim(Plan((EndTurn(),)), gain))
    with pytest.raises(ClaimRefuted, match=f"{gain} centi-VP"):
        suggest(components, position, strict=True)
    suggestion = suggest(components, position)
    assert suggestion.status == "BEST_FOUND"
    assert suggestion.lines[0].gain == 0
    assert suggestion.bound >= 0
    assert [notice.reason for notice in suggestion.warnings][-1] == "CLAIM_REFUTED"


def test_an_illegal_plan_is_replaced_by_a_legal_one(monkeypatch: pytest.MonkeyPatch) -> None:
    components, position = load_components(), example("standing-up")
    use_instead(monkeypatch, "STANDING_UP", claim(Plan((StandUp("c3", 1), EndTurn())), 100))
    with pytest.raises(ClaimRefuted, match="illegal"):
        suggest(components, position, strict=True)
    suggestion = suggest(components, position)
    assert [planned.step for planned in suggestion.lines[0].steps] == [EndTurn()]
    assert suggestion.status == "BEST_FOUND"


def test_assumed_tables_are_named_until_they_are_replaced() -> None:
    components, position = load_components(), example("research")
    named = {
        notice.path
        for notice in suggest(components, position).warnings
        if notice.reason == "ASSUMED_COMPONENT"
    }
    assert named == {"company_board", "project_tabs"}
    rows = [_named_row(row) for row in components.tables.project_tabs.rows]
    own = load_components({"project_tabs": {"rows": rows}})
    named = {
        notice.path for notice in suggest(own, position).warnings if notice.reason == "ASSUMED_COMPONENT"
    }
    assert named == {"company_board"}


def _named_row(row: ProjectTab) -> object:
    """Give a project tab with names in place of numbers, as a user's file has them."""
    data = row.model_dump(exclude_unset=True)
    data["type"], data["side"] = data["type"].name, data["side"].name
    for space in data["spaces"]:
        space["kind"] = space["kind"].name
    return data


def with_staffed(position: Position, department: str) -> Position:
    """Put a Department with an employee in the place of Engineering, and begin a turn of its action."""
    components = load_components()
    index = components.space_index["c2"]
    player = position.decider
    assert player.company[index].department == "Engineering"
    desks = components.departments[department].desk_costs
    standing_at = (1,) if desks else ()
    own = player.with_space(
        index, replace(player.company[index], department=department, standing_at=standing_at)
    )
    action = components.departments[department].type
    turn = begin_turn(components, own, action)
    return replace(position.with_decider(own), action=action, turn=turn)


def test_a_staffed_department_that_is_not_counted_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile of one's own, which no optimiser counts, is named where it has a use left: nothing is proved with it."""
    components = load_components()
    position = with_staffed(example("human-resources"), "Supply Chain")
    assert suggest(components, position, strict=True).status == "PROVED_BEST"
    monkeypatch.setitem(departments.RULES, "Supply Chain", DepartmentRule(gives_donations=True))
    answer = suggest(components, position, strict=True)
    assert answer.status == "BEST_FOUND"
    (named,) = (notice for notice in answer.warnings if notice.reason == "DEPARTMENT_NOT_USED")
    assert "Supply Chain on c2" in named.description


class PerGoodsCube:
    """A kind of score at the end of the game that no optimiser knows: 1 VP per goods cube."""

    def score(self, _components: Components, player: Player) -> int:
        """Give the VP that it scores for a player."""
        return player.goods


def test_a_score_of_another_kind_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a Department with employees scores by a rule of a kind that no optimiser knows, nothing is proved."""
    components = load_components()
    position = with_staffed(example("human-resources"), "Post Office")
    assert suggest(components, position, strict=True).status == "PROVED_BEST"
    monkeypatch.setitem(departments.RULES, "Post Office", DepartmentRule(endgame=PerGoodsCube()))
    answer = suggest(components, position)
    assert answer.status == "BEST_FOUND"
    (named,) = (notice for notice in answer.warnings if notice.reason == "DEPARTMENT_NOT_USED")
    assert "Post Office on c2" in named.description


@pytest.mark.parametrize(
    "department", [name for name, own in load_components().departments.items() if not own.starting]
)
def test_every_tile_is_counted(department: str) -> None:
    """With any of the 32 tiles staffed, the answer of its own action is proved best and says nothing is left out."""
    components = load_components()
    answer = suggest(components, with_staffed(example("human-resources"), department), strict=True)
    assert answer.status == "PROVED_BEST"
    assert not [notice for notice in answer.warnings if notice.reason == "DEPARTMENT_NOT_USED"]


@pytest.mark.parametrize("action", list(Action))
def test_without_time_the_answer_is_legal_and_its_bound_true(action: Action) -> None:
    """A limit that has passed still gives a legal plan, and a bound that the proved best does not exceed."""
    components = load_components()
    for seed in range(2000, 2020):
        position = counted_position(components, seed, action)
        best = suggest(components, position, strict=True).lines[0].gain
        hurried = suggest(components, position, limit=Limit(seconds=1e-9), strict=True)
        assert hurried.lines[0].gain <= best <= hurried.bound
        if hurried.status == "BEST_FOUND":
            assert hurried.limit_reached is LimitReached.TIME


@pytest.mark.parametrize("action", list(Action))
def test_a_limit_of_work_gives_the_same_answer_each_time(action: Action) -> None:
    components = load_components()
    for seed in range(2100, 2110):
        position = counted_position(components, seed, action)
        first = suggest(components, position, limit=Limit(work=1e-4), strict=True)
        assert first == suggest(components, position, limit=Limit(work=1e-4), strict=True)
        best = suggest(components, position, strict=True).lines[0].gain
        assert first.lines[0].gain <= best <= first.bound


@pytest.mark.parametrize("action", [Action.MANAGEMENT, Action.CONSTRUCTION, Action.RESEARCH_AND_DEVELOPMENT])
def test_an_unproved_plan_is_worth_what_the_referee_finds(action: Action) -> None:
    """Whenever a limit ends the search, the gain is the referee's, the bound is true, and no claim is refuted."""
    components = load_components()
    unproved = 0
    positions = [counted_position(components, seed, action) for seed in range(2200, 2215)]
    if action is Action.RESEARCH_AND_DEVELOPMENT:
        positions.append(example("no-disks-left"))
    for position in positions:
        best = suggest(components, position, strict=True).lines[0].gain
        for work in (1e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3):
            limited = suggest(components, position, limit=Limit(work=work), strict=True)
            assert 0 <= limited.lines[0].gain <= best <= limited.bound
            assert (limited.status == "PROVED_BEST") == (limited.lines[0].gain == limited.bound)
            unproved += limited.status == "BEST_FOUND"
    assert unproved > 5


@pytest.mark.parametrize("donations", [(), ("WELFARE_MONEY", "WELFARE_GOODS", "WELFARE_MONEY_AND_GOODS")])
def test_riches_are_no_burden(donations: tuple[str, ...]) -> None:
    """With the most money and goods that a position can hold, the answer is proved all the same."""
    components = load_components()
    position = example("human-resources")
    position = position.with_decider(replace(position.decider, money=999, goods=999, donations=donations))
    assert suggest(components, position, strict=True).status == "PROVED_BEST"


def test_weights_change_the_advice() -> None:
    """When a disk waiting on the Housing tab is worth much, the Housing tab is slid to reveal one."""
    components, position = load_components(), example("research")
    # Without the tile the action cannot be changed to one that builds the disk instead.
    position = position.with_decider(replace(position.decider, action_choice_tile=False))
    waiting = {"HOUSING": 2000, "COMMERCE": 0, "INDUSTRY": 0, "PUBLIC_INFRASTRUCTURE": 0}
    (line,) = suggest(components, position, load_weights({"waiting_disk": waiting}), strict=True).lines
    assert SlideTab(ProjectType.HOUSING) in [planned.step for planned in line.steps]

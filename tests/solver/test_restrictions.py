"""Allow and avoid lists: which steps a pattern means, and what the advisor makes of lists as a whole."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from carnegie_solver.advisor import suggest
from carnegie_solver.analysis import analyze
from carnegie_solver.components import Action, ProjectType, Region, TabSide
from carnegie_solver.explanation import explain
from carnegie_solver.limits import Limit
from carnegie_solver.restrictions import ASPECTS_OF_KIND, Restrictions, StepPattern
from carnegie_solver.rules import Position, Step, legal_steps, position_from_json
from carnegie_solver.rules.new_game import new_game
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    BuildDepartment,
    BuildProject,
    ChangeAction,
    ChooseIncome,
    ChooseTabSide,
    Donate,
    EndTurn,
    Fetched,
    Gain,
    Mission,
    MoveEmployee,
    PlaceHousing,
    Relocate,
    ReserveDepartment,
    SelectTimeline,
    SellGoods,
    SlideTab,
    StandUp,
    UseDepartment,
)
from models.hand_positions import COMPONENTS, company, hand_position
from models.random_games import game_positions
from models.restricted import random_pattern, said_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "positions").glob("*.json"))
WEST = Mission(Region.WEST, 1)

# Of each step what a pattern can say of it, in the words of docs/service.md, and what it cannot.
# Boston lies in the East; Construction is on c1, Sales on a3.
MEANT: list[tuple[Step, dict[str, object], dict[str, object]]] = [
    (
        BuildProject("c1", ProjectType.HOUSING, "Boston", 1, Mission(Region.EAST, 1)),
        {
            "kind": "build_project",
            "city": "Boston",
            "type": ProjectType.HOUSING,
            "department": "Construction",
            "space": "c1",
            "region": Region.EAST,
        },
        {"row": Action.CONSTRUCTION, "donation": "WELFARE_FLAT"},
    ),
    # Without a Mission nobody is taken from anywhere, but the city lies in its region all the same.
    (
        BuildProject("c1", ProjectType.HOUSING, "Boston", 1, None),
        {"city": "Boston", "department": "Construction", "region": Region.EAST},
        {"space": "c1"},
    ),
    (
        UseDepartment("a3", Gain.SALE, count=1),
        {"kind": "use_department", "department": "Sales"},
        {"space": "a3", "region": Region.WEST},
    ),
    (
        UseDepartment("a3", Gain.MONEY, WEST),
        {"department": "Sales", "space": "a3", "region": Region.WEST},
        {"city": "Boston"},
    ),
    (UseDepartment("a3", Gain.VP, None, 1, Region.EAST), {"region": Region.EAST}, {"space": "a3"}),
    (
        MoveEmployee(("a3", "b3")),
        {"kind": "move_employee", "space": "a3", "department": "Sales"},
        {"region": Region.WEST},
    ),
    (MoveEmployee(("b3", "a3")), {"space": "b3"}, {"department": "Sales"}),
    (
        Relocate("a3", "b3"),
        {"kind": "relocate", "space": "a3", "department": "Sales"},
        {"type": ProjectType.HOUSING},
    ),
    (StandUp("c1", 1), {"kind": "stand_up", "space": "c1", "department": "Construction"}, {"city": "Boston"}),
    (
        BuildDepartment("Logistics", "b3", Fetched("a3")),
        {"kind": "build_department", "department": "Logistics", "space": "a3"},
        {"region": Region.WEST},
    ),
    (BuildDepartment("Logistics", "b3"), {"space": "b3"}, {"row": Action.MANAGEMENT}),
    (
        Donate("WELFARE_FLAT", "a3", WEST),
        {"donation": "WELFARE_FLAT", "department": "Sales", "space": "a3", "region": Region.WEST},
        {"city": "Boston"},
    ),
    (Donate("WELFARE_FLAT"), {"kind": "donate", "donation": "WELFARE_FLAT"}, {"region": Region.WEST}),
    (
        SlideTab(ProjectType.INDUSTRY),
        {"kind": "slide_tab", "type": ProjectType.INDUSTRY},
        {"region": Region.WEST},
    ),
    (AdvanceTransport(Region.SOUTH), {"kind": "advance_transport", "region": Region.SOUTH}, {"space": "a3"}),
    (
        ChooseIncome(ProjectType.HOUSING, 1, 0),
        {"kind": "choose_income", "type": ProjectType.HOUSING},
        {"space": "lobby"},
    ),
    (
        ChooseTabSide(ProjectType.COMMERCE, TabSide.B),
        {"kind": "choose_tab_side", "type": ProjectType.COMMERCE},
        {"city": "Boston"},
    ),
    (
        PlaceHousing("Boston", 1),
        {"kind": "place_housing", "city": "Boston", "type": ProjectType.HOUSING, "region": Region.EAST},
        {"department": "Sales"},
    ),
    (
        ReserveDepartment("Sales"),
        {"kind": "reserve_department", "department": "Sales"},
        {"space": "a3"},
    ),
    (
        SelectTimeline(Action.MANAGEMENT),
        {"kind": "select_timeline", "row": Action.MANAGEMENT},
        {"type": ProjectType.HOUSING},
    ),
    (
        ChangeAction(Action.MANAGEMENT),
        {"kind": "change_action", "row": Action.MANAGEMENT},
        {"department": "Sales"},
    ),
    (SellGoods(3), {"kind": "sell_goods"}, {"city": "Boston"}),
    (BringHome(), {"kind": "bring_home"}, {"space": "lobby"}),
]


def position_with_sales() -> Position:
    sales = company(a3={"department": "Sales", "standingAt": [1]})
    return hand_position({"company": sales}, {}, action="CONSTRUCTION")


def avoiding(**aspects: object) -> Restrictions:
    return Restrictions(avoid=(StepPattern(**aspects),))  # type: ignore[arg-type]


@pytest.mark.parametrize(("step", "has", "has_not"), MEANT, ids=lambda value: str(value)[:40])
def test_what_a_step_is_about(step: Step, has: dict[str, object], has_not: dict[str, object]) -> None:
    position = position_with_sales()
    assert Restrictions().permits(COMPONENTS, position, step)
    for name, value in has.items():
        assert not avoiding(**{name: value}).permits(COMPONENTS, position, step), name
    for name, value in has_not.items():
        assert avoiding(**{name: value}).permits(COMPONENTS, position, step), name
    everything = StepPattern(**has)  # type: ignore[arg-type]
    assert Restrictions(allow=(everything,)).permits(COMPONENTS, position, step)
    assert not Restrictions(avoid=(everything,)).permits(COMPONENTS, position, step)
    other = StepPattern(**{**has, "kind": "end_turn"})  # type: ignore[arg-type]
    assert not Restrictions(allow=(other,)).permits(COMPONENTS, position, step)
    assert not avoiding().permits(COMPONENTS, position, step)
    # What is on both lists is avoided.
    assert not Restrictions((everything,), (everything,)).permits(COMPONENTS, position, step)


def test_the_end_of_a_decision_is_always_permitted() -> None:
    position = position_with_sales()
    assert avoiding().permits(COMPONENTS, position, EndTurn())
    assert Restrictions(allow=(StepPattern("sell_goods"),)).permits(COMPONENTS, position, EndTurn())


def test_a_long_move_is_as_many_moves() -> None:
    """Each space left counts, not only the first one; where the way ends does not."""
    position = position_with_sales()
    path = MoveEmployee(("b3", "a3", "a2"))
    assert not avoiding(space="a3").permits(COMPONENTS, position, path)
    assert not avoiding(department="Sales").permits(COMPONENTS, position, path)
    assert avoiding(space="a2").permits(COMPONENTS, position, path)
    first = StepPattern("move_employee", space="b3")
    assert not Restrictions(allow=(first,)).permits(COMPONENTS, position, path)
    assert Restrictions(allow=(first, StepPattern(space="a3"))).permits(COMPONENTS, position, path)


def test_agrees_with_a_second_opinion() -> None:
    """On steps of whole games, the same steps are permitted as by what their JSON form says."""
    seen: dict[str, int] = {}
    compared = matched = 0
    for seed in range(6):
        chance = random.Random(f"second opinion {seed}")
        found: list[tuple[Position, Step]] = []
        for position in game_positions(seed, 25):
            steps = [step for step in legal_steps(COMPONENTS, position) if not isinstance(step, EndTurn)]
            found.extend((position, step) for step in chance.sample(steps, min(3, len(steps))))
        for position, step in found:
            kind, said = said_of(COMPONENTS, position, step)
            seen[kind] = seen.get(kind, 0) + 1
            for _ in range(4):
                pattern = random_pattern(chance, COMPONENTS, found, wide=0.1)
                names = {
                    name: value.name if isinstance(value, ProjectType | Region | Action) else str(value)
                    for name, value in pattern.aspects
                }
                expected = pattern.kind in (None, kind) and all(
                    value in said.get(name, set()) for name, value in names.items()
                )
                avoid = Restrictions(avoid=(pattern,))
                assert avoid.permits(COMPONENTS, position, step) is not expected, (pattern, step)
                assert pattern.may_match(kind) or not expected
                compared, matched = compared + 1, matched + expected
    assert len(seen) >= 12
    assert matched > 50
    assert compared > 1_000


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_examples_with_lists(path: Path) -> None:
    """Allowing just what the best plan does keeps it; avoiding each thing that it does gives a plan worth no more."""
    position = position_from_json(COMPONENTS, json.loads(path.read_text(encoding="utf-8")))
    (best,) = suggest(COMPONENTS, position, strict=True).lines
    kinds = {
        said_of(COMPONENTS, position, planned.step)[0]
        for planned in (*best.steps, *best.steps_at_end_of_round)
        if not isinstance(planned.step, EndTurn)
    }
    allow = tuple(StepPattern(kind) for kind in sorted(kinds))
    allowed = suggest(COMPONENTS, position, strict=True, restrictions=Restrictions(allow=allow))
    assert allowed.status == "PROVED_BEST"
    assert allowed.lines[0].gain == best.gain
    for kind in sorted(kinds):
        avoided = suggest(COMPONENTS, position, strict=True, restrictions=avoiding(kind=kind))
        if avoided.status == "NO_LEGAL_ACTION":
            assert kind in ("select_timeline", "place_housing", "reserve_department")
            assert not avoided.lines
            continue
        assert avoided.status == "PROVED_BEST"
        assert avoided.bound == avoided.lines[0].gain <= best.gain
        for planned in (*avoided.lines[0].steps, *avoided.lines[0].steps_at_end_of_round):
            if not isinstance(planned.step, EndTurn):
                assert said_of(COMPONENTS, position, planned.step)[0] != kind


def test_lists_that_forbid_everything() -> None:
    """Ending the turn at once is left where that is allowed; where something has to be done, there is no plan."""
    suggestion = suggest(COMPONENTS, position_with_sales(), strict=True, lines=3, restrictions=avoiding())
    assert suggestion.status == "PROVED_BEST"
    assert [[planned.step for planned in line.steps] for line in suggestion.lines] == [[EndTurn()]]
    assert suggestion.lines[0].gain == suggestion.bound == 0
    for position in (hand_position({}, {}, used=1), new_game(COMPONENTS, 3)):
        suggestion = suggest(COMPONENTS, position, restrictions=avoiding())
        assert suggestion.status == "NO_LEGAL_ACTION"
        assert suggestion.decision in ("TIMELINE", "SETUP_PLACEMENT")
        assert (suggestion.lines, suggestion.bound) == ((), 0)


def test_an_income_that_may_not_be_chosen() -> None:
    """Somebody has come home, and an income leaves a choice: it has to be made, and the lists forbid it."""
    for seed in range(40):
        for position in game_positions(seed, 1):
            if position.turn is not None and position.turn.choices:
                kind, _ = position.turn.choices[0]
                pattern = avoiding(kind="choose_income", type=ProjectType(kind))
                assert suggest(COMPONENTS, position, restrictions=pattern).status == "NO_LEGAL_ACTION"
                unlike = avoiding(kind="slide_tab")
                assert suggest(COMPONENTS, position, restrictions=unlike, strict=True).lines
                return
    raise AssertionError("no such position")


def test_lists_about_other_decisions_change_nothing() -> None:
    """What cannot be done in a decision can be avoided in it without any difference, down to the search."""
    position = position_with_sales()
    lists = Restrictions(avoid=(StepPattern("move_employee"), StepPattern(donation="WELFARE_FLAT")))
    assert suggest(COMPONENTS, position, restrictions=lists) == suggest(COMPONENTS, position)


def test_an_analysis_ends_with_the_same_answer() -> None:
    position = position_with_sales()
    lists = avoiding(region=Region.EAST)
    *_, last = analyze(COMPONENTS, position, restrictions=lists)
    assert last.final
    assert last.suggestion.lines == suggest(COMPONENTS, position, restrictions=lists).lines


def test_bindings_keep_to_the_lists() -> None:
    """A goods cube more cannot pay for a project where none may be built."""
    richer = company(c1={"standingAt": [1, 2]})
    position = hand_position({"company": richer, "goods": 0, "money": 0}, {}, action="CONSTRUCTION")
    free = suggest(COMPONENTS, position)
    assert "GOODS" in [binding.means for binding in explain(COMPONENTS, position, free).bindings]
    lists = avoiding(kind="build_project")
    bound = suggest(COMPONENTS, position, restrictions=lists)
    found = explain(COMPONENTS, position, bound, restrictions=lists).bindings
    assert "GOODS" not in [binding.means for binding in found]


def test_a_limit_of_work_bounds_the_permitted_plans() -> None:
    position = position_from_json(
        COMPONENTS,
        json.loads(next(path for path in EXAMPLES if path.stem == "construction").read_text("utf-8")),
    )
    lists = avoiding(city="Chicago")
    cut = suggest(COMPONENTS, position, limit=Limit(work=1e-6), restrictions=lists)
    best = suggest(COMPONENTS, position, restrictions=lists)
    assert cut.bound >= best.lines[0].gain >= cut.lines[0].gain


def test_every_kind_has_its_aspects() -> None:
    """Each aspect of a pattern is one that some kind of step can have, and the other way round."""
    names = {name for aspects in ASPECTS_OF_KIND.values() for name in aspects}
    assert names == set(StepPattern.__struct_fields__) - {"kind"}

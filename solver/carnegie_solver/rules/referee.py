"""The referee: which steps are legal in a position, and what each one does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from carnegie_solver.components import Components
from carnegie_solver.rules.andrew import play_andrew
from carnegie_solver.rules.construction import build_project, legal_projects
from carnegie_solver.rules.donating import donate, legal_donations
from carnegie_solver.rules.events import bring_home, choose_income, legal_incomes
from carnegie_solver.rules.human_resources import legal_moves, legal_relocations, move_employee, relocate
from carnegie_solver.rules.management import build_department, legal_departments
from carnegie_solver.rules.placement import (
    choose_tab_side,
    legal_placements,
    place_housing,
    reserve_department,
)
from carnegie_solver.rules.position import Phase, Position
from carnegie_solver.rules.research import advance_transport, legal_research, slide_tab
from carnegie_solver.rules.standing_up import legal_standing_up, sell_goods, stand_up
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
    IllegalStep,
    MoveEmployee,
    PlaceHousing,
    PlayAndrew,
    Relocate,
    ReserveDepartment,
    SelectTimeline,
    SellGoods,
    SlideTab,
    StandUp,
    Step,
    UseDepartment,
)
from carnegie_solver.rules.timeline import (
    change_action,
    legal_action_changes,
    legal_selections,
    select_timeline,
    with_acted,
)
from carnegie_solver.rules.turn import can_end, end_turn
from carnegie_solver.rules.uses import legal_uses, use_department

_RULES: dict[type, Callable[[Components, Position, Any], Position]] = {
    MoveEmployee: move_employee,
    UseDepartment: use_department,
    BuildDepartment: build_department,
    BuildProject: build_project,
    SlideTab: slide_tab,
    AdvanceTransport: advance_transport,
    StandUp: stand_up,
    SellGoods: sell_goods,
    EndTurn: end_turn,
    SelectTimeline: select_timeline,
    BringHome: bring_home,
    ChooseIncome: choose_income,
    Donate: donate,
    ChangeAction: change_action,
    ChooseTabSide: choose_tab_side,
    PlaceHousing: place_housing,
    ReserveDepartment: reserve_department,
    PlayAndrew: play_andrew,
    Relocate: relocate,
}


def apply(components: Components, position: Position, step: Step) -> Position:
    """Give the position after a step of the player whose decision is awaited.

    Raises
    ------
    IllegalStep
        When the rules forbid the step; the position is as before.
    """
    if position.andrew is not None and position.andrew.to_act and not isinstance(step, PlayAndrew):
        raise IllegalStep(step, "ANDREW_FIRST", "", "a step of the player", "PlayAndrew: Andrew acts first")
    return with_acted(position, _RULES[type(step)](components, position, step))


def replay(components: Components, position: Position, steps: Iterable[Step]) -> Position:
    """Give the position after several steps, one after the other; raises IllegalStep at the first that is illegal."""
    for step in steps:
        position = apply(components, position, step)
    return position


def legal_steps(components: Components, position: Position) -> tuple[Step, ...]:
    """List every legal step; of employee moves those to a neighbouring space, longer ones being such moves in a row."""
    return tuple(generate_legal_steps(components, position))


def generate_legal_steps(components: Components, position: Position) -> Iterator[Step]:
    """Give the legal steps of `legal_steps` one after the other: to see whether there are some of a kind."""
    if position.phase is Phase.GAME_OVER:
        return
    if position.andrew is not None and position.andrew.to_act:
        yield PlayAndrew()
        return
    yield from legal_placements(components, position)
    yield from legal_selections(position)
    yield from legal_incomes(components, position)
    yield from legal_donations(components, position)
    yield from legal_action_changes(components, position)
    yield from legal_moves(components, position)
    yield from legal_relocations(components, position)
    yield from legal_uses(components, position)
    yield from legal_departments(components, position)
    yield from legal_projects(components, position)
    yield from legal_research(components, position)
    yield from legal_standing_up(components, position)
    yield from (SellGoods(count) for count in range(1, position.decider.goods + 1))
    if can_end(components, position):
        yield EndTurn()

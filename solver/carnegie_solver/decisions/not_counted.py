"""What the optimisers do not count yet: staffed Departments whose effect could make a better plan than theirs.

An answer in whose decision there is one is the best without it, and proves nothing with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from carnegie_solver.components import Action
from carnegie_solver.decisions.construction.turn_uses import buys, renovates, supplies
from carnegie_solver.decisions.endgame import COUNTED
from carnegie_solver.decisions.management.uses import is_counted
from carnegie_solver.decisions.moving import uses as moving_uses
from carnegie_solver.rules import Position
from carnegie_solver.rules.department_rule import DepartmentRule
from carnegie_solver.rules.departments import rule_of


def not_counted(position: Position) -> tuple[int, ...]:
    """Give the spaces of the Company whose Department matters in the decision, but is not counted by its optimiser."""
    return tuple(_spaces(position))


def _spaces(position: Position) -> Iterator[int]:
    turn = position.turn
    action = None if turn is None else turn.action
    for index, space in enumerate(position.decider.company):
        rule = rule_of(space.department)
        if space.employees and rule.endgame is not None and not isinstance(rule.endgame, COUNTED):
            yield index
            continue
        using = turn is not None and action is not None and turn.uses_of(index) > 0
        if using and action is not None and not _uses_counted(action, rule):
            yield index


def _uses_counted(action: Action, rule: DepartmentRule) -> bool:
    if action is Action.RESEARCH_AND_DEVELOPMENT:
        return True
    if rule.gives_donations:
        return False
    if action is Action.HUMAN_RESOURCES:
        return all(map(moving_uses.is_counted, rule.uses))
    if action is Action.MANAGEMENT:
        return all(map(is_counted, rule.uses))
    return all(supplies(use) or buys(use) or renovates(use) for use in rule.uses)

"""What the optimisers do not count yet: staffed Departments whose effect could make a better plan than theirs.

An answer in whose decision there is one is the best without it, and proves nothing with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from carnegie_solver.components import Action
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.department_rule import DepartmentRule, Per, Use
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.standing_up import may_change_payroll
from carnegie_solver.rules.steps import Gain

SETUP_PHASES = (Phase.SETUP_MOVES, Phase.SETUP_STANDING_UP)


def is_plain(use: Use) -> bool:
    """Whether a use brings a fixed number of dollars or goods cubes."""
    return use.per is Per.USE and use.gain in (Gain.MONEY, Gain.GOODS)


def not_counted(position: Position) -> tuple[int, ...]:
    """Give the spaces of the Company whose Department matters in the decision, but is not counted by its optimiser."""
    return tuple(_spaces(position))


def _spaces(position: Position) -> Iterator[int]:
    turn = position.turn
    action = None if turn is None else turn.action
    payroll = position.phase not in SETUP_PHASES and may_change_payroll(position)
    for index, space in enumerate(position.decider.company):
        rule = rule_of(space.department)
        using = turn is not None and action is not None and turn.uses_of(index) > 0
        relocating = turn is not None and turn.relocations > 0 and _relocates(rule)
        if (
            (using and action is not None and not _uses_counted(action, rule))
            or (space.standing_at and _matters_while_staffed(action, rule))
            or (space.standing_at and rule.changes_payroll and payroll)
            or (rule.second_lobby and action is Action.CONSTRUCTION)
            or relocating
        ):
            yield index


def _uses_counted(action: Action, rule: DepartmentRule) -> bool:
    if rule.gives_donations:
        return False
    if action is Action.MANAGEMENT:
        return all(map(is_plain, rule.uses))
    return not rule.uses and (rule.builds_projects is None or rule.builds_projects.mission)


def _relocates(rule: DepartmentRule) -> bool:
    return any(use.gain is Gain.RELOCATIONS for use in rule.uses)


def _matters_while_staffed(action: Action | None, rule: DepartmentRule) -> bool:
    in_research = rule.advance_discount > 0 or rule.enters_last_space
    match action:
        case Action.MANAGEMENT:
            return rule.fetches
        case Action.RESEARCH_AND_DEVELOPMENT:
            return in_research
        case Action.CONSTRUCTION:
            on_any_type = rule.builds_on_any_type or rule.vp_for_matching > 0
            return in_research or on_any_type or rule.lower_income
        case _:
            return False

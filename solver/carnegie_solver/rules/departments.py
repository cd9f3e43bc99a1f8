"""What each Department does: one entry per Department, each rule in one place.

The order is that of the board and of the numbers on the tiles. A tile whose effect can be said with the fields of
`DepartmentRule` needs its entry here, its row in the components, and its conformance file; see docs/departments.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from carnegie_solver.rules.department_rule import DepartmentRule, Per, ProjectUse, Use, by_projects
from carnegie_solver.rules.endgame import FewestProjects, MoreLinkPoints, MostProjects, PerEmptySpace
from carnegie_solver.rules.position import Player
from carnegie_solver.rules.steps import Gain

RULES: dict[str, DepartmentRule] = {
    # The starting five [seed] ---------------------------------------------------------------------------------------
    "Human Resources": DepartmentRule(moves=3),
    "Commerce and Finance": DepartmentRule(
        uses=(
            Use(Gain.MONEY, 3),
            Use(Gain.GOODS, 1),
            Use(Gain.MONEY, 6, mission=True),
            Use(Gain.GOODS, 2, mission=True),
        )
    ),
    "Strategic Planning": DepartmentRule(builds_departments=True),
    "Construction": DepartmentRule(builds_projects=ProjectUse()),
    "Research and Development": DepartmentRule(study_points=3),
    # Human Resources, base game [public] ----------------------------------------------------------------------------
    "Training and Partnerships": DepartmentRule(
        uses=(Use(Gain.MOVES, 8, mission=True), Use(Gain.MONEY, 8, mission=True))
    ),
    "Recruiting": DepartmentRule(uses=(Use(Gain.MOVES, 4), Use(Gain.NEW_EMPLOYEE, 1, mission=True))),
    "Safety and Quality": DepartmentRule(uses=(Use(Gain.VP, 1, mission=True, per=Per.STANDING_PAIR),)),
    "New Lobby": DepartmentRule(second_lobby=True),
    # Management, base game [public] ---------------------------------------------------------------------------------
    "Purchasing": DepartmentRule(uses=(Use(Gain.GOODS, 3, mission=True), Use(Gain.MONEY, 8, mission=True))),
    "Sales": DepartmentRule(uses=(Use(Gain.SALE, 6, per=Per.CUBE),)),
    "Logistics": DepartmentRule(uses=(Use(Gain.SALE, 3, per=Per.CUBE, vp_per_cube=1),)),
    "Property Management": DepartmentRule(fetches=True),
    # Construction, base game [public] -------------------------------------------------------------------------------
    "Engineering": DepartmentRule(builds_projects=ProjectUse()),
    "Construction Outsourcing": DepartmentRule(builds_projects=ProjectUse(mission=False, dollars=3)),
    "Supply Chain": DepartmentRule(uses=(Use(Gain.PURCHASE, 1, per=Per.CUBE),)),
    "Communications": DepartmentRule(donation_dollars=3),
    # R&D, base game [public] ----------------------------------------------------------------------------------------
    "Advanced Research": DepartmentRule(uses=(Use(Gain.STUDY_POINTS, 7, mission=True),)),
    "Advanced Design": DepartmentRule(study_points=4),
    "Charitable Giving": DepartmentRule(gives_donations=True),
    "Telegraph Operators": DepartmentRule(advance_discount=1),
    # Human Resources, expansion [public] ----------------------------------------------------------------------------
    "Human Resources Administration": DepartmentRule(
        uses=(Use(Gain.RELOCATIONS, 1, mission=True, per=Per.DEPARTMENT),)
    ),
    "Local Partners": DepartmentRule(uses=by_projects(Gain.MOVES, 2)),
    "Corporate Communications": DepartmentRule(steps_diagonally=True),
    "Green Spaces": DepartmentRule(endgame=PerEmptySpace(2)),
    # Management, expansion [public] ---------------------------------------------------------------------------------
    "Accounting": DepartmentRule(uses=(Use(Gain.MONEY, 3, mission=True, per=Per.DEPARTMENT),)),
    "Branding": DepartmentRule(uses=by_projects(Gain.GOODS, 1)),
    "Payroll Management": DepartmentRule(changes_payroll=True),
    "Public Relations": DepartmentRule(endgame=MostProjects(2)),
    # Construction, expansion [public] -------------------------------------------------------------------------------
    "Production Lines": DepartmentRule(uses=(Use(Gain.GOODS, 1, mission=True, per=Per.DEPARTMENT),)),
    "Renovation": DepartmentRule(uses=by_projects(Gain.VP, 1)),
    "Political Lobbying": DepartmentRule(builds_on_any_type=True, vp_for_matching=1),
    "Post Office": DepartmentRule(endgame=MoreLinkPoints(1, most_points=6, beyond_vp=9)),
    # R&D, expansion [public] ----------------------------------------------------------------------------------------
    "R&D Coordination": DepartmentRule(uses=(Use(Gain.STUDY_POINTS, 2, mission=True, per=Per.DEPARTMENT),)),
    "Knowledge Sharing": DepartmentRule(uses=by_projects(Gain.STUDY_POINTS, 2)),
    "Archives": DepartmentRule(lower_income=True, enters_last_space=True),
    "Network of Libraries": DepartmentRule(endgame=FewestProjects(4)),
}

NO_RULE = DepartmentRule()


def rule_of(department: str | None) -> DepartmentRule:
    """Give a Department's rule; no Department, or one that this project does not know, has an empty one."""
    return NO_RULE if department is None else RULES.get(department, NO_RULE)


def staffed_rules(player: Player) -> Iterator[DepartmentRule]:
    """Give the rules of the Departments in which an employee of the player stands."""
    for space in player.company:
        if space.standing_at and space.department is not None:
            yield RULES.get(space.department, NO_RULE)


def built_rules(player: Player) -> Iterator[DepartmentRule]:
    """Give the rules of all Departments of the player's, staffed or not."""
    for space in player.company:
        if space.department is not None:
            yield RULES.get(space.department, NO_RULE)

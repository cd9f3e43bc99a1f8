"""What each Department does: one entry per Department, each rule in one place.

The starting five work in this version; a tile that has no entry here can be built, holds employees and scores, but is
not used yet.
"""

from __future__ import annotations

from dataclasses import dataclass

from carnegie_solver.rules.steps import Gain


@dataclass(frozen=True, slots=True)
class DepartmentRule:
    """What a Department does in its action.

    Attributes
    ----------
    moves
        Employee moves per standing employee, permanent ones included.
    study_points
        Study points per standing employee.
    gains
        Amount (dollars or cubes) of each way of using it once: `(what, with a Mission) -> amount`.
    builds_departments, builds_projects
        Whether one use of it builds a Department, or a project with a Mission.
    """

    moves: int = 0
    study_points: int = 0
    gains: tuple[tuple[Gain, bool, int], ...] = ()
    builds_departments: bool = False
    builds_projects: bool = False

    @property
    def has_uses(self) -> bool:
        """Whether each employee standing in it at the start of the turn serves one use."""
        return bool(self.gains) or self.builds_departments or self.builds_projects


RULES: dict[str, DepartmentRule] = {
    # [seed] 3 moves per standing employee, the permanent one included.
    "Human Resources": DepartmentRule(moves=3),
    # [seed] $3, or 1 goods cube, or a Mission and $6, or a Mission and 2 goods cubes.
    "Commerce and Finance": DepartmentRule(
        gains=(
            (Gain.MONEY, False, 3),
            (Gain.GOODS, False, 1),
            (Gain.MONEY, True, 6),
            (Gain.GOODS, True, 2),
        )
    ),
    # [seed] one tile of the display per standing employee.
    "Strategic Planning": DepartmentRule(builds_departments=True),
    # [seed] one Mission and one project per standing employee.
    "Construction": DepartmentRule(builds_projects=True),
    # [seed] 3 study points per standing employee.
    "Research and Development": DepartmentRule(study_points=3),
}

NO_RULE = DepartmentRule()


def rule_of(department: str | None) -> DepartmentRule:
    """Give a Department's rule; one that is not used has an empty one."""
    return NO_RULE if department is None else RULES.get(department, NO_RULE)

"""What a position's text leaves out: the turn as it begins, and what follows from the rest of a player's holdings."""

from __future__ import annotations

from collections.abc import Iterable

from carnegie_solver.components import Action, Components, ProjectType, Region, TabSide, TabSpaceKind
from carnegie_solver.rules.position import Phase, Player, Project, Space, Turn
from carnegie_solver.rules.turn import begin_turn, setup_turn


def usual_turn(
    components: Components, phase: Phase, action: Action | None, player: Player | None
) -> Turn | None:
    """Give the turn that a position has where nothing is said of it: none outside a turn, else as it begins."""
    if phase is Phase.EVENT:
        return Turn(None)
    if phase is Phase.SETUP_MOVES:
        return setup_turn(components)
    if phase is not Phase.USE_DEPARTMENTS or action is None or player is None:
        return None
    names = (space.department for space in player.company)
    if not all(name is None or name in components.departments for name in names):
        return Turn(action)
    return begin_turn(components, player, action)


def usual_waiting(components: Components, kind: ProjectType, side: TabSide, pulled: int, built: int) -> int:
    """Give the disks that wait on a tab: the revealed circles less those built."""
    revealed = components.tab(kind, side).spaces[: pulled + 1]
    return sum(space.kind is TabSpaceKind.PROJECT for space in revealed) - built


def usual_built(projects: Iterable[Project], kind: ProjectType) -> int:
    """Give the disks of a tab that have been built: the projects of its type on the map."""
    return sum(project.type is kind for project in projects)


def usual_employees(components: Components, company: Iterable[Space], missions: Iterable[int]) -> int:
    """Give the employees in the supply: those who are neither in the Company nor on Missions."""
    placed = sum(space.employees for space in company) + sum(missions)
    return components.tables.setup.employees.total - placed


def usual_disks(components: Components, on_tabs: int, donations: int) -> int:
    """Give the disks in the supply: less one on the score track, those on tracks, tabs, cities and donations."""
    return components.tables.setup.disks - 1 - len(Region) - on_tabs - donations

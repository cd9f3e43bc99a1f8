"""The position: everything that lies on the table of one game, as frozen values.

Tuples with one entry per term are indexed by the enumerations of `components.terms`: `missions[Region.WEST]`,
`tabs[ProjectType.HOUSING]`, `timeline[Action.CONSTRUCTION]`. A Company is a tuple with one entry per space in the order
of `Components.space_labels`, the Lobby first.
"""

from __future__ import annotations

import enum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Action, Event, ProjectType, TabSide


class Phase(enum.IntEnum):
    """Where in the setup or the round the game stands [public]."""

    SETUP_PLACEMENT = 0
    SETUP_MOVES = 1
    SETUP_STANDING_UP = 2
    SELECT_TIMELINE = 3
    EVENT = 4
    USE_DEPARTMENTS = 5
    STANDING_UP = 6
    GAME_OVER = 7


class Space(Struct, frozen=True, gc=False):
    """A space of a Company.

    `standing_at` holds the numbers of the workstations at which employees stand, ascending, 1 being the leftmost; the
    permanent employee is not among them. `lying` counts the employees who lie here.
    """

    department: str | None = None
    standing_at: tuple[int, ...] = ()
    lying: int = 0

    @property
    def employees(self) -> int:
        """Employees here who can move, standing and lying."""
        return len(self.standing_at) + self.lying


class Tab(Struct, frozen=True, gc=False):
    """A project tab: its side, how far it has been pulled, its disks built on the map and waiting on it."""

    side: TabSide = TabSide.A
    pulled: int = 0
    built: int = 0
    waiting: int = 0


class Project(Struct, frozen=True, order=True, gc=False):
    """A disk on a space of a city; `type` is the tab's that it came from."""

    city: str
    city_space: int
    type: ProjectType


class NeutralProject(Struct, frozen=True, order=True, gc=False):
    """A neutral disk, or a disk of Andrew's, on a space of a city."""

    city: str
    city_space: int


class Player(Struct, frozen=True, gc=False):
    """Everything that one player owns: dollars, goods cubes, VP, Company, employees, disks, tabs and tracks.

    `projects` are sorted, `donations` stand in the order in which they were made, `transport` holds the space of each
    track that the disk has reached, 0 being the first. `setup_moves` is how many setup moves a bid has left to be made;
    None for as many as are printed, and once they have begun.
    """

    money: int
    goods: int
    vp: int
    company: tuple[Space, ...]
    missions: tuple[int, ...]
    employees_in_supply: int
    disks_in_supply: int
    tabs: tuple[Tab, ...]
    transport: tuple[int, ...]
    projects: tuple[Project, ...] = ()
    donations: tuple[str, ...] = ()
    reserved_department: str | None = None
    action_choice_tile: bool = False
    setup_moves: int | None = None

    def with_space(self, index: int, space: Space) -> Self:
        """Give the player with one space of the Company replaced."""
        return replace(self, company=(*self.company[:index], space, *self.company[index + 1 :]))

    def with_tab(self, kind: ProjectType, tab: Tab) -> Self:
        """Give the player with one project tab replaced."""
        return replace(self, tabs=(*self.tabs[:kind], tab, *self.tabs[kind + 1 :]))


class TimelineRow(Struct, frozen=True, gc=False):
    """A row of the timeline: the events of its first four spaces, and how many of its five spaces have been used."""

    events: tuple[Event, ...]
    used: int = 0


class Turn(Struct, frozen=True, gc=False):
    """What is left of the deciding player's turn.

    Attributes
    ----------
    action
        The action that is done; None in an event.
    moves, study_points
        Employee moves and study points left.
    uses
        (space, uses left) for each Department that can still be used, ascending by space.
    brought_home, donated
        Whether an employee has come home, or a donation has been made, in the current event.
    choices
        (tab, circle) of the project incomes that still have to be chosen, ascending.
    acted
        For a player who could change the action with an Action Choice tile: whether something has been done in the
        turn, so that it is too late. What is left does not show it: a Mission takes the employee along with the use.
    relocations
        Relocations of employees left [public].
    diagonal
        Whether employees may step diagonally in this turn [public].
    payroll_stood_up
        In the standing-up, where a turn stands only with it: Payroll Management's own employee has been stood up in
        this round, so that it cannot be used [public].
    """

    action: Action | None
    moves: int = 0
    study_points: int = 0
    uses: tuple[tuple[int, int], ...] = ()
    brought_home: bool = False
    donated: bool = False
    choices: tuple[tuple[ProjectType, int], ...] = ()
    acted: bool = False
    relocations: int = 0
    diagonal: bool = False
    payroll_stood_up: bool = False

    def uses_of(self, space: int) -> int:
        """Give the uses left of the Department on a space."""
        return dict(self.uses).get(space, 0)

    def used(self, space: int) -> Turn:
        """Give the turn after one use of the Department on a space."""
        left = ((place, count - (place == space)) for place, count in self.uses)
        return replace(self, uses=tuple((place, count) for place, count in left if count))

    def with_uses_at_most(self, space: int, most: int) -> Turn:
        """Give the turn with no more than `most` uses left of the Department on a space."""
        left = ((place, min(count, most) if place == space else count) for place, count in self.uses)
        return replace(self, uses=tuple((place, count) for place, count in left if count))


class Andrew(Struct, frozen=True, gc=False):
    """The automaton of a solo game [public]: cards in order, how many are played, the top card's shift, holdings.

    `to_act` says that the game waits for him: the player decides after him.
    """

    cards: tuple[str, ...] = ()
    played: int = 0
    shift: int = 0
    vp: int = 0
    departments: tuple[str, ...] = ()
    projects: tuple[NeutralProject, ...] = ()
    donations: tuple[str, ...] = ()
    transport: tuple[int, ...] = (0, 0, 0, 0)
    to_act: bool = False


class Position(Struct, frozen=True, gc=False):
    """A whole position; `player` is the one whose decision is awaited."""

    round: int
    phase: Phase
    first_player: int
    player: int
    action: Action | None
    events: tuple[Event, ...]
    timeline: tuple[TimelineRow, ...]
    players: tuple[Player, ...]
    display: tuple[str, ...]
    neutral_projects: tuple[NeutralProject, ...] = ()
    neutral_donations: tuple[str, ...] = ()
    turn: Turn | None = None
    andrew: Andrew | None = None

    @property
    def decider(self) -> Player:
        """The player whose decision is awaited."""
        return self.players[self.player]

    def with_decider(self, player: Player) -> Self:
        """Give the position with the deciding player replaced."""
        before, after = self.players[: self.player], self.players[self.player + 1 :]
        return replace(self, players=(*before, player, *after))

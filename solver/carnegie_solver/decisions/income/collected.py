"""What an income event can bring: transport income by space of the track, and the incomes of the projects."""

from __future__ import annotations

from msgspec import Struct

from carnegie_solver.components import Components, Event, ProjectType, Region
from carnegie_solver.components.tables import Income
from carnegie_solver.rules import Position
from carnegie_solver.rules.events import owned_incomes
from carnegie_solver.rules.income import takes_lower_income


class Choosing(Struct, frozen=True):
    """A project income that leaves the choice: its tab, its circle, and the parts of which one is taken."""

    type: ProjectType
    circle: int
    parts: tuple[Income, ...]


class Collectable(Struct, frozen=True):
    """What the event offers to the player.

    Attributes
    ----------
    region
        The event's region.
    away
        Employees on Missions there.
    start
        The space of the region's track on which the player's disk stands.
    spaces
        The spaces of the track that transport income can be taken at, now or once the disk has reached them.
    projects
        What the first employee who comes home collects besides, without choices; nothing once one has come home.
    choices
        The incomes to choose from, which all have to be chosen once an employee has come home.
    begun
        Whether an employee has come home before.
    """

    region: Region
    away: int
    start: int
    spaces: tuple[int, ...]
    projects: tuple[Income, ...]
    choices: tuple[Choosing, ...]
    begun: bool

    def most(self, components: Components, amount: str) -> int:
        """Bound what all incomes of the event can bring of something together."""
        track = components.tracks[self.region].spaces
        at_best = max((getattr(track[space].income, amount) for space in self.spaces), default=0)
        return int(
            self.away * at_best
            + sum(getattr(income, amount) for income in self.projects)
            + sum(max(getattr(part, amount) for part in choice.parts) for choice in self.choices)
        )


def collectable(components: Components, position: Position) -> Collectable:
    """List what an income event offers to the player who decides."""
    player, turn = position.decider, position.turn
    assert turn is not None
    event: Event = position.events[0]
    region = Region(event.value)
    start = player.transport[region]
    lowest = 0 if takes_lower_income(player) else start
    owned = tuple(owned_incomes(components, player))
    return Collectable(
        region=region,
        away=player.missions[region],
        start=start,
        spaces=tuple(range(lowest, len(components.tracks[region].spaces))),
        projects=() if turn.brought_home else tuple(income for _, _, income in owned if not income.choice),
        choices=tuple(
            Choosing(kind, circle, income.choice)
            for kind, circle, income in owned
            if income.choice and (not turn.brought_home or (kind, circle) in turn.choices)
        ),
        begun=turn.brought_home,
    )

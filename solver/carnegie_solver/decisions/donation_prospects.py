"""What a donation just made can score more by the turn that follows.

Most donations count what the turn's action cannot change: they leave the same turn as any other of them, so that of
these only those worth most already have to be played on. The others can score up to a bound, which shows of many that
they fall short as well.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, ProjectType, TabSpaceKind
from carnegie_solver.rules import Phase, Player, Position
from carnegie_solver.rules.donations import COUNTED, COUNTS, Counted, donation_limit, donation_vp
from carnegie_solver.rules.timeline import may_change_action

UNSCORED = ""
"""Stands for a donation whose score does not matter."""
_BUILT = {Action.MANAGEMENT: Counted.DEPARTMENTS, Action.CONSTRUCTION: Counted.PROJECTS}
"""What an action builds more of, each time with a use of the turn."""
_STUDIES = frozenset({Action.CONSTRUCTION, Action.RESEARCH_AND_DEVELOPMENT})
"""Actions with study points, for which transport disks advance and tabs raise the donations' limits."""


class Prospect(Struct, frozen=True, gc=False):
    """What the donation made last can score more by a turn.

    Attributes
    ----------
    without
        The position in which the turn begins, but for the donation's name.
    rise
        The most that it can score more, in centi-VP.
    constant
        Whether it scores the same after every turn.
    """

    without: Position
    rise: int
    constant: bool


def changed(action: Action) -> frozenset[Counted]:
    """Say what donations count that a turn of an action can change, the standing-up at its end included."""
    kinds = {Counted.STANDING_EMPLOYEES}
    if action in _BUILT:
        kinds.add(_BUILT[action])
    if action in _STUDIES:
        kinds.add(Counted.TRACKS)
    if action is Action.RESEARCH_AND_DEVELOPMENT:
        kinds.add(Counted.DONATIONS)
    return frozenset(kinds)


def raises_limits(action: Action) -> bool:
    """Whether a turn of an action can raise the limit of every donation."""
    return action in _STUDIES


def prospect(components: Components, position: Position) -> Prospect | None:
    """Say what the donation that the deciding player made last can score more; None where his turn does not follow."""
    turn, player = position.turn, position.decider
    if position.phase is not Phase.USE_DEPARTMENTS or turn is None or turn.action is None:
        return None
    if not player.donations:
        return None
    donation = player.donations[-1]
    other = replace(player, donations=(*player.donations[:-1], UNSCORED))
    now = donation_vp(components, player) - donation_vp(components, other)
    actions = tuple(Action) if may_change_action(components, position) else (turn.action,)
    most = donation_limit(components, player)
    if any(map(raises_limits, actions)):
        most += _raises_left(components, player)
    counted = COUNTED.get(donation)
    if counted is None:
        # What goods cubes and money pay for.
        return Prospect(position.with_decider(other), 100 * (most - now), constant=False)
    count = COUNTS[donation](components, player)
    kinds = frozenset(kind for action in actions for kind in changed(action))
    each = components.donations[donation].vp_each
    if counted not in kinds:
        most = min(most, each * count)
    elif len(actions) == 1 and counted is _BUILT.get(turn.action):
        most = min(most, each * (count + sum(uses for _, uses in turn.uses)))
    constant = counted not in kinds and most == now
    return Prospect(position.with_decider(other), 100 * (most - now), constant)


def _raises_left(components: Components, player: Player) -> int:
    """Sum the VP by which all that the tabs have not yet revealed would raise every donation's limit."""
    return sum(
        space.raise_by
        for kind in ProjectType
        for space in components.tab(kind, player.tabs[kind].side).spaces[player.tabs[kind].pulled + 1 :]
        if space.kind is TabSpaceKind.DONATION_LIMIT
    )

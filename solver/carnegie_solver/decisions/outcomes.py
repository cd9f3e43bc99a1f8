"""When two plans are the same: when they leave the player with the same outcome, up to what makes no difference.

The outcome of a plan is what the decision itself has changed, before the standing-up that the plan counts on. The order
of the steps makes no difference, nor do goods cubes sold at any time, which workstation of a Department is left or
taken, which of a city's spaces of one type a project lies on, or which empty building space without employees a
Department is built on, but for the topmost row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from carnegie_solver.components import Components
from carnegie_solver.rules import Player, Position


def outcome(components: Components, before: Position, after: Position, sold: int) -> Hashable:
    """Give the outcome of a plan: equal for plans that are the same.

    Parameters
    ----------
    before
        The position in which the decision was awaited.
    after
        The position after the plan's steps but for the end of the turn.
    sold
        Goods cubes sold at any time among these steps.
    """
    number = before.player
    player = after.players[number]
    price = components.tables.setup.goods_sell_price_any_time
    return (
        player.money - price * sold,
        player.goods + sold,
        player.vp,
        _company(components, before.players[number], player),
        player.missions,
        player.employees_in_supply,
        tuple((tab.side, tab.pulled, tab.built, tab.waiting) for tab in player.tabs),
        player.transport,
        frozenset(Counter((project.city, project.type) for project in player.projects).items()),
        tuple(sorted(player.donations)),
        player.reserved_department,
        player.action_choice_tile,
    )


def _company(components: Components, before: Player, after: Player) -> Hashable:
    """Give what stands where; new Departments on spaces that had nothing are alike by row and by who lies in them."""
    known: list[Hashable] = []
    new: Counter[Hashable] = Counter()
    for index, (old, space) in enumerate(zip(before.company, after.company, strict=True)):
        contents = (space.department, len(space.standing_at), space.lying)
        if old.department is None and not old.employees and space.department and not space.lying:
            new[contents, components.topmost[index]] += 1
        elif old.department is None and not old.employees and not space.employees and not space.department:
            continue
        else:
            known.append((index, contents))
    return tuple(known), frozenset(new.items())

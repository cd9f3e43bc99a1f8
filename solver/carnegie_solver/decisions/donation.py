"""A donation event: which donation to make, and the goods cubes sold to pay for it or because that pays.

Each free donation space is tried with its best sale, so the answer is exact and needs no search.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Components, Event
from carnegie_solver.decisions.answer import Answer, Choice, Statistics
from carnegie_solver.decisions.standing_options import Holdings
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.restrictions import Restrictions
from carnegie_solver.rules import Phase, Player, Position, Step
from carnegie_solver.rules.donating import donation_cost, held_donations
from carnegie_solver.rules.donations import counted_vp
from carnegie_solver.rules.steps import Donate, EndTurn, SellGoods
from carnegie_solver.valuation import Outlook


class Option(Struct, frozen=True):
    """A donation made, or none, with the goods cubes best sold for it, and the gain in centi-VP."""

    donation: str | None
    sold: int
    gain: int

    @property
    def plan(self) -> Plan:
        """Its steps."""
        steps: list[Step] = [SellGoods(self.sold)] if self.sold else []
        if self.donation is not None:
            steps.append(Donate(self.donation))
        return Plan((*steps, EndTurn()))


def solve(
    components: Components,
    outlook: Outlook,
    position: Position,
    limit: Limit,  # noqa: ARG001 - there is nothing to cut short
    count: int = 1,
) -> Answer:
    """Find the best donations for a donation event, or that none is made.

    Raises
    ------
    ValueError
        When the position is not in a donation event.
    """
    if position.phase is not Phase.EVENT or position.events[0] is not Event.DONATION:
        raise ValueError("no donation event")
    options = _options(components, outlook, position)
    options.sort(key=lambda option: (-option.gain, len(option.plan.steps)))
    choices = tuple(Choice(option.plan, option.gain, option.gain) for option in options[:count])
    return Answer(choices, None, Statistics("ENUMERATION", nodes=len(options)))


def _options(components: Components, outlook: Outlook, position: Position) -> list[Option]:
    """List what the player can do, no donation first, then in the order of the donations."""
    player = position.decider
    before = Holdings(components, outlook, player).worth(player.money, player.goods)
    before += 100 * sum(counted_vp(components, player).values())
    before += sum(outlook.donation_growth(donation) for donation in player.donations)
    options = []
    for donation in (None, *_open_donations(components, position, outlook.restrictions)):
        after = player
        cost = 0
        if donation is not None:
            cost = donation_cost(player)
            after = replace(player, donations=(*player.donations, donation))
        best = _best(components, outlook, after, cost)
        if best is not None:
            worth, sold = best
            options.append(Option(donation, sold, worth - before))
    return options


def _open_donations(
    components: Components, position: Position, restrictions: Restrictions
) -> tuple[str, ...]:
    """Give the donation spaces on which a disk can be placed, and may be by the lists, however it is paid for."""
    if position.turn is None or position.turn.donated or not position.decider.disks_in_supply:
        return ()
    held = held_donations(position)
    return tuple(
        donation
        for donation in components.donations
        if donation not in held and restrictions.permits(components, position, Donate(donation))
    )


def _best(components: Components, outlook: Outlook, after: Player, cost: int) -> tuple[int, int] | None:
    """Give the worth of holdings and donations once a cost is paid, and the cubes best sold; None if it cannot be."""
    sale = Holdings(components, outlook, after).best_sale(cost)
    if sale is None:
        return None
    worth, sold = sale
    growth = sum(outlook.donation_growth(donation) for donation in after.donations)
    return worth + growth + 100 * sum(counted_vp(components, after).values()), sold

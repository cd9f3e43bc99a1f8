"""What donations score in a CP-SAT program: those held, and those that the decision can make."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components
from carnegie_solver.decisions.program import LinearExpr, Program, total
from carnegie_solver.rules import Player
from carnegie_solver.rules.donations import (
    BY_GOODS,
    BY_MONEY,
    BY_MONEY_AND_GOODS,
    COUNTS,
    DOLLARS_PER_SUM,
    PAID,
    counted_vp,
    donation_limit,
    paid_vp,
    raised_limits,
)

Counts = Mapping[str, tuple[LinearExpr, int]]
"""Counts of donations that a decision changes, each with its maximum, by the donation's id."""
Made = Mapping[str, cp_model.IntVar]
"""Whether a donation is made, by the donation's id."""


class DonationScores:
    """The scores of a player's donations after a decision, as a gain.

    Parameters
    ----------
    program
        The program to extend.
    player
        The player as the decision finds him.
    raised, most_raised
        VP by which the tabs raise every donation's limit in the end, None when the decision cannot change that; and
        their maximum.
    counts
        For donations whose count the decision changes: the count, and its maximum.
    made
        The donations that the decision can make.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        player: Player,
        *,
        raised: LinearExpr | None,
        most_raised: int,
        counts: Counts,
        made: Made | None = None,
    ) -> None:
        self._program, self._components, self._player = program, components, player
        self._made = made or {}
        base = components.tables.donations.limit
        self._limit: LinearExpr = base + raised if raised is not None else donation_limit(components, player)
        self._most_limit = base + (most_raised if raised is not None else raised_limits(components, player))
        self._raises = raised is not None and most_raised > raised_limits(components, player)
        self._counted(counts)

    def _counted(self, counts: Counts) -> None:
        """Score the donations that count something lasting."""
        components, player = self._components, self._player
        before = counted_vp(components, player)
        another = replace(player, donations=(*player.donations, ""))
        for donation in (*before, *(name for name in self._made if name in COUNTS)):
            each = components.donations[donation].vp_each
            now = COUNTS[donation](components, player)
            count, most = counts.get(donation, (now, now))
            # Some donations count the donations themselves.
            per_donation = COUNTS[donation](components, another) - now
            if per_donation and self._made:
                count = count + per_donation * total(self._made.values())
                most += per_donation * len(self._made)
            known = isinstance(count, int) and not self._raises
            if known:
                vp = min(each * most, self._most_limit)
                if donation in self._made:
                    self._program.gains(100 * vp * self._made[donation], 100 * vp)
            else:
                self._score(donation, each * count, each * most, before.get(donation, 0))

    def paid(self, money: LinearExpr, most_money: int, goods: LinearExpr, most_goods: int) -> None:
        """Score the donations that goods cubes and money, as they are in the end, pay for."""
        program, components, player = self._program, self._components, self._player
        held = frozenset(player.donations)
        if not held.intersection(PAID) and not any(donation in PAID for donation in self._made):
            return
        before = paid_vp(components, held, donation_limit(components, player), player.money, player.goods)
        sums = program.integer(0, most_money // DOLLARS_PER_SUM, "sums")
        pairs = program.integer(0, most_goods, "pairs")
        cubes = program.integer(0, most_goods, "cubes")
        program.model.add(DOLLARS_PER_SUM * (sums + pairs) <= money)
        program.model.add(cubes + pairs <= goods)
        for donation, number, most in (
            (BY_MONEY, sums, most_money // DOLLARS_PER_SUM),
            (BY_GOODS, cubes, most_goods),
            (BY_MONEY_AND_GOODS, pairs, most_goods),
        ):
            if donation in held or donation in self._made:
                each = components.donations[donation].vp_each
                self._score(donation, each * number, each * most, 0)
            else:
                program.model.add(number == 0)
        program.gains(-100 * before, -100 * before)

    def _score(self, donation: str, counted: LinearExpr, most: int, before: int) -> None:
        most = max(0, min(most, self._most_limit))
        vp = self._program.integer(0, most, donation)
        self._program.model.add(vp <= counted)
        self._program.model.add(vp <= self._limit)
        if donation in self._made:
            self._program.model.add(vp <= most * self._made[donation])
        self._program.gains(100 * (vp - before), 100 * (most - before))

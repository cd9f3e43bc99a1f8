"""The end of the round in a CP-SAT program: goods sold, employees stood up, and what donations are then worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ortools.sat.python import cp_model

from carnegie_solver.components import Components
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.standing_options import (
    StandingOption,
    space_worth,
    standing_options,
    standing_steps,
)
from carnegie_solver.rules import Player, Space, Step
from carnegie_solver.rules.donations import (
    BY_GOODS,
    BY_MONEY,
    BY_MONEY_AND_GOODS,
    COUNTS,
    DOLLARS_PER_SUM,
    STAFFED,
    counted_vp,
    donation_limit,
    paid_vp,
    raised_limits,
    standing_employees,
)
from carnegie_solver.rules.steps import Payroll, SellGoods
from carnegie_solver.valuation import Outlook

Scenario = tuple[Space, cp_model.IntVar | None]
"""A state in which a space can be when standing up begins, and the 0-1 variable that says so; None: it always is."""


class Closing:
    """The end of the round for one player.

    Parameters
    ----------
    program
        The program to extend.
    player
        The player as the decision finds him.
    money, goods
        Dollars and goods cubes when standing up begins, as expressions; they must be 0 or more.
    most_money, most_goods
        What they can be at most.
    scenarios
        For each space of the Company, the states in which it can be when standing up begins. The 0-1 variables of one
        space must add up to 1. A space that is not listed is as the decision finds it.
    raised
        VP by which the tabs have raised every donation's limit then; None when the decision cannot change that.
    most_raised
        What that can be at most.
    counts
        For donations whose count the decision changes: the count, and its maximum.
    payroll
        Whether Payroll Management can be used then: false, true, or a 0-1 variable that says so.
    vp
        The player's VP when standing up begins; None when the decision cannot change them. Their gain is not counted
        here.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        outlook: Outlook,
        player: Player,
        *,
        money: LinearExpr,
        most_money: int,
        goods: LinearExpr,
        most_goods: int,
        scenarios: Mapping[int, Sequence[Scenario]] | None = None,
        raised: LinearExpr | None = None,
        most_raised: int = 0,
        counts: Mapping[str, tuple[LinearExpr, int]] | None = None,
        payroll: cp_model.IntVar | bool = False,
        vp: LinearExpr | None = None,
    ) -> None:
        self._program = program
        self._components = components
        self._outlook = outlook
        self._player = player
        self._chosen: list[tuple[int, StandingOption, cp_model.IntVar]] = []
        # Only a cut needs VP: who has bid them away may stand up for bonuses.
        self._cutting = program.boolean("cutting") if payroll is not False else None
        cost, standing, bonus = self._stand_up(scenarios or {}, payroll)
        if payroll is not False:
            enough = program.model.add((player.vp if vp is None else vp) + bonus >= 0)
            if player.vp < 0 and self._cutting is not None:
                enough.only_enforce_if(self._cutting)
        price = components.tables.setup.goods_sell_price_any_time
        sells = outlook.restrictions.permits_on(components, None, SellGoods(1))
        self._sold = program.integer(0, most_goods if sells else 0, "sold")
        used = program.boolean("sells")
        program.model.add(self._sold <= most_goods * used)
        program.takes_steps(used)
        most_money += price * most_goods
        left = program.integer(0, most_money, "money_left")
        program.model.add(left == money + price * self._sold - cost)
        kept = program.integer(0, most_goods, "goods_left")
        program.model.add(kept == goods - self._sold)
        program.gains(outlook.money * (left - player.money), outlook.money * (most_money - player.money))
        program.gains(outlook.goods * (kept - player.goods), outlook.goods * (most_goods - player.goods))
        all_counts = dict(counts or {})
        if STAFFED in player.donations:
            employees = components.tables.setup.employees.total
            all_counts[STAFFED] = (standing_employees(player) + standing, employees)
        self._donations(left, most_money, kept, most_goods, raised, most_raised, all_counts)

    def _stand_up(
        self, scenarios: Mapping[int, Sequence[Scenario]], payroll: cp_model.IntVar | bool
    ) -> tuple[LinearExpr, LinearExpr, LinearExpr]:
        """Add the choice of who stands up; give its cost in dollars, how many more stand, and the VP of bonuses."""
        program, player = self._program, self._player
        costs: list[LinearExpr] = [0]
        standing: list[LinearExpr] = [0]
        bonuses: list[LinearExpr] = [0]
        may_change = payroll is not False
        for index, space in enumerate(player.company):
            before = space_worth(self._components, self._outlook, index, space)
            states = scenarios.get(index, ((space, None),))
            best = before
            for state, active in states:
                options = standing_options(self._components, self._outlook, index, state, payroll=may_change)
                if not isinstance(payroll, bool):
                    # What a changed cost makes needless is needed where it turns out that none can be changed.
                    plain = standing_options(self._components, self._outlook, index, state)
                    options += tuple(option for option in plain if option not in options)
                best = max(best, *(option.value for option in options))
                if active is None and len(options) == 1 and state == space:
                    continue
                choices = [program.boolean(f"space{index}_up{number}") for number in range(len(options))]
                program.model.add(sum(choices) == (1 if active is None else active))
                for option, choice in zip(options, choices, strict=True):
                    # The largest gain of the space is counted once, below.
                    program.gains((option.value - before) * choice, 0)
                    program.takes_steps(len(option.seats) * choice)
                    if not isinstance(payroll, bool) and any(
                        change is not None for _, change in option.seats
                    ):
                        program.model.add_implication(choice, payroll)
                    if self._cutting is not None and any(change is Payroll.CUT for _, change in option.seats):
                        program.model.add_implication(choice, self._cutting)
                    bonuses.append(option.vp * choice)
                    costs.append(option.cost * choice)
                    standing.append((option.standing - len(space.standing_at)) * choice)
                    self._chosen.append((index, option, choice))
            program.gains(0, best - before)
        return total(costs), total(standing), total(bonuses)

    def _donations(
        self,
        money: cp_model.IntVar,
        most_money: int,
        goods: cp_model.IntVar,
        most_goods: int,
        raised: LinearExpr | None,
        most_raised: int,
        counts: Mapping[str, tuple[LinearExpr, int]],
    ) -> None:
        """Add what the held donations score more than before."""
        program, components, player = self._program, self._components, self._player
        base = components.tables.donations.limit
        limit: LinearExpr = base + raised if raised is not None else donation_limit(components, player)
        most_limit = base + (most_raised if raised is not None else raised_limits(components, player))
        before = counted_vp(components, player)
        for donation, vp in before.items():
            if raised is None and donation not in counts:
                continue
            each = components.donations[donation].vp_each
            count, most = counts.get(donation, (COUNTS[donation](components, player),) * 2)
            self._scores(donation, each * count, min(each * most, most_limit), limit, vp)
        held = frozenset(player.donations)
        paid_before = paid_vp(
            components, held, donation_limit(components, player), player.money, player.goods
        )
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
            if donation in held:
                each = components.donations[donation].vp_each
                self._scores(donation, each * number, min(each * most, most_limit), limit, 0)
            else:
                program.model.add(number == 0)
        program.gains(-100 * paid_before, -100 * paid_before)

    def _scores(self, name: str, counted: LinearExpr, most: int, limit: LinearExpr, before: int) -> None:
        vp = self._program.integer(0, max(0, most), name)
        self._program.model.add(vp <= counted)
        self._program.model.add(vp <= limit)
        self._program.gains(100 * (vp - before), 100 * (max(0, most) - before))

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps at the end of the round from a solution."""
        chosen = {index: option for index, option, choice in self._chosen if outcome.value(choice)}
        return standing_steps(self._components, outcome.value(self._sold), chosen)

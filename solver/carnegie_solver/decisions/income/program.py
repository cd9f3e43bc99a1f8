"""An income event as a CP-SAT program: who comes home with which income, and how study points are spent at once."""

from __future__ import annotations

import functools
from collections.abc import Callable

from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import LOBBY, Components
from carnegie_solver.components.tables import Income
from carnegie_solver.decisions.donation_scores import DonationScores
from carnegie_solver.decisions.income.arrivals import Arrivals
from carnegie_solver.decisions.income.collected import Choosing, Collectable, collectable
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.research.order import Gate
from carnegie_solver.decisions.research.spending import Bounded, Spending
from carnegie_solver.decisions.standing_options import Holdings
from carnegie_solver.plans import Plan
from carnegie_solver.restrictions import NothingPermitted
from carnegie_solver.rules import Player, Position, Step
from carnegie_solver.rules.donations import RAILROADS
from carnegie_solver.rules.steps import BringHome, ChooseIncome, EndTurn, SellGoods
from carnegie_solver.valuation import Outlook


class IncomeProgram:
    """Who comes home from the event's region, and what is made of it.

    Advancing the region's own disk between two who come home changes what the second brings. So for each space of the
    track it is said how many come home with its income: at once, or as soon as the disk is there.
    """

    def __init__(self, components: Components, outlook: Outlook, position: Position) -> None:
        assert position.turn is not None
        self.program = program = Program()
        self._components, self._outlook = components, outlook
        player = position.decider
        self._permits = functools.partial(outlook.restrictions.permits, components, position)
        self._offer = offer = self._permitted(collectable(components, position))
        self._points = position.turn.study_points
        most_points = self._points + offer.most(components, "study_points")
        self._spending = Spending(program, components, outlook, position, most_points, ordered=offer.region)
        self._gates = {
            gate.reached: gate for gate in self._spending.order.gates if gate.region is offer.region
        }
        self._track = components.tracks[offer.region].spaces
        self._home = {
            space: program.integer(0, offer.away, f"home_{space}")
            for space in offer.spaces
            if offer.away and (space <= offer.start or space in self._gates)
        }
        self._comes = self._bring_home()
        self._picked = [
            (choosing, number, part, program.boolean(f"{choosing.type.name}_{choosing.circle}_{number}"))
            for choosing in offer.choices
            for number, part in enumerate(choosing.parts)
        ]
        self._choose()
        self._spending.within(self._points + self._sum(lambda income: income.study_points), self._points_at)
        self._arrivals = Arrivals(
            program,
            components,
            outlook,
            player,
            offer,
            self._home,
            self._comes,
            [(part, chosen) for _, _, part, chosen in self._picked],
            self._spending.arriving(lambda option: option.new_employees),
        )
        self._gain(player)

    @property
    def beyond(self) -> int:
        """What plans that are not looked at could gain more, in centi-VP; 0 unless incomes are odd, see `Arrivals`."""
        return self._arrivals.beyond

    def _permitted(self, offer: Collectable) -> Collectable:
        """Leave nobody to come home where nobody may."""
        return offer if self._permits(BringHome()) else replace(offer, away=0)

    def _bring_home(self) -> LinearExpr:
        """Add how many come home; give whether anybody does."""
        program, offer = self.program, self._offer
        if not offer.away:
            return 0
        count = program.integer(0, offer.away, "comes_home")
        program.model.add(count == total(self._home.values()))
        program.decides(count)
        program.takes_steps(count)
        self._spending.gain_missions(offer.region, count, offer.away, sign=-1)
        for space, number in self._home.items():
            if space > offer.start:
                program.model.add(number <= offer.away * self._gates[space].active)
        comes = program.boolean("comes")
        program.model.add(count <= offer.away * comes)
        program.model.add(count >= comes)
        if not offer.begun:
            # Before the first comes home there are no study points: he takes an income in reach at once.
            at_once = [number for space, number in self._home.items() if space <= offer.start]
            program.model.add(total(at_once) >= comes)
        return comes

    def _choose(self) -> None:
        """Demand that one part of each income is chosen, once anybody has come home.

        Raises
        ------
        NothingPermitted
            When somebody has, and it may not be chosen.
        """
        collects: LinearExpr = 1 if self._offer.begun else self._comes
        for choosing in self._offer.choices:
            if not self._permits(_choice(choosing, 0, LOBBY)):
                if self._offer.begun:
                    raise NothingPermitted
                self.program.model.add(self._comes == 0)
            parts = [chosen for other, _, _, chosen in self._picked if other is choosing]
            self.program.model.add(total(parts) == collects)
        self.program.takes_steps(total([chosen for _, _, _, chosen in self._picked]))

    def _sum(
        self, amount: Callable[[Income], int], of_home: Callable[[int], LinearExpr] | None = None
    ) -> LinearExpr:
        """Sum what the incomes bring of something; `of_home` says how many of those at a space of the track count."""
        terms: list[LinearExpr] = []
        for space, count in self._home.items():
            if amount(self._track[space].income):
                terms.append(
                    amount(self._track[space].income) * (count if of_home is None else of_home(space))
                )
        terms.append(sum(amount(income) for income in self._offer.projects) * self._comes)
        terms.extend(amount(part) * chosen for _, _, part, chosen in self._picked if amount(part))
        return total(terms)

    def _points_at(self, gate: Gate) -> LinearExpr:
        """Give the study points that incomes have brought before an advance: all that can come before it does."""
        order, away = self._spending.order, self._offer.away

        def counted(space: int) -> LinearExpr:
            if space <= self._offer.start:
                return self._home[space]
            return order.counted_before(self._home[space], away, self._gates[space], gate)

        return self._points + self._sum(lambda income: income.study_points, counted)

    def _gain(self, player: Player) -> None:
        """Add what money, goods cubes, VP and donations gain."""
        program, outlook, components = self.program, self._outlook, self._components
        money, most_money = self._brought("money", lambda income: income.money)
        goods, most_goods = self._brought("goods", lambda income: income.goods)
        vp, most_vp = self._brought("vp", lambda income: income.vp)
        program.gains(100 * vp, 100 * most_vp)
        arriving, most_arriving = self._spending.arriving(lambda option: option.money)
        money, most_money = money + arriving, most_money + most_arriving
        arriving, most_arriving = self._spending.arriving(lambda option: option.goods)
        goods, most_goods = goods + arriving, most_goods + most_arriving
        self._sold: LinearExpr = 0
        if Holdings(components, outlook, player).sale_can_pay:
            price = components.tables.setup.goods_sell_price_any_time
            sold = self._sold = self._sale(player.goods + goods, player.goods + most_goods)
            money, goods = money + price * sold, goods - sold
            most_money += price * (player.goods + most_goods)
        program.gains(outlook.money * money, outlook.money * most_money)
        program.gains(outlook.goods * goods, outlook.goods * most_goods)
        if player.donations:
            raised, most_raised = self._spending.raised
            scores = DonationScores(
                program,
                components,
                player,
                raised=raised,
                most_raised=most_raised,
                counts={RAILROADS: self._spending.railroads},
            )
            scores.paid(
                player.money + money,
                player.money + most_money,
                player.goods + goods,
                player.goods + most_goods,
            )

    def _sale(self, goods: LinearExpr, most: int) -> cp_model.IntVar:
        """Add how many of some goods cubes are sold later in the round, which is one step.

        An event has nothing to pay for, and the turn after it may need the cubes: they are not sold before its end.
        """
        program = self.program
        sold, sells = program.integer(0, most, "sold"), program.boolean("sells")
        program.model.add(sold <= goods)
        program.model.add(sold <= most * sells)
        program.takes_steps(sells)
        return sold

    def _brought(self, name: str, amount: Callable[[Income], int]) -> Bounded:
        """Sum what the incomes bring of something; plans differ by it."""
        most = self._offer.most(self._components, name)
        if not most:
            return 0, 0
        brought = self.program.integer(0, most, name)
        self.program.model.add(brought == self._sum(amount))
        self.program.decides(brought)
        return brought, most

    # Reading a solution ------------------------------------------------------------------------------------------

    def plain_plan(self) -> Plan:
        """Give a plan that brings nobody home, and of what has to be chosen takes the first part."""
        choices = self._offer.choices if self._offer.begun else ()
        return Plan((*(_choice(choosing, 0, LOBBY) for choosing in choices), EndTurn()))

    def plan(self, outcome: Outcome) -> Plan:
        """Read the plan from a solution."""
        sold = outcome.value(self._sold)
        return Plan((*self.steps(outcome), EndTurn()), (SellGoods(sold),) if sold else ())

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps from a solution: incomes as soon as they can be had, then what study points are spent on.

        Incomes chosen that would bring a new employee, but find an empty supply, come last.
        """
        left = {space: outcome.value(count) for space, count in self._home.items()}
        chosen = [
            (choosing, number, part) for choosing, number, part, one in self._picked if outcome.value(one)
        ]
        lobbies = iter(self._arrivals.lobbies_of_chosen(outcome))
        now: list[Step] = []
        later: list[Step] = []
        for choosing, number, part in chosen:
            lobby = next(lobbies, None) if part.new_employee else LOBBY
            in_time = lobby is not None or not self._arrivals.splits
            (now if in_time else later).append(_choice(choosing, number, lobby or LOBBY))
        home = _Homecomers(self._arrivals, outcome, self._offer.start, left)
        steps: list[Step] = []
        if not self._offer.begun and any(left.values()):
            steps.append(home.first())
        steps.extend(now)
        for space in left:
            if space <= self._offer.start:
                steps.extend(home.at(space))
        region = self._offer.region
        steps.extend(
            self._spending.advances(
                outcome, lambda gate: home.at(gate.reached) if gate.region is region else ()
            )
        )
        return (*steps, *later, *self._spending.slides(outcome))


class _Homecomers:
    """Those who come home in a solution, one after the other."""

    def __init__(self, arrivals: Arrivals, outcome: Outcome, start: int, left: dict[int, int]) -> None:
        self._arrivals, self._outcome, self._start, self._left = arrivals, outcome, start, left
        rest = list(arrivals.lobbies_of_rest(outcome))
        self._hiring = [lobby for hires, lobby in rest if hires]
        self._others = [lobby for hires, lobby in rest if not hires]

    def first(self) -> BringHome:
        """Bring the first one home."""
        space = self._arrivals.first_space(self._outcome, self._left)
        self._left[space] -= 1
        return BringHome(self._arrivals.first_lobby(self._outcome), self._lower(space))

    def at(self, space: int) -> list[BringHome]:
        """Bring home those who take the income of a space."""
        steps = []
        for _ in range(self._left.get(space, 0)):
            lobbies = self._hiring if self._arrivals.hires[space] and self._hiring else self._others
            steps.append(BringHome(lobbies.pop(0) if lobbies else LOBBY, self._lower(space)))
        return steps

    def _lower(self, space: int) -> int | None:
        return space if space < self._start else None


def _choice(choosing: Choosing, part: int, lobby: str) -> ChooseIncome:
    return ChooseIncome(choosing.type, choosing.circle, part, lobby)

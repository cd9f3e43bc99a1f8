"""A turn of Research and Development as a CP-SAT program: uses, donations, study points spent, standing up."""

from __future__ import annotations

from carnegie_solver.components import Components
from carnegie_solver.decisions.closing import Closing
from carnegie_solver.decisions.donation_scores import Counts
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program
from carnegie_solver.decisions.research.giving import Giving
from carnegie_solver.decisions.research.spending import Spending
from carnegie_solver.decisions.research.uses import Uses
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Player, Position, Step
from carnegie_solver.rules.donations import RAILROADS
from carnegie_solver.rules.standing_up import may_change_payroll
from carnegie_solver.rules.steps import EndTurn
from carnegie_solver.valuation import Outlook


class ResearchProgram:
    """How the uses and the study points of a turn are spent."""

    def __init__(self, components: Components, outlook: Outlook, position: Position) -> None:
        assert position.turn is not None
        self.program = program = Program()
        player = position.decider
        self._uses = Uses(program, components, position, outlook.restrictions)
        self._giving = Giving(program, components, position, self._uses.given, outlook.restrictions)
        self._uses.share_missions(self._giving.made)
        brought, most_brought = self._uses.bring(lambda way: way.points)
        self._spending = spending = Spending(
            program,
            components,
            outlook,
            position,
            position.turn.study_points + most_brought,
            other_disks=self._giving.disks,
            most_other_disks=self._giving.most_disks,
        )
        spending.within(position.turn.study_points + brought)
        for region, count in self._uses.missions.items():
            spending.gain_missions(region, count, self._uses.most_sent)
        for donation, made in self._giving.made.items():
            growth = outlook.donation_growth(donation)
            program.gains(growth * made, growth)
        self._hire(outlook, player)
        vp = self._bring_vp(player)
        money, most_money = self._money(player)
        arriving_goods, most_arriving = spending.arriving(lambda option: option.goods)
        used_goods, most_used = self._uses.bring(lambda way: way.goods)
        if most_used:
            goods_of_uses = program.integer(0, most_used, "goods_of_uses")
            program.model.add(goods_of_uses == used_goods)
            program.decides(goods_of_uses)
        most_goods = player.goods + most_arriving + most_used
        money, goods = self._giving.pay(money, player.goods + arriving_goods + used_goods, most_goods)
        price = components.tables.setup.goods_sell_price_any_time
        if self._giving.made:
            most_money += price * most_goods
        raised, most_raised = spending.raised
        counts: Counts = {RAILROADS: spending.railroads}
        payroll = may_change_payroll(position)
        self._closing = Closing(
            program,
            components,
            outlook,
            player,
            money=money,
            most_money=most_money,
            goods=goods,
            most_goods=most_goods,
            scenarios=self._uses.scenarios,
            raised=raised,
            most_raised=most_raised,
            counts=counts,
            made=self._giving.made,
            endgame=spending.endgame(),
            payroll=payroll,
            vp=vp,
        )

    def _money(self, player: Player) -> tuple[LinearExpr, int]:
        """Give the dollars before donations are paid; those of the uses make plans differ."""
        arriving, most_arriving = self._spending.arriving(lambda option: option.money)
        used, most_used = self._uses.bring(lambda way: way.money)
        if most_used:
            dollars = self.program.integer(0, most_used, "dollars_of_uses")
            self.program.model.add(dollars == used)
            self.program.decides(dollars)
        return player.money + arriving + used, player.money + most_arriving + most_used

    def _bring_vp(self, player: Player) -> LinearExpr:
        """Gain the VP of the uses; give the player's VP when standing up begins. Those of arrivals are gained there."""
        arriving, _ = self._spending.arriving(lambda option: option.vp)
        used, most_used = self._uses.bring(lambda way: way.vp)
        if most_used:
            brought = self.program.integer(0, most_used, "vp_of_uses")
            self.program.model.add(brought == used)
            self.program.decides(brought)
            self.program.gains(100 * brought, 100 * most_used)
        return player.vp + arriving + used

    def _hire(self, outlook: Outlook, player: Player) -> None:
        """Gain the new employees that arrivals bring, as far as the supply has them; they lie in the Lobby."""
        arriving, most = self._spending.arriving(lambda option: option.new_employees)
        most_hired = min(most, player.employees_in_supply)
        if not most_hired:
            return
        hired = self.program.integer(0, most_hired, "hired")
        if most_hired < most:
            self.program.model.add_min_equality(hired, [arriving, player.employees_in_supply])
        else:
            self.program.model.add(hired == arriving)
        self.program.gains(outlook.elsewhere[0] * hired, outlook.elsewhere[0] * most_hired)

    def plan(self, outcome: Outcome) -> Plan:
        """Read the plan from a solution."""
        return Plan((*self.steps(outcome), EndTurn()), self._closing.steps(outcome))

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps from a solution.

        Uses and advances come first, for they can bring dollars for donations; slides without disks come last.
        """
        send = self._uses.senders(outcome)
        uses = self._uses.steps(outcome, send)
        given = self._giving.steps(outcome, send)
        return (*uses, *self._spending.advances(outcome), *given, *self._spending.slides(outcome))

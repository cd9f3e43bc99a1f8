"""The end of the round in a CP-SAT program: goods sold, employees stood up, and what donations are then worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ortools.sat.python import cp_model

from carnegie_solver.components import Components
from carnegie_solver.decisions.donation_scores import Counts, DonationScores, Made
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.space_worths import SpaceWorths
from carnegie_solver.decisions.standing_options import StandingOption, standing_options, standing_steps
from carnegie_solver.rules import Player, Space, Step
from carnegie_solver.rules.donations import STAFFED, standing_employees
from carnegie_solver.rules.scoring import endgame_vp
from carnegie_solver.rules.steps import Payroll, SellGoods
from carnegie_solver.valuation import Outlook

Scenario = tuple[Space, cp_model.IntVar | None]
"""A state in which a space can be when standing up begins, and the 0-1 variable that says so; None: it always is."""
Score = tuple[LinearExpr, int]
"""VP that can be scored, as an expression that can be lowered but not exceed them, and their maximum."""


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
    made
        The donations that the decision can make.
    endgame
        For Departments whose score at the end of the game the decision changes: what each scores if it is staffed.
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
        counts: Counts | None = None,
        made: Made | None = None,
        endgame: Mapping[str, Score] | None = None,
        payroll: cp_model.IntVar | bool = False,
        vp: LinearExpr | None = None,
    ) -> None:
        self._program = program
        self._components = components
        self._player = player
        self._chosen: list[tuple[int, StandingOption, cp_model.IntVar]] = []
        # Only a cut needs VP: who has bid them away may stand up for bonuses.
        self._worths = SpaceWorths(components, outlook, player, endgame or ())
        self._staffed: dict[str, list[LinearExpr]] = {name: [] for name in endgame or ()}
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
        if STAFFED in player.donations or (made and STAFFED in made):
            employees = components.tables.setup.employees.total
            all_counts[STAFFED] = (standing_employees(player) + standing, employees)
        scores = DonationScores(
            program,
            components,
            player,
            raised=raised,
            most_raised=most_raised,
            counts=all_counts,
            made=made,
        )
        scores.paid(left, most_money, kept, most_goods)
        self._score_endgame(endgame or {})

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
            before = self._worths.of(index, space)
            states = scenarios.get(index, ((space, None),))
            best = before
            for state, active in states:
                options = standing_options(self._components, self._worths, index, state, payroll=may_change)
                if not isinstance(payroll, bool):
                    # What a changed cost makes needless is needed where it turns out that none can be changed.
                    plain = standing_options(self._components, self._worths, index, state)
                    options += tuple(option for option in plain if option not in options)
                best = max(best, *(option.value for option in options))
                if active is None and len(options) == 1 and state == space:
                    self._note_staffed(state, ((options[0], 1),))
                    continue
                if active is not None and len(options) == 1:
                    choices = [active]  # nothing to choose in this state
                else:
                    choices = [program.boolean(f"space{index}_up{number}") for number in range(len(options))]
                    program.model.add(sum(choices) == (1 if active is None else active))
                self._note_staffed(state, zip(options, choices, strict=True))
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

    def _note_staffed(self, space: Space, options: Iterable[tuple[StandingOption, LinearExpr]]) -> None:
        """Note when a Department is staffed whose score at the end of the game the decision changes."""
        if space.department in self._staffed:
            self._staffed[space.department] += [chosen for option, chosen in options if option.standing]

    def _score_endgame(self, scores: Mapping[str, Score]) -> None:
        """Add what Departments score at the end of the game, where the decision changes that, more than before."""
        program, player = self._program, self._player
        before = endgame_vp(self._components, player)
        for name, (score, most) in scores.items():
            staffed = self._staffed[name]
            had = before.get(name, 0)
            if not staffed:
                program.gains(-100 * had, -100 * had)
                continue
            vp = program.integer(0, most, f"endgame_{name}")
            program.model.add(vp <= score)
            program.model.add(vp <= most * total(staffed))
            program.gains(100 * (vp - had), 100 * (most - had))

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps at the end of the round from a solution."""
        chosen = {index: option for index, option, choice in self._chosen if outcome.value(choice)}
        return standing_steps(self._components, outcome.value(self._sold), chosen)

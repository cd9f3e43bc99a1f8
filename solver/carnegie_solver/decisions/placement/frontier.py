"""The exact search: a sweep over the spaces that keeps every partial plan with little enough slack.

A partial plan is one whole number, its key: in bit fields the balances that spaces on the frontier still have
to pass on, the dollars and, at the top, the steps. Choosing an end or a flow adds a number to the key. Of
partial plans with the same key the one with least slack is kept; everything else about them is equal, so
nothing is lost. By the identity in `relaxation.Prices` a plan's slack is what it lacks to the bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from carnegie_solver.decisions.placement.completion import NEVER, Completion
from carnegie_solver.decisions.placement.effort import Effort, TooManyStatesError
from carnegie_solver.decisions.placement.option_vectors import vectors_in_order
from carnegie_solver.decisions.placement.plan import Plan, plan_of
from carnegie_solver.decisions.placement.reduction import Reduced
from carnegie_solver.decisions.placement.relaxation import Prices, end_gaps, money_gaps
from carnegie_solver.decisions.placement.stages import (
    EndChoice,
    Field,
    FlowChoice,
    Layer,
    Lookup,
    Stage,
    end_stage,
    flow_stage,
)
from carnegie_solver.decisions.placement.sweep import other_end, plan_sweep

# States between two looks at the clock: about a millisecond.
CHUNK = 2048


class Frontier:
    """The sweep at given prices."""

    def __init__(self, reduced: Reduced, prices: Prices, most: int, effort: Effort) -> None:
        """Prepare sweeps at given prices for slacks up to `most`."""
        self._reduced = reduced
        self._prices = prices
        self._sweep = plan_sweep(len(reduced.starts), reduced.edges)
        self._effort = effort
        self._gaps = end_gaps(reduced, prices)
        self._completion = Completion(
            reduced, self._sweep.order, self._gaps, money_gaps(reduced, prices.dollar), most
        )
        # A balance is at most the moves in, and the moves still to go out.
        self._bias = 2 * reduced.moves + 2
        self._bits = (2 * self._bias).bit_length()
        self._mask = (1 << self._bits) - 1
        self._money_shift = self._bits * self._sweep.slots
        balance_shift = self._money_shift + self._completion.money_bits
        self._step_shift = balance_shift + self._completion.balance_bits
        self._one_gained = 1 << balance_shift
        self._table_mask = (1 << (self._step_shift - self._money_shift)) - 1
        self._start = self._completion.balance_zero << balance_shift
        for slot in range(self._sweep.slots):
            self._start += self._bias << (self._bits * slot)

    @property
    def prices(self) -> Prices:
        """The prices that the search works at."""
        return self._prices

    @property
    def least_slack(self) -> int:
        """No plan has less slack."""
        return self._completion.least

    def best_ends(self) -> tuple[int, ...] | None:
        """The ends with least slack if flows are ignored, by position; None if there is no plan at all."""
        tables = self._completion.tables
        place = self._completion.balance_zero << self._completion.money_bits
        chosen = [0] * len(self._gaps)
        if self.least_slack >= NEVER:
            return None
        for position, space in enumerate(self._sweep.order):
            ends = zip(self._reduced.ends[space], self._gaps[space], strict=True)
            for index, (end, gap) in enumerate(ends):
                gained = end.employees - self._reduced.starts[space]
                after = place + (gained << self._completion.money_bits) + end.cost
                if gap + tables[position + 1][after] == tables[position][place]:
                    chosen[space] = index
                    place = after
                    break
        return tuple(chosen)

    def vectors(self, most: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Sets of ends with at most this slack if flows are ignored, least first; see `vectors_in_order`."""
        return vectors_in_order(
            self._reduced, self._sweep.order, self._gaps, self._completion, most=most, effort=self._effort
        )

    def search(self, slack: int, most_states: int) -> Plan | None:
        """The best of all plans with at most this slack, or None if there is none.

        Parameters
        ----------
        slack
            Objective units below the bound, from 0 to the `most` of the preparation.
        most_states
            States after which to give up.

        Raises
        ------
        OutOfLimitError, TooManyStatesError
        """
        if self.least_slack > slack:
            return None
        left = most_states
        stages = self._stages(slack)
        layers: list[Layer] = [{self._start: self.least_slack}]
        for stage in stages:
            layer: Layer = {}
            items = iter(layers[-1].items())
            before = 0
            while chunk := list(islice(items, CHUNK)):
                stage.expand(chunk, layer)
                made = len(layer) - before
                before = len(layer)
                self._effort.spend(made)
                left -= made
                if left < 0:
                    raise TooManyStatesError
            if not layer:
                return None
            layers.append(layer)
        best: tuple[int, int] | None = None
        for key, used in layers[-1].items():
            spare = self._reduced.moves - (key >> self._step_shift)
            total = used + spare * self._prices.spare_step
            if total <= slack and (best is None or (total, key) < best):
                best = (total, key)
        if best is None:
            return None
        return self._trace(stages, layers, best[1], self._prices.bound - best[0])

    def _stages(self, slack: int) -> list[Stage]:
        """The stages of the sweep with choices of at most this slack."""
        stages: list[Stage] = []
        for position, space in enumerate(self._sweep.order):
            later = self._sweep.later[space]
            stages.append(self._end_stage(position, space, not later, slack))
            for edge, sign in later:
                stages.append(self._flow_stage(space, edge, sign, edge == later[-1][0], slack))
        return stages

    def _end_stage(self, position: int, space: int, closing: bool, slack: int) -> Stage:
        """Choose the space's end; what is over or missing then is left to its flows to later spaces.

        If it has none (`closing`) the end must agree with what has flowed in.
        """
        choices = self._end_choices(space, slack)
        return end_stage(
            space, choices, self._lookup(position), self._balance(space) if closing else None, slack
        )

    def _end_choices(self, space: int, slack: int) -> list[EndChoice]:
        """The space's ends with a gap of at most the slack."""
        choices = []
        for index, (end, gap) in enumerate(zip(self._reduced.ends[space], self._gaps[space], strict=True)):
            if gap <= slack:
                gained = end.employees - self._reduced.starts[space]
                shift = (gained << self._completion.money_bits) + end.cost
                change = (shift << self._money_shift) - (gained << (self._bits * self._sweep.slot[space]))
                choices.append(EndChoice(gap, change, shift, gained, index))
        return choices

    def _lookup(self, position: int) -> Lookup:
        """What it takes at least to complete a plan, before and after the space at a position is decided."""
        now, then = self._completion.tables[position : position + 2]
        return Lookup(now, then, Field(self._money_shift, self._table_mask))

    def _flow_stage(self, space: int, edge: int, sign: int, last: bool, slack: int) -> Stage:
        """Choose the flow on an edge to a later space; on the last edge all of the balance goes."""
        choices = self._flow_choices(space, edge, sign, slack)
        return flow_stage(edge, choices, self._balance(space) if last else None, self._too_many_steps, slack)

    def _flow_choices(self, space: int, edge: int, sign: int, slack: int) -> list[FlowChoice]:
        """The flows on an edge that cost at most the slack, the smallest first."""
        other = other_end(self._reduced.edges, (edge, sign))
        unit = (1 << (self._bits * self._sweep.slot[other])) - (1 << (self._bits * self._sweep.slot[space]))
        rise = self._prices.space[other] - self._prices.space[space]
        most = min(self._reduced.moves, self._reduced.totals[self._reduced.component[space]])
        choices = []
        for flow in sorted(range(-most, most + 1), key=abs):
            cost = self._prices.step * abs(flow) - flow * rise
            if cost <= slack:
                change = flow * unit + (abs(flow) << self._step_shift)
                choices.append(FlowChoice(cost, change, flow, sign * flow))
        return choices

    @property
    def _too_many_steps(self) -> int:
        """The first key with more steps than moves."""
        return (self._reduced.moves + 1) << self._step_shift

    def _balance(self, space: int) -> Field:
        """Where a space's balance is in a key."""
        return Field(self._bits * self._sweep.slot[space], self._mask, self._bias)

    def _trace(self, stages: list[Stage], layers: list[Layer], key: int, objective: int) -> Plan:
        """Follow a complete plan back to the start."""
        ends = [0] * len(self._reduced.starts)
        flows = [0] * len(self._reduced.edges)
        used = layers[-1][key]
        for stage, before in zip(reversed(stages), reversed(layers[:-1]), strict=True):
            key, used, choice = stage.back(key, used, before)
            if stage.space is not None:
                ends[stage.space] = choice
            if stage.edge is not None:
                flows[stage.edge] = choice
        plan = plan_of(self._reduced, ends, flows)
        if plan.objective != objective:
            raise AssertionError(f"the identity fails: {plan.objective=}, by its slack {objective}")
        return plan

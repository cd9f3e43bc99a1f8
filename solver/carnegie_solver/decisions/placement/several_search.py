"""Several placements: the best plans that differ in how many employees they leave on the spaces, proved."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from carnegie_solver.decisions.placement.assignment import fewest_flows
from carnegie_solver.decisions.placement.effort import TooManyStatesError
from carnegie_solver.decisions.placement.plan import Plan, plan_of
from carnegie_solver.decisions.placement.problem import Method, Placement, PlacementProblem
from carnegie_solver.decisions.placement.reduction import STEP_CHARGE
from carnegie_solver.decisions.placement.relaxation import Prices, Relaxation
from carnegie_solver.decisions.placement.search import PARTS_OF_A_STEP, Search
from carnegie_solver.decisions.placement.several import Counted, SeveralFrontier
from carnegie_solver.limits import UNLIMITED, Limit

MOST_STATES = (6_000, 300_000)
"""States of a sweep after which to try other prices, and in the end another method."""
PARTS_OF_FIRST_LEVEL = 3
"""The first sweep takes on as much slack as a step is worth on average, divided by this: less takes less time."""
GROWTH = 2
"""How much more slack the next sweep takes on."""


MOST_VECTORS = 60
MOST_VECTOR_STATES = 4_000
"""Sets of ends, and states on the way to them, after which sweeps are likely to be faster."""


class Multipliers(Struct, frozen=True, gc=False):
    """What a step, a dollar and an employee on each space are worth about, in centi-VP.

    Between neighbouring spaces the worths of an employee differ by a step's at most.
    """

    step: float
    dollar: float
    space: tuple[float, ...]


class SeveralSearch(Search):
    """A search that gives one placement, and then others, all of those that are worth more than what is known.

    Parameters
    ----------
    problem
        What is asked.
    count
        How many placements are wanted at most.
    limit
        Bounds on the search; it raises OutOfLimitError where it can give nothing more.
    """

    def __init__(self, problem: PlacementProblem, count: int, limit: Limit = UNLIMITED) -> None:
        super().__init__(problem, limit)
        self._count = count
        self._frontier_of: SeveralFrontier | None = None
        self._prepared_for = 0
        self._level: int | None = None
        self._still_objective = self._best.objective
        self._repriced_once = False
        self._vectors: Iterator[tuple[int, tuple[int, ...]]] | None = None
        self._vectors_given_up = False
        self._tried: set[tuple[int, ...]] = set()
        self._first_state = 0

    @property
    def multipliers(self) -> Multipliers | None:
        """Those of the relaxation, for bounds on similar problems; None where it was not needed."""
        if self._relaxed is None:
            return None
        unit, prices = self._reduced.unit, self._relaxed.prices
        return Multipliers(
            prices.step / unit, prices.dollar / unit, tuple(price / unit for price in prices.space)
        )

    def first(self) -> Placement:
        """Give the best placement, proved but where a limit was reached."""
        return self.solve()

    def near(self) -> list[Placement]:
        """Give good placements that differ from the best by an employee more on one edge, the best first."""
        best = self._best
        found = sorted(self._one_step_away(), key=lambda plan: (-plan.objective, plan.ends))
        placements = []
        for plan in found[: self._count]:
            self._best = plan
            placements.append(self._placement(None))
        self._best = best
        return placements

    def more(self, least: int | None) -> tuple[list[Placement], bool]:
        """Give the best placements so far, the best first, each with the fewest steps; and whether that is final.

        Final they are when they are as many as wanted, or all that are worth more than `least`.

        Parameters
        ----------
        least
            Placements worth this much or less, in centi-VP, may be left out; None where nothing is known.

        Raises
        ------
        OutOfLimitError
            At the limit.
        TooManyStatesError
            When the search grew too long: another method is likely to be faster.
        """
        if self._reduced.moves == 0:
            return [self.solve()], True
        if self._relaxed is None:
            self._effort.check()
            self._consider_counts(self._reduced.starts, self._still)
            self._root(Relaxation(self._reduced))
        assert self._relaxed is not None
        prices = self._relaxed.prices if self._frontier_of is None else self._frontier_of.prices
        most = self._most_slack(prices, least)
        if most < 0:
            return [], True
        if self._vectors is None:
            self._prepared_for = most
            self._frontier_of = SeveralFrontier(self._reduced, prices, most, self._effort)
            self._vectors = self._frontier_of.vectors(most)
            self._first_state = self._effort.states
        if not self._vectors_given_up:
            return self._next_vectors(most)
        return self._next_sweep(most, least)

    def _next_vectors(self, most: int) -> tuple[list[Placement], bool]:
        """Try sets of ends in order of slack, until some numbers of employees can be reached."""
        self._method = Method.OPTION_VECTORS
        assert self._vectors is not None
        reduced = self._reduced
        for slack, ends in self._vectors:
            if slack > most:
                return [], True
            counts = tuple(each[p].employees for each, p in zip(reduced.ends, ends, strict=True))
            if counts not in self._tried:
                self._tried.add(counts)
                flows = fewest_flows(reduced.starts, counts, reduced.edges, reduced.moves)
                if flows is not None:
                    return [self._placement_of(Counted(counts, flows, slack))], False
            if (
                len(self._tried) > MOST_VECTORS
                or self._effort.states - self._first_state > MOST_VECTOR_STATES
            ):
                self._vectors_given_up = True
                return [], False
        return [], True

    def _next_sweep(self, most: int, least: int | None) -> tuple[list[Placement], bool]:
        """Sweep with more slack than before."""
        self._method = Method.FRONTIER
        frontier = self._frontier_of
        assert frontier is not None
        prices = frontier.prices
        if self._level is None:
            gained = self._best.objective - self._still_objective
            part = gained // (PARTS_OF_FIRST_LEVEL * self._reduced.moves)
            known = max(0, prices.bound - self._best.objective)
            self._level = known + max(part, self._reduced.unit)
        level = min(self._level, most)
        try:
            found = frontier.search_several(level, self._count, MOST_STATES[self._repriced_once])
        except TooManyStatesError:
            if self._repriced_once:
                raise
            self._repriced_once = True
            self._reprice(frontier, least)
            return [], False
        self._level = GROWTH * level + STEP_CHARGE
        final = level == most or len(found) == self._count
        return [self._placement_of(each) for each in found], final

    def _reprice(self, frontier: SeveralFrontier, least: int | None) -> None:
        """Take a higher price of a step if that promises a shorter search, as `Search` does."""
        prices = frontier.prices
        nudge = 1 + max(0, prices.bound - self._best.objective) // (PARTS_OF_A_STEP * self._reduced.moves)
        nudge = max(nudge, self._reduced.unit)
        spare_step = max(prices.spare_step + nudge, 2 * prices.spare_step)
        self._effort.flows_solved += 1
        other = Relaxation(self._reduced).solve(spare_step, prices.dollar).prices

        def walks(each: Prices) -> float:
            return self._most_slack(each, least) / (each.spare_step + nudge)

        if walks(other) < walks(prices):
            self._level = (self._level or 0) + other.bound - prices.bound
            self._prepared_for = self._most_slack(other, least)
            self._frontier_of = SeveralFrontier(self._reduced, other, self._prepared_for, self._effort)

    def _most_slack(self, prices: Prices, least: int | None) -> int:
        """The slack of the worst plan at most, or of the worst of those that are worth more."""
        reduced = self._reduced
        if least is not None:
            return prices.bound - reduced.unit * least - STEP_CHARGE
        worst = min(reduced.money) - STEP_CHARGE * reduced.moves
        worst += sum(min(end.worth for end in ends) for ends in reduced.ends)
        return prices.bound - worst

    def _one_step_away(self) -> Iterator[Plan]:
        """Plans that differ from the best so far by an employee more on one edge, the best for each."""
        reduced, best = self._reduced, self._best
        chosen = [ends[position] for ends, position in zip(reduced.ends, best.ends, strict=True)]
        cost = sum(end.cost for end in chosen)
        steps = sum(map(abs, best.flows))
        near: list[dict[int, list[tuple[int, int, int]]]] = []
        for ends, own in zip(reduced.ends, chosen, strict=True):
            by_change: dict[int, list[tuple[int, int, int]]] = {-1: [], 1: []}
            for position, each in enumerate(ends):
                change = each.employees - own.employees
                if abs(change) == 1:
                    by_change[change].append((each.cost - own.cost, each.worth - own.worth, position))
            near.append(by_change)
        money = reduced.money
        for edge, ((a, b), net) in enumerate(zip(reduced.edges, best.flows, strict=True)):
            for source, target, after in ((a, b, net + 1), (b, a, net - 1)):
                if steps + abs(after) - abs(net) > reduced.moves:
                    continue
                pairs = [
                    (one[1] + other[1] + money[cost + one[0] + other[0]], one[2], other[2])
                    for one in near[source][-1]
                    for other in near[target][1]
                    if 0 <= cost + one[0] + other[0] < len(money)
                ]
                if pairs:
                    changed, flows = list(best.ends), list(best.flows)
                    _, changed[source], changed[target] = max(pairs)
                    flows[edge] = after
                    yield plan_of(reduced, changed, flows)

    def _placement_of(self, found: Counted) -> Placement:
        """A placement with the best ends for its numbers."""
        best: tuple[int, tuple[int, ...]] | None = None
        for spent, (worth, ends) in self._standing.best_by_dollars(found.counts).items():
            objective = worth + self._reduced.money[spent]
            if best is None or objective > best[0]:
                best = (objective, ends)
        assert best is not None
        kept, self._best = self._best, plan_of(self._reduced, best[1], found.flows)
        placement = self._placement(None)
        self._best = kept
        return placement

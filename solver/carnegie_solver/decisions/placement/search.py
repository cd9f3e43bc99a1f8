"""The exact solver: the relaxation's bound, then a search that leaves no plan out which could be better."""

from __future__ import annotations

from carnegie_solver.decisions.placement.effort import Effort, OutOfLimitError, TooManyStatesError
from carnegie_solver.decisions.placement.frontier import Frontier
from carnegie_solver.decisions.placement.multipliers import Guess, Line, first_guess, lowest_point
from carnegie_solver.decisions.placement.plan import Plan, Router, plan_of
from carnegie_solver.decisions.placement.problem import Method, Placement, PlacementProblem, Statistics
from carnegie_solver.decisions.placement.reduced_model import best_from
from carnegie_solver.decisions.placement.reduction import STEP_CHARGE, reduce_problem
from carnegie_solver.decisions.placement.relaxation import Prices, Relaxation, RelaxedPlan, bound_at
from carnegie_solver.decisions.placement.standing import StandingTables
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached

# More flows than this improve the prices less than the search gains from it.
MOST_FLOWS = 5
# The prices are good enough when a better guess could take this part of the gap at most.
WORTHWHILE_SHARE = 0.1
# States of a sweep after which to try other prices, and in the end other methods: the last is about as long
# as CP-SAT takes on a problem of the game's size.
MOST_FRONTIER_STATES = (4_000, 40_000)
# The higher price of a step that is tried is by so many parts of a step's average worth higher.
PARTS_OF_A_STEP = 6
# The frontier search looks for plans with little slack first, in percent of what is open: it takes the less
# time the less slack it allows, and where it finds a plan that is the best one. While a sweep is short the
# next takes on much more, later only somewhat more, as states grow about tenfold when the slack doubles.
FIRST_SHARE = 15
GROWTH_AFTER_STATES = ((500, 3.0), (4_000, 2.0))
LEAST_GROWTH = 1.5
MOST_VECTOR_STATES = 3_000
MOST_VECTORS = 12


def solve_placement(problem: PlacementProblem, limit: Limit = UNLIMITED) -> Placement:
    """The best placement of the employees, and among the best one with the fewest steps.

    Parameters
    ----------
    problem
        What is asked.
    limit
        Bounds on the search. Its work is in millions of search states.

    Returns
    -------
    Placement
        Proved best, unless the limit came first; then the best plan found and a true bound. The same problem
        under the same bound on work always gives the same answer.

    Examples
    --------
    >>> from carnegie_solver.decisions.placement.problem import Option
    >>> stay, gain = Option(employees=0, value=0), Option(employees=1, value=250)
    >>> problem = PlacementProblem((1, 0), ((0, 1),), ((stay, Option(1, 100)), (stay, gain)), moves=3)
    >>> placement = solve_placement(problem)
    >>> placement.value, placement.flows, placement.proved
    (250, ((0, 1, 1),), True)
    """
    return Search(problem, limit).solve()


class Search:
    """One solve: the best plan so far, the bound so far, and the methods in their order."""

    def __init__(self, problem: PlacementProblem, limit: Limit) -> None:
        self._problem = problem
        self._reduced = reduce_problem(problem)
        self._effort = Effort(limit)
        self._standing = StandingTables(self._reduced)
        self._relaxed: RelaxedPlan | None = None
        spaces = len(self._reduced.starts)
        self._bound = bound_at(self._reduced, 0, 0, [0] * spaces)
        self._root_bound = self._bound
        self._method = Method.OPTIONS_ONLY
        self._lines: list[Line] = []
        self._still = (0,) * len(self._reduced.edges)
        ends = [
            next(p for p, end in enumerate(ends) if end.employees == start and end.cost == 0)
            for ends, start in zip(self._reduced.ends, self._reduced.starts, strict=True)
        ]
        self._best = plan_of(self._reduced, ends, self._still)
        # The sweeps so far have looked for objectives down to `_swept_from - _allowed`.
        self._swept_from = self._bound
        self._allowed = 0

    def solve(self) -> Placement:
        """Run the methods until one has the proof or the limit is reached."""
        reached: LimitReached | None = None
        try:
            self._effort.check()
            self._run()
        except OutOfLimitError as error:
            reached = None if self._closed() else error.reached
        return self._placement(reached)

    def _run(self) -> None:
        """Every method in its order; on return the best plan is proved."""
        self._consider_counts(self._reduced.starts, self._still)
        if self._reduced.moves == 0:
            self._proved()
            return
        still = self._best.objective
        self._method = Method.RELAXATION
        relaxation = Relaxation(self._reduced)
        relaxed = self._root(relaxation)
        if self._closed():
            return
        frontier = self._frontier(relaxed)
        self._root_bound = self._bound
        if self._closed():
            return
        self._method = Method.FRONTIER
        # Part of what a step is worth on average.
        nudge = 1 + (self._bound - still) // (PARTS_OF_A_STEP * self._reduced.moves)
        self._swept_from = self._bound
        self._allowed = max(STEP_CHARGE, (self._bound - self._best.objective) * FIRST_SHARE // 100)
        for most_states in MOST_FRONTIER_STATES:
            try:
                self._sweep(frontier, most_states)
                return
            except TooManyStatesError:
                if most_states != MOST_FRONTIER_STATES[-1]:
                    frontier = self._repriced(relaxation, frontier, nudge)
        self._fall_back(frontier)

    def _repriced(self, relaxation: Relaxation, frontier: Frontier, nudge: int) -> Frontier:
        """The frontier search at a higher price of a step, if that promises to be shorter.

        Above the price with the least bound there is a little more slack, but less can be done with it: the
        fewer steps a slack can pay for, the fewer ways to walk there are.
        """
        prices = frontier.prices
        self._effort.check()
        self._effort.flows_solved += 1
        spare_step = max(prices.spare_step + nudge, 2 * prices.spare_step)
        other = self._frontier(relaxation.solve(spare_step, prices.dollar))

        def walks(each: Frontier) -> float:
            open_slack = each.prices.bound - each.least_slack - self._best.objective
            return open_slack / (each.prices.spare_step + nudge)

        return min(frontier, other, key=walks)

    def _frontier(self, relaxed: RelaxedPlan) -> Frontier:
        """The frontier search at a relaxed plan's prices, and what its knapsack alone can tell."""
        frontier = Frontier(self._reduced, relaxed.prices, self._open_slack(relaxed.prices), self._effort)
        self._tighten(relaxed.prices.bound - frontier.least_slack)
        if not self._closed():
            self._consider_best_ends(frontier, relaxed)
        return frontier

    def _sweep(self, frontier: Frontier, most_states: int) -> None:
        """Search within more and more slack until the plan found, or that there is none, is the proof."""
        prices = frontier.prices
        while not self._closed():
            target = max(self._swept_from - self._allowed, self._best.objective + STEP_CHARGE)
            before = self._effort.states
            plan = frontier.search(prices.bound - target, most_states)
            if plan is not None:
                self._take(plan)
                self._proved()
                return
            self._tighten(target - 1)
            made = self._effort.states - before
            growth = next((growth for states, growth in GROWTH_AFTER_STATES if made <= states), LEAST_GROWTH)
            self._allowed = int(self._allowed * growth)

    def _root(self, relaxation: Relaxation) -> RelaxedPlan:
        """Solve the relaxation at better and better prices; return its solution with the least bound."""
        guess: Guess = first_guess(self._reduced, relaxation)
        best: RelaxedPlan | None = None
        seen: set[tuple[int, int]] = set()
        while best is None or (
            len(seen) < MOST_FLOWS
            and (guess.spare_step, guess.dollar) not in seen
            and best.prices.bound - guess.height
            > WORTHWHILE_SHARE * (best.prices.bound - self._best.objective)
        ):
            seen.add((guess.spare_step, guess.dollar))
            relaxed = relaxation.solve(guess.spare_step, guess.dollar)
            self._effort.flows_solved += 1
            if best is None or relaxed.prices.bound < best.prices.bound:
                best = self._relaxed = relaxed
            self._tighten(relaxed.prices.bound)
            self._root_bound = self._bound
            charge = STEP_CHARGE * relaxed.steps
            self._lines.append(Line(relaxed.steps, relaxed.dollars, relaxed.worth - charge))
            self._consider_counts(relaxed.counts, relaxed.flows)
            if self._closed():
                break
            self._effort.check()
            guess = lowest_point(self._reduced, self._lines)
        return best

    def _fall_back(self, frontier: Frontier) -> None:
        """Where the frontier grew too long: sets of ends in order of slack, then CP-SAT."""
        router = Router(self._reduced)
        self._method = Method.OPTION_VECTORS
        if self._try_vectors(frontier, router):
            self._proved()
            return
        self._method = Method.CP_SAT
        self._effort.check()
        ends, bound = best_from(
            self._reduced, frontier.prices, self._best.objective + STEP_CHARGE, self._effort
        )
        if ends is not None:
            # CP-SAT's own flows may go in circles if a limit ended it.
            self._consider_ends(ends, router)
        self._tighten(bound)
        if not self._closed():
            raise OutOfLimitError(self._effort.likely_limit())

    def _try_vectors(self, frontier: Frontier, router: Router) -> bool:
        """Send sets of ends to the flow, least slack first; whether that was the proof."""
        prices = frontier.prices
        first_state = self._effort.states
        for tried, (slack, ends) in enumerate(frontier.vectors(self._open_slack(prices))):
            if slack > self._open_slack(prices):
                return True
            self._tighten(prices.bound - slack)
            if tried == MOST_VECTORS or self._effort.states - first_state > MOST_VECTOR_STATES:
                return False
            self._consider_ends(ends, router)
        return True

    def _consider_best_ends(self, frontier: Frontier, relaxed: RelaxedPlan) -> None:
        """Try the ends that would be best without flows; often they are those of the best plan."""
        ends = frontier.best_ends()
        if ends is None:
            return
        counts = tuple(each[p].employees for each, p in zip(self._reduced.ends, ends, strict=True))
        if counts == relaxed.counts:
            if relaxed.steps <= self._reduced.moves:
                self._take(plan_of(self._reduced, ends, relaxed.flows))
        else:
            self._consider_ends(ends, Router(self._reduced))

    def _consider_ends(self, ends: tuple[int, ...], router: Router) -> None:
        """Take a set of ends as the best plan if it is one and better."""
        counts = [each[p].employees for each, p in zip(self._reduced.ends, ends, strict=True)]
        flows = router.flows_to(counts)
        self._effort.flows_solved += 1
        if sum(map(abs, flows)) <= self._reduced.moves:
            self._take(plan_of(self._reduced, ends, flows))

    def _consider_counts(self, counts: tuple[int, ...], flows: tuple[int, ...]) -> None:
        """Stand employees up in the best way for these counts; remember what every sum of dollars gives."""
        steps = sum(map(abs, flows))
        charge = STEP_CHARGE * steps
        best: tuple[int, tuple[int, ...]] | None = None
        for spent, (worth, ends) in self._standing.best_by_dollars(counts).items():
            self._lines.append(Line(steps, spent, worth - charge))
            objective = worth - charge + self._reduced.money[spent]
            if best is None or objective > best[0]:
                best = (objective, ends)
        if best is not None and steps <= self._reduced.moves and best[0] > self._best.objective:
            self._take(plan_of(self._reduced, best[1], flows))

    def _take(self, plan: Plan) -> None:
        """Keep a plan if it is the best so far."""
        if plan.objective > self._best.objective:
            self._best = plan

    def _tighten(self, bound: int) -> None:
        """No plan better than the best so far has an objective above `bound`, a multiple of a charge."""
        self._bound = max(min(self._bound, bound - bound % STEP_CHARGE), self._best.objective)

    def _open_slack(self, prices: Prices) -> int:
        """The most slack at these prices that a plan better than the best so far can have."""
        return prices.bound - self._best.objective - STEP_CHARGE

    def _closed(self) -> bool:
        """Whether the bound shows that no plan is better than the best so far."""
        return self._bound <= self._best.objective

    def _proved(self) -> None:
        """No plan is better than the best so far."""
        self._bound = self._best.objective

    @property
    def bound(self) -> int:
        """No plan is worth more, in centi-VP."""
        return self._reduced.value_of(self._bound)

    @property
    def statistics(self) -> Statistics:
        """The effort so far."""
        return Statistics(
            flows_solved=self._effort.flows_solved,
            states=self._effort.states,
            method=self._method,
            root_bound=self._reduced.value_of(self._root_bound),
        )

    def _placement(self, reached: LimitReached | None) -> Placement:
        """The answer in the problem's own terms."""
        reduced, plan = self._reduced, self._best
        chosen = [ends[position] for ends, position in zip(reduced.ends, plan.ends, strict=True)]
        choices = tuple(end.option for end in chosen)
        options = tuple(given[index] for given, index in zip(self._problem.options, choices, strict=True))
        cost = sum(option.cost for option in options)
        value = sum(option.value for option in options) + self._problem.money[cost]
        flows = tuple(
            sorted(
                (a, b, net) if net > 0 else (b, a, -net)
                for (a, b), net in zip(reduced.edges, plan.flows, strict=True)
                if net
            )
        )
        return Placement(
            choices=choices,
            options=options,
            flows=flows,
            steps=sum(count for _, _, count in flows),
            cost=cost,
            value=value,
            bound=value if reached is None else max(value, reduced.value_of(self._bound)),
            proved=reached is None,
            limit_reached=reached,
            statistics=self.statistics,
        )

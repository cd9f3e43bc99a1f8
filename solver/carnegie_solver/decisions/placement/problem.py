"""What a placement of employees is asked, and what it answers."""

from __future__ import annotations

import enum

from msgspec import Struct

from carnegie_solver.limits import LimitReached

# The search adds up worths on a finer scale, and prices for steps, in 64-bit integers.
MOST_SPAN = 2**50


class Option(Struct, frozen=True, gc=False):
    """One way in which a space may end the turn.

    Attributes
    ----------
    employees
        Movable employees on the space at the end, standing or lying, >= 0.
    value
        Worth of that end in centi-VP; may be negative.
    cost
        Dollars spent on standing employees up there, >= 0.
    """

    employees: int
    value: int
    cost: int = 0


class PlacementProblem(Struct, frozen=True, gc=False):
    """Who stands where, who may go where, and what every end is worth.

    Attributes
    ----------
    employees
        Movable employees on each space at the start, each >= 0; its length is the number of spaces, >= 1.
    edges
        Pairs of neighbouring spaces, each pair once, in either direction.
    options
        For each space the ways in which it may end. One of them keeps the employees that are there, for
        $0, so that doing nothing is always a plan. A number of employees without an option is not allowed.
    moves
        At most this many steps in all, >= 0; a step moves one employee over one edge.
    money
        ``money[d]`` is what it is worth, in centi-VP, to have spent d dollars in all. Any shape will do.
        ``len(money) - 1`` is the most that can be spent.

    Raises
    ------
    ValueError
        When a part contradicts the above; the message names the part, what was found and what is allowed.
    """

    employees: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    options: tuple[tuple[Option, ...], ...]
    moves: int
    money: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        faults = _faults(self)
        if faults:
            raise ValueError("; ".join(faults))


def _faults(problem: PlacementProblem) -> list[str]:
    """Everything that is wrong with a problem, one sentence each."""
    spaces = len(problem.employees)
    faults = []
    if spaces == 0:
        faults.append("employees: no space; at least 1 is needed")
    if problem.moves < 0:
        faults.append(f"moves: {problem.moves}; must be >= 0")
    if not problem.money:
        faults.append("money: empty; money[0], the worth of spending nothing, is needed")
    faults += [f"employees[{c}]: {n}; must be >= 0" for c, n in enumerate(problem.employees) if n < 0]
    seen: set[tuple[int, int]] = set()
    for position, (a, b) in enumerate(problem.edges):
        if not (0 <= a < spaces and 0 <= b < spaces):
            faults.append(f"edges[{position}]: ({a}, {b}); spaces are numbered 0 to {spaces - 1}")
        elif a == b:
            faults.append(f"edges[{position}]: ({a}, {b}); a space is no neighbour of itself")
        elif (min(a, b), max(a, b)) in seen:
            faults.append(f"edges[{position}]: ({a}, {b}); already given")
        seen.add((min(a, b), max(a, b)))
    if len(problem.options) != spaces:
        faults.append(f"options: for {len(problem.options)} spaces; must be for {spaces}")
    else:
        faults += _option_faults(problem)
    if not faults:
        span = max(map(abs, problem.money)) + sum(
            max(abs(option.value) for option in options) for options in problem.options
        )
        moves = min(problem.moves, sum(problem.employees) * spaces)
        if span * (moves + 2) ** 2 > MOST_SPAN:
            most = MOST_SPAN // (moves + 2) ** 2
            faults.append(f"options, money: worths that add up to {span}; must stay within {most}")
    return faults


def _option_faults(problem: PlacementProblem) -> list[str]:
    """Everything that is wrong with the options of a problem, one sentence each."""
    faults = []
    for space, (start, options) in enumerate(zip(problem.employees, problem.options, strict=True)):
        for index, option in enumerate(options):
            if option.employees < 0:
                faults.append(f"options[{space}][{index}].employees: {option.employees}; must be >= 0")
            if option.cost < 0:
                faults.append(f"options[{space}][{index}].cost: {option.cost}; must be >= 0")
        if not any(option.employees == start and option.cost == 0 for option in options):
            faults.append(f"options[{space}]: none keeps the {start} employees there for $0")
    return faults


class Method(enum.Enum):
    """What found the answer and, where there is a proof, gave it."""

    OPTIONS_ONLY = "OPTIONS_ONLY"
    RELAXATION = "RELAXATION"
    FRONTIER = "FRONTIER"
    OPTION_VECTORS = "OPTION_VECTORS"
    CP_SAT = "CP_SAT"


class Statistics(Struct, frozen=True, gc=False):
    """The effort behind an answer.

    Attributes
    ----------
    flows_solved
        Minimum-cost flows solved.
    states
        States that the search generated, a second of CP-SAT's deterministic time counted as a million of them; a
        million are one unit of work of a limit, and a flow is `effort.STATES_PER_FLOW` of them.
    method
        The part of the solver that ended the search.
    root_bound
        The bound on the value in centi-VP before any search, from the relaxation and the knapsack of ends.
    """

    flows_solved: int
    states: int
    method: Method
    root_bound: int


class Placement(Struct, frozen=True, gc=False):
    """The best plan found.

    Attributes
    ----------
    choices
        For each space the index of its chosen option in the problem's ``options``.
    options
        The chosen options themselves.
    flows
        Employees that cross each used edge, net, as (from, to, count > 0), sorted.
    steps
        Steps of the plan, the sum of the counts; the fewest of all best plans if `proved`.
    cost
        Dollars spent on standing up.
    value
        Worth in centi-VP: the options' values plus ``money[cost]``.
    bound
        No plan is worth more, in centi-VP; equal to `value` if `proved`.
    proved
        Whether no plan is worth more and none worth as much takes fewer steps.
    limit_reached
        The limit that ended the search before its proof; None if `proved`.
    statistics
        The effort behind the answer.
    """

    choices: tuple[int, ...]
    options: tuple[Option, ...]
    flows: tuple[tuple[int, int, int], ...]
    steps: int
    cost: int
    value: int
    bound: int
    proved: bool
    limit_reached: LimitReached | None
    statistics: Statistics

"""Several placements: the best few by their numbers of employees agree with looking at everything."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import networkx as nx
import pytest

from carnegie_solver.decisions.placement import (
    OutOfLimitError,
    Placement,
    PlacementProblem,
    SeveralSearch,
    several_search,
)
from carnegie_solver.decisions.placement.assignment import assigned, fewest_flows
from carnegie_solver.limits import Limit
from models.brute_force_placement import distances
from models.placement_checks import check_legal
from models.placement_instances import full_size_problem, small_problem

COUNT = 4


def best_by_numbers(problem: PlacementProblem) -> list[int]:
    """Give the values of the best placements with different numbers of employees, by trying every choice."""
    distance = distances(len(problem.employees), problem.edges)
    homes = [space for space, count in enumerate(problem.employees) for _ in range(count)]
    best: dict[tuple[int, ...], int] = {}
    steps: dict[tuple[int, ...], float] = {}
    for chosen in itertools.product(*problem.options):
        counts = tuple(option.employees for option in chosen)
        cost = sum(option.cost for option in chosen)
        if sum(counts) != len(homes) or cost >= len(problem.money):
            continue
        if counts not in steps:
            places = [space for space, count in enumerate(counts) for _ in range(count)]
            steps[counts] = min(
                sum(distance[home][place] for home, place in zip(homes, order, strict=True))
                for order in itertools.permutations(places)
            )
        if steps[counts] <= problem.moves:
            value = sum(option.value for option in chosen) + problem.money[cost]
            best[counts] = max(value, best.get(counts, value))
    return sorted(best.values(), reverse=True)[:COUNT]


def all_found(problem: PlacementProblem, *, least: int | None) -> list[Placement]:
    """Give what a search finds, one for each numbers of employees."""
    search = SeveralSearch(problem, COUNT)
    found: dict[tuple[int, ...], Placement] = {}
    final = False
    while not final:
        placements, final = search.more(least)
        for placement in placements:
            check_legal(problem, placement)
            found.setdefault(tuple(option.employees for option in placement.options), placement)
        if least is None and len(found) >= COUNT:
            least = sorted((each.value for each in found.values()), reverse=True)[COUNT - 1]
    return sorted(found.values(), key=lambda placement: -placement.value)


@pytest.mark.parametrize("name", ["as shipped", "sweeps", "sweeps, other prices"])
def test_agrees_with_trying_everything(
    name: str, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """On small problems the values of the best few are those of the best of all choices."""
    if name != "as shipped":
        monkeypatch.setattr(several_search, "MOST_VECTORS", -1)
    if name == "sweeps, other prices":
        monkeypatch.setattr(several_search, "MOST_STATES", (0, 10**9))
    source = random.Random(name)
    instances = 0
    while instances < 150:
        problem = small_problem(source)
        if sum(problem.employees) > 5:
            continue
        best = best_by_numbers(problem)
        assert [each.value for each in all_found(problem, least=None)][:COUNT] == best, problem
        if len(best) > 1:
            more = [each.value for each in all_found(problem, least=best[-1]) if each.value > best[-1]]
            assert more[:COUNT] == [value for value in best if value > best[-1]], problem
        instances += 1
    record_property(f"compared: several placements with trying everything, {name}", instances)


@pytest.mark.parametrize("moves", [3, 6, 9])
def test_sweeps_agree_with_sets_of_ends(moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On problems of the game's size both methods find placements of the same worth, and the first is the best."""
    source = random.Random(moves)
    problems = [full_size_problem(source, moves) for _ in range(4)]
    shipped = [_worths(problem) for problem in problems]
    monkeypatch.setattr(several_search, "MOST_VECTORS", -1)
    assert [_worths(problem) for problem in problems] == shipped


def _worths(problem: PlacementProblem) -> list[int]:
    search = SeveralSearch(problem, 3)
    best = search.first()
    values = {
        tuple(option.employees for option in each.options): each.value for each in (best, *search.near())
    }
    final = False
    while not final:
        least = sorted(values.values(), reverse=True)[:3][-1] if len(values) >= 3 else None
        placements, final = search.more(least)
        values |= {tuple(option.employees for option in each.options): each.value for each in placements}
    found = sorted(values.values(), reverse=True)[:3]
    assert found[0] == best.value
    return found


def test_at_the_limit() -> None:
    """A search whose work is used up says so, and its bound stays true."""
    problem = full_size_problem(random.Random(5), 9)
    best = SeveralSearch(problem, 3).first()
    search = SeveralSearch(problem, 3, Limit(work=1e-9))
    assert search.first().value <= best.value <= search.bound
    with pytest.raises(OutOfLimitError):
        _exhaust(search)


def _exhaust(search: SeveralSearch) -> None:
    while not search.more(None)[1]:
        pass


def test_assignment_agrees_with_every_order() -> None:
    source = random.Random(1)
    for size in (0, 1, 2, 3, 4, 5):
        for _ in range(30):
            costs = [[source.randint(0, 6) for _ in range(size)] for _ in range(size)]
            least = min(
                sum(costs[row][column] for row, column in enumerate(order))
                for order in itertools.permutations(range(size))
            )
            pairs = assigned(costs)
            assert sorted(pairs) == list(range(size))
            assert sum(costs[row][column] for row, column in enumerate(pairs)) == least


def test_fewest_flows_agree_with_networkx() -> None:
    """The steps are those of a minimum-cost flow, and the flows lead from the start to the end."""
    source = random.Random(2)
    for _ in range(60):
        problem = full_size_problem(source, 9)
        starts, spaces = problem.employees, len(problem.employees)
        counts = list(starts)
        for _ in range(5):
            start = source.choice([space for space in range(spaces) if counts[space]] or [0])
            if counts[start]:
                counts[start] -= 1
                counts[source.randrange(spaces)] += 1
        graph: nx.DiGraph[int] = nx.DiGraph()
        for space in range(spaces):
            graph.add_node(space, demand=counts[space] - starts[space])
        for a, b in problem.edges:
            graph.add_edge(a, b, weight=1)
            graph.add_edge(b, a, weight=1)
        steps, _ = nx.network_simplex(graph)
        flows = fewest_flows(starts, counts, problem.edges, 100)
        assert flows is not None
        assert sum(map(abs, flows)) == steps
        reached = list(starts)
        for (a, b), net in zip(problem.edges, flows, strict=True):
            reached[a] -= net
            reached[b] += net
        assert reached == counts
        assert (fewest_flows(starts, counts, problem.edges, steps - 1) is None) == (steps > 0)

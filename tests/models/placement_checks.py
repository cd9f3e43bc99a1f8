"""What must hold of any answer, recomputed from the problem alone."""

from __future__ import annotations

from carnegie_solver.decisions.placement import Placement, PlacementProblem


def check_legal(problem: PlacementProblem, placement: Placement) -> None:
    """Raise AssertionError unless the plan is within the rules and worth what it claims."""
    assert placement.options == tuple(
        options[choice] for options, choice in zip(problem.options, placement.choices, strict=True)
    )
    counts = list(problem.employees)
    neighbours = {frozenset(edge) for edge in problem.edges}
    crossed = set()
    for source, target, count in placement.flows:
        assert count > 0
        assert frozenset((source, target)) in neighbours
        assert frozenset((source, target)) not in crossed, "flows are net"
        crossed.add(frozenset((source, target)))
        counts[source] -= count
        counts[target] += count
    assert counts == [option.employees for option in placement.options]
    assert placement.steps == sum(count for _, _, count in placement.flows) <= problem.moves
    assert placement.cost == sum(option.cost for option in placement.options) < len(problem.money)
    worth = sum(option.value for option in placement.options) + problem.money[placement.cost]
    assert placement.value == worth <= placement.bound
    assert placement.proved == (placement.limit_reached is None)
    if placement.proved:
        assert placement.bound == placement.value

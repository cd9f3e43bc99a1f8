"""From the ends of all spaces to the steps: the fewest moves, and the routes of those who are moved.

Whoever has been moved lies, also on the space where it stood [seed]: for that it has to go out and come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import networkx as nx
from msgspec import Struct

from carnegie_solver.components import Components
from carnegie_solver.decisions.placement import routes_of
from carnegie_solver.decisions.placement.assignment import Edges, assigned, shortest_paths
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.rules import Player, Position, Space
from carnegie_solver.rules.human_resources import spaces_in_reach
from carnegie_solver.rules.steps import MoveEmployee, Relocate

NO_WAY = 10_000
"""More moves than any way takes."""


class Walk(Struct, frozen=True, gc=False):
    """Employees who take one move, or one relocation: from where to where, who stood there or not, how many."""

    start: int
    end: int
    count: int
    stood: bool = False
    relocated: bool = False


def edges_of_moves(components: Components, position: Position) -> Edges:
    """Give the pairs of spaces between which one move leads in a turn, the smaller index first."""
    if position.turn is None or not position.turn.diagonal:
        return components.space_edges
    reach = spaces_in_reach(components, position.turn)
    return tuple((one, other) for one, spaces in enumerate(reach) for other in spaces if one < other)


def fewest_walks(edges: Edges, start: Sequence[Space], end: Sequence[Space]) -> tuple[Walk, ...] | None:
    """Give the walks with the fewest moves between what stands and lies at the start and in the end, over given edges.

    None where there is no way.
    """
    paths = shortest_paths(len(start), edges)
    sources: list[tuple[int, bool]] = []
    targets: list[int] = []
    for space, (before, after) in enumerate(zip(start, end, strict=True)):
        sources += [(space, True)] * (len(before.standing_at) - len(after.standing_at))
        sources += [(space, False)] * (before.lying - after.lying)
        targets += [space] * (after.lying - before.lying)
    own_ways = [_out_and_back(edges, space) for space in range(len(start))]
    ways = [
        [own_ways[space] if space == target else paths[space][target] for target in targets]
        for space, _ in sources
    ]
    lengths = [[NO_WAY if way is None else len(way) - 1 for way in own] for own in ways]
    counts: dict[tuple[int, int, bool], int] = {}
    for (_, stood), own, column in zip(sources, ways, assigned(lengths), strict=True):
        way = own[column]
        if way is None:
            return None
        for number, (one, other) in enumerate(pairwise(way)):
            key = (one, other, stood and number == 0)
            counts[key] = counts.get(key, 0) + 1
    return tuple(Walk(one, other, count, stood) for (one, other, stood), count in counts.items())


def _out_and_back(edges: Edges, space: int) -> tuple[int, ...] | None:
    """Give the way of an employee who lies in the end where it stood."""
    neighbours = [one + other - space for one, other in edges if space in (one, other)]
    return (space, min(neighbours), space) if neighbours else None


def walk_steps(
    components: Components, player: Player, walks: Iterable[Walk]
) -> list[MoveEmployee | Relocate]:
    """Write the moves and relocations, one employee after the other, the cheapest workstations left first."""
    spaces = len(player.company)
    flows: dict[tuple[int, int], int] = {}
    for walk in walks:
        source, target = walk.start + spaces * walk.stood, walk.end
        if walk.relocated:
            # A node between says where a route is relocated.
            target = 2 * spaces + (walk.start * spaces + walk.end) * 2 + walk.stood
            flows[target, walk.end] = flows.get((target, walk.end), 0) + walk.count
        flows[source, target] = flows.get((source, target), 0) + walk.count
    desks = {
        index: list(leave(components, space, len(space.standing_at))[0])
        for index, space in enumerate(player.company)
    }
    steps: list[MoveEmployee | Relocate] = []
    for route in _routes(flows):
        standing_at = desks[route[0] - spaces].pop(0) if route[0] >= spaces else None
        steps.extend(_route_steps(components, spaces, route, standing_at))
    return steps


def _routes(flows: dict[tuple[int, int], int]) -> tuple[tuple[int, ...], ...]:
    """Give the routes that make flows, without those that go in circles, which bring nobody anywhere."""
    while True:
        left = [(source, target, count) for (source, target), count in sorted(flows.items()) if count]
        try:
            return routes_of(left)
        except ValueError:
            circle = nx.find_cycle(nx.DiGraph([(source, target) for source, target, _ in left]))
            least = min(flows[edge] for edge in circle)
            for edge in circle:
                flows[edge] -= least


def _route_steps(
    components: Components, spaces: int, route: tuple[int, ...], standing_at: int | None
) -> Iterable[MoveEmployee | Relocate]:
    """Write one employee's steps: walks as far as they lead without a relocation, and relocations."""
    labels = components.space_labels
    path = [route[0] % spaces]
    relocated = False
    for node in route[1:]:
        if node >= 2 * spaces:
            if len(path) > 1:
                yield MoveEmployee(tuple(labels[space] for space in path), standing_at)
                standing_at = None
            relocated = True
            path = path[-1:]
        elif relocated:
            yield Relocate(labels[path[-1]], labels[node], standing_at)
            standing_at, relocated, path = None, False, [node]
        else:
            path.append(node)
    if len(path) > 1:
        yield MoveEmployee(tuple(labels[space] for space in path), standing_at)

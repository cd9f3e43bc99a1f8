"""An upper bound on every plan, from a minimum-cost flow at fixed prices for a step and for a dollar.

The bounds on steps and on dollars are given up for prices, and every space's worths for their least concave
majorant over employees. What remains is a minimum-cost circulation, solved with networkx. It starts from
everybody staying where they are, so that only the changes from there cost work.
"""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
from msgspec import Struct

from carnegie_solver.decisions.placement.assignment import shortest_paths
from carnegie_solver.decisions.placement.reduction import STEP_CHARGE, End, Reduced


class Prices(Struct, frozen=True, gc=False):
    """Multipliers of the relaxation, and the bound that they give; all in objective units.

    For any plan, with e the end chosen on a space and f the net flow on an edge from u to v,

        objective = bound - sum of gap(e) - sum of (step * |f| - f * (space[v] - space[u]))
                    - spare_step * (moves - steps) - money_gap(dollars)

    in which no subtracted term is negative: see `end_gaps` and `money_gaps`; step is spare_step plus the
    charge of a step, and ``|space[v] - space[u]| <= step`` on every edge.

    Attributes
    ----------
    spare_step
        What a step left over would be worth, >= 0.
    dollar
        What a dollar less spent would be worth; negative where spending is worth something in itself.
    space
        What one employee more on each space would be worth.
    bound
        No plan's objective is greater.
    """

    spare_step: int
    dollar: int
    space: tuple[int, ...]
    bound: int

    @property
    def step(self) -> int:
        """The whole price of a step."""
        return self.spare_step + STEP_CHARGE


class RelaxedPlan(Struct, frozen=True, gc=False):
    """The best plan at given prices, which may break the bounds on steps and dollars.

    Attributes
    ----------
    flows
        For each edge of the problem the net flow from its first to its second space.
    counts
        Employees at the end on each space.
    steps
        Sum of the flows' sizes.
    dollars
        Dollars spent; not whole where a count lies between two ends of its space's majorant.
    worth
        Worth of that mixture of plans in objective units, without the money's and the charge of steps.
    prices
        The prices, with those of the spaces, and the bound.
    """

    flows: tuple[int, ...]
    counts: tuple[int, ...]
    steps: int
    dollars: float
    worth: float
    prices: Prices


def end_gaps(reduced: Reduced, prices: Prices) -> list[list[int]]:
    """For each space and each of its ends, how much worse it is at these prices than the space's best."""
    gaps = []
    for ends, price in zip(reduced.ends, prices.space, strict=True):
        nets = [end.worth - prices.dollar * end.cost - price * end.employees for end in ends]
        best = max(nets)
        gaps.append([best - net for net in nets])
    return gaps


def money_gaps(reduced: Reduced, dollar: int) -> list[int]:
    """For each sum spent, how much worse it is at this price of a dollar than the best sum."""
    nets = [worth + dollar * spent for spent, worth in enumerate(reduced.money)]
    best = max(nets)
    return [best - net for net in nets]


def bound_at(reduced: Reduced, spare_step: int, dollar: int, space: list[int]) -> int:
    """The bound that prices give; true for any space prices that differ by at most a step on every edge."""
    bound = spare_step * reduced.moves
    bound += max(worth + dollar * spent for spent, worth in enumerate(reduced.money))
    for ends, price, start in zip(reduced.ends, space, reduced.starts, strict=True):
        bound += price * start
        bound += max([worth - dollar * cost - price * employees for employees, cost, worth, _ in ends])
    return bound


class Relaxation:
    """The circulation of a problem, solved at any prices.

    Every component has one node beside its spaces, which the employees gained by a space go to and those lost come
    from; its balance is implied by the spaces' balances.
    """

    def __init__(self, reduced: Reduced) -> None:
        self._reduced = reduced
        self._ways = shortest_paths(len(reduced.starts), reduced.edges)
        self._majorants: list[Majorant] = []
        self._dollar: int | None = None

    def solve(self, spare_step: int, dollar: int) -> RelaxedPlan:
        """The best plan at these prices, and the bound.

        Parameters
        ----------
        spare_step
            Price of a step beyond its charge, in objective units, >= 0.
        dollar
            Price of a dollar in objective units, of any sign.
        """
        reduced = self._reduced
        majorants = self.majorants(dollar)
        step = spare_step + STEP_CHARGE
        crossing = self._cheapest_flow(step)
        counts = list(reduced.starts)
        flows = []
        for a, b in reduced.edges:
            net = crossing.get((a, b), 0) - crossing.get((b, a), 0)
            counts[a] -= net
            counts[b] += net
            flows.append(net)
        space = self._space_prices(step, flows, counts)
        bound = bound_at(reduced, spare_step, dollar, space)
        prices = Prices(spare_step, dollar, tuple(space), bound)
        dollars = worth = 0.0
        for majorant, count in zip(majorants, counts, strict=True):
            own, cost = majorant.at(count)
            dollars += cost
            worth += own + dollar * cost
        return RelaxedPlan(tuple(flows), tuple(counts), sum(map(abs, flows)), dollars, worth, prices)

    def majorants(self, dollar: int) -> list[Majorant]:
        """The spaces' concave majorants at a price of a dollar."""
        if dollar != self._dollar:
            reduced = self._reduced
            self._dollar = dollar
            self._majorants = [
                Majorant.of(ends, start, dollar)
                for ends, start in zip(reduced.ends, reduced.starts, strict=True)
            ]
        return self._majorants

    def _cheapest_flow(self, step: int) -> dict[tuple[int, int], int]:
        """The employees who go from a space to a neighbour in a circulation of the least cost.

        A circulation consists of circles that each take an employee from a space to another one, and some cheapest one
        has only circles that pay, on the shortest ways: no others are in the graph, which mostly leaves a few of them.
        """
        arcs, most_lost, least_gained = self._paying(step)
        if not arcs:
            return {}
        reduced, majorants = self._reduced, self._majorants
        beside = [len(reduced.starts) + component for component in reduced.component]
        graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
        for tail, head in arcs:
            graph.add_edge(tail, head, 0, weight=step, capacity=reduced.totals[reduced.component[tail]])
        for space, least in least_gained.items():
            for piece, (slope, width) in enumerate(majorants[space].gains):
                if slope > least:
                    graph.add_edge(space, beside[space], piece, weight=-slope, capacity=width)
        for space, most in most_lost.items():
            for piece, (slope, width) in enumerate(majorants[space].losses):
                if slope < most:
                    graph.add_edge(beside[space], space, piece, weight=slope, capacity=width)
        _, flow = nx.network_simplex(graph)
        return {(tail, head): flow[tail][head][0] for tail, head in arcs}

    def _paying(self, step: int) -> tuple[dict[tuple[int, int], None], dict[int, int], dict[int, int]]:
        """The moves on shortest ways on which an employee more gains more than the steps cost.

        With them, for each space where such a way begins what it may lose at most for that, and for each where one ends
        what it has to gain more than.
        """
        losses = [(each.losses[0][0], space) for space, each in enumerate(self._majorants) if each.losses]
        gains = [(each.gains[0][0], space) for space, each in enumerate(self._majorants) if each.gains]
        arcs: dict[tuple[int, int], None] = {}
        most_lost: dict[int, int] = {}
        least_gained: dict[int, int] = {}
        least = min(losses, default=(0, 0))[0] + step
        for gained, end in gains:
            if gained <= least:
                continue
            for lost, start in losses:
                way = self._ways[start][end]
                if way is None or gained - lost <= (toll := step * (len(way) - 1)) or start == end:
                    continue
                arcs.update(dict.fromkeys(pairwise(way)))
                most_lost[start] = max(most_lost.get(start, lost), gained - toll)
                least_gained[end] = min(least_gained.get(end, gained), lost + toll)
        return arcs, most_lost, least_gained

    def _space_prices(self, step: int, flows: list[int], counts: list[int]) -> list[int]:
        """Space prices at which the flow is best: the middle between the highest and the lowest such prices.

        These are the shortest distances in the residual network from and to the components' nodes. In the
        middle as few inequalities as possible are tight, which leaves the search the fewest plans without
        slack. networkx's Bellman-Ford takes as long as the flow itself, for distances that settle in two or
        three rounds over two dozen edges; hence this loop.
        """
        far = step * len(counts) + max(majorant.steepest for majorant in self._majorants) + 1
        high = []
        low = []
        for majorant, count in zip(self._majorants, counts, strict=True):
            gain, loss = majorant.slopes_at(count)
            high.append(far if loss is None else loss)
            low.append(-far if gain is None else gain)
        arcs = []
        for (a, b), net in zip(self._reduced.edges, flows, strict=True):
            arcs.append((a, b, -step if net < 0 else step))
            arcs.append((b, a, -step if net > 0 else step))
        for _ in range(len(counts) + 1):
            changed = False
            for tail, head, weight in arcs:
                if high[tail] + weight < high[head]:
                    high[head] = high[tail] + weight
                    changed = True
                if low[head] - weight > low[tail]:
                    low[tail] = low[head] - weight
                    changed = True
            if not changed:
                return [(upper + lower) // 2 for upper, lower in zip(high, low, strict=True)]
        raise AssertionError("the flow is not a cheapest one: its residual network has a negative cycle")


class Majorant:
    """A space's least concave majorant over employees, seen from the employees at the start.

    Its slopes are rounded down to whole numbers, which leaves it concave but may put it below a worth by less
    than a unit per employee. Only the choice of prices rests on it; the bound is taken from the true worths.

    Attributes
    ----------
    start
        Employees at the start.
    hull
        Corners (employees, worth net of dollars, dollars).
    gains, losses
        Pieces (slope in objective units per employee, width in employees) away from the start.
    steepest
        The greatest size of a slope.
    """

    __slots__ = ("gains", "hull", "losses", "start", "steepest")

    def __init__(
        self,
        start: int,
        hull: list[tuple[int, int, int]],
        gains: list[tuple[int, int]],
        losses: list[tuple[int, int]],
    ) -> None:
        self.start = start
        self.hull = hull
        self.gains = gains
        self.losses = losses
        self.steepest = max([0, *(abs(slope) for slope, _ in gains), *(abs(slope) for slope, _ in losses)])

    @classmethod
    def of(cls, ends: tuple[End, ...], start: int, dollar: int) -> Majorant:
        """The majorant of a space's ends at a price of a dollar."""
        hull: list[tuple[int, int, int]] = []
        position = 0
        while position < len(ends):
            count, cost, worth, _ = ends[position]
            worth -= dollar * cost
            position += 1
            while position < len(ends) and ends[position][0] == count:
                other = ends[position]
                if other[2] - dollar * other[1] > worth:
                    cost = other[1]
                    worth = other[2] - dollar * cost
                position += 1
            while len(hull) > 1:
                (x0, y0, _), (x1, y1, _) = hull[-2], hull[-1]
                if (y1 - y0) * (count - x1) > (worth - y1) * (x1 - x0):
                    break
                hull.pop()
            hull.append((count, worth, cost))
        gains: list[tuple[int, int]] = []
        losses: list[tuple[int, int]] = []
        for (x0, y0, _), (x1, y1, _) in pairwise(hull):
            rise, width = y1 - y0, x1 - x0
            slope = rise // width
            if x1 > start:
                gains.append((slope, x1 - max(x0, start)))
            if x0 < start:
                losses.append((slope, min(x1, start) - x0))
        losses.reverse()
        return cls(start, hull, gains, losses)

    def at(self, count: int) -> tuple[float, float]:
        """Worth net of dollars, and dollars, with so many employees; between corners a mixture of them."""
        below = self.hull[0]
        for corner in self.hull:
            if corner[0] == count:
                return corner[1], corner[2]
            if corner[0] > count:
                share = (count - below[0]) / (corner[0] - below[0])
                return below[1] + share * (corner[1] - below[1]), below[2] + share * (corner[2] - below[2])
            below = corner
        raise AssertionError(f"{count} employees are out of reach")

    def slopes_at(self, count: int) -> tuple[int | None, int | None]:
        """What the next employee would add and what the last one added; None beyond the reachable counts."""
        if count == self.start:
            return (self.gains[0][0] if self.gains else None, self.losses[0][0] if self.losses else None)
        rising = count > self.start
        pieces = self.gains if rising else self.losses
        turn = (self.losses if rising else self.gains)[:1]
        left = abs(count - self.start)
        inner: int | None = turn[0][0] if turn else None
        for slope, width in pieces:
            if left == 0:
                outer: int | None = slope
                break
            inner = slope
            if left < width:
                outer = slope
                break
            left -= width
        else:
            outer = None
        return (outer, inner) if rising else (inner, outer)

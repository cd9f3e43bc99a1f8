"""The exact search for several plans that differ in how many employees they leave on the spaces.

It is the sweep of `frontier` with the best few partial plans kept for each key instead of the best one: those that
differ in the numbers on the decided spaces. Whatever completes one of them completes all, so a plan whose part is
dropped has as many others before it as are asked for.
"""

from __future__ import annotations

from typing import NamedTuple

from carnegie_solver.decisions.placement.effort import TooManyStatesError
from carnegie_solver.decisions.placement.frontier import Frontier
from carnegie_solver.decisions.placement.stages import EndChoice, FlowChoice, Lookup

Entry = tuple[int, int, int]
"""A partial plan: its slack with what completes it at least, the numbers on the spaces decided, the flows decided."""
Layer = dict[int, list[Entry]]


class Counted(NamedTuple):
    """A plan found: the employees on each space in the end, the net flow on each edge, the slack."""

    counts: tuple[int, ...]
    flows: tuple[int, ...]
    slack: int


class SeveralFrontier(Frontier):
    """The sweep at given prices, for several plans."""

    def search_several(self, slack: int, count: int, most_states: int) -> list[Counted]:
        """Give the best plans with at most this slack that differ in their numbers of employees, best first.

        Parameters
        ----------
        slack
            Objective units below the bound, from 0 to the `most` of the preparation.
        count
            How many plans at most.
        most_states
            States after which to give up.

        Raises
        ------
        OutOfLimitError, TooManyStatesError
        """
        if self.least_slack > slack:
            return []
        # A digit for each number and each flow, in the order in which they are decided.
        self._digit = (2 * sum(self._reduced.starts) + 1).bit_length()
        layer: Layer = {self._start: [(self.least_slack, 0, 0)]}
        for position, space in enumerate(self._sweep.order):
            later = self._sweep.later[space]
            layer = self._choose_end(layer, position, space, not later, slack)
            most_states -= self._keep(layer, count)
            for edge, sign in later:
                last = edge == later[-1][0]
                choices = self._flow_choices(space, edge, sign, slack)
                if last:
                    layer = self._settle_flow(layer, space, choices, slack)
                else:
                    layer = self._choose_flow(layer, choices, slack)
                most_states -= self._keep(layer, count)
            if most_states < 0:
                raise TooManyStatesError
            if not layer:
                return []
        return self._complete(layer, slack, count)

    def _keep(self, layer: Layer, count: int) -> int:
        """Keep the best few for each key; give how many states there are."""
        states = 0
        for key, entries in layer.items():
            if len(entries) > 1:
                entries.sort()
                kept: list[Entry] = []
                seen: set[int] = set()
                for entry in entries:
                    if entry[1] not in seen:
                        seen.add(entry[1])
                        kept.append(entry)
                        if len(kept) == count:
                            break
                layer[key] = kept
                states += len(kept)
            else:
                states += 1
        self._effort.spend(states)
        return states

    def _choose_end(self, layer: Layer, position: int, space: int, closing: bool, slack: int) -> Layer:
        """Expand with any end of a space, or, as the last one of its component, with those that settle it."""
        now, then, (shift, mask, _) = lookup = self._lookup(position)
        choices = self._end_choices(space, slack)
        if closing:
            return self._settle_end(layer, space, choices, lookup, slack)
        digit, ends = self._digit, self._reduced.ends[space]
        ordered = sorted((c.gap, c.change, c.shift, ends[c.position].employees) for c in choices)
        following: Layer = {}
        for key, entries in layer.items():
            place = (key >> shift) & mask
            least = entries[0][0] - now[place]
            for gap, change, move, employees in ordered:
                if least + gap > slack:
                    break
                more = gap - now[place] + then[place + move]
                if entries[0][0] + more <= slack:
                    own = following.setdefault(key + change, [])
                    for used, counts, flows in entries:
                        if used + more > slack:
                            break
                        own.append((used + more, counts << digit | employees, flows))
        return following

    def _settle_end(
        self, layer: Layer, space: int, choices: list[EndChoice], lookup: Lookup, slack: int
    ) -> Layer:
        now, then, (shift, mask, _) = lookup
        digit, ends = self._digit, self._reduced.ends[space]
        balance_shift, balance_mask, bias = self._balance(space)
        fitting: dict[int, list[tuple[int, int, int, int]]] = {}
        for choice in choices:
            own = fitting.setdefault(choice.gained + bias, [])
            own.append((choice.gap, choice.change, choice.shift, ends[choice.position].employees))
        following: Layer = {}
        for key, entries in layer.items():
            place = (key >> shift) & mask
            for gap, change, move, employees in fitting.get((key >> balance_shift) & balance_mask, ()):
                more = gap - now[place] + then[place + move]
                for used, counts, flows in entries:
                    if used + more > slack:
                        break
                    entry = (used + more, counts << digit | employees, flows)
                    following.setdefault(key + change, []).append(entry)
        return following

    def _choose_flow(self, layer: Layer, choices: list[FlowChoice], slack: int) -> Layer:
        """Expand with any flow on an edge."""
        digit, bias, too_many = self._digit, 1 << (self._digit - 1), self._too_many_steps
        ordered = sorted((choice.slack, choice.change, choice.net + bias) for choice in choices)
        following: Layer = {}
        for key, entries in layer.items():
            least = entries[0][0]
            for more, change, net in ordered:
                if least + more > slack:
                    break
                if key + change < too_many:
                    own = following.setdefault(key + change, [])
                    for used, counts, flows in entries:
                        if used + more > slack:
                            break
                        own.append((used + more, counts, flows << digit | net))
        return following

    def _settle_flow(self, layer: Layer, space: int, choices: list[FlowChoice], slack: int) -> Layer:
        """Expand with the flow on a space's last edge that leaves it without a balance."""
        digit, half, too_many = self._digit, 1 << (self._digit - 1), self._too_many_steps
        shift, mask, bias = self._balance(space)
        find = {choice.out + bias: (choice.slack, choice.change, choice.net + half) for choice in choices}
        following: Layer = {}
        for key, entries in layer.items():
            choice = find.get((key >> shift) & mask)
            if choice is None:
                continue
            more, change, net = choice
            if key + change < too_many and entries[0][0] + more <= slack:
                own = following.setdefault(key + change, [])
                for used, counts, flows in entries:
                    if used + more > slack:
                        break
                    own.append((used + more, counts, flows << digit | net))
        return following

    def _complete(self, layer: Layer, slack: int, count: int) -> list[Counted]:
        """Read the best complete plans."""
        best: dict[int, tuple[int, int]] = {}
        for key, entries in layer.items():
            spare = self._reduced.moves - (key >> self._step_shift)
            for used, counts, flows in entries:
                total = used + spare * self._prices.spare_step
                if total <= slack and (counts not in best or (total, flows) < best[counts]):
                    best[counts] = (total, flows)
        found = sorted((total, counts, flows) for counts, (total, flows) in best.items())[:count]
        return [self._counted(*each) for each in found]

    def _counted(self, slack: int, counts: int, flows: int) -> Counted:
        digit = self._digit
        mask, bias = (1 << digit) - 1, 1 << (digit - 1)
        on_spaces = [0] * len(self._reduced.starts)
        on_edges = [0] * len(self._reduced.edges)
        for space in reversed(self._sweep.order):
            on_spaces[space] = counts & mask
            counts >>= digit
            for edge, _ in reversed(self._sweep.later[space]):
                on_edges[edge] = (flows & mask) - bias
                flows >>= digit
        return Counted(tuple(on_spaces), tuple(on_edges), slack)

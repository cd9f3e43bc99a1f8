"""The stages of the frontier search: choosing one space's end, or the flow on one edge.

These loops are where the search spends its time, hence the local names and the tuples.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from carnegie_solver.decisions.placement.completion import NEVER

# The partial plans after a stage: by key their slack, with what the spaces still to be decided need at least.
Layer = dict[int, int]
Chunk = list[tuple[int, int]]


class Stage(Struct, frozen=True):
    """One choice of the sweep.

    Attributes
    ----------
    expand
        Adds to the next layer what becomes of a chunk (key, slack) of this one.
    back
        From a key, its slack and the layer before: the key and slack it came from, and what was chosen.
    space
        The space whose end is chosen, by position; or None.
    edge
        The edge whose net flow is chosen; or None.
    """

    expand: Callable[[Chunk, Layer], None]
    back: Callable[[int, int, Layer], tuple[int, int, int]]
    space: int | None
    edge: int | None


class Field(NamedTuple):
    """Bits of a key: ``(key >> shift) & mask`` is the number held there plus the bias."""

    shift: int
    mask: int
    bias: int = 0


class Lookup(NamedTuple):
    """Least slack to complete before and after a space is decided, and the bits that index both."""

    now: list[int]
    then: list[int]
    field: Field


class EndChoice(NamedTuple):
    """An end: its gap, its change to the key and to the index, employees gained, its position."""

    gap: int
    change: int
    shift: int
    gained: int
    position: int


class FlowChoice(NamedTuple):
    """A flow: its slack, its change to the key, its size out of the space and along the edge."""

    slack: int
    change: int
    out: int
    net: int


def end_stage(
    space: int, choices: list[EndChoice], lookup: Lookup, balance: Field | None, slack: int
) -> Stage:
    """Choose a space's end, of all or, if its balance is given, of those that settle it."""
    now, then, (shift, mask, _) = lookup

    def back(key: int, used: int, before: Layer) -> tuple[int, int, int]:
        place = (key >> shift) & mask
        for choice in choices:
            old = key - choice.change
            if old in before and before[old] - now[place - choice.shift] + choice.gap + then[place] == used:
                return old, before[old], choice.position
        raise AssertionError("a state without origin")

    if balance is None:
        return Stage(_any_end(choices, lookup, slack), back, space, None)
    return Stage(_settling_end(choices, lookup, balance, slack), back, space, None)


def _any_end(choices: list[EndChoice], lookup: Lookup, slack: int) -> Callable[[Chunk, Layer], None]:
    """Expand with any end."""
    ordered = sorted((choice.gap, choice.change, choice.shift) for choice in choices)
    now, then, (shift, mask, _) = lookup

    def expand(chunk: Chunk, following: Layer) -> None:
        get = following.get
        for key, used in chunk:
            place = (key >> shift) & mask
            base = used - now[place]
            for gap, change, move in ordered:
                total = base + gap
                if total > slack:
                    break
                total += then[place + move]
                if total <= slack:
                    new = key + change
                    if total < get(new, NEVER):
                        following[new] = total

    return expand


def _settling_end(
    choices: list[EndChoice], lookup: Lookup, balance: Field, slack: int
) -> Callable[[Chunk, Layer], None]:
    """Expand with the ends that hold exactly who has come: nothing can flow on."""
    fitting: dict[int, list[tuple[int, int, int]]] = {}
    for choice in sorted(choices):
        fitting.setdefault(choice.gained + balance.bias, []).append((choice.gap, choice.change, choice.shift))
    now, then, (shift, mask, _) = lookup
    balance_shift, balance_mask, _ = balance

    def expand(chunk: Chunk, following: Layer) -> None:
        get = following.get
        for key, used in chunk:
            place = (key >> shift) & mask
            base = used - now[place]
            for gap, change, move in fitting.get((key >> balance_shift) & balance_mask, ()):
                total = base + gap
                if total > slack:
                    break
                total += then[place + move]
                if total <= slack:
                    new = key + change
                    if total < get(new, NEVER):
                        following[new] = total

    return expand


def flow_stage(
    edge: int, choices: list[FlowChoice], balance: Field | None, too_many_steps: int, slack: int
) -> Stage:
    """Choose the flow on an edge, of all or, if the space's balance is given, the one that settles it."""

    def back(key: int, used: int, before: Layer) -> tuple[int, int, int]:
        for choice in choices:
            if before.get(key - choice.change) == used - choice.slack:
                return key - choice.change, used - choice.slack, choice.net
        raise AssertionError("a state without origin")

    if balance is None:
        return Stage(_any_flow(choices, too_many_steps, slack), back, None, edge)
    return Stage(_settling_flow(choices, balance, too_many_steps, slack), back, None, edge)


def _any_flow(choices: list[FlowChoice], too_many_steps: int, slack: int) -> Callable[[Chunk, Layer], None]:
    """Expand with any flow."""
    ordered = sorted((choice.slack, choice.change) for choice in choices)

    def expand(chunk: Chunk, following: Layer) -> None:
        get = following.get
        for key, used in chunk:
            for more, change in ordered:
                total = used + more
                if total > slack:
                    break
                new = key + change
                if new < too_many_steps and total < get(new, NEVER):
                    following[new] = total

    return expand


def _settling_flow(
    choices: list[FlowChoice], balance: Field, too_many_steps: int, slack: int
) -> Callable[[Chunk, Layer], None]:
    """Expand with the flow that leaves the space without a balance: it is its last edge."""
    shift, mask, bias = balance
    find = {choice.out + bias: (choice.slack, choice.change) for choice in choices}.get

    def expand(chunk: Chunk, following: Layer) -> None:
        get = following.get
        for key, used in chunk:
            choice = find((key >> shift) & mask)
            if choice is not None:
                total = used + choice[0]
                new = key + choice[1]
                if total <= slack and new < too_many_steps and total < get(new, NEVER):
                    following[new] = total

    return expand

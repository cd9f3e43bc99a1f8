"""Spending study points in a CP-SAT program: one option for each project tab and each transport track."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeVar

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.decisions.closing import Score
from carnegie_solver.decisions.endgame import LinkScores
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.research.options import (
    TabOption,
    TrackOption,
    bonus_points,
    tab_options,
    track_options,
    unrevealed_circles,
)
from carnegie_solver.decisions.research.order import Gate, StudyOrder, gates_of
from carnegie_solver.rules import Player, Position, Step
from carnegie_solver.rules.donations import raised_limits
from carnegie_solver.rules.links import levels, link_vp, own_cities
from carnegie_solver.rules.steps import AdvanceTransport, SlideTab
from carnegie_solver.valuation import Outlook

Option = TypeVar("Option", TabOption, TrackOption)
Bounded = tuple[LinearExpr, int]
"""An expression and what it can be at most."""


class Spending:
    """How the study points of a decision are spent.

    Parameters
    ----------
    program
        The program to extend.
    position
        The position in which the decision is awaited.
    points
        What there can be to spend at most, in study points, without the bonuses of arrivals.
    other_disks, most_other_disks
        Disks of the supply that the decision puts elsewhere, and how many they can be.
    ordered
        A region on whose track the time of each advance matters, whatever arrivals bring.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        outlook: Outlook,
        position: Position,
        points: int,
        *,
        other_disks: LinearExpr = 0,
        most_other_disks: int = 0,
        ordered: Region | None = None,
    ) -> None:
        self._program, self._components, self._outlook = program, components, outlook
        self._player = player = position.decider
        permits = functools.partial(outlook.restrictions.permits, components, position)
        points += bonus_points(components, player)
        supply = player.disks_in_supply
        short = supply - most_other_disks < unrevealed_circles(components, player)
        self.tabs = {
            kind: self._choose(
                tuple(
                    option
                    for option in tab_options(components, outlook, player, kind, points, may_run_short=short)
                    if not option.slides or permits(SlideTab(kind))
                )
            )
            for kind in ProjectType
        }
        self.tracks = {
            region: self._choose(
                tuple(
                    option
                    for option in track_options(components, outlook, position, region, points)
                    if not option.advances or permits(AdvanceTransport(region))
                )
            )
            for region in Region
        }
        tabs = [pair for choices in self.tabs.values() for pair in choices]
        tracks = [pair for choices in self.tracks.values() for pair in choices]
        self._cost = total(
            [
                *(option.cost * chosen for option, chosen in tabs),
                *(option.cost * chosen for option, chosen in tracks),
            ]
        )
        program.takes_steps(total([option.slides * chosen for option, chosen in tabs]))
        program.takes_steps(total([option.advances * chosen for option, chosen in tracks]))
        disks = total([option.disks * chosen for option, chosen in tabs])
        program.model.add(disks + other_disks <= supply)
        for option, chosen in tabs:
            if option.short:
                program.model.add(disks + other_disks >= supply).only_enforce_if(chosen)
        gates: list[Gate] = []
        for region, choices in self.tracks.items():
            if region is ordered or any(option.study_points for option, _ in choices):
                gates.extend(gates_of(program, region, choices))
        self.order = StudyOrder(program, gates)
        self._links()

    def _choose(self, options: tuple[Option, ...]) -> list[tuple[Option, cp_model.IntVar]]:
        """Choose exactly one of some options, and gain its value."""
        choices = [
            (option, self._program.boolean(f"option{number}")) for number, option in enumerate(options)
        ]
        self._program.model.add_exactly_one(chosen for _, chosen in choices)
        self._program.decides(*(chosen for _, chosen in choices))
        value = total(option.value * chosen for option, chosen in choices)
        self._program.gains(value, max(option.value for option in options))
        return choices

    def _links(self) -> None:
        """Add what the links gain: a table over the levels that the regions can reach."""
        self._scores = LinkScores(self._player)
        self._cities = cities = own_cities(self._components, self._player)
        before = levels(self._components, self._player)
        reachable = [sorted({option.level for option, _ in self.tracks[region]}) for region in Region]
        self._reachable = tuple(product(*reachable))
        of_group = self._scores.of_group
        table = [100 * link_vp(self._components, cities, reached, of_group) for reached in self._reachable]
        start = 100 * link_vp(self._components, cities, before, of_group)
        if max(table) == start == min(table) and self._scores.open is None:
            return
        index: LinearExpr = 0
        for region, level_list in zip(Region, reachable, strict=True):
            place = total([level_list.index(option.level) * chosen for option, chosen in self.tracks[region]])
            index = index * len(level_list) + place
        where = self._where = self._program.integer(0, len(table) - 1, "levels")
        self._program.model.add(where == index)
        vp = self._program.integer(min(table), max(table), "links")
        self._program.model.add_element(where, table, vp)
        self._program.gains(vp - start, max(table) - start)

    def endgame(self) -> dict[str, Score]:
        """Give what a Department scores at the end of the game for more link points, if it gets staffed."""
        if self._scores.open is None:
            return {}
        name, rule = self._scores.open
        table = [
            link_vp(self._components, self._cities, reached, rule.of_group)
            - link_vp(self._components, self._cities, reached)
            for reached in self._reachable
        ]
        score = self._program.integer(min(table), max(table), f"score_{name}")
        self._program.model.add_element(self._where, table, score)
        return {name: (score, max(table))}

    def within(self, points: LinearExpr, points_at: Callable[[Gate], LinearExpr] | None = None) -> None:
        """Demand that some study points pay for everything; `points_at` says what there is of them before a gate."""
        bonus, _ = self.arriving(lambda option: option.study_points)
        self._program.model.add(self._cost <= points + bonus)
        self.order.allow(points_at or (lambda _: points))

    def arriving(self, amount: Callable[[TrackOption], int]) -> Bounded:
        """Sum what the arrivals on the tracks bring of something."""
        used = [
            (amount(option), chosen)
            for choices in self.tracks.values()
            for option, chosen in choices
            if amount(option)
        ]
        most = sum(max(amount(option) for option, _ in choices) for choices in self.tracks.values())
        return (total([number * chosen for number, chosen in used]) if used else 0), most

    @property
    def raised(self) -> Bounded:
        """VP by which the tabs raise every donation's limit in the end."""
        before = raised_limits(self._components, self._player)
        sums = [option.raised * chosen for own in self.tabs.values() for option, chosen in own]
        most = sum(max(option.raised for option, _ in own) for own in self.tabs.values())
        return before + total(sums), before + most

    @property
    def railroads(self) -> Bounded:
        """Regions in which the transport disk stands at RAILROAD level in the end."""
        reached = [
            chosen for own in self.tracks.values() for option, chosen in own if option.level is Level.RAILROAD
        ]
        return total(reached), len(Region)

    def gain_missions(self, region: Region, count: cp_model.IntVar, most: int, sign: int = 1) -> None:
        """Gain the worth of employees who go on a Mission in a region, or, with sign -1, lose that of those who leave.

        It is that at the space of the track where the disk stands in the end; `count` is 0 to `most`.
        """
        worth = [
            (sign * self._outlook.mission(region, option.reached), chosen)
            for option, chosen in self.tracks[region]
        ]
        highest = max(0, *(value for value, _ in worth))
        if len({value for value, _ in worth}) == 1:
            self._program.gains(worth[0][0] * count, highest * most)
            return
        there = [self._program.integer(0, most, f"there_{region.name}") for _ in worth]
        self._program.model.add(total(there) == count)
        for number, (value, chosen) in zip(there, worth, strict=True):
            self._program.model.add(number <= most * chosen)
            self._program.gains(value * number, 0)
        self._program.gains(0, highest * most)

    def advances(self, outcome: Outcome, after: Callable[[Gate], Sequence[Step]] | None = None) -> list[Step]:
        """Read the advances from a solution: those whose time matters first, each with the steps that follow it."""
        steps: list[Step] = []
        for gate in self.order.made(outcome):
            steps.append(AdvanceTransport(gate.region))
            steps.extend(after(gate) if after is not None else ())
        timed = {gate.region for gate in self.order.gates}
        for region, choices in self.tracks.items():
            if region not in timed:
                for option, chosen in choices:
                    if outcome.value(chosen):
                        steps.extend(AdvanceTransport(region) for _ in range(option.advances))
        return steps

    def slides(self, outcome: Outcome) -> list[Step]:
        """Read the slides from a solution: up to the circles that get a disk first, then the others."""
        first: list[Step] = []
        rest: list[Step] = []
        for kind, choices in self.tabs.items():
            for option, chosen in choices:
                if outcome.value(chosen):
                    with_disks = _slides_for(self._components, self._player, kind, option.disks)
                    first.extend(SlideTab(kind) for _ in range(with_disks))
                    rest.extend(SlideTab(kind) for _ in range(option.slides - with_disks))
        return [*first, *rest]


def _slides_for(components: Components, player: Player, kind: ProjectType, circles: int) -> int:
    """Count the slides until a tab has revealed some circles."""
    tab = player.tabs[kind]
    slides = 0
    for space in components.tab(kind, tab.side).spaces[tab.pulled + 1 :]:
        if not circles:
            break
        slides += 1
        circles -= space.kind is TabSpaceKind.PROJECT
    return slides

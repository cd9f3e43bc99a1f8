"""Research and Development: which tabs to slide and which transport disks to advance, as a CP-SAT program."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, product
from typing import TypeVar

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Level, ProjectType, Region, TabSpaceKind
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.closing import Closing
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, Settings, answer_of, total
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Player, Position, Step
from carnegie_solver.rules.donations import RAILROADS, raised_limits
from carnegie_solver.rules.links import levels, link_vp, own_cities
from carnegie_solver.rules.research import held_last_space
from carnegie_solver.rules.steps import AdvanceTransport, EndTurn, SlideTab
from carnegie_solver.valuation import Outlook

Option = TypeVar("Option", "TabOption", "TrackOption")

SETTINGS = Settings(presolve=False, linearization_level=0)
"""Presolve costs more than it saves here: measured by `make bench`."""


@dataclass(frozen=True, slots=True)
class TabOption:
    """A tab slid by some spaces, of which `disks` circles get a disk; `raised` is in VP, `value` a gain in centi-VP."""

    slides: int
    disks: int
    cost: int
    raised: int
    value: int


@dataclass(frozen=True, slots=True)
class TrackOption:
    """A transport disk advanced by some spaces, with what its arrival gives; `value` is a gain in centi-VP."""

    advances: int
    cost: int
    level: Level
    money: int
    goods: int
    value: int


def unrevealed_circles(components: Components, player: Player) -> int:
    """Count the circles that the player's tabs have still to reveal."""
    return sum(
        space.kind is TabSpaceKind.PROJECT
        for kind in ProjectType
        for space in components.tab(kind, player.tabs[kind].side).spaces[player.tabs[kind].pulled + 1 :]
    )


def tab_options(
    components: Components, outlook: Outlook, player: Player, kind: ProjectType, points: int, disks: int
) -> tuple[TabOption, ...]:
    """List how far a tab can be slid with some study points, and how many of `disks` new ones its circles can get."""
    tab = player.tabs[kind]
    printed = components.tab(kind, tab.side)
    waiting = outlook.waiting(kind, tab.waiting)
    ahead = outlook.tab_ahead(kind, tab.side, tab.pulled)
    # While the supply lasts every circle gets a disk; when it runs short, the order of slides decides which.
    short = disks < unrevealed_circles(components, player)
    options = []
    for slides, cost in enumerate((0, *accumulate(printed.advance_costs[tab.pulled :]))):
        if cost > points:
            break
        revealed = printed.spaces[tab.pulled + 1 : tab.pulled + 1 + slides]
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in revealed)
        raised = sum(space.raise_by for space in revealed if space.kind is TabSpaceKind.DONATION_LIMIT)
        value = (
            100 * sum(space.vp for space in revealed if space.kind is TabSpaceKind.VP)
            + outlook.tab_ahead(kind, tab.side, tab.pulled + slides)
            - ahead
            + outlook.raised_limits(raised)
        )
        most = min(circles, disks)
        for new in range(0 if short else most, most + 1):
            gain = outlook.waiting(kind, tab.waiting + new) - waiting
            options.append(TabOption(slides, new, cost, raised, value + gain))
    return tuple(options)


def track_options(
    components: Components, outlook: Outlook, position: Position, region: Region, points: int
) -> tuple[TrackOption, ...]:
    """List how far a transport disk can be advanced with some study points."""
    player = position.decider
    track = components.tracks[region]
    start = player.transport[region]

    def estimate(reached: int) -> int:
        return outlook.transport(region, reached) + player.missions[region] * outlook.mission(region, reached)

    options = []
    money = goods = vp = 0
    for advances, cost in enumerate((0, *accumulate(track.advance_costs[start:]))):
        reached = start + advances
        space = track.spaces[reached]
        if advances and space.single_occupant and held_last_space(position, region, reached):
            break
        if cost > points:
            break
        if advances:
            money += space.arrival_bonus.money
            goods += space.arrival_bonus.goods
            vp += space.arrival_bonus.vp
        value = 100 * vp + estimate(reached) - estimate(start)
        options.append(TrackOption(advances, cost, space.level, money, goods, value))
    return tuple(options)


class ResearchProgram:
    """How study points are spent: one option for each tab and each track, within the points."""

    def __init__(self, components: Components, outlook: Outlook, position: Position) -> None:
        assert position.turn is not None
        self.program = Program()
        self._components = components
        self._player = position.decider
        player = position.decider
        points = position.turn.study_points
        supply = player.disks_in_supply
        self._tabs = {
            kind: self._choose(tab_options(components, outlook, player, kind, points, supply))
            for kind in ProjectType
        }
        self._tracks = {
            region: self._choose(track_options(components, outlook, position, region, points))
            for region in Region
        }
        tabs = [pair for choices in self._tabs.values() for pair in choices]
        tracks = [pair for choices in self._tracks.values() for pair in choices]
        model = self.program.model
        spent_on_tabs = total(option.cost * chosen for option, chosen in tabs)
        spent_on_tracks = total(option.cost * chosen for option, chosen in tracks)
        model.add(spent_on_tabs + spent_on_tracks <= points)
        model.add(total([option.disks * chosen for option, chosen in tabs]) <= supply)
        self.program.takes_steps(total([option.slides * chosen for option, chosen in tabs]))
        self.program.takes_steps(total([option.advances * chosen for option, chosen in tracks]))
        self._links(components, player)
        self.closing = Closing(
            self.program,
            components,
            outlook,
            player,
            money=player.money + total([option.money * chosen for option, chosen in tracks]),
            most_money=player.money
            + sum(max(option.money for option, _ in own) for own in self._tracks.values()),
            goods=player.goods + total([option.goods * chosen for option, chosen in tracks]),
            most_goods=player.goods
            + sum(max(option.goods for option, _ in own) for own in self._tracks.values()),
            raised=raised_limits(components, player)
            + total([option.raised * chosen for option, chosen in tabs]),
            most_raised=raised_limits(components, player)
            + sum(max(option.raised for option, _ in choices) for choices in self._tabs.values()),
            counts={
                RAILROADS: (
                    total([(option.level is Level.RAILROAD) * chosen for option, chosen in tracks]),
                    len(Region),
                )
            },
        )

    def _choose(self, options: tuple[Option, ...]) -> list[tuple[Option, cp_model.IntVar]]:
        """Choose exactly one of some options, and gain its value."""
        choices = [(option, self.program.boolean(f"option{number}")) for number, option in enumerate(options)]
        self.program.model.add_exactly_one(chosen for _, chosen in choices)
        self.program.decides(*(chosen for _, chosen in choices))
        value = total(option.value * chosen for option, chosen in choices)
        self.program.gains(value, max(option.value for option in options))
        return choices

    def _links(self, components: Components, player: Player) -> None:
        """Add what the links gain: a table over the levels that the regions can reach."""
        cities = own_cities(components, player)
        before = levels(components, player)
        reachable = [sorted({option.level for option, _ in self._tracks[region]}) for region in Region]
        table = [100 * link_vp(components, cities, reached) for reached in product(*reachable)]
        start = 100 * link_vp(components, cities, before)
        if max(table) == start:
            return
        index: LinearExpr = 0
        for region, level_list in zip(Region, reachable, strict=True):
            place = total(
                [level_list.index(option.level) * chosen for option, chosen in self._tracks[region]]
            )
            index = index * len(level_list) + place
        where = self.program.integer(0, len(table) - 1, "levels")
        self.program.model.add(where == index)
        vp = self.program.integer(start, max(table), "links")
        self.program.model.add_element(where, table, vp)
        self.program.gains(vp - start, max(table) - start)

    def plan(self, outcome: Outcome) -> Plan:
        """Read the plan from a solution."""
        return Plan((*self.steps(outcome), EndTurn()), self.closing.steps(outcome))

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps from a solution: circles that get a disk first, then the other slides, then the tracks."""
        steps: list[Step] = []
        rest: list[Step] = []
        for kind, choices in self._tabs.items():
            for option, chosen in choices:
                if outcome.value(chosen):
                    first = self._slides_for(kind, option.disks)
                    steps.extend(SlideTab(kind) for _ in range(first))
                    rest.extend(SlideTab(kind) for _ in range(option.slides - first))
        for region, track_choices in self._tracks.items():
            for track_option, chosen in track_choices:
                if outcome.value(chosen):
                    rest.extend(AdvanceTransport(region) for _ in range(track_option.advances))
        return (*steps, *rest)

    def _slides_for(self, kind: ProjectType, circles: int) -> int:
        """Count the slides until a tab has revealed some circles."""
        tab = self._player.tabs[kind]
        slides = 0
        for space in self._components.tab(kind, tab.side).spaces[tab.pulled + 1 :]:
            if not circles:
                break
            slides += 1
            circles -= space.kind is TabSpaceKind.PROJECT
        return slides


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Spend the study points of a turn in the best way.

    Raises
    ------
    ValueError
        When the position is not in a turn of Research and Development.
    """
    if position.turn is None:
        raise ValueError("no turn of Research and Development")
    research = ResearchProgram(components, outlook, position)
    outcomes = research.program.solve_lines(limit, SETTINGS, count)
    return answer_of(outcomes, research.plan)

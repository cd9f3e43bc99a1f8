"""The uses of Departments in a turn of Research and Development: what each brings, and who goes on a Mission."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.closing import Scenario
from carnegie_solver.decisions.permitted import SharedMissions, mission_regions
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.restrictions import Restrictions
from carnegie_solver.rules import Position, Step, apply
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.steps import Donate, Gain, Mission, UseDepartment
from carnegie_solver.rules.uses import legal_uses


class Way(Struct, frozen=True):
    """A way to use a Department, and how many uses go that way.

    `step` is a use of this way; it brings `money` in dollars, `goods` in cubes, `vp`, and `points` in study points.
    """

    space: int
    step: UseDepartment
    money: int
    goods: int
    vp: int
    points: int
    count: cp_model.IntVar

    @property
    def sent(self) -> bool:
        """Whether its employee goes on a Mission."""
        return self.step.mission is not None


class Uses:
    """How the uses of a turn are spent, those for donations included."""

    def __init__(
        self, program: Program, components: Components, position: Position, restrictions: Restrictions
    ) -> None:
        self._program, self._components, self._position = program, components, position
        self._restrictions = restrictions
        self._shared: SharedMissions[int | str] | None = None
        self.ways: list[Way] = []
        self.given: dict[int, cp_model.IntVar] = {}
        self._left = {} if position.turn is None else dict(position.turn.uses)
        for index in self._left:
            self._add_ways(index)
        self.scenarios = {
            index: states for index, left in self._left.items() if (states := self._states(index, left))
        }
        self.most_sent = sum(self._left[index] for index in self.scenarios)
        self.missions = self._missions()

    def _add_ways(self, index: int) -> None:
        """Add the ways to use a Department that differ in more than study points, those with most of them.

        What a use brings depends on no other use: Missions change neither what is counted nor the projects.
        """
        position, left = self._position, self._left[index]
        label = self._components.space_labels[index]
        best: dict[tuple[int, int, int, bool], tuple[int, UseDepartment]] = {}
        for step in legal_uses(self._components, position):
            if step.space != label or (step.mission is not None and step.mission.region != Region(0)):
                continue
            if not self._permitted(step):
                continue
            after = apply(self._components, position, step)
            assert after.turn is not None
            assert position.turn is not None
            player, before = after.decider, position.decider
            key = (
                player.money - before.money,
                player.goods - before.goods,
                player.vp - before.vp,
                step.mission is not None,
            )
            points = after.turn.study_points - position.turn.study_points
            if key not in best or points > best[key][0]:
                best[key] = (points, step)
        own: list[cp_model.IntVar] = []
        for (money, goods, vp, _), (points, step) in best.items():
            count = self._program.integer(0, left, f"use{index}_{len(own)}")
            own.append(count)
            self.ways.append(Way(index, step, money, goods, vp, points, count))
        if rule_of(position.decider.company[index].department).gives_donations:
            self.given[index] = self._program.integer(0, left, f"gives{index}")
            own.append(self.given[index])
        self._program.model.add(total(own) <= left)
        self._program.takes_steps(total(own))

    def _permitted(self, step: UseDepartment) -> bool:
        if step.mission is None:
            return self._restrictions.permits(self._components, self._position, step)
        return bool(mission_regions(self._components, self._restrictions, self._position, step))

    def share_missions(self, made: Mapping[str, cp_model.IntVar]) -> None:
        """Send everybody where he may go, where that is not everywhere; `made` are the donations."""
        if not self._restrictions.restrict or not self.missions:
            return
        labels = self._components.space_labels
        sent: dict[int | str, tuple[LinearExpr, int]] = {
            index: (total(way.count for way in self.ways if way.space == index and way.sent), left)
            for index, left in self._left.items()
        }
        sent |= {name: (chosen, 1) for name, chosen in made.items()}

        def regions(place: int | str) -> tuple[Region, ...]:
            # A Company holds no Department twice, so one alone gives donations.
            step = (
                UseDepartment(labels[place], Gain.MONEY)
                if isinstance(place, int)
                else Donate(place, labels[next(iter(self.given))])
            )
            return mission_regions(self._components, self._restrictions, self._position, step)

        self._shared = SharedMissions(self._program, sent, regions, self.missions)

    def _states(self, index: int, left: int) -> list[Scenario]:
        """Give the states in which the uses leave a Department's space, by how many of its employees go."""
        sent = [way.count for way in self.ways if way.space == index and way.sent]
        sent += [count for space, count in self.given.items() if space == index]
        if not sent:
            return []
        space = self._position.decider.company[index]
        states = [self._program.boolean(f"sent{index}_{number}") for number in range(left + 1)]
        self._program.model.add_exactly_one(states)
        self._program.model.add(total([number * state for number, state in enumerate(states)]) == total(sent))
        self._program.decides(*states)
        return [(leave(self._components, space, number)[1], state) for number, state in enumerate(states)]

    def _missions(self) -> dict[Region, cp_model.IntVar]:
        """Add how many go to each region."""
        if not self.most_sent:
            return {}
        missions = {
            region: self._program.integer(0, self.most_sent, f"missions_{region.name}") for region in Region
        }
        sent = [
            number * state
            for states in self.scenarios.values()
            for number, (_, state) in enumerate(states)
            if state is not None
        ]
        self._program.model.add(total(missions.values()) == total(sent))
        self._program.decides(*missions.values())
        return missions

    def bring(self, amount: Callable[[Way], int]) -> tuple[LinearExpr, int]:
        """Sum what the uses bring of something, and what that can be at most."""
        used = [(amount(way), way.count) for way in self.ways if amount(way)]
        if not used:
            return 0, 0
        most = sum(
            left * max((amount(way) for way in self.ways if way.space == index), default=0)
            for index, left in self._left.items()
        )
        return total([number * count for number, count in used]), most

    def senders(self, outcome: Outcome) -> Callable[[int, str | None], Mission]:
        """Give what names the Mission of the next employee who leaves a space in a solution, for a donation or not."""
        regions = [region for region, count in self.missions.items() for _ in range(outcome.value(count))]
        leaving: dict[int, list[int]] = {}

        region_of = self._shared.regions(outcome) if self._shared else lambda _: regions.pop(0)

        def send(index: int, donation: str | None) -> Mission:
            space = self._position.decider.company[index]
            if index not in leaving:
                leaving[index] = list(leave(self._components, space, len(space.standing_at))[0])
            return Mission(region_of(index if donation is None else donation), leaving[index].pop(0))

        return send

    def steps(self, outcome: Outcome, send: Callable[[int, str | None], Mission]) -> list[Step]:
        """Read the uses from a solution, those for donations left out."""
        steps: list[Step] = []
        for way in self.ways:
            steps.extend(
                replace(way.step, mission=send(way.space, None)) if way.sent else way.step
                for _ in range(outcome.value(way.count))
            )
        return steps

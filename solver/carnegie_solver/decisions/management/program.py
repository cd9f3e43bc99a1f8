"""The program of a turn of Management: its uses, what it builds, whom it fetches, and how the round ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.closing import Closing, Scenario
from carnegie_solver.decisions.management.buildings import Buildings
from carnegie_solver.decisions.management.fetching import Built, Fetching, fetchable
from carnegie_solver.decisions.management.permitted_buildings import PermittedBuildings
from carnegie_solver.decisions.management.uses import Uses, Way
from carnegie_solver.decisions.permitted import SharedMissions, mission_regions
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.management import may_fetch, planning_space
from carnegie_solver.rules.standing_up import may_change_payroll
from carnegie_solver.rules.steps import BuildDepartment, EndTurn, Fetched, Gain, Mission, UseDepartment
from carnegie_solver.valuation import Outlook


class ManagementProgram:
    """How the uses of a Management turn are spent.

    Parameters
    ----------
    count
        How many plans with different outcomes will be asked for.
    """

    def __init__(self, components: Components, outlook: Outlook, position: Position, count: int = 1) -> None:
        assert position.turn is not None
        self._components, self._outlook, self._position = components, outlook, position
        self._player = position.decider
        self.program = Program()
        self._buildings = self._add_buildings(count)
        self._fetching = self._add_fetching()
        self._uses = Uses(self.program, components, position, self._buildings, outlook.restrictions)
        self._missions = self._add_missions()
        self._shared = self._share_missions()
        scenarios = self._add_states()
        if self._buildings is not None:
            scenarios |= self._buildings.scenarios
        self.closing = self._close(scenarios)

    def _add_buildings(self, count: int) -> Buildings | None:
        """Add what can be built, if anything."""
        position = self._position
        planning = planning_space(position)
        if planning is None or position.turn is None:
            return None
        return Buildings(
            self.program,
            self._components,
            self._outlook,
            position,
            position.turn.uses_of(planning),
            fetching=may_fetch(self._player),
            variants=count,
            permitted=PermittedBuildings(self._components, self._outlook.restrictions, position),
        )

    def _add_fetching(self) -> Fetching | None:
        """Add who can be fetched into what is built, if anybody."""
        if self._buildings is None or not self._buildings.buildings or not may_fetch(self._player):
            return None
        return Fetching(self.program, self._components, self._position, self._buildings)

    def _add_missions(self) -> dict[Region, cp_model.IntVar]:
        """Share the employees sent on Missions out to the regions: each is worth the same whoever else is on one."""
        program, sent = self.program, self._uses.sent()
        most = sum(left for _, left in sent.values())
        if not most:
            return {}
        worth = {region: self._outlook.mission(region, self._player.transport[region]) for region in Region}
        counts = {region: program.integer(0, most, f"missions_{region.name}") for region in Region}
        program.model.add(total(counts.values()) == total([number for number, _ in sent.values()]))
        program.gains(
            total([worth[region] * count for region, count in counts.items()]), max(worth.values()) * most
        )
        program.decides(*counts.values())
        return counts

    def _share_missions(self) -> SharedMissions[int] | None:
        """Have each Department send its employees where it may, where that is not everywhere."""
        restrictions = self._outlook.restrictions
        if not restrictions.restrict:
            return None

        def regions(index: int) -> tuple[Region, ...]:
            step = UseDepartment(self._components.space_labels[index], Gain.MONEY)
            return mission_regions(self._components, restrictions, self._position, step)

        return SharedMissions(self.program, self._uses.sent(), regions, self._missions)

    def _add_states(self) -> dict[int, list[Scenario]]:
        """Give the states of the spaces that keep their Department: who was sent away, and who was fetched."""
        program, sent = self.program, self._uses.sent()
        company = self._player.company
        spaces = set(sent)
        if self._fetching is not None and self._buildings is not None:
            spaces |= set(fetchable(company, self._buildings.occupied))
        scenarios: dict[int, list[Scenario]] = {}
        for index in sorted(spaces):
            space = company[index]
            gone, most_gone = sent.get(index, (0, 0))
            fetched, most_fetched = self._taken(index, standing=True)
            lying, most_lying = self._taken(index, standing=False)
            most_up = min(len(space.standing_at), most_gone + most_fetched)
            chosen = [
                (up, down, program.boolean(f"left{index}_{up}_{down}"))
                for up, down in product(range(most_up + 1), range(most_lying + 1))
            ]
            states = [state for _, _, state in chosen]
            program.model.add_exactly_one(states)
            program.decides(*states)
            program.model.add(total([up * state for up, _, state in chosen]) == gone + fetched)
            program.model.add(total([down * state for _, down, state in chosen]) == lying)
            scenarios[index] = [
                (replace(leave(self._components, space, up)[1], lying=space.lying - down), state)
                for up, down, state in chosen
            ]
        return scenarios

    def _taken(self, index: int, *, standing: bool) -> tuple[LinearExpr, int]:
        return (0, 0) if self._fetching is None else self._fetching.taken(index, standing=standing)

    def _close(self, scenarios: dict[int, list[Scenario]]) -> Closing:
        """Add the end of the round, and name what makes up the outcome."""
        program, player = self.program, self._player
        brought, (most_money, most_goods, most_vp) = self._uses.brought(), self._uses.most()
        paid: LinearExpr = 0 if self._buildings is None else self._buildings.paid()
        if self._fetching is not None:
            paid += self._fetching.paid_more()
        money = self._held(player.money, brought.money, most_money, "money")
        goods = self._held(player.goods, brought.goods - paid, most_goods, "goods")
        vp: LinearExpr | None = None
        if most_vp:
            vp = self._held(player.vp, brought.vp, most_vp, "vp")
            program.gains(100 * (vp - player.vp), 100 * most_vp)
        return Closing(
            program,
            self._components,
            self._outlook,
            player,
            money=money,
            most_money=player.money + most_money,
            goods=goods,
            most_goods=player.goods + most_goods,
            scenarios=scenarios,
            counts={} if self._buildings is None else self._buildings.education(),
            endgame={} if self._buildings is None else self._buildings.endgame(),
            payroll=self._payroll(),
            vp=vp,
        )

    def _held(self, before: int, more: LinearExpr, most: int, name: str) -> LinearExpr:
        """Give what the player holds when the turn ends, 0 or more, which is a part of the outcome."""
        held = self.program.integer(0, before + most, name)
        self.program.model.add(held == before + more)
        self.program.decides(held)
        return held

    def _payroll(self) -> cp_model.IntVar | bool:
        """Whether Payroll Management is staffed at the end of the round: it is not when all there are fetched."""
        if not may_change_payroll(self._position):
            return False
        if self._fetching is None:
            return True
        spaces = [
            (index, space)
            for index, space in enumerate(self._player.company)
            if space.standing_at and rule_of(space.department).changes_payroll
        ]
        standing = sum(len(space.standing_at) for _, space in spaces)
        fetched = total([self._taken(index, standing=True)[0] for index, _ in spaces])
        staffed = self.program.boolean("payroll")
        self.program.model.add(staffed <= standing - fetched)
        return staffed

    @property
    def fetches(self) -> bool:
        """Whether employees can be fetched into what is built."""
        return self._fetching is not None

    # Reading a solution --------------------------------------------------------------------------------------------

    def plan(self, outcome: Outcome) -> Plan:
        """Read the plan from a solution."""
        return Plan((*self.steps(outcome), EndTurn()), self.closing.steps(outcome))

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps from a solution, in an order in which each is legal.

        First the uses, goods cubes taken before any are sold, for they may pay for the Departments, and a use is lost
        when its employee is fetched away; then the Departments, and after each the uses that count it.
        """
        leaving = {
            index: list(leave(self._components, space, len(space.standing_at))[0])
            for index, space in enumerate(self._player.company)
        }
        regions = [region for region, number in self._missions.items() for _ in range(outcome.value(number))]
        region_of = self._shared.regions(outcome) if self._shared else lambda _: regions.pop(0)
        made = sorted(self._uses.made(outcome), key=lambda one: (one[0].built, one[1] > 0))

        def use(way: Way, cubes: int) -> UseDepartment:
            mission = Mission(region_of(way.space), leaving[way.space].pop(0)) if way.use.mission else None
            label = self._components.space_labels[way.space]
            return UseDepartment(label, way.use.gain, mission, way.projects or cubes, way.region)

        steps: list[Step] = [use(way, cubes) for way, cubes in made if not way.built]
        late = [(way, cubes) for way, cubes in made if way.built]
        for built in self._built(outcome):
            steps.append(self._build(built, leaving))
            done = [step for step in steps if isinstance(step, BuildDepartment)]
            now = [(way, cubes) for way, cubes in late if self._counted(way, done) >= way.built]
            late = [one for one in late if one not in now]
            steps.extend(use(way, cubes) for way, cubes in now)
        return tuple(steps)

    def _counted(self, way: Way, done: list[BuildDepartment]) -> int:
        """Count the Departments of a use's type among those built."""
        departments = self._components.departments
        own = departments[self._player.company[way.space].department or ""].type
        return sum(departments[step.department].type is own for step in done)

    def _built(self, outcome: Outcome) -> Iterator[Built]:
        """Give what is built in its order."""
        if self._fetching is not None:
            yield from self._fetching.order(outcome)
        elif self._buildings is not None:
            chosen = self._buildings.chosen(outcome)
            for building, place in zip(chosen, self._buildings.places(chosen), strict=True):
                yield Built(building.department, place)

    def _build(self, built: Built, leaving: dict[int, list[int]]) -> BuildDepartment:
        labels = self._components.space_labels
        fetched = None
        if built.fetched is not None:
            start, standing = built.fetched
            fetched = Fetched(labels[start], leaving[start].pop(0) if standing else None)
        return BuildDepartment(built.department, labels[built.space], fetched)

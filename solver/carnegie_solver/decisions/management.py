"""Management: what to take, whom to send on Missions, which Departments to build where, as a CP-SAT program."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ortools.sat.python import cp_model

from carnegie_solver.components import Action, Components, Region
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.closing import Closing, Scenario
from carnegie_solver.decisions.not_counted import is_plain
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, Settings, answer_of, total
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import built_departments
from carnegie_solver.rules.management import goods_for, planning_space
from carnegie_solver.rules.steps import BuildDepartment, EndTurn, Gain, Mission, UseDepartment
from carnegie_solver.valuation import Outlook

SETTINGS = Settings(presolve=False, linearization_level=1)
"""The fastest of those that `bench/programs.py` measures; without linearization the slow ones take 20 times as long."""

EDUCATION = {
    "EDUCATION_DEPARTMENTS_HUMAN_RESOURCES": Action.HUMAN_RESOURCES,
    "EDUCATION_DEPARTMENTS_MANAGEMENT": Action.MANAGEMENT,
    "EDUCATION_DEPARTMENTS_CONSTRUCTION": Action.CONSTRUCTION,
    "EDUCATION_DEPARTMENTS_RESEARCH": Action.RESEARCH_AND_DEVELOPMENT,
    "EDUCATION_DEPARTMENTS_ANY": None,
}


@dataclass(frozen=True, slots=True)
class Use:
    """A way of using a Department for money or goods, and how many uses go that way."""

    space: int
    gain: Gain
    sent: bool
    amount: int
    count: cp_model.IntVar


@dataclass(frozen=True, slots=True)
class Building:
    """A Department that may be built on a space, for some goods cubes, and whether it is."""

    department: str
    space: int
    goods: int
    chosen: cp_model.IntVar


class ManagementProgram:
    """How the uses of a Management turn are spent."""

    def __init__(self, components: Components, outlook: Outlook, position: Position) -> None:
        assert position.turn is not None
        self._components, self._outlook, self._position = components, outlook, position
        self.program = Program()
        player = position.decider
        # An employee on a Mission is worth the same whoever else is on one, so all go where one is worth the most.
        worth = [outlook.mission(region, player.transport[region]) for region in Region]
        self._region = Region(worth.index(max(worth)))
        self._uses: list[Use] = []
        self._buildings: list[Building] = []
        scenarios: dict[int, list[Scenario]] = {}
        for index, left in position.turn.uses:
            if any(map(is_plain, rule_of(player.company[index].department).uses)):
                scenarios[index] = self._add_uses(index, left, max(worth))
        planning = planning_space(position)
        if planning is not None:
            scenarios |= self._add_buildings(position.turn.uses_of(planning))
        money = [use.amount * use.count for use in self._uses if use.gain is Gain.MONEY]
        cubes = [use.amount * use.count for use in self._uses if use.gain is Gain.GOODS]
        paid = [building.goods * building.chosen for building in self._buildings]
        self.closing = Closing(
            self.program,
            components,
            outlook,
            player,
            money=player.money + total(money),
            most_money=player.money + self._most(Gain.MONEY),
            goods=player.goods + total(cubes) - total(paid),
            most_goods=player.goods + self._most(Gain.GOODS),
            scenarios=scenarios,
            counts=self._education(),
        )

    def _most(self, gain: Gain) -> int:
        """Give what all uses together can bring at most, in dollars or cubes."""
        assert self._position.turn is not None
        amount = 0
        for index, left in self._position.turn.uses:
            own = [use.amount for use in self._uses if use.space == index and use.gain is gain]
            amount += left * max(own, default=0)
        return amount

    def _add_uses(self, index: int, left: int, mission_worth: int) -> list[Scenario]:
        """Add the uses of one Department for money and goods; give the states in which they leave its space."""
        program = self.program
        space = self._position.decider.company[index]
        sent: list[LinearExpr] = []
        own = []
        for use in filter(is_plain, rule_of(space.department).uses):
            count = program.integer(0, left, f"use{index}_{use.gain.name}_{use.mission}")
            own.append(count)
            self._uses.append(Use(index, use.gain, use.mission, use.amount, count))
            if use.mission:
                sent.append(count)
        program.model.add(total(own) <= left)
        program.takes_steps(total(own))
        program.gains(mission_worth * total(sent), mission_worth * left)
        states = [program.boolean(f"sent{index}_{number}") for number in range(left + 1)]
        program.model.add_exactly_one(states)
        program.model.add(total([number * state for number, state in enumerate(states)]) == total(sent))
        return [(leave(self._components, space, number)[1], state) for number, state in enumerate(states)]

    def _add_buildings(self, left: int) -> dict[int, list[Scenario]]:
        """Add the Departments that can be built; give the states in which they leave the spaces with employees.

        Empty spaces without employees differ only by the VP of the topmost row, so the first of each kind stands
        for all of them; a plan never needs more of a kind than there are.
        """
        components, position, program = self._components, self._position, self.program
        player = position.decider
        held = {space.department for space in player.company}
        display = sorted({*position.display} - held - {player.reserved_department})
        names = display if player.reserved_department is None else [player.reserved_department, *display]
        spaces = [index for index, space in enumerate(player.company) if index and space.department is None]
        staffed = [index for index in spaces if player.company[index].employees]
        empty = [index for index in spaces if not player.company[index].employees]
        kinds = {top: [index for index in empty if components.topmost[index] is top] for top in (True, False)}
        scenarios: dict[int, list[Scenario]] = {}
        for index in (*staffed, *(group[0] for group in kinds.values() if group)):
            for name in names:
                goods = goods_for(components, player, name, index)
                chosen = program.boolean(f"build_{name}_{index}")
                self._buildings.append(Building(name, index, goods, chosen))
        for index in staffed:
            own = [building for building in self._buildings if building.space == index]
            untouched = program.boolean(f"untouched{index}")
            program.model.add_exactly_one([untouched, *(building.chosen for building in own)])
            space = player.company[index]
            scenarios[index] = [(space, untouched)]
            scenarios[index].extend((replace(space, department=own_.department), own_.chosen) for own_ in own)
        for group in kinds.values():
            if group:
                here = [building.chosen for building in self._buildings if building.space == group[0]]
                program.model.add(total(here) <= len(group))
        for name in names:
            program.model.add_at_most_one(b.chosen for b in self._buildings if b.department == name)
        if player.reserved_department is not None:
            first = [b.chosen for b in self._buildings if b.department == player.reserved_department]
            for building in self._buildings:
                if building.department != player.reserved_department:
                    program.model.add(building.chosen <= total(first))
        everything = [building.chosen for building in self._buildings]
        program.model.add(total(everything) <= left)
        program.takes_steps(total(everything))
        self._score_buildings(set(empty), left)
        return scenarios

    def _score_buildings(self, empty: set[int], left: int) -> None:
        """Add the VP of new Departments, and the worth of the open workstations of those without employees."""
        final = self._components.tables.final
        most = 0
        for building in self._buildings:
            topmost = self._components.topmost[building.space]
            value = 100 * (final.vp_per_department_topmost_row if topmost else final.vp_per_department)
            if building.space in empty:
                value += self._outlook.workforce(building.space, building.department, 0, 0)
            self.program.gains(value * building.chosen, 0)
            most = max(most, value)
        self.program.gains(0, most * left)

    def _education(self) -> dict[str, tuple[LinearExpr, int]]:
        """Count built Departments for the donations held that score them."""
        player = self._position.decider
        counts: dict[str, tuple[LinearExpr, int]] = {}
        for donation, action in EDUCATION.items():
            if donation in player.donations:
                before = built_departments(self._components, player, action)
                new = [
                    building.chosen
                    for building in self._buildings
                    if action in (None, self._components.departments[building.department].type)
                ]
                counts[donation] = (before + total(new), before + len(new))
        return counts

    def plan(self, outcome: Outcome) -> Plan:
        """Read the plan from a solution."""
        return Plan((*self.steps(outcome), EndTurn()), self.closing.steps(outcome))

    def steps(self, outcome: Outcome) -> tuple[Step, ...]:
        """Read the steps from a solution: uses for money and goods first, for they may pay for the Departments."""
        player = self._position.decider
        labels = self._components.space_labels
        steps: list[Step] = []
        leaving: dict[int, list[int]] = {}
        for use in self._uses:
            for _ in range(outcome.value(use.count)):
                mission = None
                if use.sent:
                    if use.space not in leaving:
                        space = player.company[use.space]
                        leaving[use.space] = list(leave(self._components, space, len(space.standing_at))[0])
                    mission = Mission(self._region, leaving[use.space].pop(0))
                steps.append(UseDepartment(labels[use.space], use.gain, mission))
        taken: set[int] = set()
        chosen = [building for building in self._buildings if outcome.value(building.chosen)]
        for building in sorted(chosen, key=lambda b: b.department != player.reserved_department):
            place = (
                building.space
                if player.company[building.space].employees
                else self._free(building.space, taken)
            )
            taken.add(place)
            steps.append(BuildDepartment(building.department, labels[place]))
        return tuple(steps)

    def _free(self, like: int, taken: set[int]) -> int:
        """Give the first empty space without employees, on the topmost row or not as the given one is."""
        components = self._components
        for index, space in enumerate(self._position.decider.company):
            same = components.topmost[index] is components.topmost[like]
            if index and same and index not in taken and space.department is None and not space.employees:
                return index
        raise AssertionError("more Departments than empty spaces")


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best plan for a turn of Management.

    Raises
    ------
    ValueError
        When the position is not in a turn of Management.
    """
    if position.turn is None or position.turn.action is not Action.MANAGEMENT:
        raise ValueError("no turn of Management")
    management = ManagementProgram(components, outlook, position)
    outcomes = management.program.solve_lines(limit, SETTINGS, count)
    return answer_of(outcomes, management.plan)

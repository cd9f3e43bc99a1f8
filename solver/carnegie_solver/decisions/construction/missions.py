"""Who goes on a Mission from which Department to which region, and which projects are built without one."""

from __future__ import annotations

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.closing import Scenario
from carnegie_solver.decisions.construction.course import Gained
from carnegie_solver.decisions.construction.permitted_projects import PermittedProjects
from carnegie_solver.decisions.construction.sites import SiteCounts
from carnegie_solver.decisions.construction.turn_uses import TurnUses
from carnegie_solver.decisions.program import LinearExpr, Outcome, Program, total
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.rules import Position, Step
from carnegie_solver.rules.steps import Mission, UseDepartment


class Missions:
    """The employees who leave in the turn.

    Parameters
    ----------
    program, components, position
        The program to extend, and the decision.
    uses
        What the uses of the turn are.
    sites
        How many projects are built where.
    permitted
        Who may be sent where without a project.

    Attributes
    ----------
    most
        The most employees who can be sent.
    outsourced
        By region, the projects built without a Mission.
    money, goods
        Dollars and goods cubes that Missions without a project bring, to be had before the first project.
    """

    def __init__(
        self,
        program: Program,
        components: Components,
        position: Position,
        uses: TurnUses,
        sites: SiteCounts,
        permitted: PermittedProjects,
    ) -> None:
        self._program = program
        self._components = components
        self._player = position.decider
        self._uses = uses
        self._sites = sites
        self.most = sites.most + sum(one.count for one in uses.suppliers)
        self._most_outsourced = min(sites.most, sum(one.count for one in uses.outsourcers))
        self.outsourced: dict[Region, LinearExpr] = dict.fromkeys(Region, 0)
        if self._most_outsourced:
            for region in Region:
                count = program.integer(0, self._most_outsourced, f"outsourced{region}")
                program.model.add(count <= sites.in_region(region))
                self.outsourced[region] = count
            program.model.add(total(self.outsourced.values()) <= self._most_outsourced)
        sending = [(one.index, one.count) for one in uses.senders]
        sending += [(one.index, one.count) for one in uses.suppliers]
        self._sent = {
            index: [program.boolean(f"space{index}_sends{number}") for number in range(count + 1)]
            for index, count in sending
        }
        for choices in self._sent.values():
            program.model.add_exactly_one(choices)
        sent = [self._number(one.index) for one in uses.senders]
        program.model.add(
            total((sites.built, *(-count for count in self.outsourced.values()))) == total(sent)
        )
        if sites.told_apart:
            self._tell_apart()
        self._supplying = {
            one.index: {
                region: self._sent_from(
                    one.index, one.count if region in permitted.supplying(one) else 0, region
                )
                for region in Region
            }
            for one in uses.suppliers
        }
        for index, by_region in self._supplying.items():
            program.model.add(total(by_region.values()) == self._number(index))
        program.takes_steps(total(self._number(one.index) for one in uses.suppliers))
        self.money = self._supplied([(one.index, one.money, one.count) for one in uses.suppliers])
        self.goods = self._supplied([(one.index, one.goods, one.count) for one in uses.suppliers])

    def _tell_apart(self) -> None:
        """Have each Department build the projects that are counted as its own."""
        model, sites = self._program.model, self._sites
        for one in self._uses.senders:
            model.add(self._number(one.index) == sites.built_by(one.index))
        for region in Region:
            here = total(sites.built_by(one.index, region) for one in self._uses.outsourcers)
            model.add(self.outsourced[region] == here)

    def _sent_from(self, index: int, count: int, region: Region) -> cp_model.IntVar:
        return self._program.integer(0, count, f"space{index}_region{region}")

    def _number(self, index: int) -> LinearExpr:
        """Count the employees whom a Department sends."""
        return total(number * choice for number, choice in enumerate(self._sent[index]))

    def _supplied(self, rows: list[tuple[int, int, int]]) -> Gained:
        return Gained(
            total(each * self._number(index) for index, each, _ in rows if each),
            sum(each * count for _, each, count in rows),
        )

    @property
    def dollars(self) -> LinearExpr:
        """The dollars that projects without a Mission cost."""
        return self.dollars_each * total(self.outsourced.values()) if self._most_outsourced else 0

    @property
    def dollars_each(self) -> int:
        """The dollars that a project without a Mission costs: a Company holds no Department twice."""
        return max((one.dollars for one in self._uses.outsourcers), default=0)

    def in_region(self, region: Region) -> LinearExpr:
        """Count the employees sent to a region."""
        others = [by_region[region] for by_region in self._supplying.values()]
        return total((self._sites.in_region(region), *others, -self.outsourced[region]))

    def decide(self) -> None:
        """Name what makes up the outcome: who leaves where, and who is on Missions where."""
        for choices in self._sent.values():
            self._program.decides(*choices)
        if self._uses.outsourcers or self._uses.suppliers:
            for region in Region:
                count = self._program.integer(0, self.most, f"region{region}_missions")
                self._program.model.add(count == self.in_region(region))
                self._program.decides(count)

    def scenarios(self) -> dict[int, list[Scenario]]:
        """Give the states of the Departments that send employees."""
        return {
            index: [
                (leave(self._components, self._player.company[index], number)[1], choice)
                for number, choice in enumerate(choices)
            ]
            for index, choices in self._sent.items()
        }

    # Reading a solution ----------------------------------------------------------------------------------------

    def workstations(self, outcome: Outcome, index: int) -> tuple[int, ...]:
        """Give the workstations of a Department that are left in a solution."""
        number = outcome.value(self._number(index))
        return leave(self._components, self._player.company[index], number)[0]

    def supplying_steps(self, outcome: Outcome) -> list[Step]:
        """Give the Missions without a project."""
        steps: list[Step] = []
        for one in self._uses.suppliers:
            label = self._components.space_labels[one.index]
            regions = [
                region
                for region, count in self._supplying[one.index].items()
                for _ in range(outcome.value(count))
            ]
            left = self.workstations(outcome, one.index)
            for region, workstation in zip(regions, left, strict=True):
                steps.append(UseDepartment(label, one.use.gain, Mission(region, workstation)))
        return steps

"""A turn of Human Resources as one CP-SAT program: uses, moves, relocations, standing up with Payroll Management.

It covers everything, also what ties all spaces of the Company together and so is beyond the flow method: relocations,
a donation's limit, VP that Payroll Management needs.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from ortools.sat.python import cp_model

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.answer import Answer
from carnegie_solver.decisions.closing import Closing, Scenario
from carnegie_solver.decisions.moving.arrivals import most_arrivals
from carnegie_solver.decisions.moving.routing import Walk, walk_steps
from carnegie_solver.decisions.moving.uses import Bundle, bundles, pair_positions, pairs_vp, use_steps
from carnegie_solver.decisions.permitted import SharedMissions, mission_regions
from carnegie_solver.decisions.program import SMALL, LinearExpr, Outcome, Program, answer_of, total
from carnegie_solver.decisions.space_worths import SpaceWorths
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.limits import Limit
from carnegie_solver.plans import Plan
from carnegie_solver.rules import Position, Space, Step
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import standing_employees
from carnegie_solver.rules.human_resources import spaces_in_reach
from carnegie_solver.rules.income import lobbies
from carnegie_solver.rules.standing_up import may_change_payroll
from carnegie_solver.rules.steps import EndTurn, Gain, MoveEmployee, Relocate, UseDepartment
from carnegie_solver.valuation import Outlook

SETTINGS = replace(SMALL, linearization_level=2)
"""Measured by `bench/programs.py`."""


class Settled(Struct, frozen=True, gc=False):
    """Uses in an order: a bundle, the places of the uses by pairs among its Missions, all VP, and whether it is so."""

    bundle: Bundle
    places: tuple[int, ...]
    vp: int
    chosen: cp_model.IntVar


class MovingProgram:
    """Who is sent, moved, relocated and stood up; `several` keeps what can only be a second plan."""

    def __init__(
        self, components: Components, outlook: Outlook, position: Position, *, several: bool
    ) -> None:
        assert position.turn is not None
        self._components, self._outlook, self._position = components, outlook, position
        self._player = position.decider
        self.program = Program()
        self._settled = self._settle()
        self._missions = self._send()
        self._shared = self._share_missions()
        most_moves = position.turn.moves + max(each.bundle.moves for each in self._settled)
        self._most_relocations = position.turn.relocations + max(
            each.bundle.relocations for each in self._settled
        )
        self._walks: list[tuple[Walk, cp_model.IntVar]] = []
        self._lying: list[list[LinearExpr]] = [[space.lying] for space in self._player.company]
        self._left: list[list[LinearExpr]] = [[] for _ in self._player.company]
        self._hire()
        self._move(most_moves)
        self._relocate()
        payroll = may_change_payroll(position)
        self._every_state = several or payroll or outlook.restrictions.restrict
        self._states = self._end_states(most_moves)
        self._close(payroll)

    # Uses --------------------------------------------------------------------------------------------------------

    def _settle(self) -> list[Settled]:
        """Choose among the bundles, and among the orders of each that bring different VP."""
        standing = standing_employees(self._player)
        settled = []
        restrictions = self._outlook.restrictions
        for number, bundle in enumerate(bundles(self._components, self._position, restrictions)):
            known: set[int] = set()
            for places in pair_positions(bundle, standing):
                vp = bundle.vp + pairs_vp(bundle, standing, places)
                if vp not in known:
                    known.add(vp)
                    chosen = self.program.boolean(f"bundle{number}_{vp}")
                    settled.append(Settled(bundle, places, vp, chosen))
        self.program.model.add_exactly_one(each.chosen for each in settled)
        self.program.takes_steps(total(len(each.bundle.chosen) * each.chosen for each in settled))
        most = max(100 * each.vp for each in settled)
        self.program.gains(total(100 * each.vp * each.chosen for each in settled), most)
        return settled

    def _amount(self, name: str, amounts: list[int]) -> LinearExpr:
        """Give what the chosen bundle brings of something; it is part of the outcome."""
        if len(set(amounts)) == 1:
            return amounts[0]
        amount = self.program.integer(min(amounts), max(amounts), name)
        pairs = zip(amounts, self._settled, strict=True)
        self.program.model.add(amount == total(each * settled.chosen for each, settled in pairs))
        self.program.decides(amount)
        return amount

    def _send(self) -> list[cp_model.IntVar]:
        """Choose the regions of the Missions."""
        most = max(each.bundle.missions for each in self._settled)
        if not most:
            return []
        worth = [
            self._outlook.mission(region, reached)
            for region, reached in zip(Region, self._player.transport, strict=True)
        ]
        missions = [self.program.integer(0, most, f"missions_{region.name}") for region in Region]
        sent = total(each.bundle.missions * each.chosen for each in self._settled)
        self.program.model.add(total(missions) == sent)
        gained = total(value * number for value, number in zip(worth, missions, strict=True))
        self.program.gains(gained, max(worth) * most)
        self.program.decides(*missions)
        return missions

    def _share_missions(self) -> SharedMissions[int] | None:
        """Have each Department send its employees where it may, where that is not everywhere."""
        restrictions = self._outlook.restrictions
        if not restrictions.restrict or not self._missions:
            return None
        sent = [each.bundle.sent() for each in self._settled]

        def number(index: int) -> tuple[LinearExpr, int]:
            own = [one.get(index, 0) for one in sent]
            pairs = zip(own, self._settled, strict=True)
            return total(count * each.chosen for count, each in pairs if count), max(own)

        def regions(index: int) -> tuple[Region, ...]:
            step = UseDepartment(self._components.space_labels[index], Gain.MONEY)
            return mission_regions(self._components, restrictions, self._position, step)

        spaces = sorted({index for one in sent for index in one})
        counts = dict(zip(Region, self._missions, strict=True))
        return SharedMissions(self.program, {index: number(index) for index in spaces}, regions, counts)

    def _permits(self, step: Step) -> bool:
        return self._outlook.restrictions.permits(self._components, self._position, step)

    def _hire(self) -> None:
        """Lay new employees in their Lobbies."""
        for lobby in lobbies(self._player):
            new = [each.bundle.lobbies.count(lobby) for each in self._settled]
            if any(new):
                pairs = zip(new, self._settled, strict=True)
                self._lying[lobby].append(total(number * each.chosen for number, each in pairs))
        self._amount("new", [len(each.bundle.lobbies) for each in self._settled])

    # Moves -------------------------------------------------------------------------------------------------------

    def _move(self, most: int) -> None:
        """Move employees: who stands leaves for a neighbouring space, from then on only numbers count."""
        turn = self._position.turn
        assert turn is not None
        people = self._people()
        steps: list[LinearExpr] = []
        labels = self._components.space_labels
        for start, spaces in enumerate(spaces_in_reach(self._components, turn)):
            for end in spaces if most else ():
                if not self._permits(MoveEmployee((labels[start], labels[end]))):
                    continue
                walk = self.program.integer(0, min(people, most), f"walk{start}_{end}")
                self._walks.append((Walk(start, end, 1), walk))
                self._lying[start].append(-walk)
                self._lying[end].append(walk)
                steps.append(walk)
                standing = len(self._player.company[start].standing_at)
                if standing:
                    out = self.program.integer(0, min(standing, most), f"out{start}_{end}")
                    self._walks.append((Walk(start, end, 1, stood=True), out))
                    self._left[start].append(out)
                    self._lying[end].append(out)
                    steps.append(out)
        gained = total(each.bundle.moves * each.chosen for each in self._settled)
        self.program.model.add(total(steps) <= turn.moves + gained)
        self.program.takes_steps(total(steps))

    def _relocate(self) -> None:
        """Put employees on any other space, each relocation a step."""
        most = self._most_relocations
        if not most:
            return
        turn = self._position.turn
        assert turn is not None
        program = self.program
        used = program.integer(0, most, "relocations")
        gained = total(each.bundle.relocations * each.chosen for each in self._settled)
        program.model.add(used <= turn.relocations + gained)
        program.takes_steps(used)
        self._taken: list[tuple[LinearExpr, LinearExpr]] = []
        self._put: list[LinearExpr] = []
        labels = self._components.space_labels
        for index, space in enumerate(self._player.company):
            standing: LinearExpr = 0
            # Where somebody is put is nothing that the lists can forbid: any other space will do.
            most_taken = most if self._permits(Relocate(labels[index], labels[index - 1])) else 0
            if space.standing_at:
                most_standing = min(most_taken, len(space.standing_at))
                standing = program.integer(0, most_standing, f"taken_standing{index}")
                self._left[index].append(standing)
            lying = program.integer(0, most_taken, f"taken_lying{index}")
            put = program.integer(0, most, f"put{index}")
            self._lying[index] += [put, -lying]
            self._taken.append((standing, lying))
            self._put.append(put)
            # Somebody is put on another space than the one he is taken from.
            program.model.add(standing + lying + put <= used)
        program.model.add(total(self._put) == used)
        program.model.add(total(standing + lying for standing, lying in self._taken) == used)

    # The end -----------------------------------------------------------------------------------------------------

    def _people(self) -> int:
        own = sum(space.employees for space in self._player.company)
        return own + max(len(each.bundle.lobbies) for each in self._settled)

    def _end_states(self, most_moves: int) -> dict[int, list[tuple[int, Space, cp_model.IntVar]]]:
        """Choose how many stand and lie on each space before the standing-up."""
        program, player = self.program, self._player
        sent = [each.bundle.sent() for each in self._settled]
        turn = self._position.turn
        assert turn is not None
        reach = spaces_in_reach(self._components, turn)
        arrivals = most_arrivals(reach, player.company, most_moves, self._people())
        states: dict[int, list[tuple[int, Space, cp_model.IntVar]]] = {}
        for index, space in enumerate(player.company):
            stood = len(space.standing_at)
            on_mission = [each.get(index, 0) for each in sent]
            new = max(each.bundle.lobbies.count(index) for each in self._settled)
            most = min(self._people(), space.lying + new + arrivals[index] + self._most_relocations)
            if self._lie_alike(index, most):
                continue
            own = []
            for left in range(stood + 1):
                state = leave(self._components, space, left)[1]
                for lying in range(most + 1):
                    # In a single plan who lies leaves before who stands, and nobody comes where somebody has left.
                    if self._every_state or not lying or left <= max(on_mission):
                        chosen = program.boolean(f"space{index}_{stood - left}_{lying}")
                        kept = Space(space.department, state.standing_at, lying)
                        own.append((left, kept, chosen))
            program.model.add_exactly_one(chosen for _, _, chosen in own)
            program.model.add(
                total(self._lying[index]) == total(state.lying * chosen for _, state, chosen in own)
            )
            pairs = zip(on_mission, self._settled, strict=True)
            gone = total([*self._left[index], *(number * each.chosen for number, each in pairs if number)])
            program.model.add(total(left * chosen for left, _, chosen in own) == gone)
            program.decides(*(chosen for _, _, chosen in own))
            states[index] = own
        return states

    def _lie_alike(self, index: int, most: int) -> bool:
        """Where nobody can stand up, and each who lies is worth as much as the next one, choose how many lie only."""
        program, space = self.program, self._player.company[index]
        if space.department is not None:
            return False
        worths = SpaceWorths(self._components, self._outlook, self._player)
        worth = [worths.of(index, replace(space, lying=lying)) for lying in range(most + 1)]
        if len({more - less for less, more in pairwise(worth)}) > 1:
            return False
        each = worth[-1] - worth[-2] if most else 0
        lying = program.integer(0, most, f"lying{index}")
        program.model.add(lying == total(self._lying[index]))
        program.gains(each * (lying - space.lying), max(worth) - worth[space.lying])
        program.decides(lying)
        return True

    def _close(self, payroll: bool) -> None:
        player = self._player
        money = [each.bundle.money for each in self._settled]
        goods = [each.bundle.goods for each in self._settled]
        usable: cp_model.IntVar | bool = False
        if payroll:
            usable = self.program.boolean("payroll")
            staffed = [
                chosen
                for index, own in self._states.items()
                if rule_of(player.company[index].department).changes_payroll
                for _, state, chosen in own
                if state.standing_at
            ]
            self.program.model.add(usable == total(staffed))
        scenarios: dict[int, list[Scenario]] = {
            index: [(state, chosen) for _, state, chosen in own] for index, own in self._states.items()
        }
        self._closing = Closing(
            self.program,
            self._components,
            self._outlook,
            player,
            money=player.money + self._amount("money", money),
            most_money=player.money + max(money),
            goods=player.goods + self._amount("goods", goods),
            most_goods=player.goods + max(goods),
            scenarios=scenarios,
            payroll=usable,
            vp=player.vp + self._amount("vp", [each.vp for each in self._settled]),
        )

    def plan(self, outcome: Outcome) -> Plan:
        """Read the plan from a solution."""
        settled = next(each for each in self._settled if outcome.value(each.chosen))
        regions = tuple(
            region
            for region, number in zip(Region, self._missions, strict=False)
            for _ in range(outcome.value(number))
        )
        order = iter(regions)
        region_of = self._shared.regions(outcome) if self._shared else lambda _: next(order)
        uses = use_steps(self._components, self._player, settled.bundle, settled.places, region_of)
        after = settled.bundle.player_after(self._components, self._player)
        walks = [
            Walk(walk.start, walk.end, outcome.value(count), walk.stood)
            for walk, count in self._walks
            if outcome.value(count)
        ]
        walks += self._relocations(outcome)
        steps = walk_steps(self._components, after, walks)
        return Plan((*uses, *steps, EndTurn()), self._closing.steps(outcome))

    def _relocations(self, outcome: Outcome) -> list[Walk]:
        """Match those who are taken with the spaces where somebody is put, never the same one."""
        if not self._most_relocations:
            return []
        taken = [
            (index, stood)
            for index, (standing, lying) in enumerate(self._taken)
            for stood, number in ((True, standing), (False, lying))
            for _ in range(outcome.value(number))
        ]
        put = [index for index, number in enumerate(self._put) for _ in range(outcome.value(number))]
        # The space with the most coming and going takes its turn first; a match is left each time.
        walks = []
        while taken:
            weight = {
                space: sum(one == space for one, _ in taken) + put.count(space)
                for space in {*put, *(one for one, _ in taken)}
            }
            busiest = min(weight, key=lambda space: (-weight[space], space))
            pair = next(
                (
                    (start, end)
                    for start in taken
                    for end in put
                    if start[0] != end and busiest in (start[0], end)
                ),
                None,
            )
            assert pair is not None
            (start, stood), end = pair
            taken.remove(pair[0])
            put.remove(end)
            walks.append(Walk(start, end, 1, stood, relocated=True))
        return walks


def solve(
    components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
) -> Answer:
    """Find the best plans for a turn of Human Resources by the program."""
    moving = MovingProgram(components, outlook, position, several=count > 1)
    return answer_of(moving.program.solve_lines(limit, SETTINGS, count), moving.plan)

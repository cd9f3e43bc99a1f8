"""The ways in which each space can end the round, and what the whole Company is worth with given ones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.placement import Option
from carnegie_solver.decisions.space_worths import SpaceWorths, worth_of_space
from carnegie_solver.decisions.standing_options import Holdings, StandingOption, leave, plain_options
from carnegie_solver.rules import Player, Space
from carnegie_solver.rules.donations import STAFFED
from carnegie_solver.valuation import Outlook, remembered

Chosen = tuple[StandingOption, ...]
"""Who stands up on each space."""


class EndTables:
    """The ends of every space, for any numbers of employees, kept for the whole decision.

    Parameters
    ----------
    people
        Employees in the Company at most.
    """

    def __init__(self, components: Components, outlook: Outlook, player: Player, people: int) -> None:
        self._components, self._outlook, self._player, self.people = components, outlook, player, people
        self._worths = SpaceWorths(components, outlook, player)
        held = STAFFED in player.donations
        self.per_standing = 100 * components.donations[STAFFED].vp_each if held else 0
        self._options: dict[tuple[int, tuple[int, ...], int], Chosen] = {}
        self._ends: dict[tuple[int, tuple[int, ...], int], tuple[Option, ...]] = {}
        start = Holdings(components, outlook, player)
        self._start_worth = start.worth(player.money, player.goods)
        self._tables: dict[tuple[int, int], tuple[Holdings, list[int]]] = {}

    def options(self, index: int, space: Space) -> Chosen:
        """Give the ways to stand employees up on a space that are worth more the more they cost."""
        key = (index, space.standing_at, space.lying)
        known = self._options.get(key)
        if known is None:
            staffing = self._worths.of_staffing(space.department)
            known = self._options[key] = _options(self._outlook, index, space, staffing, self.per_standing)
        return known

    def state(self, space: Space, employees: int) -> Space:
        """Give a space with another number of employees: who lies leaves first, and who arrives lies.

        A standing employee is never worth less than a lying one.
        """
        return _state(self._components, space, employees)

    def ends(self, index: int, space: Space, most: int) -> tuple[Option, ...]:
        """Give the ways in which a space can end the round with up to a number of employees."""
        key = (index, space.standing_at, most)
        known = self._ends.get(key)
        if known is None:
            staffing = self._worths.of_staffing(space.department)
            empty = Space(space.department, space.standing_at)
            known = self._ends[key] = _ends(self._outlook, index, empty, most, staffing, self.per_standing)
        return known

    def first(self, company: Sequence[Space]) -> Chosen:
        """Give what is to be if nobody stands up."""
        return tuple(self.options(index, space)[0] for index, space in enumerate(company))

    def money_table(self, player: Player) -> tuple[Holdings, list[int]]:
        """Give the change in worth of money and goods cubes by the dollars spent on standing up, sales included.

        It is the change from what the decision began with, to what a player after some uses has left.
        """
        key = (player.money, player.goods)
        known = self._tables.get(key)
        if known is None:
            holdings = Holdings(self._components, self._outlook, player)
            most = sum(
                sum(self._components.departments[space.department].desk_costs)
                for space in player.company
                if space.department is not None
            )
            table: list[int] = []
            while len(table) <= most and (sale := holdings.best_sale(len(table))) is not None:
                table.append(sale[0] - self._start_worth)
            known = self._tables[key] = (holdings, table)
        return known

    def best(self, company: Sequence[Space], table: Sequence[int]) -> tuple[int, int, Chosen]:
        """Stand employees up in the best way: the worth with that of the money, the dollars, and who stands up."""
        sums: dict[int, tuple[int, Chosen]] = {0: (0, ())}
        for index, space in enumerate(company):
            options = self.options(index, space)
            if len(options) == 1:
                only = options[0]
                sums = {spent: (worth + only.value, (*done, only)) for spent, (worth, done) in sums.items()}
                continue
            longer: dict[int, tuple[int, Chosen]] = {}
            for spent, (worth, done) in sums.items():
                for option in options:
                    cost = spent + option.cost
                    if cost < len(table) and (cost not in longer or longer[cost][0] < worth + option.value):
                        longer[cost] = (worth + option.value, (*done, option))
            sums = longer
        spent, (worth, done) = max(sums.items(), key=lambda each: (each[1][0] + table[each[0]], -each[0]))
        return worth + table[spent], spent, done


def _state(components: Components, space: Space, employees: int) -> Space:
    kept = leave(components, space, max(0, len(space.standing_at) - employees))[1]
    return Space(kept.department, kept.standing_at, employees - len(kept.standing_at))


def _options(outlook: Outlook, index: int, space: Space, staffing: int, per_standing: int) -> Chosen:
    """Leave out of the ways to stand employees up those that cost more than another and are worth no more."""
    kept: list[StandingOption] = []
    for option in plain_options(outlook, index, space, staffing):
        value = option.value + per_standing * option.standing
        if not kept or value > kept[-1].value:
            kept.append(replace(option, value=value) if per_standing else option)
    return tuple(kept)


@remembered
def _ends(
    outlook: Outlook, index: int, space: Space, most: int, staffing: int, per_standing: int
) -> tuple[Option, ...]:
    """Give the ways in which a space can end the round, the same for all who have such a space."""
    components = outlook.components
    if space.department is None:  # nobody stands there: the half of all spaces for which it is so simple
        return tuple(
            Option(lying, worth_of_space(components, outlook, index, Space(None, (), lying), 0), 0)
            for lying in range(most + 1)
        )
    return tuple(
        Option(employees, option.value, option.cost)
        for employees in range(most + 1)
        for option in _options(outlook, index, _state(components, space, employees), staffing, per_standing)
    )

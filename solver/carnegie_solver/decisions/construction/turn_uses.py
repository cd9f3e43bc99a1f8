"""What the uses of a turn of Construction are: who builds projects, and who brings, buys or renovates what."""

from __future__ import annotations

from msgspec import Struct

from carnegie_solver.components import Components, Region
from carnegie_solver.rules import Position
from carnegie_solver.rules.department_rule import MOST_CUBES, Per, Use
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.missions import missions_from
from carnegie_solver.rules.steps import Gain, UseDepartment
from carnegie_solver.rules.uses import use_department


class Builder(Struct, frozen=True):
    """A Department that builds projects: its space, its uses left, and the dollars that each costs."""

    index: int
    count: int
    dollars: int


class Supplier(Struct, frozen=True):
    """A Department whose employees bring the same dollars and goods cubes each, on a Mission to any region."""

    index: int
    count: int
    use: Use
    money: int
    goods: int


class Purchaser(Struct, frozen=True):
    """A Department that buys goods cubes: its uses left, and the dollars for each cube."""

    index: int
    count: int
    dollars: int

    @property
    def most(self) -> int:
        """The most cubes that it can buy."""
        return MOST_CUBES * self.count


class Renovator(Struct, frozen=True):
    """A Department that gives, for each own project in a region, VP or dollars."""

    index: int
    count: int
    vp: int
    dollars: int


class TurnUses(Struct, frozen=True):
    """The uses of a turn, by what they do; `senders` build by a Mission, `outsourcers` without one."""

    senders: tuple[Builder, ...]
    outsourcers: tuple[Builder, ...]
    suppliers: tuple[Supplier, ...]
    purchasers: tuple[Purchaser, ...]
    renovators: tuple[Renovator, ...]

    @property
    def projects(self) -> int:
        """The most projects that the uses can build."""
        return sum(one.count for one in (*self.senders, *self.outsourcers))

    @property
    def supplied_goods(self) -> int:
        """The most goods cubes that they bring or buy."""
        return sum(one.goods * one.count for one in self.suppliers) + sum(one.most for one in self.purchasers)

    @property
    def dollars(self) -> int:
        """The most dollars that they cost."""
        buying = sum(one.dollars * one.most for one in self.purchasers)
        return buying + sum(one.dollars * one.count for one in self.outsourcers)

    @property
    def only_by_missions(self) -> bool:
        """Whether all that they do is build projects by Missions."""
        return not (self.outsourcers or self.suppliers or self.purchasers or self.renovators)


def turn_uses(components: Components, position: Position) -> TurnUses:
    """Sort the uses left in a turn; those that no optimiser counts are left out."""
    assert position.turn is not None
    senders: list[Builder] = []
    outsourcers: list[Builder] = []
    suppliers: list[Supplier] = []
    purchasers: list[Purchaser] = []
    renovators: list[Renovator] = []
    for index, count in position.turn.uses:
        rule = rule_of(position.decider.company[index].department)
        builds = rule.builds_projects
        if builds is not None:
            (senders if builds.mission else outsourcers).append(Builder(index, count, builds.dollars))
        for use in rule.uses:
            if supplies(use):
                suppliers.append(_supplier(components, position, index, count, use))
            elif buys(use):
                purchasers.append(Purchaser(index, count, use.amount))
            elif renovates(use) and use.gain is Gain.VP:
                renovators.append(Renovator(index, count, use.amount, use.dollars_instead))
    return TurnUses(
        tuple(senders), tuple(outsourcers), tuple(suppliers), tuple(purchasers), tuple(renovators)
    )


def supplies(use: Use) -> bool:
    """Whether a use brings, on a Mission, what does not change within a turn of Construction."""
    return use.mission and use.per in (Per.USE, Per.DEPARTMENT) and use.gain in (Gain.MONEY, Gain.GOODS)


def buys(use: Use) -> bool:
    """Whether a use buys goods cubes."""
    return use.gain is Gain.PURCHASE


def renovates(use: Use) -> bool:
    """Whether a use gives VP or dollars for each own project in a region."""
    return use.per is Per.PROJECT and not use.mission and use.gain in (Gain.VP, Gain.MONEY)


def _supplier(components: Components, position: Position, index: int, count: int, use: Use) -> Supplier:
    """Ask the rules what one use brings."""
    player = position.decider
    mission = next(missions_from(player.company[index], (Region.EAST,)))
    step = UseDepartment(components.space_labels[index], use.gain, mission)
    after = use_department(components, position, step).decider
    return Supplier(index, count, use, after.money - player.money, after.goods - player.goods)

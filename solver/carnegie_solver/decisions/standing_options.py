"""How the employees on one space can end the round: who stands up, for what cost and worth.

Only the number who stand counts for the worth, so employees leave the cheapest workstations and stand up at the
cheapest free ones: no other choice of workstations costs less for the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from carnegie_solver.components import Components
from carnegie_solver.decisions.space_worths import SpaceWorths, worth_of_space
from carnegie_solver.rules import Player, Space, Step
from carnegie_solver.rules.donations import (
    BY_GOODS,
    BY_MONEY,
    BY_MONEY_AND_GOODS,
    DOLLARS_PER_SUM,
    PAID,
    donation_limit,
    paid_vp,
)
from carnegie_solver.rules.standing_up import changed_payroll
from carnegie_solver.rules.steps import Payroll, SellGoods, StandUp
from carnegie_solver.valuation import Outlook, remembered


class StandingOption(Struct, frozen=True, gc=False):
    """One way in which a space can end the round.

    `seats` are the workstations taken by employees who stand up, with what Payroll Management changes of each cost;
    `cost` is what they pay in dollars, `value` the worth of all employees on the space afterwards in centi-VP, `vp`
    what Payroll Management brings or takes, which is among the value; `standing` is how many stand in all.
    """

    seats: tuple[tuple[int, Payroll | None], ...]
    cost: int
    value: int
    standing: int
    vp: int = 0


def desk_order(components: Components, space: Space) -> tuple[int, ...]:
    """Give the workstations of a space's Department, the cheapest first, then from the left."""
    return () if space.department is None else _desk_orders(components)[space.department]


@lru_cache(maxsize=16)
def _desk_orders(components: Components) -> Mapping[str, tuple[int, ...]]:
    return {name: _order(department.desk_costs) for name, department in components.departments.items()}


def _order(costs: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(1, len(costs) + 1), key=lambda number: (costs[number - 1], number)))


def leave(components: Components, space: Space, count: int) -> tuple[tuple[int, ...], Space]:
    """Give the workstations that `count` standing employees leave, the cheapest, and the space without them."""
    if not count:
        return (), space
    left = [number for number in desk_order(components, space) if number in space.standing_at][:count]
    kept = tuple(number for number in space.standing_at if number not in left)
    return tuple(left), Space(space.department, kept, space.lying)


def most_up(components: Components, outlook: Outlook, index: int, space: Space) -> int:
    """Count the employees who can stand up on a space, and may by the allow and avoid lists."""
    free = len(desk_order(components, space)) - len(space.standing_at)
    step = StandUp(components.space_labels[index], 1)
    permitted = outlook.restrictions.permits_on(components, space.department, step)
    return min(free, space.lying) if permitted else 0


def standing_options(
    components: Components, worths: SpaceWorths, index: int, space: Space, *, payroll: bool = False
) -> tuple[StandingOption, ...]:
    """List the ways in which a space can end the round, from nobody standing up to as many as can.

    With `payroll` each cost can be changed by Payroll Management; then ways are left out that are no better than
    another for what they cost and for the VP that they need.
    """
    staffing = worths.of_staffing(space.department)
    plain = plain_options(worths.outlook, index, space, staffing)
    if not payroll:
        return plain
    options: list[StandingOption] = []
    for one in plain:
        numbers = [number for number, _ in one.seats]
        printed = [components.departments[space.department or ""].desk_costs[n - 1] for n in numbers]
        for changes in _payrolls(len(numbers)):
            cost, vp = sum(printed), 0
            for printed_cost, change in zip(printed, changes, strict=True):
                if change is not None:
                    changed, brought = changed_payroll(printed_cost, change)
                    cost, vp = cost + changed - printed_cost, vp + brought
            seats = tuple(zip(numbers, changes, strict=True))
            options.append(StandingOption(seats, cost, one.value + 100 * vp, one.standing, vp))
    return tuple(_undominated(options))


@remembered
def plain_options(outlook: Outlook, index: int, space: Space, staffing: int) -> tuple[StandingOption, ...]:
    """List the ways in which a space can end the round at the printed costs, the same for all who have such a space.

    `staffing` is what the Department scores at the end of the game for being staffed, in centi-VP.
    """
    components = outlook.components
    if space.department is None or not space.lying:
        value = worth_of_space(components, outlook, index, space, staffing)
        return (StandingOption((), 0, value, len(space.standing_at)),)
    free = [number for number in desk_order(components, space) if number not in space.standing_at]
    options: list[StandingOption] = []
    cost = 0
    for up in range(most_up(components, outlook, index, space) + 1):
        after = space
        if up:
            cost += components.departments[space.department].desk_costs[free[up - 1] - 1]
            standing_at = tuple(sorted((*space.standing_at, *free[:up])))
            after = Space(space.department, standing_at, space.lying - up)
        value = worth_of_space(components, outlook, index, after, staffing)
        seats = tuple((number, None) for number in free[:up])
        options.append(StandingOption(seats, cost, value, len(after.standing_at)))
    return tuple(options)


def _payrolls(up: int) -> Iterator[tuple[Payroll | None, ...]]:
    """Give the changes of the costs of some workstations, the cheapest first: cuts are for the dearest ones."""
    for cuts in range(up + 1):
        for bonuses in range(up - cuts + 1):
            plain = up - cuts - bonuses
            yield (Payroll.BONUS,) * bonuses + (None,) * plain + (Payroll.CUT,) * cuts


def _undominated(options: Iterable[StandingOption]) -> Iterator[StandingOption]:
    """Give the options without those that another of no higher cost, of no lower value and VP makes needless.

    One who stands need not count more than for his worth, but a donation may count who stands: only options with as
    many standing are compared.
    """
    kept: list[StandingOption] = []
    for option in sorted(options, key=lambda one: (one.standing, one.cost, -one.value, -one.vp)):
        if not any(
            other.standing == option.standing and other.value >= option.value and other.vp >= option.vp
            for other in kept
        ):
            kept.append(option)
            yield option


class Holdings:
    """What money and goods cubes are worth at the end of the round, donations included, and what is best sold."""

    def __init__(self, components: Components, outlook: Outlook, player: Player) -> None:
        self._components, self._outlook, self._player = components, outlook, player
        self._held = frozenset(player.donations)
        self._limit = donation_limit(components, player)
        self._price = components.tables.setup.goods_sell_price_any_time
        self._sells = outlook.restrictions.permits_on(components, None, SellGoods(1))
        # No donation counts more sums of money or more cubes than these, so beyond them the worth is linear.
        useful = {donation: -(-self._limit // components.donations[donation].vp_each) for donation in PAID}
        paying = {donation: count for donation, count in useful.items() if donation in self._held}
        self._useful_money = DOLLARS_PER_SUM * (paying.get(BY_MONEY, 0) + paying.get(BY_MONEY_AND_GOODS, 0))
        self._useful_goods = paying.get(BY_GOODS, 0) + paying.get(BY_MONEY_AND_GOODS, 0)

    @property
    def sale_can_pay(self) -> bool:
        """Whether a goods cube sold can be worth more than kept, where dollars buy nothing: by weights or donations."""
        pays = self._price * self._outlook.money > self._outlook.goods
        return self._sells and (pays or not self._held.isdisjoint((BY_MONEY, BY_MONEY_AND_GOODS)))

    def worth(self, money: int, goods: int) -> int:
        """Give the worth of dollars and goods cubes, the donations that they pay for included, in centi-VP."""
        paid = paid_vp(self._components, self._held, self._limit, money, goods) if self._held else 0
        return self._outlook.money * money + self._outlook.goods * goods + 100 * paid

    def best_sale(self, spent: int) -> tuple[int, int] | None:
        """Give the worth of what is left after spending dollars on standing up, and the cubes best sold for it.

        None when the player cannot pay, or may not sell what it takes. Of sales worth the same the smallest is taken.
        """
        player, price = self._player, self._price
        least = max(0, -(-(spent - player.money) // price))
        if least > (player.goods if self._sells else 0):
            return None
        # Between these two stretches the worth changes by the same amount with every cube, so its best is at an end.
        enough = max(least, -(-(self._useful_money + spent - player.money) // price))
        first = range(least, min(enough, player.goods) + 1)
        last = range(max(least, player.goods - self._useful_goods), player.goods + 1)
        best: tuple[int, int] | None = None
        for sold in sorted({*first, *last}) if self._sells else (0,):
            value = self.worth(player.money + price * sold - spent, player.goods - sold)
            if best is None or value > best[0]:
                best = (value, sold)
        return best

    def free_sale(self) -> tuple[int, tuple[Step, ...]]:
        """Give what the best sale gains where nothing has to be paid, in centi-VP, and its step; mostly none."""
        sale = self.best_sale(0)
        assert sale is not None, "nothing has to be paid"
        worth, sold = sale
        gain = worth - self.worth(self._player.money, self._player.goods)
        return gain, (SellGoods(sold),) if sold else ()

    def left(self, spent: int) -> tuple[int, int]:
        """Give the dollars and goods cubes left after spending dollars on standing up, with the best sale for that."""
        sale = self.best_sale(spent)
        assert sale is not None, "so much can be paid"
        sold = sale[1]
        return self._player.money + self._price * sold - spent, self._player.goods - sold


def standing_steps(components: Components, sold: int, chosen: dict[int, StandingOption]) -> tuple[Step, ...]:
    """Give the steps at the end of the round: goods cubes sold, then employees stood up, space by space."""
    steps: list[Step] = [SellGoods(sold)] if sold else []
    for index, option in sorted(chosen.items()):
        label = components.space_labels[index]
        steps.extend(StandUp(label, number, payroll) for number, payroll in option.seats)
    # Bonuses first: a cut needs the VP that they bring.
    steps.sort(key=lambda step: isinstance(step, StandUp) and step.payroll is not Payroll.BONUS)
    return tuple(steps)

"""The uses of a turn of Human Resources, all settled before the first move [decided]: what they can bring together.

A bundle is one combination of uses. Of bundles that differ in their moves and relocations only, the one with the most
is kept: moves may be left over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, product

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.permitted import may_use
from carnegie_solver.decisions.standing_options import leave
from carnegie_solver.restrictions import UNRESTRICTED, Restrictions
from carnegie_solver.rules import Player, Position
from carnegie_solver.rules.department_rule import Per, Use
from carnegie_solver.rules.departments import rule_of
from carnegie_solver.rules.donations import standing_employees
from carnegie_solver.rules.income import lobbies
from carnegie_solver.rules.projects import projects_in
from carnegie_solver.rules.steps import Gain, Mission, UseDepartment

AMOUNTS = (Gain.MONEY, Gain.GOODS, Gain.MOVES, Gain.VP, Gain.NEW_EMPLOYEE, Gain.RELOCATIONS)


def is_counted(use: Use) -> bool:
    """Whether a use is of a kind that is counted in a turn of Human Resources."""
    if use.per is Per.STANDING_PAIR:
        return use.mission and use.gain is Gain.VP
    if use.gain is Gain.NEW_EMPLOYEE:
        return use.amount == 1 and use.per is Per.USE
    return use.gain in AMOUNTS and use.per is not Per.CUBE


class Alternative(Struct, frozen=True, gc=False):
    """One way of one use: `amount` of its gain, and `dollars` instead of a part of it.

    A use per pair of standing employees has no amount yet: that depends on the Missions before it. `count` and `region`
    are those of the step.
    """

    space: int
    use: Use
    amount: int
    dollars: int = 0
    count: int = 0
    region: Region | None = None

    @property
    def by_pairs(self) -> bool:
        """Whether it brings something per pair of standing employees."""
        return self.use.per is Per.STANDING_PAIR

    def brings(self, gain: Gain) -> int:
        """Give how much of something it brings for certain."""
        own = self.amount if self.use.gain is gain and not self.by_pairs else 0
        return own + (self.dollars if gain is Gain.MONEY else 0)


def alternatives(
    components: Components, position: Position, index: int, restrictions: Restrictions
) -> list[Alternative]:
    """Give the ways in which the Department on a space can be used once; regions that bring the same are one."""
    player = position.decider
    department = player.company[index].department
    found: list[Alternative] = []
    for use in rule_of(department).uses:
        if not is_counted(use):
            continue
        if use.per is Per.PROJECT:
            found += _by_projects(components, player, index, use)
        elif use.per is Per.DEPARTMENT:
            own = components.departments[department or ""].type
            held = (space.department for space in player.company if space.department is not None)
            times = sum(components.departments[name].type is own for name in held)
            found.append(Alternative(index, use, use.amount * times))
        else:
            found.append(Alternative(index, use, use.amount))
    kept: dict[tuple[object, ...], Alternative] = {}
    for each in found:
        if not may_use(components, restrictions, position, index, each.use, each.region):
            continue
        key = (each.use.mission, each.by_pairs, *(each.brings(gain) for gain in AMOUNTS))
        kept.setdefault(key, each)
    return list(kept.values())


def _by_projects(components: Components, player: Player, index: int, use: Use) -> Iterator[Alternative]:
    for region in Region:
        projects = projects_in(components, player, region)
        if use.dollars_instead:
            for count in range(1, projects + 1):
                dollars = use.dollars_instead * (projects - count)
                yield Alternative(index, use, use.amount * count, dollars, count, region)
        elif projects:
            yield Alternative(index, use, use.amount * projects, 0, 0, region)


class Bundle(Struct, frozen=True, gc=False):
    """A combination of uses.

    Attributes
    ----------
    chosen
        What is used, and how.
    lobbies
        For each new employee the Lobby it comes to, ascending.
    moves, relocations, money, goods, vp
        What the uses bring; the VP without those by pairs of standing employees.
    """

    chosen: tuple[Alternative, ...]
    lobbies: tuple[int, ...]
    moves: int
    relocations: int
    money: int
    goods: int
    vp: int

    @property
    def missions(self) -> int:
        """How many employees go on a Mission."""
        return sum(each.use.mission for each in self.chosen)

    @property
    def pairs(self) -> int:
        """How many uses bring something per pair of standing employees."""
        return sum(each.by_pairs for each in self.chosen)

    def sent(self) -> dict[int, int]:
        """Give, by space, how many of its employees go on a Mission."""
        sent: dict[int, int] = {}
        for each in self.chosen:
            if each.use.mission:
                sent[each.space] = sent.get(each.space, 0) + 1
        return sent

    def player_after(self, components: Components, player: Player) -> Player:
        """Give the player's Company and holdings after the uses; Missions and what depends on their order left out."""
        for index, count in self.sent().items():
            player = player.with_space(index, leave(components, player.company[index], count)[1])
        for lobby in self.lobbies:
            space = player.company[lobby]
            player = player.with_space(lobby, replace(space, lying=space.lying + 1))
        return replace(player, money=player.money + self.money, goods=player.goods + self.goods)


NOTHING = Bundle((), (), 0, 0, 0, 0, 0)


def bundles(
    components: Components, position: Position, restrictions: Restrictions = UNRESTRICTED
) -> list[Bundle]:
    """Give the combinations of uses that a turn allows, nothing used first; those with plainly fewer moves left out."""
    if position.turn is None or not position.turn.uses:
        return [NOTHING]
    player = position.decider
    ways: list[list[tuple[Alternative, ...]]] = []
    for index, left in position.turn.uses:
        own = alternatives(components, position, index, restrictions)
        ways.append(
            [some for uses in range(left + 1) for some in combinations_with_replacement(own, uses)],
        )
    standing = standing_employees(player)
    best: dict[tuple[object, ...], Bundle] = {}
    for parts in product(*ways):
        chosen = tuple(each for part in parts for each in part)
        new = sum(each.brings(Gain.NEW_EMPLOYEE) for each in chosen)
        if new > player.employees_in_supply:
            continue
        for where in combinations_with_replacement(lobbies(player), new):
            moves, relocations, money, goods, vp = (
                sum(each.brings(gain) for each in chosen)
                for gain in (Gain.MOVES, Gain.RELOCATIONS, Gain.MONEY, Gain.GOODS, Gain.VP)
            )
            bundle = Bundle(chosen, where, moves, relocations, money, goods, vp)
            if bundle.pairs and not any(pair_positions(bundle, standing)):
                continue
            key = (tuple(sorted(bundle.sent().items())), bundle.pairs, where, money, goods, vp)
            known = best.get((*key, relocations))
            if known is None or known.moves < moves:
                best[*key, relocations] = bundle
    return list(best.values())


def pair_positions(bundle: Bundle, standing: int) -> Iterator[tuple[int, ...]]:
    """Give the places, from 1, that the uses by pairs can take in the order of a bundle's Missions, early ones first.

    After the n-th Mission n employees fewer stand than before; a use that then finds nobody brings nothing and cannot
    be made.
    """
    last = min(bundle.missions, standing - 1)
    yield from combinations(range(1, last + 1), bundle.pairs)


def pairs_vp(bundle: Bundle, standing: int, places: tuple[int, ...]) -> int:
    """Give the VP of the uses by pairs at some places in the order of Missions [public]."""
    amounts = [each.amount for each in bundle.chosen if each.by_pairs]
    return sum(amount * -(-(standing - place) // 2) for amount, place in zip(amounts, places, strict=True))


def use_steps(
    components: Components,
    player: Player,
    bundle: Bundle,
    places: tuple[int, ...],
    region_of: Callable[[int], Region],
) -> list[UseDepartment]:
    """Write a bundle's steps: those without a Mission, then those with one, those by pairs at their places.

    `region_of` names the region of the next employee who is sent from a space; `bundle.lobbies` has a Lobby for each
    new employee.
    """
    labels = components.space_labels
    leaving = {
        index: list(leave(components, player.company[index], count)[0])
        for index, count in bundle.sent().items()
    }
    by_pairs = [each for each in bundle.chosen if each.use.mission and each.by_pairs]
    others = [each for each in bundle.chosen if each.use.mission and not each.by_pairs]
    order = [each for each in bundle.chosen if not each.use.mission]
    order += [
        by_pairs.pop(0) if place in places else others.pop(0) for place in range(1, bundle.missions + 1)
    ]
    new = list(bundle.lobbies)
    steps = []
    for each in order:
        mission = Mission(region_of(each.space), leaving[each.space].pop(0)) if each.use.mission else None
        lobby = labels[new.pop(0)] if each.use.gain is Gain.NEW_EMPLOYEE else labels[0]
        steps.append(
            UseDepartment(labels[each.space], each.use.gain, mission, each.count, each.region, lobby)
        )
    return steps

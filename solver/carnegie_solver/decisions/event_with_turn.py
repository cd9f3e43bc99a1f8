"""Events whose plans count on the turn that follows them: donation events, and all events of the last round.

A donation takes dollars and goods cubes that the turn may need more; and in the last round money and goods cubes have
no price at all: what they are worth is what they are used for. So the best plans for the event alone are each played on
through the turn, and the one with the best end is the best; donations that fall short whatever the turn brings are left
out. When those are all the plans there are, as in a donation event, that is a proof; otherwise the bound is what a
player could reach for whom all that the event can bring came at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Components, Event, ProjectType, Region, TabSpaceKind
from carnegie_solver.decisions.answer import Answer, Choice, Solve, Statistics
from carnegie_solver.decisions.donation_prospects import Prospect, prospect
from carnegie_solver.decisions.income.collected import collectable
from carnegie_solver.decisions.research.options import bonus_points, track_options
from carnegie_solver.decisions.round_ahead import BEYOND, RoundAhead, round_ahead
from carnegie_solver.decisions.shared_solves import SharedSolve, shared
from carnegie_solver.limits import Limit, LimitReached, any_reached
from carnegie_solver.plans import Plan, pass_to_own_decision
from carnegie_solver.rules import IllegalStep, Phase, Player, Position, Space, apply
from carnegie_solver.rules.departments import RULES
from carnegie_solver.rules.donating import donation_cost, held_donations
from carnegie_solver.rules.donations import standing_employees
from carnegie_solver.rules.income import lobbies, takes_lower_income
from carnegie_solver.rules.steps import Donate, EndTurn, SellGoods, Step
from carnegie_solver.valuation import Outlook, worth

CANDIDATES = 24
"""So many plans of an event alone are played on to the end; in a donation event there are no more."""
CANDIDATES_BEFORE_ANOTHER = 4
"""So many where another event follows, whose plans have to be played on from each."""


class NoRoomError(Exception):
    """No space of the Company is free."""


class _Candidate(Struct, frozen=True, gc=False):
    """A plan for the event: its place, steps, where they lead, what they gain, and what is known of its donation."""

    number: int
    steps: tuple[Step, ...]
    reached: Position
    gained: int
    prospect: Prospect | None

    @property
    def constant(self) -> bool:
        """Whether its donation scores the same after every turn."""
        return self.prospect is not None and self.prospect.constant

    @property
    def promises(self) -> int:
        """What it gains with all that its donation can score more, in centi-VP, but for the turn's own gain."""
        return self.gained + (0 if self.prospect is None else self.prospect.rise)


class _Played(Struct, frozen=True, gc=False):
    """A plan for the event played on to the end, what it gains, and what it could with a better turn."""

    plan: Plan
    gain: int
    bound: int
    limit_reached: LimitReached | None
    work: float


class EventWithTurn:
    """Solves an event; a donation event, and in the last round any, together with the turn that follows.

    Parameters
    ----------
    alone
        How the event is solved by itself.
    solves
        How the decisions of a round are solved, by name: the four actions, `INCOME` and `DONATION`.
    """

    def __init__(self, alone: Solve, solves: Mapping[str, Solve]) -> None:
        self._alone, self._solves = alone, solves

    def sharing(self, solves: Mapping[str, Solve]) -> Solve:
        """Give the same by way of solves that one answer shares."""
        return _SharedEventWithTurn(SharedSolve(self._alone), solves)

    def __call__(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Find the best plans for the event."""
        return self.sharing(shared(self._solves))(components, outlook, position, limit, count)


class _SharedEventWithTurn:
    """An event with the turn that follows, as part of one answer."""

    def __init__(self, alone: Solve, solves: Mapping[str, Solve]) -> None:
        self._alone, self._solves = alone, solves
        self._priced: dict[Outlook, Outlook] = {}

    def __call__(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Find the best plans for the event."""
        if not counts_on_turn(outlook, position):
            return self._alone(components, outlook, position, limit, count)
        priced = outlook
        if not outlook.rounds_left:
            # With a price on money and goods cubes those plans come first that leave something to go on with.
            if outlook not in self._priced:
                self._priced[outlook] = _priced(components, outlook)
            priced = self._priced[outlook]
        wanted = max(count, CANDIDATES if len(position.events) == 1 else CANDIDATES_BEFORE_ANOTHER)
        if position.events[0] is Event.DONATION:
            wanted = len(components.donations) + 2
        alone = self._alone(components, priced, position, limit.share(2), wanted)
        work = alone.statistics.work
        candidates = [
            self._candidate(components, outlook, position, number, choice, is_worth=priced is outlook)
            for number, choice in enumerate(alone.choices)
        ]
        played: dict[int, _Played] = {}
        known: list[tuple[Position, int]] = []
        cut = False
        for done, candidate in enumerate(
            sorted(candidates, key=lambda one: (not one.constant, -one.promises))
        ):
            if _falls_short(candidate, played, known, count):
                continue
            if cut := bool(played) and limit.out_of_time():
                break
            share = limit.after(work).share(len(candidates) - done + 1)
            one = self._play_on(components, outlook, position.player, candidate, share)
            played[candidate.number] = one
            work += one.work
            if candidate.prospect is not None and candidate.constant:
                known.append((candidate.prospect.without, one.bound - candidate.gained))
        complete = not cut and len(candidates) < wanted and alone.limit_reached is None
        rest = None if complete else self._bound(components, outlook, position, limit.after(work))
        order = sorted(played, key=lambda number: (-played[number].gain, number))
        choices = []
        for place, number in enumerate(order[:count]):
            bound = max(played[other].bound for other in order[place:])
            if rest is not None:
                bound = max(bound, rest.bound)
            choices.append(Choice(played[number].plan, played[number].gain, bound))
        limits = [alone.limit_reached, *(one.limit_reached for one in played.values())]
        limits.append(None if rest is None else rest.limit_reached)
        limits.append(LimitReached.TIME if cut else None)
        statistics = Statistics(
            "WITH_TURN",
            work=work if rest is None else work + rest.work,
            nodes=alone.statistics.nodes,
            flows=alone.statistics.flows,
        )
        return Answer(tuple(choices), any_reached(limits), statistics)

    def _candidate(
        self,
        components: Components,
        outlook: Outlook,
        position: Position,
        number: int,
        choice: Choice,
        *,
        is_worth: bool,
    ) -> _Candidate:
        """Play a plan for the event; `is_worth` says that its gain is what it changes in this outlook."""
        player = position.player
        steps = _with_least_sale(components, position, choice.plan.steps)
        reached = position
        for step in steps:
            reached = apply(components, reached, step)
        gained = choice.gain
        if not is_worth or steps != choice.plan.steps or choice.plan.at_end_of_round:
            after = worth(components, outlook, reached.players[player])
            gained = after - worth(components, outlook, position.decider)
        ahead = None
        if any(isinstance(step, Donate) for step in steps):
            ahead = prospect(components, pass_to_own_decision(components, reached, player))
        return _Candidate(number, steps, reached, gained, ahead)

    def _play_on(
        self, components: Components, outlook: Outlook, player: int, candidate: _Candidate, limit: Limit
    ) -> _Played:
        """Play what follows a plan for the event in the round."""
        ahead = round_ahead(self._solves, components, outlook, candidate.reached, player, limit)
        whole = Plan(candidate.steps, ahead.at_end_of_round, ahead.in_round)
        gain, bound = candidate.gained + ahead.gain, candidate.gained + ahead.bound
        return _Played(whole, gain, bound, ahead.limit_reached, ahead.work)

    def _bound(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit
    ) -> RoundAhead:
        """Give a round whose bound is that of all plans: as if all that the event can bring came at once."""
        player = position.player
        try:
            best = position.with_decider(_with_everything(components, outlook, position))
        except NoRoomError:
            return RoundAhead((), (), 0, BEYOND, None, 0.0)
        assert position.turn is not None
        passed = apply(
            components, replace(best, turn=replace(position.turn, study_points=0, choices=())), EndTurn()
        )
        ahead = round_ahead(self._solves, components, outlook, passed, player, limit)
        gained = worth(components, outlook, best.decider) - worth(components, outlook, position.decider)
        return replace(ahead, gain=gained + ahead.gain, bound=gained + ahead.bound)


def _falls_short(
    candidate: _Candidate, played: Mapping[int, _Played], known: Sequence[tuple[Position, int]], count: int
) -> bool:
    """Whether as many plans as are wanted have been played on that come before one, whatever its turn brings.

    `known` are turns in which the donation made last does not matter, and what they gain at most. Of plans that gain
    the same the earlier one comes first.
    """
    if candidate.prospect is None:
        return False
    for without, bound in known:
        if without == candidate.prospect.without:
            most = candidate.promises + bound
            before = sum((one.gain, -number) > (most, -candidate.number) for number, one in played.items())
            return before >= count
    return False


def counts_on_turn(outlook: Outlook, position: Position) -> bool:
    """Whether the plans of a decision count on the turn that follows an event."""
    if position.phase is not Phase.EVENT:
        return False
    return position.events[0] is Event.DONATION or not outlook.rounds_left


def _priced(components: Components, outlook: Outlook) -> Outlook:
    """Give the outlook of the last round in which money and goods cubes have the price of the round before it."""
    prices = {"money": outlook.weights.money, "goods": outlook.weights.goods}
    weights = outlook.weights.model_copy(update={name: (row[1], *row[1:]) for name, row in prices.items()})
    return Outlook(components, weights, outlook.timeline, outlook.restrictions)


def _with_least_sale(components: Components, position: Position, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Give a plan's steps with no more goods cubes sold than it needs: the others can still be sold later."""
    for number, step in enumerate(steps):
        if isinstance(step, SellGoods):
            rest = steps[number + 1 :]
            for count in range(step.count):
                fewer = (*steps[:number], *((SellGoods(count),) if count else ()), *rest)
                if _is_legal(components, position, fewer):
                    return fewer
    return steps


def _is_legal(components: Components, position: Position, steps: tuple[Step, ...]) -> bool:
    try:
        for step in steps:
            position = apply(components, position, step)
    except IllegalStep:
        return False
    return True


def _with_everything(components: Components, outlook: Outlook, position: Position) -> Player:
    """Give the deciding player with everything at once that an event can bring, and all he had before.

    Income at a space before that of the disk can be worth more to him, so he gets a Department that lets him take it.
    """
    player, turn = position.decider, position.turn
    assert turn is not None
    if position.events[0] is Event.DONATION:
        held = held_donations(position)
        free = (donation for donation in components.donations if donation not in held)
        donor = replace(player, donations=(*player.donations, *free))
        # The more donations he holds, the dearer are those of his turn: he gets what they cost.
        dearer = donation_cost(donor) * standing_employees(player)
        return replace(donor, money=player.money + dearer)
    offer = collectable(components, position)
    points = turn.study_points + offer.most(components, "study_points") + bonus_points(components, player)
    furthest = [track_options(components, outlook, position, region, points)[-1] for region in Region]
    coming = offer.most(components, "new_employee") + sum(option.new_employees for option in furthest)
    coming = offer.away + min(coming, player.employees_in_supply)
    better = replace(
        player,
        money=player.money + offer.most(components, "money") + sum(option.money for option in furthest),
        goods=player.goods + offer.most(components, "goods") + sum(option.goods for option in furthest),
        vp=player.vp + offer.most(components, "vp") + sum(option.vp for option in furthest),
        transport=tuple(option.reached for option in furthest),
    )
    for lobby in lobbies(player):
        space = better.company[lobby]
        better = better.with_space(lobby, replace(space, lying=space.lying + coming))
    for kind in ProjectType:
        tab = player.tabs[kind]
        printed = components.tab(kind, tab.side)
        slides = sum(cost <= points for cost in accumulate(printed.advance_costs[tab.pulled :]))
        revealed = printed.spaces[tab.pulled + 1 : tab.pulled + 1 + slides]
        circles = sum(space.kind is TabSpaceKind.PROJECT for space in revealed)
        pulled = replace(tab, pulled=tab.pulled + slides, waiting=tab.waiting + circles)
        better = better.with_tab(kind, pulled)
    return _with_lower_income(better)


def _with_lower_income(player: Player) -> Player:
    """Give the player with a staffed Department by which he may take income at lower spaces, if he has none.

    Raises
    ------
    NoRoomError
        When there is no space for it.
    """
    if takes_lower_income(player):
        return player
    name = next(name for name, rule in RULES.items() if rule.lower_income)
    for index, space in enumerate(player.company):
        if space.department == name or (index and space.department is None):
            return player.with_space(index, Space(name, (*space.standing_at, 1), space.lying))
    raise NoRoomError

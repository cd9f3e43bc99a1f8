"""Judging a player's own plan: whether it is legal, what it gains, and how far it is from the best one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.advisor import IN_ROUND, MOST_LINES, Suggestion, outlook_of, suggest
from carnegie_solver.components import Action, Components
from carnegie_solver.decisions import human_resources
from carnegie_solver.decisions.event_with_turn import counts_on_turn
from carnegie_solver.decisions.round_ahead import round_ahead
from carnegie_solver.decisions.standing_options import Holdings
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached, any_reached
from carnegie_solver.lines import OPPONENTS, Line, make_line, term_gaps
from carnegie_solver.plans import Plan, pass_to_standing_up
from carnegie_solver.restrictions import Restrictions, StepPattern
from carnegie_solver.rules import IllegalStep, Phase, Position, apply
from carnegie_solver.rules.steps import EndTurn, SelectTimeline, Step
from carnegie_solver.valuation import Outlook, Weights


class Refusal(Struct, frozen=True):
    """The first step of a plan that the rules forbid: which one, counted from 0, and why."""

    index: int
    illegal: IllegalStep


class Evaluation(Struct, frozen=True):
    """What is to be said of a player's plan.

    Attributes
    ----------
    refusal
        The first step that the rules forbid; None for a legal plan.
    line
        The plan, its end and the best standing-up after it included; None for an illegal one.
    best
        The advisor's own answer, of one line.
    gap
        What the best line gains more, in centi-VP: 0 or more where it is proved best; None for an illegal plan.
    """

    refusal: Refusal | None
    line: Line | None
    best: Suggestion
    gap: int | None

    @property
    def term_gaps(self) -> tuple[tuple[str, int], ...]:
        """What the best line has more in each term, in centi-VP, where the two differ; the largest difference first."""
        if self.line is None or not self.best.lines:
            return ()
        return term_gaps(self.best.lines[0], self.line)


def evaluate(
    components: Components,
    position: Position,
    steps: Sequence[Step],
    weights: Weights | None = None,
    limit: Limit = UNLIMITED,
) -> Evaluation:
    """Judge a plan for the decision that a position waits for.

    Parameters
    ----------
    components, position, weights, limit
        As for `advisor.suggest`. What follows the plan may take as much work again.
    steps
        The plan: steps of this decision, in order. Its end may be left out; what follows it is refused, as the game
        then waits for another decision.

    Raises
    ------
    WaitsForAndrew
        When the position waits for Andrew.
    """
    outlook = outlook_of(components, position, weights)
    # A row of the timeline is given what the advisor's own line for it gives the others.
    rows = position.phase is Phase.SELECT_TIMELINE
    answer = suggest(components, position, weights, limit, lines=MOST_LINES if rows else 1)
    best = replace(answer, lines=answer.lines[:1])
    own = tuple(steps)
    reached = position
    for index, step in enumerate(own):
        try:
            if index and ends_decision(own[index - 1]):
                allowed = "nothing after the end of the decision"
                raise IllegalStep(step, "AFTER_THE_END", "", "another step", allowed)
            reached = apply(components, reached, step)
        except IllegalStep as illegal:
            return Evaluation(Refusal(index, illegal), None, best, None)
    if not (own and ends_decision(own[-1])):
        own = (*own, EndTurn())
        try:
            reached = apply(components, reached, EndTurn())
        except IllegalStep as illegal:
            return Evaluation(Refusal(len(own) - 1, illegal), None, best, None)
    plan, limit_reached = _played_on(components, outlook, position, reached, own, limit)
    best = replace(best, limit_reached=any_reached((best.limit_reached, limit_reached)))
    others = 0
    if isinstance(own[-1], SelectTimeline):
        rows_known = (row for row in answer.lines if row.steps[0].step == own[-1])
        row = next(rows_known, None)
        if row is None:
            # The time was over before its turn came; asked for alone it is valued all the same.
            row = suggest(components, position, weights, limit, restrictions=_only_row(own[-1])).lines[0]
        others = _given(row)
    line = make_line(components, outlook, position, plan, others=others)
    gap = best.lines[0].gain - line.gain if best.lines else None
    return Evaluation(None, line, best, gap)


def _only_row(step: SelectTimeline) -> Restrictions:
    """Leave one row of the timeline to choose."""
    rows = (row for row in Action if row is not step.row)
    return Restrictions(avoid=tuple(StepPattern("select_timeline", row=row) for row in rows))


def _given(row: Line) -> int:
    """Give what a row of the timeline is estimated to give the others, in centi-VP."""
    return -sum(term.after for term in row.terms if term.name == OPPONENTS)


def ends_decision(step: Step) -> bool:
    """Whether a step is the last one of its decision."""
    return isinstance(step, EndTurn | SelectTimeline)


def _played_on(
    components: Components,
    outlook: Outlook,
    position: Position,
    reached: Position,
    own: tuple[Step, ...],
    limit: Limit,
) -> tuple[Plan, LimitReached | None]:
    """Give a plan with the best that follows it in the round and is counted on for it, and what limited the search.

    After a turn that is the standing-up; after an event whose plans count on it the turn as well, after another one the
    best sale of goods cubes; where a row of the timeline is selected the whole round; else nothing.
    """
    if counts_on_turn(outlook, position) or position.phase is Phase.SELECT_TIMELINE:
        ahead = round_ahead(IN_ROUND, components, outlook, reached, position.player, limit)
        return Plan(own, ahead.at_end_of_round, ahead.in_round), ahead.limit_reached
    if position.phase in (Phase.USE_DEPARTMENTS, Phase.SETUP_MOVES):
        standing = pass_to_standing_up(components, reached, position.player)
        answer = human_resources.solve(components, outlook, standing, limit)
        return Plan(own, answer.plan.steps[:-1]), answer.limit_reached
    if position.phase is Phase.EVENT:
        _, sale = Holdings(components, outlook, reached.players[position.player]).free_sale()
        return Plan(own, sale), None
    return Plan(own), None

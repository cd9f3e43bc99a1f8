"""Judging a player's own plan: whether it is legal, what it gains, and how far it is from the best one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from carnegie_solver.advisor import STANDING_UP, TIMELINE, Suggestion, decision_of, suggest
from carnegie_solver.components import Action, Components
from carnegie_solver.decisions import human_resources
from carnegie_solver.limits import UNLIMITED, Limit
from carnegie_solver.lines import Line, make_line, term_gaps
from carnegie_solver.plans import Plan, pass_to_standing_up
from carnegie_solver.rules import IllegalStep, Phase, Position, apply
from carnegie_solver.rules.steps import EndTurn, SelectTimeline, Step
from carnegie_solver.valuation import Outlook, Weights, load_weights


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first step of a plan that the rules forbid: which one, counted from 0, and why."""

    index: int
    illegal: IllegalStep


@dataclass(frozen=True, slots=True)
class Evaluation:
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
        As for `advisor.suggest`.
    steps
        The plan: steps of this decision, in order. Its end may be left out; what follows it is refused, as the game
        then waits for another decision.

    Raises
    ------
    WaitsForAndrew
        When the position waits for Andrew.
    """
    weights = load_weights() if weights is None else weights
    outlook = Outlook(components, weights, position.timeline)
    # What a row of the timeline is worth, the decisions after it say: the advisor's own line has them.
    rows = len(Action) if decision_of(position) == TIMELINE else 1
    answer = suggest(components, position, weights, limit, lines=rows)
    best = replace(answer, lines=answer.lines[:1])
    own = tuple(steps)
    reached = position
    for index, step in enumerate(own):
        try:
            if index and _ends(own[index - 1]):
                allowed = "nothing after the end of the decision"
                raise IllegalStep(step, "AFTER_THE_END", "", "another step", allowed)
            reached = apply(components, reached, step)
        except IllegalStep as illegal:
            return Evaluation(Refusal(index, illegal), None, best, None)
    if not (own and _ends(own[-1])):
        own = (*own, EndTurn())
        try:
            reached = apply(components, reached, EndTurn())
        except IllegalStep as illegal:
            return Evaluation(Refusal(len(own) - 1, illegal), None, best, None)
    for row in answer.lines if decision_of(position) == TIMELINE else ():
        if row.steps[0].step == own[0]:
            return Evaluation(None, replace(row, term_gaps=()), best, best.lines[0].gain - row.gain)
    plan = Plan(own, _best_standing_up(components, outlook, position, reached, limit))
    line = make_line(components, outlook, position, plan)
    gap = best.lines[0].gain - line.gain if best.lines else None
    return Evaluation(None, line, best, gap)


def _ends(step: Step) -> bool:
    return isinstance(step, EndTurn | SelectTimeline)


def _best_standing_up(
    components: Components, outlook: Outlook, position: Position, reached: Position, limit: Limit
) -> tuple[Step, ...]:
    """Give the best standing-up at the end of the round for a player who has used Departments; else nothing."""
    if decision_of(position) == STANDING_UP or position.phase not in (
        Phase.USE_DEPARTMENTS,
        Phase.SETUP_MOVES,
    ):
        return ()
    standing = pass_to_standing_up(components, reached, position.player)
    answer = human_resources.solve(components, outlook, standing, limit)
    return answer.plan.steps[:-1]

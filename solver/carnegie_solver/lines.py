"""Lines: plans as the referee has played them, with what each step changes and what they gain term by term."""

from __future__ import annotations

import logging

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer, Choice
from carnegie_solver.plans import Plan, PlannedStep, change, stages
from carnegie_solver.rules import IllegalStep, Position
from carnegie_solver.rules.steps import EndTurn
from carnegie_solver.valuation import Outlook, Worth, valuation_in

logger = logging.getLogger(__name__)

OPPONENTS = "opponents"
"""The term of what a plan is estimated to give the other players."""


class ClaimRefuted(AssertionError):
    """The referee contradicts an optimiser: its plan is illegal, or does not gain what it claims."""


class Term(Struct, frozen=True, gc=False):
    """A term of the valuation before and after a plan, in centi-VP; certain, or an estimate."""

    name: str
    before: int
    after: int
    certain: bool


class Line(Struct, frozen=True, gc=False):
    """A plan with what each step changes, what it gains in centi-VP, and the gain term by term.

    `steps_at_end_of_round` are the later steps of the round that the plan counts on.

    `proved` says that no legal plan gains more whose outcome is none of the lines' before it. `term_gaps` say where the
    first line gains more than this one, as `term_gaps()` does; there are none for the first line.
    """

    steps: tuple[PlannedStep, ...]
    steps_at_end_of_round: tuple[PlannedStep, ...]
    gain: int
    terms: tuple[Term, ...]
    proved: bool = False
    term_gaps: tuple[tuple[str, int], ...] = ()


def term_gaps(best: Line, other: Line) -> tuple[tuple[str, int], ...]:
    """Give what the best line has more in each term, in centi-VP, where two lines differ; the largest difference first.

    The differences add up to what the best line gains more.
    """
    after = {term.name: 0 for line in (best, other) for term in line.terms}
    for sign, line in ((1, best), (-1, other)):
        for term in line.terms:
            after[term.name] += sign * term.after
    return tuple(sorted(((name, gap) for name, gap in after.items() if gap), key=lambda pair: -abs(pair[1])))


def make_line(
    components: Components,
    outlook: Outlook,
    position: Position,
    plan: Plan,
    *,
    others: int = 0,
    begun: tuple[Worth, ...] | None = None,
) -> Line:
    """Play a plan through the referee and say what it changes and gains; raises IllegalStep if it is illegal.

    `others` is what the plan is estimated to give the other players, in centi-VP: it is taken off. `begun` is the
    player's valuation in the position, where that is known already.
    """
    player = position.player
    now: list[PlannedStep] = []
    later: list[PlannedStep] = []
    final = position
    for step, before, final, is_later in stages(components, position, plan):
        (later if is_later else now).append(PlannedStep(step, change(before, final, player)))
    terms = tuple(
        Term(one.name, one.value, other.value, one.certain)
        for one, other in zip(
            valuation_in(components, outlook, position.decider) if begun is None else begun,
            valuation_in(components, outlook, final.players[player]),
            strict=True,
        )
    )
    if others:
        terms = (*terms, Term(OPPONENTS, 0, -others, certain=False))
    gain = sum(term.after - term.before for term in terms)
    return Line(tuple(now), tuple(later), gain, terms)


def refereed(
    components: Components, outlook: Outlook, position: Position, answer: Answer, *, strict: bool
) -> tuple[tuple[Line, ...], str | None]:
    """Play an answer's plans through the referee; give the lines, and a sentence where a claim does not hold.

    From the first claim on that does not hold no line is proved. Illegal plans are left out, but for the first, which
    ends the turn instead.

    Raises
    ------
    ClaimRefuted
        With `strict`, at the first claim that does not hold.
    """
    lines: list[Line] = []
    refuted: str | None = None
    begun = valuation_in(components, outlook, position.decider)
    for choice in answer.choices:
        line, complaint = _refereed(components, outlook, position, choice, begun, proved=refuted is None)
        if complaint is not None:
            if strict:
                raise ClaimRefuted(complaint)
            logger.error("%s; position %s", complaint, position)
            refuted = refuted or complaint
        if line is None and not lines:
            line = make_line(components, outlook, position, Plan((EndTurn(),)))
        if line is not None:
            lines.append(line)
    # Incumbents that are not proved best can turn out to be worth more than a line before them.
    best, *others = sorted(lines, key=lambda line: -line.gain)
    return (best, *(replace(line, term_gaps=term_gaps(best, line)) for line in others)), refuted


def _refereed(
    components: Components,
    outlook: Outlook,
    position: Position,
    choice: Choice,
    begun: tuple[Worth, ...],
    *,
    proved: bool,
) -> tuple[Line | None, str | None]:
    """Play one plan; give its line, if it is legal, and a sentence where the claim does not hold."""
    try:
        line = make_line(components, outlook, position, choice.plan, others=choice.others, begun=begun)
    except IllegalStep as error:
        return None, f"the optimiser's plan is illegal: {error}"
    # An incumbent that is not proved best can be worth more than its program has noticed, never less.
    if line.gain < choice.gain or (choice.proved and line.gain != choice.gain):
        return (
            line,
            f"the optimiser claims a gain of {choice.gain} centi-VP, the referee finds {line.gain}",
        )
    if proved and choice.bound == line.gain:
        line = Line(line.steps, line.steps_at_end_of_round, line.gain, line.terms, proved=True)
    return line, None

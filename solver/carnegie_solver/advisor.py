"""The advisor: the best plan for the decision that a position waits for, checked by the referee."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event
from carnegie_solver.decisions import (
    construction,
    donation,
    human_resources,
    income,
    management,
    research,
    setup_placement,
)
from carnegie_solver.decisions.action_choice import WithActionChoice
from carnegie_solver.decisions.answer import Solve, Statistics
from carnegie_solver.decisions.distinct import solve_distinct
from carnegie_solver.decisions.event_with_turn import EventWithTurn, counts_on_turn
from carnegie_solver.decisions.not_counted import not_counted
from carnegie_solver.decisions.timeline import RowSelection
from carnegie_solver.limits import UNLIMITED, Limit, LimitReached
from carnegie_solver.lines import Line, refereed
from carnegie_solver.plans import is_standing_up
from carnegie_solver.restrictions import ASPECTS_OF_KIND, UNRESTRICTED, NothingPermitted, Restrictions
from carnegie_solver.rules import Phase, Position
from carnegie_solver.rules.timeline import may_change_action
from carnegie_solver.valuation import SPACES_PER_ROW, Outlook, Weights, load_weights, rounds_left

PROVED_BEST = "PROVED_BEST"
BEST_FOUND = "BEST_FOUND"
NO_LEGAL_ACTION = "NO_LEGAL_ACTION"

STANDING_UP = "STANDING_UP"
TIMELINE = "TIMELINE"
INCOME = "INCOME"
DONATION = "DONATION"
SETUP_PLACEMENT = "SETUP_PLACEMENT"
MOST_LINES = 10
"""The most plans that one answer gives."""
_ALONE: dict[str, Solve] = {
    Action.HUMAN_RESOURCES.name: human_resources.solve_by_end,
    Action.MANAGEMENT.name: management.solve,
    Action.CONSTRUCTION.name: construction.solve,
    Action.RESEARCH_AND_DEVELOPMENT.name: research.solve,
    INCOME: income.solve,
    DONATION: donation.solve,
}
"""How the decisions of a round are solved each by itself, by name."""
IN_ROUND: dict[str, Solve] = dict(_ALONE)
IN_ROUND[INCOME] = _INCOME = EventWithTurn(income.solve, IN_ROUND)
IN_ROUND[DONATION] = _DONATION = EventWithTurn(donation.solve, IN_ROUND)
"""The same, with events whose plans count on the turn after them."""
_BOARD, _TABS = "company_board", "project_tabs"
_DECISIONS: dict[str, tuple[Solve, tuple[str, ...]]] = {
    Action.HUMAN_RESOURCES.name: (human_resources.solve_by_end, (_BOARD,)),
    Action.MANAGEMENT.name: (management.solve, (_BOARD,)),
    Action.CONSTRUCTION.name: (construction.solve, (_BOARD, _TABS)),
    Action.RESEARCH_AND_DEVELOPMENT.name: (research.solve, (_BOARD, _TABS)),
    STANDING_UP: (human_resources.solve, (_BOARD,)),
    TIMELINE: (RowSelection(IN_ROUND, _ALONE), (_BOARD, _TABS)),
    INCOME: (_INCOME, (_BOARD, _TABS)),
    DONATION: (_DONATION, (_TABS,)),
    SETUP_PLACEMENT: (setup_placement.solve, (_TABS,)),
}
"""How each decision is solved, and the tables of the components that its answer rests on."""
_AT_END = frozenset({"stand_up", "sell_goods"})
_STUDY = frozenset({"slide_tab", "advance_transport"})
_KINDS: dict[str, frozenset[str]] = {
    Action.HUMAN_RESOURCES.name: _AT_END | {"use_department", "move_employee", "relocate"},
    Action.MANAGEMENT.name: _AT_END | {"use_department", "build_department"},
    Action.CONSTRUCTION.name: _AT_END | _STUDY | {"use_department", "build_project"},
    Action.RESEARCH_AND_DEVELOPMENT.name: _AT_END | _STUDY | {"use_department", "donate"},
    STANDING_UP: _AT_END,
    TIMELINE: frozenset(ASPECTS_OF_KIND),
    INCOME: _STUDY | {"bring_home", "choose_income", "sell_goods"},
    DONATION: frozenset({"donate", "sell_goods"}),
    SETUP_PLACEMENT: frozenset({"choose_tab_side", "place_housing", "reserve_department", "sell_goods"}),
}
"""The kinds of steps of which the plans of each decision consist: only what the lists say of these matters there.

Plans for some events go on with the turn that follows.
"""
_WITH_ACTION_CHOICE = WithActionChoice(IN_ROUND)

DECISIONS = tuple(_DECISIONS)
"""The decisions that `suggest` answers, by name."""


class WaitsForAndrew(ValueError):
    """A position that waits for Andrew, not for a decision of a player, which is all that is answered."""

    def __init__(self, phase: Phase) -> None:
        self.phase = phase
        super().__init__("the position waits for Andrew, who has to act before anybody decides")


class Notice(Struct, frozen=True):
    """Something the reader must know: a reason code, the path it is about, and a sentence."""

    reason: str
    path: str
    description: str


class Suggestion(Struct, frozen=True):
    """The advisor's answer.

    Attributes
    ----------
    decision
        The decision that was answered, one of `DECISIONS`; None when the game is over.
    player
        The player who decides.
    status
        `PROVED_BEST`, `BEST_FOUND`, or `NO_LEGAL_ACTION` when the game is over or no plan is permitted.
    limit_reached
        The limit that ended the search, if one did.
    bound
        No legal plan that is permitted gains more, in centi-VP.
    lines
        The plans, best first; none for `NO_LEGAL_ACTION`.
    warnings
        What the reader must know before trusting the answer.
    statistics
        How the answer was found.
    """

    decision: str | None
    player: int
    status: str
    limit_reached: LimitReached | None
    bound: int
    lines: tuple[Line, ...]
    warnings: tuple[Notice, ...]
    statistics: Statistics


def decision_of(position: Position) -> str | None:
    """Name the decision that a position waits for, one of `DECISIONS`; None when the game is over.

    Raises
    ------
    WaitsForAndrew
        When the position waits for Andrew.
    """
    if position.phase is Phase.GAME_OVER:
        return None
    if position.andrew is not None and position.andrew.to_act:
        raise WaitsForAndrew(position.phase)
    if is_standing_up(position):
        return STANDING_UP
    match position.phase:
        case Phase.SELECT_TIMELINE:
            return TIMELINE
        case Phase.SETUP_PLACEMENT:
            return SETUP_PLACEMENT
        case Phase.EVENT:
            return DONATION if position.events[0] is Event.DONATION else INCOME
        case _:
            assert position.turn is not None
            assert position.turn.action is not None
            return position.turn.action.name


def outlook_of(
    components: Components,
    position: Position,
    weights: Weights | None = None,
    restrictions: Restrictions = UNRESTRICTED,
) -> Outlook:
    """Give the outlook by which a decision is valued: that of its round.

    Where the last row of the timeline is selected no other round follows, so that it is that of the last round.
    """
    timeline = position.timeline
    if position.phase is Phase.SELECT_TIMELINE and rounds_left(timeline) == 1:
        timeline = tuple(replace(row, used=SPACES_PER_ROW) for row in timeline)
    return Outlook(components, load_weights() if weights is None else weights, timeline, restrictions)


def suggest(
    components: Components,
    position: Position,
    weights: Weights | None = None,
    limit: Limit = UNLIMITED,
    *,
    strict: bool = False,
    lines: int = 1,
    restrictions: Restrictions = UNRESTRICTED,
) -> Suggestion:
    """Give the best plans for the decision that a position waits for, seen by the player who decides.

    Parameters
    ----------
    components
        The printed game.
    position
        A position without faults.
    weights
        What things are taken to be worth; the default ones if None.
    limit
        How long to search.
    strict
        Whether to raise when the referee contradicts the optimiser, which is a bug; otherwise it is logged, and the
        answer says that nothing is proved.
    lines
        How many plans to give at most, 1 to `MOST_LINES`: no two with the same outcome, in order of what they gain.
    restrictions
        Which steps plans may consist of, those included that they count on later in the round. Bounds and proofs are
        about the plans that are permitted; `NO_LEGAL_ACTION` when there are none.

    Raises
    ------
    WaitsForAndrew
        When the position waits for Andrew.
    ClaimRefuted
        With `strict`, when the referee contradicts the optimiser.
    """
    decision = decision_of(position)
    if decision is None:
        return Suggestion(None, position.player, NO_LEGAL_ACTION, None, 0, (), (), Statistics("NONE"))
    solve, tables = _DECISIONS[decision]
    if may_change_action(components, position):
        solve = _WITH_ACTION_CHOICE
    elif not counts_on_turn(outlook_of(components, position), position):
        restrictions = restrictions.among(_KINDS[decision])
    outlook = outlook_of(components, position, weights, restrictions)
    try:
        answer = solve_distinct(
            solve,
            components,
            outlook,
            position,
            limit,
            max(1, min(lines, MOST_LINES)),
        )
    except NothingPermitted:
        return Suggestion(decision, position.player, NO_LEGAL_ACTION, None, 0, (), (), Statistics("NONE"))
    found, refuted = refereed(components, outlook, position, answer, strict=strict)
    uncounted = _not_counted(components, position)
    warnings = (*_assumptions(components, tables), *uncounted)
    if uncounted:
        found = tuple(replace(line, proved=False) for line in found)
    status = PROVED_BEST if found[0].proved else BEST_FOUND
    if refuted is not None:
        warnings = (*warnings, Notice("CLAIM_REFUTED", "", refuted))
    return Suggestion(
        decision,
        position.player,
        status,
        answer.limit_reached,
        max(answer.bound, found[0].gain),
        found,
        warnings,
        answer.statistics,
    )


def _assumptions(components: Components, tables: tuple[str, ...]) -> tuple[Notice, ...]:
    """Say which assumed tables an answer rests on."""
    return tuple(
        Notice(
            "ASSUMED_COMPONENT",
            table,
            f"The printed values of {table} are not known to this project; stand-ins are used. Give your own"
            " in a components file.",
        )
        for table in tables
        if table in components.assumed
    )


def _not_counted(components: Components, position: Position) -> tuple[Notice, ...]:
    """Say which staffed Departments matter in the decision but are not counted by this version's optimisers."""
    notices = []
    for index in not_counted(position):
        path = f"players[{position.player}].company"
        description = (
            f"{position.decider.company[index].department} on {components.space_labels[index]} matters here, but is"
            " not counted yet by this version: the plan and its bound are those without it."
        )
        notices.append(Notice("DEPARTMENT_NOT_USED", path, description))
    return tuple(notices)

"""Why a plan is no better and another one worse: bindings, gaps, limits and warnings as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from carnegie.v1 import advisor_pb2
from carnegie.v1.advisor_pb2 import Binding, SuggestResponse, TermGap
from carnegie.v1.position_pb2 import ProjectType
from carnegie_client.advice.words import listed, project_type_name, term_name, victory_points

_UNITS: Final = {
    advisor_pb2.MEANS_MONEY: "dollar",
    advisor_pb2.MEANS_GOODS: "goods cube",
    advisor_pb2.MEANS_MOVES: "employee move",
    advisor_pb2.MEANS_STUDY_POINTS: "study point",
    advisor_pb2.MEANS_WORKSTATIONS: "free workstation",
    advisor_pb2.MEANS_DISKS: "disk in the supply",
    advisor_pb2.MEANS_USES: "use",
    advisor_pb2.MEANS_EMPLOYEES_IN_SUPPLY: "employee in the supply",
}
_UNITS_SOMEWHERE: Final = {
    advisor_pb2.MEANS_WORKSTATIONS: "free workstation in {subject}",
    advisor_pb2.MEANS_DISKS: "{subject} disk waiting to be built",
    advisor_pb2.MEANS_USES: "employee who stands in {subject}, with a use of it,",
}
_LIMITS: Final = {
    advisor_pb2.LIMIT_REASON_TIME: "the time limit",
    advisor_pb2.LIMIT_REASON_WORK: "the limit of work",
}
_OPPONENTS: Final = "opponents"
_CLAIM_REFUTED: Final = (
    "The optimiser and the referee do not agree on this plan: it is legal, and its worth is the referee's, but nothing "
    "is proved. This is a fault of the program; please report it. "
)


def limit_name(limit: advisor_pb2.LimitReason.ValueType) -> str:
    """Name a limit that has ended a search; empty for none."""
    return _LIMITS.get(limit, "a limit" if limit else "")


def binding_in_words(binding: Binding) -> str:
    """Say what one more unit of a means would bring."""
    unit = _UNITS.get(binding.means, "unit of a means that this client does not know")
    somewhere = _UNITS_SOMEWHERE.get(binding.means)
    if binding.subject and somewhere is not None:
        unit = somewhere.format(subject=_subject_name(binding.subject))
    return f"One more {unit} would bring {victory_points(binding.gain)} VP beyond its own worth."


def bindings_in_words(suggestion: SuggestResponse) -> Iterator[str]:
    """Say which means bind a plan of which that was asked; a sentence also where none is known to."""
    yield from map(binding_in_words, suggestion.bindings)
    if suggestion.bindings or not suggestion.lines:
        return
    if suggestion.status != advisor_pb2.SUGGESTION_STATUS_PROVED_BEST:
        yield "What binds is not known, as the plan is not proved best."
    elif suggestion.limit_reason:
        yield "No means is known to bind."
    else:
        yield "Nothing binds: one unit more of any means would bring nothing beyond its own worth."


def _subject_name(subject: str) -> str:
    kinds = {name.removeprefix("PROJECT_TYPE_"): number for name, number in ProjectType.items()}
    return project_type_name(kinds[subject]) if subject in kinds else subject


def gaps_in_words(gaps: Sequence[TermGap]) -> str:
    """Say in what a plan differs from the best, as in `Gives up 2.40 VP of money; gains 0.30 VP of goods`."""
    own = [gap for gap in gaps if gap.name != _OPPONENTS]
    lost = [_part(gap) for gap in own if gap.gap > 0]
    won = [_part(gap) for gap in own if gap.gap < 0]
    said = [f"{verb} {listed(parts)}" for verb, parts in (("gives up", lost), ("gains", won)) if parts]
    for gap in gaps:
        if gap.name == _OPPONENTS and gap.gap:
            more = "more" if gap.gap > 0 else "less"  # the term is what is taken off for them
            said.append(f"leaves the others {victory_points(abs(gap.gap))} VP {more}")
    sentence = "; ".join(said) or "is worth the same, term by term"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _part(gap: TermGap) -> str:
    of_what = "on the score track" if gap.name == "vp" else f"of {term_name(gap.name)}"
    return f"{victory_points(abs(gap.gap))} VP {of_what}"


def unsaid(suggestion: SuggestResponse, *, interrupted: bool = False) -> Iterator[str]:
    """Say what a limit, or an interrupt, has left out of an answer whose best plan is proved."""
    proved = suggestion.status == advisor_pb2.SUGGESTION_STATUS_PROVED_BEST
    if proved and interrupted:
        yield "The interrupt came before everything was said: there may be more plans or reasons."
    elif proved and suggestion.limit_reason:
        limit = limit_name(suggestion.limit_reason)
        yield f"{limit[0].upper()}{limit[1:]} came before everything was said: there may be more plans or reasons."


def warning_in_words(warning: advisor_pb2.Warning) -> str:
    """Say a warning; what it is about comes first where its sentence does not name it.

    Of a table that is assumed only the name is said: that it is assumed and can be replaced is for its heading to say.
    """
    if warning.reason == advisor_pb2.WARNING_REASON_ASSUMED_COMPONENT and warning.path:
        return warning.path
    if warning.reason == advisor_pb2.WARNING_REASON_CLAIM_REFUTED:
        return _CLAIM_REFUTED + f"({warning.description})"
    if warning.reason == advisor_pb2.WARNING_REASON_DEPARTMENT_NOT_USED:
        return warning.description
    return f"{warning.path}: {warning.description}" if warning.path else warning.description

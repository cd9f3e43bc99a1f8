"""Why a text in the notation is no legal step, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from carnegie.v1.rules_pb2 import NotationRefusal
from carnegie_client.advice.words import codes_in_words

_MOST_NAMED: Final = 8


def refusal_in_words(refusal: NotationRefusal) -> tuple[str, list[str]]:
    """Say why a text is refused: a headline, and the details, one to a line."""
    return f"step {refusal.index + 1}: {_why(refusal)}", list(_details(refusal))


def _why(refusal: NotationRefusal) -> str:
    if refusal.reason == "MALFORMED":
        return "it is not in the notation"
    if refusal.reason == "AMBIGUOUS":
        return "several legal steps are like this"
    if refusal.reason == "NO_LEGAL_STEP":
        return "no legal step is like this"
    where = f" at {refusal.path}" if refusal.path else ""
    found, allowed = codes_in_words(refusal.found), codes_in_words(refusal.allowed)
    reason = refusal.reason.replace("_", " ").lower()
    return f"it is illegal: {reason}{where}: found {found}; allowed: {allowed}"


def _details(refusal: NotationRefusal) -> Iterator[str]:
    for fault in refusal.faults:
        yield f"column {fault.column}: found {fault.found}; allowed: {fault.allowed}"
    if not refusal.alternatives:
        if not refusal.faults:
            yield "no step of this kind is legal now"
        return
    named = "; ".join(refusal.alternatives[:_MOST_NAMED])
    more = len(refusal.alternatives) - _MOST_NAMED
    rest = f"; and {more} more" if more > 0 else ""
    yield f"{'one of' if refusal.reason == 'AMBIGUOUS' else 'legal'}: {named}{rest}"

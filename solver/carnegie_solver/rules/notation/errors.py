"""What can be wrong with a text in the notation."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from carnegie_solver.rules.steps import IllegalStep

_MOST_SHOWN = 12


class NotationFault(Struct, frozen=True, order=True):
    """One place of a text that the grammar does not allow.

    Attributes
    ----------
    column
        Where, counted from 1; one past the last character where something is missing.
    section
        The part of the text: `round`, `timeline`, `player 2`, ...; for a step its kind, such as `move`.
    found
        What stands there.
    allowed
        What may stand there.
    """

    column: int
    section: str
    found: str
    allowed: str

    def __str__(self) -> str:
        """Say the fault in one line."""
        where = f", {self.section}" if self.section else ""
        return f"column {self.column}{where}: found {self.found}, allowed {self.allowed}"


class NotationError(ValueError):
    """A text in the notation that cannot be taken; `MalformedNotation` and the others say why.

    Attributes
    ----------
    number
        In a plan, the step of the text, counted from 0; None for a single text.
    """

    number: int | None = None


class MalformedNotation(NotationError):
    """A text that is not in the grammar; all its faults are in `faults`, in the order of their columns."""

    def __init__(self, faults: Iterable[NotationFault], number: int | None = None) -> None:
        self.faults = tuple(sorted(faults))
        self.number = number
        super().__init__(self.faults)

    def __str__(self) -> str:
        """Say all faults, one to a line."""
        count = len(self.faults)
        lines = "".join(f"\n  {fault}" for fault in self.faults)
        return f"malformed notation with {count} fault{'s' if count != 1 else ''}:{lines}"


class IllegalNotation(NotationError):
    """A step in the grammar that is not legal in the position.

    Attributes
    ----------
    text
        The step as it was written.
    refusal
        Why the referee refuses the step; None where the text leaves so much out that there is no one step to refuse.
    legal
        Legal steps of the same kind in canonical notation, those most like the text first; 50 at most.
    """

    def __init__(
        self, text: str, refusal: IllegalStep | None, legal: Iterable[str] = (), number: int | None = None
    ) -> None:
        self.text = text
        self.refusal = refusal
        self.legal = tuple(legal)
        self.number = number
        super().__init__(text, refusal, self.legal)

    @property
    def reason(self) -> str:
        """The referee's reason, such as `NOT_ENOUGH_GOODS`; `NO_LEGAL_STEP` where there is no one step to refuse."""
        return "NO_LEGAL_STEP" if self.refusal is None else self.refusal.reason

    def __str__(self) -> str:
        """Say the refusal in one line."""
        if self.refusal is not None:
            where = f" at {self.refusal.path}" if self.refusal.path else ""
            why = f"{self.reason}{where}: found {self.refusal.found}, allowed {self.refusal.allowed}"
        else:
            why = "no legal step is of this form"
        legal = f"; legal of this kind: {_listed(self.legal)}" if self.legal else ""
        return f"illegal step {self.text!r}: {why}{legal}"


class AmbiguousNotation(NotationError):
    """A step that several legal steps match.

    Attributes
    ----------
    text
        The step as it was written.
    matches
        The legal steps that match, two or more, in canonical notation.
    """

    def __init__(self, text: str, matches: Iterable[str], number: int | None = None) -> None:
        self.text = text
        self.matches = tuple(matches)
        self.number = number
        super().__init__(text, self.matches)

    def __str__(self) -> str:
        """Say which steps match."""
        return f"ambiguous step {self.text!r}: {len(self.matches)} legal steps match: {_listed(self.matches)}"


def _listed(texts: tuple[str, ...]) -> str:
    shown = "; ".join(texts[:_MOST_SHOWN])
    left = len(texts) - _MOST_SHOWN
    return f"{shown}; and {left} more" if left > 0 else shown

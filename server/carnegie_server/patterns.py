"""Reading the allow and avoid lists of a request: what is wrong with a pattern is found all at once."""

from __future__ import annotations

import difflib
import enum
from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

from carnegie.v1 import advisor_pb2
from carnegie_server.errors import Violation
from carnegie_solver.components import Action, Components, ProjectType, Region
from carnegie_solver.faults import shown
from carnegie_solver.restrictions import ASPECTS_OF_KIND, Restrictions, StepPattern

Member = TypeVar("Member", bound=enum.IntEnum)

MOST_PATTERNS = 100
"""The most patterns that a list may have."""


def read_restrictions(
    components: Components, request: advisor_pb2.SuggestRequest, violations: list[Violation]
) -> Restrictions:
    """Read the lists of a request; what is wrong with them goes to the violations."""
    reader = _PatternReader(components, violations)
    return Restrictions(reader.patterns("allow", request.allow), reader.patterns("avoid", request.avoid))


class _PatternReader:
    def __init__(self, components: Components, violations: list[Violation]) -> None:
        self._violations = violations
        self._names: dict[str, tuple[str, Collection[str]]] = {
            "kind": ("UNKNOWN_KIND", list(ASPECTS_OF_KIND)),
            "city": ("UNKNOWN_CITY", [city.name for city in components.cities]),
            "department": ("UNKNOWN_DEPARTMENT", list(components.departments)),
            "space": ("UNKNOWN_SPACE", components.space_labels),
            "donation": ("UNKNOWN_DONATION", list(components.donations)),
        }

    def patterns(self, field: str, messages: Sequence[advisor_pb2.StepPattern]) -> tuple[StepPattern, ...]:
        if len(messages) > MOST_PATTERNS:
            description = f"found {len(messages)} patterns, allowed {MOST_PATTERNS} at most"
            self._violations.append(Violation(field, "OUT_OF_RANGE", description))
            return ()
        return tuple(self._read(f"{field}[{index}]", message) for index, message in enumerate(messages))

    def _read(self, path: str, message: advisor_pb2.StepPattern) -> StepPattern:
        for field, (reason, names) in self._names.items():
            value = getattr(message, field)
            if value and value not in names:
                description = (
                    f"found {shown(value)}, allowed {''.join(_close(value, names))}one of {_listed(names)}"
                )
                self._violations.append(Violation(f"{path}.{field}", reason, description))
        return StepPattern(
            kind=message.kind or None,
            city=message.city or None,
            type=self._member(path, "type", message.type, ProjectType),
            department=message.department or None,
            space=message.space or None,
            region=self._member(path, "region", message.region, Region),
            row=self._member(path, "row", message.row, Action),
            donation=message.donation or None,
        )

    def _member(self, path: str, field: str, number: int, members: type[Member]) -> Member | None:
        """Read an enumeration's value; the contract's have one more, the first, for nothing."""
        listed = list(members)
        if number in range(len(listed) + 1):
            return listed[number - 1] if number else None
        description = f"found {number}, allowed one of {_listed([one.name for one in listed])}"
        self._violations.append(Violation(f"{path}.{field}", "UNKNOWN_ENUM_VALUE", description))
        return None


def _close(value: str, names: Collection[str]) -> Iterator[str]:
    """Give the name that a wrong one is closest to, as a question, if it is close to any."""
    lower = {name.lower(): name for name in names}
    for match in difflib.get_close_matches(value.lower()[:80], lower, n=1):
        yield f"{lower[match]}? "


def _listed(names: Collection[str]) -> str:
    return ", ".join(names)

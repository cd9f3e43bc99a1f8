"""Which Departments the allow and avoid lists let a turn build, where, and with an employee from where."""

from __future__ import annotations

from collections.abc import Iterator

from carnegie_solver.components import Components
from carnegie_solver.restrictions import Restrictions
from carnegie_solver.rules import Position
from carnegie_solver.rules.steps import BuildDepartment, Fetched


class PermittedBuildings:
    """What may be built: a Department by name, on a space of the Company, with somebody fetched from another or not."""

    def __init__(self, components: Components, restrictions: Restrictions, position: Position) -> None:
        self._components, self._restrictions, self._position = components, restrictions, position
        self._known: dict[tuple[str, int, int | None], bool] = {}

    def at(self, name: str, index: int, start: int | None = None) -> bool:
        """Whether a Department may be built on a space, with an employee fetched from another one or with none."""
        if not self._restrictions.restrict:
            return True
        key = (name, index, start)
        known = self._known.get(key)
        if known is None:
            labels = self._components.space_labels
            fetched = None if start is None else Fetched(labels[start])
            step = BuildDepartment(name, labels[index], fetched)
            known = self._restrictions.permits(self._components, self._position, step)
            self._known[key] = known
        return known

    def anywhere(self, name: str, *, fetching: bool) -> bool:
        """Whether a Department may be built at all."""
        return any(self._ways(name, fetching=fetching))

    def depends_on_space(self, name: str, *, fetching: bool) -> bool:
        """Whether a Department may be built on some spaces, or with some employees, but not with others."""
        return not all(self._ways(name, fetching=fetching))

    def _ways(self, name: str, *, fetching: bool) -> Iterator[bool]:
        spaces = range(len(self._components.space_labels))
        if not self._restrictions.restrict:
            yield True
            return
        for index in spaces[1:]:
            yield self.at(name, index)
            if fetching:
                yield from (self.at(name, index, start) for start in spaces if start != index)

"""The table of a Company's board: its spaces and its starting Departments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from carnegie_solver.components.rows import Amount, Name, Positive, Row, Table
from carnegie_solver.components.terms import Action, ActionName
from carnegie_solver.faults import Contradiction, refuse_contradictions, shown


class Lobby(Row):
    """The Lobby: below row 1, touching `column_span` columns from `column` on [assumed]."""

    row: Literal[0]
    column: Annotated[int, Field(ge=0, le=25, strict=True)]
    column_span: Positive


class GridSpace(Row):
    """A Department space of a Company: row 1 lies next to the Lobby, column 0 leftmost [assumed]."""

    row: Annotated[int, Field(ge=1, le=9, strict=True)]
    column: Annotated[int, Field(ge=0, le=25, strict=True)]

    @property
    def label(self) -> str:
        """The space's name: a column letter and a row number, such as `b1`."""
        return f"{chr(ord('a') + self.column)}{self.row}"


class StartingDepartment(GridSpace):
    """A starting Department [seed] with its place, workstation costs and permanent employees [assumed]."""

    name: Name
    type: ActionName
    desk_costs: tuple[Amount, ...]
    permanent_employees: Annotated[int, Field(ge=0, le=9, strict=True)]
    effect: str = ""


STARTING_TYPES = {
    "Human Resources": Action.HUMAN_RESOURCES,
    "Commerce and Finance": Action.MANAGEMENT,
    "Strategic Planning": Action.MANAGEMENT,
    "Construction": Action.CONSTRUCTION,
    "Research and Development": Action.RESEARCH_AND_DEVELOPMENT,
}


class CompanyBoard(Table):
    """A Company's spaces and its starting Departments [assumed, but for the five Departments and their effects]."""

    lobby: Lobby
    spaces: Annotated[tuple[GridSpace, ...], Field(min_length=5, max_length=60)]
    starting_departments: Annotated[tuple[StartingDepartment, ...], Field(min_length=5, max_length=5)]

    @model_validator(mode="after")
    def _one_board(self) -> Self:
        refuse_contradictions(
            [*self._spaces_twice(), *self._lobby_beside(), *self._misplaced(), *self._other_departments()]
        )
        return self

    def _spaces_twice(self) -> Iterator[Contradiction]:
        seen: set[str] = set()
        for index, space in enumerate(self.spaces):
            if space.label in seen:
                yield Contradiction(("spaces", index), f"{space.label} again", "spaces that differ")
            seen.add(space.label)

    def _lobby_beside(self) -> Iterator[Contradiction]:
        columns = max(space.column for space in self.spaces) + 1
        span, column = self.lobby.column_span, self.lobby.column
        if column + span > columns:
            yield Contradiction(
                ("lobby", "column_span"),
                f"{span} from column {chr(ord('a') + column)} on",
                f"a Lobby that ends with the last of {columns} columns at the latest",
            )

    def _misplaced(self) -> Iterator[Contradiction]:
        labels = {space.label for space in self.spaces}
        names: dict[str, str] = {}
        for index, department in enumerate(self.starting_departments):
            place, label = ("starting_departments", index), department.label
            if label not in labels:
                yield Contradiction(place, f"{department.name} at {label}", "a space of the board")
            elif label in names:
                found = f"{department.name} at {label}, where {names[label]} is"
                yield Contradiction(place, found, "a space of its own")
            names.setdefault(label, department.name)

    def _other_departments(self) -> Iterator[Contradiction]:
        names: set[str] = set()
        for index, department in enumerate(self.starting_departments):
            place = ("starting_departments", index)
            kind = STARTING_TYPES.get(department.name)
            if kind is None or department.name in names:
                again = " again" if department.name in names else ""
                allowed = f"each of {', '.join(STARTING_TYPES)} once"
                yield Contradiction((*place, "name"), f"{shown(department.name)}{again}", allowed)
            names.add(department.name)
            if kind is not None and department.type is not kind:
                allowed = f"{kind.name}, the type of {department.name}"
                yield Contradiction((*place, "type"), department.type.name, allowed)
            if not department.desk_costs:
                yield Contradiction((*place, "desk_costs"), "no workstation", "at least one workstation")

"""The table of a Company's board: its spaces and its starting Departments."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from carnegie_solver.components.rows import Amount, Name, Positive, Row, Table
from carnegie_solver.components.terms import Action, ActionName


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
        labels = [space.label for space in self.spaces]
        places = [department.label for department in self.starting_departments]
        allowed = []
        if len(set(labels)) != len(labels):
            allowed.append("spaces that differ")
        columns = max(space.column for space in self.spaces) + 1
        if self.lobby.column + self.lobby.column_span > columns:
            allowed.append(f"a Lobby that ends with the last of {columns} columns at the latest")
        if len(set(places)) != len(places) or not set(places) <= set(labels):
            allowed.append("starting_departments on five different spaces of the board")
        if sorted(department.name for department in self.starting_departments) != sorted(STARTING_TYPES):
            allowed.append("starting_departments named " + ", ".join(STARTING_TYPES))
        for department in self.starting_departments:
            kind = STARTING_TYPES.get(department.name)
            if kind is not None and department.type is not kind:
                allowed.append(f"{department.name} of type {kind.name}")
            if not department.desk_costs:
                allowed.append(f"{department.name} with at least one workstation")
        if allowed:
            raise ValueError("; ".join(allowed))
        return self

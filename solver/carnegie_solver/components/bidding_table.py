"""The table of the expansion's bidding setup: what each player can choose, and what it costs."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from carnegie_solver.components.rows import Amount, Entries, Positive, Table
from carnegie_solver.faults import Contradiction, refuse_contradictions

Price = Annotated[int, Field(ge=-99, le=99, strict=True)]
Offered = Annotated[int, Field(ge=0, le=99)]
OfferedEmployees = Annotated[int, Field(ge=0, le=10)]
"""Five of the fifteen employees stand in the starting Departments."""
OfferedVp = Annotated[int, Field(ge=-99, le=99)]


class Bidding(Table):
    """The bidding setup: dollars by amount [public, but for the prices between the least and the most, assumed].

    A negative price pays dollars out. `most_dollars` is what a player can spend in all.
    """

    most_dollars: Positive
    goods: Entries[Offered, Amount]
    lobby_employees: Entries[OfferedEmployees, Amount]
    vp: Entries[OfferedVp, Price]
    moves: Entries[Offered, Amount]

    @model_validator(mode="after")
    def _something_to_choose(self) -> Self:
        refuse_contradictions(
            Contradiction((name,), "no amount", "at least one amount with its price")
            for name in ("goods", "lobby_employees", "vp", "moves")
            if not getattr(self, name)
        )
        return self

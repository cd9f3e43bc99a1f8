"""What every table is made of: frozen rows, kinds of values, and the source of a table."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer

Amount = Annotated[int, Field(ge=0, le=99, strict=True)]
Positive = Annotated[int, Field(ge=1, le=99, strict=True)]
Name = Annotated[str, Field(min_length=1, max_length=60, strict=True)]
Key_ = TypeVar("Key_")
Entry_ = TypeVar("Entry_")


def _as_written(entries: Mapping[object, object]) -> dict[object, object]:
    """Give entries in the form in which they are read: terms by their names."""
    return {
        key.name if isinstance(key, enum.Enum) else key: _as_written(entry)
        if isinstance(entry, Mapping)
        else entry
        for key, entry in entries.items()
    }


Entries = Annotated[
    Mapping[Key_, Entry_],
    AfterValidator(MappingProxyType),
    PlainSerializer(_as_written, when_used="json"),
]
Source = Literal["seed", "board", "public", "assumed", "decided", "user"]


class Row(BaseModel):
    """A row of a table: frozen, without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Table(Row):
    """A table with its source."""

    source: Source
    note: str = ""

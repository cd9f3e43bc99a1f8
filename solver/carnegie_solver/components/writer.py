"""Writing the tables in the form of their file, as whoever reads or replaces them has to know it."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from pydantic import BaseModel

from carnegie_solver.components.game import Components


def components_to_json(components: Components) -> dict[str, object]:
    """Give all tables in the form of `carnegie.json`, for JSON: terms by name, what is left out there left out here.

    Written canonically, with sorted keys and no spaces, it has the SHA-256 that is the components' digest, unless a
    table has been replaced.
    """
    return {name: _plain(getattr(components.tables, name)) for name in type(components.tables).model_fields}


def _plain(value: object) -> object:
    match value:
        case BaseModel():
            given = value.model_fields_set
            return {name: _plain(getattr(value, name)) for name in type(value).model_fields if name in given}
        case enum.Enum():
            return value.name
        case Mapping():
            return {
                key.name if isinstance(key, enum.Enum) else str(key): _plain(entry)
                for key, entry in value.items()
            }
        case tuple():
            return [_plain(entry) for entry in value]
        case _:
            return value

"""Loading the printed game from its one file, with a user's tables in place of assumed ones."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from importlib import resources

from pydantic import ValidationError

from carnegie_solver.components.game import Components
from carnegie_solver.components.tables import Tables
from carnegie_solver.faults import Fault, InvalidInput, faults_of, faults_of_size, join, shown

_REMARKS = ("source", "note")
"""What a table says of itself."""
_SOURCES = ("assumed", "user")
"""What a user's table can say of its source."""


class InvalidComponents(InvalidInput):
    """Component tables with faults, all of them in `faults`."""

    subject = "component tables"


@functools.cache
def _printed() -> dict[str, object]:
    text = resources.files(__package__).joinpath("carnegie.json").read_text(encoding="utf-8")
    printed = json.loads(text)
    assert isinstance(printed, dict)
    return printed


@functools.cache
def _printed_components() -> Components:
    return _components(_printed())


def _components(data: Mapping[str, object]) -> Components:
    tables = Tables.model_validate(data)
    counted = {name: _counted(name, table) for name, table in data.items()}
    canonical = json.dumps(counted, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return Components(tables, hashlib.sha256(canonical.encode()).hexdigest())


def _counted(name: str, table: object) -> object:
    """Give what of a table counts for the digest: of a user's its values, by which alone a game is another one."""
    printed = _printed()[name]
    assert isinstance(printed, dict)
    assert isinstance(table, dict)
    if _values(table) == _values(printed):
        return printed
    return {**_values(table), "source": "user"}


def _values(table: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in table.items() if name not in _REMARKS}


def load_components(replacements: object = None) -> Components:
    """Load the printed game; a user's tables replace those marked `assumed`.

    Parameters
    ----------
    replacements
        The parsed JSON of a user's file: an object with one entry for each table that it replaces, in the form of
        `carnegie.json`. `source` is `user`, which may be left out, or `assumed`: then stand-ins are still among the
        values of the table, which stays an assumed one. None replaces nothing.

    Raises
    ------
    InvalidComponents
        With every fault of the file: tables that are unknown, not assumed or malformed, or of another source; with that
        alone where it holds more than `MOST_VALUES` values.

    Examples
    --------
    >>> load_components().assumed
    ('company_board', 'project_tabs', 'bidding')
    """
    if replacements is None:
        return _printed_components()
    printed = _printed()
    if not isinstance(replacements, dict):
        raise InvalidComponents(
            [Fault("", "WRONG_TYPE", shown(replacements), "an object with one entry a replaced table")]
        )
    if too_many := faults_of_size(replacements):
        raise InvalidComponents(too_many)
    assumed = load_components().assumed
    merged = dict(printed)
    faults = []
    for name, table in replacements.items():
        if name not in assumed:
            reason = "NOT_REPLACEABLE" if name in printed else "UNKNOWN_FIELD"
            faults.append(Fault(str(name), reason, f"a table {shown(name)}", f"one of {', '.join(assumed)}"))
        elif not isinstance(table, dict):
            faults.append(Fault(name, "WRONG_TYPE", shown(table), "an object, the table"))
        else:
            source = table.get("source", "user")
            if source not in _SOURCES:
                allowed = f"{' or '.join(_SOURCES)}, or left out"
                faults.append(Fault(join(name, "source"), "UNKNOWN_ENUM_VALUE", shown(source), allowed))
                source = "user"
            merged[name] = {**table, "source": source}
    try:
        components = _components(merged)
    except ValidationError as error:
        faults.extend(faults_of(error))
        raise InvalidComponents(faults) from error
    if faults:
        raise InvalidComponents(faults)
    return components


def table_path(*parts: str | int) -> str:
    """Name a place in the components, such as `project_tabs.rows[3]`."""
    return join("", *parts)

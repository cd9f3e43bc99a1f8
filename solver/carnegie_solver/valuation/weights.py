"""The valuation's weights: data, by rounds left, replaceable by a user."""

from __future__ import annotations

import enum
import functools
import json
from collections.abc import Mapping
from importlib import resources
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from carnegie_solver.components.rows import Entries
from carnegie_solver.components.terms import Action, ActionName, ProjectType, ProjectTypeName
from carnegie_solver.faults import Fault, InvalidInput, faults_of, faults_of_size, shown

Worth = Annotated[int, Field(ge=0, le=2000, strict=True)]
Percent = Annotated[int, Field(ge=0, le=100, strict=True)]
Multiple = Annotated[int, Field(ge=0, le=2000, strict=True)]
WorthByRoundsLeft = Annotated[tuple[Worth, ...], Field(min_length=21, max_length=21)]
PercentByRoundsLeft = Annotated[tuple[Percent, ...], Field(min_length=21, max_length=21)]
PercentBySpaces = Annotated[tuple[Multiple, ...], Field(min_length=6, max_length=6)]
PercentByRank = Annotated[tuple[Percent, ...], Field(min_length=1, max_length=15)]


def _each(kind: type[enum.IntEnum]) -> AfterValidator:
    """Make a validator that demands an entry for each member of `kind`."""

    def check(entries: Mapping[enum.IntEnum, object]) -> Mapping[enum.IntEnum, object]:
        missing = [member.name for member in kind if member not in entries]
        if missing:
            raise ValueError(f"an entry for each of {', '.join(member.name for member in kind)}")
        return entries

    return AfterValidator(check)


class Weights(BaseModel):
    """What things are taken to be worth, in centi-VP; percentages scale them.

    Tables with 21 entries are indexed by rounds left, 0 to 20: 0 in the last round. Tables with 6 entries are
    indexed by the unused spaces of the action's row of the timeline, 0 to 5. docs/valuation.md explains each.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    money: WorthByRoundsLeft
    goods: WorthByRoundsLeft
    study_point: WorthByRoundsLeft
    new_employee: WorthByRoundsLeft
    use_of_action: Annotated[Entries[ActionName, Worth], _each(Action)]
    use_of_department: Entries[str, Worth]
    use_by_rounds_left: Annotated[Entries[ActionName, PercentByRoundsLeft], _each(Action)]
    use_by_row_left: PercentBySpaces
    crowding: PercentByRank
    lying_in_department: Percent
    lying_elsewhere: Percent
    open_workstation: Percent
    step: Worth
    mission_by_events_left: PercentByRank
    project_income_per_event: Percent
    transport_income_per_event: Percent
    waiting_disk: Annotated[Entries[ProjectTypeName, Worth], _each(ProjectType)]
    waiting_by_rank: PercentByRank
    link_city: Multiple
    tab_ahead_by_cost: PercentByRank
    donation_limit: Worth
    donation_growth: Entries[str, Worth]
    reserved_department: Percent
    opponents: Percent


class InvalidWeights(InvalidInput):
    """Weights with faults, all of them in `faults`."""

    subject = "weights"


@functools.cache
def _default() -> dict[str, object]:
    text = resources.files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    data = json.loads(text)
    assert isinstance(data, dict)
    return data


@functools.cache
def _default_weights() -> Weights:
    return Weights.model_validate(_default())


def load_weights(replacements: object = None) -> Weights:
    """Load the default weights; a user's entries replace them one by one.

    Raises
    ------
    InvalidWeights
        With every fault of the replacements; with that alone where they hold more than `MOST_VALUES` values.
    """
    if replacements is None:
        return _default_weights()
    if not isinstance(replacements, dict):
        raise InvalidWeights(
            [Fault("", "WRONG_TYPE", shown(replacements), "an object with one entry a weight")]
        )
    if too_many := faults_of_size(replacements):
        raise InvalidWeights(too_many)
    try:
        return Weights.model_validate({**_default(), **replacements})
    except ValidationError as error:
        raise InvalidWeights(faults_of(error)) from error

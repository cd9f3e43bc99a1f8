"""The shape of a position's JSON, the same as protobuf's JSON form of `carnegie.v1.Position`.

Field names are read as lowerCamelCase or as in the contract (snake_case); null is the same as leaving a field out.
"""

from __future__ import annotations

import functools
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from carnegie_solver.components import Action, Event, ProjectType, TabSide
from carnegie_solver.components.terms import from_name
from carnegie_solver.rules.position import Phase

LARGEST = 2**31 - 1  # protobuf's int32
MOST_PLAYERS = 4
MOST_LISTED = 200  # no list of a real position is as long; what is longer is refused without being read

FEW = Field(max_length=MOST_LISTED)

Whole = Annotated[int, Field(strict=True, ge=-LARGEST - 1, le=LARGEST)]
Text = Annotated[str, Field(strict=True)]
PhaseName = Annotated[Phase, from_name(Phase, "PHASE_")]
ActionName = Annotated[Action, from_name(Action, "ACTION_")]
EventName = Annotated[Event, from_name(Event, "EVENT_")]
Truth = Annotated[bool, Field(strict=True)]
ProjectTypeName = Annotated[ProjectType, from_name(ProjectType, "PROJECT_TYPE_")]
TabSideName = Annotated[TabSide, from_name(TabSide, "TAB_SIDE_")]


@functools.cache
def camel(field: str) -> str:
    """Give a field's name as protobuf's JSON form has it."""
    return to_camel(field)


def _left_out(unspecified: str) -> BeforeValidator:
    """Make a validator that takes an enumeration's zero value, as protobuf names it, for a field left out."""
    return BeforeValidator(lambda value: None if value == unspecified else value)


MaybePhase = Annotated[PhaseName | None, _left_out("PHASE_UNSPECIFIED")]
MaybeAction = Annotated[ActionName | None, _left_out("ACTION_UNSPECIFIED")]
MaybeProjectType = Annotated[ProjectTypeName | None, _left_out("PROJECT_TYPE_UNSPECIFIED")]
MaybeTabSide = Annotated[TabSideName | None, _left_out("TAB_SIDE_UNSPECIFIED")]


class Document(BaseModel):
    """A part of the JSON: unknown fields are faults, fields left out are None or empty."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True, loc_by_alias=False
    )


class TimelineRowDocument(Document):
    """A row of the timeline."""

    events: Annotated[tuple[EventName, ...], FEW] | None = None
    used: Whole | None = None


class TimelineDocument(Document):
    """The timeline."""

    human_resources: TimelineRowDocument | None = None
    management: TimelineRowDocument | None = None
    construction: TimelineRowDocument | None = None
    research_and_development: TimelineRowDocument | None = None


class DisplayDocument(Document):
    """The Departments that can be built."""

    departments: Annotated[tuple[Text, ...], FEW] | None = None


class CompanySpaceDocument(Document):
    """One space of a Company."""

    space: Text = ""
    department: Text | None = None
    standing_at: Annotated[tuple[Whole, ...], FEW] | None = None
    lying: Whole | None = None


class CompanyDocument(Document):
    """A Company."""

    spaces: Annotated[tuple[CompanySpaceDocument, ...], FEW] | None = None


class RegionsDocument(Document):
    """A number for each region."""

    west: Whole | None = None
    midwest: Whole | None = None
    east: Whole | None = None
    south: Whole | None = None


class TabDocument(Document):
    """One project tab."""

    side: MaybeTabSide = None
    pulled: Whole | None = None
    built: Whole | None = None
    waiting: Whole | None = None


class TabsDocument(Document):
    """The four project tabs."""

    housing: TabDocument | None = None
    commerce: TabDocument | None = None
    industry: TabDocument | None = None
    public_infrastructure: TabDocument | None = None


class ProjectDocument(Document):
    """A player's disk on a space of a city."""

    city: Text = ""
    city_space: Whole | None = None
    type: MaybeProjectType = None


class NeutralProjectDocument(Document):
    """A neutral disk on a space of a city."""

    city: Text = ""
    city_space: Whole | None = None


class PlayerDocument(Document):
    """One player."""

    money: Whole | None = None
    goods: Whole | None = None
    vp: Whole | None = None
    company: CompanyDocument | None = None
    missions: RegionsDocument | None = None
    employees_in_supply: Whole | None = None
    disks_in_supply: Whole | None = None
    tabs: TabsDocument | None = None
    transport: RegionsDocument | None = None
    projects: Annotated[tuple[ProjectDocument, ...], FEW] | None = None
    donations: Annotated[tuple[Text, ...], FEW] | None = None
    reserved_department: Text | None = None
    action_choice_tile: Truth | None = None
    setup_moves: Whole | None = None


class DepartmentUsesDocument(Document):
    """Uses left of a Department."""

    space: Text = ""
    count: Whole | None = None


class IncomeChoiceDocument(Document):
    """A project income that has still to be chosen."""

    type: ProjectTypeName
    circle: Whole | None = None


class TurnDocument(Document):
    """What is left of a turn."""

    action: MaybeAction = None
    moves: Whole | None = None
    study_points: Whole | None = None
    uses: Annotated[tuple[DepartmentUsesDocument, ...], FEW] | None = None
    brought_home: Truth | None = None
    donated: Truth | None = None
    choices: Annotated[tuple[IncomeChoiceDocument, ...], FEW] | None = None
    acted: Truth | None = None
    relocations: Whole | None = None
    diagonal: Truth | None = None
    payroll_stood_up: Truth | None = None


class AndrewDocument(Document):
    """The automaton."""

    cards: Annotated[tuple[Text, ...], FEW] | None = None
    played: Whole | None = None
    shift: Whole | None = None
    vp: Whole | None = None
    departments: Annotated[tuple[Text, ...], FEW] | None = None
    projects: Annotated[tuple[NeutralProjectDocument, ...], FEW] | None = None
    donations: Annotated[tuple[Text, ...], FEW] | None = None
    transport: RegionsDocument | None = None
    to_act: Truth | None = None


class PositionDocument(Document):
    """A whole position."""

    round: Whole | None = None
    phase: MaybePhase = None
    first_player: Whole | None = None
    player: Whole | None = None
    action: MaybeAction = None
    events: Annotated[tuple[EventName, ...], FEW] | None = None
    timeline: TimelineDocument | None = None
    players: Annotated[tuple[PlayerDocument, ...], Field(max_length=MOST_PLAYERS)] | None = None
    display: DisplayDocument | None = None
    neutral_projects: Annotated[tuple[NeutralProjectDocument, ...], FEW] | None = None
    neutral_donations: Annotated[tuple[Text, ...], FEW] | None = None
    turn: TurnDocument | None = None
    andrew: AndrewDocument | None = None

"""The printed tables, as typed and immutable values.

Every table says its source: [seed], [board], [public], [assumed], or `user` once a user's file has replaced it.
Amounts are dollars, goods cubes, VP, study points and employees.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from carnegie_solver.components.bidding_table import Bidding
from carnegie_solver.components.company_board import CompanyBoard
from carnegie_solver.components.rows import Amount, Entries, Name, Positive, Row, Table
from carnegie_solver.components.terms import (
    ActionName,
    CitySizeName,
    LevelName,
    ProjectType,
    ProjectTypeName,
    Region,
    RegionName,
    TabSide,
    TabSideName,
    TabSpaceKind,
    TabSpaceKindName,
    TimingName,
)
from carnegie_solver.faults import Contradiction, refuse_contradictions


class City(Row):
    """A city [board]: `spaces` holds the type that each space takes, None in a small city, which takes every type."""

    name: Name
    region: RegionName
    size: CitySizeName
    spaces: Annotated[tuple[Literal["ANY"] | ProjectTypeName, ...], Field(min_length=1)]
    vp_per_project: Amount
    link_points: Amount
    income_mark: bool


class Cities(Table):
    """The cities of the map [board]."""

    rows: tuple[City, ...]


class MapLinks(Table):
    """The links between neighbouring cities, by name [board]."""

    rows: tuple[tuple[Name, Name], ...]


class LinkScore(Table):
    """VP for the best connected group: `rows[level][link points]` [board]."""

    rows: Entries[Literal["CART", "STAGECOACH", "RAILROAD"], Entries[int, Amount]]


class Income(Row):
    """What an income gives; `choice` lists incomes of which one is taken, and is empty for a plain one."""

    money: Amount = 0
    goods: Amount = 0
    vp: Amount = 0
    study_points: Amount = 0
    new_employee: Amount = 0
    choice: tuple[Income, ...] = ()

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        plain = self.money or self.goods or self.vp or self.study_points or self.new_employee
        found = []
        if plain and self.choice:
            found.append(Contradiction((), "amounts and a choice", "either amounts or a choice, not both"))
        if len(self.choice) == 1:
            found.append(Contradiction(("choice",), "one income", "two or more incomes, or none"))
        found.extend(
            Contradiction(("choice", index), "a choice", "a plain income")
            for index, income in enumerate(self.choice)
            if income.choice
        )
        refuse_contradictions(found)
        return self


class TrackSpace(Row):
    """A space of a transport track [board]: `income` is per employee brought home, `arrival_bonus` once on arrival."""

    level: LevelName
    income: Income
    single_occupant: bool = False
    arrival_bonus: Income = Income()

    @model_validator(mode="after")
    def _plain(self) -> Self:
        bonus = self.arrival_bonus
        incomes = {"income": self.income, "arrival_bonus": bonus}
        found = [
            Contradiction((name, "choice"), "a choice", "no choice on a transport track")
            for name, income in incomes.items()
            if income.choice
        ]
        if bonus.study_points or bonus.new_employee:
            allowed = "money, goods or vp"
            found.append(Contradiction(("arrival_bonus",), "study points or a new employee", allowed))
        refuse_contradictions(found)
        return self


def _uncounted_costs(spaces: int, costs: int) -> Iterator[Contradiction]:
    if costs != spaces - 1:
        yield Contradiction(
            ("advance_costs",),
            f"{costs} beside {spaces} spaces",
            f"{spaces - 1}, one less than there are spaces",
        )


class Track(Row):
    """A transport track, left to right; `advance_costs[i]` study points lead from space i to i + 1 [board]."""

    spaces: Annotated[tuple[TrackSpace, ...], Field(min_length=1, max_length=12)]
    advance_costs: tuple[Positive, ...]

    @model_validator(mode="after")
    def _costs_between_spaces(self) -> Self:
        refuse_contradictions(_uncounted_costs(len(self.spaces), len(self.advance_costs)))
        return self


class TransportTracks(Table):
    """The four transport tracks [board]."""

    rows: Entries[RegionName, Track]

    @model_validator(mode="after")
    def _all_regions(self) -> Self:
        if set(self.rows) != set(Region):
            regions = ", ".join(region.name for region in sorted(self.rows))
            found = f"tracks of {regions}" if regions else "no track"
            refuse_contradictions([Contradiction(("rows",), found, "one track for each region")])
        return self


class Donation(Row):
    """A donation space [board]: `vp_each` VP for each of what it counts."""

    id: Name
    column: Name
    row: Positive
    vp_each: Positive
    counts: str


class Donations(Table):
    """The donation spaces; the limit in VP of each one, before any +3 [board]."""

    limit: Positive
    rows: tuple[Donation, ...]


class ProjectGoodsCost(Table):
    """Goods cubes for building one project of each type [seed]."""

    rows: Entries[ProjectTypeName, Amount]


class DepartmentTile(Row):
    """A Department tile [board; effects public]: `desk_costs` holds the dollars under each workstation."""

    number: Positive
    name: Name
    type: ActionName
    desk_costs: tuple[Amount, ...]
    timing: TimingName
    effect: str
    expansion: bool
    extra_goods: Amount = 0


class DepartmentTiles(Table):
    """The Department tiles [board; effects public]."""

    rows: tuple[DepartmentTile, ...]


class TimelineTile(Row):
    """A timeline tile with the four events of each side, by name [public]."""

    tile: Positive
    front: tuple[str, str, str, str]
    back: tuple[str, str, str, str]


class EndTileRow(Row):
    """The events of a row's fifth space [public]."""

    row: ActionName
    events: tuple[str, ...]


class TimelineTiles(Table):
    """The timeline tiles and the End tile [public]."""

    rows: tuple[TimelineTile, ...]
    end_tile: tuple[EndTileRow, ...]


class SoloCard(Row):
    """A card of the automaton Andrew [public]."""

    id: Name
    deck: Literal["NORMAL", "ADVANCED"]
    donation: Name
    main_action: ActionName
    human_resources_shift: Amount
    management_departments: tuple[ActionName, ...]
    construction_cities: tuple[Name, ...]
    research_region: RegionName
    research_steps: Amount


class SoloCards(Table):
    """Andrew's cards, the decks of the four levels, and the VP of a shift of 0 to 4 [public]."""

    rows: tuple[SoloCard, ...]
    decks: Entries[Literal["1", "2", "3", "4"], Entries[Literal["NORMAL", "ADVANCED"], Amount]]
    shift_vp: tuple[Amount, ...]


class TabSpace(Row):
    """A space of a project tab: a circle with its income, VP, a raise of every donation's limit in VP, or nothing."""

    kind: TabSpaceKindName
    income: Income = Income()
    vp: Amount = 0
    raise_by: Amount = 0

    @model_validator(mode="after")
    def _fits_kind(self) -> Self:
        belongs = {
            TabSpaceKind.PROJECT: {"income"},
            TabSpaceKind.VP: {"vp"},
            TabSpaceKind.DONATION_LIMIT: {"raise_by"},
            TabSpaceKind.BLANK: set[str](),
        }[self.kind]
        stray = (self.model_fields_set - {"kind"}) - belongs
        refuse_contradictions(
            Contradiction(
                (name,), f"{name} on a {self.kind.name} space", f"no {name} on a {self.kind.name} space"
            )
            for name in sorted(stray)
        )
        return self


class ProjectTab(Row):
    """One side of a project tab; spaces in the order in which they are revealed, the first exposed from the start."""

    type: ProjectTypeName
    side: TabSideName
    spaces: Annotated[tuple[TabSpace, ...], Field(min_length=1, max_length=12)]
    advance_costs: tuple[Positive, ...]

    @model_validator(mode="after")
    def _costs_between_spaces(self) -> Self:
        refuse_contradictions(_uncounted_costs(len(self.spaces), len(self.advance_costs)))
        return self


class ProjectTabs(Table):
    """Both sides of the four project tabs [assumed, but for the +3 on one side of each]."""

    rows: tuple[ProjectTab, ...]

    @model_validator(mode="after")
    def _each_side_once(self) -> Self:
        all_sides = [(kind, side) for kind in ProjectType for side in TabSide]
        seen: set[tuple[ProjectType, TabSide]] = set()
        found = []
        for index, tab in enumerate(self.rows):
            if (tab.type, tab.side) in seen:
                again = f"side {tab.side.name} of {tab.type.name} again"
                found.append(Contradiction(("rows", index), again, "each side of each type once"))
            seen.add((tab.type, tab.side))
        missing = [f"side {side.name} of {kind.name}" for kind, side in all_sides if (kind, side) not in seen]
        if missing:
            lacking = f"no {', no '.join(missing)}"
            found.append(Contradiction(("rows",), lacking, "each type on side A and on side B"))
        refuse_contradictions(found)
        return self


class EmployeeSetup(Row):
    """Where a player's employees are at setup [public]."""

    total: Positive
    standing_one_in_each_starting_department: Amount
    lying_in_lobby: Amount
    in_supply: Amount


class Setup(Table):
    """Setup and the numbers that hold for the whole game [public]."""

    rounds: Positive
    money: Amount
    goods: Amount
    employees: EmployeeSetup
    disks: Positive
    setup_moves: Amount
    departments_removed: Entries[Literal["1", "2", "3", "4"], Amount]
    neutral_disks: Entries[Literal["1", "2", "3", "4"], Amount]
    action_choice_tiles: Entries[Literal["1", "2", "3", "4"], tuple[Positive, ...]]
    goods_sell_price_any_time: Positive
    action_choice_tile_unused_vp: Amount


class Final(Table):
    """VP at the end of the game besides the other tables [public]."""

    vp_per_standing_employee: Amount
    vp_per_department: Amount
    vp_per_department_topmost_row: Amount


class Tables(Row):
    """All tables of one file."""

    cities: Cities
    map_links: MapLinks
    link_score: LinkScore
    transport_tracks: TransportTracks
    donations: Donations
    project_goods_cost: ProjectGoodsCost
    departments: DepartmentTiles
    timeline_tiles: TimelineTiles
    solo_cards: SoloCards
    company_board: CompanyBoard
    project_tabs: ProjectTabs
    setup: Setup
    final: Final
    bidding: Bidding

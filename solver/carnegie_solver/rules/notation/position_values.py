"""The values in a position's text: lists, names, spaces of the map; what cannot be read is noted with its column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeVar

from msgspec import Struct

from carnegie_solver.components import Components, ProjectType, Region, TabSide
from carnegie_solver.rules.notation.errors import NotationFault
from carnegie_solver.rules.notation.position_printer import NOTHING
from carnegie_solver.rules.notation.tokens import Token, split_list
from carnegie_solver.rules.notation.words import (
    CITY_SPACE,
    REGIONS,
    SIDES,
    TYPES,
    one_of,
    quoted,
    read_identifier,
    read_name,
)
from carnegie_solver.rules.position import NeutralProject, Project

Value_ = TypeVar("Value_")

_OR: Final = "|".join
_REGION: Final = re.compile(f"(?P<key>{_OR(REGIONS)})(?P<value>-?[0-9]{{1,10}})")
_TAB: Final = re.compile(
    f"(?P<type>{_OR(TYPES)})(?P<side>{_OR(SIDES)})(?P<pulled>[0-9]{{1,4}})"
    "(?:w(?P<waiting>[0-9]{1,4}))?(?:b(?P<built>[0-9]{1,4}))?"
)
_CIRCLE: Final = re.compile(f"(?P<type>{_OR(TYPES)})\\.(?P<circle>-?[0-9]{{1,10}})")
_USE: Final = re.compile(r"(?P<space>[^*]+)\*(?P<count>-?[0-9]{1,10})")
_TILE: Final = re.compile(r"(?P<name>[^*]+)(?:\*(?P<count>[0-9]{1,2}))?")


class WrittenTab(Struct, frozen=True):
    """A tab as it is written; None for what follows from the rest."""

    side: TabSide = TabSide.A
    pulled: int = 0
    waiting: int | None = None
    built: int | None = None


class Values:
    """Reads the values of one section.

    Parameters
    ----------
    components
        The printed game.
    section
        The section's name, for faults.
    faults
        Where faults are noted.
    """

    def __init__(self, components: Components, section: str, faults: list[NotationFault]) -> None:
        self.components = components
        self.section = section
        self._faults = faults

    def fault(self, token: Token, allowed: str) -> None:
        """Note that a token is not what is allowed."""
        self._faults.append(NotationFault(token.column, self.section, quoted(token.text), allowed))

    def word(self, token: Token, table: Mapping[str, Value_]) -> Value_ | None:
        """Read a word of a table."""
        if token.text not in table:
            self.fault(token, one_of(token.text, table))
        return table.get(token.text)

    def listed(self, token: Token, values: str, read: Callable[[Token], Value_ | None]) -> tuple[Value_, ...]:
        """Read a list with commas; `-` is the empty one."""
        if values == NOTHING:
            return ()
        return tuple(value for each in split_list(token, values) if (value := read(each)) is not None)

    def sorted(self, token: Token, values: str, read: Callable[[Token], Value_ | None]) -> tuple[Value_, ...]:
        """Read a list whose order does not matter."""
        return tuple(sorted(self.listed(token, values, read)))  # type: ignore[type-var]

    # Names -----------------------------------------------------------------------------------------------------

    def known(self, token: Token, name: str | None, names: Mapping[str, object]) -> str | None:
        """Give a name that is known, else note it."""
        if name is not None and name in names:
            return name
        self.fault(token, one_of(token.text.replace("_", " "), names))
        return None

    def donation(self, token: Token) -> str | None:
        """Read the id of a donation."""
        return self.known(token, read_identifier(token.text), self.components.donations)

    def card(self, token: Token) -> str | None:
        """Read the id of a solo card."""
        return self.known(token, read_name(token.text), self.components.solo_cards)

    def department(self, token: Token) -> str | None:
        """Read a Department's name, or the number of its tile."""
        name = self._tile_numbers.get(token.text) or read_name(token.text)
        return self.known(token, name, self.components.departments)

    @cached_property
    def _tile_numbers(self) -> Mapping[str, str]:
        return {str(tile.number): tile.name for tile in self.components.tables.departments.rows}

    def tiles(self, token: Token, values: str) -> tuple[str, ...]:
        """Read Department tiles, `Sales*2` for two alike, in order."""
        names: list[str] = []
        for each in () if values == NOTHING else split_list(token, values):
            match = _TILE.fullmatch(each.text)
            name = self.department(Token(match["name"] if match else each.text, each.column))
            if match is not None and name is not None:
                names += [name] * int(match["count"] or 1)
        return tuple(sorted(names))

    def space(self, token: Token) -> int | None:
        """Read the label of a space of a Company; give its index."""
        label = self.known(token, read_name(token.text), self.components.space_index)
        return None if label is None else self.components.space_index[label]

    # The map ---------------------------------------------------------------------------------------------------

    def disk(self, token: Token) -> NeutralProject | None:
        """Read a space of the map, such as `Boston.2`; a city's only space needs no number."""
        match = CITY_SPACE.fullmatch(token.text)
        name = None if match is None else read_name(match["city"])
        city = self.known(token, name, self.components.city_index)
        if city is None or match is None:
            return None
        spaces = self.components.city_spaces[self.components.city_index[city]]
        number = 1 if match["space"] is None and len(spaces) == 1 else int(match["space"] or 0)
        if not 1 <= number <= len(spaces):
            first = match["city"]
            self.fault(token, f"{first}.1" + (f" to {first}.{len(spaces)}" if len(spaces) > 1 else ""))
            return None
        return NeutralProject(city, number - 1)

    def project(self, token: Token) -> Project | None:
        """Read a project, such as `Boston.2` or `Reno=Com`."""
        place, equals, kind_word = token.text.partition("=")
        disk = self.disk(Token(place, token.column))
        if disk is None:
            return None
        kind = self.components.city_spaces[self.components.city_index[disk.city]][disk.city_space]
        if equals:
            kind = self.word(Token(kind_word, token.column + len(place) + 1), TYPES)
        elif kind is None:
            self.fault(token, f"{place}= and the type of the tab that the disk came from: {', '.join(TYPES)}")
        return None if kind is None else Project(disk.city, disk.city_space, kind)

    # By region, by tab -----------------------------------------------------------------------------------------

    def by_region(self, token: Token, values: str, first: int = 0) -> tuple[int, ...]:
        """Read a number for each region; `first` is what the first thing counts as in the text."""
        numbers: dict[Region, int] = {}
        for each, match in self._matching(token, values, _REGION, "a region with a number, such as W2"):
            region = REGIONS[match["key"]]
            if region in numbers:
                self.fault(each, "each region once")
            numbers[region] = int(match["value"]) - first
        return tuple(numbers.get(region, 0) for region in Region)

    def tabs(self, token: Token, values: str) -> dict[ProjectType, WrittenTab]:
        """Read the tabs: type, side, how far it is pulled, and what does not follow from the rest."""
        tabs: dict[ProjectType, WrittenTab] = {}
        for each, match in self._matching(token, values, _TAB, "a tab, such as HouA2"):
            kind = TYPES[match["type"]]
            if kind in tabs:
                self.fault(each, "each tab once")
            waiting, built = (
                None if match[name] is None else int(match[name]) for name in ("waiting", "built")
            )
            tabs[kind] = WrittenTab(SIDES[match["side"]], int(match["pulled"]), waiting, built)
        return tabs

    def choices(self, token: Token, values: str) -> tuple[tuple[ProjectType, int], ...]:
        """Read circles of tabs, such as `Hou.3`."""
        found = self._matching(token, values, _CIRCLE, "a tab and its circle, such as Hou.3")
        return tuple(sorted((TYPES[match["type"]], int(match["circle"]) - 1) for _, match in found))

    def uses(self, token: Token, values: str) -> tuple[tuple[int, int], ...]:
        """Read uses left by space, such as `c1*2`."""
        uses: dict[int, int] = {}
        for each, match in self._matching(token, values, _USE, "a space with its uses left, such as c1*2"):
            space = self.space(Token(match["space"], each.column))
            if space is not None and space in uses:
                self.fault(each, "each space once")
            elif space is not None:
                uses[space] = int(match["count"])
        return tuple(sorted((space, count) for space, count in uses.items() if count))

    def _matching(
        self, token: Token, values: str, form: re.Pattern[str], allowed: str
    ) -> Iterator[tuple[Token, re.Match[str]]]:
        for each in () if values == NOTHING else split_list(token, values):
            match = form.fullmatch(each.text)
            if match is None:
                self.fault(each, allowed)
            else:
                yield each, match

"""The words of the notation: short names of the game's terms, and how names and numbers are written.

Names are the game's own with `_` for a space. Characters that the notation needs for itself are written as `%` and two
hexadecimal digits for each byte, as in addresses of the web, so that any name can be written.
"""

from __future__ import annotations

import difflib
import enum
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from carnegie_solver.components import Action, Event, ProjectType, Region, TabSide
from carnegie_solver.faults import shown
from carnegie_solver.rules.position import Phase
from carnegie_solver.rules.steps import Gain, Payroll

Term_ = TypeVar("Term_", bound=enum.IntEnum)

REGIONS: Final[Mapping[str, Region]] = MappingProxyType(
    {"W": Region.WEST, "MW": Region.MIDWEST, "E": Region.EAST, "S": Region.SOUTH}
)
TYPES: Final[Mapping[str, ProjectType]] = MappingProxyType(
    {
        "Hou": ProjectType.HOUSING,
        "Com": ProjectType.COMMERCE,
        "Ind": ProjectType.INDUSTRY,
        "Pub": ProjectType.PUBLIC_INFRASTRUCTURE,
    }
)
ACTIONS: Final[Mapping[str, Action]] = MappingProxyType(
    {
        "HR": Action.HUMAN_RESOURCES,
        "Mgt": Action.MANAGEMENT,
        "Con": Action.CONSTRUCTION,
        "R&D": Action.RESEARCH_AND_DEVELOPMENT,
    }
)
EVENTS: Final[Mapping[str, Event]] = MappingProxyType(
    {**{word: Event(region.value) for word, region in REGIONS.items()}, "Don": Event.DONATION}
)
PHASES: Final[Mapping[str, Phase]] = MappingProxyType(
    {
        "placement": Phase.SETUP_PLACEMENT,
        "setup-moves": Phase.SETUP_MOVES,
        "setup-standing": Phase.SETUP_STANDING_UP,
        "select": Phase.SELECT_TIMELINE,
        "event": Phase.EVENT,
        "use": Phase.USE_DEPARTMENTS,
        "standing": Phase.STANDING_UP,
        "over": Phase.GAME_OVER,
    }
)
GAINS: Final[Mapping[str, Gain]] = MappingProxyType(
    {
        "money": Gain.MONEY,
        "goods": Gain.GOODS,
        "moves": Gain.MOVES,
        "study": Gain.STUDY_POINTS,
        "vp": Gain.VP,
        "employee": Gain.NEW_EMPLOYEE,
        "relocations": Gain.RELOCATIONS,
        "sale": Gain.SALE,
        "purchase": Gain.PURCHASE,
    }
)
PAYROLLS: Final[Mapping[str, Payroll]] = MappingProxyType({"bonus": Payroll.BONUS, "cut": Payroll.CUT})
SIDES: Final[Mapping[str, TabSide]] = MappingProxyType({"A": TabSide.A, "B": TabSide.B})

CITY_SPACE: Final = re.compile(r"(?P<city>.+?)(?:\.(?P<space>-?[0-9]{1,10}))?")
"""A city, with the number of its space."""
PLACE: Final = re.compile(r"(?P<space>[^:]+)(?::(?P<workstation>-?[0-9]{1,10}))?")
"""A space of a Company, with the number of a workstation."""
MISSION: Final = re.compile(r"(?P<workstation>-?[0-9]{1,10})?>(?P<region>.*)")
"""A Mission: who leaves which workstation for which region."""
NUMBER: Final = re.compile(r"-?[0-9]{1,10}")

_PLAIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.&'")
_RESERVED: Final = frozenset(
    {*REGIONS, *TYPES, *ACTIONS, *GAINS, *PAYROLLS, "Don", "A", "B", "nobody", "choice"}
)
_FEWEST_ALIKE: Final = 0.6
_MOST_NAMED: Final = 8


def word(table: Mapping[str, Term_], term: Term_) -> str:
    """Give the word of a term."""
    return next(each for each, other in table.items() if other is term)


def write_name(name: str) -> str:
    """Write a name, such as `St._Louis`.

    Examples
    --------
    >>> write_name("Salt Lake City"), write_name("R&D Coordination"), write_name("a-b")
    ('Salt_Lake_City', 'R&D_Coordination', 'a%2Db')
    """
    if name in _RESERVED or re.fullmatch(r"x[0-9]+", name):
        return _escaped(name[0]) + name[1:]
    written = "".join("_" if each == " " else each if each in _PLAIN else _escaped(each) for each in name)
    # A point before a digit would begin the number of a city's space.
    return re.sub(r"\.(?=[0-9])", "%2E", written) or "%"


def read_name(text: str) -> str | None:
    """Read a name; None for a text that is none.

    Examples
    --------
    >>> read_name("St._Louis"), read_name("a%2Db"), read_name("a-b")
    ('St. Louis', 'a-b', None)
    """
    if text == "%":
        return ""
    parts = re.split(r"((?:%[0-9A-F]{2})+)", text)
    for number, part in enumerate(parts):
        if number % 2:
            try:
                parts[number] = bytes.fromhex(part.replace("%", "")).decode("utf-8", "surrogatepass")
            except UnicodeDecodeError:
                return None
        elif not _PLAIN.issuperset(part.replace("_", "")):
            return None
        else:
            parts[number] = part.replace("_", " ")
    name = "".join(parts)
    return name if write_name(name) == text else None


def write_identifier(name: str) -> str:
    """Write an identifier such as a donation's, whose `_` are its own."""
    return "_".join(write_name(part).replace("_", "%20") if part else "" for part in name.split("_")) or "%"


def read_identifier(text: str) -> str | None:
    """Read an identifier; None for a text that is none."""
    if text == "%":
        return ""
    parts = [read_name(part.replace("%20", "_")) if part else "" for part in text.split("_")]
    if any(part is None for part in parts):
        return None
    name = "_".join(part or "" for part in parts)
    return name if write_identifier(name) == text else None


def one_of(found: str, words: Iterable[str]) -> str:
    """Say which words are allowed, the one that may have been meant first, and of many only some."""
    words = list(words)
    close = difflib.get_close_matches(found[:60], words, 1, _FEWEST_ALIKE)
    said = f"{close[0]}? " if close else ""
    some = ", ".join(words[:_MOST_NAMED])
    return f"{said}one of {some}" + (", ..." if len(words) > _MOST_NAMED else "")


def quoted(text: str) -> str:
    """Show what was found; nothing is said to be nothing."""
    return shown(text) if text else "nothing"


def _escaped(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))

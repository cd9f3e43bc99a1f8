"""The grammar of steps: from a text to what it says, whatever it leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from msgspec import NODEFAULT, UNSET, Struct

from carnegie_solver.rules.notation.errors import MalformedNotation, NotationFault
from carnegie_solver.rules.notation.tokens import Piece, Token
from carnegie_solver.rules.notation.words import (
    ACTIONS,
    CITY_SPACE,
    GAINS,
    MISSION,
    NUMBER,
    PAYROLLS,
    PLACE,
    REGIONS,
    SIDES,
    TYPES,
    one_of,
    quoted,
    read_identifier,
    read_name,
)
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    BuildDepartment,
    BuildProject,
    ChangeAction,
    ChooseIncome,
    ChooseTabSide,
    Donate,
    EndTurn,
    Fetched,
    Mission,
    MoveEmployee,
    PlaceHousing,
    PlayAndrew,
    Relocate,
    ReserveDepartment,
    SelectTimeline,
    SellGoods,
    SlideTab,
    StandUp,
    Step,
    UseDepartment,
    fields_of,
)

Given = Mapping[str, object]
Value_ = TypeVar("Value_")

_PATH: Final = re.compile(r"(?P<start>[^:-]+)(?::(?P<workstation>-?[0-9]{1,10}))?(?P<others>(?:-[^:-]+)*)")


class Pattern(Struct, frozen=True):
    """What a text says of a step.

    Attributes
    ----------
    kind
        The kind of step.
    given
        What is said, by field; `mission.region` is the field of a field.
    """

    kind: type[Step]
    given: Given

    def matches(self, step: Step) -> bool:
        """Whether a step is as the text says."""
        return type(step) is self.kind and self.likeness(step) == len(self.given)

    def likeness(self, step: Step) -> int:
        """Count the fields in which a step is as the text says."""
        values = flat(step)
        return sum(name in values and values[name] == said for name, said in self.given.items())

    def complete(self) -> Step | None:
        """Give the step with everything that is not said left out; None if it cannot do without."""
        values: dict[str, object] = {}
        for field in fields_of(self.kind):
            if field.name in _INNER:
                inner = self._inner(field.name)
                if inner is UNSET:
                    return None
                values[field.name] = inner
            elif field.name in self.given:
                values[field.name] = self.given[field.name]
            elif field.default is NODEFAULT:
                return None
        make: Callable[..., Step] = self.kind
        return make(**values)

    def _inner(self, name: str) -> object:
        """Give a field that has fields of its own: None if nothing is said of it, UNSET if too little is."""
        kind = _INNER[name]
        said = {
            field.name: self.given[f"{name}.{field.name}"]
            for field in fields_of(kind)
            if f"{name}.{field.name}" in self.given
        }
        if not said:
            return None
        needed = {field.name for field in fields_of(kind) if field.default is NODEFAULT}
        make: Callable[..., Mission | Fetched] = kind
        return make(**said) if needed <= set(said) else UNSET


_INNER: Final[Mapping[str, type[Mission | Fetched]]] = MappingProxyType(
    {"mission": Mission, "fetched": Fetched}
)


def flat(step: Step) -> dict[str, object]:
    """Give the fields of a step by name, those of a Mission and of who is fetched as `mission.region`."""
    values: dict[str, object] = {}
    for field in fields_of(type(step)):
        value = getattr(step, field.name)
        if isinstance(value, Mission | Fetched):
            values |= {
                f"{field.name}.{inner.name}": getattr(value, inner.name) for inner in fields_of(type(value))
            }
        else:
            values[field.name] = value
    return values


class _Slot(Struct, frozen=True):
    """A part of a step's text: what it is called, how it begins, and how it is read; None for what it is not."""

    allowed: str
    read: Callable[[str], Given | None]
    prefix: str = ""


def _one(field: str, value: object) -> Given | None:
    return None if value is None else {field: value}


def _word(table: Mapping[str, object], field: str) -> _Slot:
    return _Slot(f"one of {', '.join(table)}", lambda text: _one(field, table.get(text)))


def _number(prefix: str, field: str, allowed: str, first: int = 0) -> _Slot:
    """Read a number; `first` is what the first thing counts as in the text."""

    def read(text: str) -> Given | None:
        return {field: int(text) - first} if NUMBER.fullmatch(text) else None

    return _Slot(allowed, read, prefix)


def _name(field: str, allowed: str, prefix: str = "") -> _Slot:
    return _Slot(allowed, lambda text: _one(field, read_name(text)), prefix)


def _place(space_field: str, workstation_field: str, allowed: str, prefix: str = "") -> _Slot:
    def read(text: str) -> Given | None:
        match = PLACE.fullmatch(text)
        space = None if match is None else read_name(match["space"])
        if match is None or space is None:
            return None
        workstation = {} if match["workstation"] is None else {workstation_field: int(match["workstation"])}
        return {space_field: space, **workstation}

    return _Slot(allowed, read, prefix)


def _path(text: str) -> tuple[tuple[str, ...], Given] | None:
    match = _PATH.fullmatch(text)
    if match is None:
        return None
    names = [read_name(each) for each in (match["start"], *match["others"].split("-")[1:])]
    if any(name is None for name in names):
        return None
    workstation = {} if match["workstation"] is None else {"standing_at": int(match["workstation"])}
    return tuple(name for name in names if name is not None), workstation


def _read_move(text: str) -> Given | None:
    read = _path(text)
    return None if read is None else {"path": read[0], **read[1]}


def _read_relocation(text: str) -> Given | None:
    read = _path(text)
    if read is None or len(read[0]) != 2:
        return None
    return {"start": read[0][0], "end": read[0][1], **read[1]}


def _read_city(text: str) -> Given | None:
    match = CITY_SPACE.fullmatch(text)
    city = None if match is None else read_name(match["city"])
    if match is None or city is None:
        return None
    return {"city": city, **({} if match["space"] is None else {"city_space": int(match["space"]) - 1})}


def _read_circle(text: str) -> Given | None:
    kind, point, number = text.partition(".")
    if kind not in TYPES or (point and not NUMBER.fullmatch(number)):
        return None
    return {"type": TYPES[kind], **({"circle": int(number) - 1} if point else {})}


def _read_mission(text: str) -> Given | None:
    match = MISSION.fullmatch(text)
    if match is None or match["region"] not in REGIONS:
        return None
    workstation = {} if match["workstation"] is None else {"mission.standing_at": int(match["workstation"])}
    return {"mission.region": REGIONS[match["region"]], **workstation}


_SPACE: Final = _name("space", "a space of the Company or its Department, such as c1")
_DEPARTMENT: Final = _name("department", "a Department, such as Sales")
_CITY: Final = _Slot("a city with the number of its space, such as Boston.2", _read_city)
_TYPE: Final = _word(TYPES, "type")
_MISSION: Final = _Slot("a Mission, such as 1>E or >E", _read_mission)
_LOBBY: Final = _name("lobby", "to:SPACE, the Lobby in which an employee lies", "to:")
_TRACK: Final = _number("track:", "track_space", "track:N, the space of the track", 1)

FORMS: Final[Mapping[str, tuple[type[Step], tuple[_Slot, ...]]]] = MappingProxyType(
    {
        "move": (MoveEmployee, (_Slot("a path, such as lobby-c1 or c1:2-b1-b2", _read_move),)),
        "use": (
            UseDepartment,
            (
                _SPACE,
                _word(GAINS, "gain"),
                _number("x", "count", "xN, how many goods cubes or projects"),
                _Slot("in:REGION", lambda text: _one("region", REGIONS.get(text)), "in:"),
                _MISSION,
                _LOBBY,
            ),
        ),
        "build": (
            BuildDepartment,
            (
                _DEPARTMENT,
                _SPACE,
                _place("fetched.start", "fetched.standing_at", "fetch:SPACE, who is fetched", "fetch:"),
            ),
        ),
        "project": (BuildProject, (_TYPE, _CITY, _SPACE, _MISSION, _TRACK, _LOBBY)),
        "slide": (SlideTab, (_TYPE,)),
        "advance": (AdvanceTransport, (_word(REGIONS, "region"),)),
        "stand": (
            StandUp,
            (
                _place("space", "workstation", "a space with its workstation, such as c1:2"),
                _word(PAYROLLS, "payroll"),
            ),
        ),
        "sell": (SellGoods, (_number("", "count", "how many goods cubes"),)),
        "end": (EndTurn, ()),
        "select": (SelectTimeline, (_word(ACTIONS, "row"),)),
        "home": (BringHome, (_TRACK, _LOBBY)),
        "choose": (
            ChooseIncome,
            (
                _Slot("a tab and its circle, such as Hou.3", _read_circle),
                _number("part:", "part", "part:N", 1),
                _LOBBY,
            ),
        ),
        "donate": (
            Donate,
            (
                _Slot(
                    "a donation, such as WELFARE_FLAT", lambda text: _one("donation", read_identifier(text))
                ),
                _name("space", "by:SPACE, Charitable Giving", "by:"),
                _MISSION,
            ),
        ),
        "change": (ChangeAction, (_word(ACTIONS, "action"),)),
        "side": (ChooseTabSide, (_TYPE, _word(SIDES, "side"))),
        "housing": (PlaceHousing, (_CITY,)),
        "reserve": (ReserveDepartment, (_DEPARTMENT,)),
        "andrew": (PlayAndrew, ()),
        "relocate": (Relocate, (_Slot("from where to where, such as c1:2-d4", _read_relocation),)),
    }
)
"""By the first word of a step: its kind, and what may follow."""


def read_pattern(piece: Piece) -> Pattern:
    """Read what a text says of a step; raises `MalformedNotation` with all faults."""
    if not piece.tokens:
        fault = NotationFault(piece.column, "step", "nothing", one_of("", FORMS))
        raise MalformedNotation([fault])
    first, *others = piece.tokens
    if first.text not in FORMS:
        fault = NotationFault(first.column, "step", quoted(first.text), one_of(first.text, FORMS))
        raise MalformedNotation([fault])
    kind, slots = FORMS[first.text]
    unfilled, faults = list(slots), []
    given: dict[str, object] = {}
    for token in others:
        slot, read = _filled(unfilled, token)
        if slot is None or read is None:
            allowed = " or ".join(each.allowed for each in ([slot] if slot else unfilled)) or "nothing more"
            faults.append(NotationFault(token.column, first.text, quoted(token.text), allowed))
        else:
            given |= read
        if slot is not None:
            unfilled.remove(slot)
    if faults:
        raise MalformedNotation(faults)
    return Pattern(kind, MappingProxyType(given))


def _filled(slots: list[_Slot], token: Token) -> tuple[_Slot | None, Given | None]:
    """Give the first slot that a token fills, with what it says; or the one whose prefix it has, with None."""
    for slot in slots:
        if token.text.startswith(slot.prefix):
            read = slot.read(token.text.removeprefix(slot.prefix))
            if read is not None:
                return slot, read
    return next(
        (slot for slot in slots if slot.prefix.endswith(":") and token.text.startswith(slot.prefix)), None
    ), None

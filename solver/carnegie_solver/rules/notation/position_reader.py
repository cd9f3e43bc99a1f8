"""Reading positions: sections, what each may hold, and the position that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from carnegie_solver.components import Components, Event, ProjectType
from carnegie_solver.rules.faults import find_faults
from carnegie_solver.rules.notation.errors import MalformedNotation, NotationFault
from carnegie_solver.rules.notation.position_defaults import (
    usual_built,
    usual_disks,
    usual_employees,
    usual_turn,
    usual_waiting,
)
from carnegie_solver.rules.notation.position_printer import NOTHING
from carnegie_solver.rules.notation.position_values import Values, WrittenTab
from carnegie_solver.rules.notation.tokens import Piece, Token, check_characters, pieces, split_list
from carnegie_solver.rules.notation.words import ACTIONS, EVENTS, PHASES, one_of, quoted
from carnegie_solver.rules.position import (
    Andrew,
    Phase,
    Player,
    Position,
    Project,
    Space,
    Tab,
    TimelineRow,
    Turn,
)
from carnegie_solver.rules.position_reader import InvalidPosition
from carnegie_solver.rules.setup_values import default_display, default_timeline, starting_company

SECTIONS: Final = ("timeline", "player", "table", "turn", "andrew")
"""The words with which the sections after the first begin."""

_NUMBER: Final = "(?P<value>-?[0-9]{1,10})"


def _forms(*keys: str, flags: Iterable[str] = (), **others: str) -> dict[str, re.Pattern[str]]:
    """Give the forms of tokens by name: `key:value`, words on their own, and others."""
    return {
        **{name: re.compile(form) for name, form in others.items()},
        **{key: re.compile(f"{key}:(?P<value>.+)") for key in keys},
        **{flag: re.compile(re.escape(flag)) for flag in flags},
    }


_ROUND_FORMS: Final = _forms(
    "events", round=f"r{_NUMBER}", first=f"first:{_NUMBER}", player=f"player:{_NUMBER}"
)
_PLAYER_FORMS: Final = _forms(
    *("missions", "tabs", "tracks", "projects", "donations", "reserved"),
    flags=("choice", "nobody"),
    money=rf"\${_NUMBER}",
    goods=f"{_NUMBER}g",
    vp=f"{_NUMBER}vp",
    employees=f"employees:{_NUMBER}",
    disks=f"disks:{_NUMBER}",
    **{"setup-moves": f"setup-moves:{_NUMBER}"},
)
_SPACE_FORM: Final = re.compile(
    r"(?P<label>[^:=+]+)(?:=(?P<department>[^:+]+))?(?::(?P<standing>-?[0-9]{1,4}(?:,-?[0-9]{1,4})*))?"
    r"(?:\+(?P<lying>[0-9]{1,10}))?"
)
_TABLE_FORMS: Final = _forms("display", "neutral", "neutral-donations")
_FLAGS: Final = ("home", "donated", "acted", "diagonal", "payroll-stood-up")
_TURN_FORMS: Final = _forms(
    *("uses", "choices"),
    flags=(*_FLAGS, NOTHING),
    moves=f"moves:{_NUMBER}",
    study=f"study:{_NUMBER}",
    relocations=f"relocations:{_NUMBER}",
)
_ANDREW_FORMS: Final = _forms(
    *("cards", "departments", "projects", "donations", "tracks"),
    flags=("acts",),
    played=f"played:{_NUMBER}",
    shift=f"shift:{_NUMBER}",
    vp=f"{_NUMBER}vp",
)
_ROW: Final = re.compile(r"(?P<action>[^:]+):(?P<used>-?[0-9]{1,10})(?:=(?P<events>.+))?")
_ROUND: Final = "the round and where in it the game stands, such as `r4 use Con`"


def parse_position(components: Components, text: str) -> Position:
    """Read a position, filling in what is left out as docs/notation.md says.

    Parameters
    ----------
    components
        The printed game that the position belongs to.
    text
        One line, such as `r1 select | player $12 4g | player $12 4g`; see docs/notation.md.

    Raises
    ------
    MalformedNotation
        When the text is not in the grammar, or names what the game does not have; with every fault and its column.
    InvalidPosition
        When the text is well formed and the rules forbid the position; with every fault, whose paths are those of the
        position's canonical JSON.

    Examples
    --------
    >>> from carnegie_solver.components import load_components
    >>> parse_position(load_components(), "r1 select | player | player $20").players[1].money
    20
    """
    text = text.removesuffix("\n")
    check_characters(text, "position")
    reader = _Reader(components)
    position = reader.position(tuple(pieces(text, "|")))
    if reader.faults or position is None:
        raise MalformedNotation(reader.faults)
    faults = find_faults(components, position)
    if faults:
        raise InvalidPosition(sorted(dict.fromkeys(faults)))
    return position


Said = Mapping[str, tuple[Token, re.Match[str]]]


class _Reader:
    """Turns a text into a position; notes what is not in the grammar."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.faults: list[NotationFault] = []

    def position(self, parts: Sequence[Piece]) -> Position | None:
        first, *others = parts
        sections = self._sections(others)
        start = self._start(first)
        players = tuple(
            self._player(tokens, Values(self.components, f"player {number}", self.faults))
            for number, tokens in enumerate(sections["player"], start=1)
        )
        timeline = self._timeline(_only(sections, "timeline"))
        table, table_values = self._said(_only(sections, "table"), _TABLE_FORMS, "table")
        display = default_display(self.components)
        if "display" in table:
            display = table_values.tiles(*_value(table, "display"))
        neutral_projects = table_values.sorted(*_value(table, "neutral"), table_values.disk)
        neutral_donations = table_values.sorted(*_value(table, "neutral-donations"), table_values.donation)
        andrew = self._andrew(sections["andrew"][0]) if sections["andrew"] else None
        turn = self._turn(sections["turn"][0]) if sections["turn"] else None
        if start is None:
            return None
        number, phase, said, values = start
        action = values.word(said["action"][0], ACTIONS) if "action" in said else None
        first_player = _number(said, "first", 1) - 1
        player = _number(said, "player", first_player + 1) - 1
        if not sections["turn"]:
            decider = players[player] if 0 <= player < len(players) else None
            turn = usual_turn(self.components, phase, action, decider)
        events: tuple[Event, ...] = ()
        if "events" in said:
            events = values.listed(*_value(said, "events"), lambda token: values.word(token, EVENTS))
        position = Position(
            round=number,
            phase=phase,
            first_player=first_player,
            player=player,
            action=action,
            events=events,
            timeline=timeline,
            players=players,
            display=display,
            neutral_projects=neutral_projects,
            neutral_donations=neutral_donations,
            turn=turn,
            andrew=andrew,
        )
        return None if self.faults else position

    # Sections --------------------------------------------------------------------------------------------------

    def _sections(self, parts: Iterable[Piece]) -> dict[str, list[tuple[Token, ...]]]:
        """Give the tokens after each section's word, by that word."""
        sections: dict[str, list[tuple[Token, ...]]] = {name: [] for name in SECTIONS}
        for part in parts:
            if not part.tokens:
                self._fault(part.column, "", "", one_of("", SECTIONS))
                continue
            word, *others = part.tokens
            if word.text not in sections:
                self._fault(word.column, "", word.text, one_of(word.text, SECTIONS))
            elif sections[word.text] and word.text != "player":
                self._fault(word.column, "", word.text, "each section once, but for the players'")
            else:
                sections[word.text].append(tuple(others))
        return sections

    def _said(
        self, tokens: Iterable[Token], forms: Mapping[str, re.Pattern[str]], section: str
    ) -> tuple[Said, Values]:
        """Tell the tokens of a section apart."""
        values = Values(self.components, section, self.faults)
        said: dict[str, tuple[Token, re.Match[str]]] = {}
        for token in tokens:
            self._tell_apart(token, forms, said, values)
        return said, values

    def _tell_apart(
        self,
        token: Token,
        forms: Mapping[str, re.Pattern[str]],
        said: dict[str, tuple[Token, re.Match[str]]],
        values: Values,
    ) -> None:
        for name, form in forms.items():
            match = form.fullmatch(token.text)
            if match is not None and name in said:
                values.fault(token, f"{name} once")
            elif match is not None:
                said[name] = (token, match)
            if match is not None:
                return
        key = token.text.partition(":")[0]
        if key in forms:
            values.fault(token, f"{key}: and a value")
        else:
            values.fault(token, one_of(key, [*forms]))

    def _fault(self, column: int, section: str, found: str, allowed: str) -> None:
        self.faults.append(NotationFault(column, section, quoted(found), allowed))

    # What they hold --------------------------------------------------------------------------------------------

    def _start(self, part: Piece) -> tuple[int, Phase, Said, Values] | None:
        forms = {**_ROUND_FORMS, "phase": _any_of(PHASES), "action": _any_of(ACTIONS)}
        said, values = self._said(part.tokens, forms, "round")
        missing = [name for name in ("round", "phase") if name not in said]
        if missing:
            self._fault(part.end, "round", "", _ROUND)
            return None
        return _number(said, "round", 1), PHASES[said["phase"][1]["value"]], said, values

    def _timeline(self, tokens: Iterable[Token]) -> tuple[TimelineRow, ...]:
        values = Values(self.components, "timeline", self.faults)
        rows = list(default_timeline(self.components))
        seen = set()
        for token in tokens:
            match = _ROW.fullmatch(token.text)
            if match is None:
                values.fault(token, "a row with its used spaces, such as HR:2 or HR:2=W,Don,MW,E")
                continue
            action = values.word(Token(match["action"], token.column), ACTIONS)
            if action is None:
                continue
            if action in seen:
                values.fault(token, "each row once")
            seen.add(action)
            events = rows[action].events
            if match["events"] is not None:
                events = values.listed(token, match["events"], lambda each: values.word(each, EVENTS))
            rows[action] = TimelineRow(events, int(match["used"]))
        return tuple(rows)

    def _player(self, tokens: Iterable[Token], values: Values) -> Player:
        components, setup = self.components, self.components.tables.setup
        said: dict[str, tuple[Token, re.Match[str]]] = {}
        spaces: list[tuple[Token, re.Match[str]]] = []
        for token in tokens:
            space = _SPACE_FORM.fullmatch(token.text)
            if space is None or any(form.fullmatch(token.text) for form in _PLAYER_FORMS.values()):
                self._tell_apart(token, _PLAYER_FORMS, said, values)
            else:
                spaces.append((token, space))
        company = self._company(spaces, values, empty="nobody" in said)
        missions = values.by_region(*_value(said, "missions"))
        projects = values.sorted(*_value(said, "projects"), values.project)
        tabs = self._tabs(values.tabs(*_value(said, "tabs")), projects)
        donations = values.listed(*_value(said, "donations"), values.donation)
        on_tabs = sum(tab.built + tab.waiting for tab in tabs)
        reserved = None
        if "reserved" in said:
            token, value = _value(said, "reserved")
            reserved = values.department(next(split_list(token, value)))
        return Player(
            money=_number(said, "money", setup.money),
            goods=_number(said, "goods", setup.goods),
            vp=_number(said, "vp", 0),
            company=company,
            missions=missions,
            employees_in_supply=_number(said, "employees", usual_employees(components, company, missions)),
            disks_in_supply=_number(said, "disks", usual_disks(components, on_tabs, len(donations))),
            tabs=tabs,
            transport=values.by_region(*_value(said, "tracks"), first=1),
            projects=projects,
            donations=donations,
            reserved_department=reserved,
            action_choice_tile="choice" in said,
            setup_moves=_number(said, "setup-moves", 0) if "setup-moves" in said else None,
        )

    def _company(
        self, written: Iterable[tuple[Token, re.Match[str]]], values: Values, *, empty: bool
    ) -> tuple[Space, ...]:
        components, written = self.components, list(written)
        if not written and not empty:
            return starting_company(components)
        spaces = [
            Space(components.starting_spaces.get(index)) for index in range(len(components.space_labels))
        ]
        seen = set()
        for token, match in written:
            index = values.space(Token(match["label"], token.column))
            if index is None:
                continue
            if index in seen:
                values.fault(token, "each space once")
            seen.add(index)
            department = spaces[index].department
            if match["department"] is not None:
                column = token.column + len(match["label"]) + 1
                department = None
                if match["department"] != NOTHING:
                    department = values.department(Token(match["department"], column))
            standing = tuple(sorted(int(number) for number in (match["standing"] or "").split(",") if number))
            spaces[index] = Space(department, standing, int(match["lying"] or 0))
        return tuple(spaces)

    def _tabs(
        self, written: Mapping[ProjectType, WrittenTab], projects: tuple[Project, ...]
    ) -> tuple[Tab, ...]:
        tabs = []
        for kind in ProjectType:
            tab = written.get(kind, WrittenTab())
            built = usual_built(projects, kind) if tab.built is None else tab.built
            waiting = tab.waiting
            if waiting is None:
                waiting = usual_waiting(self.components, kind, tab.side, tab.pulled, built)
            tabs.append(Tab(tab.side, tab.pulled, built, waiting))
        return tuple(tabs)

    def _turn(self, tokens: Iterable[Token]) -> Turn | None:
        said, values = self._said(tokens, {**_TURN_FORMS, "action": _any_of(ACTIONS)}, "turn")
        if NOTHING in said:
            for name, (token, _) in said.items():
                if name != NOTHING:
                    values.fault(token, "nothing beside -, which is no turn")
            return None
        return Turn(
            ACTIONS[said["action"][1]["value"]] if "action" in said else None,
            _number(said, "moves", 0),
            _number(said, "study", 0),
            values.uses(*_value(said, "uses")),
            brought_home="home" in said,
            donated="donated" in said,
            choices=values.choices(*_value(said, "choices")),
            acted="acted" in said,
            relocations=_number(said, "relocations", 0),
            diagonal="diagonal" in said,
            payroll_stood_up="payroll-stood-up" in said,
        )

    def _andrew(self, tokens: Iterable[Token]) -> Andrew:
        said, values = self._said(tokens, _ANDREW_FORMS, "andrew")
        return Andrew(
            cards=values.listed(*_value(said, "cards"), values.card),
            played=_number(said, "played", 0),
            shift=_number(said, "shift", 0),
            vp=_number(said, "vp", 0),
            departments=values.tiles(*_value(said, "departments")),
            projects=values.sorted(*_value(said, "projects"), values.disk),
            donations=values.sorted(*_value(said, "donations"), values.donation),
            transport=values.by_region(*_value(said, "tracks"), first=1),
            to_act="acts" in said,
        )


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(f"(?P<value>{'|'.join(map(re.escape, words))})")


def _only(sections: Mapping[str, list[tuple[Token, ...]]], name: str) -> tuple[Token, ...]:
    return sections[name][0] if sections[name] else ()


def _value(said: Said, name: str) -> tuple[Token, str]:
    """Give the value behind a key with its token; of a key that is not there that of an empty list."""
    if name not in said:
        return Token(NOTHING, 1), NOTHING
    token, match = said[name]
    return token, match["value"]


def _number(said: Said, name: str, left_out: int) -> int:
    return int(said[name][1]["value"]) if name in said else left_out

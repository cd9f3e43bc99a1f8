"""Steps with every combination of fields, and texts with something changed."""

from __future__ import annotations

from hypothesis import strategies as st

from carnegie_solver.components import LOBBY, Action, ProjectType, Region, TabSide
from carnegie_solver.rules import Step
from carnegie_solver.rules.notation import print_position
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
    Gain,
    Mission,
    MoveEmployee,
    Payroll,
    PlaceHousing,
    PlayAndrew,
    Relocate,
    ReserveDepartment,
    SelectTimeline,
    SellGoods,
    SlideTab,
    StandUp,
    UseDepartment,
)
from models.hand_positions import COMPONENTS
from models.random_games import game_positions

# Names of the game, names that look like words of the notation, and any others.
NAMES = (
    st.sampled_from((*COMPONENTS.space_labels, *COMPONENTS.departments, *COMPONENTS.city_index))
    | st.sampled_from(
        ("goods", "Hou", "E", "x3", "Boston.2", "a-b", "a:1", "1>E", "a_b", "%41", "", " ", "-", ";")
    )
    | st.text(max_size=6)
)
NUMBERS = st.integers(-3, 20) | st.integers(-(10**9), 10**9)
MAYBE_NUMBERS = st.none() | NUMBERS
REGIONS, TYPES, ACTIONS = (st.sampled_from(kind) for kind in (Region, ProjectType, Action))
MISSIONS = st.builds(Mission, REGIONS, NUMBERS)
LOBBIES = st.just(LOBBY) | NAMES
DONATIONS = st.sampled_from(list(COMPONENTS.donations)) | NAMES
PATHS = st.lists(NAMES, min_size=1, max_size=6).map(tuple)

KINDS: dict[type, st.SearchStrategy[Step]] = {
    MoveEmployee: st.builds(MoveEmployee, PATHS, MAYBE_NUMBERS),
    UseDepartment: st.builds(
        UseDepartment,
        NAMES,
        st.sampled_from(Gain),
        st.none() | MISSIONS,
        NUMBERS,
        st.none() | REGIONS,
        LOBBIES,
    ),
    BuildDepartment: st.builds(
        BuildDepartment, NAMES, NAMES, st.none() | st.builds(Fetched, NAMES, MAYBE_NUMBERS)
    ),
    BuildProject: st.builds(
        BuildProject, NAMES, TYPES, NAMES, NUMBERS, st.none() | MISSIONS, MAYBE_NUMBERS, LOBBIES
    ),
    SlideTab: st.builds(SlideTab, TYPES),
    AdvanceTransport: st.builds(AdvanceTransport, REGIONS),
    StandUp: st.builds(StandUp, NAMES, NUMBERS, st.none() | st.sampled_from(Payroll)),
    SellGoods: st.builds(SellGoods, NUMBERS),
    EndTurn: st.just(EndTurn()),
    SelectTimeline: st.builds(SelectTimeline, ACTIONS),
    BringHome: st.builds(BringHome, LOBBIES, MAYBE_NUMBERS),
    ChooseIncome: st.builds(ChooseIncome, TYPES, NUMBERS, NUMBERS, LOBBIES),
    Donate: st.builds(Donate, DONATIONS, st.none() | NAMES, st.none() | MISSIONS),
    ChangeAction: st.builds(ChangeAction, ACTIONS),
    ChooseTabSide: st.builds(ChooseTabSide, TYPES, st.sampled_from(TabSide)),
    PlaceHousing: st.builds(PlaceHousing, NAMES, NUMBERS),
    ReserveDepartment: st.builds(ReserveDepartment, NAMES),
    PlayAndrew: st.just(PlayAndrew()),
    Relocate: st.builds(Relocate, NAMES, NAMES, MAYBE_NUMBERS),
}
"""By the kind of step, every step of the kind."""

GAME_POSITIONS = [position for seed in range(0, 48, 5) for position in game_positions(seed, 40)]
"""Positions of random games with all numbers of players and pools."""
POSITION_TEXTS = [print_position(COMPONENTS, position) for position in GAME_POSITIONS]


@st.composite
def changed(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """Draw a text and delete, insert, replace, cut off, double or swap something in it, several times."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        piece = text[start:end]
        match draw(st.sampled_from(("delete", "insert", "cut", "double", "token", "swap"))):
            case "delete":
                text = text[:start] + text[end:]
            case "insert":
                text = text[:start] + draw(st.text(max_size=3)) + text[end:]
            case "cut":
                text = text[:start]
            case "double":
                text = text[:end] + piece + text[end:]
            case "token":
                tokens = text.split(" ")
                number = draw(st.integers(0, len(tokens) - 1))
                tokens[number] = draw(st.sampled_from(draw(texts).split(" ")))
                text = " ".join(tokens)
            case _:
                tokens = text.split(" ")
                one, other = (draw(st.integers(0, len(tokens) - 1)) for _ in range(2))
                tokens[one], tokens[other] = tokens[other], tokens[one]
                text = " ".join(tokens)
    return text

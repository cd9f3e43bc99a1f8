"""The words for the things of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from carnegie.v1 import advisor_pb2, position_pb2, steps_pb2

_DECISIONS: Final = {
    advisor_pb2.DECISION_HUMAN_RESOURCES: "Human Resources",
    advisor_pb2.DECISION_MANAGEMENT: "Management",
    advisor_pb2.DECISION_CONSTRUCTION: "Construction",
    advisor_pb2.DECISION_RESEARCH_AND_DEVELOPMENT: "Research and Development",
    advisor_pb2.DECISION_STANDING_UP: "Standing up",
    advisor_pb2.DECISION_TIMELINE: "Row of the timeline",
    advisor_pb2.DECISION_INCOME: "Income",
    advisor_pb2.DECISION_DONATION: "Donation",
    advisor_pb2.DECISION_SETUP_PLACEMENT: "Placement of the setup",
}
_REGIONS: Final = {
    position_pb2.REGION_WEST: "the West",
    position_pb2.REGION_MIDWEST: "the Midwest",
    position_pb2.REGION_EAST: "the East",
    position_pb2.REGION_SOUTH: "the South",
}
_PROJECT_TYPES: Final = {
    position_pb2.PROJECT_TYPE_HOUSING: "Housing",
    position_pb2.PROJECT_TYPE_COMMERCE: "Commerce",
    position_pb2.PROJECT_TYPE_INDUSTRY: "Industry",
    position_pb2.PROJECT_TYPE_PUBLIC_INFRASTRUCTURE: "Public Infrastructure",
}
_ACTIONS: Final = {
    position_pb2.ACTION_HUMAN_RESOURCES: "Human Resources",
    position_pb2.ACTION_MANAGEMENT: "Management",
    position_pb2.ACTION_CONSTRUCTION: "Construction",
    position_pb2.ACTION_RESEARCH_AND_DEVELOPMENT: "Research and Development",
}
_TAB_SIDES: Final = {position_pb2.TAB_SIDE_A: "A", position_pb2.TAB_SIDE_B: "B"}
_DONATIONS: Final = {
    "EDUCATION_DEPARTMENTS_HUMAN_RESOURCES": "Education for Human Resources Departments",
    "EDUCATION_DEPARTMENTS_MANAGEMENT": "Education for Management Departments",
    "EDUCATION_DEPARTMENTS_CONSTRUCTION": "Education for Construction Departments",
    "EDUCATION_DEPARTMENTS_RESEARCH": "Education for Research and Development Departments",
    "EDUCATION_DEPARTMENTS_ANY": "Education for all Departments",
    "HUMAN_RIGHTS_PROJECTS_PUBLIC_INFRASTRUCTURE": "Human Rights for Public Infrastructure projects",
    "HUMAN_RIGHTS_PROJECTS_INDUSTRY": "Human Rights for Industry projects",
    "HUMAN_RIGHTS_PROJECTS_HOUSING_AND_COMMERCE": "Human Rights for Housing and Commerce projects",
    "HUMAN_RIGHTS_RAILROADS": "Human Rights for railroads",
    "HUMAN_RIGHTS_DONATIONS": "Human Rights for donations",
    "WELFARE_FLAT": "Welfare for a fixed number of VP",
    "WELFARE_GOODS": "Welfare for goods cubes",
    "WELFARE_MONEY": "Welfare for money",
    "WELFARE_MONEY_AND_GOODS": "Welfare for money and goods cubes",
    "WELFARE_DEPARTMENTS_STAFFED": "Welfare for standing employees",
    "HEALTH_PROJECTS_EAST": "Health for projects in the East",
    "HEALTH_PROJECTS_MIDWEST": "Health for projects in the Midwest",
    "HEALTH_PROJECTS_SOUTH": "Health for projects in the South",
    "HEALTH_PROJECTS_WEST": "Health for projects in the West",
    "HEALTH_PROJECTS_SMALL_CITIES": "Health for projects in small cities",
}
_GAINS: Final = {
    steps_pb2.GAIN_MONEY: "money",
    steps_pb2.GAIN_GOODS: "goods",
    steps_pb2.GAIN_MOVES: "employee moves",
    steps_pb2.GAIN_STUDY_POINTS: "study points",
    steps_pb2.GAIN_VP: "VP",
    steps_pb2.GAIN_NEW_EMPLOYEE: "a new employee",
    steps_pb2.GAIN_RELOCATIONS: "relocations",
    steps_pb2.GAIN_SALE: "a sale",
    steps_pb2.GAIN_PURCHASE: "a purchase",
}
_PHASES: Final = {
    position_pb2.PHASE_SETUP_PLACEMENT: "the placement of the setup",
    position_pb2.PHASE_SETUP_MOVES: "the moves of the setup",
    position_pb2.PHASE_SETUP_STANDING_UP: "the standing-up of the setup",
    position_pb2.PHASE_SELECT_TIMELINE: "the choice of a row of the timeline",
    position_pb2.PHASE_EVENT: "the event",
    position_pb2.PHASE_USE_DEPARTMENTS: "the turn",
    position_pb2.PHASE_STANDING_UP: "the standing-up",
    position_pb2.PHASE_GAME_OVER: "the end of the game",
}
_TERMS: Final = {"opponents": "left to the others"}
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")

_CODE: Final = re.compile(r"\b[A-Z]{3,}(?:_[A-Z]+)*\b")
_WORDS_OF_CODES: Final = {
    **{position_pb2.Phase.Name(number).removeprefix("PHASE_"): said for number, said in _PHASES.items()},
    **{position_pb2.Action.Name(number).removeprefix("ACTION_"): said for number, said in _ACTIONS.items()},
    **{position_pb2.Region.Name(number).removeprefix("REGION_"): said for number, said in _REGIONS.items()},
    **{
        position_pb2.ProjectType.Name(number).removeprefix("PROJECT_TYPE_"): said
        for number, said in _PROJECT_TYPES.items()
    },
    **{steps_pb2.Gain.Name(number).removeprefix("GAIN_"): said for number, said in _GAINS.items()},
}


def decision_name(decision: advisor_pb2.Decision.ValueType) -> str:
    """Name a decision; a number that this client does not know is shown as it is."""
    return _DECISIONS.get(decision, f"decision {decision}")


def region_name(region: position_pb2.Region.ValueType) -> str:
    """Name a region."""
    return _REGIONS.get(region, f"region {region}")


def project_type_name(kind: position_pb2.ProjectType.ValueType) -> str:
    """Name a type of project."""
    return _PROJECT_TYPES.get(kind, f"project type {kind}")


def action_name(action: position_pb2.Action.ValueType) -> str:
    """Name an action, which is also a row of the timeline."""
    return _ACTIONS.get(action, f"action {action}")


def tab_side_name(side: position_pb2.TabSide.ValueType) -> str:
    """Name a side of a project tab."""
    return _TAB_SIDES.get(side, str(side))


def donation_name(donation: str) -> str:
    """Name a donation by its id; an id that this client does not know is shown as it is."""
    return _DONATIONS.get(donation, donation)


def gain_name(gain: steps_pb2.Gain.ValueType) -> str:
    """Name what a use of a Department brings."""
    return _GAINS.get(gain, f"gain {gain}")


def term_name(name: str) -> str:
    """Name a term of the valuation, or a line of a score sheet."""
    plain = name.lower()
    return _TERMS.get(plain, plain.replace("_", " "))


def phase_name(phase: position_pb2.Phase.ValueType) -> str:
    """Name what goes on in a phase; where it is not known, a turn."""
    return _PHASES.get(phase, "the turn")


def codes_in_words(text: str) -> str:
    """Say in words what a referee's sentence names by the codes of the contract: `the turn` for `USE_DEPARTMENTS`."""
    return _CODE.sub(lambda match: _WORDS_OF_CODES.get(match[0], match[0]), text)


def ordinal(index: int) -> str:
    """Say a place in a row, counted from 0: `first` for 0."""
    return _ORDINALS[index] if 0 <= index < len(_ORDINALS) else f"{index + 1}th"


def counted(number: int, one: str, many: str = "") -> str:
    """Say a number of things: `1 move`, `2 moves`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def with_article(noun: str) -> str:
    """Put `a` or `an` before a noun."""
    return f"{'an' if noun[:1].lower() in set('aeiou') else 'a'} {noun}"


def victory_points(centi: int) -> str:
    """Say centi-VP as VP: `12.34` for 1234."""
    sign = "-" if centi < 0 else ""
    return f"{sign}{abs(centi) // 100}.{abs(centi) % 100:02d}"


def signed_victory_points(centi: int) -> str:
    """Say a difference in centi-VP as VP, with its sign unless it is zero: `+0.50`."""
    return f"+{victory_points(centi)}" if centi > 0 else victory_points(centi)


def listed(parts: Iterable[str]) -> str:
    """Join words: `a, b and c`."""
    *most, last = list(parts) or [""]
    return f"{', '.join(most)} and {last}" if most else last

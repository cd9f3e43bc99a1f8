"""Writing steps: the canonical text of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from carnegie_solver.components import LOBBY
from carnegie_solver.rules.notation.words import (
    ACTIONS,
    GAINS,
    PAYROLLS,
    REGIONS,
    SIDES,
    TYPES,
    word,
    write_identifier,
    write_name,
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
)

SEPARATOR: Final = "; "


def print_step(step: Step) -> str:
    """Write a step in canonical notation, complete: `parse_step` of the text gives the same step.

    Examples
    --------
    >>> print_step(MoveEmployee(("b1", "b2", "b3"), standing_at=1))
    'move b1:1-b2-b3'
    """
    return " ".join(_PARTS[type(step)](step))


def print_steps(steps: Iterable[Step]) -> str:
    """Write the steps of a plan, separated by `; `."""
    return SEPARATOR.join(print_step(step) for step in steps)


def place(space: str, workstation: int | None) -> str:
    """Write a space of a Company, with the workstation if there is one."""
    return write_name(space) if workstation is None else f"{write_name(space)}:{workstation}"


def city_space(city: str, number: int) -> str:
    """Write a space of a city, counted from 1; `number` counts from 0."""
    return f"{write_name(city)}.{number + 1}"


def _mission(mission: Mission | None) -> Iterator[str]:
    if mission is not None:
        yield f"{mission.standing_at}>{word(REGIONS, mission.region)}"


def _lobby(lobby: str) -> Iterator[str]:
    if lobby != LOBBY:
        yield f"to:{write_name(lobby)}"


def _track(space: int | None) -> Iterator[str]:
    if space is not None:
        yield f"track:{space + 1}"


def _move(step: MoveEmployee) -> Iterator[str]:
    yield "move"
    start, *others = step.path
    yield "-".join((place(start, step.standing_at), *map(write_name, others)))


def _use(step: UseDepartment) -> Iterator[str]:
    yield from ("use", write_name(step.space), word(GAINS, step.gain))
    if step.count:
        yield f"x{step.count}"
    if step.region is not None:
        yield f"in:{word(REGIONS, step.region)}"
    yield from _mission(step.mission)
    yield from _lobby(step.lobby)


def _build(step: BuildDepartment) -> Iterator[str]:
    yield from ("build", write_name(step.department), write_name(step.space))
    if step.fetched is not None:
        yield f"fetch:{place(step.fetched.start, step.fetched.standing_at)}"


def _project(step: BuildProject) -> Iterator[str]:
    yield from ("project", word(TYPES, step.type), city_space(step.city, step.city_space))
    yield write_name(step.space)
    yield from _mission(step.mission)
    yield from _track(step.track_space)
    yield from _lobby(step.lobby)


def _stand(step: StandUp) -> Iterator[str]:
    yield from ("stand", place(step.space, step.workstation))
    if step.payroll is not None:
        yield word(PAYROLLS, step.payroll)


def _home(step: BringHome) -> Iterator[str]:
    yield "home"
    yield from _track(step.track_space)
    yield from _lobby(step.lobby)


def _choose(step: ChooseIncome) -> Iterator[str]:
    yield from ("choose", f"{word(TYPES, step.type)}.{step.circle + 1}", f"part:{step.part + 1}")
    yield from _lobby(step.lobby)


def _donate(step: Donate) -> Iterator[str]:
    yield from ("donate", write_identifier(step.donation))
    if step.space is not None:
        yield f"by:{write_name(step.space)}"
    yield from _mission(step.mission)


def _relocate(step: Relocate) -> Iterator[str]:
    yield from ("relocate", f"{place(step.start, step.standing_at)}-{write_name(step.end)}")


_PARTS: Final[dict[type, Callable[[Any], Iterable[str]]]] = {
    MoveEmployee: _move,
    UseDepartment: _use,
    BuildDepartment: _build,
    BuildProject: _project,
    SlideTab: lambda step: ("slide", word(TYPES, step.type)),
    AdvanceTransport: lambda step: ("advance", word(REGIONS, step.region)),
    StandUp: _stand,
    SellGoods: lambda step: ("sell", str(step.count)),
    EndTurn: lambda _: ("end",),
    SelectTimeline: lambda step: ("select", word(ACTIONS, step.row)),
    BringHome: _home,
    ChooseIncome: _choose,
    Donate: _donate,
    ChangeAction: lambda step: ("change", word(ACTIONS, step.action)),
    ChooseTabSide: lambda step: ("side", word(TYPES, step.type), word(SIDES, step.side)),
    PlaceHousing: lambda step: ("housing", city_space(step.city, step.city_space)),
    ReserveDepartment: lambda step: ("reserve", write_name(step.department)),
    PlayAndrew: lambda _: ("andrew",),
    Relocate: _relocate,
}

"""Steps in words, with what they cost and bring."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat
from typing import Final

from carnegie.v1.advisor_pb2 import PlannedStep, ResourceChange
from carnegie.v1.steps_pb2 import (
    BringHome,
    BuildDepartment,
    BuildProject,
    ChooseIncome,
    Donate,
    Fetched,
    Gain,
    Mission,
    MoveEmployee,
    Payroll,
    PlaceHousing,
    Relocate,
    StandUp,
    Step,
    UseDepartment,
)
from carnegie_client.advice.company import LOBBY, CompanyNames
from carnegie_client.advice.words import (
    action_name,
    counted,
    donation_name,
    gain_name,
    listed,
    ordinal,
    project_type_name,
    region_name,
    tab_side_name,
    with_article,
)

TURN: Final = "the turn"


def sentences(
    steps: Iterable[PlannedStep], names: CompanyNames, ended: Iterable[str] = repeat(TURN)
) -> list[str]:
    """Say the steps one after the other: `Move a lying employee from the Lobby to Construction (c1): 2 moves`.

    Parameters
    ----------
    steps
        The steps.
    names
        The names of the spaces, which go with the steps.
    ended
        What each end of a decision among the steps ends, in order; after these, decisions without a name.
    """
    said = []
    ends = chain(ended, repeat("the decision"))
    for planned in steps:
        what = next(ends) if planned.step.HasField("end_turn") else TURN
        sentence, effect = step_in_words(planned.step, names, what), change_in_words(planned)
        said.append(f"{sentence}: {effect}" if effect else sentence)
        names.play(planned.step)
    return said


def step_in_words(step: Step, names: CompanyNames, ended: str = TURN) -> str:
    """Say what is done in a step, without what it costs; `ended` is what the end of the decision ends."""
    if step.HasField("end_turn"):
        return f"End {ended}"
    return (
        _step_of_turn(step, names)
        or _step_of_round(step, names)
        or _step_of_setup(step)
        or "A step that this client does not know"
    )


def _step_of_turn(step: Step, names: CompanyNames) -> str:
    """Say a step of a decision about the round's action; empty for any other one."""
    match step.WhichOneof("kind"):
        case "move_employee":
            return _move_employee(step.move_employee, names)
        case "use_department":
            return _use_department(step.use_department, names)
        case "build_department":
            return _build_department(step.build_department, names)
        case "relocate":
            return _relocate(step.relocate, names)
        case "build_project":
            return _build_project(step.build_project, names)
        case "slide_tab":
            return f"Slide the {project_type_name(step.slide_tab.type)} tab one space"
        case "advance_transport":
            track = region_name(step.advance_transport.region)
            return f"Advance the transport disk of {track} one space"
        case "stand_up":
            return _stand_up(step.stand_up, names)
        case "sell_goods":
            return f"Sell {counted(step.sell_goods.count, 'goods cube')}"
        case "change_action":
            return f"Use the Action Choice tile to do {action_name(step.change_action.action)} instead"
        case _:
            return ""


def _step_of_round(step: Step, names: CompanyNames) -> str:
    """Say a step about the timeline, its events, or Andrew; empty for any other one."""
    match step.WhichOneof("kind"):
        case "select_timeline":
            return f"Select the {action_name(step.select_timeline.row)} row of the timeline"
        case "bring_home":
            return _bring_home(step.bring_home, names)
        case "choose_income":
            return _choose_income(step.choose_income, names)
        case "donate":
            return _donate(step.donate, names)
        case "play_andrew":
            return "Have Andrew act"
        case _:
            return ""


def _step_of_setup(step: Step) -> str:
    """Say a step of the setup; empty for any other one."""
    match step.WhichOneof("kind"):
        case "choose_tab_side":
            tab = project_type_name(step.choose_tab_side.type)
            return f"Turn the {tab} tab to side {tab_side_name(step.choose_tab_side.side)}"
        case "place_housing":
            return _place_housing(step.place_housing)
        case "reserve_department":
            return f"Reserve the Department {step.reserve_department.department}"
        case _:
            return ""


def change_in_words(planned: PlannedStep) -> str:
    """Say what a step costs and brings; empty if it changes nothing."""
    change, kind = planned.change, planned.step.WhichOneof("kind")
    if kind == "end_turn":
        unused = listed(_points(change, sign=-1))
        return f"{unused} left unused" if unused else ""
    if kind == "move_employee":
        parts = [counted(-change.moves, "move")] if change.moves < 0 else []
        effects = ResourceChange()
        effects.CopyFrom(change)
        effects.moves = max(0, change.moves)
        return ", ".join(parts + _paid_and_got(effects))
    effects = ResourceChange()
    effects.CopyFrom(change)
    if kind == "sell_goods":
        effects.goods = max(0, change.goods)  # how many are sold is in the sentence
    return ", ".join(_paid_and_got(effects))


def _paid_and_got(change: ResourceChange) -> list[str]:
    paid, got = _amounts(change, sign=-1), _amounts(change, sign=1)
    return [f"{verb} {listed(amounts)}" for verb, amounts in (("pay", paid), ("get", got)) if amounts]


def _amounts(change: ResourceChange, *, sign: int) -> list[str]:
    """Say the amounts with the sign that is asked for."""
    amounts = [f"${sign * change.money}"] if sign * change.money > 0 else []
    if sign * change.goods > 0:
        amounts.append(counted(sign * change.goods, "goods cube"))
    amounts += _points(change, sign=sign)
    if sign * change.vp > 0:
        amounts.append(f"{sign * change.vp} VP")
    return amounts


def _points(change: ResourceChange, *, sign: int) -> list[str]:
    numbers = ((sign * change.moves, "move"), (sign * change.study_points, "study point"))
    return [counted(number, name) for number, name in numbers if number > 0]


def _move_employee(move: MoveEmployee, names: CompanyNames) -> str:
    if not move.path:
        return "Move an employee"
    who = _who(move)
    start, *between, end = (
        [names.name(space) for space in move.path] if len(move.path) > 1 else [move.path[0]] * 2
    )
    route = f" by way of {listed(between)}" if between else ""
    return f"Move {who} {start} to {end}{route}"


def _who(employee: MoveEmployee | Relocate | Fetched) -> str:
    if employee.HasField("standing_at"):
        return f"the employee at workstation {employee.standing_at} of"
    return "a lying employee from"


def _relocate(relocate: Relocate, names: CompanyNames) -> str:
    return f"Relocate {_who(relocate)} {names.name(relocate.start)} to {names.name(relocate.end)}"


def _use_department(use: UseDepartment, names: CompanyNames) -> str:
    where = names.name(use.space)
    match use.gain:
        case Gain.GAIN_SALE:
            sentence = f"Use {where} to sell {counted(use.count, 'goods cube')}"
        case Gain.GAIN_PURCHASE:
            sentence = f"Use {where} to buy {counted(use.count, 'goods cube')}"
        case _:
            sentence = f"Use {where} for {gain_name(use.gain)}"
    if use.region:
        projects = counted(use.count, "project") if use.count else "all projects"
        sentence += f" from {projects} in {region_name(use.region)}"
    mission = f"; {_mission(use.mission)}" if use.HasField("mission") else ""
    return sentence + mission + _new_employee(use.lobby, names)


def _new_employee(lobby: str, names: CompanyNames) -> str:
    return "" if lobby in {"", LOBBY} else f"; a new employee lies in {names.name(lobby)}"


def _build_department(build: BuildDepartment, names: CompanyNames) -> str:
    sentence = f"Build the Department {build.department} on the empty space {build.space}"
    if not build.HasField("fetched"):
        return sentence
    return f"{sentence}; fetch {_who(build.fetched)} {names.name(build.fetched.start)} into it"


def _build_project(build: BuildProject, names: CompanyNames) -> str:
    disk = f"{with_article(project_type_name(build.type))} disk"
    place = f"the {ordinal(build.city_space)} space of {build.city}"
    sentence = f"Use {names.name(build.space)} to build {disk} on {place}"
    if build.HasField("mission"):
        sentence += f"; {_mission(build.mission)}"
    return sentence + _lower_income(build) + _new_employee(build.lobby, names)


def _lower_income(step: BringHome | BuildProject) -> str:
    if not step.HasField("track_space"):
        return ""
    return f"; take the income of the {ordinal(step.track_space)} space of the track"


def _donate(donate: Donate, names: CompanyNames) -> str:
    sentence = f"Donate to {donation_name(donate.donation)}"
    if donate.space:
        sentence = f"Use {names.name(donate.space)} to donate to {donation_name(donate.donation)}"
    return f"{sentence}; {_mission(donate.mission)}" if donate.HasField("mission") else sentence


def _mission(mission: Mission) -> str:
    return f"the employee at workstation {mission.standing_at} goes on a Mission to {region_name(mission.region)}"


def _stand_up(stand_up: StandUp, names: CompanyNames) -> str:
    payroll = {Payroll.PAYROLL_BONUS: ", with a bonus", Payroll.PAYROLL_CUT: ", with a cut"}
    where = f"{names.name(stand_up.space)} at workstation {stand_up.workstation}"
    return f"Stand an employee up in {where}{payroll.get(stand_up.payroll, '')}"


def _bring_home(bring: BringHome, names: CompanyNames) -> str:
    return f"Bring an employee home to {names.name(bring.lobby or LOBBY)}{_lower_income(bring)}"


def _choose_income(choose: ChooseIncome, names: CompanyNames) -> str:
    circle = f"the {ordinal(choose.circle)} circle of the {project_type_name(choose.type)} tab"
    new_employee = _new_employee(choose.lobby, names)
    return f"Choose the {ordinal(choose.part)} part of the income of {circle}{new_employee}"


def _place_housing(place: PlaceHousing) -> str:
    return f"Place the Housing disk on the {ordinal(place.city_space)} space of {place.city}"

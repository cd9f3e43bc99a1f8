"""Income events: who comes home, and what that brings [public]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import Components, Event, ProjectType, Region, TabSpaceKind
from carnegie_solver.components.tables import Income
from carnegie_solver.rules.income import lobbies, lobby_named, receive, track_spaces, transport_income
from carnegie_solver.rules.position import Phase, Player, Position, Turn
from carnegie_solver.rules.steps import BringHome, ChooseIncome, IllegalStep


def event_turn(position: Position, step: object, *events: Event) -> tuple[Turn, Event]:
    """Give the deciding player's turn and the current event; raise IllegalStep outside one of these events."""
    if position.phase is not Phase.EVENT or position.turn is None:
        raise IllegalStep(step, "WRONG_PHASE", "", position.phase.name, "EVENT")
    if position.events[0] not in events:
        allowed = " or ".join(event.name for event in events)
        raise IllegalStep(step, "WRONG_EVENT", "", position.events[0].name, allowed)
    return position.turn, position.events[0]


INCOME_EVENTS = tuple(Event(region.value) for region in Region)


def owned_incomes(components: Components, player: Player) -> Iterator[tuple[ProjectType, int, Income]]:
    """Give the incomes under the player's built disks: the tab, the circle counted from 0, the income [seed]."""
    for kind in ProjectType:
        spaces = components.tab(kind, player.tabs[kind].side).spaces
        circles = [space.income for space in spaces if space.kind is TabSpaceKind.PROJECT]
        for circle, income in enumerate(circles[: player.tabs[kind].built]):
            yield kind, circle, income


def bring_home(components: Components, position: Position, step: BringHome) -> Position:
    """Bring one employee home: transport income, and with the first one the income of every own project [public]."""
    turn, event = event_turn(position, step, *INCOME_EVENTS)
    region = Region(event.value)
    player = position.decider
    lobby = lobby_named(components, player, step)
    if not player.missions[region]:
        raise IllegalStep(step, "NOBODY_ON_MISSION", "", f"no employee in {region.name}", "a region with one")
    missions = tuple(count - (place is region) for place, count in zip(Region, player.missions, strict=True))
    space = player.company[lobby]
    player = replace(player.with_space(lobby, replace(space, lying=space.lying + 1)), missions=missions)
    incomes = [transport_income(components, player, region, step)]
    choices = turn.choices
    if not turn.brought_home:
        owned = list(owned_incomes(components, player))
        incomes.extend(income for _, _, income in owned if not income.choice)
        choices = tuple((kind, circle) for kind, circle, income in owned if income.choice)
    points = turn.study_points
    for income in incomes:
        player = receive(player, income, lobby)
        points += income.study_points
    turn = replace(turn, study_points=points, brought_home=True, choices=choices)
    return replace(position.with_decider(player), turn=turn)


def choose_income(components: Components, position: Position, step: ChooseIncome) -> Position:
    """Take one part of a project income that leaves the choice [public]."""
    turn, _ = event_turn(position, step, *INCOME_EVENTS)
    lobby = lobby_named(components, position.decider, step)
    if (step.type, step.circle) not in turn.choices:
        allowed = ", ".join(f"{kind.name} circle {circle}" for kind, circle in turn.choices) or "none"
        raise IllegalStep(step, "NO_SUCH_CHOICE", "circle", f"{step.type.name} circle {step.circle}", allowed)
    owned = {(kind, circle): income for kind, circle, income in owned_incomes(components, position.decider)}
    parts = owned[step.type, step.circle].choice
    if not 0 <= step.part < len(parts):
        raise IllegalStep(step, "NO_SUCH_CHOICE", "part", step.part, f"0 to {len(parts) - 1}")
    part = parts[step.part]
    choices = tuple(choice for choice in turn.choices if choice != (step.type, step.circle))
    turn = replace(turn, choices=choices, study_points=turn.study_points + part.study_points)
    return replace(position.with_decider(receive(position.decider, part, lobby)), turn=turn)


def legal_incomes(components: Components, position: Position) -> Iterator[BringHome | ChooseIncome]:
    """Give every legal way to bring one employee home, or to choose an income."""
    turn = position.turn
    if position.phase is not Phase.EVENT or turn is None or position.events[0] is Event.DONATION:
        return
    player = position.decider
    own = [components.space_labels[index] for index in lobbies(player)]
    region = Region(position.events[0].value)
    if player.missions[region]:
        for track_space in track_spaces(player, region):
            yield from (BringHome(lobby, track_space) for lobby in own)
    owned = {(kind, circle): income for kind, circle, income in owned_incomes(components, player)}
    for kind, circle in turn.choices:
        for part in range(len(owned[kind, circle].choice)):
            yield from (ChooseIncome(kind, circle, part, lobby) for lobby in own)

"""Making donations: in an event, or by Charitable Giving [board, public]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event
from carnegie_solver.rules.departments import rule_of, staffed_rules
from carnegie_solver.rules.events import event_turn
from carnegie_solver.rules.missions import check_mission, missions_from, send
from carnegie_solver.rules.position import Phase, Player, Position
from carnegie_solver.rules.steps import Donate, IllegalStep
from carnegie_solver.rules.turn import space_named, turn_of

DOLLARS_PER_DONATION = 5


def donation_cost(player: Player) -> int:
    """Give the dollars that the player's next donation costs: 5 for the first, 10 for the second, ... [board].

    With Communications staffed 3 for the first, 6 for the second, ... [public].
    """
    rules = (rule.donation_dollars for rule in staffed_rules(player) if rule.donation_dollars is not None)
    return min((DOLLARS_PER_DONATION, *rules)) * (len(player.donations) + 1)


def held_by_others(position: Position) -> frozenset[str]:
    """List the donation spaces that hold a disk of another player, Andrew being one [public, decided]."""
    others = (player for number, player in enumerate(position.players) if number != position.player)
    held = {donation for player in others for donation in player.donations}
    if position.andrew is not None:
        held.update(position.andrew.donations)
    return frozenset(held)


def held_donations(position: Position) -> frozenset[str]:
    """List the donation spaces that hold a disk, whosoever's."""
    return held_by_others(position).union(position.decider.donations, position.neutral_donations)


def donate(components: Components, position: Position, step: Donate) -> Position:
    """Make a donation: in an event, or by Charitable Giving where the step names its space [board, public]."""
    if step.space is not None:
        return _give(components, position, step, step.space)
    turn, _ = event_turn(position, step, Event.DONATION)
    if step.mission is not None:
        raise IllegalStep(step, "WRONG_MISSION", "mission", "a Mission", "none in a donation event")
    if turn.donated:
        raise IllegalStep(step, "ALREADY_DONATED", "", "a second donation", "one donation in an event")
    _check_known(components, step)
    if step.donation in held_donations(position):
        raise IllegalStep(
            step, "SPACE_OCCUPIED", "donation", "another disk on the space", "a free donation space"
        )
    player = _paid(position.decider, step)
    return replace(position.with_decider(player), turn=replace(turn, donated=True))


def _give(components: Components, position: Position, step: Donate, label: str) -> Position:
    """Send an employee on a Mission and donate on a space that another player holds [public]."""
    turn = turn_of(position, step, Action.RESEARCH_AND_DEVELOPMENT)
    index = space_named(components, step, label)
    department = position.decider.company[index].department
    if not rule_of(department).gives_donations or not turn.uses_of(index):
        allowed = "a Department such as Charitable Giving with a use left"
        raise IllegalStep(step, "NO_USE_LEFT", "space", department or "no Department", allowed)
    if step.mission is None:
        raise IllegalStep(step, "WRONG_MISSION", "mission", "no Mission", "a Mission")
    check_mission(position, step, index, step.mission)
    _check_known(components, step)
    if step.donation in position.decider.donations:
        raise IllegalStep(
            step, "ALREADY_HELD", "donation", "an own disk on the space", "one that holds no own disk"
        )
    others = held_by_others(position)
    if step.donation not in others:
        allowed = ", ".join(sorted(others.difference(position.decider.donations))) or "none"
        raise IllegalStep(
            step, "NOT_HELD_BY_ANOTHER", "donation", "no other player's disk on the space", allowed
        )
    player = send(_paid(position.decider, step), index, step.mission)
    return replace(position.with_decider(player), turn=turn.used(index))


def _check_known(components: Components, step: Donate) -> None:
    if step.donation not in components.donations:
        allowed = "an id such as " + ", ".join(list(components.donations)[:3])
        raise IllegalStep(step, "UNKNOWN_DONATION", "donation", repr(step.donation), allowed)


def _paid(player: Player, step: Donate) -> Player:
    """Give the player with the donation paid and made."""
    if not player.disks_in_supply:
        raise IllegalStep(step, "NO_DISK_LEFT", "", "no disk in the supply", "1 or more")
    cost = donation_cost(player)
    if cost > player.money:
        raise IllegalStep(step, "NOT_ENOUGH_MONEY", "", f"${player.money}", f"${cost} or more")
    return replace(
        player,
        money=player.money - cost,
        disks_in_supply=player.disks_in_supply - 1,
        donations=(*player.donations, step.donation),
    )


def legal_donations(components: Components, position: Position) -> Iterator[Donate]:
    """Give every legal donation."""
    turn, player = position.turn, position.decider
    if turn is None or not player.disks_in_supply or donation_cost(player) > player.money:
        return
    if position.phase is Phase.EVENT:
        if position.events[0] is Event.DONATION and not turn.donated:
            held = held_donations(position)
            yield from (Donate(donation) for donation in components.donations if donation not in held)
        return
    others = held_by_others(position).difference(player.donations)
    for index, _ in turn.uses:
        if rule_of(player.company[index].department).gives_donations:
            for donation in components.donations:
                if donation in others:
                    for mission in missions_from(player.company[index]):
                        yield Donate(donation, components.space_labels[index], mission)

"""Missions: an employee leaves a workstation for a region."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.components import Region
from carnegie_solver.rules.position import Player, Position, Space
from carnegie_solver.rules.steps import IllegalStep, Mission


def check_mission(position: Position, step: object, index: int, mission: Mission) -> None:
    """Raise IllegalStep unless an employee stands at the workstation that the Mission names."""
    standing_at = position.decider.company[index].standing_at
    if mission.standing_at not in standing_at:
        found = f"workstation {mission.standing_at}"
        allowed = "one where an employee stands: " + (", ".join(map(str, standing_at)) or "none")
        raise IllegalStep(step, "NOBODY_STANDING", "mission.standing_at", found, allowed)


def send(player: Player, index: int, mission: Mission) -> Player:
    """Give the player after sending the employee away; it no longer counts as standing [public]."""
    space = player.company[index]
    left = tuple(number for number in space.standing_at if number != mission.standing_at)
    missions = tuple(
        count + (region is mission.region) for region, count in zip(Region, player.missions, strict=True)
    )
    return replace(player.with_space(index, replace(space, standing_at=left)), missions=missions)


def missions_from(space: Space, regions: tuple[Region, ...] = tuple(Region)) -> Iterator[Mission]:
    """Give every Mission on which an employee standing on a space can go."""
    for region in regions:
        for number in space.standing_at:
            yield Mission(region, number)

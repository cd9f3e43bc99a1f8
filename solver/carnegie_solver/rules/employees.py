"""Taking one employee from where it is in the Company, and laying it down elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from carnegie_solver.rules.position import Player
from carnegie_solver.rules.steps import IllegalStep


def taken_from(
    player: Player, index: int, standing_at: int | None, step: object, *, space_path: str, standing_path: str
) -> Player:
    """Give the player without one employee on a space: who stands at a workstation, or, with None, one who lies.

    Raises
    ------
    IllegalStep
        When nobody stands there, or nobody lies; the paths are those of the fields that say so.
    """
    space = player.company[index]
    if standing_at is None:
        if not space.lying:
            raise IllegalStep(step, "NOBODY_LYING", space_path, "no lying employee", "a space with one")
        return player.with_space(index, replace(space, lying=space.lying - 1))
    if standing_at not in space.standing_at:
        allowed = "one where an employee stands: " + (", ".join(map(str, space.standing_at)) or "none")
        raise IllegalStep(step, "NOBODY_STANDING", standing_path, standing_at, allowed)
    left = tuple(number for number in space.standing_at if number != standing_at)
    return player.with_space(index, replace(space, standing_at=left))


def laid_down(player: Player, index: int) -> Player:
    """Give the player with one more employee who lies on a space."""
    space = player.company[index]
    return player.with_space(index, replace(space, lying=space.lying + 1))


def who_can_go(player: Player) -> Iterator[tuple[int, int | None]]:
    """Give everybody who is in the Company: the space, and the workstation, or None for one who lies."""
    for index, space in enumerate(player.company):
        if space.lying:
            yield index, None
        for number in space.standing_at:
            yield index, number

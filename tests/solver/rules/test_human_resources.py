"""Human Resources, as the founding document tells it: count the moves, then move employees, who lie down."""

from __future__ import annotations

import pytest

from carnegie_solver.rules import Position, Space
from carnegie_solver.rules.steps import EndTurn, MoveEmployee, StandUp
from models.hand_positions import Json, company, hand_position, play, refusal, space_of


def at_work(**spaces: Json) -> Position:
    """Give a position in which a Company with some spaces uses Human Resources."""
    return hand_position({"company": company(**spaces)}, action="HUMAN_RESOURCES")


def moves(position: Position) -> int:
    assert position.turn is not None
    return position.turn.moves


@pytest.mark.parametrize(
    ("standing_at", "expected"),
    [([], 3), ([1], 6), ([2], 6), ([1, 2], 9)],
)
def test_three_moves_per_standing_employee(standing_at: list[int], expected: int) -> None:
    """There are 3 moves for each standing employee, the permanent one included, so never fewer than 3 [seed]."""
    assert moves(at_work(b1={"standingAt": standing_at})) == expected


def test_lying_employees_give_no_moves() -> None:
    """Employees who lie in Human Resources, or stand elsewhere, give no moves."""
    assert moves(at_work(b1={"lying": 4}, a1={"standingAt": [1, 2, 3]})) == 3


@pytest.mark.parametrize(
    ("path", "standing_at"),
    [
        (("lobby", "b1"), None),  # from the Lobby
        (("b1", "lobby"), None),  # into the Lobby
        (("d1", "d2"), 2),  # a standing employee onto an empty building space
        (("a1", "a2", "a3"), 1),  # out of one Department, through another, onto an empty space
        (("d1", "d2", "d3", "c3"), None),
        (("lobby", "c1", "c2", "c3"), None),
        (("d1", "d2", "d1"), 2),  # back to where it stood, now lying
    ],
)
def test_moves_go_anywhere_in_the_company(path: tuple[str, ...], standing_at: int | None) -> None:
    """Standing or lying, through or onto any space: one move per neighbouring space, and who moved lies [seed]."""
    position = at_work(
        lobby={"lying": 1},
        b1={"standingAt": [1], "lying": 1},
        a1={"standingAt": [1]},
        d1={"standingAt": [2], "lying": 1},
    )
    after = play(position, MoveEmployee(path, standing_at))
    start, end = space_of(position, path[0]), space_of(position, path[-1])
    assert moves(after) == moves(position) - (len(path) - 1)
    left = () if standing_at else start.standing_at
    lying = start.lying - (standing_at is None)
    if path[0] == path[-1]:
        assert space_of(after, path[0]) == Space(start.department, left, lying + 1)
    else:
        assert space_of(after, path[0]) == Space(start.department, left, lying)
        assert space_of(after, path[-1]) == Space(end.department, end.standing_at, end.lying + 1)
    for label in path[1:-1]:
        assert label == path[0] or space_of(after, label) == space_of(position, label)


def test_leaving_human_resources_takes_no_moves_away() -> None:
    """The number of moves is fixed at the start of the turn: leaving Human Resources does not reduce it [seed]."""
    position = at_work(b1={"standingAt": [1, 2]})
    after = play(position, MoveEmployee(("b1", "b2"), 1), MoveEmployee(("b1", "c1"), 2))
    assert moves(after) == 9 - 2
    assert space_of(after, "b1") == Space("Human Resources")


def test_arriving_in_human_resources_gives_no_moves() -> None:
    """Who is moved into Human Resources lies there and gives no moves."""
    position = at_work(lobby={"lying": 1})
    assert moves(play(position, MoveEmployee(("lobby", "b1")))) == 2


def test_one_employee_may_use_all_moves() -> None:
    """The moves may be shared out in any way, also all to one employee, one step after another."""
    position = at_work(lobby={"lying": 2})
    all_at_once = play(position, MoveEmployee(("lobby", "b1", "b2", "b3")))
    one_by_one = play(
        position, MoveEmployee(("lobby", "b1")), MoveEmployee(("b1", "b2")), MoveEmployee(("b2", "b3"))
    )
    assert all_at_once == one_by_one
    assert moves(all_at_once) == 0
    assert refusal(all_at_once, MoveEmployee(("lobby", "c1"))) == ("NOT_ENOUGH_MOVES", "path")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (MoveEmployee(("lobby", "b1", "b2", "b3", "b4")), ("NOT_ENOUGH_MOVES", "path")),
        (MoveEmployee(("lobby", "b2")), ("NOT_A_NEIGHBOUR", "path[1]")),
        (MoveEmployee(("lobby", "a1")), ("NOT_A_NEIGHBOUR", "path[1]")),
        (MoveEmployee(("d1", "c2"), 2), ("NOT_A_NEIGHBOUR", "path[1]")),  # diagonally
        (MoveEmployee(("lobby", "c1", "d2")), ("NOT_A_NEIGHBOUR", "path[2]")),
        (MoveEmployee(("lobby", "lobby")), ("NOT_A_NEIGHBOUR", "path[1]")),
        (MoveEmployee(("lobby",)), ("PATH_TOO_SHORT", "path")),
        (MoveEmployee(()), ("PATH_TOO_SHORT", "path")),
        (MoveEmployee(("lobby", "b0")), ("UNKNOWN_SPACE", "path[1]")),
        (MoveEmployee(("street", "lobby")), ("UNKNOWN_SPACE", "path[0]")),
        (MoveEmployee(("d1", "d2")), ("NOBODY_LYING", "path[0]")),
        (MoveEmployee(("a3", "a4")), ("NOBODY_LYING", "path[0]")),
        (MoveEmployee(("d1", "d2"), 1), ("NOBODY_STANDING", "standing_at")),
        (MoveEmployee(("lobby", "b1"), 1), ("NOBODY_STANDING", "standing_at")),
        (MoveEmployee(("b1", "b2"), 1), ("NOBODY_STANDING", "standing_at")),  # the permanent employee stays
        (MoveEmployee(("b1", "b2")), ("NOBODY_LYING", "path[0]")),
    ],
)
def test_refused(step: MoveEmployee, reason: tuple[str, str]) -> None:
    """Diagonals, leaps, too many steps, and moves of nobody or of the permanent employee are refused with a reason."""
    assert refusal(at_work(lobby={"lying": 1}, d1={"standingAt": [2]}), step) == reason


@pytest.mark.parametrize("action", ["MANAGEMENT", "CONSTRUCTION", "RESEARCH_AND_DEVELOPMENT"])
def test_only_in_human_resources(action: str) -> None:
    """Employees are moved in no other action, and not after the turn."""
    step = MoveEmployee(("lobby", "b1"))
    assert refusal(hand_position({}, action=action), step) == ("WRONG_ACTION", "")
    assert refusal(hand_position({}, action=action, phase="STANDING_UP"), step) == ("WRONG_PHASE", "")


def test_moved_employees_stand_up_at_the_end_of_the_round_only() -> None:
    """Who was moved lies until the end of the round [seed]."""
    position = play(at_work(lobby={"lying": 1}), MoveEmployee(("lobby", "b1")))
    assert refusal(position, StandUp("b1", 1)) == ("WRONG_PHASE", "")
    later = play(position, EndTurn(), StandUp("b1", 1))
    assert space_of(later, "b1") == Space("Human Resources", standing_at=(1,))


def test_unused_moves_are_lost() -> None:
    """Moves that are left at the end of the turn are gone."""
    after = play(at_work(lobby={"lying": 1}), EndTurn())
    assert after.turn is None
    assert refusal(after, MoveEmployee(("lobby", "b1"))) == ("WRONG_PHASE", "")


def test_other_departments_of_the_type_give_nothing_yet() -> None:
    """A Human Resources tile holds its employees but adds no moves in this version."""
    position = at_work(a3={"department": "Recruiting", "standingAt": [1, 2]})
    assert moves(position) == 3
    assert space_of(play(position, MoveEmployee(("a3", "b3"), 2)), "b3").lying == 1

"""Positions for tests of the service."""

from __future__ import annotations

from carnegie.v1 import position_pb2


def management() -> position_pb2.Position:
    """A two-player game in its first round, whose first player is about to use Departments of Management."""
    return position_pb2.Position(
        phase=position_pb2.PHASE_USE_DEPARTMENTS,
        action=position_pb2.ACTION_MANAGEMENT,
        timeline=position_pb2.Timeline(management=position_pb2.TimelineRow(used=1)),
        players=[position_pb2.Player(), position_pb2.Player()],
    )


def game_over() -> position_pb2.Position:
    """A two-player game after its last round."""
    return position_pb2.Position(
        round=20,
        phase=position_pb2.PHASE_GAME_OVER,
        timeline=position_pb2.Timeline(
            human_resources=position_pb2.TimelineRow(used=5),
            management=position_pb2.TimelineRow(used=5),
            construction=position_pb2.TimelineRow(used=5),
            research_and_development=position_pb2.TimelineRow(used=5),
        ),
        players=[position_pb2.Player(), position_pb2.Player()],
    )


def andrews_management() -> position_pb2.Position:
    """A solo game in its first round: Andrew is to take two Departments of Management, and there is but one."""
    cards = ["N17", *(f"N{number:02}" for number in range(1, 21) if number != 17)]
    return position_pb2.Position(
        phase=position_pb2.PHASE_USE_DEPARTMENTS,
        action=position_pb2.ACTION_MANAGEMENT,
        timeline=position_pb2.Timeline(management=position_pb2.TimelineRow(used=1)),
        players=[position_pb2.Player()],
        display=position_pb2.Display(departments=["Sales"]),
        andrew=position_pb2.Andrew(cards=cards, to_act=True),
    )


def new_game() -> position_pb2.Position:
    """A two-player game whose first player is about to select the timeline."""
    return position_pb2.Position(players=[position_pb2.Player(), position_pb2.Player()])

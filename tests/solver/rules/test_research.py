"""Research and Development, as the founding document tells it: study points for project tabs and transport."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.components import ProjectType, Region, TabSide
from carnegie_solver.rules import Position, Tab
from carnegie_solver.rules.donations import donation_limit
from carnegie_solver.rules.steps import AdvanceTransport, EndTurn, SlideTab
from models.hand_positions import COMPONENTS, Json, company, hand_position, play, refusal

HOUSING, COMMERCE, INDUSTRY, PUBLIC = ProjectType


def at_work(points: int, *others: Json, **fields: Any) -> Position:
    """Give a position in which a player has study points to spend."""
    turn = {"studyPoints": points}
    return hand_position(fields, *others, action="RESEARCH_AND_DEVELOPMENT", turn=turn)


def points(position: Position) -> int:
    assert position.turn is not None
    return position.turn.study_points


@pytest.mark.parametrize(("standing_at", "expected"), [([], 0), ([2], 3), ([1, 3], 6), ([1, 2, 3], 9)])
def test_three_study_points_per_standing_employee(standing_at: list[int], expected: int) -> None:
    """The starting R&D gives 3 study points for each standing employee [seed]."""
    player = {"company": company(d1={"standingAt": standing_at, "lying": 2})}
    assert points(hand_position(player, action="RESEARCH_AND_DEVELOPMENT")) == expected


@pytest.mark.parametrize(
    ("kind", "side", "costs"),
    [
        (HOUSING, "A", [1, 1, 2, 2, 3]),
        (HOUSING, "B", [1, 2, 2, 2, 3]),
        (COMMERCE, "A", [1, 2, 2, 3, 3]),
        (COMMERCE, "B", [1, 2, 3, 3, 3]),
        (INDUSTRY, "A", [2, 2, 3, 3, 4]),
        (INDUSTRY, "B", [2, 3, 3, 3, 4]),
        (PUBLIC, "A", [2, 3, 3, 4, 4]),
        (PUBLIC, "B", [2, 3, 4, 4, 5]),
    ],
)
def test_sliding_a_tab(kind: ProjectType, side: str, costs: list[int]) -> None:
    """A slide costs what the tab shows; a revealed circle gets a disk, a VP space or the +3 none [seed]."""
    field = ("housing", "commerce", "industry", "publicInfrastructure")[kind]
    position = at_work(99, tabs={field: {"side": f"TAB_SIDE_{side}"}})
    begun = int(kind is not PUBLIC)
    disks = position.decider.disks_in_supply
    for number, cost in enumerate(costs, start=1):
        short = hand_position(
            {"tabs": {field: {"side": f"TAB_SIDE_{side}", "pulled": number - 1}}},
            action="RESEARCH_AND_DEVELOPMENT",
            turn={"studyPoints": cost - 1},
        )
        assert refusal(short, SlideTab(kind)) == ("NOT_ENOUGH_STUDY_POINTS", "")
        after = play(position, SlideTab(kind))
        circles = begun + min(number, 3)
        assert points(position) - points(after) == cost
        assert after.decider.tabs[kind] == Tab(TabSide[side], pulled=number, built=0, waiting=circles)
        assert after.decider.disks_in_supply == disks - min(number, 3)
        position = after
    assert refusal(position, SlideTab(kind)) == ("TAB_FULLY_PULLED", "type")
    assert donation_limit(COMPONENTS, position.decider) == (15 if side == "B" else 12)


def test_a_circle_without_a_disk_in_the_supply_stays_empty() -> None:
    """With an empty supply a revealed circle gets no disk [decided]."""
    donations = list(COMPONENTS.donations)[:16]
    tabs = {name: {"pulled": 2} for name in ("housing", "commerce", "publicInfrastructure")}
    position = at_work(9, donations=donations, tabs=tabs)
    assert position.decider.disks_in_supply == 0
    after = play(position, SlideTab(HOUSING))
    assert after.decider.tabs[HOUSING] == Tab(TabSide.A, pulled=3, built=0, waiting=3)
    assert after.decider.disks_in_supply == 0


COSTS = {
    Region.WEST: [2, 1, 4, 5],
    Region.MIDWEST: [1, 3, 3, 5],
    Region.EAST: [3, 2, 2, 5],
    Region.SOUTH: [1, 3, 3, 5],
}
BONUS = {Region.WEST: (0, 3), Region.MIDWEST: (10, 0), Region.EAST: (10, 0), Region.SOUTH: (0, 3)}


@pytest.mark.parametrize("region", Region)
def test_advancing_transport(region: Region) -> None:
    """An advance costs what the track shows; only the last space pays its bonus, once, on arrival [seed, board]."""
    field = region.name.lower()
    position = at_work(99, money=2, goods=2)
    for number, cost in enumerate(COSTS[region], start=1):
        short = hand_position(
            {"transport": {field: number - 1}},
            action="RESEARCH_AND_DEVELOPMENT",
            turn={"studyPoints": cost - 1},
        )
        assert refusal(short, AdvanceTransport(region)) == ("NOT_ENOUGH_STUDY_POINTS", "")
        after = play(position, AdvanceTransport(region))
        assert points(position) - points(after) == cost
        assert after.decider.transport[region] == number
        money, goods = BONUS[region] if number == 4 else (0, 0)
        assert (after.decider.money, after.decider.goods, after.decider.vp) == (2 + money, 2 + goods, 0)
        position = after
    assert refusal(position, AdvanceTransport(region)) == ("TRACK_ENDED", "region")


def test_the_last_space_holds_one_disk() -> None:
    """Nobody arrives where another player's disk, or Andrew's, stands on the last space [board]."""
    fields = {"transport": {"south": 3, "east": 3}}
    position = at_work(99, {"transport": {"south": 4, "east": 3}}, **fields)
    assert refusal(position, AdvanceTransport(Region.SOUTH)) == ("SPACE_OCCUPIED", "region")
    assert play(position, AdvanceTransport(Region.EAST)).decider.transport == (0, 0, 4, 3)
    cards = [card for card in COMPONENTS.solo_cards if card.startswith("N")]
    andrew = {"cards": cards, "transport": {"south": 4}}
    solo = hand_position(fields, action="RESEARCH_AND_DEVELOPMENT", turn={"studyPoints": 9}, andrew=andrew)
    assert refusal(solo, AdvanceTransport(Region.SOUTH)) == ("SPACE_OCCUPIED", "region")


def test_points_are_spent_in_any_mix() -> None:
    """Tabs and tracks may be advanced several times and in different places [seed]."""
    after = play(
        at_work(9),
        SlideTab(HOUSING),  # 1
        SlideTab(HOUSING),  # 1
        AdvanceTransport(Region.WEST),  # 2
        AdvanceTransport(Region.WEST),  # 1
        SlideTab(INDUSTRY),  # 2
        AdvanceTransport(Region.SOUTH),  # 1
    )
    assert points(after) == 1
    assert after.decider.transport == (2, 0, 0, 1)
    assert [tab.pulled for tab in after.decider.tabs] == [2, 0, 1, 0]


def test_unused_study_points_are_lost() -> None:
    """What is not spent is lost at the end of the turn [seed]."""
    position = play(at_work(9, {}), EndTurn())
    assert points(position) == 3  # the next player's own
    assert play(position, EndTurn()).turn is None


def test_waiting_disks_need_not_be_built() -> None:
    """VP spaces are revealed whether or not the disks before them were built [seed]."""
    position = at_work(2, tabs={"housing": {"pulled": 3}})
    assert play(position, SlideTab(HOUSING)).decider.tabs[HOUSING] == Tab(
        TabSide.A, pulled=4, built=0, waiting=4
    )


@pytest.mark.parametrize("action", ["HUMAN_RESOURCES", "MANAGEMENT", "CONSTRUCTION"])
def test_other_actions_have_no_study_points(action: str) -> None:
    """In other actions there are no study points to spend; outside a turn there is nothing to do."""
    position = hand_position({}, action=action)
    assert refusal(position, SlideTab(HOUSING)) == ("NOT_ENOUGH_STUDY_POINTS", "")
    assert refusal(position, AdvanceTransport(Region.WEST)) == ("NOT_ENOUGH_STUDY_POINTS", "")
    later = hand_position({}, action=action, phase="STANDING_UP")
    assert refusal(later, SlideTab(HOUSING)) == ("WRONG_PHASE", "")
    assert refusal(later, AdvanceTransport(Region.WEST)) == ("WRONG_PHASE", "")

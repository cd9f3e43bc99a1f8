"""Events: incomes of employees who come home, and donations."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from carnegie_solver.components import ProjectType, Region, load_components
from carnegie_solver.rules import Phase, Position, Space, Turn, legal_steps, position_from_json, replay
from carnegie_solver.rules.steps import (
    AdvanceTransport,
    BringHome,
    ChooseIncome,
    Donate,
    EndTurn,
    SellGoods,
    SlideTab,
)
from models.hand_positions import (
    COMPONENTS,
    company,
    document,
    hand_position,
    play,
    project,
    refusal,
    space_of,
)
from models.second_opinion import PRINTED

HOUSING, COMMERCE, INDUSTRY, PUBLIC = ProjectType


def at_event(*players: dict[str, Any], event: str = "INCOME_WEST", **fields: Any) -> Position:
    """Give a position in an event, in which the first player decides."""
    return hand_position(
        *players, phase="EVENT", action="MANAGEMENT", **{"events": [f"EVENT_{event}"], **fields}
    )


def holdings(position: Position, player: int = 0) -> tuple[int, int, int]:
    """Give a player's money, goods cubes and VP; a new game's are 12, 4, 0."""
    owner = position.players[player]
    return owner.money, owner.goods, owner.vp


@pytest.mark.parametrize(
    ("region", "reached", "money", "goods", "vp", "points", "hired"),
    [
        ("WEST", 0, 1, 0, 0, 0, 0),
        ("WEST", 1, 3, 0, 0, 0, 0),
        ("WEST", 2, 0, 1, 0, 0, 0),
        ("WEST", 3, 0, 0, 2, 0, 0),
        ("WEST", 4, 0, 0, 2, 0, 0),
        ("MIDWEST", 0, 1, 0, 0, 0, 0),
        ("MIDWEST", 1, 2, 0, 0, 0, 0),
        ("MIDWEST", 2, 0, 0, 0, 3, 0),
        ("MIDWEST", 3, 0, 2, 0, 0, 0),
        ("MIDWEST", 4, 0, 0, 2, 0, 0),
        ("EAST", 0, 1, 0, 0, 0, 0),
        ("EAST", 1, 4, 0, 0, 0, 0),
        ("EAST", 2, 0, 0, 0, 0, 1),
        ("EAST", 3, 0, 0, 2, 0, 0),
        ("EAST", 4, 0, 0, 2, 0, 0),
        ("SOUTH", 0, 1, 0, 0, 0, 0),
        ("SOUTH", 1, 2, 0, 0, 0, 0),
        ("SOUTH", 2, 5, 0, 0, 0, 0),
        ("SOUTH", 3, 7, 0, 0, 0, 0),
        ("SOUTH", 4, 0, 0, 2, 0, 0),
    ],
)
def test_income_per_employee(
    region: str, reached: int, money: int, goods: int, vp: int, points: int, hired: int
) -> None:
    """Each employee brings exactly what is printed at the disk on the region's track, nothing of other spaces."""
    field = region.lower()
    position = at_event({"missions": {field: 3}, "transport": {field: reached}}, event=f"INCOME_{region}")
    for count in (1, 2):
        position = play(position, BringHome())
        assert holdings(position) == (12 + count * money, 4 + count * goods, count * vp)
        # Ten employees in the Company and three on Missions leave two in the supply.
        assert position.decider.missions[Region[region]] == 3 - count
        assert space_of(position, "lobby") == Space(None, (), 5 + count * (1 + hired))
        assert position.decider.employees_in_supply == 2 - count * hired
        assert position.turn == Turn(None, study_points=count * points, brought_home=True)


def test_only_the_region_of_the_event() -> None:
    """Employees in other regions stay where they are."""
    position = at_event({"missions": {"west": 1, "south": 2}}, event="INCOME_EAST")
    assert refusal(position, BringHome()) == ("NOBODY_ON_MISSION", "")
    west = play(at_event({"missions": {"west": 1, "south": 2}}), BringHome())
    assert west.decider.missions == (0, 0, 0, 2)
    assert refusal(west, BringHome()) == ("NOBODY_ON_MISSION", "")


def test_nobody_has_to_come_home() -> None:
    """A player may leave all on their Missions, and then gets nothing."""
    position = at_event({"missions": {"west": 2}, "projects": [project("Boston", 1)]}, {})
    after = play(position, EndTurn())
    assert after.players == position.players
    assert (after.phase, after.player, after.turn) == (Phase.EVENT, 1, Turn(None))


PROJECTS: dict[str, Any] = {
    "tabs": {
        "housing": {"pulled": 1},  # $1, $2
        "commerce": {"side": "TAB_SIDE_B"},  # $2
        "industry": {"pulled": 3},  # 1 goods cube, $3, 1 goods cube, 1 VP
        "publicInfrastructure": {"pulled": 2},  # blank, 1 VP, 1 goods cube
    },
    "projects": [
        project("Boston", 1),
        project("Chicago", 1),
        project("New York", 0),
        project("Boston", 2),
        project("Albany", 2),
        project("Pittsburgh", 2),
        project("San Francisco", 2),
        project("Denver", 1),
    ],
}


def test_project_income_once() -> None:
    """The first employee collects the income of every own project anywhere, once; the others only transport income."""
    position = at_event({"missions": {"west": 3}, "transport": {"west": 1}, **PROJECTS})
    first = play(position, BringHome())
    # $3 from the track; $1 + $2 + $2 + $3, 2 goods cubes, 1 + 1 VP from eight projects; the ninth disk still waits.
    assert holdings(first) == (12 + 3 + 8, 4 + 2, 2)
    assert holdings(play(first, BringHome())) == (12 + 6 + 8, 4 + 2, 2)
    assert holdings(play(first, BringHome(), BringHome())) == (12 + 9 + 8, 4 + 2, 2)


def test_each_player_has_an_own_first_employee() -> None:
    """Project income is collected once by each player."""
    player = {"missions": {"west": 1}, "projects": [project("Boston", 1)]}
    other = {"missions": {"west": 1}, "projects": [project("Albany", 1)]}
    after = play(at_event(player, other), BringHome(), EndTurn(), BringHome())
    assert [holdings(after, number)[0] for number in (0, 1)] == [14, 14]
    again = play(
        at_event(player, {}, events=["EVENT_INCOME_WEST", "EVENT_DONATION"]),
        BringHome(),
        EndTurn(),
        EndTurn(),
    )
    assert again.turn == Turn(None)


CHOICES: dict[str, Any] = {
    # Housing, side A: $1, $2, a goods cube or $3. Commerce, side B: $2, a new employee or $1.
    "tabs": {"housing": {"pulled": 2}, "commerce": {"side": "TAB_SIDE_B", "pulled": 1}},
    "projects": [
        project("Boston", 1),
        project("Chicago", 1),
        project("Albany", 1),
        project("New York", 0),
        project("New York", 1),
    ],
}


def test_choices_must_be_made() -> None:
    """An income that leaves a choice is chosen before the decision ends, each once, with the first employee only."""
    position = at_event({"missions": {"west": 2}, **CHOICES})
    assert refusal(position, ChooseIncome(HOUSING, 2, 0)) == ("NO_SUCH_CHOICE", "circle")
    home = play(position, BringHome())
    assert holdings(home) == (12 + 1 + 1 + 2 + 2, 4, 0)
    assert home.turn == Turn(None, brought_home=True, choices=((HOUSING, 2), (COMMERCE, 1)))
    assert refusal(home, EndTurn()) == ("INCOME_NOT_CHOSEN", "")
    assert EndTurn() not in legal_steps(COMPONENTS, home)
    assert refusal(home, ChooseIncome(HOUSING, 1, 0)) == ("NO_SUCH_CHOICE", "circle")
    assert refusal(home, ChooseIncome(INDUSTRY, 0, 0)) == ("NO_SUCH_CHOICE", "circle")
    assert refusal(home, ChooseIncome(HOUSING, 2, 2)) == ("NO_SUCH_CHOICE", "part")
    assert refusal(home, ChooseIncome(HOUSING, 2, -1)) == ("NO_SUCH_CHOICE", "part")
    goods = play(home, ChooseIncome(HOUSING, 2, 0))
    assert holdings(goods) == (18, 5, 0)
    assert holdings(play(home, ChooseIncome(HOUSING, 2, 1))) == (21, 4, 0)
    assert refusal(goods, ChooseIncome(HOUSING, 2, 1)) == ("NO_SUCH_CHOICE", "circle")
    assert refusal(goods, EndTurn()) == ("INCOME_NOT_CHOSEN", "")
    second = play(goods, BringHome())
    assert second.turn == Turn(None, brought_home=True, choices=((COMMERCE, 1),))
    hired = play(second, ChooseIncome(COMMERCE, 1, 0))
    assert space_of(hired, "lobby").lying == 5 + 2 + 1
    assert holdings(hired) == (19, 5, 0)
    assert play(hired, EndTurn()).phase is Phase.USE_DEPARTMENTS


def test_study_points_of_an_event() -> None:
    """They are spent as in Research and Development; what is left at the end of the decision is lost [decided]."""
    player = {"missions": {"midwest": 2}, "transport": {"midwest": 2}}
    position = at_event(player, player, event="INCOME_MIDWEST")
    assert refusal(position, SlideTab(HOUSING)) == ("NOT_ENOUGH_STUDY_POINTS", "")
    home = play(position, BringHome())
    # Three points: a slide for 1, an advance in the West for 2.
    spent = play(home, SlideTab(HOUSING), AdvanceTransport(Region.WEST))
    assert spent.decider.tabs[HOUSING].waiting == 2
    assert spent.decider.transport == (1, 2, 0, 0)
    assert spent.turn == Turn(None, brought_home=True)
    assert refusal(spent, SlideTab(HOUSING)) == ("NOT_ENOUGH_STUDY_POINTS", "")
    more = play(spent, BringHome())
    assert more.turn == Turn(None, study_points=3, brought_home=True)
    lost = play(more, EndTurn())
    assert (lost.player, lost.turn) == (1, Turn(None))
    assert lost.players[0].tabs[HOUSING].pulled == 1


def test_study_points_are_not_kept_for_the_action() -> None:
    """Points of an event are not there when Departments are used."""
    position = hand_position(
        {"missions": {"midwest": 1}, "transport": {"midwest": 2}},
        phase="EVENT",
        action="RESEARCH_AND_DEVELOPMENT",
        events=["EVENT_INCOME_MIDWEST"],
    )
    after = play(position, BringHome(), EndTurn())
    assert after.turn is not None
    assert after.turn.study_points == 3  # one employee stands in Research and Development


def test_study_points_of_projects() -> None:
    """Project income may be study points too: 2 under the second circle of Public Infrastructure's side B."""
    position = at_event(
        {
            "missions": {"west": 1},
            "tabs": {"publicInfrastructure": {"side": "TAB_SIDE_B", "pulled": 2}},
            "projects": [project("Denver", 1), project("San Francisco", 4)],
        }
    )
    home = play(position, BringHome())
    assert home.turn == Turn(None, study_points=2, brought_home=True)
    assert holdings(home) == (13, 4, 1)


def test_study_points_of_a_choice() -> None:
    """On a user's tabs a part of a choice may be study points, to be spent in the event too."""
    table = copy.deepcopy(PRINTED["project_tabs"])
    for row in table["rows"]:
        if (row["type"], row["side"]) == ("HOUSING", "A"):
            row["spaces"][0]["income"] = {"choice": [{"study_points": 2}, {"money": 1}]}
    components = load_components({"project_tabs": table})
    data = document(
        {"missions": {"west": 1}, "projects": [project("Boston", 1)]},
        phase="EVENT",
        action="MANAGEMENT",
        events=["EVENT_INCOME_WEST"],
    )
    steps = (BringHome(), ChooseIncome(HOUSING, 0, 0))
    after = replay(components, position_from_json(components, data), steps)
    assert after.turn == Turn(None, study_points=2, brought_home=True)
    assert holdings(after) == (13, 4, 0)
    assert replay(components, after, [SlideTab(HOUSING)]).decider.tabs[HOUSING].pulled == 1


@pytest.mark.parametrize(("supply", "lying"), [(0, (14, 15)), (1, (14, 15)), (2, (13, 15)), (3, (12, 14))])
def test_a_new_employee_comes_from_the_supply(supply: int, lying: tuple[int, int]) -> None:
    """With no employee in the supply there is no new one [decided]."""
    spaces = company(lobby={"lying": 15 - 2 - supply})
    position = at_event(
        {"company": spaces, "missions": {"east": 2}, "transport": {"east": 2}}, event="INCOME_EAST"
    )
    assert position.decider.employees_in_supply == supply
    first = play(position, BringHome())
    second = play(first, BringHome())
    assert (space_of(first, "lobby").lying, space_of(second, "lobby").lying) == lying
    assert second.decider.employees_in_supply == max(0, supply - 2)


def test_two_lobbies() -> None:
    """Whoever has New Lobby chooses the Lobby of each employee who comes home, and of new ones [public]."""
    spaces = company(lobby={"lying": 2}, c3={"department": "New Lobby"}, c1={"standingAt": [1]})
    position = at_event(
        {"company": spaces, "missions": {"east": 3}, "transport": {"east": 2}, **CHOICES}, event="INCOME_EAST"
    )
    after = play(position, BringHome("c3"), BringHome(), ChooseIncome(COMMERCE, 1, 0, "c3"))
    assert space_of(after, "c3") == Space("New Lobby", (), 3)
    assert space_of(after, "lobby") == Space(None, (), 4)
    assert refusal(position, BringHome("c1")) == ("NOT_A_LOBBY", "lobby")
    assert refusal(position, BringHome("a3")) == ("NOT_A_LOBBY", "lobby")
    assert refusal(position, BringHome("e5")) == ("UNKNOWN_SPACE", "lobby")
    assert refusal(after, ChooseIncome(HOUSING, 2, 0, "c1")) == ("NOT_A_LOBBY", "lobby")
    other = at_event({"missions": {"west": 1}}, {"company": spaces})
    assert refusal(other, BringHome("c3")) == ("NOT_A_LOBBY", "lobby")  # somebody else's


def test_in_its_event_only() -> None:
    """Nobody comes home at a donation, nobody donates at an income, and neither is done in other phases."""
    income = at_event({"missions": {"west": 1}, "money": 50})
    assert refusal(income, Donate("WELFARE_FLAT")) == ("WRONG_EVENT", "")
    donation = at_event({"missions": {"west": 1}, "money": 50}, event="DONATION")
    assert refusal(donation, BringHome()) == ("WRONG_EVENT", "")
    assert refusal(donation, ChooseIncome(HOUSING, 0, 0)) == ("WRONG_EVENT", "")
    used = hand_position({"missions": {"west": 1}, "money": 50}, action="MANAGEMENT")
    for step in (BringHome(), ChooseIncome(HOUSING, 0, 0), Donate("WELFARE_FLAT")):
        assert refusal(used, step) == ("WRONG_PHASE", "")


# Donations -----------------------------------------------------------------------------------------------------------

HELD = ["HEALTH_PROJECTS_EAST", "HEALTH_PROJECTS_WEST", "HEALTH_PROJECTS_SOUTH", "WELFARE_GOODS"]


@pytest.mark.parametrize(("count", "cost"), [(0, 5), (1, 10), (2, 15), (3, 20), (4, 25)])
def test_what_a_donation_costs(count: int, cost: int) -> None:
    """The n-th donation of a player costs $5 n, whatever others have donated [board]."""
    other = {"donations": ["WELFARE_MONEY", "HUMAN_RIGHTS_RAILROADS"]}
    position = at_event({"donations": HELD[:count], "money": cost}, other, event="DONATION")
    after = play(position, Donate("WELFARE_FLAT"))
    assert after.players[0].money == 0
    assert after.players[0].donations == (*HELD[:count], "WELFARE_FLAT")
    assert after.players[0].disks_in_supply == position.players[0].disks_in_supply - 1
    assert after.turn == Turn(None, donated=True)
    poor = at_event({"donations": HELD[:count], "money": cost - 1}, other, event="DONATION")
    assert refusal(poor, Donate("WELFARE_FLAT")) == ("NOT_ENOUGH_MONEY", "")
    assert not any(isinstance(step, Donate) for step in legal_steps(COMPONENTS, poor))
    sold = play(poor, SellGoods(1), Donate("WELFARE_FLAT"))
    assert (sold.players[0].money, sold.players[0].goods) == (0, 3)


def test_one_donation_in_an_event() -> None:
    """Each player may make one; the next event allows the next one."""
    position = at_event({"money": 40}, {}, event="DONATION")
    after = play(position, Donate("WELFARE_FLAT"))
    assert refusal(after, Donate("WELFARE_GOODS")) == ("ALREADY_DONATED", "")
    assert not any(isinstance(step, Donate) for step in legal_steps(COMPONENTS, after))
    second = play(after, EndTurn(), Donate("WELFARE_GOODS"))
    assert [player.donations for player in second.players] == [("WELFARE_FLAT",), ("WELFARE_GOODS",)]
    assert [player.money for player in second.players] == [35, 7]


def test_only_free_donation_spaces() -> None:
    """A space with any disk is not free: an own one, another player's, a neutral one, or Andrew's."""
    position = at_event(
        {"donations": ["WELFARE_GOODS"], "money": 50},
        {"donations": ["WELFARE_MONEY"]},
        event="DONATION",
        neutralDonations=["WELFARE_FLAT"],
    )
    for donation in ("WELFARE_GOODS", "WELFARE_MONEY", "WELFARE_FLAT"):
        assert refusal(position, Donate(donation)) == ("SPACE_OCCUPIED", "donation")
    assert refusal(position, Donate("ALMS")) == ("UNKNOWN_DONATION", "donation")
    free = {step.donation for step in legal_steps(COMPONENTS, position) if isinstance(step, Donate)}
    assert free == set(COMPONENTS.donations) - {"WELFARE_GOODS", "WELFARE_MONEY", "WELFARE_FLAT"}
    cards = [card for card in COMPONENTS.solo_cards if card.startswith("N")]
    solo = at_event(
        {"money": 50}, event="DONATION", andrew={"cards": cards, "played": 3, "donations": ["WELFARE_FLAT"]}
    )
    assert refusal(solo, Donate("WELFARE_FLAT")) == ("SPACE_OCCUPIED", "donation")
    taken = at_event({"money": 50}, event="DONATION", neutralDonations=list(COMPONENTS.donations))
    assert not any(isinstance(step, Donate) for step in legal_steps(COMPONENTS, taken))


def test_no_donation_without_a_disk() -> None:
    """All disks are on tabs and donations: there is none for another donation."""
    tabs = {"side": "TAB_SIDE_A", "pulled": 3}
    names = list(COMPONENTS.donations)
    player = {
        "money": 99,
        "tabs": {"housing": tabs, "commerce": tabs, "industry": tabs, "publicInfrastructure": tabs},
        "donations": names[:10],  # 4 + 4 + 4 + 3 + 10 disks, with the 5 on the board 30
    }
    position = at_event(player, event="DONATION")
    assert position.decider.disks_in_supply == 0
    assert refusal(position, Donate(names[10])) == ("NO_DISK_LEFT", "")
    assert not any(isinstance(step, Donate) for step in legal_steps(COMPONENTS, position))


def test_nobody_has_to_donate() -> None:
    """A player may pass."""
    position = at_event({"money": 50}, event="DONATION")
    after = play(position, EndTurn())
    assert (after.phase, after.events) == (Phase.USE_DEPARTMENTS, ())
    assert after.players == position.players

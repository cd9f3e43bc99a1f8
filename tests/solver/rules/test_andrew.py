"""Andrew: what each of his cards makes him do, how far it shifts, what it is worth, and when he acts."""

from __future__ import annotations

from typing import Any

import pytest

from carnegie_solver.components import Action
from carnegie_solver.rules import IllegalStep, NeutralProject, Phase, Position, legal_steps
from carnegie_solver.rules.andrew import Deed, act
from carnegie_solver.rules.steps import BringHome, Donate, EndTurn, PlayAndrew, SelectTimeline, SellGoods
from models.hand_positions import COMPONENTS, hand_position, play, project, read_document, refusal
from models.random_games import random_game

NORMAL = [card for card in COMPONENTS.solo_cards if card.startswith("N")]
VP = (0, 1, 3, 6, 10)  # for a shift of 0 to 4


def deck(card: str, played: int) -> list[str]:
    """Give a deck of twenty with a card on top when so many have been played."""
    others = [name for name in NORMAL if name != card][:19]
    return [*others[:played], card, *others[played:]]


def solo(card: str, action: str = "", human: dict[str, Any] | None = None, **fields: Any) -> Position:
    """Give a position of round 4 in which Andrew is to act with a card; `andrew` says more of him."""
    andrew = {"cards": deck(card, 3), "played": 3, "toAct": True, **fields.pop("andrew", {})}
    return hand_position(human or {}, action=action, andrew=andrew, **fields)


def after_acting(position: Position) -> Position:
    """Have Andrew do the round's action; check that he is done, and that the player's turn is as it was."""
    assert legal_steps(COMPONENTS, position) == (PlayAndrew(),)
    after = play(position, PlayAndrew())
    assert position.andrew is not None
    assert after.andrew is not None
    assert (after.andrew.played, after.andrew.shift, after.andrew.to_act) == (4, 0, False)
    assert after.andrew.cards == position.andrew.cards
    assert (after.phase, after.turn, after.players) == (position.phase, position.turn, position.players)
    return after


def vp_of(position: Position) -> int:
    assert position.andrew is not None
    return position.andrew.vp


@pytest.mark.parametrize(
    ("card", "before", "shift"),
    [
        ("N07", 0, 1),
        ("N06", 0, 2),
        ("N03", 0, 3),
        ("N01", 0, 4),
        ("A07", 0, 3),
        ("N07", 1, 2),
        ("N03", 1, 4),
        ("N01", 1, 4),  # at most 4
        ("N06", 4, 4),
    ],
)
def test_human_resources(card: str, before: int, shift: int) -> None:
    """The card shifts by its number, at most to 4, and scores for how far it has shifted: 0, 1, 3, 6 or 10 VP."""
    position = solo(card, "HUMAN_RESOURCES", andrew={"shift": before, "vp": 20})
    assert vp_of(after_acting(position)) == 20 + VP[shift]


@pytest.mark.parametrize(
    ("card", "display", "taken", "shift"),
    [
        # Human Resources three times: the lowest numbers of the type.
        (
            "N06",
            ["Safety and Quality", "Recruiting", "Training and Partnerships", "Recruiting", "Purchasing"],
            ["Recruiting", "Safety and Quality", "Training and Partnerships"],
            0,
        ),
        ("N06", ["Green Spaces", "Recruiting", "New Lobby"], ["Green Spaces", "New Lobby", "Recruiting"], 0),
        # Never the same tile twice in one turn.
        ("N06", ["Recruiting", "Recruiting"], ["Recruiting"], 2),
        ("N06", ["Sales", "Engineering"], [], 3),
        # One of each of three types.
        (
            "N10",
            ["Engineering", "Supply Chain", "Advanced Design", "Sales"],
            ["Advanced Design", "Engineering"],
            1,
        ),
        ("N01", ["Local Partners"], ["Local Partners"], 0),
    ],
)
def test_management(card: str, display: list[str], taken: list[str], shift: int) -> None:
    """For each listed type he takes the lowest-numbered tile; each that cannot be had shifts the card by one."""
    position = solo(card, "MANAGEMENT", display={"departments": display})
    after = after_acting(position)
    assert after.andrew is not None
    assert after.andrew.departments == tuple(taken)
    left = list(display)
    for name in taken:
        left.remove(name)
    assert after.display == tuple(sorted(left))
    assert vp_of(after) == VP[shift]


def test_the_same_tile_in_another_turn() -> None:
    """What he holds already does not keep him from taking another of it."""
    position = solo(
        "N01",
        "MANAGEMENT",
        display={"departments": ["Recruiting", "Sales"]},
        andrew={"departments": ["Recruiting"]},
    )
    after = after_acting(position)
    assert after.andrew is not None
    assert after.andrew.departments == ("Recruiting", "Recruiting")


@pytest.mark.parametrize(
    ("card", "neutral", "human", "placed", "shift"),
    [
        (
            "N11",
            [],
            [],
            [("Boise", 0), ("Denver", 0), ("Los Angeles", 0), ("Portland", 0)],
            0,
        ),
        # Portland is taken; in Denver the leftmost two are, in Los Angeles not the leftmost.
        (
            "N11",
            [("Portland", 0), ("Denver", 0)],
            [("Denver", 1), ("Los Angeles", 1)],
            [("Boise", 0), ("Denver", 2), ("Los Angeles", 0)],
            1,
        ),
        ("N01", [("Reno", 0)], [("Salt Lake City", 0)], [], 2),
    ],
)
def test_construction(
    card: str,
    neutral: list[tuple[str, int]],
    human: list[tuple[str, int]],
    placed: list[tuple[str, int]],
    shift: int,
) -> None:
    """A disk in the leftmost free space of each listed city; each that cannot be placed shifts the card by one."""
    kinds = {("Salt Lake City", 0): "HOUSING", ("Denver", 1): "", ("Los Angeles", 1): ""}
    player = {
        "tabs": {"publicInfrastructure": {"pulled": 1}},
        "projects": [project(*place, kinds[place]) for place in human],
    }
    position = solo(card, "CONSTRUCTION", player, neutralProjects=[project(*place) for place in neutral])
    after = after_acting(position)
    assert after.andrew is not None
    assert after.andrew.projects == tuple(NeutralProject(*place) for place in placed)
    assert vp_of(after) == VP[shift]


def test_construction_by_a_full_city() -> None:
    """His own disks take spaces too."""
    mine = [project("Portland"), project("Boise"), project("Denver", 0), project("Denver", 2)]
    position = solo("N11", "CONSTRUCTION", andrew={"projects": mine})
    after = after_acting(position)
    assert after.andrew is not None
    assert NeutralProject("Denver", 1) in after.andrew.projects
    assert vp_of(after) == VP[2]


@pytest.mark.parametrize(
    ("card", "reached", "human", "arrives", "shift"),
    [
        ("N16", 0, 0, 3, 0),
        ("N16", 1, 0, 4, 0),  # the last space
        ("N16", 2, 0, 4, 1),
        ("N16", 1, 4, 3, 1),  # the last space holds one disk only
        ("N16", 3, 4, 3, 3),
        ("N16", 4, 0, 4, 3),
        ("N16", 0, 3, 3, 0),  # other spaces hold any number
        ("A16", 4, 0, 4, 4),
        ("A16", 0, 4, 3, 1),
        ("A16", 0, 0, 4, 0),
    ],
)
def test_research(card: str, reached: int, human: int, arrives: int, shift: int) -> None:
    """His disk advances on the South's track by 3 or 4 steps; each that cannot be made shifts the card by one."""
    position = solo(
        card,
        "RESEARCH_AND_DEVELOPMENT",
        {"transport": {"south": human}},
        andrew={"transport": {"south": reached, "west": 2}},
    )
    after = after_acting(position)
    assert after.andrew is not None
    assert after.andrew.transport == (2, 0, 0, arrives)
    assert vp_of(after) == VP[shift]


@pytest.mark.parametrize(
    ("human", "neutral", "own"),
    [
        ([], [], ["WELFARE_GOODS"]),
        (["WELFARE_FLAT"], [], []),
        ([], ["WELFARE_FLAT"], []),
        ([], [], ["WELFARE_FLAT"]),
    ],
)
def test_donation(human: list[str], neutral: list[str], own: list[str]) -> None:
    """He donates on his card's space for nothing; if it is taken, the card shifts by one. Then the player decides."""
    position = solo(
        "N07",
        "HUMAN_RESOURCES",
        {"donations": human, "money": 50},
        phase="EVENT",
        events=["EVENT_DONATION"],
        neutralDonations=neutral,
        andrew={"donations": own},
    )
    taken = "WELFARE_FLAT" in (*human, *neutral, *own)
    assert refusal(position, Donate("WELFARE_MONEY")) == ("ANDREW_FIRST", "")
    after = play(position, PlayAndrew())
    assert after.andrew is not None
    assert after.andrew.donations == (tuple(own) if taken else ("WELFARE_FLAT", *own))
    assert (after.andrew.shift, after.andrew.played, after.andrew.vp) == (int(taken), 3, 0)
    assert (after.phase, after.turn, after.players) == (position.phase, position.turn, position.players)
    donated = play(after, Donate("WELFARE_MONEY"), EndTurn())
    assert donated.phase is Phase.USE_DEPARTMENTS
    # His card counts both what the donation and what the action shifted it by: N07 shifts 1 in Human Resources.
    assert vp_of(play(donated, PlayAndrew())) == VP[1 + taken]


def test_an_income_is_the_players_alone() -> None:
    """Andrew does nothing in an income event; at a fifth space he donates after it, and before the player."""
    position = hand_position(
        {"missions": {"west": 1}, "money": 20},
        phase="EVENT",
        action="MANAGEMENT",
        events=["EVENT_INCOME_WEST", "EVENT_DONATION"],
        andrew={"cards": deck("N07", 3), "played": 3},
    )
    assert refusal(position, PlayAndrew()) == ("NOT_ANDREWS_TURN", "")
    donation = play(position, BringHome(), EndTurn())
    assert legal_steps(COMPONENTS, donation) == (PlayAndrew(),)
    donated = play(donation, PlayAndrew())
    assert refusal(donated, Donate("WELFARE_FLAT")) == ("SPACE_OCCUPIED", "donation")
    assert play(donated, Donate("WELFARE_GOODS")).decider.money == 20 + 1 - 5


@pytest.mark.parametrize("card", ["N01", "N06", "N11", "N16"])
def test_he_selects_in_even_rounds(card: str) -> None:
    """In even rounds he selects his card's main action, whatever row brings the event [public]."""
    main = Action[
        ["HUMAN_RESOURCES", "MANAGEMENT", "CONSTRUCTION", "RESEARCH_AND_DEVELOPMENT"][int(card[1:]) // 5]
    ]
    position = read_document(
        {
            "round": 2,
            "timeline": {"management": {"used": 1}},
            "players": [{}],
            "andrew": {"cards": deck(card, 1), "played": 1, "toAct": True},
        }
    )
    assert refusal(position, SelectTimeline(main)) == ("ANDREW_FIRST", "")
    assert legal_steps(COMPONENTS, position) == (PlayAndrew(),)
    selected = play(position, PlayAndrew())
    assert (selected.action, selected.phase) == (main, Phase.EVENT)
    assert sum(row.used for row in selected.timeline) == 2
    assert selected.andrew is not None
    assert selected.andrew.played == 1


def test_he_acts_first_in_every_round() -> None:
    """Odd rounds the player selects, even rounds Andrew; he does the action before the player, once a round."""
    position = read_document({"players": [{}], "andrew": {"cards": NORMAL}})
    for number in range(1, 21):
        assert (position.round, position.phase) == (number, Phase.SELECT_TIMELINE)
        assert position.andrew is not None
        assert position.andrew.to_act == (number % 2 == 0)
        selects = PlayAndrew() if number % 2 == 0 else SelectTimeline(Action.RESEARCH_AND_DEVELOPMENT)
        position = play(position, selects)
        while position.phase is Phase.EVENT:
            waits = legal_steps(COMPONENTS, position) == (PlayAndrew(),)
            position = play(position, PlayAndrew() if waits else EndTurn())
        assert refusal(position, EndTurn()) == ("ANDREW_FIRST", "")
        assert refusal(position, SellGoods(1)) == ("ANDREW_FIRST", "")
        position = play(position, PlayAndrew())
        assert refusal(position, PlayAndrew()) == ("NOT_ANDREWS_TURN", "")
        position = play(position, EndTurn(), EndTurn())
    assert position.phase is Phase.GAME_OVER
    assert position.andrew is not None
    assert position.andrew.played == 20
    assert refusal(position, PlayAndrew()) == ("NOT_ANDREWS_TURN", "")


def test_twenty_cards_in_twenty_rounds() -> None:
    """In a whole game each card is played in its round, and even rounds have its main action."""
    actions = {
        before.round: before.action
        for before, _, _ in random_game(6)
        if before.phase is Phase.USE_DEPARTMENTS
    }
    for before, step, after in random_game(6):
        if step != PlayAndrew() or before.phase is not Phase.USE_DEPARTMENTS:
            continue
        assert before.andrew is not None
        assert after.andrew is not None
        assert (before.andrew.played, after.andrew.played) == (before.round - 1, before.round)
        main = COMPONENTS.solo_cards[before.andrew.cards[before.andrew.played]].main_action
        if before.round % 2 == 0:
            assert actions[before.round] is main
    assert sorted(actions) == list(range(1, 21))


def test_no_andrew() -> None:
    """A game without Andrew never waits for him."""
    for position in (hand_position({}, {}), hand_position({}, action="MANAGEMENT")):
        assert refusal(position, PlayAndrew()) == ("NOT_ANDREWS_TURN", "")
        assert PlayAndrew() not in legal_steps(COMPONENTS, position)


def test_what_he_did_is_told() -> None:
    """Each thing that he did or failed to do is told, with what it shifted his card by."""
    position = solo("N06", "MANAGEMENT", display={"departments": ["Recruiting", "Recruiting"]})
    after, deeds = act(COMPONENTS, position, PlayAndrew())
    assert after == play(position, PlayAndrew())
    failed = Deed("TAKE_DEPARTMENT", "HUMAN_RESOURCES", done=False, shift=1)
    assert deeds == (Deed("TAKE_DEPARTMENT", "Recruiting", done=True), failed, failed)
    with pytest.raises(IllegalStep):
        act(COMPONENTS, after, PlayAndrew())

"""The prices behind the estimates respect what is left to play."""

from __future__ import annotations

import json
import random
from importlib import resources
from typing import Any

import pytest

from carnegie_solver.components import Action, Event, ProjectType, Region, TabSide
from carnegie_solver.components.tables import Income
from carnegie_solver.rules.position import TimelineRow
from carnegie_solver.valuation import Outlook, Weights, load_weights
from carnegie_solver.valuation.outlook import company_distances, link_shares
from models.hand_positions import COMPONENTS

EVENTS = (Event.INCOME_WEST, Event.DONATION, Event.INCOME_MIDWEST, Event.INCOME_EAST)
DEFAULTS: dict[str, Any] = json.loads(
    resources.files("carnegie_solver.valuation").joinpath("weights.json").read_text(encoding="utf-8")
)
DEPARTMENTS = list(COMPONENTS.departments)


def outlook(*used: int, weights: Weights | None = None) -> Outlook:
    """Give the outlook when so many spaces of each row are used."""
    rows = tuple(TimelineRow(EVENTS, count) for count in used)
    return Outlook(COMPONENTS, load_weights() if weights is None else weights, rows)


def random_weights(chance: random.Random) -> Weights:
    """Make weights with random numbers in their ranges."""

    def varied(value: Any, key: str) -> Any:
        if isinstance(value, dict):
            return {name: varied(item, key) for name, item in value.items()}
        if isinstance(value, list):
            return [varied(item, key) for item in value]
        return chance.randint(0, 300 if key in WORTHS else 100)

    return load_weights({key: varied(value, key) for key, value in DEFAULTS.items()})


WORTHS = {
    "money",
    "goods",
    "study_point",
    "new_employee",
    "use_of_action",
    "use_of_department",
    "step",
    "waiting_disk",
}


def test_what_is_left_to_play() -> None:
    """Rounds and events left are the unused spaces of the timeline, the fifth ones with both their events."""
    found = outlook(5, 4, 1, 0)
    assert found.row_left == (0, 1, 4, 5)
    assert found.rounds_left == 10
    # Management's fifth: Midwest and a donation. Construction: all but the West, and South and a donation.
    # Research: all four, and West and a donation.
    assert dict(found.events_left) == {
        Event.INCOME_MIDWEST: 3,
        Event.DONATION: 5,
        Event.INCOME_EAST: 2,
        Event.INCOME_SOUTH: 1,
        Event.INCOME_WEST: 2,
    }


@pytest.mark.parametrize("action", list(Action))
def test_an_action_that_is_used_up_is_worth_nothing(action: Action) -> None:
    """Where an action's row is used up, its Departments, and what only it can bring about, are worth 0."""
    used = [2, 2, 2, 2]
    used[action] = 5
    found = outlook(*used)
    assert found.uses(action) == 0
    for name, department in COMPONENTS.departments.items():
        worth = found.department(name)
        assert worth == 0 if department.type is action else worth >= 0
        if department.type is action and department.desk_costs:
            on_space = COMPONENTS.space_index["d4"]
            assert found.workforce(on_space, name, 1, 0) == found.elsewhere[on_space]
    if action is Action.CONSTRUCTION:
        assert all(found.waiting(kind, 3) == 0 for kind in ProjectType)
        assert all(found.link_city(city) == 0 for city in range(len(COMPONENTS.cities)))
    if action is Action.RESEARCH_AND_DEVELOPMENT:
        assert all(found.tab_ahead(kind, side, 0) == 0 for kind in ProjectType for side in TabSide)
    if action is Action.HUMAN_RESOURCES:
        assert set(found.elsewhere) == {0}


def test_the_last_uses_are_worth_less() -> None:
    """An action whose row runs out is worth less and less."""
    for action in Action:
        worths = []
        for used in range(6):
            rows = [2, 2, 2, 2]
            rows[action] = used
            worths.append(outlook(*rows).uses(action))
        assert worths == sorted(worths, reverse=True)
        assert worths[0] > worths[4] > worths[5] == 0


def test_an_event_that_is_over_brings_nothing() -> None:
    """Missions and transport are worth nothing where no income of the region is to come."""
    found = outlook(5, 5, 5, 0)  # Research alone is left: no South among its events
    assert found.events_left[Event.INCOME_SOUTH] == 0
    assert found.mission(Region.SOUTH, 4) == 0
    assert found.transport(Region.SOUTH, 4) == 0
    assert found.mission(Region.WEST, 4) > 0
    assert found.transport(Region.WEST, 4) > 0
    over = outlook(5, 5, 5, 5)
    for region in Region:
        assert over.mission(region, 4) == over.transport(region, 4) == 0
    assert over.raised_limits(3) == 0
    assert over.project_income(ProjectType.HOUSING, TabSide.A, 4) == 0


@pytest.mark.parametrize("seed", range(12))
def test_who_stands_is_never_worth_less_than_who_lies(seed: int) -> None:
    """Standing an employee up never lowers the worth of the workforce, whatever the weights and the timeline."""
    chance = random.Random(seed)
    weights = random_weights(chance) if seed else load_weights()
    for _ in range(6):
        found = outlook(*(chance.randint(0, 5) for _ in Action), weights=weights)
        for name in DEPARTMENTS:
            desks = len(COMPONENTS.departments[name].desk_costs)
            for space in (1, 6, 16):
                for standing in range(desks):
                    for lying in range(1, 5):
                        lies = found.workforce(space, name, standing, lying)
                        assert found.workforce(space, name, standing + 1, lying - 1) >= lies


def test_incomes_have_the_price_of_what_they_give() -> None:
    """An income is worth its VP, its dollars and its cubes; of a choice, the best part counts."""
    found = outlook(1, 1, 1, 1)
    assert found.income(Income(vp=2)) == 200
    assert found.income(Income(money=3, goods=1)) == 3 * found.money + found.goods
    choice = Income(choice=(Income(goods=1), Income(money=3)))
    assert found.income(choice) == max(found.goods, 3 * found.money)


def test_a_choice_of_incomes_is_an_income() -> None:
    """Each kind of income printed on the tabs has a price while there are rounds to come."""
    found = outlook(0, 0, 0, 0)
    for kind in ProjectType:
        for side in TabSide:
            worths = [found.project_income(kind, side, built) for built in range(4)]
            assert worths[0] == 0
            assert worths == sorted(worths)
            assert worths[3] > 0


def test_distances_in_the_company() -> None:
    """The moves between spaces are those of the grid, with the Lobby below its two middle columns."""
    distances = company_distances(COMPONENTS)
    places = COMPONENTS.space_index
    assert distances[places["lobby"]][places["a1"]] == 2
    assert distances[places["lobby"]][places["d4"]] == 5
    assert distances[places["a1"]][places["d1"]] == 3
    for one, label in enumerate(COMPONENTS.space_labels[1:], start=1):
        for other, target in enumerate(COMPONENTS.space_labels[1:], start=1):
            expected = abs(ord(label[0]) - ord(target[0])) + abs(int(label[1]) - int(target[1]))
            # The way through the Lobby is never shorter than along the first row.
            assert distances[one][other] == expected


def test_shares_of_links() -> None:
    """A city has a share in the best link that it lies on a shortest way of: 6 VP on three cities, 12 VP on more."""
    shares = dict(zip((city.name for city in COMPONENTS.cities), link_shares(COMPONENTS), strict=True))
    # Chicago, Pittsburgh, New York: two link points at Stagecoach are 6 VP, a third of it each.
    assert shares["Pittsburgh"] == 200
    # San Francisco's shortest way to Chicago has six cities, by Reno or by Portland: 12 VP, a sixth each.
    assert shares["Reno"] == 200
    # Nobody's shortest way leads through Duluth, Boston or Charleston.
    assert shares["Duluth"] == shares["Boston"] == shares["Charleston"] == 0

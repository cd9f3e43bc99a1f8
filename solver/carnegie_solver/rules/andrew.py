"""Andrew, the automaton of the solo game: what his top card makes him do [public]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from msgspec import Struct
from msgspec.structs import replace

from carnegie_solver.components import Action, Components, Event, Region
from carnegie_solver.components.tables import SoloCard
from carnegie_solver.rules.donating import held_donations
from carnegie_solver.rules.position import Andrew, NeutralProject, Phase, Position
from carnegie_solver.rules.projects import occupied_spaces
from carnegie_solver.rules.steps import IllegalStep, PlayAndrew
from carnegie_solver.rules.timeline import select

MOST_SHIFT = 4


class Deed(Struct, frozen=True):
    """One thing that Andrew did, or failed to do: what kind, with what, and how far his card shifted for it."""

    kind: str
    subject: str
    done: bool
    shift: int = 0


def top_card(components: Components, andrew: Andrew) -> SoloCard:
    """Give the card on top of Andrew's deck."""
    return components.solo_cards[andrew.cards[andrew.played]]


def play_andrew(components: Components, position: Position, step: PlayAndrew) -> Position:
    """Have Andrew do what the game waits for: select the timeline, donate, or do the round's action [public]."""
    return act(components, position, step)[0]


def act(components: Components, position: Position, step: PlayAndrew) -> tuple[Position, tuple[Deed, ...]]:
    """Have Andrew act; give the position after it, and what he did and failed to do.

    Raises
    ------
    IllegalStep
        When there is no Andrew, or the game does not wait for him.
    """
    andrew = position.andrew
    if andrew is None or not andrew.to_act:
        raise IllegalStep(
            step, "NOT_ANDREWS_TURN", "", "a decision of the player", "a moment at which Andrew acts"
        )
    card = top_card(components, andrew)
    if position.phase is Phase.SELECT_TIMELINE:
        after = select(components, position, card.main_action)
        return after, (Deed("SELECT_TIMELINE", card.main_action.name, done=True),)
    if position.phase is Phase.EVENT:
        return _donate(position, andrew, card)
    assert position.action is not None
    position, deeds = _ACTIONS[position.action](components, position, andrew, card)
    return _discard(components, position), deeds


def _shifted(andrew: Andrew, by: int) -> Andrew:
    return replace(andrew, shift=min(MOST_SHIFT, andrew.shift + by))


def _discard(components: Components, position: Position) -> Position:
    """Score the top card by how far it was shifted, and turn to the next one."""
    andrew = position.andrew
    assert andrew is not None
    vp = andrew.vp + components.tables.solo_cards.shift_vp[andrew.shift]
    return replace(position, andrew=replace(andrew, vp=vp, shift=0, played=andrew.played + 1, to_act=False))


def _donate(position: Position, andrew: Andrew, card: SoloCard) -> tuple[Position, tuple[Deed, ...]]:
    assert position.events[0] is Event.DONATION
    free = card.donation not in held_donations(position)
    if free:
        andrew = replace(andrew, donations=tuple(sorted((*andrew.donations, card.donation))))
    else:
        andrew = _shifted(andrew, 1)
    deed = Deed("DONATE", card.donation, done=free, shift=0 if free else 1)
    return replace(position, andrew=replace(andrew, to_act=False)), (deed,)


Played = tuple[Position, tuple[Deed, ...]]


def _human_resources(_components: Components, position: Position, andrew: Andrew, card: SoloCard) -> Played:
    by = card.human_resources_shift
    deed = Deed("HUMAN_RESOURCES", "", done=True, shift=by)
    return replace(position, andrew=_shifted(andrew, by)), (deed,)


def _management(components: Components, position: Position, andrew: Andrew, card: SoloCard) -> Played:
    """Take the lowest-numbered tile of each listed type, no tile twice in a turn; shift for each that is missing."""
    display = Counter(position.display)
    taken: list[str] = []
    deeds = []
    for kind in card.management_departments:
        names = (tile.name for tile in components.tables.departments.rows if tile.type is kind)
        name = next((name for name in names if display[name] and name not in taken), None)
        if name is None:
            andrew = _shifted(andrew, 1)
            deeds.append(Deed("TAKE_DEPARTMENT", kind.name, done=False, shift=1))
        else:
            display[name] -= 1
            taken.append(name)
            deeds.append(Deed("TAKE_DEPARTMENT", name, done=True))
    andrew = replace(andrew, departments=tuple(sorted((*andrew.departments, *taken))))
    return replace(position, display=tuple(sorted(display.elements())), andrew=andrew), tuple(deeds)


def leftmost_free(components: Components, taken: Container[tuple[str, int]], city: str) -> int | None:
    """Give the leftmost space of a city that is not taken, if there is one."""
    spaces = range(len(components.city_spaces[components.city_index[city]]))
    return next((number for number in spaces if (city, number) not in taken), None)


def _construction(components: Components, position: Position, andrew: Andrew, card: SoloCard) -> Played:
    """Put a disk in the leftmost free space of each listed city; shift for each that cannot be placed."""
    deeds = []
    for city in card.construction_cities:
        free = leftmost_free(components, occupied_spaces(position), city)
        if free is None:
            andrew = _shifted(andrew, 1)
        else:
            andrew = replace(andrew, projects=tuple(sorted((*andrew.projects, NeutralProject(city, free)))))
        deeds.append(Deed("BUILD_PROJECT", city, done=free is not None, shift=int(free is None)))
        position = replace(position, andrew=andrew)
    return position, tuple(deeds)


def _research(components: Components, position: Position, andrew: Andrew, card: SoloCard) -> Played:
    """Advance the disk on the listed track; shift for each step that cannot be made."""
    region = card.research_region
    spaces = components.tracks[region].spaces
    deeds = []
    for _ in range(card.research_steps):
        following = andrew.transport[region] + 1
        held = any(player.transport[region] == following for player in position.players)
        blocked = following >= len(spaces) or (spaces[following].single_occupant and held)
        if blocked:
            andrew = _shifted(andrew, 1)
        else:
            transport = tuple(
                place + (other is region) for other, place in zip(Region, andrew.transport, strict=True)
            )
            andrew = replace(andrew, transport=transport)
        deeds.append(Deed("ADVANCE_TRANSPORT", region.name, done=not blocked, shift=int(blocked)))
    return replace(position, andrew=andrew), tuple(deeds)


_ACTIONS = {
    Action.HUMAN_RESOURCES: _human_resources,
    Action.MANAGEMENT: _management,
    Action.CONSTRUCTION: _construction,
    Action.RESEARCH_AND_DEVELOPMENT: _research,
}

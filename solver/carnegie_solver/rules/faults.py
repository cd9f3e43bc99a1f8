"""Everything that can be wrong with a position, found all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from carnegie_solver.components import Components, Event, Region
from carnegie_solver.faults import Fault, join, outside, shown
from carnegie_solver.rules.company_faults import company_faults, player_faults
from carnegie_solver.rules.departments import built_rules
from carnegie_solver.rules.document import MOST_PLAYERS
from carnegie_solver.rules.position import Andrew, Phase, Position
from carnegie_solver.rules.setup_values import (
    REGION_FIELDS,
    SPACES_PER_ROW,
    TAB_FIELDS,
    TIMELINE_FIELDS,
)
from carnegie_solver.rules.turn_faults import turn_faults

COPIES_OF_A_TILE = 2
BEFORE_SELECTION = (
    Phase.SETUP_PLACEMENT,
    Phase.SETUP_MOVES,
    Phase.SETUP_STANDING_UP,
    Phase.SELECT_TIMELINE,
)
LONGEST_SHIFT = 4


def find_faults(components: Components, position: Position) -> tuple[Fault, ...]:
    """List every fault of a position: each breach of the rules, with its path, reason, what was found and allowed.

    A position reached by legal play has none.
    """
    faults: list[Fault] = []
    faults.extend(_round_faults(components, position))
    faults.extend(_setup_faults(components, position))
    faults.extend(_timeline_faults(position))
    for number, player in enumerate(position.players):
        path = join("players", number)
        faults.extend(player_faults(components, player, path))
        faults.extend(company_faults(components, player, path))
    faults.extend(_action_choice_faults(components, position))
    faults.extend(_map_faults(components, position))
    faults.extend(_track_faults(components, position))
    faults.extend(_donation_faults(components, position))
    faults.extend(_department_faults(components, position))
    faults.extend(turn_faults(components, position))
    faults.extend(_andrew_faults(components, position))
    return tuple(faults)


def _round_faults(components: Components, position: Position) -> Iterator[Fault]:
    count = len(position.players)
    yield from outside("round", position.round, 1, components.tables.setup.rounds)
    if not 1 <= count <= MOST_PLAYERS:
        yield Fault("players", "WRONG_LENGTH", f"{count} players", f"1 to {MOST_PLAYERS}")
    else:
        yield from outside("first_player", position.first_player, 0, count - 1)
        yield from outside("player", position.player, 0, count - 1)
    if position.andrew is not None and count > 1:
        yield Fault(
            "andrew", "INCONSISTENT", f"Andrew beside {count} players", "Andrew beside one player only"
        )
    phase, action = position.phase, position.action
    if phase in (*BEFORE_SELECTION, Phase.GAME_OVER):
        if action is not None:
            yield Fault("action", "INCONSISTENT", action.name, f"no action in phase {phase.name}")
    elif action is None:
        yield Fault("action", "MISSING", "nothing", f"the round's action, in phase {phase.name}")
    if phase < Phase.SELECT_TIMELINE and position.round != 1:
        yield Fault(
            "phase", "INCONSISTENT", f"{phase.name} in round {position.round}", "the setup only in round 1"
        )
    if phase is Phase.GAME_OVER and position.round != components.tables.setup.rounds:
        yield Fault(
            "phase",
            "INCONSISTENT",
            f"{phase.name} in round {position.round}",
            f"the end only in round {components.tables.setup.rounds}, the last one",
        )
    if phase is Phase.SELECT_TIMELINE and position.player != position.first_player:
        yield Fault(
            "player", "INCONSISTENT", str(position.player), "the first player, who selects the timeline"
        )


def _setup_faults(components: Components, position: Position) -> Iterator[Fault]:
    first, count = position.first_player, len(position.players)
    for number, player in enumerate(position.players):
        if player.setup_moves is None:
            continue
        where = join("players", number, "setup_moves")
        later = (number - first) % count > (position.player - first) % count
        to_come = position.phase < Phase.SELECT_TIMELINE and (
            later or position.phase is Phase.SETUP_PLACEMENT
        )
        offered = sorted(components.tables.bidding.moves)
        if not to_come:
            yield Fault(
                where, "INCONSISTENT", str(player.setup_moves), "none once the setup moves have begun"
            )
        elif player.setup_moves not in offered:
            yield Fault(where, "OUT_OF_RANGE", str(player.setup_moves), ", ".join(map(str, offered)))
    if position.phase is not Phase.SETUP_PLACEMENT:
        return
    for number, player in enumerate(position.players):
        for field, tab in zip(TAB_FIELDS, player.tabs, strict=True):
            if tab.pulled > 0:
                where = join("players", number, "tabs", field, "pulled")
                yield Fault(where, "INCONSISTENT", str(tab.pulled), "0 while sides are chosen")


def _timeline_faults(position: Position) -> Iterator[Fault]:
    for field, row in zip(TIMELINE_FIELDS, position.timeline, strict=True):
        path = join("timeline", field)
        if len(row.events) != SPACES_PER_ROW - 1:
            yield Fault(
                join(path, "events"), "WRONG_LENGTH", f"{len(row.events)} events", f"{SPACES_PER_ROW - 1}"
            )
        yield from outside(path, row.used, 0, SPACES_PER_ROW, "used")
    used = sum(row.used for row in position.timeline)
    expected = position.round - (position.phase in BEFORE_SELECTION)
    if used != expected:
        allowed = f"{expected} in round {position.round}, phase {position.phase.name}"
        yield Fault("timeline", "INCONSISTENT", f"{used} used spaces in all rows", allowed)
    if position.action is not None and position.timeline[position.action].used < 1:
        path = join("timeline", TIMELINE_FIELDS[position.action], "used")
        yield Fault(path, "INCONSISTENT", "no used space", "1 or more in the row of the round's action")
    if position.phase is Phase.EVENT and not 1 <= len(position.events) <= len(Event):
        yield Fault(
            "events", "WRONG_LENGTH", f"{len(position.events)} events", "the events still to be resolved"
        )
    if position.phase is not Phase.EVENT and position.events:
        yield Fault(
            "events", "INCONSISTENT", f"{len(position.events)} events", f"none in phase {position.phase.name}"
        )


def _action_choice_faults(components: Components, position: Position) -> Iterator[Fault]:
    tiles = components.tables.setup.action_choice_tiles
    most = sum(len(seats) for count, seats in tiles.items() if int(count) == len(position.players))
    holders = [number for number, player in enumerate(position.players) if player.action_choice_tile]
    for number in holders[most:]:
        found = f"{len(holders)} players with a tile"
        allowed = f"{most} with {len(position.players)} players"
        yield Fault(join("players", number, "action_choice_tile"), "TOO_MANY_TILES", found, allowed)


def _map_faults(components: Components, position: Position) -> Iterator[Fault]:
    places: list[tuple[str, str, str, int]] = []
    for number, player in enumerate(position.players):
        path = join("players", number, "projects")
        for index, project in enumerate(player.projects):
            places.append((join("players", number), join(path, index), project.city, project.city_space))
            city = components.city_index.get(project.city)
            if city is None or not 0 <= project.city_space < len(components.city_spaces[city]):
                continue
            printed = components.city_spaces[city][project.city_space]
            if printed is not None and printed is not project.type and not _may_mix_types(position, number):
                found = f"a {project.type.name} project on a space for {printed.name}"
                yield Fault(join(path, index, "type"), "WRONG_PROJECT_TYPE", found, printed.name)
    for index, disk in enumerate(position.neutral_projects):
        places.append(("neutral_projects", join("neutral_projects", index), disk.city, disk.city_space))
    if position.andrew is not None:
        for index, disk in enumerate(position.andrew.projects):
            places.append(("andrew", join("andrew.projects", index), disk.city, disk.city_space))
    taken: dict[tuple[str, int], str] = {}
    for owner, path, city_name, city_space in places:
        city = components.city_index.get(city_name)
        if city is None:
            yield Fault(
                join(path, "city"), "UNKNOWN_CITY", shown(city_name), "a city of the map, such as 'Boston'"
            )
            continue
        count = len(components.city_spaces[city])
        if not 0 <= city_space < count:
            yield Fault(join(path, "city_space"), "OUT_OF_RANGE", shown(city_space), f"0 to {count - 1}")
        elif (city_name, city_space) in taken:
            found = (
                f"a second disk on space {city_space} of {city_name}, beside {taken[city_name, city_space]}'s"
            )
            yield Fault(path, "SPACE_OCCUPIED", found, "one disk per space")
        else:
            taken[city_name, city_space] = owner


def _may_mix_types(position: Position, number: int) -> bool:
    """Whether the player may have built on spaces of another type: with Political Lobbying [public]."""
    return any(rule.builds_on_any_type for rule in built_rules(position.players[number]))


def _track_faults(components: Components, position: Position) -> Iterator[Fault]:
    owners = [(join("players", number), player.transport) for number, player in enumerate(position.players)]
    if position.andrew is not None:
        owners.append(("andrew", position.andrew.transport))
    for region in Region:
        spaces = components.tracks[region].spaces
        last = len(spaces) - 1
        holders = []
        for path, transport in owners:
            where = join(path, "transport", REGION_FIELDS[region])
            yield from outside(where, transport[region], 0, last)
            if transport[region] == last and spaces[last].single_occupant:
                holders.append((path, where))
        archives = sum(
            any(rule.enters_last_space for rule in built_rules(player)) for player in position.players
        )
        if len(holders) > 1 + archives:
            for _, where in holders[1:]:
                found = f"a second disk on the last space of {region.name}, beside {holders[0][0]}'s"
                yield Fault(where, "SPACE_OCCUPIED", found, "one disk on a last space")


def _donation_faults(components: Components, position: Position) -> Iterator[Fault]:
    lists = [
        (join("players", number, "donations"), player.donations)
        for number, player in enumerate(position.players)
    ]
    lists.append(("neutral_donations", position.neutral_donations))
    if position.andrew is not None:
        lists.append(("andrew.donations", position.andrew.donations))
    holders: Counter[str] = Counter()
    for path, donations in lists:
        seen: set[str] = set()
        for index, donation in enumerate(donations):
            where = join(path, index)
            if donation not in components.donations:
                allowed = "an id such as " + ", ".join(list(components.donations)[:3])
                yield Fault(where, "UNKNOWN_DONATION", shown(donation), allowed)
            elif donation in seen:
                yield Fault(where, "DUPLICATE", shown(donation), "each donation once per player")
            seen.add(donation)
        holders.update(seen)
    if any(rule.gives_donations for player in position.players for rule in built_rules(player)):
        return
    for path, donations in lists:
        for index, donation in enumerate(donations):
            if holders[donation] > 1 and donation in components.donations:
                found = f"{donation} held {holders[donation]} times"
                yield Fault(join(path, index), "SPACE_OCCUPIED", found, "one disk per donation space")


def _department_faults(components: Components, position: Position) -> Iterator[Fault]:
    tiles: list[tuple[str, str]] = [
        (join("display.departments", index), name) for index, name in enumerate(position.display)
    ]
    for number, player in enumerate(position.players):
        if player.reserved_department is not None:
            tiles.append((join("players", number, "reserved_department"), player.reserved_department))
    if position.andrew is not None:
        tiles.extend(
            (join("andrew.departments", index), name)
            for index, name in enumerate(position.andrew.departments)
        )
    for path, name in tiles:
        department = components.departments.get(name)
        if department is None or department.starting:
            yield Fault(
                path, "UNKNOWN_DEPARTMENT", shown(name), "the name of a Department tile, such as 'Recruiting'"
            )
    counted = Counter(name for _, name in tiles)
    for player in position.players:
        counted.update(space.department for space in player.company if space.department is not None)
    for name, count in sorted(counted.items()):
        department = components.departments.get(name)
        if department is not None and not department.starting and count > COPIES_OF_A_TILE:
            found = f"{count} tiles of {name} in all"
            yield Fault("display.departments", "TOO_MANY_TILES", found, f"at most {COPIES_OF_A_TILE}")


def _andrew_faults(components: Components, position: Position) -> Iterator[Fault]:
    andrew = position.andrew
    if andrew is None:
        return
    for index, card in enumerate(andrew.cards):
        if card not in components.solo_cards:
            yield Fault(join("andrew.cards", index), "UNKNOWN_CARD", shown(card), "an id such as 'N01'")
    for card, count in Counter(andrew.cards).items():
        if count > 1:
            yield Fault("andrew.cards", "DUPLICATE", shown(card), "each card once")
    if len(andrew.cards) != components.tables.setup.rounds:
        yield Fault(
            "andrew.cards", "WRONG_LENGTH", f"{len(andrew.cards)} cards", str(components.tables.setup.rounds)
        )
    yield from outside("andrew.played", andrew.played, 0, len(andrew.cards))
    yield from outside("andrew.shift", andrew.shift, 0, LONGEST_SHIFT)
    yield from outside("andrew.vp", andrew.vp, 0, 999)
    if andrew.to_act and not _may_act(position):
        yield Fault("andrew.to_act", "INCONSISTENT", "true", "false: Andrew does not act here")
    elif not andrew.to_act and position.phase is Phase.SELECT_TIMELINE and position.round % 2 == 0:
        yield Fault("andrew.to_act", "INCONSISTENT", "false", "true: Andrew selects in even rounds")
    most = position.round - (not _has_acted(position, andrew))
    if most < andrew.played <= len(andrew.cards):
        allowed = f"at most {most}: one card a round, and each round to come needs one"
        yield Fault("andrew.played", "INCONSISTENT", str(andrew.played), allowed)


def _has_acted(position: Position, andrew: Andrew) -> bool:
    """Whether Andrew has played the round's card."""
    acting = position.phase is Phase.USE_DEPARTMENTS and not andrew.to_act
    return acting or position.phase in (Phase.STANDING_UP, Phase.GAME_OVER)


def _may_act(position: Position) -> bool:
    """Whether Andrew can be the one whom the game waits for [public]."""
    match position.phase:
        case Phase.SELECT_TIMELINE:
            return position.round % 2 == 0
        case Phase.EVENT:
            return bool(position.events) and position.events[0] is Event.DONATION
        case phase:
            return phase is Phase.USE_DEPARTMENTS

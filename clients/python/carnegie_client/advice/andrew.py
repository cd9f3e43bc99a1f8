"""What Andrew did, in words."""

from __future__ import annotations

from collections.abc import Iterable

from carnegie.v1 import position_pb2, solo_pb2
from carnegie.v1.solo_pb2 import Deed
from carnegie_client.advice.words import action_name, counted, donation_name, region_name

_UNKNOWN = "does something that this client does not know"


def deeds_in_words(deeds: Iterable[Deed]) -> list[str]:
    """Say one after the other what Andrew did and failed to do, and how far his card was shifted for it."""
    return [_deed_in_words(deed) for deed in deeds]


def _deed_in_words(deed: Deed) -> str:
    said = f"Andrew {_done(deed) if deed.done else _failed(deed)}"
    return f"{said}: his card is shifted by {counted(deed.shift, 'step')}" if deed.shift else said


def _done(deed: Deed) -> str:
    match deed.kind:
        case solo_pb2.DEED_KIND_SELECT_TIMELINE:
            return f"selects the {_action(deed.subject)} row of the timeline"
        case solo_pb2.DEED_KIND_DONATE:
            return f"donates to {donation_name(deed.subject)}"
        case solo_pb2.DEED_KIND_HUMAN_RESOURCES:
            return "does Human Resources"
        case solo_pb2.DEED_KIND_TAKE_DEPARTMENT:
            return f"takes the Department {deed.subject}"
        case solo_pb2.DEED_KIND_BUILD_PROJECT:
            return f"builds a project in {deed.subject}"
        case solo_pb2.DEED_KIND_ADVANCE_TRANSPORT:
            return f"advances his transport disk of {_region(deed.subject)} one space"
        case _:
            return _UNKNOWN


def _failed(deed: Deed) -> str:
    match deed.kind:
        case solo_pb2.DEED_KIND_DONATE:
            return f"cannot donate to {donation_name(deed.subject)}"
        case solo_pb2.DEED_KIND_TAKE_DEPARTMENT:
            return f"finds no {_action(deed.subject)} Department to take"
        case solo_pb2.DEED_KIND_BUILD_PROJECT:
            return f"finds no free space in {deed.subject}"
        case solo_pb2.DEED_KIND_ADVANCE_TRANSPORT:
            return f"cannot advance his transport disk of {_region(deed.subject)}"
        case _:
            return _UNKNOWN


def _action(name: str) -> str:
    full = f"ACTION_{name}"
    return action_name(position_pb2.Action.Value(full)) if full in position_pb2.Action.keys() else name  # noqa: SIM118 # no dict


def _region(name: str) -> str:
    full = f"REGION_{name}"
    return region_name(position_pb2.Region.Value(full)) if full in position_pb2.Region.keys() else name  # noqa: SIM118 # no dict

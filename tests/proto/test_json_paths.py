"""Paths of the .proto files become those of the JSON form, name by name."""

from __future__ import annotations

import pytest

from carnegie.v1.position_pb2 import Position
from carnegie_proto.json_paths import json_path


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", ""),
        ("round", "round"),
        ("first_player", "firstPlayer"),
        ("players[1].company.spaces[0].standing_at[2]", "players[1].company.spaces[0].standingAt[2]"),
        ("position.players[10].action_choice_tile", "position.players[10].actionChoiceTile"),
        ("timeline.research_and_development.used", "timeline.researchAndDevelopment.used"),
        ('library_versions["grpc_tools"]', 'libraryVersions["grpc_tools"]'),
        ("[3].move_employee.path[0]", "[3].moveEmployee.path[0]"),
        ("already.firstPlayer", "already.firstPlayer"),
    ],
)
def test_paths(path: str, expected: str) -> None:
    assert json_path(path) == expected


def test_it_agrees_with_protobuf_on_every_field_of_a_position() -> None:
    descriptors, seen = [Position.DESCRIPTOR], set()
    while descriptors:
        descriptor = descriptors.pop()
        for field in descriptor.fields:
            assert json_path(field.name) == field.json_name
            if field.message_type is not None and field.message_type.full_name not in seen:
                seen.add(field.message_type.full_name)
                descriptors.append(field.message_type)
    assert len(seen) > 10
